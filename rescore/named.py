"""What users name: figures, and what comes nearest to a name that does not exist."""

from __future__ import annotations

from difflib import get_close_matches

import click

from rescore.reports.names import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from rescore.reports.names import Name


def figure_name(context: click.Context, option: click.Parameter, value: str | None) -> Name | None:
    """Return table, row and column of ``TABLE/ROW/COLUMN``, for click."""
    if value is not None and value.count("/") < 2:
        raise click.BadParameter(f"{value!r} is not TABLE/ROW/COLUMN; docs/cells.md lists the names")
    return None if value is None else name_of(value)


def written(name: Name) -> str:
    """Return the name of a figure as TABLE/ROW/COLUMN."""
    return "/".join(name)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``; the nearest is ...`` with the known name that is most like a word, nothing if none is known."""
    by_small_letters = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), by_small_letters, 1, 0.0)
    return f"; the nearest is {by_small_letters[found[0]]}" if found else ""
