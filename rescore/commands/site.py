"""``rescore site ARCHIVE DIR``: an archive as static web pages."""

from __future__ import annotations

import re
from typing import Any

import click

from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore import commands
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.site import EXPLAIN

ALL = "all"
_PAIRS = "Compare each of the 50 best submissions to a task with the next N in rank; by default 1."
_EXPLAIN = f"Show the items of {', '.join(EXPLAIN[:-1])} or {EXPLAIN[-1]}; by default {EXPLAIN[0]}."


def _nearest(context: click.Context, option: click.Parameter, value: str) -> int | None:
    if value == ALL:
        return None
    if not re.fullmatch("[0-9]{1,9}", value):
        raise click.BadParameter(f"{value!r} is neither a number nor {ALL}")
    return int(value)


@click.command(epilog="Example: rescore site examples/archive pages")
@commands.with_jobs
@commands.with_only
@commands.with_store
@commands.accepting
@click.option("--pairs", default="1", callback=_nearest, metavar=f"N|{ALL}", help=_PAIRS)
@click.option("--explain", type=click.Choice(EXPLAIN), default=EXPLAIN[0], metavar="WHICH", help=_EXPLAIN)
@commands.with_limits
@click.argument("archive", type=click.Path())
@click.argument("folder", metavar="DIR", type=click.Path())
def site(archive: str, folder: str, pairs: int | None, explain: str, **given: Any) -> int:  # noqa: ANN401
    """Make static web pages of an archive.

    There is a page for each task with published and recomputed figures, a page for each submission that explains every
    figure, and a page for each pair of neighbours in rank. ARCHIVE is as for 'rescore run'; results in its store are
    used again. DIR is a new or empty folder, or an older site.
    """
    from legacy_scorers.rescore.archive.archive_run import ArchiveRun
    from legacy_scorers.rescore.archive.pool import pool_of
    from legacy_scorers.rescore.archive.submission import refuse_in_archive
    from legacy_scorers.rescore.archive.submissions import read_by, store_of
    from legacy_scorers.rescore.output.archive import exit_status, summary
    from legacy_scorers.rescore.output.progress import progress_bar
    from legacy_scorers.rescore.site.folder import SiteFolder
    from legacy_scorers.rescore.site.pages import Site

    with pool_of(archive, given["jobs"], given["timeout"], given["memory"]) as pool:
        read = read_by(pool, archive, given["only"])
        refuse_in_archive(read.root, folder)
        with SiteFolder(folder) as target:
            results = store_of(read, given["store"])
            archive_run = ArchiveRun(read, results, pool, commands.SEARCH_S)
            with progress_bar(len(archive_run.jobs)) as bar:
                records = list(archive_run.records(pool, bar.update))
            with progress_bar(len({submission.task for submission in read.submissions}), "task") as bar:
                made = Site(read, records, results, pool, pairs, bar.update)
            with progress_bar(made.pages, "page") as bar:
                problems = list(made.build(target, explain, bar.update))
            for problem in problems:
                SYSTEM.warn(f"rescore: {problem}")
            pages = target.put()
    SYSTEM.warn(f"{summary(records)}; {pages} pages in {folder}")
    return UNSCORED if problems else exit_status(records, given["accept"])
