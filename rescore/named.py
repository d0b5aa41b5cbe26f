"""What users name on command lines, for click: scorers and figures."""

from __future__ import annotations

from collections.abc import Iterable

import click

from common.cli import write_line
from rescore.reports.names import Name, name_of
from rescore.scorers import SCORERS, scorer_called


class ScorerName(click.Choice):  # type: ignore[type-arg]  # click 8.1 has no arguments of types
    """One of the scorers, for click: people put a folder before it, as before other commands."""

    def __init__(self) -> None:
        super().__init__(list(SCORERS))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name without a folder."""
        return str(super().convert(scorer_called(value) or value, param, ctx))


def tell_misplaced(command: str, words: Iterable[str]) -> None:
    """Say which words of a command line that failed are options of the subcommand that runs it."""
    context = click.get_current_context()
    ours = {option for parameter in context.command.params for option in parameter.opts if option.startswith("-")}
    for word in words:
        if word.partition("=")[0] in ours:
            write_line(
                f"{context.command_path}: {command} read {word}, which stands behind it; put it before {command}"
            )


def figure_name(context: click.Context, option: click.Parameter, value: str | None) -> Name | None:
    """Return table, row and column of ``TABLE/ROW/COLUMN``, for click."""
    if value is not None and value.count("/") < 2:
        raise click.BadParameter(f"{value!r} is not TABLE/ROW/COLUMN; docs/cells.md lists the names")
    return None if value is None else name_of(value)
