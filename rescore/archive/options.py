"""Options of commands that rescore archives, and the submissions that they choose."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

import click

from rescore.archive.pool import Pool
from rescore.archive.store import Store, default_store
from rescore.archive.submission import Submission
from rescore.archive.submissions import Archive, read_from, root_of
from rescore.named import Real, Whole, number
from rescore.process import CAN_BOUND_MEMORY


def _memory(context: click.Context, option: click.Parameter, value: int | None) -> int | None:
    if value is not None and not CAN_BOUND_MEMORY:
        raise click.BadParameter("this system cannot limit the memory of a process")
    return value


with_jobs = number("--jobs", Whole(1), None, "N", "Processes; by default one per processor.")
with_only = click.option("--only", metavar="GLOB", help="Only TASK, or submissions NAME or TASK/NAME.")
with_store = click.option(
    "--store", type=click.Path(), metavar="FILE", help="File for results; by default in your cache folder."
)
TIMEOUT_S = 600
_TIMEOUT = number(
    "--timeout", Real(0, min_open=True), TIMEOUT_S, "SECONDS", f"For each submission; by default {TIMEOUT_S}."
)
_MEMORY = click.option("--memory", type=Whole(1), callback=_memory, metavar="MB", help="Memory limit of each process.")
SEARCH_S = 5.0  # for trying two changes at a time


def with_limits(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--timeout`` and ``--memory`` to a subcommand."""
    limited: Callable[..., Any] = _TIMEOUT(_MEMORY(function))
    return limited


def store_of(archive: Archive, named: str | None, *, create: bool = True) -> Store:
    """Return the store that the user named, or else the archive's store in the user's cache folder."""
    return Store(default_store(archive.place) if named is None else named, create=create, is_cache=named is None)


def pool_of(archive: str, jobs: int | None, timeout: float, memory: int | None) -> Pool:
    """Return a pool of processes that read and score an archive, by default one for each processor that we may use."""
    processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return Pool(root_of(archive), jobs or processors, timeout, memory)


def read_by(pool: Pool, archive: str, only: str | None = None, which: int = 1, parts: int = 1) -> Archive:
    """Return an archive, read by a process of a pool, with the submissions that ``only`` names by a pattern or by task.

    Only part ``which`` of ``parts`` is kept, from 1. Names alone determine the parts, so a part may be empty. Raises
    :class:`InputError` for an archive with mistakes.
    """
    read = pool.call(archive, read_from, os.getcwd(), archive)
    found = read.submissions
    if only is not None:
        found = [one for one in found if fnmatchcase(one.name, only) or fnmatchcase(one.label, only)]
        found = found or [one for one in read.submissions if one.task == only]
        if not found:
            raise click.UsageError(f"no submission or task is called {only!r}")
    return replace(read, submissions=[one for one in found if _number(one) % parts == which - 1])


def _number(submission: Submission) -> int:
    digest = hashlib.sha256(submission.label.encode(errors="surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big")
