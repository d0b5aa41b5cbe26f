"""The frame around every command: it turns errors into an exit status and one line on standard error.

Reports are bytes, so commands write through :func:`write_stdout` and :func:`write_stderr` and
never through the text layer, whose encoding and line ends depend on the user's locale.
"""

from __future__ import annotations

import errno
import gc
import os
import sys

from legacy_scorers.common import SUITE, VERSION
from legacy_scorers.common.errors import FAILURE, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

CLOSED_PIPE = 141  # a shell's exit status for a program that SIGPIPE ended
STDOUT = "standard output"  # the name of the stream in errors
INTERRUPTED = 130  # a shell's exit status for a program that SIGINT ended
COMMANDS = {  # characters that could command a terminal, and what is printed for them
    **{number: f"\\x{number:02x}" for number in (*range(0x20), *range(0x7F, 0xA0))},  # C0 and C1
    **{number: f"\\u{number:04x}" for number in (*range(0x2028, 0x202F), *range(0x2066, 0x206A))},  # lines, directions
}
OUT_OF_MEMORY = MemoryError, SystemError  # the latter if a C extension fails without an error


def print_version(command: str) -> int:
    """Print the command and the version of the suite. Only for commands whose original has no ``--version``."""
    write_stdout(f"{command} ({SUITE}) {VERSION}\n".encode())
    return 0


def run(
    command: str, score: Callable[[list[str]], int], argv: Sequence[str] | None = None, failure: int = FAILURE
) -> int:
    """Call ``score`` with the words after the command's name and return the exit status.

    ``argv`` defaults to the process's own words. Errors of input and of the system become one line
    ``command: file:line: problem`` on standard error and the status ``failure``, unless the error has another. A closed
    pipe ends the command without a message.
    """
    try:
        status = score(list(sys.argv[1:] if argv is None else argv))
        flush_stdout()
        return status
    except InputError as error:
        return _refuse(command, str(error), failure if error.status == FAILURE else error.status)
    except BrokenPipeError:
        _abandon(sys.stdout)
        return CLOSED_PIPE
    except OSError as error:
        if error.filename == STDOUT:
            _abandon(sys.stdout)
        return _refuse(command, describe(error), failure)
    except RecursionError:
        return _refuse(command, "the input is nested too deeply to be read", failure)
    except (ImportError, SyntaxError) as error:  # memory or descriptors ran out
        return _refuse(command, f"a library cannot be loaded ({error})", failure)
    except OUT_OF_MEMORY:
        return _refuse(command, "the input does not fit into memory", failure)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        _flush_stderr()


def run_uncollected(
    command: str,
    score: Callable[[list[str]], int],
    argv: Sequence[str] | None = None,
    failure: int = FAILURE,
    threshold: int = 0,
) -> int:
    """Call :func:`run` with fewer garbage collections, or none, if the command has its own process (no ``argv``).

    ``threshold`` is the number of new objects between two collections. 0, for none, suits commands that keep what they
    read until they end: a collection takes long then and finds nothing.
    """
    if argv is not None:
        return run(command, score, argv, failure)
    gc.set_threshold(threshold)
    try:
        return run(command, score, None, failure)
    finally:
        gc.freeze()  # or the interpreter collects once more when it ends


def describe(error: OSError) -> str:
    """Say ``file: reason`` for an error of the operating system, or only the reason."""
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}"


def write_stdout(report: bytes) -> None:
    """Write report bytes to standard output. Errors surface as ``OSError`` with its name."""
    try:
        _write(sys.stdout, report)
    except OSError as error:
        error.filename = STDOUT
        raise


def flush_stdout() -> None:
    """Flush standard output, unless it is closed. Errors surface as those of :func:`write_stdout` do."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        error.filename = STDOUT
        raise


def write_stderr(message: bytes) -> None:
    """Write message bytes to standard error at once. A message that nobody can receive does not stop the scoring."""
    try:
        _write(sys.stderr, message)
        sys.stderr.flush()
    except OSError:
        return


def write_line(text: str) -> None:
    """Write :func:`one_line` of ``text`` to standard error."""
    write_stderr(one_line(text))


def one_line(text: str) -> bytes:
    """Return ``text`` as one line with its newline; line breaks become blanks, other commands to a terminal escapes."""
    return _encoded(text.replace("\n", " ").replace("\r", " ").translate(COMMANDS)) + b"\n"


def _write(stream: TextIO | None, content: bytes) -> None:
    if stream is None:
        raise OSError(errno.EBADF, "the stream is closed")
    stream.buffer.write(content)


def _refuse(command: str, problem: str, status: int) -> int:
    try:
        flush_stdout()
    except OSError:
        _abandon(sys.stdout)
    write_line(f"{command}: {problem}")
    return status


def _encoded(line: str) -> bytes:
    """Encode a message as UTF-8. File names keep their bytes; other lone surrogates are escaped."""
    try:
        return line.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return line.encode("utf-8", "backslashreplace")


def _flush_stderr() -> None:
    """Flush standard error. A message that nobody can receive does not change the exit status."""
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:
        _abandon(sys.stderr)


def _abandon(stream: TextIO) -> None:
    """Redirect a standard stream to the null device, or the interpreter's last flush may fail with status 120."""
    try:
        descriptor = stream.fileno()
    except (AttributeError, OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
