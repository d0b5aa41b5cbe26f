"""What is suspicious in the printed figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rescore.checks.finding import Finding, Occurrences, counted
from rescore.reports.model import Cell, Report, written
from rescore.scorers import kind_of
from rescore.scorers.printed import STDOUT
from rescore.scorers.running import Outcome

_SCORES = frozenset(["precision", "recall", "fmeasure", "Prec", "Rec", "F1", "REC", "PRE", "f"])
_OF_TEXTS = "test "  # how columns begin that count documents and tokens, not items
_WITH_SCORES = frozenset(["faireval", "matscore", "matscore-csv", "muc-scores", "muc-coreference"])
_PERFECT = (1.0, 100.0)


def score_tables(outcome: Outcome) -> Iterator[tuple[str, Report]]:
    """Yield by name the reports of a run that hold scores; lists of items are long, and hold none."""
    for name, content in {STDOUT: outcome.stdout, **outcome.reports}.items():
        kind = kind_of(content) if content else None
        if kind is not None and kind.name in _WITH_SCORES:
            yield name, kind.report(content, name)


def perfect_of_nothing(name: str, report: Report) -> Iterator[Finding]:
    """Find rows with a full score whose counts are all zero."""
    found = Occurrences()
    for cells in _rows(report.cells):
        perfect = next((cell for cell in cells if cell.column in _SCORES and cell.value in _PERFECT), None)
        counts = [cell.value for cell in cells if isinstance(cell.value, int) and not cell.column.startswith(_OF_TEXTS)]
        if perfect is not None and counts and not any(counts):
            found.add(written(perfect.name), perfect.line)
    if found.count:
        problem = f"{counted(found.count, 'row')} with a full score and no items, the first is {found.first}"
        yield Finding("perfect-of-nothing", problem, name, found.line)


def _rows(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Yield the figures of each row."""
    row: list[Cell] = []
    for cell in cells:
        if row and (cell.table, cell.row) != (row[0].table, row[0].row):
            yield row
            row = []
        if not isinstance(cell.value, str):
            row.append(cell)
    if row:
        yield row
