"""Checks a run of a legacy command line: its inputs, and then its figures."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import groupby

from common.atomic import KeptReports
from common.configuration import FILLED
from common.errors import InputError, RefusalError
from rescore.changes import Setup
from rescore.checks.finding import Finding, Sampler
from rescore.explain.explanation import figures
from rescore.reports.model import written
from rescore.scorers import SCORERS, Profile, kind_of
from rescore.scorers.running import Outcome, cells_of, printed_by, printed_cells, refuse_pipe, run_command

_MIN_GAIN = 0.1  # share of the full score; a gain from this on means that the sides may be swapped
_SCORES = frozenset(["precision", "recall", "fmeasure", "Prec", "Rec", "F1", "REC", "PRE", "f"])
_OF_TEXTS = "test "  # prefix of columns that count documents and tokens, not items
_PERFECT = (1.0, 100.0)
_TEXTS = {"perfect-of-nothing": "{n:row} with a full score and no items, the first is {first}"}


class Checked:
    """A run and its outcome; without one, the command is run. Raises ``InputError`` for pipes: files are read twice."""

    def __init__(self, command: str, words: Sequence[str], outcome: Outcome | None = None) -> None:
        self.command = command
        self.words = list(words)
        arguments, file = SCORERS[command].redirected(words)
        for path in filter(os.path.exists, [*arguments, file]):
            refuse_pipe(path)
        self.outcome: Outcome = outcome or run_command(command, words)

    @property
    def is_scored(self) -> bool:
        """Whether the run succeeded and printed a report, not just its help."""
        return not self.outcome.status and any(kind_of(content) for _, content in printed_by(self.outcome))

    def findings(self, *, other_way: bool = True) -> Iterator[Finding]:
        """Yield all that is suspicious, first in the inputs, then in the figures; of a failed run, what may explain it.

        ``other_way`` allows a second run with key and response exchanged.
        """
        scorer = SCORERS[self.command]
        checks = import_module(f"rescore.checks.{scorer.package}")
        if not self.is_scored:
            causes = getattr(checks, "CAUSES", ()) if self.outcome.status and self.words else ()
            before_error: list[Finding] = []
            with suppress(InputError, RefusalError, OSError), KeptReports():  # the run has reported it
                for finding in checks.findings(self.words, self.outcome) if causes else ():
                    before_error += [finding] if finding.name in causes else []
            yield from before_error
            return
        with KeptReports():  # checks read the configuration as the run does, which makes folders for reports
            found = list(checks.findings(self.words, self.outcome))
        yield from found
        if other_way and scorer.right and not any(finding.name == "sides-swapped" for finding in found):
            yield from swapped_by_score(scorer, self.words, self.outcome)
        if scorer.right:
            yield from perfect_of_nothing(self.outcome)


def perfect_of_nothing(outcome: Outcome) -> Iterator[Finding]:
    """Find rows with a full score whose counts are all zero."""
    for name, content in printed_by(outcome):
        rows = Sampler(_TEXTS, name)
        for _, row in groupby(cells_of(content, name), lambda cell: cell.name[:2]):
            cells = [cell for cell in row if not isinstance(cell.value, str)]
            perfect = next((cell for cell in cells if cell.column in _SCORES and cell.value in _PERFECT), None)
            counts = [c.value for c in cells if isinstance(c.value, int) and not c.column.startswith(_OF_TEXTS)]
            if perfect is not None and counts and not any(counts):
                rows.add("perfect-of-nothing", written(perfect.name), perfect.line)
        yield from rows.findings()


def swapped_by_score(scorer: Profile, words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    """Find that the main measure is much better in a second run, with the sides exchanged, as users may swap them."""
    changed = _run_other_way(scorer, words)
    if changed is None:
        return
    runs = outcome, changed
    here, there = [{cell.name: float(cell.value) for cell in figures(printed_cells(run))} for run in runs]
    name = next((name for name in scorer.main_measures if name in here and name in there), None)
    if name is None or not any(there.get((*name[:2], column)) for column in scorer.right):
        return
    if there[name] >= here[name] + _MIN_GAIN * scorer.full:
        problem = f"{written(name)} is {here[name]:.4g}, with exchanged sides {there[name]:.4g}"
        yield Finding("sides-swapped", problem)


def _run_other_way(scorer: Profile, words: Sequence[str]) -> Outcome | None:
    setup = Setup([scorer.command, *words], os.environ, {}, "")
    sides = scorer.changes.sides_of(setup)
    if sides.configuration:
        with open(sides.configuration, "rb") as file:
            setup = replace(setup, files={sides.configuration: file.read()})
    swap = next(change for change in scorer.changes.choices(setup, sides) if change.kind == "swap")
    exchanged = swap.apply(setup)
    if exchanged == setup:
        return None
    FILLED.update({os.path.realpath(name): content for name, content in exchanged.files.items()})
    try:
        return run_command(scorer.command, exchanged.words[1:])
    finally:
        FILLED.clear()
