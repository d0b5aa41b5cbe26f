"""The lines of the pages of score reports, which are the same in all versions."""

from __future__ import annotations

from functools import cache

from legacy_scorers.common.tally import Row, complete
from legacy_scorers.muc_scorer.cells import ALL_SLOTS, PAGE
from legacy_scorers.muc_scorer.measures import COUNTS, OF_1997, UNDEFINED, Arithmetic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator
    from typing import TypeAlias

    from legacy_scorers.common.tally import Tally

    Page: TypeAlias = list["bytes | Line"]

RULE = b"------------------------+-------------+--------------+------------------------\n"
COLUMNS = b"  POS   ACT| COR PAR INC | MIS  SPU  NON| REC PRE UND OVG SUB ERR\n"


class Line:
    """A line of a page: a ``row`` of the tally, and a label, of which 12 bytes are printed.

    ``above`` is its heading: a class or a kind of table. An observer's name for the line begins with it.
    """

    def __init__(self, row: Hashable, label: bytes, above: bytes = b"") -> None:
        self.row = row
        self.label = label
        self.above = above


def printed(page: Iterable[bytes | Line], tally: Tally, arithmetic: Arithmetic = OF_1997) -> Iterator[bytes]:
    """Yield the lines of a page; lines without figures are bytes already."""
    for line in page:
        yield line if isinstance(line, bytes) else row(line.label, tally.row(PAGE, line.row), arithmetic)


def row(label: bytes, counts: Row, arithmetic: Arithmetic = OF_1997) -> bytes:
    """Return a line of figures: 12 bytes of the label, eight counts, six measures as whole percentages."""
    return b"%-13.12s" % label + _figures(arithmetic, *map(counts.__getitem__, COUNTS))


@cache  # saves a tenth of a run
def _figures(arithmetic: Arithmetic, *counts: int) -> bytes:
    values = complete(Row(zip(COUNTS, counts)), arithmetic.percentages)
    percentages = b"".join([_percentage(values[measure.name]) for measure in arithmetic.percentages])
    return b"%5d %5d|%4d %3d %4d|%4d %4d %4d|" % counts + percentages + b"\n"


def _percentage(value: float) -> bytes:
    """Return a measure in four columns: a star if it rounds to -1, as SUB and ERR may, and 0 if it is undefined."""
    whole = int(0.5 + value)
    return b"   *" if whole == -1 else b"%4d" % whole


def f_measures(tally: Tally, arithmetic: Arithmetic = OF_1997) -> bytes:
    """Return the two lines with F over all slots of a page, in three weightings of precision and recall."""
    values = complete(tally.row(PAGE, ALL_SLOTS), arithmetic.all())
    heading = b"%55s%10s%10s\n" % (b"P&R", b"2P&R", b"P&2R")
    if UNDEFINED in (values["REC"], values["PRE"]):
        return heading + b"F-MEASURES not available - Recall or Precision invalid.\n"
    return heading + b"F-MEASURES%45.2f%10.2f%10.2f\n" % tuple(
        [values[measure.name] for measure in arithmetic.f_measures]
    )
