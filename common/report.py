"""Report files that appear together or not at all."""

from __future__ import annotations

import os
import stat
import sys

from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO, TypeAlias

    from common.placement import Overwriting, Replacement

    # The target behind all links, the old report and the new content.
    Planned: TypeAlias = tuple[str, os.stat_result | None, Iterable[bytes]]


def write_reports(reports: Iterable[tuple[str, bytes | Iterable[bytes]]]) -> None:
    """Write the report files of one run, or none: names as the user gave them, and contents, whole or in pieces.

    Each is first written under a random name beside its target, and only when all of them are complete are they put in
    place. Old reports are kept until the last is in place, and put back if one cannot be. A report in a directory where
    nothing can be created is written over the old one, after all others are in place and there is room for it.

    A target that is no regular file (a device, a pipe), or that is standard output or error, is written to before any
    report is put in place. Signals wait from then on until all are complete.

    Raises :class:`InputError` naming the first that fails. Two reports fail, too, if they are one file, unless that is
    a device or a pipe.
    """
    contents = [(path, (content,) if isinstance(content, bytes) else content) for path, content in reports]
    if _kept is not None:
        _kept.update([(path, b"".join(pieces)) for path, pieces in contents])
        return
    files = _files(contents)
    for path, pieces in contents:
        if path not in files:
            _write_stream(path, pieces)
    if files:
        from common.signals import Held

        with Held():
            _place(files)


class KeptReports(dict[str, bytes]):
    """While it is entered, reports come here instead of into files, by the names that the user gave."""

    def __enter__(self) -> KeptReports:
        global _kept  # where files go is a matter of the process, as its working directory is
        _kept = self
        return self

    def __exit__(self, *_: object) -> None:
        global _kept
        _kept = None


_kept: KeptReports | None = None


def make_folder(path: str) -> None:
    """Make the folder of a report, and those above it, unless it is there. Raises ``OSError`` and ``ValueError``.

    While reports are kept nothing is made; what stands in the way of it still raises ``OSError``.
    """
    if _kept is None or not path:
        os.makedirs(path, exist_ok=True)
        return
    while path and not os.path.lexists(path):
        path = os.path.dirname(path)
    os.listdir(path or os.curdir)


def overwritten(reports: Iterable[str], inputs: Iterable[str]) -> tuple[str, str] | None:
    """Return a report that would take the place of an input, under whatever name, and that input, or None."""
    existing = {_identity(report): report for report in reports if os.path.isfile(report)}
    for path in inputs if existing else ():
        report = existing.get(_identity(path)) if os.path.exists(path) else None
        if report is not None:
            return report, path
    return None


def _identity(path: str) -> tuple[int, int]:
    file = os.stat(path)
    return file.st_dev, file.st_ino


def _files(reports: Iterable[tuple[str, Iterable[bytes]]]) -> dict[str, Planned]:
    """Return the reports that are regular files, by their names."""
    files: dict[str, Planned] = {}
    targets: set[str] = set()
    for path, pieces in reports:
        try:
            old = _existing(path)
            if old is not None and _is_stream(old):
                continue
            target = os.path.realpath(path)
        except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
            raise _unwritable(path, error) from error
        if target in targets:
            raise InputError("two reports have this name; give each a file of its own", path)
        targets.add(target)
        files[path] = (target, old, pieces)
    return files


def _existing(path: str) -> os.stat_result | None:
    """Return what is known of an existing file, None of a new one. Raises ``OSError`` where no file can be made."""
    os.stat(os.path.dirname(path) or os.curdir)
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _is_stream(file: os.stat_result) -> bool:
    return not stat.S_ISREG(file.st_mode) or _standard_stream(file) is not None


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
    """Put the files in place, or leave all as it was."""
    from common.placement import placement

    reports: list[Replacement | Overwriting] = []
    path = ""
    try:
        for path, (target, old, pieces) in files.items():
            reports.append(placement(path, target, old, pieces))
            reports[-1].prepare()
        reports.sort(key=lambda report: report.last)
        for number, report in enumerate(reports, 1):
            path = report.path
            report.put(keep=number < len(reports))
    except BaseException as error:
        lost = [sentence for report in reversed(reports) if (sentence := report.undo())]
        if isinstance(error, OSError):
            raise _unwritable(path, error, "; ".join(lost)) from error
        raise
    finally:
        for report in reports:
            report.clean()


def _unwritable(path: str, error: OSError | ValueError, changed: str = "") -> InputError:
    reason = getattr(error, "strerror", None) or error
    return InputError(f"cannot be written ({reason}); {changed or 'no report was changed'}, name another file", path)
