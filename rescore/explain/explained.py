"""A legacy command line, run and explained: its outcome, and the records of everything that made its figures."""

from __future__ import annotations

from common.garbage import uncollected
from rescore.explain.spool import Spool
from rescore.explain.stream import JsonLines
from rescore.reports.printed import printed_cells, printed_reports
from rescore.scorers.running import run_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

    from common.match import Run
    from rescore.explain.stream import Selection
    from rescore.reports.model import Report
    from rescore.scorers.running import Outcome


class Explained:
    """What a run did, and the file of records that explains it.

    ``run`` is None where the command failed, or scored nothing since it was asked for help. ``figures`` and
    ``units`` are the numbers of records.
    """

    __slots__ = ("figures", "file", "outcome", "run", "units")

    def __init__(self, outcome: Outcome, run: Run | None, file: IO[bytes], units: int) -> None:
        self.outcome = outcome
        self.run = run
        self.file = file
        self.units = units
        self.figures = 0

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


def explained(
    command: str, words: Sequence[str], file: IO[bytes], selection: Selection, texts: bool = False
) -> Explained:
    """Run a command line and write the records that explain it to ``file``."""
    observer = JsonLines(file, [command, *words], selection, texts)
    outcome = uncollected(run_command)(command, words, observer)
    run = Explained(outcome, observer.run, file, observer.heard)
    if run.is_scored:
        run.figures = observer.finish(printed_cells(outcome))
    return run
