"""The score report of the 1997 program: a page for each document, the totals, and the tables of named entities."""

from __future__ import annotations

from muc_scorer.rows import COLUMNS, RULE, f_measures, row
from muc_scorer.tallies import SlotTally
from muc_scorer.v1997.subtasks import SECTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.objects import Document, Side
    from muc_scorer.v1997.scores import Scores
    from muc_scorer.v1997.subtasks import Subtasks

_HEADING = RULE + b"SLOT         " + COLUMNS + RULE


def document_page(document: Document, scores: Scores, with_filtering: bool) -> bytes:
    """Return the page of a document. Of the slots only those with a possible or an actual fill are shown."""
    lines = [
        b"%-15skey: %-15sresponse:%15s\n" % (document.docnum, _number(document.key), _number(document.response)),
        _HEADING,
    ]
    total = SlotTally()
    for definition, tally in scores.classes.items():
        lines.append(row(definition.name, tally))
        for slot, slot_tally in scores.shown_slots(definition):
            lines.append(row(b"  " + slot.name, slot_tally))
            total += slot_tally
    lines += [RULE, row(b"TOTAL", total), RULE]
    if with_filtering:
        lines += [row(b"TEXT FILTER", scores.text_filter), RULE]
    return b"".join([*lines, b"\f\n"])


def _number(side: Side | None) -> bytes:
    return b"<NONE>" if side is None else side.docnum


def totals_page(scores: Scores, with_filtering: bool) -> bytes:
    """Return the page of the whole run with all scored slots and the F-measures."""
    lines = [b" * * * TOTAL SLOT SCORES * * *\n", _HEADING]
    total = SlotTally()
    for definition, tally in scores.classes.items():
        lines.append(row(definition.name, tally))
        for slot, slot_tally in scores.slots[definition].items():
            lines.append(row(b"  " + slot.name, slot_tally))
            total += slot_tally
    lines += [RULE, row(b"ALL OBJECTS", total), RULE]
    if with_filtering:
        lines += [row(b"TEXT FILTER", scores.text_filter), RULE]
    return b"".join([*lines, f_measures(total)])


def subtask_tables(subtasks: Subtasks) -> bytes:
    """Return the tables of named entities by type and by section."""
    lines = [b"\n * * * TASK SUBCATEGORIZATION SCORES * * *\n", _HEADING]
    for name, by_type in subtasks.by_type.items():
        lines.append(name.capitalize() + b":\n")
        lines += [row(b"  " + label, tally) for label, tally in by_type.items()]
        lines.append(RULE)
    lines += [b"\n * * * DOCUMENT SECTION SCORES * * *\n", _HEADING]
    for group in SECTIONS:
        lines += [row(label, subtasks.by_section[label]) for label in group]
        lines.append(RULE)
    return b"".join([*lines, RULE])
