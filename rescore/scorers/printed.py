"""The reports that a run printed: on standard output and in the files that it would have written."""

from __future__ import annotations

from collections.abc import Iterator

from rescore.reports.model import LISTS, Cell, Part, Report
from rescore.scorers import kind_of
from rescore.scorers.running import Outcome

STDOUT = "<stdout>"


def printed_reports(outcome: Outcome) -> dict[str, tuple[bytes, Report | None]]:
    """Return by name all that a run printed, and the report that it is; None for what is none, such as messages."""
    return {name: (content, _report(outcome.command, content, name)) for name, content in _printed(outcome)}


def printed_cells(outcome: Outcome) -> Iterator[Cell]:
    """Yield the cells that a run printed, row by row as they are read. Tables that only list things are left out."""
    for name, content in _printed(outcome):
        yield from cells_of(content, name, outcome.command)


def cells_of(content: bytes, name: str, command: str | None = None) -> Iterator[Cell]:
    """Yield the cells of what may be a report, of ``command`` if that is known.

    Raises :class:`InputError` where it cannot be read on.
    """
    kind = kind_of(content, command)
    if kind is None or (table := kind.layout.table_of(content)) in LISTS:
        return
    for record in kind.records(Part(content, 1), table, name):
        if record.table not in LISTS:
            yield from record.cells()


def _printed(outcome: Outcome) -> list[tuple[str, bytes]]:
    printed = {STDOUT: outcome.stdout, **outcome.reports}
    return [(name, content) for name, content in printed.items() if content]


def _report(command: str, content: bytes, name: str) -> Report | None:
    kind = kind_of(content, command)
    return kind.report(content, name) if kind else None
