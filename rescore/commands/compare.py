"""``rescore compare -- COMMAND ARGS -- COMMAND ARGS``: is one system better than another, or is it chance?"""

from __future__ import annotations

from typing import Any

import click

from common.cli import write_stdout
from rescore.reports.model import encoded
from rescore.statistics.citation import citation, tell
from rescore.statistics.comparison import Resampled
from rescore.statistics.forms import comparison_table
from rescore.statistics.options import method_of, statistical
from rescore.statistics.picture import draw_pairs
from rescore.statistics.sources import WithLines, samples_of, systems_of


@click.command(cls=WithLines, epilog="Example: rescore compare -- scorer2 ours key -- scorer2 theirs key")
@statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE A B...]")
@click.pass_context
def compare(context: click.Context, /, words: tuple[str, ...], **options: Any) -> int:  # noqa: ANN401
    """Compare systems that were scored against the same key, in pairs.

    Systems are command lines, each after --, or submissions A, B... to an archive. Prints differences with intervals
    and the result of a test.
    """
    method = method_of(context)
    systems = systems_of(samples_of(context.obj, words, options, method, of_task=False), options["by"])
    pairs = Resampled(systems, method).pairs()
    if options["plot"] is not None:
        draw_pairs(options["plot"], systems, pairs, method)
    if options["cite"]:
        write_stdout(encoded(citation(systems, pairs, method)))
    else:
        tell(systems, pairs, method)
        write_stdout(encoded(comparison_table(systems, pairs, method, options["form"])))
    return 0
