"""Scoring of coreference by equivalence classes (Vilain, Burger, Aberdeen, Connolly and Hirschman 1995).

A key class S of |S| mentions needs |S| - 1 links. The response cuts it into the parts p(S) that it gives as one class
each, a mention that it does not have being a part of its own; |S| - |p(S)| of the links are found. Recall adds
this up over the key's classes, precision over those of the response with the roles exchanged.
"""

from __future__ import annotations

from common.tally import Measure, Row, Signatures, Tally, f1, share
from muc_scorer.align.v33.mention_alignment import NOBODY, align_mentions
from muc_scorer.tally.cells import COR, MIS, SPU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from muc_scorer.read.v33.mentions import MentionSide

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


class DocumentResult:
    """How one document compares: which mentions were aligned, and the parts that each side's classes fall into.

    ``partners`` gives for each key mention the index of its response mention or ``NOBODY``, ``back`` the same for
    response mentions. ``optional`` are the key mentions that were left out: optional and not in the response. For each
    class of a side ``key_parts`` and ``response_parts`` hold its parts as lists of indices; the mentions without a
    partner stand alone and come last.
    """

    __slots__ = ("back", "docnum", "key", "key_parts", "optional", "partners", "response", "response_parts")

    def __init__(self, docnum: bytes, key: MentionSide, response: MentionSide) -> None:
        self.docnum = docnum
        self.key = key
        self.response = response
        self.partners = align_mentions(key, response)
        self.back = [NOBODY] * len(response.mentions)
        for index, partner in enumerate(self.partners):
            if partner != NOBODY:
                self.back[partner] = index
        self.optional = [
            index
            for index, mention in enumerate(key.mentions)
            if self.partners[index] == NOBODY and mention.is_optional()
        ]
        key_chains = _without(key.chains, self.optional)
        self.key_parts = _parts(key_chains, self.partners, response.chains, len(response.mentions))
        self.response_parts = _parts(response.chains, self.back, key_chains, len(key.mentions))

    def signatures(self) -> Signatures:
        """Return how many links of the document are found, missing and spurious, and the classes of either side."""
        found = _found(self.key_parts)
        return Signatures(
            {
                KEY_CLASS: len(self.key_parts),
                RESPONSE_CLASS: len(self.response_parts),
                COR: found,
                MIS: _links(self.key_parts) - found,
                SPU: _links(self.response_parts) - found,
            }
        )


def _without(chains: list[list[int]], dropped: list[int]) -> list[list[int]]:
    """Return the chains without some of their members; a chain that loses all of them is gone."""
    if not dropped:
        return chains
    gone = set(dropped)
    left = [[index for index in chain if index not in gone] for chain in chains]
    return [chain for chain in left if chain]


def _parts(chains: list[list[int]], partners: list[int], others: list[list[int]], count: int) -> list[list[list[int]]]:
    """Return the parts that the other side's chains, over ``count`` mentions, cut each chain into."""
    chain_of = [0] * count
    for number, chain in enumerate(others):
        for index in chain:
            chain_of[index] = number
    result = []
    for chain in chains:
        parts: dict[int, list[int]] = {}
        alone = []
        for index in chain:
            partner = partners[index]
            if partner == NOBODY:
                alone.append([index])
            else:
                parts.setdefault(chain_of[partner], []).append(index)
        result.append([*parts.values(), *alone])
    return result


def _links(classes: list[list[list[int]]]) -> int:
    """Return the links that the classes take, |S| - 1 each."""
    return sum([sum(map(len, parts)) - 1 for parts in classes])


def _found(classes: list[list[list[int]]]) -> int:
    """Return the links that are left of the classes when they fall into their parts, |S| - |p(S)| each."""
    return sum([sum(map(len, parts)) - len(parts) for parts in classes])
