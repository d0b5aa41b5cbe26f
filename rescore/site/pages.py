"""The pages of a site: which there are, how they are linked, what their pictures show, and the runs that they explain.

Pages that need a run are made by processes of the archive's pool.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from math import ceil, floor, inf, isfinite, log10
from pathlib import Path
from typing import Any, TypeAlias

from jinja2.filters import do_forceescape

from legacy_scorers.common import SUITE, VERSION
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.archive.forms import MainFigure, cause_of, main_figures
from legacy_scorers.rescore.archive.manifest import About
from legacy_scorers.rescore.archive.pool import Call, Pool
from legacy_scorers.rescore.archive.records import Record
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import Submission, host_of
from legacy_scorers.rescore.archive.submissions import Archive
from legacy_scorers.rescore.difference import FAILED, FIGURES, ROUNDING, VERDICTS
from legacy_scorers.rescore.explanations.against import Changes
from legacy_scorers.rescore.explanations.explanation import ExplainedRun, Selection
from legacy_scorers.rescore.explanations.html import Choice, Items, View, paged, rendered
from legacy_scorers.rescore.reports.model import grouped, name_of, number
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.site.folder import SiteFolder
from legacy_scorers.rescore.statistics import forms
from legacy_scorers.rescore.statistics.comparison import Method, SystemComparison
from legacy_scorers.rescore.statistics.samples import MIN_SYSTEMS, Sample, samples_in

DIFFERING, ALL, NONE = EXPLAIN = ("differing", "all", "none")
MAX_RANKED = 50  # submissions to a task
MAX_NAMED = 12  # dots
MAX_LETTERS = 12  # groups in a picture
MAX_TICKS = 6
MAX_WRONG = 100  # rows
HEIGHT = 320  # pixels of the picture of published and recomputed figures
MAX_BYTES = 2_000_000  # of a page
_LENGTHS = (sys.maxsize, 100_000, 10_000, 1000, 100, 30)  # characters to which texts of too large pages are cut
NOTHING_SCORED = "the run scores nothing that could be explained"
Link: TypeAlias = tuple[str, str]  # what a link says and where it leads
Done: TypeAlias = Callable[[], object]  # called for each step, to show progress
_LEFT_OUT = "The figures are not explained; --explain makes pages that do."
_STATUS = "The run ends with an exit status other than 0, so its figures are not explained."
_WITHOUT_RUN: dict[str, object] = {"view": None, "in_full": False, "reports": {}}  # unless a page has other values
_FOLDER = os.path.dirname(__file__)
_APART = 15  # pixels between names
_LONGEST = 60  # characters
_NUMBER = re.compile("([0-9]+)")
_ODD = re.compile(r"[^a-z0-9_.-]+")
_PORTS = [f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)]
_RESERVED = {"index", "about", "con", "prn", "aux", "nul", *_PORTS}


class Axis:
    """A scale with round numbers that covers some values. ``ticks`` are the numbers and their positions in per cent."""

    def __init__(self, values: Iterable[float]) -> None:
        low, high = min(known := [*values] or [0.0]), max(known)
        span = high - low or abs(high) or 1.0
        power = 10.0 ** floor(log10(span))
        self._step = next(power * part for part in (0.2, 0.5, 1, 2) if span / (power * part) <= MAX_TICKS - 1)
        self._begin, self._end = floor(low / self._step), max(ceil(high / self._step), floor(low / self._step) + 1)
        numbers = [place * self._step for place in range(self._begin, self._end + 1)]
        self.ticks = [(f"{round(one, 12):g}", self.at(one)) for one in numbers]

    def at(self, value: float) -> float:
        """Return the position of a value, in per cent."""
        return 100 * (value / self._step - self._begin) / (self._end - self._begin)


class Standing:
    """The ranking of submissions of one key, as ``rescore rank`` finds it, and the differences of all pairs of them.

    ``rows`` are the submissions with a figure, ``ranks`` the same by name.
    """

    def __init__(self, found: Sequence[Sample]) -> None:
        comparison = SystemComparison(found, Method())
        self.groups = dict(islice(comparison.groups.items(), MAX_LETTERS))
        self.signatures = comparison.signatures
        self.sentence, self.references = forms.sentence(comparison), forms.references(comparison)
        self.rows = [row for row in comparison.ranking if row.best]
        self.ranks = {row.name: row for row in self.rows}
        self.axis = Axis([end for row in self.rows for end in row.interval[:3]])
        self._digits = forms.digits_of(comparison.values)
        self._units = f"{comparison.units} {comparison.drawn}"
        self._pairs = {frozenset(pair.names): pair for pair in comparison.tested}

    def figure(self, value: float) -> str:
        """Return the text of a figure."""
        return forms.shown(value, self._digits)

    def contrast(self, one: str, other: str) -> dict[str, Any] | None:
        """Return how two submissions differ, and where the difference is in a picture; None unless both are ranked."""
        pair = self._pairs.get(frozenset((one, other)))
        if pair is None:
            return None
        difference, low, high, _ = pair.interval
        signed = f"+{self._digits}"
        return {
            "figures": list(map(self.figure, pair.values)),
            "difference": forms.shown(difference, signed),
            "interval": f"{forms.shown(low, signed)} to {forms.shown(high, signed)}",
            "p": forms.shown(pair.corrected, forms.P_DIGITS),
            "decision": "can be told apart" if pair.significant else "cannot be told apart",
            "units": f"{pair.differing} of {self._units}",
            "axis": Axis([0, difference, low, high]),
            "ends": pair.interval,
        }


class SubmissionPage:
    """The page of a submission: its record, the main figure of its task, and links to other pages.

    ``values`` are those of the published and the recomputed figure, ``cells`` the figures that differ, totals first.
    """

    def __init__(self, submission: Submission, record: Record, figure: MainFigure, file: str) -> None:
        self.submission, self.record, self.file = submission, record, file
        self.label = submission.label
        self.link: Link = submission.name, file
        self.previous: Link | None = None
        self.following: Link | None = None
        self.pairs: list[Link] = []
        self.cause = cause_of(record)
        _, self.published, self.recomputed, self.key = figure
        self.values = _value(self.published), _value(self.recomputed)
        totals = {name[:2] for command in submission.words[:1] for name in SCORERS[command].measures}
        self.cells = sorted(record.cells, key=lambda cell: (cell.table, cell.row) not in totals)


class PairPage:
    """The page of two submissions that are compared; the first is the one with the higher ``figure``."""

    def __init__(self, left: SubmissionPage, right: SubmissionPage, task: TaskPage) -> None:
        names = left.submission.name, right.submission.name
        self.left, self.right, self.figure = left, right, task.figure
        self.contrast = task.standing.contrast(*names) if task.standing else None
        self.file = f"{left.file.removesuffix('.html')}+{right.file}"  # no other page has a + in its name
        self.label = f"{left.label} and {right.label}"
        self.link: Link = " → ".join(names), self.file


class Scatter:
    """Recomputed figures (up) over published ones (right): ``places`` in per cent, ``labels`` in pixels from the top.

    ``off`` are the submissions with another figure than was published, the largest difference first.
    """

    def __init__(self, pages: Sequence[SubmissionPage]) -> None:
        self.height = HEIGHT
        self.axis = Axis([value for page in pages for value in page.values])
        self.places = {page: (self.axis.at(page.values[0]), self.axis.at(page.values[1])) for page in pages}
        distances = {page: abs(x - y) for page, (x, y) in self.places.items() if x != y}
        self.off = sorted(distances, key=lambda page: (-distances[page], page.submission.name))
        self.labels: dict[SubmissionPage, float] = {}
        lowest = 0.0
        for page in sorted(self.off[:MAX_NAMED], key=lambda page: -self.places[page][1]):
            lowest = max(lowest + _APART, HEIGHT * (1 - self.places[page][1] / 100) + 4)
            self.labels[page] = lowest


class TaskPage:
    """The page of a task: its submissions, pairs of them, and the name of the figure that is shown for each.

    ``command`` is the scorer of the first. ``kinds`` are the verdicts from best to worst. ``by_rank`` are submissions
    of known keys, the highest figure first; ``ranked`` those that have one; ``scatter``, those that have both.
    """

    def __init__(self, name: str, folder: str, about: About, submissions: list[SubmissionPage], figure: str) -> None:
        self.name, self.folder, self.about, self.submissions, self.figure = name, folder, about, submissions, figure
        self.command = "".join(submissions[0].submission.words[:1])
        self.verdicts = Counter([page.record.verdict for page in submissions])
        self.kinds = kinds_of(self.verdicts)
        self.bar = name, self.verdicts, len(submissions)
        self.by_rank = sorted([page for page in submissions if page.key], key=lambda page: -page.values[1])
        self.ranked = [page for page in self.by_rank if isfinite(page.values[1])]
        shown = [page for page in submissions if all(map(isfinite, page.values))]
        self.scatter = Scatter(shown) if shown else None
        self.standing: Standing | None = None
        self.unranked = ""  # why there is none
        self.pairs: list[PairPage] = []


class Site:
    """The site of an archive: its ``tasks``, and how many ``pages`` there are.

    Each submission is paired with the ``nearest`` next ones in rank, None for all; ``done`` is called for each task.
    """

    def __init__(
        self, read: Archive, records: Sequence[Record], results: Store, pool: Pool, nearest: int | None, done: Done
    ) -> None:
        self._about, self._root, self._results, self._pool = read.about, read.root, results, pool
        folders: Counter[str] = Counter()
        self.tasks = []
        pairs = zip(read.submissions, records)
        for name, scored in grouped((submission.task, (submission, record)) for submission, record in pairs).items():
            used: Counter[str] = Counter()
            files = {submission.name: f"{new_name(submission.name, used)}.html" for submission, _ in scored}
            ordered = sorted(scored, key=lambda one: _natural(one[0].name))
            figures = main_figures(self._root, ordered, results, pool)
            pages = [SubmissionPage(*one, figure, files[one[0].name]) for one, figure in zip(ordered, figures)]
            for page, following in pairwise(pages):
                page.following, following.previous = following.link, page.link
            task = TaskPage(name, new_name(name, folders), read.about.get(name, About()), pages, figures[0].name)
            task.standing = self._standing(task)
            task.pairs = list(_pairs(task, nearest))
            self.tasks.append(task)
            done()
        self.pages = 2 + sum([1 + len(task.submissions) + len(task.pairs) for task in self.tasks])

    def _standing(self, task: TaskPage) -> Standing | None:
        """Return the ranking of the best submissions of the most frequent key, or None for fewer than two."""
        keys = Counter([page.key for page in task.ranked]).most_common(1)
        ranked = [page.submission for page in task.ranked if page.key == keys[0][0]][:MAX_RANKED]
        if len(ranked) < MIN_SYSTEMS:
            return None
        known = list(map(self._results.units, ranked))
        found = samples_in(self._root, ranked, known, self._pool, name_of(task.figure))
        samples = [one for one in found if isinstance(one, Sample)]
        try:
            standing = Standing(samples) if len(samples) >= MIN_SYSTEMS else None
        except InputError as error:  # they have other units, or too few
            task.unranked = error.problem
            return None
        return standing if standing and len(standing.rows) >= MIN_SYSTEMS else None

    def build(self, folder: SiteFolder, explain: str, done: Done) -> Iterator[str]:
        """Write all pages; ``explain`` says which show all items, ``done`` is called for each.

        Yield what could not be explained, and why.
        """
        root, tasks = self._root, self.tasks
        pages = [(task, shown) for task in tasks for shown in task.submissions if shown.cause]
        causes = grouped(((task, shown.cause), shown) for task, shown in pages).items()
        frequent = sorted(causes, key=lambda cause: -len(cause[1]))
        about, kinds = self._about.get("", About()), kinds_of(sum([task.verdicts for task in tasks], Counter()))
        folder.write("index.html", page("index.html", root, tasks=tasks, about=about, causes=frequent, kinds=kinds))
        done()
        profiles = [SCORERS[command] for command in dict.fromkeys([task.command for task in tasks]) if command]
        folder.write("about.html", page("about.html", root, profiles=profiles))
        done()
        calls = list(self._calls(folder, explain, done))
        problems = {}
        for place, result in self._pool.results(enumerate([call for _, call in calls])):
            if isinstance(result, InputError):
                problems[place] = str(result)
            done()
        for place, problem in sorted(problems.items()):
            name, call = calls[place]
            shown = call.args[2]
            template = "pair.html" if isinstance(shown, PairPage) else "submission.html"
            folder.write(name, page(template, root, page=shown, note=problem), bare=problem != NOTHING_SCORED)
            if problem != NOTHING_SCORED:
                yield f"{shown.label}: {problem}"

    def _calls(self, folder: SiteFolder, explain: str, done: Done) -> Iterator[tuple[str, Call[int]]]:
        """Write the pages that need no run; yield the names of the others with calls, which write them."""
        root = self._root
        script = Path(_FOLDER, "sort.js").read_text(encoding="utf-8")  # without it the order is that of the archive
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for task in self.tasks:
            content = page("task.html", root, task=task, script=script, digest=digest)
            folder.write(f"{task.folder}/index.html", content)
            done()
            for shown in task.submissions:
                name, record = f"{task.folder}/{shown.file}", shown.record
                succeeds = record.verdict != FAILED and record.exit == 0
                if succeeds and explain != NONE:
                    in_full = explain == ALL or record.verdict in (ROUNDING, FIGURES)
                    yield name, Call(write_explanation, root, folder.path(name), shown, in_full)
                    continue
                reports = {file: decoded(one) for file, one in self._results.reports(shown.submission).items()}
                note = _LEFT_OUT if succeeds else _STATUS
                content = page("submission.html", root, page=shown, note=note, reports=reports)
                folder.write(name, content, bare=record.exit is None and not shown.submission.problem)
                done()
            for pair in task.pairs:
                name = f"{task.folder}/{pair.file}"
                yield name, Call(write_comparison, root, folder.path(name), pair)


def _natural(name: str) -> list[Any]:
    """Return a sort key by which the numbers in names are compared by value."""
    return [int(part) if place % 2 else part for place, part in enumerate(_NUMBER.split(name))]


def _value(figure: str) -> float:
    """Return the value of a figure, minus infinity where there is none."""
    value = number(figure)
    return value if isinstance(value, (int, float)) and value == value else -inf


def kinds_of(verdicts: Counter[str]) -> list[Choice]:
    """Return the verdicts that occur, best first, as choices."""
    return [Choice(verdict, verdict, verdicts[verdict]) for verdict in VERDICTS if verdicts[verdict]]


def _pairs(task: TaskPage, nearest: int | None) -> Iterator[PairPage]:
    """Yield pairs over the same key, in the order of ranks; with ``nearest`` only those of the best."""
    ranked = task.by_rank if nearest is None else task.by_rank[:MAX_RANKED]
    for place, shown in enumerate(ranked, 1):
        others = (other for other in islice(ranked, place, None) if shown.key == other.key)
        for other in islice(others, nearest):
            pair = PairPage(shown, other, task)
            shown.pairs.append(pair.link)
            other.pairs.append(pair.link)
            yield pair


def new_name(text: str, used: Counter[str]) -> str:
    """Return a file name for a text, and count its use.

    Names consist of small letters, digits and ``_.-``; they are the same in paths and links, and no two differ by case
    alone. A name that is used already or reserved by a system gets ``~`` and a number.
    """
    name = _ODD.sub("-", text.lower())[:_LONGEST].strip("-.") or "unnamed"
    used[name] += 1
    return f"{name}~{used[name]}" if used[name] > 1 or name.partition(".")[0] in _RESERVED else name


def page(template: str, root: str, **values: object) -> bytes:
    """Return a page of the site of the archive in the folder ``root``. The path of this folder is not shown.

    Of a page that would be too large, long texts are cut, and more of them until it is not.
    """
    title, made_with = os.path.basename(root) or root, f"rescore ({SUITE}) {VERSION}"
    shown = {**_WITHOUT_RUN, "title": title, "made_with": made_with, **values}
    whole = b""
    for longest in _LENGTHS:
        whole = rendered(template, _FOLDER, longest=longest, **shown)
        if len(whole) <= MAX_BYTES:
            break
    path = re.escape(do_forceescape(os.path.join(root, "")).encode(errors="replace"))
    return re.sub(rb"(?<![\w./~-])" + path, b"", whole) if len(root) > 1 else whole


def _explained_page(template: str, root: str, **values: object) -> bytes:
    """Return a page with an explanation. Raises :class:`InputError` if it is too large though its texts are cut."""
    content = page(template, root, **values)
    if len(content) > MAX_BYTES:
        raise InputError(f"the explanation would take more than {MAX_BYTES // 1_000_000} MB")
    return content


def write_explanation(root: str, path: str, shown: SubmissionPage, in_full: bool) -> int:
    """Write the page of a submission with all items ``in_full`` or the wrong ones in short; return its size."""
    view = View(Selection(), only_wrong=not in_full)
    _explain(view, root, shown.submission)
    pages = [Items(shown.file, sorted(view.rows, key=lambda row: -len(row.places))[:MAX_WRONG])]
    if in_full:
        group = next((group.of for group in view.profile.groups.values()), str)
        pages = paged(view.rows, view.texts, group, shown.file)
    for items in pages[1:]:
        more = page("more.html", root, page=shown, view=view, items=items, pages=pages)
        Path(path).with_name(items.file).write_bytes(more)
    given = {"view": view, "items": pages[0], "pages": pages, "in_full": in_full}
    return Path(path).write_bytes(_explained_page("submission.html", root, page=shown, **given))


def write_comparison(root: str, path: str, shown: PairPage) -> int:
    """Write the page of a pair of submissions: what differs between them; return its size in bytes."""
    runs = ExplainedRun(Selection()), ExplainedRun(Selection())
    submissions = shown.left.submission, shown.right.submission
    for run, submission in zip(runs, submissions):
        _explain(run, root, submission)
    names = [submission.name for submission in submissions]
    content = _explained_page("pair.html", root, page=shown, view=Changes(*runs), names=names)
    return Path(path).write_bytes(content)


def _explain(run: ExplainedRun, root: str, submission: Submission) -> None:
    run.host = host_of(root, submission)
    run.explain(submission.words[0], submission.words[1:])
    if not run.is_scored:
        raise InputError(NOTHING_SCORED)
