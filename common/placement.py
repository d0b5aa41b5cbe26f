"""How one report file gets to its place: as a renamed draft, or over the old report where no file can be created.

A placement is prepared, put and then cleaned; until it is cleaned it can be undone. Each step raises ``OSError``.
"""

from __future__ import annotations

import os
from errno import EACCES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Replacement:
    """A report written beside its target under a random name, which then takes the target's place.

    The target keeps its permissions and, as far as the system lets it, its owner. It is a new file, though: other hard
    links to the old report keep the old content.
    """

    last = False

    def __init__(self, path: str, target: str, old: os.stat_result | None, pieces: Iterable[bytes]) -> None:
        self.path = path
        self._target = target
        self._old = old
        self._pieces = pieces
        self._draft = _unused_name(target)
        self._kept: str | None = None
        self._placed = False

    def prepare(self) -> None:
        """Write the draft. While an old report may be secret, nobody else can read it."""
        with open(self._draft, "xb", opener=_open_private if self._old else None) as file:
            file.writelines(self._pieces)
        if self._old is not None:
            _take_over(self._draft, self._old)

    def put(self, keep: bool) -> None:
        """Put the draft in the target's place; with ``keep`` so that it can be undone."""
        if keep and self._old is not None:
            kept = _unused_name(self._target)
            _keep(self._target, kept, self._old)
            self._kept = kept
        os.replace(self._draft, self._target)
        self._placed = True

    def undo(self) -> str | None:
        """Put the old report back, or remove the new one if there was none. Return a sentence if that fails."""
        kept, self._kept = self._kept, None
        try:
            if kept is not None:
                os.replace(kept, self._target)
                _remove(kept)  # a second name of one file is not renamed
            elif self._placed:
                os.unlink(self._target)
        except OSError:
            return (
                f"{self.path} could not be put back, it is now {kept}" if kept else f"{self.path} could not be removed"
            )
        return None

    def clean(self) -> None:
        """Remove what is left beside the target."""
        _remove(self._draft)
        if self._kept is not None:
            _remove(self._kept)


class Overwriting:
    """A report written over the old one, in a directory where nothing can be created.

    What goes beyond the end of the old report is written first: if there is no room for it, it can be cut off again.
    """

    last = True

    def __init__(self, path: str, target: str, pieces: Iterable[bytes]) -> None:
        self.path = path
        self._content = b"".join(pieces)
        self._descriptor = os.open(target, os.O_RDWR | getattr(os, "O_BINARY", 0))
        with open(self._descriptor, "rb", closefd=False) as file:
            self._old = file.read()
        self._touched = False

    def prepare(self) -> None:
        """Make room for a report that is longer than the old one."""
        size = len(self._old)
        if len(self._content) > size:
            self._write(size, self._content[size:])

    def put(self, keep: bool) -> None:
        """Write over the old report, which is in memory and can always be written again."""
        self._write(0, self._content[: len(self._old)])
        os.ftruncate(self._descriptor, len(self._content))

    def undo(self) -> str | None:
        """Write the old report again. Return a sentence if that fails."""
        if not self._touched:
            return None
        try:
            os.ftruncate(self._descriptor, len(self._old))
            self._write(0, self._old)
        except OSError:
            return f"{self.path} is damaged"
        return None

    def clean(self) -> None:
        """Close the file."""
        os.close(self._descriptor)

    def _write(self, offset: int, content: bytes) -> None:
        self._touched = True
        os.lseek(self._descriptor, offset, os.SEEK_SET)
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        os.fsync(self._descriptor)  # some file systems notice only now that there is no room


def placement(path: str, target: str, old: os.stat_result | None, pieces: Iterable[bytes]) -> Replacement | Overwriting:
    """Return how a report named ``path`` can come to ``target``, the file behind all links, where ``old`` stands."""
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), target)
    if old is None or _creatable(target):
        return Replacement(path, target, old, pieces)
    return Overwriting(path, target, pieces)


def _creatable(target: str) -> bool:
    return os.access(os.path.dirname(target), os.W_OK | os.X_OK)


def _unused_name(target: str) -> str:
    return os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _take_over(draft: str, old: os.stat_result) -> None:
    """Give the draft owner and permissions of the old report, where the system lets it."""
    try:
        if hasattr(os, "chown"):
            os.chown(draft, old.st_uid, old.st_gid)
    except PermissionError:  # only the superuser gives files away
        pass
    os.chmod(draft, old.st_mode & 0o7777)


def _keep(target: str, name: str, old: os.stat_result) -> None:
    """Give the old report a second name, or where that cannot be a new one.

    A second name in a directory where everybody may remove only what is theirs could not be removed again.
    """
    if hasattr(os, "geteuid") and old.st_uid == os.geteuid():
        try:
            os.link(target, name)
            return
        except OSError:  # the file system has no links
            pass
    os.replace(target, name)


def _remove(name: str) -> None:
    try:
        os.unlink(name)
    except OSError:  # renamed, or never made
        return
