"""Which pages there are, what they are called and how they are linked; all links are within a folder or one up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from rescore.archive.forms import cause_of
from rescore.archive.main_figure import Figures, Scored, described, main_figure
from rescore.archive.pool import Pool
from rescore.archive.published import FAILED, VERDICTS
from rescore.archive.records import CellDifference, Record
from rescore.archive.store import Store
from rescore.archive.submission import Submission
from rescore.difference.verdicts import FIGURES, ROUNDING
from rescore.scorers import SCORERS

INDEX = "index.html"
MEANINGS = {
    "identical": "the same bytes; in a table of figures the same digits",
    "layout": "no figure differs, but the text around the figures does",
    "excerpt": "only some figures were published, and these do not differ",
    "rounding": "figures differ in the last digit that both have",
    "figures": "figures differ",
    "failed": "could not be scored, or ended with another exit status than before",
    "unpublished": "there is nothing to compare with",
}
_ODD = re.compile(r"[^a-z0-9_.-]+")
MAX_RANKED = 50  # submissions to a task
_LONGEST = 60  # characters
_TAKEN = {"index", "con", "prn", "aux", "nul", *[f"{port}{number}" for port in ("com", "lpt") for number in range(10)]}


@dataclass(slots=True)
class Link:
    """What a link says and where it leads."""

    text: str
    target: str


class SubmissionPage:
    """The page of a submission: its record, the main figure of its task, and links to other pages."""

    __slots__ = (
        "cause", "command", "file", "following", "key", "pairs", "previous", "published", "recomputed", "record",
        "submission", "task",
    )  # fmt: skip

    def __init__(self, submission: Submission, record: Record, file: str) -> None:
        self.submission = submission
        self.record = record
        self.file = file
        self.cause = cause_of(record)
        self.task = submission.task
        self.published = ""
        self.recomputed = ""
        self.key: frozenset[str] = frozenset()
        self.previous: Link | None = None
        self.following: Link | None = None
        self.pairs: list[Link] = []

    @property
    def link(self) -> Link:
        """The link to this page."""
        return Link(self.submission.name, self.file)

    @property
    def can_be_explained(self) -> bool:
        """Whether the run succeeds, so that it has figures to explain."""
        return bool(self.record["verdict"] != FAILED and self.record["exit"] == 0)

    def items_file(self, number: int) -> str:
        """Return the name of a page with items by its number; the first is this page."""
        return f"{_stem(self.file)}~items-{number + 1}.html" if number else self.file

    @property
    def sentence(self) -> str:
        """Its verdict and cause."""
        if self.record["verdict"] == FAILED:
            return self.cause
        number = len(self.record["cells"])
        differ = f"{number} figure{' differs' if number == 1 else 's differ'} from what was published"
        verdict = differ if number else MEANINGS[self.record["verdict"]].capitalize()
        return f"{verdict}: {self.cause}." if self.cause else f"{verdict}."

    @property
    def differs(self) -> bool:
        """Whether figures are not as published."""
        return self.record["verdict"] in (ROUNDING, FIGURES)

    @property
    def cells(self) -> list[CellDifference]:
        """The figures that differ, totals first."""
        totals = {name[:2] for name in SCORERS[self.submission.words[0]].measures}
        return sorted(self.record["cells"], key=lambda cell: (cell["table"], cell["row"]) not in totals)

    @property
    def gravity(self) -> int:
        """The place of its verdict among the verdicts."""
        return VERDICTS.index(self.record["verdict"])

    @property
    def value(self) -> float:
        """The recomputed figure; minus infinity where there is none."""
        try:
            value = float(self.recomputed)
        except ValueError:
            return float("-inf")
        return value if value == value else float("-inf")


class PairPage:
    """The page of two submissions that are compared; the first is the one with the higher figure."""

    __slots__ = ("file", "left", "right")

    def __init__(self, left: SubmissionPage, right: SubmissionPage) -> None:
        self.left = left
        self.right = right
        self.file = f"{_stem(left.file)}+{right.file}"  # no other page has a + in its name

    @property
    def link(self) -> Link:
        """The link to this page."""
        return Link(f"{self.left.submission.name} → {self.right.submission.name}", self.file)


class TaskPage:
    """The page of a task: its submissions, pairs of them, and the name of the figure that is shown of each."""

    __slots__ = ("command", "figure", "folder", "name", "pairs", "submissions")

    def __init__(self, name: str, folder: str, submissions: list[SubmissionPage]) -> None:
        self.name = name
        self.folder = folder
        self.submissions = submissions
        words = submissions[0].submission.words
        self.command = words[0] if words else ""
        self.figure = ""
        self.pairs: list[PairPage] = []

    def having(self, verdict: str) -> int:
        """Return how many submissions have a verdict."""
        return [page.record["verdict"] for page in self.submissions].count(verdict)


def planned(root: str, scored: Sequence[Scored], results: Store, pool: Pool, nearest: int | None) -> list[TaskPage]:
    """Return the pages of all tasks; each submission is paired with the ``nearest`` next ones in rank, None for all."""
    by_task: dict[str, list[Scored]] = {}
    for submission, record in scored:
        by_task.setdefault(submission.task, []).append((submission, record))
    folders = Names()
    tasks = [_task(name, folders.new(name), some) for name, some in by_task.items()]
    for task in tasks:
        scored = [(page.submission, page.record) for page in task.submissions]
        _fill(task, described(root, scored, results, pool), nearest)
    return tasks


def _task(name: str, folder: str, scored: Sequence[Scored]) -> TaskPage:
    names = Names()
    pages = [SubmissionPage(*one, f"{names.new(one[0].name)}.html") for one in scored]
    for page, following in pairwise(pages):
        page.following, following.previous = following.link, page.link
    return TaskPage(name, folder, pages)


def _fill(task: TaskPage, all_figures: Sequence[Figures], nearest: int | None) -> None:
    """Add to the pages of a task what is known of its submissions, and the pages of pairs."""
    task.figure = main_figure(task.submissions[0].submission.words, all_figures)
    for page, found in zip(task.submissions, all_figures):
        page.published = found.published.get(task.figure, "")
        page.recomputed = found.recomputed.get(task.figure, "")
        page.key = found.key
    task.pairs = list(_pairs(task.submissions, nearest))
    for pair in task.pairs:
        for page in (pair.left, pair.right):
            page.pairs.append(pair.link)


def _pairs(pages: Sequence[SubmissionPage], nearest: int | None) -> Iterator[PairPage]:
    """Yield pairs over the same key, in the order of ranks; unless all are wanted, those of the best."""
    ranked = sorted([page for page in pages if page.key], key=lambda page: -page.value)
    ranked = ranked if nearest is None else ranked[:MAX_RANKED]
    for place, page in enumerate(ranked, 1):
        others = (other for other in islice(ranked, place, None) if page.key == other.key)
        for other in islice(others, nearest):
            yield PairPage(page, other)


def _stem(file: str) -> str:
    return file.rpartition(".")[0]


class Names:
    """Gives each text that it is asked for a name of its own, in the order of asking.

    Names consist of small letters, digits and ``_.-``, so that they are the same in a path and in a link and no two
    differ by case alone. Where several texts would have the same name, or it means something to a system, ``~`` and a
    number follow.
    """

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def new(self, text: str) -> str:
        """Return the next name for a text."""
        name = _ODD.sub("-", text.lower())[:_LONGEST].strip("-.") or "unnamed"
        number = self._numbers[name] = self._numbers.get(name, 0) + 1
        return f"{name}~{number}" if number > 1 or name.partition(".")[0] in _TAKEN else name
