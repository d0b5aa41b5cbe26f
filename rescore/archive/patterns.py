"""Paths of an archive that a pattern fits."""

from __future__ import annotations

import glob
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ANY_FOLDERS = "**"


def matching(root: str, pattern: str) -> list[str]:
    """Return in order the paths below ``root`` that a pattern fits; ``**`` stands for any folders, or none.

    It leads into no hidden folders, and through no links, of which two could make a maze without an end.
    """
    found = _matching(root, pattern.replace(os.sep, "/").split("/"))
    return sorted({os.path.normpath(path).replace(os.sep, "/") for path in found})


def _matching(root: str, parts: list[str]) -> set[str]:
    if _ANY_FOLDERS not in parts:
        return set(glob.glob("/".join(parts), root_dir=root))
    place = parts.index(_ANY_FOLDERS)
    rest = parts[place + 1 :] or ["*"]
    return {
        os.path.join(folder, path)
        for start in (glob.glob("/".join(parts[:place]), root_dir=root) if place else [""])
        for folder in _folders(root, start)
        for path in _matching(os.path.join(root, folder), rest)
    }


def _folders(root: str, start: str) -> Iterator[str]:
    """Yield a folder and all below it, relative to ``root``."""
    for place, folders, _ in os.walk(os.path.join(root, start)):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield os.path.relpath(place, root)
