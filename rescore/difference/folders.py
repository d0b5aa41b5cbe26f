"""Folders of reports: which files of them belong together."""

from __future__ import annotations

import os
from collections.abc import Iterator

from common.errors import InputError
from rescore.statuses import UNSCORED


def pairs(old: str, new: str) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield the relative name of every file in one of two folders, in order, and its path on either side.

    The path is None on a side that has no such file. Links to folders are not followed; pipes, sockets and devices are
    left out, because reading them may never end.
    """
    olds, news = _files(old), _files(new)
    for name in sorted({*olds, *news}):
        yield name, olds.get(name), news.get(name)


def _files(folder: str) -> dict[str, str]:
    found = {}

    def refuse(error: OSError) -> None:
        raise InputError(f"cannot be read ({error.strerror}); name a folder of reports", error.filename, None, UNSCORED)

    for place, folders, files in os.walk(folder, onerror=refuse):
        folders.sort()
        for name in files:
            path = os.path.join(place, name)
            if os.path.isfile(path) or not os.path.exists(path):  # a link to nothing is complained of when it is read
                found[os.path.relpath(path, folder)] = path
    return found
