"""The pages of a site that explain runs: of submissions, and of pairs of them. Processes write them, many at a time."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

from jinja2.filters import do_forceescape

from legacy_scorers.common import SUITE, VERSION
from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.submission import Submission, host_of
from legacy_scorers.rescore.output.against import Changes
from legacy_scorers.rescore.output.page import Items, View, paged, rendered
from legacy_scorers.rescore.runs.explanation import ExplainedRun, Selection
from legacy_scorers.rescore.site.shown import PairPage, SubmissionPage

MAX_WRONG = 100  # rows
MAX_BYTES = 2_000_000  # of a page
NOTHING_SCORED = "the run scores nothing that could be explained"
FOLDER = os.path.dirname(__file__)
_LENGTHS = (sys.maxsize, 100_000, 10_000, 1000, 100, 30)  # characters to which texts of too large pages are cut
_WITHOUT_RUN: dict[str, object] = {"view": None, "in_full": False, "reports": {}}  # unless a page has other values
_MAX_TOGETHER = 16  # pages
_MAX_KEPT = 2  # runs: those of a pair

Order: TypeAlias = tuple[int, int, int]  # number of a task, rank, and whether it is a pair


class Runs:
    """Explained runs of an archive. The last ones are kept, because pages of pairs share them."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._kept: dict[str, ExplainedRun] = {}

    def show(self, shown: SubmissionPage, view: View) -> None:
        """Explain a run in a view; that of a pair is kept. Raises :class:`InputError` if it scores nothing."""
        if shown.pairs:
            view.take(self.of(shown.submission))
        else:
            self._explain(shown.submission, view)

    def of(self, submission: Submission) -> ExplainedRun:
        """Return the explained run of a submission. Raises :class:`InputError` if it scores nothing."""
        run = self._kept.pop(submission.label, None) or self._explain(submission, ExplainedRun(Selection()))
        self._kept[submission.label] = run
        if len(self._kept) > _MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        return run

    def _explain(self, submission: Submission, run: ExplainedRun) -> ExplainedRun:
        run.host = host_of(self.root, submission)
        run.explain(submission.words[0], submission.words[1:])
        if not run.is_scored:
            raise InputError(NOTHING_SCORED)
        return run


@dataclass(slots=True)
class SubmissionPart:
    """The page of a submission to be written, with all items ``in_full`` or the wrong ones in short."""

    name: str  # in the site
    path: str
    order: Order
    shown: SubmissionPage
    in_full: bool
    template: ClassVar = "submission.html"

    def write(self, runs: Runs) -> None:
        """Write the page, and more pages if it has many items."""
        shown, view = self.shown, View(Selection(), only_wrong=not self.in_full)
        runs.show(shown, view)
        pages = [Items(shown.file, sorted(view.rows, key=lambda row: -len(row.places))[:MAX_WRONG])]
        if self.in_full:
            group = next((group.of for group in view.profile.groups.values()), str)
            pages = paged(view.rows, view.texts, group, shown.file)
        for items in pages[1:]:
            more = site_page("more.html", runs.root, page=shown, view=view, items=items, pages=pages)
            Path(self.path).with_name(items.file).write_bytes(more)
        given = {"view": view, "items": pages[0], "pages": pages, "in_full": self.in_full}
        Path(self.path).write_bytes(_explained_page(self.template, runs.root, page=shown, **given))


@dataclass(slots=True)
class PairPart:
    """The page of a pair of submissions to be written: what differs between them."""

    name: str  # in the site
    path: str
    order: Order
    shown: PairPage
    template: ClassVar = "pair.html"

    def write(self, runs: Runs) -> None:
        """Write the page."""
        submissions = self.shown.left.submission, self.shown.right.submission
        left, right = map(runs.of, submissions)
        names = [submission.name for submission in submissions]
        content = _explained_page(self.template, runs.root, page=self.shown, view=Changes(left, right), names=names)
        Path(self.path).write_bytes(content)


Part: TypeAlias = SubmissionPart | PairPart


def chunks(parts: Iterable[Part]) -> list[list[Part]]:
    """Return pages by task and rank, in lists that are written together."""
    ordered = sorted(parts, key=lambda part: part.order)
    return [ordered[begin : begin + _MAX_TOGETHER] for begin in range(0, len(ordered), _MAX_TOGETHER)]


def write(root: str, parts: Iterable[Part]) -> list[str]:
    """Write pages in a process of a pool, and return for each why it cannot be written, or an empty text."""
    gc.collect()
    gc.freeze()  # modules and templates, which are no garbage
    runs = Runs(root)
    return [_problem(part, runs) for part in parts]


def _problem(part: Part, runs: Runs) -> str:
    try:
        part.write(runs)
    except InputError as error:
        return str(error)
    finally:
        gc.collect()  # an explained run is full of cycles
    return ""


def site_page(template: str, root: str, **values: object) -> bytes:
    """Return a page of the site of the archive in the folder ``root``. The path of this folder is not shown.

    Of a page that would be too large, long texts are cut, and more of them until it is not.
    """
    title, made_with = os.path.basename(root) or root, f"rescore ({SUITE}) {VERSION}"
    shown = {**_WITHOUT_RUN, "title": title, "made_with": made_with, **values}
    whole = b""
    for longest in _LENGTHS:
        whole = rendered(template, FOLDER, longest=longest, **shown)
        if len(whole) <= MAX_BYTES:
            break
    path = re.escape(do_forceescape(os.path.join(root, "")).encode(errors="replace"))
    return re.sub(rb"(?<![\w./~-])" + path, b"", whole) if len(root) > 1 else whole


def _explained_page(template: str, root: str, **values: object) -> bytes:
    """Return a page with an explanation. Raises :class:`InputError` if it is too large though its texts are cut."""
    content = site_page(template, root, **values)
    if len(content) > MAX_BYTES:
        raise InputError(f"the explanation would take more than {MAX_BYTES // 1_000_000} MB")
    return content
