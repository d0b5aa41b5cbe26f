"""The frame around every command: it turns errors into an exit status and one line on standard error."""

from __future__ import annotations

import gc
import sys

from legacy_scorers.common import SUITE, VERSION
from legacy_scorers.common.errors import FAILURE, InputError, describe
from legacy_scorers.common.host.system import STDOUT, SYSTEM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from legacy_scorers.common.host import Host

    Score: TypeAlias = Callable[[Sequence[str], Host], int]

CLOSED_PIPE = 141  # a shell's exit status for a program that SIGPIPE ended
INTERRUPTED = 130  # a shell's exit status for a program that SIGINT ended
HELP = ["--help"], ["-h"]  # the words of who asks for help; most originals have no such option
_COMPILED = ".so", ".pyd"  # the ends of names of libraries that the system loads
OUT_OF_MEMORY = MemoryError, SystemError  # the latter if a C extension fails without an error


def print_version(command: str, host: Host) -> int:
    """Print the command and the version of the suite. Only for commands whose original has no ``--version``."""
    host.stdout.write(f"{command} ({SUITE}) {VERSION}\n".encode())
    return 0


def name_manual(command: str, host: Host, form: str = "") -> None:
    """On a terminal, name the manual page of a command whose original has no help for the case. Call it last.

    ``form``, if given, is what to type instead.
    """
    if host.stderr.isatty():
        typed = f"type {form}; " if form else ""
        host.warn(f"{command}: {typed}files, options and report are explained in the manual page {command}(1)")


def point_to_check(command: str, words: Sequence[str], correct: float, host: Host) -> None:
    """On a terminal, name the command that looks for the reason if nothing was correct. Call it after the report.

    ``words`` are those of the run as ``rescore`` takes them, ``correct`` what the response earned in all.
    """
    if correct or not (host.stdout.isatty() and host.stderr.isatty()):
        return
    from shlex import join

    host.stdout.flush()
    check = join(["rescore", "check", command, *words])
    host.warn(f"{command}: nothing was correct; to find out why: {check}")


def main_of(command: str, score: Score, argv: Sequence[str] | None = None, failure: int = FAILURE) -> int:
    """Run a command on the host of the system, and return the exit status.

    ``argv`` are the words after the command's name, by default those of the process. See :func:`run`.
    """
    return run(command, score, list(sys.argv[1:] if argv is None else argv), SYSTEM, failure)


def uncollected_main_of(
    command: str, score: Score, argv: Sequence[str] | None = None, failure: int = FAILURE, threshold: int = 0
) -> int:
    """Call :func:`main_of` with fewer garbage collections, or none, if the command has its own process (no ``argv``).

    ``threshold`` is the number of new objects between two collections. 0, for none, suits commands that keep what they
    read until they end: a collection takes long then and finds nothing.
    """
    if argv is not None:
        return main_of(command, score, argv, failure)
    gc.set_threshold(threshold)
    try:
        return main_of(command, score, None, failure)
    finally:
        gc.freeze()  # or the interpreter collects once more when it ends


def run(command: str, score: Score, words: Sequence[str], host: Host, failure: int = FAILURE) -> int:
    """Call ``score`` with the words after the command's name, and return the exit status.

    Errors of input and of the system become one line ``command: file:line: problem`` on standard error and the status
    ``failure``, unless the error has another. A closed pipe ends the command without a message. Other errors are
    mistakes of ours and propagate.
    """
    try:
        status = score(words, host)
        host.stdout.flush()
        return status
    except InputError as error:
        return _refuse(command, host, str(error), failure if error.status == FAILURE else error.status)
    except BrokenPipeError:
        host.abandon()
        return CLOSED_PIPE
    except OSError as error:
        if error.filename == STDOUT:
            host.abandon()
        return _refuse(command, host, describe(error), failure)
    except RecursionError:
        return _refuse(command, host, "the input is nested too deeply to be read", failure)
    except ImportError as error:
        problem = _unloadable(error)
        if problem is None:
            raise
        return _refuse(command, host, f"a library cannot be loaded ({problem})", failure)
    except OUT_OF_MEMORY:
        return _refuse(command, host, "the input does not fit into memory", failure)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        host.stderr.flush()


def _unloadable(error: ImportError) -> BaseException | None:
    """Return why a library is missing or cannot be loaded by the system; None if an import of ours is a mistake."""
    reason: BaseException | None = error
    while isinstance(reason, ImportError):
        if isinstance(reason.__cause__, (OSError, MemoryError)):
            return reason.__cause__
        if isinstance(reason, ModuleNotFoundError):
            return None if sys.modules.get(str(reason.name).partition(".")[0]) else reason
        if reason.name is not None:
            is_loaded = getattr(sys.modules.get(reason.name), "__file__", None) == reason.path  # and lacks a name
            return reason if str(reason.path).endswith(_COMPILED) and not is_loaded else None
        reason = reason.__cause__ or reason.__context__  # a library raised it, because a part of it cannot be loaded
    return None


def _refuse(command: str, host: Host, problem: str, status: int) -> int:
    try:
        host.stdout.flush()
    except OSError:
        host.abandon()
    host.warn(f"{command}: {problem}")
    return status
