"""The rows of a score report, which all versions print alike."""

from __future__ import annotations

from muc_scorer.tallies import P_AND_R, P_AND_TWO_R, TWO_P_AND_R

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.tallies import SlotTally

RULE = b"------------------------+-------------+--------------+------------------------\n"
COLUMNS = b"  POS   ACT| COR PAR INC | MIS  SPU  NON| REC PRE UND OVG SUB ERR\n"


def row(label: bytes, tally: SlotTally) -> bytes:
    """Return the row of a tally: a label of which 12 bytes show, eight counts, six measures as whole percentages."""
    percentages = [int(0.5 + value) for value in tally.measures()]
    columns = b"%5d %5d|%4d %3d %4d|%4d %4d %4d|%4d%4d%4d%4d%4d%4d\n" % (*tally.counts(), *percentages)
    return b"%-13.12s" % label + columns


def f_measures(tally: SlotTally) -> bytes:
    """Return the two lines with F of a run, in three weightings of precision and recall."""
    heading = b"%55s%10s%10s\n" % (b"P&R", b"2P&R", b"P&2R")
    if not tally.possible or not tally.actual:
        return heading + b"F-MEASURES not available - Recall or Precision invalid.\n"
    values = [tally.f_measure(weight) for weight in (P_AND_R, TWO_P_AND_R, P_AND_TWO_R)]
    return heading + b"F-MEASURES%45.2f%10.2f%10.2f\n" % tuple(values)
