"""A legacy command line that is run and then checked."""

from __future__ import annotations

from importlib import import_module

from rescore.checks.figures import perfect_of_nothing
from rescore.reports.printed import printed_reports
from rescore.scorers import run_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rescore.checks.finding import Finding
    from rescore.scorers import Outcome

CHECKS = {
    "scorer2": "rescore.checks.scorer2",
    "FairEval.py": "rescore.checks.faireval",
    "MATScore": "rescore.checks.mat_score",
    "muc-score": "rescore.checks.muc_scorer",
}


class Checked:
    """What a run did."""

    __slots__ = ("_reports", "command", "outcome", "words")

    def __init__(self, command: str, words: Sequence[str]) -> None:
        self.command = command
        self.words = list(words)
        self.outcome: Outcome = run_command(command, words)
        self._reports = printed_reports(self.outcome)

    @property
    def is_scored(self) -> bool:
        """Whether there is a report: the run may have failed, or been asked for help."""
        return not self.outcome.status and any(report is not None for _, report in self._reports.values())

    def findings(self) -> Iterator[Finding]:
        """Yield all that is suspicious in a run that scored, by what it is about: inputs, then figures."""
        yield from import_module(CHECKS[self.command]).findings(self.words, self.outcome)
        for name, (_, report) in self._reports.items():
            if report is not None:
                yield from perfect_of_nothing(name, report)
