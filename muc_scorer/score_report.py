"""The 3.3 score report of all tasks but coreference: a page for each document, and one of totals (scoring manual).

A page shows text filtering (scenario templates) or subtasks and sections (named entities), then objects, slots, the
sum of all slots and F-measures. Every class and slot is shown.
"""

from __future__ import annotations

from muc_scorer.config import NAMED_ENTITY, SCENARIO_TEMPLATE
from muc_scorer.page_tallies import PageTallies
from muc_scorer.rows import row
from muc_scorer.score_page import class_heading, heading, inner_row, score_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from muc_scorer.definitions import Definitions
    from muc_scorer.outcomes import DocumentOutcome


def score_report(task: bytes, definitions: Definitions, outcomes: Iterable[DocumentOutcome]) -> bytes:
    """Return the pages of documents, in that order, and of the run."""
    totals = PageTallies(definitions)
    parts = []
    for outcome in outcomes:
        page = PageTallies(definitions)
        page.add_document(outcome)
        totals.add_page(page)
        parts += [b"Document: %s\n" % outcome.docnum, _page(task, page), b"\n"]
    return b"".join([*parts, b" * * * SUMMARY SCORES * * *\n", _page(task, totals), b"\n"])


def _page(task: bytes, tallies: PageTallies) -> bytes:
    blocks = []
    if task == SCENARIO_TEMPLATE:
        blocks.append(row(b"TEXT FILTERING", tallies.filtering.tally()))
    if task == NAMED_ENTITY:
        blocks += [_subtasks(tallies), _sections(tallies)]
    return score_page([*blocks, _objects(tallies), _slots(tallies)], tallies.all_slots().tally())


def _subtasks(tallies: PageTallies) -> bytes:
    lines = [heading(b"SUBTASK SCORES")]
    for definition, types in tallies.types.items():
        lines.append(class_heading(definition.name))
        lines += [inner_row(label, counts.tally()) for label, counts in types.items()]
    return b"".join(lines)


def _sections(tallies: PageTallies) -> bytes:
    rows = [inner_row(label, counts.tally()) for label, counts in tallies.sections.items()]
    return b"".join([heading(b"SECT SCORES"), *rows])


def _objects(tallies: PageTallies) -> bytes:
    rows = [row(definition.name, counts.tally()) for definition, counts in tallies.objects.items()]
    return b"".join([heading(b"OBJ SCORES"), *rows])


def _slots(tallies: PageTallies) -> bytes:
    lines = [heading(b"SLOT SCORES")]
    for definition in tallies.objects:
        lines.append(class_heading(definition.name))
        lines += [inner_row(slot.name, tallies.slots[slot].tally()) for slot in definition.slots]
    return b"".join(lines)
