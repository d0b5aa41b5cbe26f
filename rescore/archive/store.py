"""The store of an archive's results, a folder with a file for each (docs/archives.md describes it)."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import zlib
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from legacy_scorers.common import VERSION
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive.records import Result, UnitCounts
from legacy_scorers.rescore.archive.submission import Submission, read_regular
from legacy_scorers.rescore.process import USAGE, undo
from legacy_scorers.rescore.reports.words import encoded

T = TypeVar("T", Result, tuple[str, UnitCounts])

_RESULT, _UNITS = ".json.gz", ".units.json.gz"  # how the names of files end
_MAX_BYTES = 2**26  # of a file, and of its content when it is unpacked
_GZIP = 16 + zlib.MAX_WBITS  # tells zlib that the content has the header of a gz file
_SMALL_GZIP, _SMALL_MEMORY = 16 + 14, 5  # to prepare more memory would take longer than to pack a result
_BLOCK_BYTES = 4096  # what a file takes on most disks at least, packed or not
_UNUSABLE = (OSError, ValueError, TypeError, RecursionError, zlib.error, msgspec.MsgspecError)  # raised by a bad file
_DATABASE, _MARK = b"SQLite format 3\0", b"resc"  # bytes 0 to 15, and 68 to 71, of an older store


def default_store(archive: str) -> str:
    """Return the path of an archive's store; ``archive`` is the path of its manifest or folder, without links."""
    homes = os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser(os.path.join("~", ".cache"))
    caches = next(filter(os.path.isabs, homes), None)  # a relative path would depend on the working directory
    if caches is None:
        raise InputError("there is no folder for caches; set XDG_CACHE_HOME", None, None, USAGE)
    return os.path.join(caches, "rescore", hashlib.sha256(os.fsencode(archive)).hexdigest())


class Store:
    """Results by submission, in a folder that several runs may use at the same time, also over a network.

    A file comes into place whole, under a name that tells apart submissions, their entries in the manifest, and
    releases. A file that cannot be used is one whose result is not known. ``create`` allows making the folder,
    ``is_cache`` says that it is among the user's caches. Raises :class:`InputError` if the folder holds other files, or
    others can write to it.
    """

    def __init__(self, path: str, *, create: bool = True, is_cache: bool = False) -> None:
        if not path:
            raise InputError("the name of the store is empty; name a folder", None, None, USAGE)
        self._path = path
        self._is_reported = False  # that a file cannot be used
        if create:
            _remove_database(f"{path}.sqlite" if is_cache else path)
            self._make_folder(is_cache)
        elif not os.path.lexists(path):
            raise self._wrong("there is no such store; run 'rescore run' first")
        self._names = self._file_names()
        self._draft = os.path.join(path, f".{os.urandom(8).hex()}.part")  # of one file after the other

    def _make_folder(self, is_cache: bool) -> None:
        parent = os.path.dirname(self._path)
        with self._errors():
            if is_cache:
                os.makedirs(parent, 0o700, exist_ok=True)
            elif not os.path.isdir(parent or os.curdir):
                raise self._wrong(f"there is no folder {parent}; create it, or name another")
            with contextlib.suppress(FileExistsError):
                os.mkdir(self._path, 0o700)

    def _file_names(self) -> set[str]:
        """Return the names of the files in the folder."""
        with self._errors():
            names = set(os.listdir(self._path))
            if not _is_private(os.stat(self._path)):
                raise self._wrong("others can write to it; name a folder to which only you can")
        if not all(name.startswith(".") or name.endswith(_RESULT) for name in names):
            raise self._wrong("holds other files; name another folder, or a new one")
        return names

    def _wrong(self, problem: str) -> InputError:
        return InputError(problem, self._path, None, USAGE)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            problem = f"cannot be used as a store ({error.strerror}); name another folder with --store"
            raise self._wrong(problem) from error

    def known(self, submission: Submission) -> Result | None:
        """Return the result of a submission, or None if it is unknown or its file cannot be used."""
        return self._read(_name(submission, _RESULT), Result)

    def reports(self, submission: Submission) -> dict[str, bytes]:
        """Return the reports of a known submission by name, ``""`` for standard output."""
        known = self.known(submission)
        return {name: encoded(text) for name, text in sorted(known.reports.items())} if known else {}

    def units(self, submission: Submission) -> UnitCounts | None:
        """Return the counts of the units of a submission, or None if those of its known result are unknown."""
        known = self.known(submission)
        fingerprint, counts = self._read(_name(submission, _UNITS), tuple[str, UnitCounts]) or ("", None)
        return counts if known and known.record.fingerprint == fingerprint else None

    def _read(self, name: str, kind: type[T]) -> T | None:
        """Return what a file holds, or None if there is none or it cannot be used, which is said once."""
        if name not in self._names:
            return None
        try:
            return unpacked(read_regular(os.path.join(self._path, name), _MAX_BYTES), kind)
        except _UNUSABLE:
            if not self._is_reported:
                SYSTEM.warn(f"rescore: {self._path}: has results that cannot be used; they are computed again")
            self._is_reported = True
            return None

    def add(self, submission: Submission, result: Result) -> None:
        """Keep the result of a submission."""
        self._write(_name(submission, _RESULT), packed(result))

    def add_units(self, submission: Submission, fingerprint: str, units: UnitCounts) -> None:
        """Keep the counts of the units of a submission, which belong to its result of that fingerprint."""
        self._write(_name(submission, _UNITS), packed((fingerprint, units)))

    def _write(self, name: str, content: bytes) -> None:
        if name in self._names and self._holds(name, content):
            return  # some file systems take long to replace a file
        with self._errors(), undo(self._remove_draft):
            with open(self._draft, "xb", opener=_open_private) as stream:
                stream.write(content)
            os.replace(self._draft, os.path.join(self._path, name))
        self._names.add(name)

    def _holds(self, name: str, content: bytes) -> bool:
        try:
            return read_regular(os.path.join(self._path, name), len(content) + 1) == content
        except OSError:
            return False

    def _remove_draft(self) -> None:
        """Remove the draft, unless it is not there yet, or in place."""
        with contextlib.suppress(OSError):
            os.remove(self._draft)


def _name(submission: Submission, end: str) -> str:
    """Return the name of a file: the hash of the release and of all that the archive says of a submission."""
    text = json.dumps([VERSION, msgspec.to_builtins(submission, order="deterministic")])  # a set has no order
    return f"{hashlib.sha256(text.encode()).hexdigest()}{end}"


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _is_private(status: os.stat_result) -> bool:
    """Whether only the user can write, or also the group with the user's number, which has no other members."""
    if os.name == "nt":
        return True
    others = stat.S_IWOTH if status.st_gid == status.st_uid else stat.S_IWOTH | stat.S_IWGRP
    return status.st_uid == os.geteuid() and not status.st_mode & others


def _remove_database(path: str) -> None:
    """Remove the file in which results were kept earlier, and say so."""
    with contextlib.suppress(OSError, ValueError):  # there is none, which is usual
        begin = read_regular(path, 72)
        if begin.startswith(_DATABASE) and begin.endswith(_MARK):
            os.remove(path)
            SYSTEM.warn(f"rescore: {path}: is an older store; it is rebuilt")


def packed(content: Result | tuple[str, UnitCounts]) -> bytes:
    """Return bytes that :func:`unpacked` reads."""
    text = json.dumps(msgspec.to_builtins(content), separators=(",", ":"))  # msgspec itself refuses names of any bytes
    level = 1 if len(text) > _BLOCK_BYTES else 0
    packing = zlib.compressobj(level, zlib.DEFLATED, _SMALL_GZIP, _SMALL_MEMORY)
    return packing.compress(text.encode()) + packing.flush()


def unpacked(content: bytes, kind: type[T]) -> T:
    """Return what was packed. Raises one of :data:`_UNUSABLE` if it is damaged, too long or of another kind."""
    unpacking = zlib.decompressobj(_GZIP)
    text = unpacking.decompress(content, _MAX_BYTES)
    if not unpacking.eof:
        raise ValueError("is too long, or cut off")
    return msgspec.convert(json.loads(text), kind)
