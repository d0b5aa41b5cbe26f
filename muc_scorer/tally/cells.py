"""Which cells of a score report a meeting adds to (scoring manual, tallies).

A meeting of objects or of single fills counts by its signature: its code and its rows. These are the class of an
object, or the slot of a fill, followed by the section and the subtask of its tag where these are counted, too.
"""

from __future__ import annotations

from muc_scorer import measures
from muc_scorer.align.codes import COR, INC, MIS, NON, OPT, SPU, UNS
from muc_scorer.read.definitions import ENAMEX, NUMEX, TIMEX, SlotDef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from typing import Any, TypeAlias

    Rows: TypeAlias = tuple[Hashable, ...]
    Signature: TypeAlias = tuple[Any, ...]  # a code and rows; nothing for what counts nowhere

OTHER = b"other"
TYPES = {  # of named entities, by class of tag: those that have rows of their own
    ENAMEX: (b"organization", b"person", b"location", OTHER),
    TIMEX: (b"date", b"time", OTHER),
    NUMEX: (b"money", b"percent", OTHER),
}

PAGE = "page"  # the table: of one document or of all
ALL_SLOTS = "all slots"
FILTERING = "text filtering"  # the row of the relevance of documents
UNCOUNTED: Signature = ()

_COLUMNS = {
    COR: (measures.POS, measures.ACT, measures.COR),
    INC: (measures.POS, measures.ACT, measures.INC),
    MIS: (measures.POS, measures.MIS),
    SPU: (measures.ACT, measures.SPU),
    OPT: (measures.NON,),
    NON: (measures.NON,),
    UNS: (measures.NON,),
}


class Part:
    """A row that some fills of tags count in: those of a type of a class (a subtask), or those of a section."""

    __slots__ = ("label",)

    def __init__(self, label: bytes) -> None:
        self.label = label


def cells(signature: Signature) -> Iterator[tuple[str, Hashable, str, int]]:
    """Yield the cells of a page that a meeting adds to: table, row, column and 1.

    A fill counts in the row of all slots, too.
    """
    if signature:
        code, *rows = signature
        if isinstance(rows[0], SlotDef):
            rows.append(ALL_SLOTS)
        for column in _COLUMNS[code]:
            for row in rows:
                yield PAGE, row, column, 1
