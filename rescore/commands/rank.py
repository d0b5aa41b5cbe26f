"""``rescore rank -- COMMAND ARGS -- COMMAND ARGS``: systems from best to worst, as far as they can be told apart."""

from __future__ import annotations

from typing import Any

import click

from common.cli import write_stdout
from rescore.reports.model import encoded
from rescore.statistics.citation import citation, tell
from rescore.statistics.comparison import Resampled
from rescore.statistics.forms import ranking_table
from rescore.statistics.options import method_of, statistical
from rescore.statistics.picture import draw_ranking
from rescore.statistics.sources import WithLines, samples_of, systems_of


@click.command(cls=WithLines, epilog="Example: rescore rank -- scorer2 a key -- scorer2 b key -- scorer2 c key")
@statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE TASK]")
@click.pass_context
def rank(context: click.Context, /, words: tuple[str, ...], **options: Any) -> int:  # noqa: ANN401
    """Rank systems that were scored against the same key.

    Systems are command lines, each after --, or the submissions to a task of an archive. Those that share a letter
    cannot be told apart.
    """
    method = method_of(context)
    systems = systems_of(samples_of(context.obj, words, options, method, of_task=True), options["by"])
    resampled = Resampled(systems, method)
    pairs = resampled.pairs()
    ranked = resampled.ranking(pairs)
    if options["plot"] is not None:
        draw_ranking(options["plot"], systems, ranked, method)
    if options["cite"]:
        write_stdout(encoded(citation(systems, pairs, method)))
    else:
        tell(systems, pairs, method)
        write_stdout(encoded(ranking_table(systems, ranked, options["form"])))
    return 0
