"""The state of files: what the system says of them, which tells without reading them that they are the same."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable

_MARGIN_NS = 2 * 10**9  # some file systems count time in steps of two seconds


def state_of(root: str, paths: Iterable[str]) -> str:
    """Return a hash of the places, sizes and times of files and folders, which differs if one of them was changed.

    It is empty if that is not sure: of what was changed so lately that another change may leave its times, of what the
    system does not show, and on Windows, where a program can set all times.
    """
    states: list[object] = []
    latest = time.time_ns() - _MARGIN_NS
    for path in paths:
        try:
            one = os.stat(f"{root}/{path}")
        except FileNotFoundError:
            states.append(path)
            continue
        except (OSError, ValueError):  # a NUL in a name is a ValueError
            return ""
        if one.st_mtime_ns > latest or one.st_ctime_ns > latest or os.name == "nt":
            return ""
        states += one.st_dev, one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns
    return hashlib.sha256(repr(states).encode()).hexdigest()
