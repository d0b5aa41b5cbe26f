"""Reading a file: one token per line, the tags of key and response in its last two columns (page, 'The file')."""

from __future__ import annotations

from common.errors import InputError, RefusalError
from conlleval.columns import splitter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from conlleval.columns import Columns

BOUNDARY = b"-X-"  # in the first column of a line that ends a sentence
SENTENCE_END: Columns = []
_BLOCK = 2**16  # bytes


def read(stream: BinaryIO | None, delimiter: bytes) -> Iterator[Columns]:
    """Yield the columns of each line: at least two of a token, none where a sentence ends.

    Raises ``RefusalError`` for a line with a different number of columns from the first, or with a single one, and, at
    the first line, ``InputError`` for a delimiter that cannot be used.
    """
    split = None
    width = 0
    for line in _lines(stream):
        split = split or splitter(delimiter)
        columns = split(line)
        if columns and len(columns) != width:
            if width:
                raise RefusalError(b"unexpected number of features: %d (%d)\n" % (len(columns), width), 1)
            width = len(columns)
        if not columns or columns[0] == BOUNDARY:
            yield SENTENCE_END
        elif width == 1:
            raise RefusalError(b"conlleval: unexpected number of features in line %b\n" % line, 255)
        else:
            yield columns


def key_of(stream: BinaryIO | None, delimiter: bytes) -> Iterator[bytes]:
    """Yield the tags of the key, one per line, with an empty line between sentences. Raises what :func:`read` does."""
    is_between = has_begun = False
    for columns in read(stream, delimiter):
        if columns:
            yield b"\n%b\n" % columns[-2] if is_between else b"%b\n" % columns[-2]
            has_begun = True
        is_between = has_begun and not columns


def _lines(stream: BinaryIO | None) -> Iterator[bytes]:
    """Yield the lines without their line feeds; a stream that is closed has none."""
    while stream:
        try:
            block = stream.read(_BLOCK) + stream.readline()
        except OSError as error:
            raise InputError(f"standard input: {error.strerror}") from None
        if not block:
            return
        yield from block.removesuffix(b"\n").split(b"\n")
