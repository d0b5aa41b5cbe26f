"""``rescore rank -- COMMAND ARGS -- COMMAND ARGS``: systems from best to worst, as far as they can be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from common.cli import write_stdout
from rescore.archive.options import pool_of
from rescore.reports.model import encoded
from rescore.statistics.citation import citation, tell
from rescore.statistics.comparison import Method, Resampled
from rescore.statistics.forms import FORMS, ranking_table
from rescore.statistics.options import method_of, one_of, refuse_form_of_citation, statistical
from rescore.statistics.picture import draw_ranking, with_plot
from rescore.statistics.samples import Sample
from rescore.statistics.sources import MIN_SYSTEMS, WithLines, samples_of, samples_of_task, systems_of


@click.command(cls=WithLines, epilog="Example: rescore rank -- scorer2 a key -- scorer2 b key -- scorer2 c key")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", metavar="FORM", help=f"{one_of(FORMS)}.")
@with_plot
@statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE TASK]")
@click.pass_context
def rank(
    context: click.Context,
    /,
    form: str,
    plot: str | None,
    cite: bool,
    words: tuple[str, ...],
    **options: Any,  # noqa: ANN401
) -> int:
    """Rank systems that were scored against the same key.

    Systems are command lines, each after --, or the submissions to a task of an archive. Those that share a letter
    cannot be told apart.
    """
    refuse_form_of_citation(context)
    method, by = method_of(options), options["by"]
    systems = systems_of(_samples(context.obj, words, options, method), by)
    resampled = Resampled(systems, method)
    pairs = resampled.pairs()
    ranked = resampled.ranking(pairs)
    if plot is not None:
        draw_ranking(plot, systems, ranked, method)
    if cite:
        write_stdout(encoded(citation(systems, pairs, method)))
        return 0
    tell(systems, pairs, method)
    write_stdout(encoded(ranking_table(systems, ranked, form)))
    return 0


def _samples(
    lines: Sequence[Sequence[str]], words: Sequence[str], options: Mapping[str, Any], method: Method
) -> list[Sample]:
    """Return the counts of command lines, or of the submissions to a task of an archive."""
    measure, by = options["measure"], options["by"]
    if len(lines) >= MIN_SYSTEMS and not words:
        return samples_of(lines, measure, by, method)
    if len(words) == 2 and not lines:
        archive, task = words
        with pool_of(archive, None, options["timeout"], options["memory"]) as pool:
            return samples_of_task(pool, archive, task, measure, by, method)
    raise click.UsageError("needs at least two command lines, each after --, or an archive and a task")
