"""Searches for the cause of different figures; hints at problems in figures and files help where none is found."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, combinations, islice
from operator import eq

from common.errors import InputError
from rescore import changes
from rescore.archive.causes import COLUMNS, MISSING_DOCUMENT, Case, Other, damage, hinted, known
from rescore.archive.published import ComparedRun, Published, compare, read_published
from rescore.archive.records import Cause, Hint, Record
from rescore.archive.scoring import WatchedRun, inside, score
from rescore.archive.submission import Submission, content_for, files_at, is_inside
from rescore.changes import Change, Setup
from rescore.checks import WHOLE_RUN, Finding, findings, refuse_pipes
from rescore.difference import EXCERPT, FAILED, FIGURES, IDENTICAL, LAYOUT, OLD, ROUNDING, SIDES, UNPUBLISHED
from rescore.process import lacks_memory
from rescore.reports.model import Cell, nearest, written
from rescore.scorers import SCORERS
from rescore.scorers.running import Outcome, printed_cells, run_command

OTHER_SUBMISSION = "other submission"
MAX_HINTS = 20  # of a submission
_CONTRADICTION = "contradiction"
_COUNT = re.compile(r"\b\d+\b")
_GIVES = {
    IDENTICAL: "identical",
    LAYOUT: "the same figures",
    EXCERPT: "all published figures",
    ROUNDING: "the same figures but for rounding",
}
_BY_CHANCE = ", perhaps by chance: all that was published is a figure of few digits"
_NAMES_OF_FILES = frozenset({("settings", "target_in"), ("settings", "system_in")})  # their change is no cause


@dataclass
class Search:
    """Searches for the cause of differences between a run and what was published; ``trying`` is told of each trial."""

    root: str
    scored: WatchedRun
    published: Published
    compared: ComparedRun
    record: Record
    trying: Callable[[str], None]

    def __post_init__(self) -> None:
        submission = self._submission = self.published.submission
        self._scorer = SCORERS[submission.words[0]]
        digits = [sign for text in submission.figures.values() for sign in text.lstrip("-0.") if sign.isdigit()]
        is_scant = not self.published.reports and len(submission.figures) == 1 and len(digits) <= 2
        self._doubt = _BY_CHANCE if is_scant else ""
        files, self._missing = self._files()
        self._setup = Setup(submission.words, submission.environment, self._contents(files), submission.folder)
        self._other_keys = {name: self._contents(files_at(self.root, name)) for name in submission.other_keys}
        printed = {written(cell.name): cell for cell in printed_cells(self.scored.outcome)}
        self._case = Case(self.published.rows(printed), printed.values(), [one for _, one in self.compared.differences])
        self._partly: Sequence[Hint] = ()

    def by_itself(self) -> list[Cause]:
        """Return the causes that published and recomputed figures show."""
        causes, self._partly = known(self._case)
        are_columns = causes and causes[0].kind == COLUMNS
        swaps = [(change,) for change in self._changes() if change.kind == "swap"] if are_columns else []
        return _causes(causes, IDENTICAL, ", or with the sides swapped" if self._tried(swaps) else "")

    def by_others(self, others: Sequence[Other], seconds: float) -> list[Cause]:
        """Return causes from other submissions, changes (two at a time for ``seconds``), or damaged files."""
        outcomes = [Outcome(one.words[0], one.status, reports.get("", b""), b"", reports) for one, reports in others]
        found = [one for (one, _), outcome in zip(others, outcomes) if _is_printed(self.published, outcome)]
        exchanged = (one for one in found if _is_printed(read_published(self.root, one), self.scored.outcome))
        causes = (
            _first(self._others(exchanged, "if exchanged with"))
            or self._tried((change,) for change in self._changes())
            or _first(damage(self._case, self._setup, self._scorer.checks, self.record))
            or _first(self._others(found, "with the figures of"))
            or self._tried(self._pairs(seconds))
            or _first(hinted(self._case, self.record, MISSING_DOCUMENT, "missing-document", "no-partner"))
            or _first(self._other_totals())
        )
        if not causes and not any(one.name == _CONTRADICTION for one in self.record.hints):
            self.record.hints[:0] = self._partly
        return causes

    def _others(self, others: Iterable[Submission], text: str) -> Iterator[Cause]:
        for other in others:
            name = other.name if other.task == self._submission.task else other.label
            yield Cause(OTHER_SUBMISSION, name, f"{IDENTICAL} {text} {name}{self._doubt}")

    def _pairs(self, seconds: float) -> Iterator[tuple[Change, Change]]:
        """Yield pairs of changes of different kinds until the time is over."""
        end = time.monotonic() + seconds
        for pair in combinations(self._changes() if seconds else (), 2):
            if time.monotonic() >= end:
                return
            if pair[0].kind != pair[1].kind:
                yield pair

    def _other_totals(self) -> Iterator[Cause]:
        """Yield totals that are not the key's, each with the name of a key that has it."""
        column, things = self._scorer.key_total
        for cell in self._case.cells:
            now = self._case.now[cell.name].value
            if cell.column == column and not isinstance(cell.value, str) and not isinstance(now, str):
                keys = changes.other_keys(self._scorer.checks.sides_of(self._setup), self._other_keys)
                other = next((f" as in {key.detail}" for key in keys if self._prints(key, cell)), "")
                text = f"{cell.value:g} {things}{other}, this key has {now:g}"
                yield Cause("other key total", f"{cell.value:g}", text)

    def _prints(self, change: Change, cell: Cell) -> bool:
        """Whether a changed run prints a published cell."""
        self.trying(change.text)
        with contextlib.suppress(InputError):
            printed = printed_cells(_outcome(change.apply(self._setup)))
            return any(one.name == cell.name and one.value == cell.value for one in printed)
        return False

    def _tried(self, trials: Iterable[Sequence[Change]]) -> list[Cause]:
        """Return the first changes that reproduce every published figure, or else the first up to rounding."""
        rounded: list[Cause] = []
        for trial in trials:
            setups = list(accumulate(trial, lambda setup, change: change.apply(setup), initial=self._setup))
            if any(map(eq, setups, setups[1:])):
                continue
            self.trying(" and ".join([change.text for change in trial]))
            outcome = _outcome(setups[-1])
            verdict = compare(self.published, outcome, _NAMES_OF_FILES).verdict
            if (
                outcome.status == self._submission.status
                and verdict in _GIVES
                and not (rounded and verdict == ROUNDING)
            ):
                rounded = _causes(trial, _GIVES[verdict], self._doubt)
                if verdict != ROUNDING:
                    break
        return rounded

    def _changes(self) -> Iterator[Change]:
        """Yield all changes, the cheapest and likeliest first."""
        setup, command = self._setup, self._scorer.checks
        sides = command.sides_of(setup)
        cells = [cell for row in self.published.rows() for cell in row]
        return chain(
            command.choices(setup, sides, cells),
            changes.other_keys(sides, self._other_keys),
            changes.as_saved(sides),
            command.as_published(setup, sides, cells) if hasattr(command, "as_published") else (),
            changes.renamed(setup, self._missing, sides),
            changes.letter_case(setup, sides),
            command.orders(setup, sides),
            changes.of_files(sides),
        )

    def _files(self) -> tuple[Iterable[str], list[str]]:
        """Return files that the run asked for or listed, with those of similar names; and which of them are missing."""
        names = dict(self.scored.files)
        for folder in self.scored.folders:
            names |= dict.fromkeys(files_at(self.root, folder))
        missing = [name for name in names if not os.path.isfile(os.path.join(self.root, name))]
        alike = {ending for name in missing for ending in (name.lower(), f"{name}.gz".lower())}
        for folder in dict.fromkeys([self._submission.folder, *map(os.path.dirname, missing)]):
            near = files_at(self.root, folder) if is_inside(self.root, folder) else []
            names |= dict.fromkeys([name for name in near if name.lower() in alike or "\\" in name])
        return names, missing

    def _contents(self, names: Iterable[str]) -> dict[str, bytes]:
        contents = ((name, content_for(self.root, self._submission, name)) for name in names)
        return {name: content for name, content in contents if content is not None}


def _first(causes: Iterator[Cause]) -> list[Cause]:
    return list(islice(causes, 1))


def _causes(found: Sequence[Change | Cause], gives: str, doubt: str) -> list[Cause]:
    """Return a record for each of some changes that together result in a verdict; all have the same text."""
    text = f"{gives} {' and '.join([one.text for one in found])}{doubt}"
    return [Cause(one.kind, one.detail, text) for one in found]


def _is_printed(published: Published, outcome: Outcome) -> bool:
    """Whether an outcome has figures that were published."""
    return compare(published, outcome).verdict not in (FIGURES, FAILED, UNPUBLISHED)


def _outcome(setup: Setup) -> Outcome:
    """Run a setup in a folder of its own, and return the outcome."""
    with tempfile.TemporaryDirectory(prefix="rescore-") as folder:
        root = os.path.realpath(folder)
        os.makedirs(os.path.join(root, setup.folder), exist_ok=True)
        for name, content in setup.files.items():
            path = os.path.join(root, name)
            if is_inside(root, path):  # a changed name may lead out
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(content)
        changed = Submission("", "", [*setup.words], folder=setup.folder, environment={**setup.environment})
        return score(root, changed).outcome


def published_hints(submission: Submission, compared: ComparedRun, outcome: Outcome) -> Iterator[Hint]:
    """Yield a hint for each published figure that contradicts others of its row, or that the run does not print."""
    printed: list[str] = []
    for report, difference in compared.differences:
        name = written((difference.table, difference.row, difference.column))
        for note in difference.notes:
            side, _, says = note.partition(": ")
            if side == SIDES[OLD]:
                file = submission.published[report]
                yield Hint(_CONTRADICTION, file, None, f"{name} is published as {difference.old}: {says}")
        if difference.new is None and name in submission.figures:
            printed = printed or [written(cell.name) for cell in printed_cells(outcome)]
            yield Hint("no-such-figure", None, None, f"the run prints no figure {name}{nearest(name, printed)}")


def hints_of(root: str, submission: Submission, outcome: Outcome | None = None) -> list[Hint]:
    """Return what ``rescore check`` finds suspicious in the run of a submission, or why it cannot be checked."""
    try:
        with inside(root, submission):
            command, words = submission.words[0], submission.words[1:]
            refuse_pipes(command, words)
            # The search for causes tries exchanged sides.
            found = findings(words, outcome or run_command(command, words), other_way=False)
            shown = sorted(found, key=_rank)[:MAX_HINTS]
    except Exception as error:
        if lacks_memory(error):
            raise MemoryError from error
        reason = f"{type(error).__name__}: {error}"
        return [Hint("not-checked", None, None, f"the inputs cannot be checked ({reason})")]
    inner = os.path.join(root, "")
    return [Hint(one.name, one.file or None, one.line, one.message.replace(inner, "")) for one in shown]


def _rank(finding: Finding) -> tuple[int, int]:
    """Rank findings on the whole run first, then those on the most items, because they explain most."""
    place = [*WHOLE_RUN].index(finding.name) if finding.name in WHOLE_RUN else len(WHOLE_RUN)
    counted = _COUNT.search(finding.message)
    return place, -int(counted[0]) if counted else 0
