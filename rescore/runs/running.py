"""Run a legacy command on a host, without a shell and without writing files."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence

from legacy_scorers.common.cli import OUT_OF_MEMORY, run
from legacy_scorers.common.errors import ESCAPES, InputError
from legacy_scorers.common.host import PIPE, Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.common.result import Observer
from legacy_scorers.rescore.scorers.scorer import Outcome, Scorer

_LACKS = (errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC)
_ESCAPES = {number: text for number, text in ESCAPES.items() if chr(number) not in "\t\n"}


def pass_on(said: bytes) -> None:
    """Write lines of a command to standard error; escape control characters, which could command a terminal."""
    lines = said.decode("utf-8", "surrogateescape").translate(_ESCAPES)
    SYSTEM.stderr.write(lines.encode("utf-8", "backslashreplace"))


def own_files() -> Archive:
    """Return the host of runs on the user's own files: all that a command would see, but nothing is written."""
    return Archive("", {**os.environ})


def run_command(scorer: Scorer, words: Sequence[str], host: Memory, observer: Observer | None = None) -> Outcome:
    """Run a scorer with the words after its name, on a host that has written nothing yet.

    Raises the error if this machine lacks memory, disk space or open files.
    """
    arguments, file = scorer.redirected(words)
    host.stdin_name = file or host.stdin_name
    lacks: list[Exception] = []
    tables = scorer.unprinted(observer) if observer is not None else None

    def scored(arguments: Sequence[str], host: Host) -> int:
        try:
            return scorer.score(arguments, host, tables or observer)
        except (*OUT_OF_MEMORY, OSError) as error:
            if getattr(error, "errno", errno.ENOMEM) in _LACKS:
                lacks.append(error)
            raise

    status = run(scorer.command, scored, arguments, host)
    for error in lacks:
        raise error
    unprinted = [] if tables is None else list(tables.cells())
    return Outcome(scorer, status, host.stdout.getvalue(), host.stderr.getvalue(), host.reports, unprinted)


def refuse_pipe(host: Host, path: str) -> None:
    """Raise ``InputError`` for a pipe, because inputs are read twice."""
    if host.kind(path) == PIPE:
        raise InputError("is a pipe, which can be read only once; put it into a file", path)
