"""Which pages there are, what they are called, how they are linked, and what their pictures show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import ceil, floor, inf, isfinite, log10
from typing import Any, ClassVar, TypeAlias

from common.errors import InputError
from rescore.archive.forms import cause_of
from rescore.archive.main_figure import Scored, main_figures
from rescore.archive.manifest import About
from rescore.archive.pool import Pool
from rescore.archive.records import Record
from rescore.archive.store import Store
from rescore.archive.submission import Submission
from rescore.archive.submissions import Archive
from rescore.difference.verdicts import VERDICTS
from rescore.explain.html import Choice
from rescore.reports.model import grouped, written
from rescore.scorers import SCORERS
from rescore.statistics.comparison import Method, SystemComparison
from rescore.statistics.forms import P_DIGITS, digits_of, references, sentence, shown
from rescore.statistics.samples import MIN_SYSTEMS, Sample, samples_in

MAX_RANKED = 50  # submissions to a task
MAX_NAMED = 12  # dots
MAX_LETTERS = 12  # groups in a picture
MAX_TICKS = 6
HEIGHT = 320  # pixels of the picture of published and recomputed figures
Link: TypeAlias = tuple[str, str]  # what a link says and where it leads
Contrast: TypeAlias = dict[str, Any]
_APART = 15  # pixels between names
_LONGEST = 60  # characters
_NUMBER = re.compile("([0-9]+)")
_ODD = re.compile(r"[^a-z0-9_.-]+")
_PORTS = [f"{port}{number}" for port in ("com", "lpt") for number in range(10)]
_RESERVED = {"index", "about", "con", "prn", "aux", "nul", *_PORTS}


class Axis:
    """A scale with round numbers that covers some values. ``ticks`` are the numbers and their positions in per cent."""

    def __init__(self, values: Iterable[float]) -> None:
        low, high = min(known := [*values] or [0.0]), max(known)
        span = high - low or abs(high) or 1.0
        power = 10.0 ** floor(log10(span))
        self._step = next(power * part for part in (0.2, 0.5, 1, 2) if span / (power * part) <= MAX_TICKS - 1)
        self._begin, self._end = floor(low / self._step), max(ceil(high / self._step), floor(low / self._step) + 1)
        numbers = range(self._begin, self._end + 1)
        self.ticks = [(f"{round(number * self._step, 12):g}", self.at(number * self._step)) for number in numbers]

    def at(self, value: float) -> float:
        """Return the position of a value, in per cent."""
        return 100 * (value / self._step - self._begin) / (self._end - self._begin)


class Standing:
    """The ranking of submissions of one key, as ``rescore rank`` finds it, and the differences of all pairs of them.

    ``rows`` are the submissions with a figure, ``ranks`` the same by name, ``groups`` the indices of rows by letter.
    """

    def __init__(self, found: Sequence[Sample]) -> None:
        comparison = SystemComparison(found, Method())
        self._digits = digits_of(comparison.values)
        self.rows = [one for one in comparison.ranking if one.interval.low == one.interval.low]
        self.ranks = {row.name: row for row in self.rows}
        self.axis = Axis([end for one in self.rows for end in one.interval[:3]])
        letters = list(dict.fromkeys([letter for row in self.rows for letter in row.groups]))[:MAX_LETTERS]
        self.groups = {letter: [i for i, row in enumerate(self.rows) if letter in row.groups] for letter in letters}
        self.sentence = sentence(comparison)
        self.signatures = comparison.signatures
        self.references = references(comparison)
        self._units = f"{len(comparison.units)} {comparison.drawn}"
        self._pairs = {frozenset(pair.names): pair for pair in comparison.tested}

    def figure(self, value: float) -> str:
        """Write a figure."""
        return shown(value, self._digits[0])

    def contrast(self, one: str, other: str) -> Contrast | None:
        """Return how two submissions differ, and where the difference is in a picture; None unless both are ranked."""
        pair = self._pairs.get(frozenset((one, other)))
        if pair is None or pair.interval.low != pair.interval.low:
            return None
        value, low, high, _ = pair.interval
        axis, signed = Axis([0, value, low, high]), self._digits[1]
        return {
            "figures": [self.figure(value) for value in pair.values],
            "difference": shown(value, signed),
            "interval": f"{shown(low, signed)} to {shown(high, signed)}",
            "p": shown(pair.corrected, P_DIGITS),
            "decision": "can be told apart" if pair.significant else "cannot be told apart",
            "units": f"{pair.differing} of {self._units}",
            "ticks": axis.ticks,
            "dot": axis.at(value),
            "begin": axis.at(low),
            "end": axis.at(high),
        }


@dataclass(eq=False)
class SubmissionPage:
    """The page of a submission: its record, the main figure of its task, and links to other pages.

    ``values`` are those of the published and the recomputed figure, ``cells`` the figures that differ, totals first.
    """

    template: ClassVar = "submission.html"
    submission: Submission
    record: Record
    file: str
    published: str
    recomputed: str
    key: frozenset[str]
    previous: Link | None = None
    following: Link | None = None
    pairs: list[Link] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.label = self.submission.label
        self.cause = cause_of(self.record)
        self.link: Link = self.submission.name, self.file
        self.values = _value(self.published), _value(self.recomputed)
        totals = {name for command in self.submission.words[:1] for name in SCORERS[command].totals}
        self.cells = sorted(self.record["cells"], key=lambda cell: (cell["table"], cell["row"]) not in totals)


@dataclass(eq=False)
class PairPage:
    """The page of two submissions that are compared; the first is the one with the higher ``figure``."""

    template: ClassVar = "pair.html"
    left: SubmissionPage
    right: SubmissionPage
    figure: str
    contrast: Contrast | None

    def __post_init__(self) -> None:
        self.file = f"{self.left.file.removesuffix('.html')}+{self.right.file}"  # no other page has a + in its name
        self.label = f"{self.left.label} and {self.right.label}"
        self.link: Link = f"{self.left.submission.name} → {self.right.submission.name}", self.file


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


@dataclass(eq=False)
class TaskPage:
    """The page of a task: its submissions, pairs of them, and the name of the figure that is shown for each.

    ``command`` is the scorer of the first. ``kinds`` are the verdicts from best to worst. ``by_rank`` are submissions
    of known keys, the highest figure first; ``ranked`` those that have one; ``scatter``, those that have both.
    """

    name: str
    folder: str
    submissions: list[SubmissionPage]
    figure: str
    about: About
    pairs: list[PairPage] = field(default_factory=list)
    standing: Standing | None = None

    def __post_init__(self) -> None:
        self.command = "".join(self.submissions[0].submission.words[:1])
        self.verdicts = Counter([page.record["verdict"] for page in self.submissions])
        self.kinds = kinds_of(self.verdicts)
        self.bar = self.name, self.verdicts, len(self.submissions)
        self.by_rank = sorted([page for page in self.submissions if page.key], key=lambda page: -page.values[1])
        self.ranked = [page for page in self.by_rank if isfinite(page.values[1])]
        shown = [page for page in self.submissions if all(map(isfinite, page.values))]
        self.scatter = Scatter(shown) if shown else None


def kinds_of(verdicts: Counter[str]) -> list[Choice]:
    """Return the verdicts that occur, best first, as choices."""
    return [Choice(verdict, verdict, verdicts[verdict]) for verdict in VERDICTS if verdicts[verdict]]


def planned(
    read: Archive,
    records: Sequence[Record],
    results: Store,
    pool: Pool,
    nearest: int | None,
    done: Callable[[], object],
) -> list[TaskPage]:
    """Return the pages of all tasks; each submission is paired with the ``nearest`` next ones in rank, None for all."""
    by_task = grouped((submission.task, (submission, record)) for submission, record in zip(read.submissions, records))
    folders: Counter[str] = Counter()
    tasks = []
    for name, scored in by_task.items():
        pages, figure = _submissions(read.root, scored, results, pool)
        task = TaskPage(name, new_name(name, folders), pages, figure, read.about.get(name, About()))
        task.standing = _standing(read.root, task, results, pool)
        task.pairs = list(_pairs(task, nearest))
        tasks.append(task)
        done()
    return tasks


def _submissions(root: str, scored: Sequence[Scored], results: Store, pool: Pool) -> tuple[list[SubmissionPage], str]:
    used: Counter[str] = Counter()
    files = {submission.name: f"{new_name(submission.name, used)}.html" for submission, _ in scored}
    ordered = sorted(scored, key=lambda one: _natural(one[0].name))
    figures = main_figures(root, ordered, results, pool)
    pages = [
        SubmissionPage(submission, record, files[submission.name], figure.published, figure.recomputed, figure.key)
        for (submission, record), figure in zip(ordered, figures)
    ]
    for page, following in pairwise(pages):
        page.following, following.previous = following.link, page.link
    return pages, figures[0].name


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a sort key by which the numbers in names are compared by value."""
    parts = enumerate(_NUMBER.split(name))
    return [(len(part.lstrip("0")), part.lstrip("0")) if place % 2 else (0, part) for place, part in parts]


def _value(figure: str) -> float:
    """Return the value of a figure, minus infinity where there is none."""
    try:
        value = float(figure)
    except ValueError:
        return -inf
    return value if value == value else -inf


def _standing(root: str, task: TaskPage, results: Store, pool: Pool) -> Standing | None:
    """Return the ranking of the best submissions of the most frequent key, or None for fewer than two."""
    keys = Counter([page.key for page in task.ranked]).most_common(1)
    ranked = [page.submission for page in task.ranked if page.key == keys[0][0]][:MAX_RANKED]
    if len(ranked) < MIN_SYSTEMS:
        return None
    measure = next(name for name in SCORERS[task.command].measures if written(name) == task.figure)
    known = {index: units for index, one in enumerate(ranked) if (units := results.units(one)) is not None}
    found = [one for one in samples_in(root, ranked, known, pool, measure) if isinstance(one, Sample)]
    try:
        made = Standing(found) if len(found) >= MIN_SYSTEMS else None
    except InputError:  # they have other units, or too few
        return None
    return made if made and len(made.rows) >= MIN_SYSTEMS else None


def _pairs(task: TaskPage, nearest: int | None) -> Iterator[PairPage]:
    """Yield pairs over the same key, in the order of ranks; with ``nearest`` only those of the best."""
    ranked = task.by_rank if nearest is None else task.by_rank[:MAX_RANKED]
    for place, page in enumerate(ranked, 1):
        others = (other for other in islice(ranked, place, None) if page.key == other.key)
        for other in islice(others, nearest):
            names = page.submission.name, other.submission.name
            contrast = task.standing.contrast(*names) if task.standing else None
            pair = PairPage(page, other, task.figure, contrast)
            page.pairs.append(pair.link)
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
