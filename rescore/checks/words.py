"""Pieces of the input in the sentences of findings."""

from __future__ import annotations

from collections.abc import Iterable

_MAX_CHARACTERS = 60  # characters
_MAX_NAMES = 5  # names


def quoted(text: str | bytes) -> str:
    """Return a piece of the input in quotes, cut short if it is long."""
    word = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
    word = word if len(word) <= _MAX_CHARACTERS else f"{word[:_MAX_CHARACTERS]}..."
    return "'" + "".join([sign if sign.isprintable() else ascii(sign)[1:-1] for sign in word]) + "'"


def counted(number: int, thing: str) -> str:
    """Return ``1 line`` or ``3 lines``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def some(names: Iterable[str | bytes]) -> str:
    """Return names in a row, the first few if there are many."""
    every = [quoted(name) for name in names]
    more = f" and {len(every) - _MAX_NAMES} more" if len(every) > _MAX_NAMES else ""
    return ", ".join(every[:_MAX_NAMES]) + more
