"""What users name on command lines, for click: scorers and figures."""

from __future__ import annotations

import click

from rescore.reports.names import name_of
from rescore.scorers import MODULES, scorer_called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rescore.reports.names import Name


class ScorerName(click.Choice):  # type: ignore[type-arg]  # click 8.1 has no arguments of types
    """One of the scorers, for click: people put a folder before it, as before other commands."""

    def __init__(self) -> None:
        super().__init__(list(MODULES))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name without a folder."""
        return str(super().convert(scorer_called(value) or value, param, ctx))


def figure_name(context: click.Context, option: click.Parameter, value: str | None) -> Name | None:
    """Return table, row and column of ``TABLE/ROW/COLUMN``, for click."""
    if value is not None and value.count("/") < 2:
        raise click.BadParameter(f"{value!r} is not TABLE/ROW/COLUMN; docs/cells.md lists the names")
    return None if value is None else name_of(value)
