"""Finds paths of an archive by patterns."""

from __future__ import annotations

import contextlib
import fnmatch
import os
import re
from collections.abc import Iterator

_ANY_FOLDERS = "**"
_MAX_CHARACTERS = 1000  # characters of a pattern, which bounds its stars, too
_MAX_NAMES = 10_000_000  # names that are compared with patterns


class Patterns:
    """Finds paths below ``root`` by patterns: ``**`` fits any number of folders, except hidden ones.

    Links to folders are not followed. Each pattern lists a folder once. All patterns together may compare
    ``_MAX_NAMES`` names.
    """

    __slots__ = ("_left", "_root")

    def __init__(self, root: str) -> None:
        self._root = root
        self._left = _MAX_NAMES

    def fitting(self, pattern: str) -> list[str]:
        """Return the paths that a pattern fits, in order. Raises ``ValueError`` if it would take too long."""
        if len(pattern) > _MAX_CHARACTERS:
            raise ValueError(f"the pattern is longer than {_MAX_CHARACTERS} characters; write a shorter one")
        parts = _parts(pattern)
        found = []
        ways: list[tuple[str, set[int]]] = [("", {0})]  # folders, and the parts that their entries may fit
        while parts and ways:
            folder, open_parts = ways.pop()
            open_parts |= {place + 1 for place in open_parts if parts[place] is None}
            for entry in self._entries(folder):
                self._left -= len(open_parts)
                if self._left < 0:
                    raise ValueError(f"more than {_MAX_NAMES} names to compare with patterns; use narrower patterns")
                path = os.path.join(folder, entry.name)
                following = set(_following(parts, open_parts, entry.name))
                if len(parts) in following:
                    found.append(path.replace(os.sep, "/"))
                    following.remove(len(parts))
                if following and entry.is_dir(follow_symlinks=False):
                    ways.append((path, following))
        return sorted(found)

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        """Yield the entries of a folder, or nothing if it cannot be read."""
        with contextlib.suppress(OSError), os.scandir(os.path.join(self._root, folder)) as entries:
            yield from entries


def _parts(pattern: str) -> list[re.Pattern[str] | None]:
    """Return the parts of a pattern between slashes, None for ``**``."""
    parts: list[re.Pattern[str] | None] = []
    words = [word for word in pattern.replace(os.sep, "/").split("/") if word not in ("", os.curdir)]
    for word in words:
        if word != _ANY_FOLDERS:
            hidden = "" if word.startswith(".") else r"(?!\.)"
            parts.append(re.compile(hidden + fnmatch.translate(word)))
        elif parts[-1:] != [None]:
            parts.append(None)
    return [*parts, re.compile(r"(?!\.)")] if parts[-1:] == [None] else parts


def _following(parts: list[re.Pattern[str] | None], open_parts: set[int], name: str) -> Iterator[int]:
    """Yield the indices of the parts that the entries of a folder called ``name`` may fit."""
    for place in open_parts:
        part = parts[place]
        if part is None:
            if not name.startswith("."):
                yield place
        elif part.match(name):
            yield place + 1
