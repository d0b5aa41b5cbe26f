"""Command lines among the words of a subcommand: ``-- COMMAND ARGS -- COMMAND ARGS``."""

from __future__ import annotations

from collections.abc import Sequence

import click

from rescore.scorers import SCORERS, scorer_called

BETWEEN = "--"


class WithLines(click.Command):
    """A subcommand whose words end with command lines of scorers, each after ``--``; they are the context's ``obj``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the command lines out before the options are read."""
        ctx.obj = []
        if BETWEEN in args:
            place = args.index(BETWEEN)
            if not ctx.resilient_parsing:  # a shell asks what may come next
                ctx.obj = split(ctx, args[place + 1 :])
            args = args[:place]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Show where the command lines stand."""
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND ARGS...]..."]


def split(context: click.Context, words: Sequence[str]) -> list[list[str]]:
    """Return the command lines, which begin at a command's name after ``--``; any other ``--`` belongs to a line."""
    lines: list[list[str]] = [[]]
    for place, word in enumerate(words):
        if word == BETWEEN and scorer_called("".join(words[place + 1 : place + 2])):
            lines.append([])
        else:
            lines[-1].append(word)
    for line in lines:
        if not line or not scorer_called(line[0]):
            begun = f"{line[0]!r} after -- is" if line else "after -- there is"
            raise click.UsageError(f"{begun} none of {', '.join(SCORERS)}", context)
    return [[scorer_called(command), *others] for command, *others in lines]
