"""The store of an archive's results, an SQLite file (docs/archives.md has its tables)."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
import time
import zlib

from common.errors import InputError
from common.signals import Held
from rescore.archive.records import SHAPE
from rescore.archive.shapes import shaped
from rescore.archive.units import CountedUnits
from rescore.ending import begun
from rescore.statuses import USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from rescore.archive.records import Record
    from rescore.archive.submission import Submission
    from rescore.archive.worker import Result

_FOLDER = ".rescore"
STORE = os.path.join(_FOLDER, "results.sqlite")  # beside the manifest
MIGRATIONS = (
    """
    CREATE TABLE result (
        task TEXT NOT NULL,
        submission TEXT NOT NULL,
        signature TEXT NOT NULL,
        inputs TEXT NOT NULL,
        seconds REAL,
        record TEXT NOT NULL,
        units BLOB,
        PRIMARY KEY (task, submission)
    ) WITHOUT ROWID;
    CREATE TABLE report (
        task TEXT NOT NULL,
        submission TEXT NOT NULL,
        name TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (task, submission, name)
    ) WITHOUT ROWID;
    """,
    "UPDATE result SET units = NULL",  # which have another form now
)  # from each version of the schema to the next; PRAGMA user_version tells which a file has
_COLUMNS = {
    "result": "task, submission, signature, inputs, seconds, record, units",
    "report": "task, submission, name, content",
}
_PATIENCE = 60.0  # seconds that another run may write
_SURROGATES = re.compile("[\ud800-\udfff]")  # in the place of bytes that are not UTF-8
_DAMAGED = (ValueError, TypeError, RecursionError, zlib.error)  # of texts that are no UTF-8, even in SQLite's messages
_OFTEN = 0.5  # seconds that results are held back


class Known:
    """What the store knows of a submission: signature, inputs, record, and how long a cause was looked for."""

    __slots__ = ("inputs", "record", "seconds", "signature")

    def __init__(self, signature: str, inputs: str, seconds: float | None, record: str) -> None:
        self.signature = signature
        self.inputs: list[tuple[str, str]] = list(map(tuple, shaped(json.loads(inputs), [(str, str)])))
        self.seconds: float | None = shaped(seconds, float | None)
        self.record: Record = shaped(json.loads(record), SHAPE)


class Store:
    """Results by submission. Several runs may use one file at the same time.

    Results are written some at a time, and all of them when the store is closed. Raises :class:`InputError` where the
    file is no store or cannot be used.
    """

    def __init__(self, path: str, *, create: bool = True) -> None:
        if not path:
            raise InputError("a store has no name; give it one", None, None, USAGE)
        self._path = path
        self._waiting: list[Result] = []
        self._written = time.monotonic()
        if not create and not os.path.exists(path):
            raise InputError("there is no such store; run 'rescore run' first", path, None, USAGE)
        with self._errors():
            folder = os.path.dirname(path)
            self._check_folder(folder)
            is_new = not os.path.lexists(path)
            place = os.path.join(os.curdir, path)  # so that ':memory:' and 'file:a' are names of files
            self._connection = sqlite3.connect(place, timeout=_PATIENCE, isolation_level=None)
            if is_new or not self._is_current():
                try:
                    self._migrate(may_be_empty=is_new or os.path.basename(folder) == _FOLDER)
                except BaseException:
                    self._connection.close()
                    with contextlib.suppress(OSError):
                        if is_new and os.path.getsize(path) == 0:  # on a full disk; it would be refused from now on
                            os.remove(path)
                    raise

    def __enter__(self) -> Store:
        begun.append(self.flush)
        return self

    def __exit__(self, *_: object) -> None:
        begun.remove(self.flush)
        try:
            self.flush()
        finally:
            self._connection.close()

    def _check_folder(self, folder: str) -> None:
        """Make the folder that the store is in by default; any other has to be there."""
        if os.path.basename(folder) == _FOLDER:
            with contextlib.suppress(FileExistsError):
                os.mkdir(folder)
        if folder and not os.path.isdir(folder):
            raise InputError(f"there is no folder {folder}; make it, or name another file", self._path, None, USAGE)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, *_DAMAGED) as error:
            reason = "it is damaged" if isinstance(error, _DAMAGED) else getattr(error, "strerror", None) or error
            problem = f"cannot be used as a store ({reason}); name another file"
            raise InputError(problem, self._path, None, USAGE) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors(), Held():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._connection.in_transaction:  # SQLite ends it by itself where it cannot write
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _migrate(self, *, may_be_empty: bool) -> None:
        """Make the tables of this release. A file of the user, even an empty one, is left as it is."""
        with self._transaction():
            version = self._version()
            if version > len(MIGRATIONS):
                problem = "was made by a newer release; install that, or name another file"
                raise InputError(problem, self._path, None, USAGE)
            if not (version > 0 if self._has_tables() else version == 0 and may_be_empty):
                raise InputError("is no store; name another file, or a new one", self._path, None, USAGE)
            for number, script in enumerate(MIGRATIONS[version:], version + 1):
                for statement in script.split(";"):
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version = {number}")

    def _is_current(self) -> bool:
        return self._version() == len(MIGRATIONS) and self._has_tables()

    def _has_tables(self) -> bool:
        query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('result', 'report')"
        return bool(self._connection.execute(query).fetchone()[0] == 2)

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def known(self, submission: Submission) -> Known | None:
        """Return what is known of a submission."""
        query = "SELECT signature, inputs, seconds, record FROM result WHERE task = ? AND submission = ?"
        with self._errors():
            row = self._connection.execute(query, _names(submission.task, submission.name)).fetchone()
            return Known(*row) if row else None

    def reports(self, submission: Submission) -> dict[str, bytes]:
        """Return the reports of a submission by name, standard output under ``""``."""
        self.flush()
        query = "SELECT name, content FROM report WHERE task = ? AND submission = ? ORDER BY name"
        with self._errors():
            rows = self._connection.execute(query, _names(submission.task, submission.name)).fetchall()
            return {os.fsdecode(name): zlib.decompress(content) for name, content in rows}

    def units(self, submission: Submission) -> CountedUnits | None:
        """Return the counts of the units of a submission, if they are known."""
        query = "SELECT units FROM result WHERE task = ? AND submission = ? AND units IS NOT NULL"
        with self._errors():
            row = self._connection.execute(query, _names(submission.task, submission.name)).fetchone()
            return CountedUnits(*row) if row else None

    def has_units(self, submission: Submission) -> bool:
        """Whether the counts of the units of a submission are known."""
        query = "SELECT 1 FROM result WHERE task = ? AND submission = ? AND units IS NOT NULL"
        with self._errors():
            row = self._connection.execute(query, _names(submission.task, submission.name)).fetchone()
        return row is not None

    def add(self, result: Result) -> None:
        """Keep a result in the place of what was known of the submission.

        Of one with counts of units only these are kept, where they are those of the run that is known.
        """
        self._waiting.append(result)
        if time.monotonic() - self._written > _OFTEN:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            with self._transaction():
                for result in self._waiting:
                    if result.units is None:
                        self._insert(result)
                    else:
                        self._insert_units(result)
            self._waiting = []
        self._written = time.monotonic()

    def _insert(self, result: Result) -> None:
        name = _names(result.record["task"], result.record["submission"])
        execute = self._connection.execute
        row = (*name, result.record["signature"], json.dumps(result.inputs), result.seconds)
        execute("REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, NULL)", (*row, line(result.record)))
        execute("DELETE FROM report WHERE task = ? AND submission = ?", name)
        for report, content in result.reports.items():
            execute("INSERT INTO report VALUES (?, ?, ?, ?)", (*name, *_names(report), content))

    def _insert_units(self, result: Result) -> None:
        query = "UPDATE result SET units = ? WHERE task = ? AND submission = ? AND signature = ?"
        record = result.record
        name = _names(record["task"], record["submission"])
        self._connection.execute(query, (result.units, *name, record["signature"]))

    def check(self) -> None:
        """Read everything once. Raises :class:`InputError` where something is damaged."""
        with self._errors():
            for _, _, known, inputs, seconds, record, units in self._rows("result"):
                Known(known, inputs, seconds, record)
                if units is not None:
                    CountedUnits(units)
            for _, _, _, content in self._rows("report"):
                zlib.decompress(content)

    def merge(self, paths: Iterable[str]) -> int:
        """Take all results of other stores, in the place of those of the same submissions; return how many.

        Of several the last counts. If one cannot be read, nothing is taken.
        """
        taken = 0
        with self._transaction():
            execute = self._connection.execute
            for path in paths:
                with Store(path, create=False) as other:
                    for row in other._rows("result"):
                        execute("DELETE FROM report WHERE task = ? AND submission = ?", row[:2])
                        execute("REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                        taken += 1
                    for row in other._rows("report"):
                        execute("REPLACE INTO report VALUES (?, ?, ?, ?)", row)
        return taken

    def _rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        with self._errors():
            yield from self._connection.execute(f"SELECT {_COLUMNS[table]} FROM {table}")


def _names(*names: str) -> tuple[str | bytes, ...]:
    """Return names as SQLite can keep them: those that are not UTF-8 as bytes."""
    return tuple([name if not _SURROGATES.search(name) else os.fsencode(name) for name in names])


def line(record: Record) -> str:
    """Return a record as JSON in one line, without its end."""
    return json.dumps(record, separators=(",", ":"))
