"""Words, names and counts in messages and reports."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar

from legacy_scorers.common.errors import one_line

K = TypeVar("K")
V = TypeVar("V")

_LIKE = 0.75  # the least similarity of a name that may be meant, from 0 to 1


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


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``; the nearest is ...`` for the known name most like a word, or the only one that contains it, if any."""
    return "".join([f"; the nearest is {name}" for name in close_matches(word, known)])


def close_matches(word: str, known: Iterable[str]) -> list[str]:
    """Return the known name most like a word, or else the only one that contains it; empty without any."""
    from difflib import get_close_matches  # for mistakes only

    by_small_letters = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), by_small_letters, 1, _LIKE)
    found = found or [name for name in by_small_letters if word and word.lower() in name]
    return [by_small_letters[found[0]]] if len(found) == 1 else []


def one_field(text: str) -> str:
    """Return a text without tabs and line breaks, with what :func:`one_line` escapes."""
    if text.isprintable():
        return text
    return one_line(text.replace("\t", " "))[:-1].decode()
