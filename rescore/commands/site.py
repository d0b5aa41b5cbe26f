"""``rescore site ARCHIVE DIR``: an archive as static web pages."""

from __future__ import annotations

import os
from collections import Counter

import click

from common.cli import write_line
from common.errors import InputError
from rescore.archive.folders import is_folder_archive
from rescore.archive.pool import Pool
from rescore.archive.rescoring import Rescoring, Selection
from rescore.archive.store import STORE, Store
from rescore.archive.submissions import read_archive
from rescore.commands.diff import accepted
from rescore.commands.run import UNSCORED, counted, exit_status, processors, progress_bar, summary
from rescore.site.build import Site
from rescore.site.folder import SiteFolder

ALL = "all"
USAGE = 2  # exit status
SEARCH = 5.0  # seconds for trying two changes at a time, as 'rescore run' does


def _nearest(context: click.Context, option: click.Parameter, value: str) -> int | None:
    if value == ALL:
        return None
    if not value.isdecimal():
        raise click.BadParameter(f"{value!r} is neither a number nor {ALL}")
    return int(value)


def _refuse_submission(archive: str, root: str, folder: str) -> None:
    """Refuse a folder that would be a submission to an archive without a manifest."""
    if os.path.isdir(archive) and is_folder_archive(root) and os.path.dirname(os.path.realpath(folder)) == root:
        raise InputError("lies among the submissions of the archive; name a folder outside", folder, None, USAGE)


@click.command(epilog="Example: rescore site examples/archive pages")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; by default one for each processor.")
@click.option("--only", metavar="GLOB", help="Only submissions called so, by NAME or TASK/NAME.")
@click.option("--store", type=click.Path(), metavar="FILE", help=f"Where results live; by default {STORE} beside it.")
@click.option(
    "--accept",
    default="",
    callback=accepted,
    metavar="VERDICT,...",
    help="Verdicts to be content with: layout, rounding.",
)
@click.option(
    "--pairs",
    default="1",
    callback=_nearest,
    metavar="N|all",
    help="Compare each submission with the N next in rank; 1.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=600,
    metavar="SECONDS",
    help="Time that a submission or a page may take; 600.",
)
@click.argument("archive", type=click.Path())
@click.argument("folder", metavar="DIR", type=click.Path())
def site(
    jobs: int | None,
    only: str | None,
    store: str | None,
    accept: set[str],
    pairs: int | None,
    timeout: float,
    archive: str,
    folder: str,
) -> int:
    """Make static web pages of an archive.

    A page for each task with published and recomputed figures, one for each submission with every figure explained, and
    one for what changed from a submission to the next in rank. ARCHIVE is as for 'rescore run', and what that has
    scored is not scored again. DIR is a new or empty folder, or holds a site that was made before.
    """
    read = read_archive(archive)
    _refuse_submission(archive, read.root, folder)
    selected = Selection(only)
    submissions = [submission for submission in read.submissions if selected.has(submission)]
    if not submissions and only is not None:
        raise click.UsageError(f"no submission is called {only!r}")
    verdicts: Counter[str] = Counter()
    with SiteFolder(folder) as target, Store(store or os.path.join(read.root, STORE)) as results:
        rescoring = Rescoring(read.root, submissions, results, SEARCH)
        unknown = rescoring.unknown()
        with Pool(read.root, jobs or processors(), timeout, None) as pool:
            with progress_bar(len(unknown)) as bar:
                records = list(counted(rescoring.records(pool, unknown, bar.update), verdicts))
            made = Site(read.root, list(zip(submissions, records)), results, pairs)
            with progress_bar(made.pages) as bar:
                problems = list(made.build(target, pool, bar.update))
        target.put()
    for problem in problems:
        write_line(f"rescore: {problem}")
    write_line(f"{summary(verdicts)}; {made.pages} pages in {folder}")
    return UNSCORED if problems else exit_status(verdicts, accept)
