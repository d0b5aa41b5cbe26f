"""``rescore table ARCHIVE``: the figures of an archive in one table."""

from __future__ import annotations

from typing import Any

import click

from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.commands import with_limits, with_store
from legacy_scorers.rescore.names import GROUPS


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
    from legacy_scorers.rescore.archive.pool import pool_of
    from legacy_scorers.rescore.archive.submissions import read_by, store_of
    from legacy_scorers.rescore.output.long_table import COLUMNS, print_rows, report_rows, rows_by, unit_rows
    from legacy_scorers.rescore.reports.words import listed
    from legacy_scorers.rescore.scorers import SCORERS

    with pool_of(archive, None, given["timeout"], given["memory"]) as pool:
        read = read_by(pool, archive)
        results = store_of(read, given["store"], create=False)
        known = [submission for submission in read.submissions if results.known(submission)]
        if by or given["measures"]:
            printed = print_rows(COLUMNS[:-1], rows_by(by or "", known, read.root, pool), form)
        elif given["units"]:
            printed = print_rows(COLUMNS[:-1], unit_rows(known, results, read.root, pool), form)
        else:
            printed = print_rows(COLUMNS, report_rows(known, results, read.root, pool), form)
    left_out = [one.label for one in read.submissions if (one.task, one.name) not in printed]
    if left_out:
        having = ", ".join([scorer.command for scorer in SCORERS.values() if by in scorer.groups])
        only = f"; --by {by} is for {having}" if by else ""
        SYSTEM.warn(f"rescore: no figures of {listed(left_out)}; 'rescore run' scores them or says why not{only}")
