"""A legacy command line that is run and then checked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from rescore.checks.figures import perfect_of_nothing, score_tables
from rescore.checks.finding import Finding
from rescore.checks.other_way import swapped_by_score
from rescore.scorers import SCORERS, kind_of
from rescore.scorers.running import Outcome, refuse_pipe, run_command


class Checked:
    """What a run did; without an outcome it is run. Its files are read once more, so pipes raise ``InputError``."""

    __slots__ = ("command", "outcome", "words")

    def __init__(self, command: str, words: Sequence[str], outcome: Outcome | None = None) -> None:
        self.command = command
        self.words = list(words)
        arguments, file = SCORERS[command].redirected(words)
        for path in filter(os.path.exists, [*arguments, file]):
            refuse_pipe(path)
        self.outcome: Outcome = outcome or run_command(command, words)

    @property
    def is_scored(self) -> bool:
        """Whether there is a report: the run may have failed, or been asked for help."""
        printed = [self.outcome.stdout, *self.outcome.reports.values()]
        return not self.outcome.status and any(kind_of(content) for content in printed if content)

    def causes(self) -> Iterator[Finding]:
        """Yield what may be why a run failed, where its message does not say it."""
        causes = getattr(SCORERS[self.command].checks, "causes", None)
        if causes and self.outcome.status and self.words:
            yield from causes(self.words)

    def findings(self, *, other_way: bool = True) -> Iterator[Finding]:
        """Yield all that is suspicious in a run that scored, by what it is about: inputs, then figures.

        Without ``other_way`` the run is not repeated with the sides exchanged.
        """
        found = list(SCORERS[self.command].checks.findings(self.words, self.outcome))
        yield from found
        if other_way and not any(finding.name == "sides-swapped" for finding in found):
            yield from swapped_by_score(self.command, self.words, self.outcome)
        for name, report in score_tables(self.outcome):
            yield from perfect_of_nothing(name, report)
