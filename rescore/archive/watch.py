"""What a run in process asks the file system for, and that it stays inside its archive.

Archives come from strangers, and configuration files name further files. While a watch is on, whatever Python opens or
lists is noted; what is neither in the archive nor part of Python and the suite is refused, and so is all writing.
"""

from __future__ import annotations

import errno
import functools
import os
import sys
import sysconfig
from typing import Any

from rescore.scorers import SCORERS

OPENED, LISTED = "open", ("os.listdir", "os.scandir")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Watch:
    """Watches this process while it is entered.

    ``files`` and ``folders`` are what was asked for inside ``root``, a path without links, relative to it and in order,
    folders with ``/`` at the end; ``refused`` is what lies outside, as it was named. What is refused looks like a file
    that may not be read.
    """

    __slots__ = ("_libraries", "_root", "files", "folders", "refused")

    def __init__(self, root: str) -> None:
        self._root = os.path.join(root, "")
        self._libraries = _libraries()
        self.files: dict[str, None] = {}
        self.folders: dict[str, None] = {}
        self.refused: dict[str, None] = {}

    def __enter__(self) -> Watch:
        global _watch  # what a process may open is a matter of the process
        _install()
        _watch = self
        return self

    def __exit__(self, *_: object) -> None:
        global _watch
        _watch = None

    def opened(self, name: str, flags: int) -> None:
        """Note a file that is opened. Raises ``PermissionError`` for one that may not be."""
        path = os.path.realpath(name)
        if self._is_library(path):
            return
        if flags & _WRITING or not path.startswith(self._root):
            self._refuse(name)
        self.files[self._relative(path)] = None

    def listed(self, name: str) -> None:
        """Note a folder that is listed. Raises ``PermissionError`` for one that may not be."""
        path = os.path.join(os.path.realpath(name), "")
        if self._is_library(path):
            return
        if not path.startswith(self._root):
            self._refuse(name)
        self.folders[self._relative(path) or "./"] = None

    def _is_library(self, path: str) -> bool:
        """Whether a path is in a folder of modules, and not in an archive inside that."""
        return any(
            path.startswith(library) and (library.startswith(self._root) or not path.startswith(self._root))
            for library in self._libraries
        )

    def _relative(self, path: str) -> str:
        return path[len(self._root) :].replace(os.sep, "/")

    def _refuse(self, name: str) -> None:
        self.refused[name] = None
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)


_watch: Watch | None = None
_installed = False


def _install() -> None:
    """Hear of what Python opens, from now on and once for all: such a hook cannot be taken off."""
    global _installed
    if not _installed:
        sys.addaudithook(_hear)
        _installed = True


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _watch is None:
        return
    if event == OPENED:
        name, _, flags = arguments
        if not isinstance(name, int):
            _watch.opened(os.fsdecode(name), flags or 0)
    elif event in LISTED:
        name = arguments[0]
        if not isinstance(name, int):
            _watch.listed(os.fsdecode(name or os.curdir))


@functools.cache
def _libraries() -> list[str]:
    """Return the folders that modules are loaded from."""
    suite = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    packages = ["common", "rescore", *[scorer.package for scorer in SCORERS.values()]]
    paths = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    folders = [*[os.path.join(suite, package) for package in packages], *[path for path in paths if path]]
    return list(dict.fromkeys([os.path.join(os.path.realpath(folder), "") for folder in folders]))
