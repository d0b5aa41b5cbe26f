"""A host in memory: its files are given, and what a run writes is kept."""

from __future__ import annotations

import errno
import io
import os

from legacy_scorers.common.host import FILE, FOLDER, STANDARD_INPUT, Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import BinaryIO

    from legacy_scorers.common.host import Content, Path


class Memory(Host):
    """Files by their paths from the root, with ``/`` between names; the streams, and the reports by their names.

    ``folder`` is the working folder, below the root. ``stdin_name`` is the file that is the standard input; without one
    it is empty.
    """

    def __init__(self, files: Mapping[str, bytes], variables: Mapping[str, str] = {}, folder: str = "") -> None:
        self.variables = variables
        self.stdout: io.BytesIO = io.BytesIO()
        self.stderr: io.BytesIO = io.BytesIO()
        self.reports: dict[str, bytes] = {}
        self._folder = folder
        self._files = {path.lstrip("/"): content for path, content in files.items()}
        self._folders: dict[str, list[str]] | None = None  # the names in each, made when asked for

    @property
    def stdin(self) -> BinaryIO | None:
        return io.BytesIO() if self.stdin_name == STANDARD_INPUT else self.open(self.stdin_name)

    @property
    def folder(self) -> str:
        return os.path.join("/", self._folder)

    def open(self, path: Path) -> BinaryIO:
        content = self._files.get(self.place(path))
        if content is None or names_folder(path):
            raise _error(errno.EISDIR if self.kind(path) == FOLDER else self._lack(path), path)
        return io.BytesIO(content)

    def entries(self, folder: str) -> list[str]:
        names = self._names_by_folder().get(self.place(folder)) if folder else None
        if names is None:
            raise _error(self._lack(folder), folder)
        return names

    def kind(self, path: Path) -> str:
        try:
            place = self.place(path)
        except ValueError:
            return ""
        if place in self._files:
            return "" if names_folder(path) else FILE
        return FOLDER if path and place in self._names_by_folder() else ""

    def place(self, path: Path) -> str:
        name = os.fsdecode(path)
        if "\0" in name:
            raise ValueError("embedded null byte")
        return self.absolute(name).replace(os.sep, "/")[1:] or "."

    def is_writable(self, path: str) -> bool:
        return bool(self.kind(path))

    def make_folder(self, path: str) -> None:
        """Refuse a folder below a file; nothing is made."""
        if self._lack(path) == errno.ENOTDIR:
            raise _error(errno.ENOTDIR, path)

    def write_reports(self, reports: Iterable[tuple[str, Content]]) -> None:
        self.reports.update(kept(reports))

    def _lack(self, path: Path) -> int:
        """Return the number of the error for a path that leads nowhere: it goes through a file, or does not exist."""
        place = self.place(path)
        while place not in (".", "/", ""):
            if place in self._files:
                return errno.ENOTDIR
            place = os.path.dirname(place)
        return errno.ENOENT

    def _names_by_folder(self) -> dict[str, list[str]]:
        if self._folders is None:
            self._folders = {".": [], self.place(self.folder): []}
            for path in self._files:
                _note(path, self._folders)
        return self._folders


def kept(reports: Iterable[tuple[str, Content]]) -> dict[str, bytes]:
    """Return the whole content of each report by its name."""
    return {path: content if isinstance(content, bytes) else b"".join(content) for path, content in reports}


def names_folder(path: Path) -> bool:
    """Return whether a path ends so that it can only be that of a folder."""
    return os.fsdecode(path).endswith("/")


def _note(path: str, folders: dict[str, list[str]]) -> None:
    """Note the name of a file in its folder, and those of the folders above it in theirs."""
    while path not in (".", "/", ""):
        folder, name = os.path.split(path)
        folder = folder or "."
        is_known = folder in folders
        names = folders.setdefault(folder, [])
        if name not in names:
            names.append(name)
        if is_known:
            return
        path = folder


def _error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), path)
