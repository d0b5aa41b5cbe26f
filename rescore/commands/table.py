"""``rescore table ARCHIVE``: all figures of an archive as one long table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from common.cli import write_line, write_stdout
from common.errors import InputError
from rescore.archive import main_figure, worker
from rescore.archive.pool import MIN_ARCHIVE_S, Pool
from rescore.archive.store import Store
from rescore.archive.submission import Submission
from rescore.archive.submissions import pool_of, read_by, store_of
from rescore.explain.explanation import figures, json_number
from rescore.named import with_limits, with_store
from rescore.reports.model import encoded, listed, written
from rescore.scorers import GROUPS, SCORERS, kind_of
from rescore.statistics.samples import figures_by
from rescore.tables import json_bytes, tsv_line

COLUMNS = ("task", "submission", "unit", "table", "row", "column", "value")


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
        with store_of(read, given["store"], create=False) as results:
            known = [submission for submission in read.submissions if results.known(submission)]
            columns: tuple[str, ...] = COLUMNS
            if by or given["measures"]:
                rows = _rows_by(by or "", known, read.root, pool)
            elif given["units"]:
                rows = _unit_rows(known, results, pool)
            else:
                columns = (*COLUMNS, "published")
                rows = _rows(known, results, read.root, pool)
            printed = _printed(columns, rows, form)
    left_out = [one.label for one in read.submissions if (one.task, one.name) not in printed]
    if left_out:
        having = ", ".join([scorer.command for scorer in SCORERS.values() if by in scorer.groups])
        only = f"; --by {by} is for {having}" if by else ""
        write_line(f"rescore: no figures of {listed(left_out)}; 'rescore run' scores them or says why not{only}")


def _printed(columns: Sequence[str], rows: Iterable[Sequence[Any]], form: str) -> set[tuple[Any, ...]]:
    """Print rows one by one, and return the task and name of all submissions that have any."""
    if form == "tsv":
        write_stdout(encoded(tsv_line(columns)))
    printed = set()
    for row in rows:
        printed.add(tuple(row[:2]))
        record = dict(zip(columns, row))
        texts = ("" if field is None else str(field) for field in row)
        write_stdout(encoded(tsv_line(texts)) if form == "tsv" else json_bytes(f"{json.dumps(record)}\n"))
    return printed


def _rows(known: Sequence[Submission], results: Store, root: str, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield the figures of reports, with the texts that were published."""
    found = pool.calls(main_figure.figures_of, ((root, one, results.known(one)) for one in known), least=MIN_ARCHIVE_S)
    for submission, figures_found in zip(known, found):
        published = {} if isinstance(figures_found, InputError) else figures_found[0]
        kinds = [(kind_of(content), content) for content in results.reports(submission).values()]
        reports = [kind.report(content, submission.label) for kind, content in kinds if kind]
        for cell in figures([cell for report in reports for record in report for cell in record.cells]):
            value = json_number(cell.value)
            yield submission.task, submission.name, "", *cell.name, value, published.get(written(cell.name))


def _rows_by(by: str, known: Sequence[Submission], root: str, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield the figures by unit, or by a larger group, of all submissions whose scorer has such groups."""
    having = [one for one in known if one.words and (not by or by in SCORERS[one.words[0]].groups)]
    for submission, found in zip(having, pool.calls(figures_by, ((root, one, by) for one in having))):
        for unit, values in found.items() if not isinstance(found, InputError) else ():
            for name, value in values.items():
                yield submission.task, submission.name, unit, *name, json_number(value)


def _unit_rows(known: Sequence[Submission], results: Store, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield counts by unit; submissions whose counts are not stored yet are scored again."""
    jobs = [worker.ScoringJob(one, 0.0, units=True) for one in known if one.words and results.units(one) is None]
    for _, result in pool.results(enumerate(jobs)):
        if result.units is not None:
            results.add(result)
    for submission in known:
        counts = results.units(submission)
        for count in counts.counts() if counts else ():
            yield submission.task, submission.name, *count
