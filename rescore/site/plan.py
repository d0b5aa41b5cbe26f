"""Which pages there are, what they are called and how they are linked. Links stay in a folder or lead one up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import isfinite
from typing import TypeAlias

from common.errors import InputError
from rescore.archive.forms import cause_of
from rescore.archive.main_figure import Scored, described, main_figure
from rescore.archive.manifest import About
from rescore.archive.pool import Pool
from rescore.archive.published import FAILED, VERDICTS
from rescore.archive.records import CellDifference, Record
from rescore.archive.store import Store
from rescore.archive.submission import Submission
from rescore.archive.submissions import Archive
from rescore.difference.verdicts import FIGURES, ROUNDING
from rescore.explain.outcomes import Bar, ItemOutcome
from rescore.reports.model import written
from rescore.scorers import SCORERS
from rescore.site.pictures import Contrast, Scatter, Standing
from rescore.statistics.samples import Sample
from rescore.statistics.sources import MIN_SYSTEMS, samples_in

INDEX = "index.html"
ABOUT = "about.html"
MEANINGS = {
    "identical": "the same bytes, or the same digits in a table of figures",
    "layout": "no figure differs, but the text around the figures does",
    "excerpt": "only some figures were published, and none of them differs",
    "rounding": "figures differ in the last digit that both have",
    "figures": "figures differ",
    "failed": "could not be scored, or ended with another exit status than before",
    "unpublished": "nothing was published",
}
_NUMBER = re.compile("([0-9]+)")
_ODD = re.compile(r"[^a-z0-9_.-]+")
MAX_RANKED = 50  # submissions to a task
Link: TypeAlias = tuple[str, str]  # what a link says and where it leads
_LONGEST = 60  # characters
_PORTS = [f"{port}{number}" for port in ("com", "lpt") for number in range(10)]
_RESERVED = {"index", "about", "con", "prn", "aux", "nul", *_PORTS}


@dataclass(eq=False)
class SubmissionPage:
    """The page of a submission: its record, the main figure of its task, and links to other pages.

    It ``can_be_explained`` if the run succeeds, and ``differs`` if figures are not as published. ``gravity`` is the
    index of its verdict in :data:`VERDICTS`, ``value`` the recomputed figure, minus infinity where there is none.
    """

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
        verdict = self.record["verdict"]
        self.task = self.submission.task
        self.cause = cause_of(self.record)
        self.label = self.submission.label
        self.link: Link = self.submission.name, self.file
        self.can_be_explained = verdict != FAILED and self.record["exit"] == 0
        self.differs = verdict in (ROUNDING, FIGURES)
        self.gravity = VERDICTS.index(verdict)
        self.value = _value(self.recomputed)

    def items_file(self, number: int) -> str:
        """Return the name of a page with items by its number; the first is this page."""
        return f"{self.file.removesuffix('.html')}~items-{number + 1}.html" if number else self.file

    @property
    def sentence(self) -> str:
        """Its verdict and cause."""
        if self.record["verdict"] == FAILED:
            return self.cause
        number = len(self.record["cells"])
        differ = f"{number} figure{' differs' if number == 1 else 's differ'} from what was published"
        if self.record["verdict"] == ROUNDING:
            differ += ", but only in rounding"
        verdict = differ if number else MEANINGS[self.record["verdict"]].capitalize()
        return f"{verdict}. Cause: {self.cause}." if self.cause else f"{verdict}."

    @property
    def cells(self) -> list[CellDifference]:
        """The figures that differ, totals first."""
        totals = {name for command in self.submission.words[:1] for name in SCORERS[command].totals}
        return sorted(self.record["cells"], key=lambda cell: (cell["table"], cell["row"]) not in totals)


@dataclass(eq=False)
class PairPage:
    """The page of two submissions that are compared; the first is the one with the higher ``figure``.

    No other page has a + in the name of its file.
    """

    left: SubmissionPage
    right: SubmissionPage
    figure: str
    contrast: Contrast | None

    def __post_init__(self) -> None:
        self.file = f"{self.left.file.removesuffix('.html')}+{self.right.file}"
        self.label = f"{self.left.label} and {self.right.label}"
        self.link: Link = f"{self.left.submission.name} → {self.right.submission.name}", self.file


@dataclass(eq=False)
class TaskPage:
    """The page of a task: its submissions, pairs of them, and the name of the figure that is shown for each.

    ``command`` is the scorer of the first submission. The verdicts are counted, with their ``kinds`` from best to
    worst, and fill a ``bar``. ``ranked`` are the submissions that have a figure, the highest first; ``scatter`` shows
    those that have a published figure, too.
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
        self.bar = Bar(self.name, self.verdicts, len(self.submissions))
        self.ranked = [page for page in _by_rank(self.submissions) if isfinite(page.value)]
        figures = [(page.submission.name, page.published, page.recomputed) for page in self.submissions]
        shown = [one for one in figures if isfinite(_value(one[1])) and isfinite(_value(one[2]))]
        self.scatter = Scatter(shown) if shown else None


def kinds_of(verdicts: Counter[str]) -> list[ItemOutcome]:
    """Return the verdicts that occur, best first, as outcomes in a picture."""
    return [ItemOutcome(verdict, verdict, verdicts[verdict]) for verdict in MEANINGS if verdicts[verdict]]


def planned(
    read: Archive,
    records: Sequence[Record],
    results: Store,
    pool: Pool,
    nearest: int | None,
    done: Callable[[], object],
) -> list[TaskPage]:
    """Return the pages of all tasks; each submission is paired with the ``nearest`` next ones in rank, None for all.

    ``records`` are those of the submissions; ``done`` is called for each task.
    """
    by_task: dict[str, list[Scored]] = {}
    for submission, record in zip(read.submissions, records):
        by_task.setdefault(submission.task, []).append((submission, record))
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
    """Return the pages of the submissions to a task, in the order of their names, and the name of its main figure."""
    used: Counter[str] = Counter()
    named = [(submission, record, f"{new_name(submission.name, used)}.html") for submission, record in scored]
    named.sort(key=lambda one: natural(one[0].name))
    described_all = described(root, [(submission, record) for submission, record, _ in named], results, pool)
    figure = main_figure(named[0][0].words, described_all)
    pages = [
        SubmissionPage(*one, found.published.get(figure, ""), found.recomputed.get(figure, ""), found.key)
        for one, found in zip(named, described_all)
    ]
    for page, following in pairwise(pages):
        page.following, following.previous = following.link, page.link
    return pages, figure


def _standing(root: str, task: TaskPage, results: Store, pool: Pool) -> Standing | None:
    """Return the ranking of the best of those submissions that have the most frequent key.

    Units whose counts are in the store are not counted again. Return None if fewer than two can be compared.
    """
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


def natural(name: str) -> list[tuple[int, str]]:
    """Return a sort key by which the numbers in names are compared by value."""
    parts = enumerate(_NUMBER.split(name))
    return [(len(part.lstrip("0")), part.lstrip("0")) if place % 2 else (0, part) for place, part in parts]


def _value(figure: str) -> float:
    """Return the value of a figure; minus infinity where there is none."""
    try:
        value = float(figure)
    except ValueError:
        return float("-inf")
    return value if value == value else float("-inf")


def _by_rank(pages: Sequence[SubmissionPage]) -> list[SubmissionPage]:
    return sorted([page for page in pages if page.key], key=lambda page: -page.value)


def _pairs(task: TaskPage, nearest: int | None) -> Iterator[PairPage]:
    """Yield pairs over the same key, in the order of ranks; with ``nearest`` only those of the best."""
    ranked = _by_rank(task.submissions)
    ranked = ranked if nearest is None else ranked[:MAX_RANKED]
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

    Names consist of small letters, digits and ``_.-``, so that they are the same in a path and in a link and no two
    differ by case alone. A name that is used already or reserved by a system gets ``~`` and a number.
    """
    name = _ODD.sub("-", text.lower())[:_LONGEST].strip("-.") or "unnamed"
    used[name] += 1
    return f"{name}~{used[name]}" if used[name] > 1 or name.partition(".")[0] in _RESERVED else name
