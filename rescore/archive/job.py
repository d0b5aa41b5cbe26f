"""A submission scored again: compared with what was published, recorded, and searched for the cause of differences.

Hints at problems in figures and files help where no cause is found.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, combinations, islice
from math import inf
from operator import eq

from common.errors import InputError
from rescore import changes
from rescore.archive.causes import COLUMNS, MISSING_DOCUMENT, Case, Other, are_scant, damage, figure_causes, hinted
from rescore.archive.published import ComparedRun, Published, compare, read_published, records_of, report_problems
from rescore.archive.records import OPEN, UNFINISHED, Cause, Documents, Hint, Record, Result, UnitCounter, packed
from rescore.archive.submission import Submission, WatchedRun, conditions, files_at, hashed, inside, is_inside, score
from rescore.changes import Change, Setup
from rescore.checks import WHOLE_RUN, Finding
from rescore.checks.runs import findings, refuse_pipes
from rescore.difference import EXCERPT, FAILED, FIGURES, IDENTICAL, LAYOUT, OLD, ROUNDING, SIDES, UNPUBLISHED
from rescore.process import lacks_memory
from rescore.reports.model import UNEXPLAINED, Cell, nearest, written
from rescore.scorers import SCORERS, kind_of
from rescore.scorers.running import Outcome, printed_cells, reason_in, run_command

TRIAL, FIRST = "trial", "first"  # kinds of messages: a trial that begins, and a result that is not final
_OTHER_SUBMISSION = "other submission"
_MAX_HINTS = 20  # of a submission
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
_MAX_MESSAGES = 50


@dataclass(slots=True)
class ScoringJob:
    """A submission to score."""

    submission: Submission
    seconds: float  # for the trials of two changes at a time
    units: bool = False  # counts only
    end: float = inf  # of all searches, in seconds since 1970
    others: Sequence[Other] | None = ()  # which may have its published figures; None if not known yet
    first: Result | None = None

    def result(self, root: str, send: Callable[..., object]) -> Result:
        """Run, compare and record; then add hints and causes to the record."""
        submission = self.submission
        if submission.problem:
            return self.failed(submission.problem)
        counter = UnitCounter() if self.units else None
        scored = score(root, submission, counter)
        published = read_published(root, submission)
        comparison = _compare_or_fail(published, scored)
        result = _recorded(root, submission, scored, comparison)
        if counter:
            result.units = counter.counts.compressed()
            return result
        record = result.record
        record.cite = "" if scored.outcome.status else conditions(root, submission)
        if comparison.problems:
            return result
        record.hints = list(islice(_published_hints(submission, comparison, scored.outcome), _MAX_HINTS))
        self.first = result
        send((FIRST, result))
        record.hints += hints_of(root, submission, scored.outcome)

        def begin_trial(change: str) -> None:
            if time.time() > self.end:
                raise TimeoutError("--search-total is over")
            send((TRIAL, f"{submission.label}: {change}"))

        # A run that asks for no file has a command line that scores nothing.
        if comparison.verdict in (FIGURES, FAILED) and published.rows() and scored.files:
            search = Search(root, scored, published, comparison, record, begin_trial)
            record.causes = search.causes(self.others, self.seconds if comparison.verdict == FIGURES else 0.0)
            # The other submission may change, so the next run searches again.
            is_open = record.causes[0].kind == _OTHER_SUBMISSION if record.causes else self.others is None
            result.seconds = OPEN if is_open else None if record.causes else self.seconds
        return result

    def failed(self, message: str) -> Result:
        """Return the first result, with a message, or else a failure."""
        if self.first is None:
            name, task = self.submission.name, self.submission.task
            return Result(Record(name, task, FAILED, None, messages=_lines([message])))
        self.first.record.messages.append(f"{UNFINISHED}{message}")
        return self.first


def _compare_or_fail(published: Published, scored: WatchedRun) -> ComparedRun:
    """Compare a run with what was published, unless the run has a problem, which the scorer may not report."""
    now, then = scored.outcome.status, published.submission.status
    problems = [f"ended with exit status {now} now, with {then} then"] if then not in (0, now) else []
    problems += [f"{name}: is outside of the archive; copy the file into it" for name in scored.refused]
    problems += report_problems(published, scored.outcome)
    if problems or now != then:
        return ComparedRun(FAILED, problems=problems)
    return compare(published, scored.outcome)


def _recorded(root: str, submission: Submission, scored: WatchedRun, comparison: ComparedRun) -> Result:
    """Return the result of a run without what is found out later: hints, causes and the signature to cite."""
    outcome, several, said = scored.outcome, len(submission.published) > 1, ""
    if comparison.verdict in (FAILED, FIGURES):
        if kind_of(outcome.stdout):
            said = "".join([one.text for one in records_of(outcome.stdout) if one.status == UNEXPLAINED])
        elif outcome.status:
            said = outcome.stdout.decode("utf-8", "replace")
    messages = [said, outcome.stderr.decode("utf-8", "replace"), *comparison.problems]
    files, folders = hashed(root, scored.files), hashed(root, scored.folders)
    record = Record(
        submission.name,
        submission.task,
        comparison.verdict,
        outcome.status,
        documents=Documents.of(files),
        messages=_lines([relative(root, message) for message in messages]),
        signature=submission.signature(root, [*files, *folders]),
    )
    for report, one in comparison.differences:
        cell: dict[str, str | None] = {"report": report} if report and several else {}
        cell.update(table=one.table, row=one.row, column=one.column, published=one.old)
        record.cells.append({**cell, "recomputed": one.new and relative(root, one.new)})
    reports = {os.path.normpath(name).replace(os.sep, "/"): packed(text) for name, text in outcome.reports.items()}
    return Result(record, [*files, *folders], {"": packed(outcome.stdout), **reports})


def _lines(messages: Iterable[str]) -> list[str]:
    """Return the lines of messages, but of many lines only the first ones and the reason in them."""
    lines = [line for message in messages for line in message.splitlines() if line.strip()]
    more = len(lines) - _MAX_MESSAGES
    return [*lines[:_MAX_MESSAGES], f"... and {more} more", reason_in(lines)] if more > 0 else lines


def _published_hints(submission: Submission, compared: ComparedRun, outcome: Outcome) -> Iterator[Hint]:
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
            shown = sorted(found, key=_rank)[:_MAX_HINTS]
    except Exception as error:
        if lacks_memory(error):
            raise MemoryError from error
        kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
        return [Hint("not-checked", None, None, f"the inputs cannot be checked ({kind}{error})")]
    return [Hint(one.name, one.file or None, one.line, relative(root, one.message)) for one in shown]


def _rank(finding: Finding) -> tuple[int, int]:
    """Rank findings on the whole run first, then those on the most items, because they explain most."""
    place = [*WHOLE_RUN].index(finding.name) if finding.name in WHOLE_RUN else len(WHOLE_RUN)
    counted = _COUNT.search(finding.message)
    return place, -int(counted[0]) if counted else 0


def relative(root: str, message: str) -> str:
    """Return a message with paths relative to a folder."""
    return message.replace(os.path.join(root, ""), "")


@dataclass
class Search:
    """Searches for the cause of differences between a run and what was published."""

    root: str
    scored: WatchedRun
    published: Published
    compared: ComparedRun
    record: Record
    begin_trial: Callable[[str], None]  # is called with the text of each change; may raise an error

    def __post_init__(self) -> None:
        submission = self._submission = self.published.submission
        self._scorer = SCORERS[submission.words[0]]
        figures = submission.figures.values()
        is_scant = not self.published.reports and len(figures) == 1 and are_scant(figures)
        self._doubt = _BY_CHANCE if is_scant else ""
        files, self._missing = self._files()
        self._setup = Setup(submission.words, submission.environment, self._contents(files), submission.folder)
        self._other_keys = {name: self._contents(files_at(self.root, name)) for name in submission.other_keys}
        printed = {written(cell.name): cell for cell in printed_cells(self.scored.outcome)}
        self._case = Case(self.published.rows(printed), printed.values(), [one for _, one in self.compared.differences])

    def causes(self, others: Sequence[Other] | None, seconds: float) -> list[Cause]:
        """Return the causes that figures show, or else those from other submissions, changes, or damaged files.

        Two changes at a time are tried for ``seconds``. Without ``others``, only the figures are searched.
        """
        shown, partly = figure_causes(self._case)
        if shown or others is None:
            are_columns = shown and shown[0].kind == COLUMNS
            swaps = [(change,) for change in self._changes() if change.kind == "swap"] if are_columns else []
            return _causes(shown, IDENTICAL, ", or with the sides swapped" if self._tried(swaps) else "")
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
            self.record.hints[:0] = partly
        return causes

    def _others(self, others: Iterable[Submission], text: str) -> Iterator[Cause]:
        for other in others:
            name = other.name if other.task == self._submission.task else other.label
            yield Cause(_OTHER_SUBMISSION, name, f"{IDENTICAL} {text} {name}{self._doubt}")

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
        self.begin_trial(change.text)
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
            self.begin_trial(" and ".join([change.text for change in trial]))
            outcome = _outcome(setups[-1])
            is_comparable = outcome.status == self._submission.status
            verdict = compare(self.published, outcome, _NAMES_OF_FILES).verdict if is_comparable else FAILED
            found = _causes(trial, _GIVES[verdict], self._doubt) if verdict in _GIVES else []
            if found and verdict != ROUNDING:
                return found
            rounded = rounded or found
        return rounded

    def _changes(self) -> Iterator[Change]:
        """Yield all changes, the cheapest and likeliest first."""
        setup, checks = self._setup, self._scorer.checks
        sides = checks.sides_of(setup)
        cells = [cell for row in self.published.rows() for cell in row]
        return chain(
            checks.choices(setup, sides, cells),
            changes.other_keys(sides, self._other_keys),
            changes.as_saved(sides),
            checks.as_published(setup, sides, cells) if hasattr(checks, "as_published") else (),
            changes.renamed(setup, self._missing, sides),
            changes.letter_case(setup, sides),
            checks.of_units(setup, sides),
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
        contents = ((name, self._submission.content(self.root, name)) for name in names)
        return {name: content for name, content in contents if content is not None}


def _first(causes: Iterator[Cause]) -> list[Cause]:
    return list(islice(causes, 1))


def _causes(found: Sequence[Change | Cause], gives: str, doubt: str) -> list[Cause]:
    """Return a record for each of some changes that together result in a verdict; all have the same text."""
    text = f"{gives} {' and '.join([one.text for one in found])}{doubt}"
    return [Cause(one.kind, one.detail, text) for one in found]


def _is_printed(published: Published, outcome: Outcome) -> bool:
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
