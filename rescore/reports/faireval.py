"""Reports of FairEval.py: settings, methods, their comparison, confusion matrix, labels of the target."""

from __future__ import annotations

import re
import sys
from itertools import accumulate, repeat

from common.result import unique_in
from rescore.reports import model
from rescore.reports.model import EXPLAINED, PROSE, UNEXPLAINED, Columns, Form, Layout, ReportRecord, squeezed

_TABLES = r"\S+\s+evaluation|Comparison|Confusion\s+matrix|Target\s+data\s+stats"
_WORD = re.compile(r"\S+")


def _value(text: str) -> str:
    """Return a setting; a list in brackets is sorted, because its order is not that of the configuration."""
    value = squeezed(text)
    is_list = value.startswith("[") and value.endswith("]")
    return f"[{', '.join(sorted(value[1:-1].split(', ')))}]" if is_list else value


class FairEvalReport(Layout):
    """The report: tables below their titles, with a label at the beginning of each row."""

    name = "faireval"
    recognised = rf"^[^\S\n]*###\s+(?:Evaluation\s+settings|{_TABLES}):".encode()
    max_line = sys.maxsize
    blocks = rb"\n### "
    heading = rf"[^\S\n]*###\s+(?:{_TABLES}):[^\n]*\n[^\n]*\n".encode()
    columns: Columns | None = None

    @Form(
        r"\s*### (?:(?P<_settings>Evaluation settings)|(?P<_method>\S+) evaluation|(?P<_comparison>Comparison)"
        r"|(?P<_confusion>Confusion matrix)|(?P<_data>Target data stats)):"
    )
    def _title(self, found: re.Match[str]) -> str:
        self.table = (found["_method"] or str(found.lastgroup)[1:]).lower()
        self.columns = None
        self.names = {}
        return ""

    _path = Form(r"\s*(?:target_in|system_in):.*", status=PROSE)

    @Form(r"\s*(?P<_name>\w+):\s*(?P<value>.*)", values={"value": _value})
    def _setting(self, found: re.Match[str]) -> str | None:
        return found["_name"] if self.table else None

    def record(self, line: int, text: str) -> ReportRecord:
        """Return the record of a line; rows are cut at tabs, or at blanks if they have no tab."""
        title = self._title.record(self, line, text, text.rstrip()) if "###" in text else None
        if title or self.table in ("", model.SETTINGS) or text.isspace():
            return title or super().record(line, text)
        spans = _spans(text)
        if self.columns is None:
            self.columns = tuple(unique_in([squeezed(text[slice(*span)]) for span in spans[1:]]))
            return ReportRecord(line, text)
        if len(spans) != len(self.columns) + 1 or not self.columns:
            return ReportRecord(line, text, UNEXPLAINED)
        name = self.numbered(squeezed(text[slice(*spans[0])]))
        return ReportRecord(
            line, text, EXPLAINED, self.cells(line, text, name, zip(self.columns, spans[1:], repeat(None)))
        )


def _spans(text: str) -> list[tuple[int, int]]:
    if "\t" not in text:
        return [found.span() for found in _WORD.finditer(text)]
    ends = [*accumulate([len(field) + 1 for field in text.rstrip().split("\t")])]
    return [(begin, end - 1) for begin, end in zip([0, *ends], ends)]
