"""What is suspicious in the bytes of a file, whatever it holds."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping

from rescore.checks.finding import Finding, counted, quoted

_CRLF = b"\r\n"


def carriage_returns(file: str, content: bytes) -> Iterator[Finding]:
    """Find lines that end in a carriage return and a line feed."""
    lines = content.count(_CRLF)
    if lines:
        yield Finding(
            "crlf",
            f"{counted(lines, 'line')} with a carriage return at the end",
            file,
            line_at(content, content.find(_CRLF)),
        )


def byte_order_mark(file: str, content: bytes) -> Iterator[Finding]:
    """Find the mark that some editors put at the beginning of UTF-8."""
    if content.startswith(codecs.BOM_UTF8):
        yield Finding("byte-order-mark", "the file begins with a byte order mark", file, 1)


def wide_characters(file: str, content: bytes) -> Iterator[Finding]:
    """Find the mark at the beginning of UTF-16."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        yield Finding("not-utf-8", "the file is in UTF-16", file, 1)


def lost_last_line(file: str, content: bytes) -> Iterator[Finding]:
    """Find a last line that no newline ends, for readers that lose it."""
    if content and not content.endswith(b"\n"):
        last = content[content.rfind(b"\n") + 1 :]
        problem = f"no newline ends the last line, {quoted(last)}, which is lost"
        yield Finding("no-final-newline", problem, file, content.count(b"\n") + 1)


def mixed_encodings(files: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find files that are not UTF-8 while another one is, and more than ASCII."""
    places = {file: undecodable(content) for file, content in files.items() if not content.isascii()}
    if None in places.values():
        for file, place in places.items():
            if place is not None:
                problem = f"the byte 0x{files[file][place]:02X} is not UTF-8, which another file is in"
                yield Finding("not-utf-8", problem, file, line_at(files[file], place))


def undecodable(content: bytes) -> int | None:
    """Return the offset of the first byte that is not UTF-8, None if there is none."""
    try:
        content.decode()
    except UnicodeDecodeError as error:
        return error.start
    return None


def line_at(content: bytes, offset: int) -> int:
    """Return the line, from 1, of a byte."""
    return content.count(b"\n", 0, offset) + 1
