"""The codes of matches, and the cells of a score report that they add to (scoring manual, tallies).

A match has the signature ``(code, rows, times)``. The rows are the class of an object, or the slot of a fill and maybe
the section and subtask of its tag, or :data:`LINK_ROWS` for links. A match without rows counts nowhere. ``times`` is 1
except for ``FEWER`` and ``MORE``.
"""

from __future__ import annotations

from legacy_scorers.muc_scorer import measures
from legacy_scorers.muc_scorer.read.definitions import ENAMEX, NUMEX, TIMEX, TYPE, ClassDef, SlotDef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
    from typing import Any, TypeAlias

    from legacy_scorers.common.result import Match

    Rows: TypeAlias = tuple[Hashable, ...]
    Signature: TypeAlias = tuple[bytes, Rows, int]

COR = b"COR"  # correct
INC = b"INC"  # incorrect
MIS = b"MIS"  # missing
SPU = b"SPU"  # spurious
OPT = b"OPT"  # optional, and the response lacks it
NON = b"NON"  # of an alternative that was not chosen (3.3), or filled by neither side (1997)
UNS = b"UNS"  # not scored
FEWER, MORE = b"fewer INC", b"more MIS"  # where one pointer of the response makes several of the key right (1997)

OTHER = b"other"
TYPES = {  # of named entities, by class of tag: those that have rows of their own
    ENAMEX: (b"organization", b"person", b"location", OTHER),
    TIMEX: (b"date", b"time", OTHER),
    NUMEX: (b"money", b"percent", OTHER),
}
PAGE = "page"  # the table: of one document or of all
ALL_SLOTS = "all slots"
FILTERING = "text filtering"  # the row of the relevance of documents
LINKS, TOTALS = "coreference", "TOTALS"  # the table of coreference, and its last row
LINK_ROWS = (TOTALS,)

KEY_CLASS, RESPONSE_CLASS = b"key class", b"response class"  # of coreference, beside the codes of links
_PRINTED = {FEWER: INC, MORE: MIS, KEY_CLASS: b"class", RESPONSE_CLASS: b"class"}
_COLUMNS = {
    COR: (measures.POS, measures.ACT, measures.COR),
    INC: (measures.POS, measures.ACT, measures.INC),
    MIS: (measures.POS, measures.MIS),
    SPU: (measures.ACT, measures.SPU),
    OPT: (measures.NON,),
    NON: (measures.NON,),
    UNS: (measures.NON,),
}
# A key class S of |S| mentions needs |S| - 1 links. The classes of the response divide it into the parts p(S), and a
# mention that the response lacks is a part of its own. The response has |S| - |p(S)| of the links. Recall sums this
# over the key's classes, precision over the response's, with the roles exchanged (Vilain, Burger, Aberdeen, Connolly
# and Hirschman 1995). The number of common links is the same in both, because the parts are the same.
_LINK_COLUMNS = {
    COR: (measures.COMMON, measures.KEY_LINKS, measures.RESPONSE_LINKS),
    MIS: (measures.KEY_LINKS,),
    SPU: (measures.RESPONSE_LINKS,),
    KEY_CLASS: (measures.KEY_CLASSES,),
    RESPONSE_CLASS: (measures.RESPONSE_CLASSES,),
}


class TagGroup:
    """A row for the fills of some tags: those of a type of a class (a subtask), or those of a section."""

    def __init__(self, label: bytes) -> None:
        self.label = label


SECTIONS = [
    [TagGroup(label) for label in group]
    for group in (
        (b"HEADLINE", b"headline", b"HL", b"hl", b"SLUG", b"PREAMBLE"),
        (b"DD", b"DATE"),
        (b"DATELINE",),
        (b"TXT", b"TEXT"),
        (b"IDS",),
        (b"TRAILER",),
    )
]
_BY_NAME = {part.label: part for group in SECTIONS for part in group}
HEADER, BODY = TagGroup(b"Header"), TagGroup(b"Body")


class Parts:
    """The rows for parts of the tags: ``types`` by class in lower case, and sections.

    ``section`` returns the part of a section by its name.
    """

    def __init__(self, classes: Iterable[bytes], section: Callable[[bytes], TagGroup]) -> None:
        self.types = {name: {label: TagGroup(label) for label in TYPES.get(name, (OTHER,))} for name in classes}
        self.section = section

    def rows(self, slot: SlotDef, definition: ClassDef, section: bytes, label: bytes | None) -> Rows:
        """Return the rows of the fills of a slot of a tag; ``label`` is the type of the tag, or None."""
        types = self.types.get(definition.folded)
        if slot.folded != TYPE or label is None or types is None:
            return slot, self.section(section)
        return slot, self.section(section), types.get(label.lower()) or types[OTHER]


def section_of_1997(name: bytes) -> TagGroup:
    """Return the part of a section; a lower-case name counts as the upper-case one unless it has a row of its own."""
    return _BY_NAME.get(name) or _BY_NAME[name.upper()]


def section_of_33(name: bytes) -> TagGroup:
    """Return the body for the text section or a document without sections, and the header for everything else."""
    return BODY if name in (b"txt", b"text", b"") else HEADER


def counted(signature: Signature) -> bytes:
    """Return the code by which a match counts; key objects of an unscored class are noncommittal."""
    code, rows, _ = signature
    if rows and isinstance(rows[0], ClassDef) and not rows[0].scored:
        return UNS
    return _PRINTED.get(code, code)


def kind(match: Match) -> str:
    """Return the printed code of a match."""
    return counted(match.signature).decode()


def credit(match: Match) -> float:
    """Return 1 for a correct match, else 0."""
    return float(counted(match.signature) == COR)


def correct(signatures: Mapping[Any, int]) -> int:
    """Return how many fills, or links of coreference, are correct among counted signatures."""
    amounts = [
        times * often
        for (code, rows, times), often in signatures.items()
        if code == COR and (rows == LINK_ROWS or (rows and isinstance(rows[0], SlotDef)))
    ]
    return sum(amounts)


def cells(signature: Signature) -> Iterator[tuple[str, Hashable, str, int]]:
    """Yield the cells of a page that a match adds to: table, row, column and amount.

    A fill counts in the row of all slots, too; links and classes of coreference have a table of their own.
    """
    code, rows, times = signature
    table, columns = (LINKS, _LINK_COLUMNS) if rows == LINK_ROWS else (PAGE, _COLUMNS)
    amount = -times if code == FEWER else times
    for column in columns[code if rows == LINK_ROWS else counted(signature)]:
        for row in rows:
            yield table, row, column, amount
        if rows and isinstance(rows[0], SlotDef):
            yield table, ALL_SLOTS, column, amount
