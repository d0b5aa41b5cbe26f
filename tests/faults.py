"""Faults of the machine, a command in a process that one befalls, and what must be left of it.

A fault befalls a process that is forked from one with the modules of all commands; its streams are pipes, and its
interpreter ends as any other.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from legacy_scorers.commands import COMMANDS
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.placing import write_reports
from tests.forked import Context
from tests.moments import signal_at
from tests.running import HANGS_S, Run, folder_with, read_files, variables, working_in

CLOSED_PIPE = 141
FAILED_FLUSH = 120  # exit status of an interpreter whose last flush fails
STDOUT, REPORTS = "standard output", "reports"
Files = Mapping[str, bytes]


class Fault(NamedTuple):
    """What befalls the process of a command before it begins.

    A run that writes what the fault ``hits``, ``STDOUT`` or ``REPORTS``, ends with one of ``statuses``, or a failure,
    and a line that gives the ``reason``, if there is one. ``lost`` are the streams that nobody receives.
    """

    befall: Callable[[], object]
    hits: str = ""
    reason: bytes = b""
    lost: tuple[str, ...] = ()
    statuses: tuple[int, ...] = ()


def redirect(path: str, *streams: int) -> None:
    for stream in streams:
        os.dup2(os.open(path, os.O_WRONLY), stream)


def lose_reader(stream: int) -> None:
    receiving, sending = os.pipe()
    os.close(receiving)
    os.dup2(sending, stream)


def limit_files() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))


def give_up_rights() -> None:
    """Give up all that the superuser may do, on Linux."""
    version_3, of_this_process = 0x20080522, 0
    header = (ctypes.c_uint32 * 2)(version_3, of_this_process)
    ctypes.CDLL(None).capset(header, (ctypes.c_uint32 * 6)())


def write_without_rights(reports: tuple[Path, Mapping[str, str]]) -> str:
    """Write reports in a folder without the superuser's rights, and return the error, if there is one."""
    give_up_rights()
    folder, contents = reports
    with working_in(folder):
        try:
            write_reports([(path, content.encode()) for path, content in contents.items()])
        except InputError as error:
            return str(error)
    return ""


def close_folder() -> None:
    """Have nothing written in the working folder, or to a file in it."""
    give_up_rights()
    for path in [*Path().rglob("*"), Path()]:
        path.chmod(0o555)


def ended_by(number: int, moment: str) -> Fault:
    """Return the fault of a signal at the first call of a function that puts reports in place."""
    return Fault(partial(signal_at, number, moment), REPORTS, statuses=(-number, 128 + number))


FULL = b"No space left on device"
OF_STREAMS = {
    "full output": Fault(partial(redirect, "/dev/full", 1), STDOUT, FULL, ("stdout",)),
    "full error": Fault(partial(redirect, "/dev/full", 2), lost=("stderr",)),
    "full streams": Fault(partial(redirect, "/dev/full", 1, 2), STDOUT, FULL, ("stdout", "stderr")),
    "closed output": Fault(partial(os.close, 1), STDOUT, b"the stream is closed", ("stdout",)),
    "closed error": Fault(partial(os.close, 2), lost=("stderr",)),
    "no reader": Fault(partial(lose_reader, 1), STDOUT, lost=("stdout",), statuses=(CLOSED_PIPE,)),
}
SIZE_OF_FILES = Fault(limit_files, REPORTS)
CLOSED_FOLDER = Fault(close_folder, REPORTS)


def run_with(
    fault: Fault | None, program: str, words: Sequence[str], files: Files, environment: Mapping[str, str] = {}
) -> Run:
    """Run a command that a fault befalls in a folder with these files; what it leaves are all files of the folder."""
    streams = [Context().Pipe(duplex=False) for _ in range(2)]
    with folder_with(files) as folder, variables(environment):
        process = Context().Process(
            target=_meet, args=(fault, program, words, folder, [sending for _, sending in streams])
        )
        process.start()
        process.join(HANGS_S)
        process.kill()
        process.join()
        for path in folder.rglob("*"):
            path.chmod(0o755)
        assert process.exitcode is not None
        stdout, stderr = [_received(*stream) for stream in streams]
        return Run(process.exitcode, stdout, stderr, read_files(folder))


def _received(receiving: Connection, sending: Connection) -> bytes:
    """Return what a process that has ended wrote to a pipe; it fits there."""
    sending.close()
    with os.fdopen(os.dup(receiving.fileno()), "rb") as stream:
        return stream.read()


def _meet(fault: Fault | None, program: str, words: Sequence[str], folder: Path, streams: Sequence[Connection]) -> None:
    os.chdir(folder)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, stream in enumerate(streams, 1):
        os.dup2(stream.fileno(), number)
        stream.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if fault:
        fault.befall()
    sys.argv = [program, *words]
    sys.stdout, sys.stderr = _stream(1, "strict"), _stream(2, "backslashreplace")
    os._exit(_finished(COMMANDS[program]()))


def _stream(number: int, errors: str) -> Any:  # noqa: ANN401 - a closed stream is None, which the types do not know
    try:
        return open(number, "w", encoding="utf-8", errors=errors, closefd=False)
    except OSError:
        return None


def _finished(status: int) -> int:
    """Return the exit status after the last flush of an interpreter."""
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except OSError:
        return FAILED_FLUSH
    return status


def assert_left(found: Run, usual: Run, fault: Fault, program: str, before: Files) -> None:
    """See that a run that a fault befalls leaves what it must.

    ``usual`` is what it leaves without, ``before`` are the files that were there. One line more on standard error says
    what failed; each report is the old one or the new one, and no other file is written.
    """
    is_hit = bool({STDOUT: usual.stdout, REPORTS: usual.files != before}.get(fault.hits))
    failure = 3 if program == "rescore" else 1
    assert found.exit in ((fault.statuses or (failure,)) if is_hit else (usual.exit,))
    assert found.files.keys() in ((usual.files.keys(), before.keys()) if is_hit else (usual.files.keys(),))
    assert all(text in (usual.files[name], before.get(name) if is_hit else None) for name, text in found.files.items())
    if "stdout" in fault.lost:
        assert found.stdout == b""
    else:
        assert usual.stdout.startswith(found.stdout) if is_hit else found.stdout == usual.stdout
    if "stderr" in fault.lost:
        assert found.stderr == b""
    else:
        lines = found.stderr.splitlines(keepends=True)
        assert not is_hit or not fault.reason or fault.reason in lines.pop()
        assert usual.stderr.startswith(b"".join(lines)) if is_hit else found.stderr == usual.stderr
