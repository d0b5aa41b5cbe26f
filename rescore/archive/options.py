"""Options of commands that rescore archives, and the submissions that they choose."""

from __future__ import annotations

import os
import sys

import click

from rescore.archive.rescoring import Selection
from rescore.archive.store import STORE
from rescore.archive.submissions import Archive, read_archive
from rescore.archive.worker import can_bound_memory
from rescore.numbers import Real, Whole


def _memory(context: click.Context, option: click.Parameter, value: int | None) -> int | None:
    if value is not None and not can_bound_memory():
        raise click.BadParameter("this system cannot bound the memory of a process")
    return value


with_jobs = click.option("--jobs", type=Whole(1), metavar="N", help="Processes; by default one per processor.")
with_only = click.option("--only", metavar="GLOB", help="Only submissions whose NAME or TASK/NAME fits.")
with_store = click.option("--store", type=click.Path(), metavar="FILE", help=f"Keeps results; by default {STORE}.")
with_timeout = click.option(
    "--timeout",
    type=Real(0, min_open=True),
    default=600,
    metavar="SECONDS",
    help="Limit for each submission; by default 600.",
)
with_memory = click.option(
    "--memory", type=Whole(1), callback=_memory, metavar="MB", help="Memory limit of each process."
)
SEARCH = 5.0  # seconds for trying two changes at a time


def processors() -> int:
    """Return the number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chosen(archive: str, only: str | None, which: int = 1, parts: int = 1) -> Archive:
    """Return an archive with the submissions that a pattern fits, or a part of them."""
    read = read_archive(archive)
    selected = Selection(only, which, parts)
    submissions = [submission for submission in read.submissions if selected.has(submission)]
    if not submissions and only is not None:
        is_task = any(submission.task == only for submission in read.submissions)
        what_to_do = f"; write '{only}/*' for those of the task" if is_task else ""
        raise click.UsageError(f"no submission is called {only!r}{what_to_do}")
    return Archive(read.root, submissions, read.notes)
