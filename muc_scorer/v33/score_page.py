"""The layout of a page of the 3.3 score report: that of the manual's two sample pages."""

from __future__ import annotations

from muc_scorer.rows import COLUMNS, RULE, f_measures, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from muc_scorer.tallies import SlotTally

_TOP = b"-" * 78 + b"\n" + b" " * 13 + COLUMNS + RULE
_HEADING = b"%-24s|             |              |\n"


def score_page(blocks: Iterable[bytes], all_slots: SlotTally) -> bytes:
    """Return a page of blocks, made of headings and rows, with the row of all slots and the F-measures below."""
    return b"".join([_TOP, *[block + RULE for block in blocks], row(b"ALL SLOTS", all_slots), f_measures(all_slots)])


def inner_row(label: bytes, tally: SlotTally) -> bytes:
    """Return a row that is indented by a blank."""
    return row(b" " + label, tally)


def heading(label: bytes) -> bytes:
    """Return the line that names a block."""
    return _HEADING % label


def class_heading(name: bytes) -> bytes:
    """Return the line that names a class within a block, by 12 characters of its name."""
    return _HEADING % name[:12]
