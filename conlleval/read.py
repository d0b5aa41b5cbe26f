"""Reading a file: one token per line, the tags of key and response in its last two columns (page, 'The file').

A line is cut at each match of the delimiter, a Perl regular expression over bytes (``-d``). A match counts if it ends
after the end of the match before, but not if it is empty and at the end of the line. Empty columns at the end of a line
are dropped. What groups of the expression match also becomes columns.
"""

from __future__ import annotations

from legacy_scorers.common.errors import InputError, RefusalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO, TypeAlias

    Columns: TypeAlias = list[bytes]
    Split: TypeAlias = Callable[[bytes], Columns]

BOUNDARY = b"-X-"  # in the first column of a line that ends a sentence
SENTENCE_END: Columns = []
BAD_DELIMITER = 255  # exit status
_SPECIAL = frozenset(rb"\^$.|?*+()[]{}")
# What Python reads differently from Perl without an error or a warning.
_ANOTHER_MEANING = (
    rb"(?<!\\)(?:\\\\)*(?:\\v|\\[bB]\{|(?<!\[)\{(?:,|(?=[\d,]*[ \t])[ \t,]*\d[\d, \t]*)\})"
    rb"|\(\?[a-zA-Z]*(?:[aLu]|xx)|\[:\^?\w+:\]"
)


def read(stream: BinaryIO | None, delimiter: bytes) -> Iterator[Columns]:
    """Yield the columns of each line: at least two of a token, none where a sentence ends.

    Raises ``RefusalError`` for a line with a different number of columns from the first, or with a single one, and, at
    the first line, ``InputError`` for a delimiter that cannot be used.
    """
    split = None
    width = 0
    try:
        for line in stream or ():  # a stream that is closed has none
            split = split or splitter(delimiter)
            columns = split(line.removesuffix(b"\n"))
            if columns and len(columns) != width:
                if width:
                    raise RefusalError(b"unexpected number of features: %d (%d)\n" % (len(columns), width), 1)
                width = len(columns)
            if not columns or columns[0] == BOUNDARY:
                yield SENTENCE_END
            elif width == 1:
                line = line.removesuffix(b"\n")
                raise RefusalError(b"conlleval: unexpected number of features in line %b\n" % line, 255)
            else:
                yield columns
    except OSError as error:
        raise InputError(f"standard input: {error.strerror}") from None


def key_of(stream: BinaryIO | None, delimiter: bytes) -> Iterator[bytes]:
    """Yield the tags of the key, one per line, with an empty line between sentences. Raises what :func:`read` does."""
    is_between = has_begun = False
    for columns in read(stream, delimiter):
        if columns:
            if is_between:
                yield b"\n"
            yield columns[-2] + b"\n"
            has_begun = True
        is_between = has_begun and not columns


def splitter(delimiter: bytes) -> Split:
    """Return what cuts a line into columns. Raises ``InputError`` for an expression that Python cannot match."""
    if delimiter == rb"\s+":
        return _at_white_space
    text = b"\t" if delimiter == rb"\t" else delimiter
    if len(text) == 2 and text[0] == ord("\\") and text[1] in _SPECIAL:
        text = text[1:]
    elif not text or not _SPECIAL.isdisjoint(text):
        return _at_matches(delimiter)
    return lambda line: _without_empty_end(line.split(text))


def _at_white_space(line: bytes) -> Columns:
    columns = line.split()
    return [b"", *columns] if columns and line[:1].isspace() else columns


def _at_matches(delimiter: bytes) -> Split:
    import re
    import warnings

    problem = "it means something different in Python" if re.search(_ANOTHER_MEANING, delimiter) else ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            find_all = re.compile(b"" if problem else delimiter).finditer
    except (re.error, FutureWarning, DeprecationWarning, OverflowError, RecursionError) as error:
        problem = str(error)
    if problem:
        shown = delimiter.decode("utf-8", "surrogateescape")
        raise InputError(f"-d {shown}: not a supported regular expression: {problem}", status=BAD_DELIMITER)

    def split(line: bytes) -> Columns:
        columns = []
        position = 0
        for match in find_all(line):
            begin, end = match.span()
            if end > position and begin < len(line):
                columns += [line[position:begin], *match.groups(b"")]
                position = end
        return _without_empty_end([*columns, line[position:]])

    return split


def _without_empty_end(columns: Columns) -> Columns:
    while columns and not columns[-1]:
        columns.pop()
    return columns
