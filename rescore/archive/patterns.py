"""Finds the files of an archive that a manifest names by patterns."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from functools import cache, partial

from legacy_scorers.rescore.archive.submission import is_inside

_ANY_FOLDERS = "**"
_MAX_CHARACTERS = 1000  # characters of a pattern, which bounds its stars, too
_MAX_NAMES = 10_000_000  # names that are compared with patterns


class Patterns:
    """Finds paths below ``root`` by patterns: ``**`` fits any number of folders, except hidden ones and links.

    All patterns together may compare ``_MAX_NAMES`` names.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.is_inside = cache(partial(is_inside, root))  # most submissions share their keys
        self._left = _MAX_NAMES

    def fitting(self, pattern: str) -> list[str]:
        """Return the paths that a pattern fits, in order. Raises ``ValueError`` if that fails or takes too long."""
        if len(pattern) > _MAX_CHARACTERS:
            raise ValueError(f"the pattern is longer than {_MAX_CHARACTERS} characters; write a shorter one")
        parts = [part for part in pattern.replace(os.sep, "/").split("/") if part not in ("", os.curdir)]
        parts += ["*"] if parts[-1:] == [_ANY_FOLDERS] else []
        found = {"": True} if parts else {}  # paths that the parts fit so far, and whether they are folders
        for part in parts:
            folders = [path for path, is_folder in found.items() if is_folder]
            found = dict.fromkeys(folders, True) if part == _ANY_FOLDERS else {}
            for folder in folders:
                for entry in self._entries(folder):
                    is_hidden = entry.name.startswith(".") and not part.startswith(".")
                    if is_hidden or not fnmatchcase(entry.name, part):
                        continue
                    path, is_folder = os.path.join(folder, entry.name), entry.is_dir(follow_symlinks=False)
                    if part != _ANY_FOLDERS:
                        found[path] = is_folder
                    elif is_folder and path not in found:
                        found[path] = True
                        folders.append(path)  # its entries follow
        return sorted(path.replace(os.sep, "/") for path in found)

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        """Return the files and folders in a folder. Raises ``ValueError`` if it cannot be read, or for too many."""
        try:
            entries = list(os.scandir(os.path.join(self.root, folder)))
        except OSError as error:
            raise ValueError(f"the folder {folder or os.curdir} cannot be read ({error.strerror})") from error
        self._left -= len(entries)
        if self._left < 0:
            raise ValueError(f"more than {_MAX_NAMES} names to compare with patterns; use narrower patterns")
        return entries

    def found(self, entry: str, *patterns: str) -> list[str]:
        """Return the paths that patterns fit. Raises ``ValueError`` with their entry if one fits none, or fails."""
        paths = []
        for pattern in patterns:
            try:
                fitting = self.fitting(pattern)
            except ValueError as error:
                raise ValueError(f"{entry}: {error}") from error
            if not fitting:
                mended = "write / for \\" if "\\" in pattern else "correct the pattern"
                raise ValueError(f"{entry}: nothing matches {pattern}; {mended}")
            paths += fitting
        return paths
