"""Makes the pages of a site: those that need runs by processes of a pool, which score inside the archive."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2.filters import do_forceescape

from common import SUITE, VERSION
from common.result import decoded
from rescore.archive.manifest import About
from rescore.archive.pool import Call, Pool
from rescore.archive.scoring import inside
from rescore.archive.store import Store
from rescore.archive.submission import Submission
from rescore.archive.submissions import Archive
from rescore.difference.verdicts import FAILED, FIGURES, ROUNDING
from rescore.explain.against import Changes, CollectedRun
from rescore.explain.explanation import ExplainedRun
from rescore.explain.html import Items, View, paged, rendered
from rescore.scorers import SCORERS
from rescore.site.folder import SiteFolder
from rescore.site.plan import PairPage, SubmissionPage, TaskPage, kinds_of

DIFFERING, ALL, NONE = EXPLAIN = ("differing", "all", "none")
MAX_WRONG = 100  # rows
NOTHING_SCORED = "the run scores nothing that could be explained"
_LEFT_OUT = "The figures are not explained; --explain makes pages that do."
_STATUS = "The run ends with an exit status other than 0, so its figures are not explained."
_MADE_WITH = f"rescore ({SUITE}) {VERSION}"
_FOLDER = os.path.dirname(__file__)


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
        root = self.read.root
        folder.write("index.html", index_page(root, self.tasks, self.read.about.get("", About())))
        profiles = [SCORERS[command] for command in dict.fromkeys([task.command for task in self.tasks]) if command]
        folder.write("about.html", page("about.html", root, profiles=profiles))
        done()
        done()
        calls = dict(self._calls(folder, done))
        problems = {}
        for number, problem in self.pool.results(enumerate(calls.values())):
            problems[number] = str(problem)
            done()
        for number, (name, call) in enumerate(calls.items()):
            shown, problem = call.arguments[2], problems[number]
            if problem:
                folder.write(name, page_without_run(root, shown, problem), bare=problem != NOTHING_SCORED)
            if problem not in ("", NOTHING_SCORED):
                yield f"{shown.label}: {problem}"

    def _calls(self, folder: SiteFolder, done: Callable[[], object]) -> Iterator[tuple[str, Call[str]]]:
        """Write the pages that need no run; yield the names of the others with calls, which return what is wrong."""
        root = self.read.root
        script = Path(_FOLDER, "sort.js").read_text(encoding="utf-8")  # without it the order is that of the archive
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for task in self.tasks:
            content = page("task.html", root, task=task, script=script, digest=digest)
            folder.write(f"{task.folder}/index.html", content)
            done()
            for shown in task.submissions:
                name, record = f"{task.folder}/{shown.file}", shown.record
                succeeds = record["verdict"] != FAILED and record["exit"] == 0
                if succeeds and self.explain != NONE:
                    in_full = self.explain == ALL or record["verdict"] in (ROUNDING, FIGURES)
                    yield name, Call(write_explanation, (root, folder.path(name), shown, in_full))
                    continue
                note, reports = _LEFT_OUT if succeeds else _STATUS, self.results.reports(shown.submission)
                content = page_without_run(root, shown, note, reports)
                folder.write(name, content, bare=record["exit"] is None and not shown.submission.problem)
                done()
            for pair in task.pairs:
                name = f"{task.folder}/{pair.file}"
                yield name, Call(write_comparison, (root, folder.path(name), pair))


def page(template: str, root: str, **values: object) -> bytes:
    """Return a page of the site of the archive in the folder ``root``. The path of this folder is not shown."""
    whole = b"".join(rendered(template, _FOLDER, title=os.path.basename(root) or root, made_with=_MADE_WITH, **values))
    path = re.escape(do_forceescape(os.path.join(root, "")).encode(errors="replace"))
    return re.sub(rb"(?<![\w./~-])" + path, b"", whole) if len(root) > 1 else whole


def index_page(root: str, tasks: Sequence[TaskPage], about: About) -> bytes:
    """Return the front page, which leads to all others."""
    causes: dict[tuple[TaskPage, str], list[SubmissionPage]] = {}
    for task in tasks:
        for shown in task.submissions:
            if shown.cause:
                causes.setdefault((task, shown.cause), []).append(shown)
    most_frequent = sorted(causes.items(), key=lambda item: -len(item[1]))
    kinds = kinds_of(sum([task.verdicts for task in tasks], Counter()))
    return page("index.html", root, tasks=tasks, about=about, causes=most_frequent, kinds=kinds)


def page_without_run(
    root: str, shown: SubmissionPage | PairPage, note: str, reports: Mapping[str, bytes] = {}
) -> bytes:
    """Return the page of a submission, or of two, without what needs a run; ``note`` says why."""
    texts = {name: decoded(content) for name, content in reports.items()}
    return page(shown.template, root, page=shown, view=None, in_full=False, reports=texts, note=note)


def write_explanation(root: str, path: str, shown: SubmissionPage, in_full: bool) -> str:
    """Write the page of a submission with all items ``in_full`` or the wrong ones in short; return what is wrong."""
    view = View(only_wrong=not in_full)
    if not _is_scored(view, root, shown.submission):
        return NOTHING_SCORED
    pages = [Items(shown.file, sorted(view.rows, key=lambda row: -len(row.places))[:MAX_WRONG])]
    if in_full:
        group = next((group.of for group in view.profile.groups.values()), str)
        pages = paged(view.rows, view.texts, group, shown.file)
    for items in pages[1:]:
        more = page("more.html", root, page=shown, view=view, items=items, pages=pages)
        Path(path).with_name(items.file).write_bytes(more)
    content = page(shown.template, root, page=shown, view=view, items=pages[0], pages=pages, in_full=in_full)
    Path(path).write_bytes(content)
    return ""


def write_comparison(root: str, path: str, shown: PairPage) -> str:
    """Write the page of a pair of submissions: what differs between them; return what is wrong."""
    submissions = shown.left.submission, shown.right.submission
    runs = CollectedRun(), CollectedRun()
    if not all(_is_scored(run, root, one) for run, one in zip(runs, submissions)):
        return NOTHING_SCORED
    names = [one.name for one in submissions]
    Path(path).write_bytes(page(shown.template, root, page=shown, view=Changes(*runs), names=names))
    return ""


def _is_scored(run: ExplainedRun, root: str, submission: Submission) -> bool:
    with inside(root, submission):
        run.explain(submission.words[0], submission.words[1:])
    return run.is_scored
