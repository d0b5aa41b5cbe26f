"""A site as it is made: pages that need runs by the processes of a pool, the others here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rescore.archive.manifest import About
from rescore.archive.pool import Pool
from rescore.archive.store import Store
from rescore.archive.submissions import Archive
from rescore.site.folder import SiteFolder
from rescore.site.jobs import NOTHING_SCORED, Comparison, ExplanationPage, PageJob
from rescore.site.pages import about_page, index_page, submission_page, task_page
from rescore.site.plan import ABOUT, INDEX, TaskPage

DIFFERING, ALL, NONE = EXPLAIN = ("differing", "all", "none")
_LEFT_OUT = "The figures are not explained; --explain makes pages that do."
_STATUS = "The run ends with an exit status other than 0, so its figures are not explained."


@dataclass
class Site:
    """The pages of an archive, whose ``tasks`` are planned; ``explain`` says which of them show all items."""

    read: Archive
    tasks: Sequence[TaskPage]
    results: Store
    pool: Pool
    explain: str

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return 2 + sum([1 + len(task.submissions) + len(task.pairs) for task in self.tasks])

    def build(self, folder: SiteFolder, done: Callable[[], object]) -> Iterator[str]:
        """Write all pages; ``done`` is called for each. Yield what could not be explained, and why."""
        folder.write(folder.path(INDEX), index_page(self.read.root, self.tasks, self.read.about.get("", About())))
        folder.write(folder.path(ABOUT), about_page(self.read.root, self.tasks))
        done()
        done()
        jobs = list(self._jobs(folder, done))
        problems = {}
        for number, problem in self.pool.results(enumerate(jobs)):
            problems[number] = problem
            done()
        for number, job in enumerate(jobs):
            problem = problems[number]
            if problem:
                folder.write(job.path, job.without_run(self.read.root, problem), bare=problem != NOTHING_SCORED)
            if problem not in ("", NOTHING_SCORED):
                yield f"{job.label}: {problem}"

    def _jobs(self, folder: SiteFolder, done: Callable[[], object]) -> Iterator[PageJob]:
        """Write the pages of tasks, and of submissions that cannot be explained; yield the others."""
        for task in self.tasks:
            folder.write(folder.path(task.folder, INDEX), task_page(self.read.root, task))
            done()
            for shown in task.submissions:
                path = folder.path(task.folder, shown.file)
                if shown.can_be_explained and self.explain != NONE:
                    yield ExplanationPage(path, shown, in_full=self.explain == ALL or shown.differs)
                else:
                    reports = self.results.reports(shown.submission)
                    note = _LEFT_OUT if shown.can_be_explained else _STATUS
                    page = submission_page(self.read.root, shown, note, reports)
                    folder.write(path, page, bare=shown.record["exit"] is None and not shown.submission.problem)
                    done()
            for pair in task.pairs:
                yield Comparison(folder.path(task.folder, pair.file), pair)
