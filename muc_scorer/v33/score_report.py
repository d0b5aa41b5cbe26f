"""The 3.3 score report of all tasks but coreference: a page for each document, and one of totals (scoring manual).

A page shows text filtering (scenario templates) or subtasks and sections (named entities), then objects, slots, the
sum of all slots and F-measures. Every class and slot is shown.
"""

from __future__ import annotations

from muc_scorer.config import NAMED_ENTITY, SCENARIO_TEMPLATE
from muc_scorer.rows import row
from muc_scorer.v33.page_tallies import PageTallies
from muc_scorer.v33.score_page import class_heading, heading, inner_row, score_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.definitions import Definitions
    from muc_scorer.v33.outcomes import DocumentOutcome


class ScoreReport:
    """The score report of a run, which gets its documents one after the other."""

    __slots__ = ("_definitions", "_parts", "_task", "_totals")

    def __init__(self, task: bytes, definitions: Definitions) -> None:
        self._task = task
        self._definitions = definitions
        self._totals = PageTallies(definitions)
        self._parts: list[bytes] = []

    def add(self, outcome: DocumentOutcome) -> None:
        """Add the page of a document."""
        page = PageTallies(self._definitions)
        page.add_document(outcome)
        self._totals.add_page(page)
        self._parts += [b"Document: %s\n" % outcome.docnum, _page(self._task, page), b"\n"]

    def content(self) -> bytes:
        """Return the report: the pages so far and that of the totals."""
        totals = [b" * * * SUMMARY SCORES * * *\n", _page(self._task, self._totals), b"\n"]
        return b"".join([*self._parts, *totals])


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
