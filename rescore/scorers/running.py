"""Run a legacy command in this process, without a shell and without writing files, and read what it prints."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import takewhile
from typing import BinaryIO

from legacy_scorers.common.atomic import KeptReports
from legacy_scorers.common.cli import OUT_OF_MEMORY, SYSTEM, run, write_stderr
from legacy_scorers.common.errors import COMMANDS, InputError
from legacy_scorers.common.host import Host
from legacy_scorers.common.host.system import System
from legacy_scorers.common.result import Observer
from legacy_scorers.rescore.reports.model import LISTS, Cell, Layout, ReportRecord
from legacy_scorers.rescore.scorers import SCORERS, kind_of

STDOUT = "<stdout>"
_RUNNING = threading.RLock()  # a run has the streams and the reports of the whole process
_WITHOUT_HOST = ("mat_score", "muc_scorer")


class _Redirected(System):
    """The host of the system, with a file as standard input."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.stdin_name = file

    @property
    def stdin(self) -> BinaryIO:
        return self.open(self.stdin_name)


_LACKS = (errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC)
_ESCAPES = {number: text for number, text in COMMANDS.items() if chr(number) not in "\t\n"}
_NOTES = frozenset(note for scorer in SCORERS.values() for note in scorer.notes)


@dataclass(slots=True)
class Outcome:
    """What a command did: its exit status, the bytes of both streams, and the files that it would have written."""

    command: str
    status: int
    stdout: bytes
    stderr: bytes
    reports: dict[str, bytes]

    @property
    def complaint(self) -> str:
        """Why there is no report, in the command's own words."""
        said = (self.stderr or self.stdout).decode("utf-8", "replace")
        reason = reason_in(said.splitlines()) if self.status else ""
        return reason or f"ended with status {self.status} and scored nothing"


def reason_in(said: Sequence[str]) -> str:
    """Return why there is no report: the last line before the usage, or else the last, without blanks and notes."""
    lines = [line.strip() for line in said if line.strip() and line.strip() not in _NOTES]
    before_usage = list(takewhile(lambda line: not line.lower().startswith("usage"), lines))
    return next(reversed(before_usage or lines), "")


def pass_on(said: bytes) -> None:
    """Write lines of a command to standard error; escape control characters, which could command a terminal."""
    lines = said.decode("utf-8", "surrogateescape").translate(_ESCAPES)
    write_stderr(lines.encode("utf-8", "surrogateescape"))


def run_command(command: str, words: Sequence[str], observer: Observer | None = None) -> Outcome:
    """Run a scorer with the words after its name.

    One thread runs at a time, others wait. Raises the error if this machine lacks memory, disk space or open files.
    """
    score = import_module(f"{SCORERS[command].package}.cli").score
    arguments, file = SCORERS[command].redirected(words)
    listeners = () if observer is None else (observer,)
    hosts = () if SCORERS[command].package in _WITHOUT_HOST else (_Redirected(file) if file else SYSTEM,)
    lacks: list[Exception] = []

    def scored(arguments: Sequence[str], _: Host) -> int:
        try:
            return int(score([*arguments], *hosts, *listeners))
        except (*OUT_OF_MEMORY, OSError) as error:
            if getattr(error, "errno", errno.ENOMEM) in _LACKS:
                lacks.append(error)
            raise

    with _RUNNING, captured_streams() as (stdout, stderr), KeptReports() as reports:
        status = run(command, scored, arguments, SYSTEM)
    for error in lacks:
        raise error
    return Outcome(command, status, stdout.getvalue(), stderr.getvalue(), reports)


def refuse_pipe(path: str) -> None:
    """Raise ``InputError`` for a pipe, because inputs are read twice, and ``OSError`` if there is no file."""
    if stat.S_ISFIFO(os.stat(path).st_mode):
        raise InputError("is a pipe, which can be read only once; put it into a file", path)


def printed_by(outcome: Outcome) -> list[tuple[str, bytes]]:
    """Return name and bytes of its standard output and of each of its reports that is not empty."""
    printed = {STDOUT: outcome.stdout, **outcome.reports}
    return [(name, content) for name, content in printed.items() if content]


def printed_reports(outcome: Outcome) -> dict[str, list[ReportRecord]]:
    """Return, by name, the records of the reports that a run printed; a line of a message is one, too."""
    return {
        name: (kind_of(content, outcome.command) or Layout).report(content, name)
        for name, content in printed_by(outcome)
    }


def printed_cells(outcome: Outcome) -> Iterator[Cell]:
    """Yield the cells that a run printed, row by row as they are read. Tables that only list things are left out."""
    for name, content in printed_by(outcome):
        yield from cells_of(content, name, outcome.command)


def cells_of(content: bytes, name: str, command: str | None = None) -> Iterator[Cell]:
    """Yield the cells of a report and means of them, none if it only lists things.

    Raises :class:`InputError` if it cannot be read.
    """
    kind = kind_of(content, command) or Layout
    table = kind.table_of(content)
    records = kind.records([(1, content)], table, name) if table not in LISTS else ()
    yield from kind.with_means(cell for record in records for cell in record.cells if cell.table not in LISTS)


@contextlib.contextmanager
def captured_streams() -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Capture the bytes that are written to both standard streams."""
    stdout, stderr = io.BytesIO(), io.BytesIO()
    out, err = [io.TextIOWrapper(stream, "utf-8", newline="", write_through=True) for stream in (stdout, stderr)]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield stdout, stderr
    out.detach()
    err.detach()
