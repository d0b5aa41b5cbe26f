"""Words, names and counts in messages and reports."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar

from legacy_scorers.common.errors import one_line

K = TypeVar("K")
V = TypeVar("V")


def encoded(text: str) -> bytes:
    """Return the original bytes of a text that :func:`decoded` returned."""
    return text.encode("utf-8", "surrogateescape")


def squeezed(text: str) -> str:
    """Return the words of a text, separated by single blanks."""
    return " ".join(text.split())


def relative(root: str, message: str) -> str:
    """Return a message with paths relative to a folder."""
    return message.replace(os.path.join(root, ""), "")


def counted(number: int, thing: str) -> str:
    """Return ``1 line`` or ``3 lines``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the values of each key, in order."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def listed(names: Sequence[str], most: int = 5) -> str:
    """Return names for a message: the first ``most``, and the number of the others."""
    more = len(names) - most
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:most])} and {more} more"


def one_field(text: str) -> str:
    """Return a text without tabs and line breaks, with what :func:`one_line` escapes."""
    if text.isprintable():
        return text
    return one_line(text.replace("\t", " "))[:-1].decode()
