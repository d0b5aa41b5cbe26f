"""A site as it is made: pages that need runs by the processes of a pool, the others here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rescore.archive.manifest import About
from rescore.archive.pool import Pool
from rescore.archive.records import Record
from rescore.archive.store import Store
from rescore.archive.submissions import Archive
from rescore.site.folder import SiteFolder
from rescore.site.jobs import NOTHING_SCORED, Comparison, ExplanationPage, PageJob
from rescore.site.pages import about_page, index_page, submission_page, task_page
from rescore.site.plan import ABOUT, INDEX, planned

DIFFERING, ALL, NONE = EXPLAIN = ("differing", "all", "none")
_LEFT_OUT = "The figures are not explained; --explain makes pages that do."
_STATUS = "The run ends with an exit status other than 0, so its figures are not explained."


class Site:
    """The pages of an archive whose submissions have these records."""

    __slots__ = ("_about", "_explain", "_pool", "_results", "_root", "_tasks")

    def __init__(
        self,
        read: Archive,
        records: Sequence[Record],
        results: Store,
        pool: Pool,
        nearest: int | None,
        explain: str,
        done: Callable[[], object],
    ) -> None:
        """Rank the submissions to each task; ``done`` is called for each."""
        self._root = read.root
        self._about = read.about.get("", About())
        self._results = results
        self._pool = pool
        self._explain = explain
        scored = list(zip(read.submissions, records))
        self._tasks = planned(read.root, scored, results, pool, nearest, read.about, done)

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return 2 + sum([1 + len(task.submissions) + len(task.pairs) for task in self._tasks])

    def build(self, folder: SiteFolder, done: Callable[[], object]) -> Iterator[str]:
        """Write all pages; ``done`` is called for each. Yield what could not be explained, and why."""
        folder.write(folder.path(INDEX), index_page(self._root, self._tasks, self._about))
        folder.write(folder.path(ABOUT), about_page(self._root, self._tasks))
        done()
        done()
        jobs = list(self._jobs(folder, done))
        problems = {}
        for number, problem in self._pool.results(enumerate(jobs)):
            problems[number] = problem
            done()
        for number, job in enumerate(jobs):
            problem = problems[number]
            if problem:
                folder.write(job.path, job.without_run(self._root, problem), bare=problem != NOTHING_SCORED)
            if problem not in ("", NOTHING_SCORED):
                yield f"{job.label}: {problem}"

    def _jobs(self, folder: SiteFolder, done: Callable[[], object]) -> Iterator[PageJob]:
        """Write the pages of tasks, and of submissions that cannot be explained; yield the others."""
        for task in self._tasks:
            folder.write(folder.path(task.folder, INDEX), task_page(self._root, task))
            done()
            for shown in task.submissions:
                path = folder.path(task.folder, shown.file)
                if shown.can_be_explained and self._explain != NONE:
                    yield ExplanationPage(path, shown, in_full=self._explain == ALL or shown.differs)
                else:
                    reports = self._results.reports(shown.submission)
                    note = _LEFT_OUT if shown.can_be_explained else _STATUS
                    page = submission_page(self._root, shown, note, reports)
                    folder.write(path, page, bare=shown.record["exit"] is None and not shown.submission.problem)
                    done()
            for pair in task.pairs:
                yield Comparison(folder.path(task.folder, pair.file), pair)
