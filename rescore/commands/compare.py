"""``rescore compare -- COMMAND ARGS -- COMMAND ARGS``: is one system better than another, or is it chance?"""

from __future__ import annotations

import click

from common.cli import write_stdout
from rescore.reports.model import encoded
from rescore.statistics.comparison import Resampled
from rescore.statistics.forms import FORMS, comparison_table
from rescore.statistics.lines import WithLines
from rescore.statistics.options import (
    FEWEST,
    citation,
    contest_of,
    method_of,
    samples_called,
    samples_of,
    statistical,
    tell,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@click.command(cls=WithLines, epilog="Example: rescore compare -- scorer2 ours key -- scorer2 theirs key")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How to print.")
@statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE A B...]")
@click.pass_context
def compare(context: click.Context, /, form: str, cite: bool, words: tuple[str, ...], **options: Any) -> int:  # noqa: ANN401
    """Compare systems that were scored against the same key, each with each.

    They are command lines, each after --, or submissions A, B... of an archive; both are run in process, without a
    shell and without writing report files. Prints for every pair both values, the difference with its interval, and
    what a test says of it.
    """
    method, measure, by = method_of(options), options["measure"], options["by"]
    if len(context.obj) >= FEWEST and not words:
        samples = samples_of(context.obj, measure, by)
    elif len(words) > FEWEST and not context.obj:
        samples = samples_called(words[0], words[1:], measure, by)
    else:
        raise click.UsageError("needs two command lines at least, each after --, or an archive and two submissions")
    contest = contest_of(samples, by)
    comparisons = Resampled(contest, method).comparisons()
    if cite:
        write_stdout(encoded(citation(contest, comparisons, method)))
        return 0
    tell(contest, comparisons, method)
    write_stdout(encoded(comparison_table(contest, comparisons, method, form)))
    return 0
