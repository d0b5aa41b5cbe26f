"""The figures of an archive, or the counts of its units, as one long table: a row for each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive import main_figures
from legacy_scorers.rescore.archive.pool import Call, Pool
from legacy_scorers.rescore.archive.rescoring import count_units
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.output.tables import json_bytes, tsv_line
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.runs.explanation import figures, json_number
from legacy_scorers.rescore.scorers import SCORERS, report_of
from legacy_scorers.rescore.statistics.samples import figures_by

COLUMNS = ("task", "submission", "unit", "table", "row", "column", "value", "published")


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], form: str) -> set[tuple[Any, ...]]:
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


def report_rows(known: Sequence[Submission], results: Store, root: str, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield the figures of reports, with the texts that were published."""
    all_figures = main_figures.all_figures(root, ((one, results.known(one)) for one in known), pool)
    for submission, (published, _, _) in zip(known, all_figures):
        reports = [report_of(content, submission.label) for content in results.reports(submission).values()]
        records = [record for report in reports if report.layout for record in report.records]
        for cell in figures([cell for record in records for cell in record.cells]):
            value = json_number(cell.value)
            yield submission.task, submission.name, "", *cell.name, value, published.get(written(cell.name))


def rows_by(by: str, known: Sequence[Submission], root: str, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield the figures by unit, or by a larger group, of all submissions whose scorer has such groups."""
    having = [one for one in known if one.words and (not by or by in SCORERS[one.words[0]].groups)]
    for submission, found in zip(having, pool.calls(figures_by, ((root, one, by) for one in having))):
        for unit, name, value in () if isinstance(found, InputError) else found:
            yield submission.task, submission.name, unit, *name, json_number(value)


def unit_rows(known: Sequence[Submission], results: Store, root: str, pool: Pool) -> Iterator[Sequence[Any]]:
    """Yield counts by unit; submissions whose counts are not stored yet are scored again."""
    unknown = [one for one in known if one.words and not one.problem and results.units(one) is None]
    for index, found in pool.results(enumerate(Call(count_units, root, one) for one in unknown)):
        if not isinstance(found, InputError):
            results.add_units(unknown[index], *found)
    for submission in known:
        counts = results.units(submission)
        for *cell, amount in counts.counts() if counts else ():
            yield submission.task, submission.name, *cell, json_number(amount)
