"""Runs of commands in this process: one way to make them, and one kind of result."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from subprocess import Popen
from typing import NamedTuple
from unittest import mock

from legacy_scorers.commands import COMMANDS

SETTINGS = ("FAIREVAL_", "MATSCORE_", "M2SCORER_")  # how the names of their variables begin
HANGS_S = 600  # seconds after which a process is taken for one that never ends, on a machine however busy
MODULE_OF = {name: command.module for name, command in COMMANDS.items()}


@contextlib.contextmanager
def working_in(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Make a folder the working directory for a while."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def wait_until(done: Callable[[], bool], process: Popen[bytes] | None = None) -> None:
    """Wait until something is done, while a process runs if one is given."""
    end = time.monotonic() + HANGS_S
    while not done():
        assert process is None or process.poll() is None, "the process has ended before"
        assert time.monotonic() < end, "it is not done"
        time.sleep(0.05)


class Run(NamedTuple):
    """What one run of a command left behind. ``files`` are those that it wrote or changed, by their relative names."""

    exit: int
    stdout: bytes
    stderr: bytes
    files: dict[str, bytes]


def call_main(program: str, words: Sequence[str]) -> int:
    """Call the command's ``main(argv)``."""
    main = importlib.import_module(MODULE_OF[program]).main
    return int(main(list(words)))


def run_here(
    program: str, words: Sequence[str], environment: Mapping[str, str] = {}, standard_input: str = os.devnull
) -> Run:
    """Run a command in the working directory and keep its streams; of the variables of scorers it has only these."""
    stdout, stderr = _stream(), _stream()
    with variables(environment):
        status = _call_main(program, words, standard_input, stdout, stderr)
    return Run(status, _content(stdout), _content(stderr), {})


def printed_here(program: str, words: Sequence[str]) -> bytes:
    """Run a command in the working directory and return what a terminal shows: both streams, in their order."""
    terminal = _stream()
    with variables({}):
        _call_main(program, words, os.devnull, terminal, terminal)
    return _content(terminal)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True)


def _call_main(
    program: str, words: Sequence[str], standard_input: str, stdout: io.TextIOWrapper, stderr: io.TextIOWrapper
) -> int:
    with (
        open(standard_input, encoding="ascii") as stdin,
        mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
    ):
        return call_main(program, words)


def run_on(
    files: Mapping[str, bytes],
    program: str,
    words: Sequence[str],
    environment: Mapping[str, str] = {},
    standard_input: str = os.devnull,
) -> Run:
    """Run a command in a folder of its own that holds ``files``."""
    with folder_with(files) as folder:
        run = run_here(program, words, environment, standard_input)
        left = read_files(folder)
    return run._replace(files={name: content for name, content in left.items() if files.get(name) != content})


def _content(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


@contextlib.contextmanager
def variables(environment: Mapping[str, str]) -> Iterator[None]:
    """Set environment variables for a while, and unset all others that scorers look at."""
    with mock.patch.dict(os.environ):
        for name in os.environ.keys() - other_variables().keys():
            del os.environ[name]
        os.environ.update(environment)
        yield


def other_variables() -> dict[str, str]:
    """Return the environment without the variables that scorers look at."""
    return {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}


@contextlib.contextmanager
def folder_with(files: Mapping[str, str | bytes]) -> Iterator[Path]:
    """Make a fresh folder with these files the working directory for a while."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content if isinstance(content, bytes) else content.encode())
        with working_in(folder):
            yield folder


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the content of every file below ``folder`` by its relative name; empty if there is no such folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
