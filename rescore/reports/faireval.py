"""Reports of FairEval.py: settings, methods, their comparison, confusion matrix, labels of the target."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from rescore.reports.model import EXPLAINED, PROSE, UNEXPLAINED, Columns, Field, Record, Stretch, lines_of
from rescore.reports.names import COMPARISON, CONFUSION, DATA, SETTINGS, VALUE, unique, unique_in

BLOCKS = (b"\n### ",)
_TITLE = re.compile(
    r"\s*###\s+(?:(?P<settings>Evaluation\s+settings)|(?P<method>\S+)\s+evaluation|(?P<comparison>Comparison)"
    r"|(?P<confusion>Confusion\s+matrix)|(?P<data>Target\s+data\s+stats)):\s*"
)
RECOGNISED = re.compile(
    rb"^[^\S\n]*###\s+(?:Evaluation\s+settings|\S+\s+evaluation|Comparison|Confusion\s+matrix|Target\s+data\s+stats):",
    re.MULTILINE,
)
_TABLES = {"settings": SETTINGS, "comparison": COMPARISON, "confusion": CONFUSION, "data": DATA}
_WORD = re.compile(r"\S+")
_PATHS = ("target_in", "system_in")
_SETTING = re.compile(r"\s*(?P<name>\w+):\s*(?P<value>.*)", re.DOTALL)


def heading(block: Stretch) -> bytes | None:
    """Return title and column names of a table, None for the settings and for what does not begin with a title."""
    content, begin, end = block.content, block.begin, block.end
    found = RECOGNISED.match(content, begin, end)
    if not found or b"settings:" in found[0] or content.find(BLOCKS[0], begin, end) >= 0:
        return None
    title = content.find(b"\n", found.end(), end) + 1
    names = content.find(b"\n", title, end) + 1 if title else 0
    return content[begin:names] or None


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a report, or of a part of it that begins with a title."""
    columns: Columns | None = None
    rows: dict[str, int] = {}
    for line, content in lines_of(text, first):
        found = _TITLE.fullmatch(content) if "###" in content else None
        if found:
            table = _TABLES.get(str(found.lastgroup)) or found["method"].lower()
            columns = None
            rows = {}
            yield Record(line, content)
        elif content.isspace():
            yield Record(line, content)
        elif not table or table == SETTINGS:
            yield _setting(line, content, table)
        elif columns is None:
            columns = _columns(content)
            yield Record(line, content)
        else:
            yield _row(line, content, table, columns, rows)


@lru_cache(maxsize=8)
def _columns(text: str) -> Columns:
    """Return the names of the columns with figures, which follow that of the label."""
    return tuple(unique_in([" ".join(name.split()) for name in _texts(text)[1:]]))


def _setting(line: int, text: str, table: str) -> Record:
    found = _SETTING.fullmatch(text.rstrip())
    if found and found["name"] in _PATHS:
        return Record(line, text, PROSE)
    if found and table:
        return Record(line, text, EXPLAINED, table, found["name"], _value)
    return Record(line, text, UNEXPLAINED)


def _row(line: int, text: str, table: str, columns: Columns, rows: dict[str, int]) -> Record:
    texts = _texts(text)
    if len(texts) != len(columns) + 1 or not columns:
        return Record(line, text, UNEXPLAINED)
    name = unique(rows, " ".join(texts[0].split()))
    return Record(line, text, EXPLAINED, table, name, _figures, columns, tuple(texts[1:]))


def _texts(text: str) -> list[str]:
    """Return the columns of a line, which is cut at tabs, or at blanks where there are no tabs."""
    return text.rstrip().split("\t") if "\t" in text else text.split()


def _cut(text: str) -> list[tuple[int, int]]:
    """Return where the columns of a line begin and end."""
    if "\t" not in text:
        return [found.span() for found in _WORD.finditer(text)]
    ends = list(accumulate([len(piece) + 1 for piece in _texts(text)]))
    return [(begin, end - 1) for begin, end in zip([0, *ends], ends)]


def _value(text: str, columns: Columns) -> Sequence[Field]:
    found = _SETTING.fullmatch(text.rstrip())
    if not found:
        return ()
    value = " ".join(found["value"].split())
    if value.startswith("[") and value.endswith("]"):  # the order of these lists is not that of the configuration
        value = f"[{', '.join(sorted(value[1:-1].split(', ')))}]"
    return [Field(VALUE, *found.span("value"), value)]


def _figures(text: str, columns: Columns) -> Sequence[Field]:
    return [Field(column, *place) for column, place in zip(columns, _cut(text)[1:])]
