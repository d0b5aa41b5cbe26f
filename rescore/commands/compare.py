"""``rescore compare -- COMMAND ARGS -- COMMAND ARGS``: is one system better than another, or is it chance?"""

from __future__ import annotations

from typing import Any

import click

from rescore.statistics.options import compare_systems, statistical
from rescore.statistics.sources import WithLines


@click.command(cls=WithLines, epilog="Example: rescore compare -- scorer2 ours key -- scorer2 theirs key")
@statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE A B...]")
@click.pass_context
def compare(context: click.Context, /, **_: Any) -> int:  # noqa: ANN401
    """Compare systems that were scored against the same key, in pairs.

    Systems are command lines, each after --, or submissions A, B... to an archive. Prints differences with intervals
    and the result of a test.
    """
    return compare_systems(context, ranking=False)
