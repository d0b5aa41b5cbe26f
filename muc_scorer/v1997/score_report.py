"""The score report of the 1997 program: a page for each document, the totals, and the tables of named entities."""

from __future__ import annotations

from muc_scorer.rows import COLUMNS, RULE, f_measures, row
from muc_scorer.tallies import SlotTally
from muc_scorer.v1997.subtasks import SECTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from muc_scorer.definitions import ClassDef
    from muc_scorer.objects import Document, Side
    from muc_scorer.v1997.scores import Scores
    from muc_scorer.v1997.subtasks import Subtasks

_NOTHING = SlotTally()
_HEADING = RULE + b"SLOT         " + COLUMNS + RULE


def document_page(
    document: Document, scores: Scores, definitions: Iterable[ClassDef], with_filtering: bool
) -> Iterator[bytes]:
    """Yield the page of a document. Of the slots only those with a possible or an actual fill are shown."""
    yield b"%-15skey: %-15sresponse:%15s\n" % (document.docnum, _number(document.key), _number(document.response))
    yield _HEADING
    total = SlotTally()
    for definition in definitions:
        if definition.scored:
            yield row(definition.name, scores.classes.get(definition, _NOTHING))
            for slot, tally in scores.shown_slots(definition):
                yield row(b"  " + slot.name, tally)
                total += tally
    yield RULE + row(b"TOTAL", total) + RULE
    if with_filtering:
        yield row(b"TEXT FILTER", scores.text_filter) + RULE
    yield b"\f\n"


def _number(side: Side | None) -> bytes:
    return b"<NONE>" if side is None else side.docnum


def totals_page(scores: Scores, definitions: Iterable[ClassDef], with_filtering: bool) -> Iterator[bytes]:
    """Yield the page of the whole run with all scored slots and the F-measures."""
    yield b" * * * TOTAL SLOT SCORES * * *\n" + _HEADING
    total = SlotTally()
    for definition in definitions:
        if definition.scored:
            yield row(definition.name, scores.classes.get(definition, _NOTHING))
            slots = scores.slots.get(definition, {})
            for slot in definition.scored_slots():
                tally = slots.get(slot, _NOTHING)
                yield row(b"  " + slot.name, tally)
                total += tally
    yield RULE + row(b"ALL OBJECTS", total) + RULE
    if with_filtering:
        yield row(b"TEXT FILTER", scores.text_filter) + RULE
    yield f_measures(total)


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
