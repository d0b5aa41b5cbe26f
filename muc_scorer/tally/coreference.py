"""Scoring of coreference by equivalence classes (Vilain, Burger, Aberdeen, Connolly and Hirschman 1995).

A key class S of |S| mentions needs |S| - 1 links. The response cuts it into the parts p(S) that it gives as one class
each, a mention that it does not have being a part of its own; |S| - |p(S)| of the links are found. Recall adds
this up over the key's classes, precision over those of the response with the roles exchanged.
"""

from __future__ import annotations

from common.tally import Measure, Row, Signatures, Tally, f1, share
from muc_scorer.align.codes import COR, MIS, SPU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from muc_scorer.align.v33.chain_alignment import ChainAlignment, Parts

COUNTS = KEY_CLASSES, RESPONSE_CLASSES, COMMON, KEY_LINKS, RESPONSE_LINKS = (
    "key classes",
    "response classes",
    "common",
    "key links",
    "response links",
)
RECALL, PRECISION, F = "recall", "precision", "f"
KEY_CLASS, RESPONSE_CLASS = b"key class", b"response class"  # signatures beside those of links
TABLE = "coreference"
TOTALS = "TOTALS"
_COLUMNS = {
    COR: (COMMON, KEY_LINKS, RESPONSE_LINKS),
    MIS: (KEY_LINKS,),
    SPU: (RESPONSE_LINKS,),
    KEY_CLASS: (KEY_CLASSES,),
    RESPONSE_CLASS: (RESPONSE_CLASSES,),
}


def _percentage(part: int, whole: int) -> float:
    return 100 * share(part, whole)


MEASURES = (
    Measure(RECALL, (COMMON, KEY_LINKS), _percentage, 0.0),
    Measure(PRECISION, (COMMON, RESPONSE_LINKS), _percentage, 0.0),
    Measure(F, (PRECISION, RECALL), f1, 0.0),
)


def link_cells(signature: bytes) -> Iterator[tuple[str, str, str, int]]:
    """Yield the cells that a link adds to, by its code, or a class: table, row of the totals, column and 1.

    Recall and precision find the same number of links: the parts that response classes cut out of key classes
    are those that key classes cut out of response classes.
    """
    for column in _COLUMNS[signature]:
        yield TABLE, TOTALS, column, 1


def link_row(signatures: Signatures) -> Row:
    """Return the counts of a line of the score report."""
    return Tally.of(signatures, link_cells).row(TABLE, TOTALS)


def link_signatures(alignment: ChainAlignment) -> Signatures:
    """Return how many links of a document are found, missing and spurious, and the classes of either side."""
    found = _found(alignment.key_parts)
    return Signatures(
        {
            KEY_CLASS: len(alignment.key_parts),
            RESPONSE_CLASS: len(alignment.response_parts),
            COR: found,
            MIS: _links(alignment.key_parts) - found,
            SPU: _links(alignment.response_parts) - found,
        }
    )


def _links(chains: list[Parts]) -> int:
    """Return the links that the chains take, |S| - 1 each."""
    return sum([sum(map(len, parts)) - 1 for parts in chains])


def _found(chains: list[Parts]) -> int:
    """Return the links that are left of the chains when they fall into their parts, |S| - |p(S)| each."""
    return sum([sum(map(len, parts)) - len(parts) for parts in chains])
