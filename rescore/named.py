"""What users name: scorers and figures, and what comes nearest to a name that does not exist."""

from __future__ import annotations

from difflib import get_close_matches

import click

from rescore.reports.names import name_of
from rescore.scorers import MODULES, scorer_called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from rescore.reports.names import Name


_LIKE = 0.75  # of two names, from 0 to 1


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


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``; the nearest is ...`` with the known name that is most like a word, nothing if none is like it."""
    by_small_letters = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), by_small_letters, 1, _LIKE)
    return f"; the nearest is {by_small_letters[found[0]]}" if found else ""
