"""Pages that need runs: each is made by a process that scores the submissions again, inside of their archive."""

from __future__ import annotations

import os
from typing import IO

from rescore.archive.scoring import inside
from rescore.archive.submission import Submission
from rescore.archive.worker import Worker, description
from rescore.explain.against import Changes
from rescore.explain.html import ChangesView, View
from rescore.explain.rows import Items
from rescore.explain.stream import Explained, Selection, explained, spool_file
from rescore.site.pages import page, submission_page
from rescore.site.plan import PairPage, SubmissionPage

MAX_WRONG = 100  # rows
NOTHING_SCORED = "the run scores nothing that could be explained"


class PageJob:
    """A page that is written to ``path``; its result is empty, or says why the page could not be made.

    ``label`` names the submissions that it is about.
    """

    def __init__(self, path: str, *submissions: Submission) -> None:
        self.path = path
        self.submissions = submissions
        self.label = " and ".join([submission.label for submission in submissions])

    def result(self, worker: Worker) -> str:
        """Write the page; this runs in the process of the worker."""
        try:
            with open(self.path, "wb") as out:
                return self._write(worker.root, out)
        except Exception as error:  # noqa: BLE001 - archives come from strangers, and the other pages go on
            return description(error).replace(os.path.join(worker.root, ""), "")

    def failed(self, message: str) -> str:
        """Return the result if the process ends or hangs."""
        return message

    def without_run(self, root: str, note: str) -> bytes:
        """Return the page as it is where it cannot be made of a run; ``note`` says why."""
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
        """Return the page without the explanation."""
        return submission_page(root, self._page, note)

    def _write(self, root: str, out: IO[bytes]) -> str:
        submission = self._page.submission
        with spool_file() as spool, inside(root, submission):
            run = _run(submission, spool)
            if not run.is_scored:
                return NOTHING_SCORED
            view = View(run, only_wrong=not self._in_full)
        pages = view.pages(self._page.items_file) if self._in_full else [Items(view.most_frequent(MAX_WRONG))]
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
        with spool_file() as one, spool_file() as other:
            runs = []
            for submission, spool in zip(self.submissions, (one, other)):
                with inside(root, submission):
                    runs.append(_run(submission, spool))
            if not all(run.is_scored for run in runs):
                return NOTHING_SCORED
            view = ChangesView(Changes(*runs), (self.submissions[0].name, self.submissions[1].name))
            for side, submission in enumerate(self.submissions):
                with inside(root, submission):
                    view.look_up(side)
            out.write(page("pair.html", root, page=self._page, view=view))
        return ""


def _run(submission: Submission, spool: IO[bytes]) -> Explained:
    return explained(submission.words[0], submission.words[1:], spool, Selection(), texts=True)
