"""The templates of the site, and the pages that are made without a run."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from jinja2.filters import do_forceescape

from common import SUITE, VERSION
from rescore.archive.manifest import About
from rescore.explain.html import rendered
from rescore.explain.outcomes import ItemOutcome
from rescore.reports.model import decoded
from rescore.scorers import SCORERS
from rescore.site.pictures import MAX_NAMED
from rescore.site.plan import ABOUT, INDEX, MEANINGS, SubmissionPage, TaskPage

_FOLDER = os.path.dirname(__file__)
MAX_CELLS = 20  # figures that differ, before the others are folded
_ON_ALL = {"index": INDEX, "about_file": ABOUT, "made_with": f"rescore ({SUITE}) {VERSION}", "shown_cells": MAX_CELLS}


def page(template: str, root: str, **values: object) -> bytes:
    """Return a page of the site of the archive in the folder ``root``. The path of this folder is not shown."""
    whole = b"".join(rendered(template, _FOLDER, title=os.path.basename(root) or root, **_ON_ALL, **values))
    path = re.escape(do_forceescape(os.path.join(root, "")).encode(errors="replace"))
    return re.sub(rb"(?<![\w./~-])" + path, b"", whole) if len(root) > 1 else whole


def index_page(root: str, tasks: Sequence[TaskPage], about: About) -> bytes:
    """Return the front page, which leads to all others."""
    causes = sorted([row for task in tasks for row in task.causes], key=lambda row: -len(row.pages))
    counts: Counter[str] = sum([task.verdicts for task in tasks], Counter())
    kinds = [ItemOutcome(verdict, verdict, counts[verdict]) for verdict in MEANINGS if counts[verdict]]
    return page("index.html", root, tasks=tasks, about=about, causes=causes, kinds=kinds)


def about_page(root: str, tasks: Sequence[TaskPage]) -> bytes:
    """Return the page that explains the terms of the others."""
    commands = dict.fromkeys([task.command for task in tasks if task.command])
    return page("about.html", root, meanings=MEANINGS, profiles=[SCORERS[command] for command in commands])


def task_page(root: str, task: TaskPage) -> bytes:
    """Return the page of a task. Its script sorts the table; without it the order is that of the archive."""
    with open(os.path.join(_FOLDER, "sort.js"), encoding="utf-8") as file:
        script = file.read()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return page("task.html", root, task=task, named=MAX_NAMED, script=script, digest=digest)


def submission_page(root: str, shown: SubmissionPage, note: str, reports: Mapping[str, bytes] | None = None) -> bytes:
    """Return the page of a submission whose figures are not explained; ``note`` says why."""
    texts = {name: decoded(content) for name, content in (reports or {}).items()}
    return page("submission.html", root, page=shown, view=None, in_full=False, reports=texts, note=note)
