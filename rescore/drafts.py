"""Folders that belong to a run until it ends: it holds a lock on each, so that others know those of killed runs."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator

_SUFFIX = ".part"


def new_folder(parent: str, prefix: str, held: contextlib.ExitStack) -> str:
    """Make a folder for this user alone, and lock it until ``held`` is closed or this run ends, where there are locks.

    Raises ``OSError`` if that fails.
    """
    while True:
        folder = tempfile.mkdtemp(_SUFFIX, prefix, parent)
        try:
            _lock(folder, held)
        except (BlockingIOError, FileNotFoundError):  # another run has taken it for one that was left
            continue
        except (ImportError, OSError):  # the system or the file system knows no locks
            pass
        return folder


def left_folders(parent: str, prefix: str) -> Iterator[str]:
    """Yield the folders of this user that killed runs have left, each while it is locked for us to remove it."""
    with contextlib.suppress(OSError):
        for name in os.listdir(parent):
            if name.startswith(prefix) and name.endswith(_SUFFIX):
                with contextlib.suppress(ImportError, OSError), contextlib.ExitStack() as held:
                    _lock(os.path.join(parent, name), held)
                    yield os.path.join(parent, name)


def _lock(folder: str, held: contextlib.ExitStack) -> None:
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    held.callback(os.close, descriptor)
    if os.fstat(descriptor).st_uid != os.geteuid():
        raise PermissionError(folder)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.stat(folder)  # another run may have removed it before it was locked
