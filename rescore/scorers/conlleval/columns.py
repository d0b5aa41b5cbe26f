"""Lines of conlleval's input with another number of columns, and the delimiters with which all have the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from legacy_scorers.common.result import decoded
from legacy_scorers.conlleval.read import splitter
from legacy_scorers.rescore.reports.model import counted
from legacy_scorers.rescore.scorers.checks import Finding, quoted

_DELIMITERS = b"\\t", b"\\s+", b" ", b",", b";", b"\\|"  # tried in this order
_MIN_COLUMNS = 2  # tags of key and response


def cutting(content: bytes, delimiter: bytes) -> str:
    """Return the option of another delimiter with which all lines have the same columns, or an empty text."""
    for other in _DELIMITERS:
        widths = {width for _, width, _ in _widths(content, other)}
        if other != delimiter and len(widths) == 1 and min(widths) >= _MIN_COLUMNS:
            return f"-d '{decoded(other)}'"
    return ""


def different_columns(file: str, content: bytes, delimiter: bytes) -> Iterator[Finding]:
    """Find the first line with another number of columns than most, or with only one."""
    rows = [*_widths(content, delimiter)]
    widths = Counter(width for _, width, _ in rows)
    if not rows or (len(widths) == 1 and min(widths) >= _MIN_COLUMNS):
        return
    usual = max(widths, key=lambda width: widths[width])  # of equally many, the first
    odd = [row for row in rows if row[1] != usual or usual < _MIN_COLUMNS]
    line, width, text = odd[0]
    problem = f"{counted(len(odd), 'line')} of {len(rows)} with another number of columns than most, {usual}"
    if usual < _MIN_COLUMNS:
        problem = f"{counted(len(odd), 'line')} of {len(rows)} with a single column"
    stop = next((row[0] for row in rows if row[1] != rows[0][1]), line)
    problem += f", first {quoted(text)} with {width}; conlleval stops at line {stop}"
    option = cutting(content, delimiter)
    remedy = f"Name what separates the columns: with {option}, all lines have the same number." if option else ""
    yield Finding("columns-differ", problem, file, line, remedy)


def _widths(content: bytes, delimiter: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield number, number of columns and text of each line that has columns."""
    split = splitter(delimiter)
    for number, line in enumerate(content.split(b"\n"), 1):
        if columns := split(line):
            yield number, len(columns), line
