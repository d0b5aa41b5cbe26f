"""``rescore compare -- COMMAND ARGS -- COMMAND ARGS``: is one system better than another, or is it chance?"""

from __future__ import annotations

import click

from common.cli import write_stdout
from rescore.reports.model import encoded
from rescore.statistics.comparison import Resampled
from rescore.statistics.forms import FORMS, comparison_table
from rescore.statistics.lines import WithLines
from rescore.statistics.options import citation, contest_of, method_of, samples_of, statistical, tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FEWEST = 2


@click.command(cls=WithLines, epilog="Example: rescore compare -- scorer2 ours key -- scorer2 theirs key")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How to print.")
@statistical
@click.pass_context
def compare(context: click.Context, /, form: str, cite: bool, **options: Any) -> int:  # noqa: ANN401
    """Compare systems that were scored against the same key, each with each.

    Runs each command line in process, without a shell and without writing its report files. Prints for every pair both
    values, the difference with its interval, and what a test says of it.
    """
    if len(context.obj) < FEWEST:
        raise click.UsageError("needs two command lines at least, each after --")
    method = method_of(options)
    contest = contest_of(samples_of(context.obj, options["measure"], options["by"]), options["by"])
    comparisons = Resampled(contest, method).comparisons()
    if cite:
        write_stdout(encoded(citation(contest, comparisons, method)))
        return 0
    tell(contest, comparisons, method)
    write_stdout(encoded(comparison_table(contest, comparisons, method, form)))
    return 0
