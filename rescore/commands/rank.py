"""``rescore rank -- COMMAND ARGS -- COMMAND ARGS``: systems from best to worst, as far as they can be told apart."""

from __future__ import annotations

from typing import Any

import click

from rescore.statistics.options import compare_systems, statistical
from rescore.statistics.sources import WithLines


@click.command(cls=WithLines, epilog="Example: rescore rank -- scorer2 a key -- scorer2 b key -- scorer2 c key")
@statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE TASK]")
@click.pass_context
def rank(context: click.Context, /, **_: Any) -> int:  # noqa: ANN401
    """Rank systems that were scored against the same key.

    Systems are command lines, each after --, or the submissions to a task of an archive. Those that share a letter
    cannot be told apart.
    """
    return compare_systems(context, ranking=True)
