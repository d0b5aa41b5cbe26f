"""The command ``iobes``: convert or check the tag column of a CoNLL-style file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from common.cli import one_line, run, write_stderr, write_stdout
from common.errors import InputError
from common.iobes.conll import sentences
from common.iobes.options import USAGE, Options, read_options
from common.iobes.reading import BadTag, read_as_conlleval, read_strictly
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
    malformed: list[BadTag] = []
    converted = b"".join(_converted(content, options, malformed))
    if malformed:
        write_stderr(_report(options.file, malformed))
        return 1
    if options.target is not None:
        write_stdout(converted)
    return 0


def _content(file: str) -> bytes:
    if file != "-":
        with open(file, "rb") as stream:
            return stream.read()
    if sys.stdin is None:
        raise InputError("standard input is closed; name a file")
    return sys.stdin.buffer.read()


def _converted(content: bytes, options: Options, malformed: list[BadTag]) -> Iterator[bytes]:
    """Yield each sentence in the new encoding, if there is one, and collect the malformed tags of the old one."""
    for sentence in sentences(content, options.column):
        spans, bad = read_as_conlleval(sentence) if options.repair else read_strictly(sentence, options.source)
        malformed += bad
        if options.target is not None:
            yield sentence.written(write_tags(spans, options.target, len(sentence.tags)))


def _report(file: str, malformed: list[BadTag]) -> bytes:
    """Return a line ``file:line: kind: tag`` for every malformed tag."""
    name = "<stdin>" if file == "-" else file
    return b"".join([one_line(f"{name}:{bad.line}: {bad.kind}: {bad.tag}") for bad in malformed])
