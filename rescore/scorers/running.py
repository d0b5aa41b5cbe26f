"""Run a legacy command on a host, without a shell and without writing files, and read what it prints."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import takewhile

from legacy_scorers.common.cli import OUT_OF_MEMORY, run
from legacy_scorers.common.errors import COMMANDS, InputError
from legacy_scorers.common.host import PIPE, Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.common.result import Observer
from legacy_scorers.rescore.reports.model import LISTS, Cell, Layout, ReportRecord
from legacy_scorers.rescore.scorers import SCORERS, kind_of

STDOUT = "<stdout>"

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
    """Write lines of a command to standard error; escape what could command a terminal."""
    lines = said.decode("utf-8", "surrogateescape").translate(_ESCAPES)
    SYSTEM.stderr.write(lines.encode("utf-8", "backslashreplace"))


def own_files() -> Archive:
    """Return the host of runs on the user's own files: all that a command would see, but nothing is written."""
    return Archive("", {**os.environ})


def run_command(command: str, words: Sequence[str], host: Memory, observer: Observer | None = None) -> Outcome:
    """Run a scorer with the words after its name, on a host that has written nothing yet.

    Raises the error if this machine lacks memory, disk space or open files.
    """
    scorer = SCORERS[command]
    score = import_module(f"legacy_scorers.{scorer.package}.cli").score
    arguments, file = scorer.redirected(words)
    host.stdin_name = file or host.stdin_name
    lacks: list[Exception] = []

    def scored(arguments: Sequence[str], host: Host) -> int:
        try:
            return int(score(arguments, host, observer))
        except (*OUT_OF_MEMORY, OSError) as error:
            if getattr(error, "errno", errno.ENOMEM) in _LACKS:
                lacks.append(error)
            raise

    status = run(command, scored, arguments, host)
    for error in lacks:
        raise error
    return Outcome(command, status, host.stdout.getvalue(), host.stderr.getvalue(), host.reports)


def refuse_pipe(host: Host, path: str) -> None:
    """Raise ``InputError`` for a pipe, because inputs are read twice."""
    if host.kind(path) == PIPE:
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
