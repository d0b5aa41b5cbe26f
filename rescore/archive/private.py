"""Files of which the user alone can have written what they hold: they are in folders that nobody else can write to."""

from __future__ import annotations

import os
import stat

from common.errors import InputError
from rescore.statuses import USAGE


def caches() -> str:
    """Return the folder for what can be made anew. One that is not absolute would lie in the working directory."""
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(folder):
        folder = os.path.expanduser(os.path.join("~", ".cache"))
    if not os.path.isabs(folder):
        raise InputError("there is no folder for caches; set XDG_CACHE_HOME", None, None, USAGE)
    return os.path.join(folder, "rescore")


def in_private_folder(path: str) -> str:
    """Return the path of a file without links in its folder. Raises :class:`InputError` if others can write to that."""
    folder = os.path.dirname(path)
    place = os.path.realpath(folder)
    if not os.path.isdir(place):
        raise InputError(f"there is no folder {folder}; make it, or name another file", path, None, USAGE)
    if not _is_private(os.stat(place)):
        problem = f"others can write to the folder {folder or os.curdir}; name a file where only you can"
        raise InputError(problem, path, None, USAGE)
    return os.path.join(place, os.path.basename(path))


def private_content(path: str, place: int, most: int) -> bytes:
    """Return some bytes of a file from a place on, which counts from the end if negative; none if there is no file.

    Raises :class:`InputError` for a link, a folder, what may never end, and what others can write.
    """
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode) or not _is_private(status):
            raise InputError(
                "is no regular file that only you can write; remove it, or name another", path, None, USAGE
            )
        with open(path, "rb") as file:
            file.seek(max(0, status.st_size + place) if place < 0 else place)
            return file.read(most)
    except FileNotFoundError:
        return b""


def _is_private(status: os.stat_result) -> bool:
    """Whether only the user, and the group that has the user's number and nobody else in it, can write."""
    if os.name == "nt":
        return True
    others = stat.S_IWOTH if status.st_gid == status.st_uid else stat.S_IWOTH | stat.S_IWGRP
    return status.st_uid == os.geteuid() and not status.st_mode & others
