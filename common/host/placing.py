"""Report files of the system that are replaced whole: an old report stays until the new ones are complete."""

from __future__ import annotations

import os
import stat
import sys
from errno import EACCES, ENOENT

from legacy_scorers.common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO, TypeAlias

    # The target with links resolved, the status of the old report and the new content.
    Planned: TypeAlias = tuple[str, os.stat_result | None, Iterable[bytes]]


def write_reports(reports: Iterable[tuple[str, bytes | Iterable[bytes]]]) -> None:
    """Write the report files of one run: names as the user gave them, and contents, whole or in pieces.

    Each is first written under a random name beside its target. When all are complete, they are put in place one after
    the other. A report in a directory where nothing can be created is written over the old one, after all others.

    A target that is no regular file (a device, a pipe), or that is standard output or error, is written to before any
    report is put in place. Signals are blocked from then on until all are in place.

    Raises :class:`InputError` naming the first report that fails and those already replaced. Two reports also fail if
    they are one file, unless that is a device or a pipe.
    """
    contents = [(path, (content,) if isinstance(content, bytes) else content) for path, content in reports]
    files = _files(contents)
    for path, pieces in contents:
        if path not in files:
            _write_stream(path, pieces)
    if files:
        from legacy_scorers.common.signals import Held

        with Held():
            _place(files)


def _files(reports: Iterable[tuple[str, Iterable[bytes]]]) -> dict[str, Planned]:
    """Return the reports that are regular files, by their names."""
    files: dict[str, Planned] = {}
    targets: set[str] = set()
    for path, pieces in reports:
        try:
            old = _existing(path)
            if old is not None and (not stat.S_ISREG(old.st_mode) or _standard_stream(old) is not None):
                continue
            target = os.path.realpath(path)
        except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
            raise _unwritable(path, error) from error
        if target in targets:
            raise InputError("two reports have this name; name a different file for each", path)
        targets.add(target)
        files[path] = (target, old, pieces)
    return files


def _existing(path: str) -> os.stat_result | None:
    """Return the status of a file, or None for a new one. Raises ``OSError`` if its folder does not exist."""
    if not path:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
    os.stat(os.path.dirname(path) or os.curdir)
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _write_stream(path: str, pieces: Iterable[bytes]) -> None:
    try:
        stream = _standard_stream(os.stat(path))
        if stream is None:
            with os.fdopen(os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0)), "wb") as file:
                file.writelines(pieces)
            return
    except OSError as error:
        raise _unwritable(path, error) from error
    stream.buffer.writelines(pieces)
    stream.flush()


def _standard_stream(file: os.stat_result) -> TextIO | None:
    """Return the standard stream that goes to ``file``, under whatever name."""
    return next((stream for stream in (sys.stdout, sys.stderr) if _goes_to(stream, file)), None)


def _goes_to(stream: TextIO | None, file: os.stat_result) -> bool:
    try:
        return stream is not None and os.path.samestat(os.fstat(stream.fileno()), file)
    except (OSError, ValueError):  # it has no descriptor, or is closed
        return False


def _place(files: dict[str, Planned]) -> None:
    """Write the drafts of all files, then put them in place."""
    drafts: list[_Draft] = []
    placed: list[str] = []
    path = ""  # of the report that an error is about
    try:
        for path, (target, old, pieces) in files.items():
            if old is not None and not os.access(target, os.W_OK):
                raise PermissionError(EACCES, os.strerror(EACCES), target)
            kind = _Draft if old is None or _creatable(target) else _Overwriting
            drafts.append(kind(path, target, old))
            drafts[-1].write(pieces)
        for draft in sorted(drafts, key=lambda draft: isinstance(draft, _Overwriting)):
            path = draft.path
            draft.put()
            placed.append(path)
    except OSError as error:
        raise _unwritable(path, error, placed) from error
    finally:
        for draft in drafts:
            draft.clean()


def _unwritable(path: str, error: OSError | ValueError, placed: Iterable[str] = ()) -> InputError:
    reason = getattr(error, "strerror", None) or error
    changed = f"already new: {', '.join(placed)};" if placed else "no report was changed,"
    return InputError(f"cannot be written ({reason}); {changed} name another file", path)


def _creatable(target: str) -> bool:
    return os.access(os.path.dirname(target), os.W_OK | os.X_OK)


class _Draft:
    """A report written beside its target under a random name, which then takes the target's place.

    The target keeps its permissions and, as far as the system lets it, its owner. It is a new file, though: other hard
    links to the old report keep the old content.
    """

    def __init__(self, path: str, target: str, old: os.stat_result | None) -> None:
        self.path = path
        self._target = target
        self._old = old
        self._name = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")

    def write(self, pieces: Iterable[bytes]) -> None:
        """Write the draft. While an old report may be secret, nobody else can read it."""
        private = (lambda path, flags: os.open(path, flags, 0o600)) if self._old else None
        with open(self._name, "xb", opener=private) as file:
            file.writelines(pieces)
        if self._old is not None:
            try:
                if hasattr(os, "chown"):
                    os.chown(self._name, self._old.st_uid, self._old.st_gid)
            except PermissionError:  # only the superuser can change a file's owner
                pass
            os.chmod(self._name, self._old.st_mode & 0o7777)

    def put(self) -> None:
        """Put the draft in the target's place."""
        os.replace(self._name, self._target)

    def clean(self) -> None:
        """Remove the draft if it is still there."""
        try:
            os.unlink(self._name)
        except OSError:
            return


class _Overwriting(_Draft):
    """A report written over the old one, in a directory where nothing can be created."""

    def write(self, pieces: Iterable[bytes]) -> None:
        self._content = b"".join(pieces)

    def put(self) -> None:
        """Write over the old report, or write it again if the new one fails."""
        descriptor = os.open(self._target, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            with open(descriptor, "rb", closefd=False) as file:
                old = file.read()
            try:
                _write_over(descriptor, self._content)
            except OSError as error:
                _write_over(descriptor, old)
                raise error from None
        finally:
            os.close(descriptor)


def _write_over(descriptor: int, content: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.ftruncate(descriptor, len(content))
    os.fsync(descriptor)  # some file systems report a full disk only here
