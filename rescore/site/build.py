"""Building a site: processes of a pool make the pages that need runs, this process the others.

A page that needs a run is made by a process that scores the submissions again, inside their archive.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO

from rescore.archive.manifest import About
from rescore.archive.pool import Pool
from rescore.archive.scoring import inside
from rescore.archive.store import Store
from rescore.archive.submission import Submission
from rescore.archive.submissions import Archive
from rescore.explain.against import Changes, CollectedRun
from rescore.explain.explanation import ExplainedRun
from rescore.explain.html import View, shown_changes
from rescore.site.folder import SiteFolder
from rescore.site.pages import about_page, index_page, page, submission_page, task_page
from rescore.site.plan import ABOUT, INDEX, PairPage, SubmissionPage, TaskPage

DIFFERING, ALL, NONE = EXPLAIN = ("differing", "all", "none")
MAX_WRONG = 100  # rows
NOTHING_SCORED = "the run scores nothing that could be explained"
_LEFT_OUT = "The figures are not explained; --explain makes pages that do."
_STATUS = "The run ends with an exit status other than 0, so its figures are not explained."


@dataclass
class Site:
    """The site of an archive: the planned pages of its ``tasks``; ``explain`` says which pages show all items."""

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
                    content = submission_page(self.read.root, shown, note, reports)
                    folder.write(path, content, bare=shown.record["exit"] is None and not shown.submission.problem)
                    done()
            for pair in task.pairs:
                yield Comparison(folder.path(task.folder, pair.file), pair)


class PageJob:
    """A page that is written to ``path``; its result is empty, or says why the page could not be made.

    ``label`` names the submissions that it is about.
    """

    def __init__(self, path: str, *submissions: Submission) -> None:
        self.path = path
        self.submissions = submissions
        self.label = " and ".join([submission.label for submission in submissions])

    def result(self, root: str, _: object) -> str:
        """Write the page; this runs in a process of a pool."""
        with open(self.path, "wb") as out:
            return self._write(root, out)

    def failed(self, message: str, _: object = None) -> str:
        """Return the result if the page cannot be made."""
        return message

    def without_run(self, root: str, note: str) -> bytes:
        """Return the page without what needs a run; ``note`` says why there is none."""
        raise NotImplementedError

    def _write(self, root: str, out: IO[bytes]) -> str:
        raise NotImplementedError


class ExplanationPage(PageJob):
    """The page of a submission with every figure explained, and all items ``in_full`` or the wrong ones in short."""

    def __init__(self, path: str, shown: SubmissionPage, *, in_full: bool) -> None:
        super().__init__(path, shown.submission)
        self._page = shown
        self._in_full = in_full

    def without_run(self, root: str, note: str) -> bytes:
        """Return the page of the submission without the explanation."""
        return submission_page(root, self._page, note)

    def _write(self, root: str, out: IO[bytes]) -> str:
        view = View(only_wrong=not self._in_full)
        if not _is_scored(view, root, self._page.submission):
            return NOTHING_SCORED
        pages = view.pages(self._page.items_file) if self._in_full else [view.most_frequent(MAX_WRONG)]
        for items in pages[1:]:
            with open(os.path.join(os.path.dirname(self.path), items.file), "wb") as file:
                file.write(page("more.html", root, page=self._page, view=view, items=items, pages=pages))
        values = {"view": view, "items": pages[0], "pages": pages, "in_full": self._in_full}
        out.write(page("submission.html", root, page=self._page, **values))
        return ""


class Comparison(PageJob):
    """The page of a pair of submissions: what differs between them."""

    def __init__(self, path: str, shown: PairPage) -> None:
        super().__init__(path, shown.left.submission, shown.right.submission)
        self._page = shown

    def without_run(self, root: str, note: str) -> bytes:
        """Return the page without the comparison."""
        return page("pair.html", root, page=self._page, view=None, note=note)

    def _write(self, root: str, out: IO[bytes]) -> str:
        runs = CollectedRun(), CollectedRun()
        if not all(_is_scored(run, root, one) for run, one in zip(runs, self.submissions)):
            return NOTHING_SCORED
        values = shown_changes(Changes(*runs), (self.submissions[0].name, self.submissions[1].name))
        out.write(page("pair.html", root, page=self._page, **values))
        return ""


def _is_scored(explanation: ExplainedRun, root: str, submission: Submission) -> bool:
    with inside(root, submission):
        explanation.explain(submission.words[0], submission.words[1:])
    return explanation.is_scored
