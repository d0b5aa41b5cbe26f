"""The search for the cause of differences between a run and what was published: what is tried, and in what order.

Figures may show it (causes.py). Or it is another submission, a change of the run (changes.py), or a damaged file.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, islice
from typing import TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.rescore.archive.causes import COLUMNS, Case, are_scant, figure_causes
from legacy_scorers.rescore.archive.published import ComparedRun, Published, comparable_cells, compare, read_published
from legacy_scorers.rescore.archive.records import Cause, Result
from legacy_scorers.rescore.archive.submission import RunObserver, Submission, files_at, is_inside
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.runs.running import run_command
from legacy_scorers.rescore.runs.verdicts import EXCERPT, FAILED, FIGURES, IDENTICAL, LAYOUT, ROUNDING
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers import change as changes
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.scorer import Outcome

Other: TypeAlias = tuple[Submission, dict[str, bytes]]  # another submission, and its reports from the store

CONTRADICTION, OTHER_SUBMISSION = "contradiction", "other submission"  # a kind of hint, and of cause
_MISSING_DOCUMENT = "missing document"
_GIVES = {
    IDENTICAL: "identical",
    LAYOUT: "the same figures",
    EXCERPT: "all published figures",
    ROUNDING: "the same figures but for rounding",
}
_BY_CHANCE = ", perhaps by chance: all that was published is a figure of few digits"
_OF_PAIRS = ", perhaps by chance: all that was published is one figure, for which many pairs of changes were tried"
_OR_SWAPPED = ", or with the sides swapped"
_UNITS = {-2: ", in per cent", 2: ", as shares of 1"}  # of published figures, by the power of ten to those printed
_OF_READING = frozenset(  # kinds of changes
    ("compressed", "delimiter", "encoding", "file names", "line ends", "name", "newline", "outside", "raw", "version")
)


@dataclass
class Search:
    """Searches for the cause of differences between a run and what was published."""

    root: str
    result: Result
    outcome: Outcome
    published: Published
    compared: ComparedRun
    begin_trial: Callable[[str], None]  # is called with the text of each change; may raise an error

    def __post_init__(self) -> None:
        submission = self._submission = self.published.submission
        self._record = self.result.record
        self._scorer = SCORERS[submission.words[0]]
        figures = submission.figures.values()
        is_single = not self.published.reports and len(figures) == 1
        is_scant = is_single and are_scant(figures)
        powers = [power for cell, power in submission.powers.items() if cell in submission.figures]
        self._units = _UNITS[powers[0]] if powers else ""
        self._doubt = self._units + (_BY_CHANCE if is_scant else "")
        self._doubt_of_pairs = _OF_PAIRS if is_single and not is_scant else ""
        files, self._missing = self._files()
        self._setup = Setup(submission.words, submission.environment, self._contents(files), submission.folder)
        self._other_keys = {name: self._contents(files_at(self.root, name)) for name in submission.other_keys}
        printed = comparable_cells(self.published, self.outcome)
        self._may_lack = self.compared.left_out if self._record.verdict == FIGURES else submission.guessed
        differences = [one for _, one in self.compared.differences]
        rows, scorer = self.published.rows(printed), self._scorer
        self._case = Case(rows, printed.values(), differences, scorer.limits, scorer.mean_figures)

    @cached_property
    def _sides(self) -> Sides:
        sides: Sides = self._scorer.sides(self._setup)
        return sides

    def _files(self) -> tuple[Iterable[str], list[str]]:
        """Return files that the run asked for or listed, with those of similar names; and which of them are missing."""
        names = dict.fromkeys(self.result.files)
        for folder in self.result.folders:
            names |= dict.fromkeys(files_at(self.root, folder))
        on_disk = [name for name in names if name not in self._submission.given]
        missing = [name for name in on_disk if not os.path.isfile(os.path.join(self.root, name))]
        alike = {ending for name in missing for ending in (name.lower(), f"{name}.gz".lower())}
        for folder in dict.fromkeys([self._submission.folder, *map(os.path.dirname, missing)]):
            near = files_at(self.root, folder) if is_inside(self.root, folder) else []
            names |= dict.fromkeys([name for name in near if name.lower() in alike or "\\" in name])
        return names, missing

    def _contents(self, names: Iterable[str]) -> dict[str, bytes]:
        contents = ((name, self._submission.content(self.root, name)) for name in names)
        return {name: content for name, content in contents if content is not None}

    def causes(self, others: Sequence[Other], seconds: float) -> list[Cause]:
        """Return the causes that figures show, or else those from other submissions, changes, or damaged files.

        Two changes at a time are tried for ``seconds``.
        """
        if not self.published.rows():
            return []
        shown, partly = figure_causes(self._case)
        if shown:
            are_columns = shown[0].kind == COLUMNS
            swaps = [(change,) for change in self._changes() if change.kind == "swap"] if are_columns else []
            return _causes(shown, IDENTICAL, self._units + (_OR_SWAPPED if self._first_fitting(swaps) else ""))
        outcomes = [
            Outcome(SCORERS[one.words[0]], one.status, reports.get("", b""), b"", reports) for one, reports in others
        ]
        found = [one for (one, _), outcome in zip(others, outcomes) if self._verdict(outcome) in _GIVES]
        exchanged = (one for one in found if compare(read_published(self.root, one), self.outcome).verdict in _GIVES)
        causes = (
            _first(self._others(exchanged, "if exchanged with"))
            or self._first_fitting((change,) for change in self._changes())
            or _first(self._damage_causes())
            or _first(self._others(found, "with the figures of"))
            or self._first_fitting(self._pairs(seconds))
            or _first(self._hint_causes(_MISSING_DOCUMENT, "missing-document", "no-partner"))
            or _first(self._other_totals())
        )
        if not causes and not any(one.name == CONTRADICTION for one in self._record.hints):
            self._record.hints[:0] = partly
        return causes

    def remedies(self) -> list[Cause]:
        """Return the first change of how files are read with which a failed run scores."""
        for change in self._changes():
            setup = _apply(self._setup, [change]) if change.kind in _OF_READING else None
            if setup is not None:
                self.begin_trial(change.text)
                if _outcome(setup).is_scored:
                    return [Cause(change.kind, change.detail, f"can be scored {change.text}")]
        return []

    def _others(self, others: Iterable[Submission], text: str) -> Iterator[Cause]:
        for other in others:
            name = other.name if other.task == self._submission.task else other.label
            yield Cause(OTHER_SUBMISSION, name, f"{IDENTICAL} {text} {name}{self._doubt}")

    def _changes(self) -> Iterator[Change]:
        """Yield all changes, the cheapest and likeliest first."""
        setup, sides, scorer = self._setup, self._sides, self._scorer
        cells = [cell for row in self.published.rows() for cell in row]
        return chain(
            scorer.choices(setup, sides, cells),
            changes.key_changes(sides, self._other_keys),
            changes.saving_changes(sides),
            scorer.published_changes(setup, sides, cells),
            changes.name_changes(setup, self._missing, sides),
            changes.case_changes(setup, sides),
            scorer.unit_changes(setup, sides),
            changes.file_changes(sides),
        )

    def _pairs(self, seconds: float) -> Iterator[tuple[Change, Change]]:
        """Yield pairs of changes of different kinds until the time is over."""
        end = time.monotonic() + seconds
        for pair in combinations(self._changes() if seconds else (), 2):
            if time.monotonic() >= end:
                return
            if pair[0].kind != pair[1].kind:
                yield pair

    def _first_fitting(self, trials: Iterable[Sequence[Change]]) -> list[Cause]:
        """Return the first changes that reproduce every published figure, or else the first up to rounding."""
        rounded: list[Cause] = []
        for trial in trials:
            setup = _apply(self._setup, trial)
            if setup is None:
                continue
            self.begin_trial(" and ".join([change.text for change in trial]))
            outcome = _outcome(setup, with_units=self._submission.names_unprinted)
            is_comparable = outcome.status == self._submission.status
            verdict = self._verdict(outcome) if is_comparable else FAILED
            doubt = self._doubt + (self._doubt_of_pairs if len(trial) > 1 else "")
            found = _causes(trial, _GIVES[verdict], doubt) if verdict in _GIVES else []
            if found and verdict != ROUNDING:
                return found
            rounded = rounded or found
        return rounded

    def _verdict(self, outcome: Outcome) -> str:
        """Return the verdict on another outcome; it must have all published figures that this run has."""
        compared = compare(self.published, outcome)
        return compared.verdict if compared.left_out <= self._may_lack else FIGURES

    def _damage_causes(self) -> Iterator[Cause]:
        """Yield files that are cut off, missing or unreadable, if published figures are greater than printed ones."""
        if not self._case.is_more:
            return
        sides = self._sides
        for path in (*sides.response, *sides.key, *sides.others):
            if self._scorer.is_cut_off(self._setup.files.get(path, b"")):
                yield Cause("truncated", path, f"{path} is cut off at the end")
        if missing := self._missing_at_the_end():
            path = sides.response[0]
            units = counted(missing, self._scorer.unit.removesuffix("s"))
            yield Cause("truncated", path, f"{path} is cut off: it ends {units} before the key")
        yield from self._hint_causes("unreadable", "document-skipped")
        for path in self._record.documents.missing if self._record.verdict == FAILED else ():
            yield Cause(_MISSING_DOCUMENT, path, f"{path} is missing")

    def _missing_at_the_end(self) -> int:
        """Return how many units follow the last answered one, or 0 unless up to that many more were answered."""
        case, column = self._case, self._scorer.answered
        answered = {cell.text: case.now[cell.name].text for cell in case.cells if column and cell.column == column}
        if not answered:
            return 0
        missing = self._scorer.missing_at_end(self._setup, self._sides)
        return missing if any(0 < float(then) - float(now) <= missing for then, now in answered.items()) else 0

    def _hint_causes(self, kind: str, *names: str) -> Iterator[Cause]:
        """Yield causes that hints show, such as lost documents, if published figures are greater than printed ones."""
        for one in self._record.hints if self._case.is_more else ():
            if one.name in names:
                yield Cause(kind, one.file or "", f"{one.file or ''}: {one.message}")

    def _other_totals(self) -> Iterator[Cause]:
        """Yield totals that are not the key's, each with the name of a key that has it."""
        totals = dict(self._scorer.key_totals)
        for cell in self._case.cells:
            now = self._case.now[cell.name].value
            if cell.column in totals and not isinstance(cell.value, str) and not isinstance(now, str):
                keys = changes.key_changes(self._sides, self._other_keys)
                other = next((f" as in {key.detail}" for key in keys if self._prints(key, cell)), "")
                text = f"another key: {cell.value:g} {totals[cell.column]}{other}, this has {now:g}"
                yield Cause("other key total", f"{cell.value:g}", text)

    def _prints(self, change: Change, cell: Cell) -> bool:
        self.begin_trial(change.text)
        with contextlib.suppress(InputError):
            printed = _outcome(change.apply(self._setup)).cells
            return any(one.name == cell.name and one.value == cell.value for one in printed)
        return False


def _first(causes: Iterator[Cause]) -> list[Cause]:
    return list(islice(causes, 1))


def _causes(found: Sequence[Change | Cause], gives: str, doubt: str) -> list[Cause]:
    """Return a record for each of some changes that together result in a verdict; all have the same text."""
    text = f"{gives} {' and '.join([one.text for one in found])}{doubt}"
    return [Cause(one.kind, one.detail, text) for one in found]


def _apply(setup: Setup, trial: Iterable[Change]) -> Setup | None:
    """Return a setup after some changes, or None if one of them changes nothing."""
    for change in trial:
        before, setup = setup, change.apply(setup)
        if setup == before:
            return None
    return setup


def _outcome(setup: Setup, *, with_units: bool = False) -> Outcome:
    """Run a setup on a host in memory, and return the outcome, with figures by unit that reports lack if wanted."""
    command, *words = setup.words
    files = {os.path.normpath(name): content for name, content in setup.files.items()}
    observer = RunObserver(wants_units=True) if with_units else None
    return run_command(SCORERS[command], words, Memory(files, setup.environment, setup.folder), observer)
