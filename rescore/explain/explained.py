"""A legacy command line, run and explained: its outcome, and the records of everything that made its figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO

from rescore.explain.records import figures
from rescore.explain.spool import Spool
from rescore.explain.stream import JsonLines, Selection
from rescore.reports.model import Report, nearest, written
from rescore.scorers.running import Outcome, printed_cells, printed_reports, run_command


class Explained:
    """What a run did, and the file of records that explains it.

    ``run`` is None where the command failed, or scored nothing since it was asked for help. ``figures`` is the number
    of records.
    """

    def __init__(self, outcome: Outcome, file: IO[bytes], observer: JsonLines) -> None:
        self.outcome = outcome
        self.run = observer.run
        self.file = file
        self._observer = observer
        self.figures = observer.finish(printed_cells(outcome)) if self.is_scored else 0

    @property
    def is_scored(self) -> bool:
        """Whether the command succeeded, and there is something to explain."""
        return not self.outcome.status and self.run is not None

    @property
    def reports(self) -> dict[str, tuple[bytes, Report | None]]:
        """The reports that it printed, by name, read; None for what is no known report."""
        return printed_reports(self.outcome)

    @property
    def spool(self) -> Spool:
        """The records, to be read."""
        return Spool(self.file)

    def lacks(self, selection: Selection) -> str:
        """Return what is wrong with the names of a selection, nothing if the run has them."""
        seen = self._observer
        if selection.cell is not None and not self.figures:
            known = [written(cell.name) for cell in figures(printed_cells(self.outcome))]
            wanted = written(selection.cell)
            return f"the report has no figure {wanted}{nearest(wanted, known)}; docs/cells.md explains the names"
        if selection.unit is not None and not seen.heard:
            return f"the run has no unit {selection.unit!r}{nearest(selection.unit, seen.passed)}"
        if selection.kind is not None and selection.kind not in seen.kinds:
            there_are = f"only {', '.join(sorted(seen.kinds))}" if seen.kinds else "and none of any other"
            return f"the run has no matches of kind {selection.kind!r}, {there_are}"
        return ""


def explained(
    command: str, words: Sequence[str], file: IO[bytes], selection: Selection, texts: bool = False
) -> Explained:
    """Run a command line and write the records that explain it to ``file``."""
    observer = JsonLines(file, [command, *words], selection, texts)
    outcome = run_command(command, words, observer)
    return Explained(outcome, file, observer)
