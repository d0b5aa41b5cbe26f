"""Lines of conlleval's input with another number of columns, and the delimiters with which all have the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from legacy_scorers.common.result import decoded
from legacy_scorers.conlleval.read import splitter
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.checks import Finding, quoted
from legacy_scorers.rescore.scorers.conlleval.encoding import named, scoring, with_delimiter

Row: TypeAlias = tuple[int, list[bytes], bytes]

_DELIMITERS = b"\\t", b"\\s+", b" ", b",", b";", b"\\|"  # tried in this order
_OF_AWK = {b" ": "[ ]", b"\\t": "\\t", b",": ",", b";": ";"}  # the same delimiters
_MIN_COLUMNS = 2  # tags of key and response
_COMMENT = re.compile(rb"#|-DOCSTART-")
_BLANK = re.compile(rb"\s")


def delimiters(content: bytes, delimiter: bytes) -> Iterator[str]:
    """Yield the other delimiters with which all lines have the same columns, and the last two no blanks."""
    for other in _DELIMITERS:
        rows = [*_rows(content, other)] if other != delimiter else []
        widths = {len(columns) for _, columns, _ in rows}
        if len(widths) == 1 and min(widths) >= _MIN_COLUMNS and not any(map(_has_blanks, rows)):
            yield decoded(other)


def other_delimiter(words: Sequence[str], file: str, content: bytes, delimiter: bytes) -> str:
    """Return advice to score with another delimiter, empty if there is none."""
    other = next(delimiters(content, delimiter), "")
    return other and f"Name what separates the columns: {scoring(with_delimiter(words, other), file)}"


def _has_blanks(row: Row) -> bool:
    """Whether a tag of key or response has blanks, so that it is more than one column."""
    return any(map(_BLANK.search, row[1][-_MIN_COLUMNS:]))


def different_columns(words: Sequence[str], file: str, content: bytes, delimiter: bytes) -> Iterator[Finding]:
    """Find the first line with another number of columns than most, or with only one."""
    rows = [(line, len(columns), text) for line, columns, text in _rows(content, delimiter)]
    widths = Counter(width for _, width, _ in rows)
    if not rows or (len(widths) == 1 and min(widths) >= _MIN_COLUMNS):
        return
    usual = max(widths, key=lambda width: widths[width])  # of equally many, the first
    odd = [row for row in rows if row[1] != usual or usual < _MIN_COLUMNS]
    line, width, text = odd[0]
    problem = f"{counted(len(odd), 'line')} of {len(rows)} with another number of columns than most, {usual}"
    if usual < _MIN_COLUMNS:
        problem = f"{counted(len(odd), 'line')} of {len(rows)} with a single column"
    stop = next((row[0] for row in rows if row[1] != rows[0][1] or row[1] < _MIN_COLUMNS), line)
    problem += f", first {quoted(text)} with {width}; conlleval stops at line {stop}"
    advice = other_delimiter(words, file, content, delimiter)
    if not advice and all(_COMMENT.match(text) for _, _, text in odd):
        advice = _without_comments(words, file, delimiter, usual)
    advice = advice or _listing(file, delimiter, usual)
    yield Finding("columns-differ", problem, file, line, advice)


def _without_comments(words: Sequence[str], file: str, delimiter: bytes, usual: int) -> str:
    """Return advice to leave out the comments, which have another number of columns than tokens."""
    if delimiter not in _OF_AWK:
        return ""
    command = f"awk -F '{_OF_AWK[delimiter]}' '!/^(#|-DOCSTART-)/ || NF == {usual}'{named(file)}"
    return f"Leave out comments; conlleval knows none: {command} | {scoring(words)}"


def _listing(file: str, delimiter: bytes, usual: int) -> str:
    """Return advice to list the lines with another number of columns, if they can be listed."""
    if usual < _MIN_COLUMNS or delimiter not in _OF_AWK:
        return ""
    program = f'{{line = $0; sub(/[ \\t]+$/, "")}} NF && NF != {usual} {{print NR ": " line}}'
    command = f"awk -F '{_OF_AWK[delimiter]}' '{program}'{named(file)}"
    return f"Give all lines {usual} columns; these have others: {command}"


def _rows(content: bytes, delimiter: bytes) -> Iterator[Row]:
    """Yield number, columns and text of each line that has columns."""
    split = splitter(delimiter)
    for number, line in enumerate(content.split(b"\n"), 1):
        if columns := split(line):
            yield number, columns, line
