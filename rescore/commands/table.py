"""``rescore table ARCHIVE``: all figures of an archive as one long table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from common.cli import write_line, write_stdout
from rescore.archive.options import chosen, pool_of, store_of, with_limits, with_store
from rescore.archive.pool import Pool
from rescore.archive.store import Store
from rescore.archive.submission import Submission, listed
from rescore.archive.worker import Job
from rescore.explain.records import figures, json_number
from rescore.reports.model import encoded
from rescore.scorers import SCORERS, kind_of
from rescore.tables import tsv_line
from rescore.terminal import json_bytes

COLUMNS = ("task", "submission", "unit", "table", "row", "column", "value")


@click.command(epilog="Example: rescore table examples/archive")
@click.option("--units", is_flag=True, help="The counts of every document, sentence or instance.")
@click.option("--format", "form", type=click.Choice(["tsv", "jsonl"]), default="tsv", help="How to print.")
@with_store
@with_limits
@click.argument("archive", type=click.Path())
def table(units: bool, form: str, store: str | None, timeout: float, memory: int | None, archive: str) -> int:
    """Print the figures of all submissions that 'rescore run' has scored, one a line.

    For R, pandas and the like.
    """
    with pool_of(archive, None, timeout, memory) as pool:
        read = chosen(pool, archive, None)
        with store_of(read, store, create=False) as results:
            known = [submission for submission in read.submissions if results.known(submission)]
            if units:
                _count_units(pool, known, results)
            printed = _printed(_unit_rows(known, results) if units else _rows(known, results), form)
    left_out = [one.label for one in read.submissions if (one.task, one.name) not in printed]
    if left_out:
        write_line(f"rescore: no figures of {listed(left_out)}; 'rescore run' scores them or says why not")
    return 0


def _printed(rows: Iterable[Sequence[Any]], form: str) -> set[tuple[Any, ...]]:
    """Print rows as they come, and return the task and name of all submissions that have any."""
    if form == "tsv":
        write_stdout(encoded(tsv_line(COLUMNS)))
    printed = set()
    for row in rows:
        printed.add(tuple(row[:2]))
        record = dict(zip(COLUMNS, row))
        write_stdout(encoded(tsv_line(map(str, row))) if form == "tsv" else json_bytes(f"{json.dumps(record)}\n"))
    return printed


def _rows(known: Sequence[Submission], results: Store) -> Iterator[Sequence[Any]]:
    for submission in known:
        cells = [cell for content in results.reports(submission).values() for cell in _cells(content, submission)]
        for cell in figures(cells):
            value = json_number(cell.value)
            yield submission.task, submission.name, "", *cell.name, value


def _cells(content: bytes, submission: Submission) -> list[Any]:
    kind = kind_of(content)
    return kind.report(content, submission.label).cells if kind else []


def _unit_rows(known: Sequence[Submission], results: Store) -> Iterator[Sequence[Any]]:
    for submission in known:
        counts = results.units(submission)
        if counts is not None:
            for count in counts.counts():
                yield submission.task, submission.name, *count


def _count_units(pool: Pool, known: Sequence[Submission], results: Store) -> None:
    """Score those again whose units nobody has asked for yet; what is known of them stays."""
    missing = [
        submission
        for submission in known
        if submission.words and submission.words[0] in SCORERS and results.units(submission) is None
    ]
    for _, result in pool.results((number, Job(one, 0.0, units=True)) for number, one in enumerate(missing)):
        if result.units is not None:
            results.add(result)
    results.flush()
