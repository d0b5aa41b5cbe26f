"""Reports of FairEval.py: settings, methods, their comparison, confusion matrix, labels of the target."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from rescore.reports.layout import Form, LineLayout
from rescore.reports.model import EXPLAINED, PROSE, UNEXPLAINED, Block, Columns, Field, ReportRecord
from rescore.reports.names import COMPARISON, CONFUSION, DATA, SETTINGS, VALUE, unique_in

_TABLES = {"settings": SETTINGS, "comparison": COMPARISON, "confusion": CONFUSION, "data": DATA}
_WORD = re.compile(r"\S+")


def _value(text: str) -> str:
    """Return a setting; the order of lists in brackets is not that of the configuration."""
    value = " ".join(text.split())
    is_list = value.startswith("[") and value.endswith("]")
    return f"[{', '.join(sorted(value[1:-1].split(', ')))}]" if is_list else value


class FairEvalReport(LineLayout):
    """The report: tables below their titles, with a label at the beginning of each row."""

    recognised = re.compile(
        rb"^[^\S\n]*###\s+(?:Evaluation\s+settings|\S+\s+evaluation|Comparison|Confusion\s+matrix|Target\s+data\s+stats):",
        re.MULTILINE,
    )
    blocks = (b"\n### ",)

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._columns: Columns | None = None

    @classmethod
    def heading(cls, block: Block) -> bytes | None:
        """Return title and column names of a table, None for the settings and for what does not begin with a title."""
        content, begin, end = block.content, block.begin, block.end
        found = cls.recognised.match(content, begin, end)
        if not found or b"settings:" in found[0] or content.find(cls.blocks[0], begin, end) >= 0:
            return None
        title = content.find(b"\n", found.end(), end) + 1
        names = content.find(b"\n", title, end) + 1 if title else 0
        return content[begin:names] or None

    @Form(
        r"\s*### (?:(?P<_settings>Evaluation settings)|(?P<_method>\S+) evaluation|(?P<_comparison>Comparison)"
        r"|(?P<_confusion>Confusion matrix)|(?P<_data>Target data stats)):"
    )
    def _title(self, found: re.Match[str]) -> str:
        self.table = _TABLES.get(str(found.lastgroup)[1:]) or found["_method"].lower()
        self._columns = None
        self.names = {}
        return ""

    _path = Form(r"\s*(?:target_in|system_in):.*", status=PROSE)

    @Form(r"\s*(?P<_name>\w+):\s*(?P<value>.*)", values={VALUE: _value})
    def _setting(self, found: re.Match[str]) -> str | None:
        return found["_name"] if self.table else None

    def record(self, line: int, text: str) -> ReportRecord:
        """Return the record of a line."""
        title = self._title.record(self, line, text, text.rstrip()) if "###" in text else None
        if title or self.table in ("", SETTINGS) or text.isspace():
            return title or super().record(line, text)
        if self._columns is None:
            self._columns = _columns(text)
            return ReportRecord(line, text)
        texts = _texts(text)
        if len(texts) != len(self._columns) + 1 or not self._columns:
            return ReportRecord(line, text, UNEXPLAINED)
        name = self.numbered(" ".join(texts[0].split()))
        return ReportRecord(line, text, EXPLAINED, self.table, name, _figures, self._columns, tuple(texts[1:]))


@lru_cache(maxsize=8)
def _columns(text: str) -> Columns:
    """Return the names of the columns with figures, which follow that of the label."""
    return tuple(unique_in([" ".join(name.split()) for name in _texts(text)[1:]]))


def _texts(text: str) -> list[str]:
    """Return the columns of a line, which is cut at tabs, or at blanks where there are no tabs."""
    return text.rstrip().split("\t") if "\t" in text else text.split()


def _figures(text: str, columns: Columns) -> Sequence[Field]:
    if "\t" in text:
        ends = list(accumulate([len(piece) + 1 for piece in _texts(text)]))
        places = [(begin, end - 1) for begin, end in zip([0, *ends], ends)]
    else:
        places = [found.span() for found in _WORD.finditer(text)]
    return [Field(column, *place) for column, place in zip(columns, places[1:])]
