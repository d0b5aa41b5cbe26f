"""``rescore run ARCHIVE``: every submission scored again and compared. ``rescore table``: all figures in one table.

``rescore init FOLDER``: a draft of the manifest of an archive.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING, Any

import click

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive import main_figures
from legacy_scorers.rescore.archive.archive_run import ArchiveRun
from legacy_scorers.rescore.archive.pool import Call, Pool
from legacy_scorers.rescore.archive.rescoring import count_units
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import Submission, refuse_in_archive
from legacy_scorers.rescore.archive.submissions import pool_of, read_by, root_of, store_of
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
from legacy_scorers.rescore.output.archive import FORMS, exit_status, last_lines, pieces
from legacy_scorers.rescore.output.kept_reports import keep
from legacy_scorers.rescore.output.progress import progress_bar, tell
from legacy_scorers.rescore.output.tables import json_bytes, tsv_line
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.reports.words import encoded, listed
from legacy_scorers.rescore.runs.explanation import figures, json_number
from legacy_scorers.rescore.scorers import GROUPS, SCORERS, report_of
from legacy_scorers.rescore.statistics.samples import figures_by

if TYPE_CHECKING:
    from legacy_scorers.rescore.archive.cluster import Cluster

_COLUMNS = ("task", "submission", "unit", "table", "row", "column", "value", "published")


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
    "--format", "form", type=click.Choice(FORMS), default="text", metavar="FORMAT", help=f"{', '.join(FORMS)}."
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
    with pool_of(archive, given["jobs"], given["timeout"], given["memory"]) as pool:
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
    done = list(again)
    for line in last_lines(form, read.notes, done):
        SYSTEM.warn(line)
    return exit_status(done, given["accept"])


@click.command(epilog="Example: rescore table examples/archive")
@click.option("--units", is_flag=True, help="The counts of every document, sentence or instance.")
@click.option("--measures", is_flag=True, help="With --units: the measures, too.")
@click.option("--by", type=click.Choice(GROUPS), metavar="GROUP", help=f"The figures by {' or '.join(GROUPS)}.")
@click.option("--format", "form", type=click.Choice(["tsv", "jsonl"]), default="tsv", help="How to print.")
@with_store
@with_limits
@click.argument("archive", type=click.Path())
def table(archive: str, by: str | None, form: str, **given: Any) -> None:  # noqa: ANN401
    """Print the figures of all submissions that 'rescore run' has scored, one a line.

    For R, pandas and the like.
    """
    with pool_of(archive, None, given["timeout"], given["memory"]) as pool:
        read = read_by(pool, archive)
        results = store_of(read, given["store"], create=False)
        known = [submission for submission in read.submissions if results.known(submission)]
        if by or given["measures"]:
            printed = _print_rows(_COLUMNS[:-1], _rows_by(by or "", known, read.root, pool), form)
        elif given["units"]:
            printed = _print_rows(_COLUMNS[:-1], _unit_rows(known, results, read.root, pool), form)
        else:
            printed = _print_rows(_COLUMNS, _rows(known, results, read.root, pool), form)
    left_out = [one.label for one in read.submissions if (one.task, one.name) not in printed]
    if left_out:
        having = ", ".join([scorer.command for scorer in SCORERS.values() if by in scorer.groups])
        only = f"; --by {by} is for {having}" if by else ""
        SYSTEM.warn(f"rescore: no figures of {listed(left_out)}; 'rescore run' scores them or says why not{only}")


def _print_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], form: str) -> set[tuple[Any, ...]]:
    """Print rows one by one, and return the task and name of all submissions that have any."""
    if form == "tsv":
        SYSTEM.stdout.write(encoded(tsv_line(columns)))
    printed = set()
    for row in rows:
        printed.add(tuple(row[:2]))
        record = dict(zip(columns, row))
        texts = ("" if field is None else str(field) for field in row)
        SYSTEM.stdout.write(encoded(tsv_line(texts)) if form == "tsv" else json_bytes(f"{json.dumps(record)}\n"))
    return printed


def _rows(known: Sequence[Submission], results: Store, root: str, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield the figures of reports, with the texts that were published."""
    all_figures = main_figures.all_figures(root, ((one, results.known(one)) for one in known), pool)
    for submission, (published, _, _) in zip(known, all_figures):
        reports = [report_of(content, submission.label) for content in results.reports(submission).values()]
        records = [record for report in reports if report.layout for record in report.records]
        for cell in figures([cell for record in records for cell in record.cells]):
            value = json_number(cell.value)
            yield submission.task, submission.name, "", *cell.name, value, published.get(written(cell.name))


def _rows_by(by: str, known: Sequence[Submission], root: str, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield the figures by unit, or by a larger group, of all submissions whose scorer has such groups."""
    having = [one for one in known if one.words and (not by or by in SCORERS[one.words[0]].groups)]
    for submission, found in zip(having, pool.calls(figures_by, ((root, one, by) for one in having))):
        for unit, name, value in () if isinstance(found, InputError) else found:
            yield submission.task, submission.name, unit, *name, json_number(value)


def _unit_rows(known: Sequence[Submission], results: Store, root: str, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield counts by unit; submissions whose counts are not stored yet are scored again."""
    unknown = [one for one in known if one.words and not one.problem and results.units(one) is None]
    for index, found in pool.results(enumerate(Call(count_units, root, one) for one in unknown)):
        if not isinstance(found, InputError):
            results.add_units(unknown[index], *found)
    for submission in known:
        counts = results.units(submission)
        for *cell, amount in counts.counts() if counts else ():
            yield submission.task, submission.name, *cell, json_number(amount)


@click.command(epilog="Example: rescore init --output examples/archive/archive.toml examples/archive")
@click.option("--output", "-o", type=click.Path(), metavar="FILE", help="Write the manifest to this new file.")
@with_limits
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
def init(output: str | None, timeout: float, memory: int | None, folder: str) -> None:
    """Draft a manifest for the files of a folder.

    Files are recognised by their content. Comments give the reason for each guess, and list files without a place.
    Check the manifest, then put it into the folder as archive.toml.
    """
    from legacy_scorers.rescore.archive.draft import draft  # loads the readers of scorers

    with pool_of(folder, 1, timeout, memory) as pool:
        manifest = json_bytes(pool.call(folder, draft, root_of(folder)))  # TOML has the escapes of JSON
    if output is None:
        SYSTEM.stdout.write(manifest)
    elif os.path.lexists(output):
        raise InputError("already exists; name a new file", output, None, UNSCORED)
    else:
        SYSTEM.write_reports([(output, manifest)])
