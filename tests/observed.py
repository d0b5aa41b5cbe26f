"""Runs of golden cases and others: each is made once, with an observer and on a host that writes nothing."""

from __future__ import annotations

import io
import os
from functools import cached_property

from legacy_scorers.common.cli import run
from legacy_scorers.common.evaluation import Evaluation
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Observer, Unit
from legacy_scorers.common.result import Run as ScoredRun
from legacy_scorers.rescore.output.json_lines import JsonLines
from legacy_scorers.rescore.reports.report import Report
from legacy_scorers.rescore.runs.explanation import Selection
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.scorer import Outcome
from tests.running import Run, other_variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


class _Units(Observer):
    """Keeps the run and its units, with lists of matches."""

    def __init__(self) -> None:
        self.run: ScoredRun | None = None
        self.units: list[Unit] = []

    def begin(self, run: ScoredRun) -> None:
        self.run = run

    def unit(self, unit: Unit) -> None:
        unit.matches = list(unit.matches)
        self.units.append(unit)


class ObservedRun:
    """A run of a scorer that rescore knows, in a folder: what the command did, and what it scored.

    ``typed`` is the whole command line as rescore takes it. ``number`` chooses which questions are asked.
    """

    def __init__(
        self, typed: Sequence[str], folder: Path, environment: Mapping[str, str] = {}, number: int = 0
    ) -> None:
        command, *self.words = self.typed = typed
        self.number = number
        scorer = SCORERS[command]
        self.host = Archive("", {**other_variables(), **environment}, os.path.realpath(folder))
        arguments, redirected = scorer.redirected(self.words)
        self.host.stdin_name = redirected or self.host.stdin_name
        seen = _Units()
        status = run(scorer.command, lambda words, host: scorer.score(words, host, seen), arguments, self.host)
        streams = self.host.stdout.getvalue(), self.host.stderr.getvalue()
        self.outcome = Outcome(scorer, status, *streams, self.host.reports)
        is_scored = status == 0 and seen.run is not None
        self.result = Evaluation(seen.run, seen.units, self.words, self.host) if is_scored and seen.run else None

    @property
    def left(self) -> Run:
        """What the command would have left behind."""
        files = {os.path.normpath(name): content for name, content in self.outcome.written.items()}
        return Run(self.outcome.status, self.outcome.stdout, self.outcome.stderr, files)

    @cached_property
    def explained(self) -> JsonLines:
        """The explanation of what was scored."""
        assert self.result is not None
        explained = JsonLines(io.BytesIO(), Selection())
        explained.review(self.result)
        return explained

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines of JSON of the explanation."""
        return b"".join(self.explained.blocks()).splitlines(keepends=True)

    @property
    def reports(self) -> list[Report]:
        """What it printed and wrote that is a report; a run that fails may have begun one."""
        outcome = self.explained.outcome if self.result else self.outcome
        return [report for report in outcome.reports if report.layout]
