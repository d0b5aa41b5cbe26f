"""How a line is cut into columns: at each match of the delimiter, a Perl regular expression over bytes (``-d``).

A match counts if it ends after the end of the match before, but not if it is empty and at the end of the line. Empty
columns at the end of a line are dropped. What groups of the expression match also becomes columns.
"""

from __future__ import annotations

from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Columns: TypeAlias = list[bytes]
    Split: TypeAlias = Callable[[bytes], Columns]

BAD_DELIMITER = 255  # exit status
_TAB = rb"\t"
_WHITE_SPACE = rb"\s+"
_SPECIAL = frozenset(rb"\^$.|?*+()[]{}")
# What Python reads differently from Perl without an error or a warning.
_ANOTHER_MEANING = (
    rb"(?<!\\)(?:\\\\)*(?:\\v|\\[bB]\{|(?<!\[)\{(?:,|(?=[\d,]*[ \t])[ \t,]*\d[\d, \t]*)\})"
    rb"|\(\?[a-zA-Z]*(?:[aLu]|xx)|\[:\^?\w+:\]"
)


def splitter(delimiter: bytes) -> Split:
    """Return what cuts a line into columns. Raises ``InputError`` for an expression that Python cannot match."""
    if delimiter == _WHITE_SPACE:
        return _at_white_space
    text = b"\t" if delimiter == _TAB else delimiter
    if len(text) == 2 and text[0] == ord("\\") and text[1] in _SPECIAL:
        text = text[1:]
    elif not text or not _SPECIAL.isdisjoint(text):
        return _at_matches(delimiter)

    def split(line: bytes) -> Columns:
        return _without_empty_end(line.split(text))

    return split


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
