"""``python -m common.iobes``: convert or check the tag column of a CoNLL-style file."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from common.cli import run, write_stderr, write_stdout
from common.errors import InputError
from common.iobes.conll import Cell, replaced, sentences
from common.iobes.formats import LOGGER
from common.iobes.options import USAGE, Options, read_options
from common.iobes.reading import Fault, read_as_conlleval, read_strictly
from common.iobes.write import write_tags

COMMAND = "iobes"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv``, by default the process's own words, and return its exit status.

    It is 0 if all went well, 1 if tags are malformed or the file cannot be read, 2 if the options make no sense.
    """
    return run(COMMAND, _convert, argv)


def _convert(words: list[str]) -> int:
    options = read_options(words)
    if options is None:
        write_stdout(USAGE.encode())
        return 0
    content = _content(options.file)
    faults: list[Fault] = []
    with _silent_library():
        converted = replaced(content, _new_tags(content, options, faults))
    if faults:
        write_stderr(_report(options.file, faults))
        return 1
    if options.target is not None:
        write_stdout(converted)
    return 0


def _content(file: str) -> bytes:
    if file != "-":
        with open(file, "rb") as stream:
            return stream.read()
    if sys.stdin is None:
        raise InputError("standard input is closed, name a file")
    return sys.stdin.buffer.read()


@contextmanager
def _silent_library() -> Iterator[None]:
    """Keep the library's warnings away: the faults are reported by line."""
    level = LOGGER.level
    LOGGER.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        LOGGER.setLevel(level)


def _new_tags(content: bytes, options: Options, faults: list[Fault]) -> Iterator[tuple[Cell, str]]:
    """Yield the tags of the file in the new encoding, if there is one, and add what is wrong with the old ones."""
    for cells in sentences(content, options.column):
        spans, wrong = read_as_conlleval(cells) if options.repair else read_strictly(cells, options.source)
        faults += wrong
        if options.target is not None:
            yield from zip(cells, write_tags(spans, options.target, len(cells)))


def _report(file: str, faults: list[Fault]) -> bytes:
    """Return a line ``file:line: kind: tag`` for every fault."""
    name = "<stdin>" if file == "-" else file
    lines = (f":{fault.line}: {fault.kind}: {fault.tag}\n" for fault in faults)
    return b"".join(os.fsencode(name) + line.encode("utf-8", "surrogateescape") for line in lines)
