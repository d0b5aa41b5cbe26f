"""The store of an archive's results, an SQLite file (docs/archives.md describes it)."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import stat
import time
import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

import msgspec

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.common.signals import Held
from legacy_scorers.rescore.archive.records import Result, UnitCounts
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.process import USAGE, cleanups
from legacy_scorers.rescore.reports.model import encoded

T = TypeVar("T", Result, UnitCounts)

_TABLE = """CREATE TABLE result (  -- form 5
        submission TEXT PRIMARY KEY,
        signature TEXT NOT NULL,
        result BLOB NOT NULL,
        units BLOB
    ) WITHOUT ROWID"""  # the form distinguishes releases whose tables differ only in their content
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_FORMAT, _JOURNALED = b"SQLite format 3\0", b"\1\1"  # bytes 0 to 15, and 18 to 19 with a rollback journal
_MARK = b"resc"  # PRAGMA application_id
_JOURNAL, _OTHER_JOURNALS = "-journal", ("-wal", "-shm")
_JOURNAL_MARK = bytes.fromhex("d9d505f920a163d7")  # its first bytes; also its last if it names a file to delete
_HEADER_BYTES, _MARK_BYTES = 100, len(_JOURNAL_MARK)
_WRITE_INTERVAL_S = 0.5  # seconds from one write to the next
_MAX_WAIT_S = 60.0  # seconds to wait while another run writes
_MAX_GROWTH = 64  # times the packed size
_DAMAGED = (ValueError, TypeError, RecursionError, zlib.error, msgspec.MsgspecError)  # what reading damaged data raises


def default_store(archive: str) -> str:
    """Return the path of an archive's store; ``archive`` is the path of its manifest or folder, without links."""
    homes = os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser(os.path.join("~", ".cache"))
    caches = next(filter(os.path.isabs, homes), None)  # a relative path would depend on the working directory
    if caches is None:
        raise InputError("there is no folder for caches; set XDG_CACHE_HOME", None, None, USAGE)
    return os.path.join(caches, "rescore", f"{hashlib.sha256(os.fsencode(archive)).hexdigest()}.sqlite")


class Store:
    """Results by submission. Several runs may use one file at the same time.

    A file that is damaged or was made by another release is rebuilt. ``create`` allows writing a new file, ``is_cache``
    says that any file at the path is a store. Raises :class:`InputError` if the file cannot be used, or others can
    write to it.
    """

    def __init__(self, path: str, *, create: bool = True, is_cache: bool = False) -> None:
        if not path:
            raise InputError("the name of the store is empty; name a file", None, None, USAGE)
        self._path = path
        self._is_damage_reported = False
        self._waiting: list[tuple[str, tuple[str | bytes, ...]]] = []  # written together, because writing is slow
        self._written = time.monotonic()
        if not create and not os.path.lexists(path):
            raise self._wrong("there is no such store; run 'rescore run' first")
        with self._errors():
            if is_cache:
                os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
            self._place = self._checked_place()
            self._connection = self._opened(create, is_cache)

    def _checked_place(self) -> str:
        """Return the path with its folder free of links; refuse a folder that others can write to.

        Refuse a journal that no store wrote, too, because SQLite obeys journals, and deletes one that it cannot use.
        """
        folder, name = os.path.split(self._path)
        real = os.path.realpath(folder)
        if not os.path.isdir(real):
            raise self._wrong(f"there is no folder {folder}; create it, or name another file")
        if not _is_private(os.stat(real)):
            raise self._wrong(f"others can write to the folder {folder or os.curdir}; name a file where only you can")
        place = os.path.join(real, name)
        found = [suffix for suffix in _OTHER_JOURNALS if os.path.lexists(place + suffix)]
        begin, end = _ends_of(place + _JOURNAL)
        if begin[:_MARK_BYTES] not in (b"", bytes(_MARK_BYTES), _JOURNAL_MARK) or end == _JOURNAL_MARK:
            found.append(_JOURNAL)
        if found:
            raise self._wrong(f"{name}{found[0]} does not belong to this store; remove it")
        return place

    def _opened(self, create: bool, is_cache: bool) -> sqlite3.Connection:
        """Open the file, or create it; rebuild a store that is damaged or of another release."""
        header, _ = _ends_of(self._place)
        is_store = not header or (header[:16] == _FORMAT and header[18:20] == _JOURNALED and header[68:72] == _MARK)
        if not is_store and not is_cache:
            raise self._wrong("is not a store; name another file, or a new one")
        try:
            if is_store:
                return self._connected(is_new=not header)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # an error of the machine, not of the file
                raise
        problem = "is damaged or was made by another release"
        if not create:
            raise self._wrong(f"{problem}; 'rescore run' rebuilds it")
        SYSTEM.warn(f"rescore: {self._path}: {problem}; it is rebuilt")
        for suffix in (_JOURNAL, ""):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self._place + suffix)
        return self._connected(is_new=True)

    def _connected(self, *, is_new: bool) -> sqlite3.Connection:
        """Open the file, and make the table if it is new. Raises ``sqlite3.DatabaseError`` if it is damaged."""
        if is_new:
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self._place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        connection = sqlite3.connect(self._place, timeout=_MAX_WAIT_S, isolation_level=None)
        connection.text_factory = partial(str, encoding="utf-8", errors="replace")  # it may be damaged
        try:
            connection.execute("BEGIN IMMEDIATE" if is_new else "BEGIN")
            if is_new and not connection.execute(_SCHEMA).fetchone():  # no other run has made it since
                connection.execute(f"PRAGMA application_id = {int.from_bytes(_MARK, 'big')}")
                connection.execute(_TABLE)
            is_ours = connection.execute(_SCHEMA).fetchall() == [("table", "result", "result", _TABLE)]
            if not is_ours or connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("other tables, or damaged")
            connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        return connection

    def _wrong(self, problem: str) -> InputError:
        return InputError(problem, self._path, None, USAGE)

    def __enter__(self) -> Store:
        cleanups.append(self.flush)
        return self

    def __exit__(self, *_: object) -> None:
        cleanups.remove(self.flush)
        with contextlib.closing(self._connection):
            self.flush()

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, *_DAMAGED) as error:
            reason = "it is damaged" if isinstance(error, _DAMAGED) else getattr(error, "strerror", None) or error
            problem = f"cannot be used as a store ({reason}); name another file"
            raise self._wrong(problem) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors(), Held(), self._connection:  # which commits or rolls back
            self._connection.execute("BEGIN IMMEDIATE")
            yield

    def known(self, submission: Submission) -> Result | None:
        """Return the result of a submission, or None if it is unknown or damaged."""
        return self._read("result", submission, Result)

    def reports(self, submission: Submission) -> dict[str, bytes]:
        """Return the reports of a known submission by name, ``""`` for standard output."""
        known = self.known(submission)
        return {name: encoded(text) for name, text in sorted(known.reports.items())} if known else {}

    def units(self, submission: Submission) -> UnitCounts | None:
        """Return the counts of the units of a submission, or None if they are unknown or damaged."""
        return self._read("units", submission, UnitCounts)

    def _read(self, column: str, submission: Submission, kind: type[T]) -> T | None:
        """Return what a column of a submission holds, or None if unknown or damaged; damage is reported once."""
        self.flush()
        with self._errors():
            query = f"SELECT {column} FROM result WHERE submission = ?"
            row = self._connection.execute(query, (_key(submission.task, submission.name),)).fetchone()
            try:
                return unpacked(row[0], kind) if row and row[0] is not None else None
            except _DAMAGED:
                if not self._is_damage_reported:
                    SYSTEM.warn(f"rescore: {self._path}: has damaged results; they are computed again")
                self._is_damage_reported = True
                return None

    def add(self, result: Result) -> None:
        """Keep a result."""
        record = result.record
        row = _key(record.task, record.submission), record.signature, packed(result)
        self._write("REPLACE INTO result VALUES (?, ?, ?, NULL)", row)

    def add_units(self, submission: Submission, signature: str, units: UnitCounts) -> None:
        """Keep the counts of the units of a submission, if its known result has the same signature."""
        row = packed(units), _key(submission.task, submission.name), signature
        self._write("UPDATE result SET units = ? WHERE submission = ? AND signature = ?", row)

    def _write(self, query: str, row: tuple[str | bytes, ...]) -> None:
        self._waiting.append((query, row))
        if time.monotonic() - self._written > _WRITE_INTERVAL_S:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if not self._waiting:
            return
        with self._transaction():
            for query, row in self._waiting:
                self._connection.execute(query, row)
        self._waiting, self._written = [], time.monotonic()

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield all rows. Raises :class:`InputError` where something is damaged."""
        with self._errors():
            for row in self._connection.execute("SELECT * FROM result"):
                unpacked(row[2], Result)
                if row[3] is not None:
                    unpacked(row[3], UnitCounts)
                yield row

    def merge(self, paths: Iterable[str]) -> None:
        """Copy all results of other stores over those of the same submissions; none if a store cannot be read."""
        with self._transaction():
            for path in paths:
                with Store(path, create=False) as other:
                    self._connection.executemany("REPLACE INTO result VALUES (?, ?, ?, ?)", other.rows())


def _ends_of(path: str) -> tuple[bytes, bytes]:
    """Return the first and the last bytes of a file, empty if there is none; refuse what others may have made."""
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode) or not _is_private(status):
            problem = "is not a regular file that only you can write; remove it, or name another"
            raise InputError(problem, path, None, USAGE)
        with open(path, "rb") as file:
            begin = file.read(_HEADER_BYTES)
            file.seek(max(0, status.st_size - _MARK_BYTES))
            return begin, file.read(_MARK_BYTES)
    except FileNotFoundError:
        return b"", b""


def _is_private(status: os.stat_result) -> bool:
    """Whether only the user can write, or also the group with the user's number, which has no other members."""
    if os.name == "nt":
        return True
    others = stat.S_IWOTH if status.st_gid == status.st_uid else stat.S_IWOTH | stat.S_IWGRP
    return status.st_uid == os.geteuid() and not status.st_mode & others


def _key(task: str, name: str) -> str:
    return json.dumps([task, name])  # names may hold bytes that are not UTF-8, which SQLite refuses


def packed(content: Result | UnitCounts) -> bytes:
    """Return bytes that :func:`unpacked` reads."""
    text = json.dumps(msgspec.to_builtins(content), separators=(",", ":")).encode()  # msgspec itself refuses such names
    small = zlib.compress(text, 1)
    return small if len(text) <= _MAX_GROWTH * len(small) else zlib.compress(text, 0)


def unpacked(content: bytes, kind: type[T]) -> T:
    """Return what was packed. Raises one of :data:`_DAMAGED` if it is damaged, or grows too long."""
    unpacking = zlib.decompressobj()
    text = unpacking.decompress(content, _MAX_GROWTH * len(content) + 1)
    if not unpacking.eof:
        raise ValueError("unpacks to too much, or is cut off")
    return msgspec.convert(json.loads(text), kind)
