"""The cells that a run of a scorer printed."""

from __future__ import annotations

from collections.abc import Iterator

from legacy_scorers.common.evaluation import Evaluation
from legacy_scorers.common.result import Observer
from legacy_scorers.rescore.reports.model import Cell, Layout, ReportRecord
from legacy_scorers.rescore.scorers.scorer import Outcome, Scorer


def replay(scorer: Scorer, result: Evaluation, observer: Observer) -> Outcome:
    """Pass on to an observer what was scored before, and return what the command of the scorer did."""
    tables = scorer.unprinted(observer)
    passes_on = tables or observer
    passes_on.begin(result.run)
    for unit in result.units:
        passes_on.unit(unit)
    host, unprinted = result.host, [] if tables is None else list(tables.cells())
    return Outcome(scorer, 0, host.stdout.getvalue(), host.stderr.getvalue(), host.reports, unprinted)


def printed_reports(outcome: Outcome) -> dict[str, list[ReportRecord]]:
    """Return, by name, the records of the reports that a run printed; a line of a message is one, too."""
    return {
        name: (outcome.scorer.layout_of(content) or Layout).report(content, name) for name, content in outcome.printed
    }


def printed_cells(outcome: Outcome) -> Iterator[Cell]:
    """Yield the cells that a run printed, row by row as they are read, and then those that its reports lack.

    Tables that only list things are left out.
    """
    for name, content in outcome.printed:
        yield from cells_of(content, name, outcome.scorer.layout_of(content))
    yield from outcome.unprinted


def cells_of(content: bytes, name: str, layout: type[Layout] | None) -> Iterator[Cell]:
    """Yield the cells of a report and means of them, none if it only lists things.

    Raises :class:`InputError` if it cannot be read.
    """
    kind = layout or Layout
    table = kind.table_of(content)
    records = kind.records([(1, content)], table, name) if table not in kind.listings else ()
    yield from kind.with_means(cell for record in records for cell in record.cells if cell.table not in kind.listings)
