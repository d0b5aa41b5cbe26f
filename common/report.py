"""Report files that appear together or not at all."""

from __future__ import annotations

import os

from common.errors import InputError


class ReportSet:
    """The report files of one run.

    Files are collected with :meth:`add` and appear with :meth:`write`: each is first written under a
    temporary name beside its target, and only when all of them are complete are they put in place.
    A target that is no regular file (a device, a pipe) or stands in a directory where nothing can
    be created is written where it is, before the others are put in place. Signals that ask the process to end wait
    until the set is complete.
    """

    def __init__(self) -> None:
        self._reports: list[tuple[str, bytes]] = []

    def add(self, path: str, content: bytes) -> None:
        """Plan the file ``path``, a name as the user gave it, with ``content``."""
        self._reports.append((path, content))

    def write(self) -> None:
        """Write all planned files, or none; raise :class:`InputError` naming the first that fails.

        Two reports fail, too, if they are one file, unless that is a device or a pipe.
        """
        if not self._reports:
            return
        blocked = _hold_signals()
        try:
            self._write_all()
        finally:
            _release_signals(blocked)

    def _write_all(self) -> None:
        finished: list[tuple[str, str, str]] = []
        targets: set[str] = set()
        try:
            for path, content in self._reports:
                try:
                    if os.path.exists(path) and not os.path.isfile(path):
                        _write_file(path, os.O_WRONLY, content)
                        continue
                    target = os.path.realpath(path)
                    if target in targets:
                        raise InputError("two reports have this name; give each a file of its own", path)
                    targets.add(target)
                    draft = _write_draft(target, len(finished), content)
                except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
                    raise _unwritable(path, error) from error
                if draft is not None:
                    finished.append((draft, target, path))
            while finished:
                draft, target, path = finished[0]
                try:
                    os.replace(draft, target)
                except OSError as error:
                    raise _unwritable(path, error) from error
                del finished[0]
        finally:
            for draft, _, _ in finished:
                os.unlink(draft)


def replaces(report: str, path: str) -> bool:
    """Say whether a report of that name takes the place of the existing file ``path``."""
    return os.path.isfile(report) and os.path.exists(path) and os.path.samefile(report, path)


def _hold_signals() -> set[int]:
    """Keep the signals that end a process waiting, where the system can; return those that were waiting before."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        return set()
    return signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})


def _release_signals(before: set[int]) -> None:
    import signal

    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _write_draft(target: str, number: int, content: bytes) -> str | None:
    """Write ``content`` beside ``target`` and return the name, or None if it had to go to the target itself."""
    exists = os.path.exists(target)
    draft = os.path.join(os.path.dirname(target), f".{os.getpid()}-{number}.part")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except PermissionError:
        if not exists:
            raise
        _write_file(target, os.O_WRONLY | os.O_TRUNC, content)
        return None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        if exists:
            os.chmod(draft, os.stat(target).st_mode & 0o7777)
    except BaseException:
        os.unlink(draft)
        raise
    return draft


def _write_file(path: str, flags: int, content: bytes) -> None:
    with os.fdopen(os.open(path, flags), "wb") as file:
        file.write(content)


def _unwritable(path: str, error: OSError | ValueError) -> InputError:
    reason = getattr(error, "strerror", None) or error
    return InputError(f"cannot be written ({reason}); no report was changed, name another file", path)
