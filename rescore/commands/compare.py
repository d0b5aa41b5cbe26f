"""``rescore compare -- COMMAND ARGS -- COMMAND ARGS``: is one system better than another, or is it chance?"""

from __future__ import annotations

from typing import Any

import click

from common.cli import write_stdout
from rescore.archive.options import pool_of
from rescore.reports.model import encoded
from rescore.statistics.citation import citation, tell
from rescore.statistics.comparison import Resampled
from rescore.statistics.forms import FORMS, comparison_table
from rescore.statistics.options import method_of, one_of, refuse_form_of_citation, statistical
from rescore.statistics.picture import draw_pairs, with_plot
from rescore.statistics.sources import MIN_SYSTEMS, WithLines, samples_called, samples_of, systems_of


@click.command(cls=WithLines, epilog="Example: rescore compare -- scorer2 ours key -- scorer2 theirs key")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", metavar="FORM", help=f"{one_of(FORMS)}.")
@with_plot
@statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE A B...]")
@click.pass_context
def compare(
    context: click.Context,
    /,
    form: str,
    plot: str | None,
    cite: bool,
    words: tuple[str, ...],
    **options: Any,  # noqa: ANN401
) -> int:
    """Compare systems that were scored against the same key, in pairs.

    Systems are command lines, each after --, or submissions A, B... to an archive. Prints differences with intervals
    and the result of a test.
    """
    refuse_form_of_citation(context)
    method, measure, by = method_of(options), options["measure"], options["by"]
    if len(context.obj) >= MIN_SYSTEMS and not words:
        samples = samples_of(context.obj, measure, by, method)
    elif len(words) > MIN_SYSTEMS and not context.obj:
        with pool_of(words[0], None, options["timeout"], options["memory"]) as pool:
            samples = samples_called(pool, words[0], words[1:], measure, by, method)
    else:
        raise click.UsageError("needs at least two command lines, each after --, or an archive and two submissions")
    systems = systems_of(samples, by)
    pairs = Resampled(systems, method).pairs()
    if plot is not None:
        draw_pairs(plot, systems, pairs, method)
    if cite:
        write_stdout(encoded(citation(systems, pairs, method)))
        return 0
    tell(systems, pairs, method)
    write_stdout(encoded(comparison_table(systems, pairs, method, form)))
    return 0
