"""``rescore run ARCHIVE``: every submission scored again and compared with what was published."""

from __future__ import annotations

import math
import os
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.commands import (
    SEARCH_S,
    Real,
    accepting,
    number,
    with_jobs,
    with_limits,
    with_only,
    with_store,
)
from legacy_scorers.rescore.output.forms import ARCHIVE_FORMS, TEXT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from legacy_scorers.rescore.archive.cluster import Cluster
    from legacy_scorers.rescore.archive.pool import Pool
    from legacy_scorers.rescore.archive.records import SubmissionRecord


def _shard(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int]:
    if value is None:
        return 1, 1
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", value)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{value!r} is not K/N with K from 1 to N")
    return int(found[1]), int(found[2])


@click.command(epilog="Example: rescore run --jobs 4 --accept layout,rounding examples/archive")
@with_jobs
@click.option("--cluster", metavar="ADDRESS", help="Use the Dask cluster with this scheduler.")
@with_only
@click.option("--shard", callback=_shard, metavar="K/N", help="Only part K of N.")
@with_store
@click.option("--fresh", is_flag=True, help="Score again what the store knows.")
@accepting
@click.option(
    "--format",
    "form",
    type=click.Choice(ARCHIVE_FORMS),
    default=TEXT,
    metavar="FORMAT",
    help=f"{', '.join(ARCHIVE_FORMS)}.",
)
@click.option("--keep", "kept", type=click.Path(), metavar="DIR", help="Write the new reports below this folder.")
@number("--search", Real(0), SEARCH_S, "SECONDS", f"Time for pairs of changes; by default {SEARCH_S:g}.")
@number("--search-total", Real(0), math.inf, "SECONDS", "When all searches end; by default never.")
@with_limits
@click.argument("archive", type=click.Path())
def run(archive: str, shard: tuple[int, int], form: str, kept: str | None, **given: Any) -> int:  # noqa: ANN401
    """Score an archive again, and compare with what was published.

    ARCHIVE is a manifest, a folder that holds archive.toml, or a folder of submissions. Where figures differ, it looks
    for a change that explains them.
    """
    from legacy_scorers.rescore.archive.pool import pool_of

    with pool_of(archive, given["jobs"], given["timeout"], given["memory"]) as pool:
        pool.start()  # it loads what it needs while this process does
        notes, done = _rescored(pool, archive, shard, form, kept, given)
    from legacy_scorers.rescore.output.archive import exit_status, last_lines

    for line in last_lines(form, notes, done):
        SYSTEM.warn(line)
    return exit_status(done, given["accept"])


def _rescored(
    pool: Pool, archive: str, shard: tuple[int, int], form: str, kept: str | None, given: Mapping[str, Any]
) -> tuple[list[str], list[SubmissionRecord]]:
    """Print the records of an archive as they come, and return them after the notes on it."""
    from contextlib import closing, nullcontext
    from functools import partial
    from itertools import tee

    from legacy_scorers.rescore.archive.archive_run import ArchiveRun
    from legacy_scorers.rescore.archive.submission import refuse_in_archive
    from legacy_scorers.rescore.archive.submissions import read_by, store_of
    from legacy_scorers.rescore.output.archive import pieces
    from legacy_scorers.rescore.output.kept_reports import keep
    from legacy_scorers.rescore.output.progress import progress_bar, tell

    read = read_by(pool, archive, given["only"], *shard)
    if kept is not None:
        for task in sorted({submission.task for submission in read.submissions}):
            refuse_in_archive(read.root, os.path.join(kept, task))
    results = store_of(read, given["store"])
    archive_run = ArchiveRun(read, results, pool, given["search"], given["search_total"], fresh=given["fresh"])
    executor: AbstractContextManager[Pool | Cluster] = nullcontext(pool)
    if archive_run.jobs and given["cluster"] is not None:
        from legacy_scorers.rescore.archive.cluster import Cluster  # few use one

        executor = closing(Cluster(given["cluster"], pool))
    with executor as scorers, progress_bar(len(archive_run.jobs)) as bar:
        pool.tell = partial(tell, bar)
        records, again = tee(archive_run.records(scorers, bar.update))
        for piece in pieces(form, records, read, results, pool):
            with bar.external_write_mode(file=sys.stdout):
                SYSTEM.stdout.write(piece)
                SYSTEM.stdout.flush()
    if kept is not None:
        keep(kept, read.submissions, results)
    return [note.text for note in read.notes], list(again)
