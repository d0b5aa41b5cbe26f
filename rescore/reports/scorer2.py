"""Reports of scorer2: the summary, and with ``-v`` the calculation of every instance and the answers refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.reports.model import EXPLAINED, PROSE, UNEXPLAINED, Columns, Field, Record, Stretch, lines_of
from rescore.reports.names import (
    ALL,
    ATTEMPTED,
    ATTEMPTED_SHARE,
    CORRECT,
    GUESS,
    KEY,
    LINE,
    PRECISION,
    REASON,
    RECALL,
    REFUSED,
    SCORE,
    TOTAL,
    unique_in,
)

ROW = b'\nscore for "'
GRAIN = re.compile(rb"(Fine|Coarse|Mixed)-grained(?:\s+minimal)?\s+score\s+for\s")
RECOGNISED = re.compile(rb'^[^\S\n]*(?:(?:Fine|Coarse|Mixed)-grained(?:\s+minimal)?\s+)?score\s+for\s+"', re.MULTILINE)

_FIGURE = r"([-+]?(?:[\d.]+(?:[eE][-+]?\d+)?|nan|inf))"
_SUMMARY = [
    (
        re.compile(rf"\s*precision:\s*{_FIGURE}\s*\(\s*{_FIGURE}\s+correct\s+of\s+{_FIGURE}\s+attempted\s*\)"),
        (PRECISION, CORRECT, ATTEMPTED),
    ),
    (
        re.compile(rf"\s*recall:\s*{_FIGURE}\s*\(\s*{_FIGURE}\s+correct\s+of\s+{_FIGURE}\s+in\s+total\s*\)"),
        (RECALL, CORRECT, TOTAL),
    ),
    (
        re.compile(rf"\s*attempted:\s*{_FIGURE}\s*%\s*\(\s*{_FIGURE}\s+attempted\s+of\s+{_FIGURE}\s+in\s+total\s*\)"),
        (ATTEMPTED_SHARE, ATTEMPTED, TOTAL),
    ),
]
_INSTANCE = re.compile(rf'\s*score\s+for\s+"(?P<id>.*)"\s*:\s*(?P<figure>{_FIGURE[1:-1]})', re.DOTALL)
_REFUSAL = re.compile(
    r'\s*Unable\s+to\s+score\s+answer\s+for\s+"(?P<id>.*)"\s+\(line\s+(?P<line>\d+)\):\s*(?P<reason>\S.*)',
    re.DOTALL,
)
_HEADING = re.compile(r'\s*(?:Fine|Coarse|Mixed)-grained(?:\s+minimal)?\s+score\s+for\s+".*"\s+using\s+key\s+".*":')
_KEY_TAGS = re.compile(r"[ \t]*key\s*=[ \t]*(.*)", re.DOTALL)
_GUESS = re.compile(r"[ \t]*guess\s*=(?=\s).*", re.DOTALL)
_BETWEEN_BLANKS = re.compile(r"[^ \t\n]+")  # a tag may hold a carriage return
_GUESSED_TAG = re.compile(r"(?<=[ \t])([^ \t\n]*)/([^/\s]+)(?=\s|$)")


def table_of(content: bytes) -> str:
    """Return the name of the table, the granularity, which the summary at the end tells."""
    found = GRAIN.search(content, max(0, content.rfind(b"-grained") - len(b"Coarse")))
    return found[1].decode().lower() if found else "fine"


def heading(block: Stretch) -> bytes:
    """Return the heading that instances are read with: none."""
    return b""


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a report, or of a part of it that begins with a block."""
    row = ""
    for line, content in lines_of(text, first):
        record = _line(line, content, table, row)
        if record.table == table and record.row != ALL:
            row = record.row
        yield record


def _line(line: int, text: str, table: str, row: str) -> Record:
    words = text.rstrip()
    if not words:
        return Record(line, text, EXPLAINED)
    if row and _KEY_TAGS.fullmatch(words):
        return Record(line, text, EXPLAINED, table, row, _key)
    if row and _GUESS.fullmatch(text):
        return Record(line, text, EXPLAINED, table, row, _guess)
    found = _INSTANCE.fullmatch(words)
    if found:
        return Record(line, text, EXPLAINED, table, found["id"], _score, (SCORE,), (found["figure"],))
    for pattern, columns in _SUMMARY:
        if pattern.fullmatch(words):
            return Record(line, text, EXPLAINED, table, ALL, _summary, columns)
    found = _REFUSAL.fullmatch(words)
    if found:
        return Record(line, text, EXPLAINED, REFUSED, found["id"], _refusal)
    return Record(line, text, PROSE if _HEADING.fullmatch(words) else UNEXPLAINED)


def _summary(text: str, columns: Columns) -> Sequence[Field]:
    for pattern, of_pattern in _SUMMARY:
        found = pattern.fullmatch(text.rstrip())
        if found and of_pattern == columns:
            return [Field(column, *found.span(group)) for group, column in enumerate(columns, 1)]
    return ()


def _score(text: str, columns: Columns) -> Sequence[Field]:
    found = _INSTANCE.fullmatch(text.rstrip())
    return [Field(SCORE, *found.span("figure"))] if found else ()


def _refusal(text: str, columns: Columns) -> Sequence[Field]:
    found = _REFUSAL.fullmatch(text.rstrip())
    return [Field(LINE, *found.span("line")), Field(REASON, *found.span("reason"))] if found else ()


def _key(text: str, columns: Columns) -> Sequence[Field]:
    found = _KEY_TAGS.fullmatch(text.rstrip())
    return [Field(KEY, *found.span(1), " ".join(found[1].split()))] if found else ()


def _guess(text: str, columns: Columns) -> Sequence[Field]:
    """Return a field for each weight, called after its tag. What is not a tag with a weight keeps the whole line."""
    start = text.index("=") + 1
    found = list(_GUESSED_TAG.finditer(text, start))
    if len(found) != len(_BETWEEN_BLANKS.findall(text[start:].rstrip())):
        return [Field(GUESS, start, len(text.rstrip()))]
    names = unique_in(f"{GUESS} {match[1]}" for match in found)
    return [Field(name, *match.span(2)) for name, match in zip(names, found)]
