"""Lines of a file, and what they hold: an instance and its tags. Lines are read in blocks, to bound memory."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    Columns: TypeAlias = tuple[list[bytes], list[bytes]]
    Coarse: TypeAlias = Callable[[bytes], bytes] | None  # maps a tag; None if tags are not mapped

COMMENT = b"!!"  # in answers
END_OF_FILE = b"\xff"  # what C's EOF becomes when a char holds it
_END_OF_TEXT = b"\0"
_BETWEEN_TAGS = b" \t"
_BLOCK = 2**16  # bytes


def read_lines(content: bytes) -> Iterator[bytes]:
    """Yield the lines of a file without their ends.

    A line counts only if a newline ends it. A byte 0xFF ends the file, a NUL the text of its line.
    """
    for block in _blocks(content):
        yield from _lines(block, _END_OF_TEXT)


def read_instances(content: bytes, comment: bytes = _END_OF_TEXT) -> Iterator[Columns]:
    """Yield identifiers of instances and texts of their tags: two columns for the lines of each block.

    The identifier is the first two fields, joined by ``_``; exactly one blank separates fields. The text begins and
    ends with a tag, or is empty. ``comment`` and what follows it in a line are left out.
    """
    for block in _blocks(content):
        parts = [line.replace(b" ", b"_", 1).partition(b" ") for line in _lines(block, comment)]
        yield [identifier for identifier, _, _ in parts], [text.strip(_BETWEEN_TAGS) for _, _, text in parts]


def split_tags(text: bytes, coarse: Coarse = None) -> tuple[bytes, ...]:
    """Return the tags in ``text``, which blanks and tabs separate.

    With ``coarse`` they are mapped, and only the first of equal ones is kept.
    """
    tags = filter(None, text.replace(b"\t", b" ").split(b" "))
    return tuple(dict.fromkeys(map(coarse, tags))) if coarse else tuple(tags)


def _blocks(content: bytes) -> Iterator[bytes]:
    """Yield blocks of whole lines; all lines at once would need much memory."""
    limit = content.find(END_OF_FILE)
    limit = len(content) if limit < 0 else limit
    start = 0
    while True:
        end = content.rfind(b"\n", start, min(start + _BLOCK, limit)) + 1
        if not end:  # the line is longer than a block, or nothing ends it
            end = content.find(b"\n", start, limit) + 1
        if not end:
            return
        yield content[start:end]
        start = end


def _lines(block: bytes, comment: bytes) -> list[bytes]:
    lines = block[:-1].split(b"\n")
    for mark in (_END_OF_TEXT, comment):
        if mark in block:
            lines = [line.partition(mark)[0] for line in lines]
    return lines
