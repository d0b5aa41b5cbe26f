"""The store of an archive's results, an SQLite file (docs/archives.md has its tables)."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sqlite3
import stat
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

import msgspec

from common.cli import write_line
from common.errors import InputError
from common.signals import Held
from rescore.archive.records import Record, record_of
from rescore.archive.submission import Submission
from rescore.archive.units import UnitCounts, counts_of, unpacked
from rescore.archive.worker import Result
from rescore.ending import begun
from rescore.statuses import USAGE

T = TypeVar("T")

_TABLES = {
    "result": """CREATE TABLE result (  -- form 3
        task TEXT NOT NULL,
        submission TEXT NOT NULL,
        signature TEXT NOT NULL,
        inputs TEXT NOT NULL,
        seconds REAL,
        record TEXT NOT NULL,
        units BLOB,
        PRIMARY KEY (task, submission)
    ) WITHOUT ROWID""",
    "report": """CREATE TABLE report (
        task TEXT NOT NULL,
        submission TEXT NOT NULL,
        name TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (task, submission, name)
    ) WITHOUT ROWID""",
}  # the form distinguishes releases whose tables differ only in their content
_FORMAT, _JOURNALED = b"SQLite format 3\0", b"\1\1"  # bytes 0 to 15, and 18 to 19 with a rollback journal
_MARK = b"resc"  # PRAGMA application_id
_ALL = "SELECT CAST(type || ' ' || name || ' ' || tbl_name || ' ' || sql AS BLOB) FROM sqlite_master"
_CONTENT = [(f"table {name} {name} {statement}".encode(),) for name, statement in _TABLES.items()]
_JOURNAL, _OTHER_JOURNALS = "-journal", ("-wal", "-shm")
_OF_JOURNAL = bytes.fromhex("d9d505f920a163d7")  # its first bytes; also its last if it names a file to delete
_HEADER_BYTES, _END_BYTES = 100, 8
_MAX_WAIT_S = 60.0  # seconds to wait while another run writes
_SURROGATES = re.compile("[\ud800-\udfff]")  # in the place of bytes that are not UTF-8
_DAMAGED = (ValueError, TypeError, RecursionError, zlib.error, msgspec.MsgspecError)  # what reading damaged data raises
_WRITE_INTERVAL_S = 0.5  # seconds from one write to the next


def default_store(archive: str) -> str:
    """Return the path of an archive's store; ``archive`` is the path of its manifest or folder, without links.

    A relative path of a cache folder is ignored, because it would depend on the working directory.
    """
    homes = os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser(os.path.join("~", ".cache"))
    caches = next(filter(os.path.isabs, homes), None)
    if caches is None:
        raise InputError("there is no folder for caches; set XDG_CACHE_HOME", None, None, USAGE)
    return os.path.join(caches, "rescore", f"{hashlib.sha256(os.fsencode(archive)).hexdigest()}.sqlite")


class Known:
    """What the store knows of a submission: signature, inputs, record, and the seconds of the search for a cause."""

    def __init__(self, signature: str, inputs: str, seconds: float | None, record: str) -> None:
        self.signature = signature
        self.inputs: list[tuple[str, str]] = msgspec.convert(json.loads(inputs), list[tuple[str, str]])
        self.seconds: float | None = msgspec.convert(seconds, float | None)
        self.record: Record = record_of(record)


class Store:
    """Results by submission. Several runs may use one file at the same time.

    A file that is damaged or was made by another release is rebuilt. ``create`` allows writing a new file, ``is_cache``
    says that any file at the path is a store. Several results are written at a time, the last when the store is closed.
    Raises :class:`InputError` if the file cannot be used, or others can write to it.
    """

    def __init__(self, path: str, *, create: bool = True, is_cache: bool = False) -> None:
        if not path:
            raise InputError("the name of the store is empty; name a file", None, None, USAGE)
        self._path = path
        self._waiting: list[Result] = []
        self._written = time.monotonic()
        self._is_damaged = False
        if not create and not os.path.lexists(path):
            raise self._wrong("there is no such store; run 'rescore run' first")
        with self._errors():
            if is_cache:
                os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
            self._place = self._in_private_folder()
            self._check_journals()
            self._connection = self._opened(create, is_cache)

    def _in_private_folder(self) -> str:
        """Return the path with its folder free of links; refuse a folder that others can write to."""
        folder = os.path.dirname(self._path)
        place = os.path.realpath(folder)
        if not os.path.isdir(place):
            raise self._wrong(f"there is no folder {folder}; create it, or name another file")
        if not _is_private(os.stat(place)):
            problem = f"others can write to the folder {folder or os.curdir}; name a file where only you can"
            raise self._wrong(problem)
        return os.path.join(place, os.path.basename(self._path))

    def _check_journals(self) -> None:
        """Refuse a journal that no store wrote, because SQLite obeys journals, and deletes one that it cannot use."""
        found = [suffix for suffix in _OTHER_JOURNALS if os.path.lexists(self._place + suffix)]
        begin, end = _ends_of(self._place + _JOURNAL)
        if begin[:_END_BYTES] not in (b"", bytes(_END_BYTES), _OF_JOURNAL) or end == _OF_JOURNAL:
            found.append(_JOURNAL)
        for suffix in found:
            raise self._wrong(f"{os.path.basename(self._path)}{suffix} does not belong to this store; remove it")

    def _opened(self, create: bool, is_cache: bool) -> sqlite3.Connection:
        """Open the file, or create it; rebuild a store that is damaged or of another release."""
        header, _ = _ends_of(self._place)
        is_store = not header or (header[:16] == _FORMAT and header[18:20] == _JOURNALED and header[68:72] == _MARK)
        if not is_store and not is_cache:
            raise self._wrong("is not a store; name another file, or a new one")
        if is_store:
            try:
                return self._connected(is_new=not header)
            except sqlite3.OperationalError:  # an error of the machine, not of the file
                raise
            except (sqlite3.DatabaseError, *_DAMAGED):
                pass
        problem = "is damaged or was made by another release"
        if not create:
            raise self._wrong(f"{problem}; 'rescore run' rebuilds it")
        write_line(f"rescore: {self._path}: {problem}; it is rebuilt")
        for suffix in (_JOURNAL, ""):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self._place + suffix)
        return self._connected(is_new=True)

    def _connected(self, *, is_new: bool) -> sqlite3.Connection:
        """Open the file, and make the tables if it is new. Raises ``sqlite3.DatabaseError`` if it is damaged."""
        if is_new:
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self._place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        connection = sqlite3.connect(self._place, timeout=_MAX_WAIT_S, isolation_level=None)
        try:
            connection.text_factory = partial(str, encoding="utf-8", errors="replace")
            connection.execute("BEGIN IMMEDIATE" if is_new else "BEGIN")
            if is_new and not connection.execute(_ALL).fetchone():  # no other run has made it since
                connection.execute(f"PRAGMA application_id = {int.from_bytes(_MARK, 'big')}")
                for statement in _TABLES.values():
                    connection.execute(statement)
            if connection.execute(_ALL).fetchmany(len(_CONTENT) + 1) != _CONTENT:
                raise sqlite3.DatabaseError("other tables")
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("damaged")
            connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        return connection

    def _wrong(self, problem: str) -> InputError:
        return InputError(problem, self._path, None, USAGE)

    def __enter__(self) -> Store:
        begun.append(self.flush)
        return self

    def __exit__(self, *_: object) -> None:
        begun.remove(self.flush)
        try:
            self.flush()
        finally:
            self._connection.close()

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

    def known(self, submission: Submission) -> Known | None:
        """Return what is known of a submission, or None if nothing is known or it is damaged."""

        def read(*row: Any) -> Known:  # noqa: ANN401
            self._reports(submission)
            return Known(*row)

        return self._read("signature, inputs, seconds, record", submission, read)

    def reports(self, submission: Submission) -> dict[str, bytes]:
        """Return the reports of a known submission by name, ``""`` for standard output."""
        self.flush()
        with self._errors():
            return self._reports(submission)

    def _reports(self, submission: Submission) -> dict[str, bytes]:
        query = "SELECT name, content FROM report WHERE task = ? AND submission = ? ORDER BY name"
        rows = self._connection.execute(query, _names(submission.task, submission.name)).fetchall()
        return {os.fsdecode(name): unpacked(content) for name, content in rows}

    def units(self, submission: Submission) -> UnitCounts | None:
        """Return the counts of the units of a submission, if they are known and not damaged."""
        return self._read("units", submission, lambda units: counts_of(units) if units is not None else None)

    def _read(self, columns: str, submission: Submission, read: Callable[..., T]) -> T | None:
        """Return what columns of a submission hold, or None if unknown or damaged; damage is reported once."""
        query = f"SELECT {columns} FROM result WHERE task = ? AND submission = ?"
        with self._errors():
            row = self._connection.execute(query, _names(submission.task, submission.name)).fetchone()
            try:
                return read(*row) if row else None
            except _DAMAGED:
                if not self._is_damaged:
                    write_line(f"rescore: {self._path}: has damaged results; they are computed again")
                self._is_damaged = True
                return None

    def add(self, result: Result) -> None:
        """Keep a result, which replaces what was known of the submission.

        If a result has counts of units, only these are kept, and only if its signature equals the known one.
        """
        self._waiting.append(result)
        if time.monotonic() - self._written > _WRITE_INTERVAL_S:
            self.flush()

    def flush(self) -> None:
        """Write the results that wait."""
        if self._waiting:
            with self._transaction():
                for result in self._waiting:
                    self._insert(result)
            self._waiting = []
        self._written = time.monotonic()

    def _insert(self, result: Result) -> None:
        execute = self._connection.execute
        name = _names(result.record["task"], result.record["submission"])
        signature = result.record["signature"]
        if result.units is not None:
            query = "UPDATE result SET units = ? WHERE task = ? AND submission = ? AND signature = ?"
            execute(query, (result.units, *name, signature))
            return
        row = (*name, signature, json.dumps(result.inputs), result.seconds, line(result.record))
        execute("REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, NULL)", row)
        execute("DELETE FROM report WHERE task = ? AND submission = ?", name)
        for report, content in result.reports.items():
            execute("INSERT INTO report VALUES (?, ?, ?, ?)", (*name, *_names(report), content))

    def check(self) -> None:
        """Read everything once. Raises :class:`InputError` where something is damaged."""
        with self._errors():
            for _, _, known, inputs, seconds, record, units in self._rows("result"):
                Known(known, inputs, seconds, record)
                if units is not None:
                    counts_of(units)
            for _, _, _, content in self._rows("report"):
                unpacked(content)

    def merge(self, paths: Iterable[str]) -> int:
        """Copy all results of other stores, which replace those of the same submissions; return their number.

        If several stores have a submission, the last result is used. If a store cannot be read, nothing is copied.
        """
        count = 0
        with self._transaction():
            execute = self._connection.execute
            for path in paths:
                with Store(path, create=False) as other:
                    for row in other._rows("result"):
                        execute("DELETE FROM report WHERE task = ? AND submission = ?", row[:2])
                        execute("REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                        count += 1
                    for row in other._rows("report"):
                        execute("REPLACE INTO report VALUES (?, ?, ?, ?)", row)
        return count

    def _rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        with self._errors():
            yield from self._connection.execute(f"SELECT * FROM {table}")


def _ends_of(path: str) -> tuple[bytes, bytes]:
    """Return the first and the last bytes of a file, empty if there is no file.

    Raises :class:`InputError` for anything but a regular file, and for a file that others can write to.
    """
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode) or not _is_private(status):
            problem = "is not a regular file that only you can write; remove it, or name another"
            raise InputError(problem, path, None, USAGE)
        with open(path, "rb") as file:
            begin = file.read(_HEADER_BYTES)
            file.seek(max(0, status.st_size - _END_BYTES))
            return begin, file.read(_END_BYTES)
    except FileNotFoundError:
        return b"", b""


def _is_private(status: os.stat_result) -> bool:
    """Whether only the user can write, or also the group with the user's number, which has no other members."""
    if os.name == "nt":
        return True
    others = stat.S_IWOTH if status.st_gid == status.st_uid else stat.S_IWOTH | stat.S_IWGRP
    return status.st_uid == os.geteuid() and not status.st_mode & others


def _names(*names: str) -> tuple[str | bytes, ...]:
    return tuple([name if not _SURROGATES.search(name) else os.fsencode(name) for name in names])


def line(record: Record) -> str:
    """Return a record as JSON in one line, without its end."""
    return json.dumps(record, separators=(",", ":"))
