"""``rescore run ARCHIVE``: every submission scored again and compared with what was published."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter

import click

from common.cli import write_line, write_stdout
from rescore.archive.forms import FORMS, pieces
from rescore.archive.keep import keep
from rescore.archive.pool import Pool
from rescore.archive.published import FAILED, UNPUBLISHED, VERDICTS
from rescore.archive.rescoring import Rescoring, Selection
from rescore.archive.store import STORE, Store
from rescore.archive.submissions import read_archive
from rescore.archive.worker import can_bound_memory
from rescore.commands.diff import accepted
from rescore.difference.verdicts import IDENTICAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import NoReturn

    from tqdm import tqdm

    from rescore.archive.cluster import Cluster
    from rescore.archive.records import Record

DIFFERENT, UNSCORED = 1, 3  # exit statuses


def processors() -> int:
    """Return the number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _shard(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int]:
    if value is None:
        return 1, 1
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", value)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{value!r} is not K/N with K from 1 to N")
    return int(found[1]), int(found[2])


def _memory(context: click.Context, option: click.Parameter, value: int | None) -> int | None:
    if value is not None and not can_bound_memory():
        raise click.BadParameter("this system cannot bound the memory of a process")
    return value


@click.command(epilog="Example: rescore run --jobs 4 --accept layout,rounding examples/archive")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; by default one for each processor.")
@click.option("--cluster", metavar="ADDRESS", help="Score on the Dask cluster with this scheduler, not here.")
@click.option("--only", metavar="GLOB", help="Only submissions called so, by NAME or TASK/NAME.")
@click.option("--shard", callback=_shard, metavar="K/N", help="Only the K-th of N parts of the archive.")
@click.option("--store", type=click.Path(), metavar="FILE", help=f"Where results live; by default {STORE} beside it.")
@click.option("--fresh", is_flag=True, help="Score again what the store knows.")
@click.option(
    "--accept",
    default="",
    callback=accepted,
    metavar="VERDICT,...",
    help="Verdicts to be content with: layout, rounding.",
)
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How to print.")
@click.option("--keep", "kept", type=click.Path(), metavar="DIR", help="Write the new reports below this folder.")
@click.option(
    "--search",
    type=click.FloatRange(0),
    default=5,
    metavar="SECONDS",
    help="Time for trying two changes at a time where no single one explains the figures; 5.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=600,
    metavar="SECONDS",
    help="Time that a submission may take; 600.",
)
@click.option("--memory", type=click.IntRange(1), callback=_memory, metavar="MB", help="Memory of each process.")
@click.argument("archive", type=click.Path())
def run(
    jobs: int | None,
    cluster: str | None,
    only: str | None,
    shard: tuple[int, int],
    store: str | None,
    fresh: bool,
    accept: set[str],
    form: str,
    kept: str | None,
    search: float,
    timeout: float,
    memory: int | None,
    archive: str,
) -> int:
    """Score all submissions of an archive again, and compare with what was published.

    ARCHIVE is a manifest, a folder that holds archive.toml, or a folder of submissions. Where figures differ, the
    change of the run is looked for that gives the published ones.
    """
    read = read_archive(archive)
    selected = Selection(only, *shard)
    submissions = [submission for submission in read.submissions if selected.has(submission)]
    if not submissions and only is not None:
        raise click.UsageError(f"no submission is called {only!r}")
    verdicts: Counter[str] = Counter()
    with Store(store or os.path.join(read.root, STORE)) as results:
        rescoring = Rescoring(read.root, submissions, results, search, fresh=fresh)
        unknown = rescoring.unknown()
        pool: Pool | Cluster
        if cluster is not None and unknown:
            pool = _cluster(read.root, cluster, timeout, memory)
        else:
            pool = Pool(read.root, min(jobs or processors(), max(1, len(unknown))), timeout, memory)
        with pool, progress_bar(len(unknown)) as bar:
            records = counted(rescoring.records(pool, unknown, bar.update), verdicts)
            for piece in pieces(form, records, [submission.label for submission in submissions]):
                with bar.external_write_mode(file=sys.stdout):
                    write_stdout(piece)
                    sys.stdout.flush()
        if kept is not None:
            for submission in submissions:
                keep(kept, submission, results.reports(submission))
    write_line(summary(verdicts))
    return exit_status(verdicts, accept)


def _cluster(root: str, address: str, timeout: float, memory: int | None) -> Cluster:
    from rescore.archive.cluster import Cluster

    return Cluster(root, address, timeout, memory)


def progress_bar(jobs: int) -> tqdm[NoReturn]:
    """Return the bar of progress, which is shown on a terminal only."""
    from tqdm import tqdm

    return tqdm(total=jobs, disable=None if jobs else True, unit="submission", leave=False, file=sys.stderr)


def counted(records: Iterable[Record], verdicts: Counter[str]) -> Iterator[Record]:
    """Yield records, and count their verdicts on the way."""
    for record in records:
        verdicts[record["verdict"]] += 1
        yield record


def summary(verdicts: Counter[str]) -> str:
    """Return how many submissions have which verdict, in a line."""
    parts = [f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS if verdicts[verdict]]
    count = verdicts.total()
    return f"{count} submission{'s' if count != 1 else ''}: {', '.join(parts)}" if parts else "no submissions"


def exit_status(verdicts: Counter[str], accept: set[str]) -> int:
    """Return the exit status of a run with these verdicts, some of which are accepted."""
    if verdicts[FAILED]:
        return UNSCORED
    content = {IDENTICAL, UNPUBLISHED, *accept}
    return DIFFERENT if any(verdict not in content for verdict in verdicts) else 0
