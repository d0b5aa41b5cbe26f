"""The pages of a site: which there are, how they are linked, what their pictures show, and the runs that they explain.

Pages that need a run are made by processes of the archive's pool.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.archive.main_figures import Scored, main_figures
from legacy_scorers.rescore.archive.manifest import About
from legacy_scorers.rescore.archive.pool import Call, Pool
from legacy_scorers.rescore.archive.records import SubmissionRecord
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submissions import Archive
from legacy_scorers.rescore.output import statistics
from legacy_scorers.rescore.output.page import Choice
from legacy_scorers.rescore.reports.model import name_of
from legacy_scorers.rescore.reports.words import grouped
from legacy_scorers.rescore.runs.verdicts import FAILED, FIGURES, ROUNDING, VERDICTS
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.site import ALL, NONE
from legacy_scorers.rescore.site.explained import (
    FOLDER,
    NOTHING_SCORED,
    PairPart,
    Part,
    SubmissionPart,
    chunks,
    site_page,
    write,
)
from legacy_scorers.rescore.site.folder import SiteFolder
from legacy_scorers.rescore.site.shown import Axis, PairPage, SubmissionPage
from legacy_scorers.rescore.statistics.comparison import SystemComparison
from legacy_scorers.rescore.statistics.methods import Method
from legacy_scorers.rescore.statistics.samples import MIN_SYSTEMS, Sample, samples_in

MAX_RANKED = 50  # submissions to a task
MAX_NAMED = 12  # dots
MAX_LETTERS = 12  # groups in a picture
HEIGHT = 320  # pixels of the picture of published and recomputed figures
Done: TypeAlias = Callable[[], object]  # called for each step, to show progress
_LEFT_OUT = "The figures are not explained; --explain makes pages that do."
_STATUS = "The run ends with an exit status other than 0, so its figures are not explained."
_APART = 15  # pixels between names
_LONGEST = 60  # characters
_NUMBER = re.compile("([0-9]+)")
_ODD = re.compile(r"[^a-z0-9_.-]+")
_PORTS = [f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)]
_RESERVED = {"index", "about", "con", "prn", "aux", "nul", *_PORTS}


class Standing:
    """The ranking of submissions of one key, as ``rescore rank`` finds it, and the differences of all pairs of them.

    ``rows`` are the submissions with a figure, ``ranks`` the same by name.
    """

    def __init__(self, found: Sequence[Sample]) -> None:
        comparison = SystemComparison(found, Method())
        self.groups = dict(islice(comparison.groups.items(), MAX_LETTERS))
        self.citations = comparison.citations
        self.sentence, self.references = statistics.sentence(comparison), statistics.references(comparison)
        self.rows = [row for row in comparison.ranking if row.best]
        self.ranks = {row.name: row for row in self.rows}
        self.axis = Axis([end for row in self.rows for end in row.interval[:3]])
        self._digits = statistics.digits_of(comparison.values)
        self._units = f"{comparison.units} {comparison.drawn}"
        self._pairs = {frozenset(pair.names): pair for pair in comparison.tested}

    def figure(self, value: float) -> str:
        """Return the text of a figure."""
        return statistics.shown(value, self._digits)

    def contrast(self, one: str, other: str) -> dict[str, Any] | None:
        """Return how two submissions differ, and where the difference is in a picture; None unless both are ranked."""
        pair = self._pairs.get(frozenset((one, other)))
        if pair is None:
            return None
        difference, low, high, _ = pair.interval
        signed = f"+{self._digits}"
        return {
            "figures": list(map(self.figure, pair.values)),
            "difference": statistics.shown(difference, signed),
            "interval": f"{statistics.shown(low, signed)} to {statistics.shown(high, signed)}",
            "p": statistics.shown(pair.corrected, statistics.P_DIGITS),
            "decision": "can be told apart" if pair.significant else "cannot be told apart",
            "units": f"{pair.differing} of {self._units}",
            "axis": Axis([0, difference, low, high]),
            "ends": pair.interval,
        }


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
        self,
        read: Archive,
        records: Sequence[SubmissionRecord],
        results: Store,
        pool: Pool,
        nearest: int | None,
        done: Done,
    ) -> None:
        self._about, self._root, self._results, self._pool = read.about, read.root, results, pool
        folders: Counter[str] = Counter()
        self.tasks = []
        scored = grouped((one.task, (one, record)) for one, record in zip(read.submissions, records))
        for name, of_task in scored.items():
            task = self._task(name, new_name(name, folders), of_task)
            task.standing = self._standing(task)
            task.pairs = list(_pairs(task, nearest))
            self.tasks.append(task)
            done()
        self.pages = 2 + sum([1 + len(task.submissions) + len(task.pairs) for task in self.tasks])

    def _task(self, name: str, folder: str, scored: Sequence[Scored]) -> TaskPage:
        """Return the page of a task in a folder, and those of its submissions, linked in the order of their names."""
        used: Counter[str] = Counter()
        files = {submission.name: f"{new_name(submission.name, used)}.html" for submission, _ in scored}
        ordered = sorted(scored, key=lambda one: _natural(one[0].name))
        figures = main_figures(self._root, ordered, self._results, self._pool)
        pages = [SubmissionPage(*one, figure, files[one[0].name]) for one, figure in zip(ordered, figures)]
        for page, following in pairwise(pages):
            page.following, following.previous = following.link, page.link
        return TaskPage(name, folder, self._about.get(name, About()), pages, figures[0].name)

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
        folder.write(
            "index.html", site_page("index.html", root, tasks=tasks, about=about, causes=frequent, kinds=kinds)
        )
        done()
        profiles = [SCORERS[command] for command in dict.fromkeys([task.command for task in tasks]) if command]
        folder.write("about.html", site_page("about.html", root, profiles=profiles))
        done()
        parts = list(self._parts(folder, explain, done))
        problems = self._write(chunks(parts), done)
        alone = [[part] for part in parts if part.name in problems and problems[part.name] is None]
        problems |= self._write(alone, done)
        for part in parts:
            if problem := problems.get(part.name):
                content = site_page(part.template, root, page=part.shown, note=problem)
                folder.write(part.name, content, bare=problem != NOTHING_SCORED)
                if problem != NOTHING_SCORED:
                    yield f"{part.shown.label}: {problem}"

    def _write(self, chunks: Sequence[Sequence[Part]], done: Done) -> dict[str, str | None]:
        """Write pages; return by name why one cannot be written, None for pages that failed together with others."""
        problems: dict[str, str | None] = {}
        for place, found in self._pool.results(enumerate([Call(write, self._root, chunk) for chunk in chunks])):
            chunk = chunks[place]
            if isinstance(found, InputError):
                problems |= {part.name: str(found) if len(chunk) == 1 else None for part in chunk}
            else:
                problems |= {part.name: problem for part, problem in zip(chunk, found) if problem}
            for _ in chunk if len(chunk) == 1 or not isinstance(found, InputError) else ():
                done()
        return problems

    def _parts(self, folder: SiteFolder, explain: str, done: Done) -> Iterator[Part]:
        """Write the pages that need no run, and yield the others."""
        root = self._root
        script = Path(FOLDER, "sort.js").read_text(encoding="utf-8")  # without it the order is that of the archive
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for place, task in enumerate(self.tasks):
            content = site_page("task.html", root, task=task, script=script, digest=digest)
            folder.write(f"{task.folder}/index.html", content)
            done()
            ranks = {shown: rank for rank, shown in enumerate(task.by_rank)}
            for shown in task.submissions:
                name, record = f"{task.folder}/{shown.file}", shown.record
                succeeds = record.verdict != FAILED and record.exit == 0
                if succeeds and explain != NONE:
                    in_full = explain == ALL or record.verdict in (ROUNDING, FIGURES)
                    rank = ranks.get(shown, len(ranks))
                    yield SubmissionPart(name, folder.path(name), (place, rank, 0), shown, in_full)
                    continue
                reports = {file: decoded(one) for file, one in self._results.reports(shown.submission).items()}
                note = _LEFT_OUT if succeeds else _STATUS
                content = site_page("submission.html", root, page=shown, note=note, reports=reports)
                folder.write(name, content, bare=record.exit is None and not shown.submission.problem)
                done()
            for pair in task.pairs:
                name = f"{task.folder}/{pair.file}"
                yield PairPart(name, folder.path(name), (place, ranks[pair.right], 1), pair)


def _natural(name: str) -> list[Any]:
    """Return a sort key by which the numbers in names are compared by value."""
    return [int(part) if place % 2 else part for place, part in enumerate(_NUMBER.split(name))]


def kinds_of(verdicts: Counter[str]) -> list[Choice]:
    """Return the verdicts that occur, best first, as choices."""
    return [Choice(verdict, verdict, verdicts[verdict]) for verdict in VERDICTS if verdicts[verdict]]


def _pairs(task: TaskPage, nearest: int | None) -> Iterator[PairPage]:
    """Yield pairs over the same key, in the order of ranks; with ``nearest`` only those of the best."""
    ranked = task.by_rank if nearest is None else task.by_rank[:MAX_RANKED]
    for place, shown in enumerate(ranked, 1):
        others = (other for other in islice(ranked, place, None) if shown.key == other.key)
        for other in islice(others, nearest):
            names = shown.submission.name, other.submission.name
            contrast = task.standing.contrast(*names) if task.standing else None
            pair = PairPage(shown, other, task.figure, contrast)
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
