"""What a run of a scorer did, and the cells that it printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from legacy_scorers.rescore.reports.model import LISTS, Cell, Layout, ReportRecord

if TYPE_CHECKING:
    from legacy_scorers.rescore.scorers.scorer import Scorer

STDOUT = "<stdout>"


@dataclass(slots=True)
class Outcome:
    """What a command did: its exit status, the bytes of both streams, and the files that it would have written."""

    scorer: Scorer
    status: int
    stdout: bytes
    stderr: bytes
    reports: dict[str, bytes]

    @property
    def complaint(self) -> str:
        """Why there is no report, in the command's own words."""
        said = (self.stderr or self.stdout).decode("utf-8", "replace")
        reason = reason_in(said.splitlines(), self.scorer.notes) if self.status else ""
        return reason or f"ended with status {self.status} and scored nothing"

    @property
    def is_scored(self) -> bool:
        """Whether the run succeeded and printed a report, not just its help."""
        return not self.status and any(self.scorer.layout_of(content) for _, content in self.printed)

    @property
    def printed(self) -> list[tuple[str, bytes]]:
        """Name and bytes of its standard output and of each of its reports that is not empty."""
        printed = {STDOUT: self.stdout, **self.reports}
        return [(name, content) for name, content in printed.items() if content]


def reason_in(said: Sequence[str], notes: Sequence[str] = ()) -> str:
    """Return why there is no report: the last line before the usage, or else the last, without blanks and notes."""
    lines = [line.strip() for line in said if line.strip() and line.strip() not in notes]
    before_usage = list(takewhile(lambda line: not line.lower().startswith("usage"), lines))
    return next(reversed(before_usage or lines), "")


def printed_reports(outcome: Outcome) -> dict[str, list[ReportRecord]]:
    """Return, by name, the records of the reports that a run printed; a line of a message is one, too."""
    return {
        name: (outcome.scorer.layout_of(content) or Layout).report(content, name) for name, content in outcome.printed
    }


def printed_cells(outcome: Outcome) -> Iterator[Cell]:
    """Yield the cells that a run printed, row by row as they are read. Tables that only list things are left out."""
    for name, content in outcome.printed:
        yield from cells_of(content, name, outcome.scorer.layout_of(content))


def cells_of(content: bytes, name: str, layout: type[Layout] | None) -> Iterator[Cell]:
    """Yield the cells of a report and means of them, none if it only lists things.

    Raises :class:`InputError` if it cannot be read.
    """
    kind = layout or Layout
    table = kind.table_of(content)
    records = kind.records([(1, content)], table, name) if table not in LISTS else ()
    yield from kind.with_means(cell for record in records for cell in record.cells if cell.table not in LISTS)
