"""A page of the 3.3 score report: blocks of rows under one heading, the row of all slots, and the F-measures.

The layout is that of the manual's two sample pages.
"""

from __future__ import annotations

from muc_scorer.tallies import P_AND_R, P_AND_TWO_R, TWO_P_AND_R

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from muc_scorer.tallies import SlotTally

_TOP = b"-" * 78 + b"\n"
_COLUMNS = b"               POS   ACT| COR PAR INC | MIS  SPU  NON| REC PRE UND OVG SUB ERR\n"
_RULE = b"------------------------+-------------+--------------+------------------------\n"
_ROW = b"%-13.12s%5d %5d|%4d %3d %4d|%4d %4d %4d|%4d%4d%4d%4d%4d%4d\n"
_HEADING = b"%-24s|             |              |\n"
_F_COLUMNS = b"%55s%10s%10s\n" % (b"P&R", b"2P&R", b"P&2R")
_F_VALUES = b"F-MEASURES%45.2f%10.2f%10.2f\n"
_NO_F = b"F-MEASURES not available - Recall or Precision invalid.\n"


def score_page(blocks: Iterable[bytes], all_slots: SlotTally) -> bytes:
    """Return a page of blocks, which are rows and headings, with the row of all slots and the F-measures below."""
    parts = [_TOP, _COLUMNS, _RULE]
    for block in blocks:
        parts += [block, _RULE]
    parts += [row(b"ALL SLOTS", all_slots), _F_COLUMNS, _f_measures(all_slots)]
    return b"".join(parts)


def row(label: bytes, tally: SlotTally) -> bytes:
    """Return a row: 12 characters of the label, the tallies, and the measures as whole percentages, 0 if undefined."""
    percentages = [int(0.5 + measure) for measure in tally.measures()]
    return _ROW % (label, *tally.counts(), *percentages)


def inner_row(label: bytes, tally: SlotTally) -> bytes:
    """Return a row that is indented by a blank."""
    return row(b" " + label, tally)


def heading(label: bytes) -> bytes:
    """Return the line that names a block."""
    return _HEADING % label


def class_heading(name: bytes) -> bytes:
    """Return the line that names a class within a block, by 12 characters of its name."""
    return _HEADING % name[:12]


def _f_measures(tally: SlotTally) -> bytes:
    if not tally.possible or not tally.actual:
        return _NO_F
    return _F_VALUES % tuple([tally.f_measure(weight) for weight in (P_AND_R, TWO_P_AND_R, P_AND_TWO_R)])
