"""``rescore run ARCHIVE``: every submission scored again and compared with what was published."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import tee
from typing import Any

import click

from common.cli import flush_stdout, write_line, write_stdout
from rescore import named
from rescore.archive import forms
from rescore.archive.forms import FORMS
from rescore.archive.main_figure import main_figures
from rescore.archive.pool import Cluster, Pool
from rescore.archive.records import Record
from rescore.archive.rescoring import Rescoring
from rescore.archive.submission import refuse_in_archive
from rescore.archive.submissions import pool_of, read_by, store_of


def _shard(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int]:
    if value is None:
        return 1, 1
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", value)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{value!r} is not K/N with K from 1 to N")
    return int(found[1]), int(found[2])


@click.command(epilog="Example: rescore run --jobs 4 --accept layout,rounding examples/archive")
@named.with_jobs
@click.option("--cluster", metavar="ADDRESS", help="Use the Dask cluster with this scheduler.")
@named.with_only
@click.option("--shard", callback=_shard, metavar="K/N", help="Only part K of N.")
@named.with_store
@click.option("--fresh", is_flag=True, help="Score again what the store knows.")
@named.accepting
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="text", metavar="FORMAT", help=f"{', '.join(FORMS)}."
)
@click.option("--keep", "kept", type=click.Path(), metavar="DIR", help="Write the new reports below this folder.")
@named.number(
    "--search", named.Real(0), named.SEARCH_S, "SECONDS", f"Time for pairs of changes; by default {named.SEARCH_S:g}."
)
@named.number("--search-total", named.Real(0), math.inf, "SECONDS", "When all searches end; by default never.")
@named.with_limits
@click.argument("archive", type=click.Path())
def run(archive: str, shard: tuple[int, int], form: str, kept: str | None, **given: Any) -> int:  # noqa: ANN401
    """Score an archive again, and compare with what was published.

    ARCHIVE is a manifest, a folder that holds archive.toml, or a folder of submissions. Where figures differ, it looks
    for a change that explains them.
    """
    with pool_of(archive, given["jobs"], given["timeout"], given["memory"]) as pool:
        read = read_by(pool, archive, given["only"], *shard)
        if kept is not None:
            for task in sorted({submission.task for submission in read.submissions}):
                refuse_in_archive(read.root, os.path.join(kept, task))
        with store_of(read, given["store"]) as results:
            rescoring = Rescoring(read, results, pool, given["search"], given["search_total"], fresh=given["fresh"])

            def main(records: Sequence[Record]) -> list[tuple[str, str]]:
                found = main_figures(read.root, list(zip(read.submissions, records)), results, pool)
                return [(figure.published, figure.recomputed) for figure in found]

            executor: AbstractContextManager[Pool | Cluster] = nullcontext(pool)
            if rescoring.jobs and given["cluster"] is not None:
                executor = closing(Cluster(given["cluster"], pool))
            with executor as scorers, forms.progress_bar(len(rescoring.jobs)) as bar:
                pool.tell = partial(forms.tell, bar)
                records, again = tee(rescoring.records(scorers, bar.update))
                for piece in forms.pieces(form, records, [one.label for one in read.submissions], main):
                    with bar.external_write_mode(file=sys.stdout):
                        write_stdout(piece)
                        flush_stdout()
            if kept is not None:
                forms.keep(kept, read.submissions, results)
    done = list(again)
    for line in forms.last_lines(form, read.notes, done):
        write_line(line)
    return forms.exit_status(done, given["accept"])
