"""Reports of FairEval.py: settings, methods, their comparison, confusion matrix, labels of the target."""

from __future__ import annotations

import re
import sys
from itertools import repeat

from common.result import unique, unique_in
from rescore.reports.model import SETTINGS, UNEXPLAINED, Form, Layout, ReportRecord, squeezed

_TABLES = r"\S+\s+evaluation|Comparison|Confusion\s+matrix|Target\s+data\s+stats"
_WORD, _FIELD = re.compile(r"\S+"), re.compile(r"(?<![^\t])[^\t]*")  # a field ends before a tab


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
    columns: list[str] | None = None

    @Form(
        r"\s*### (?:(?P<_settings>Evaluation settings)|(?P<_method>\S+) evaluation|(?P<_comparison>Comparison)"
        r"|(?P<_confusion>Confusion matrix)|(?P<_data>Target data stats)):"
    )
    def _title(self, found: re.Match[str]) -> str:
        self.table = (found["_method"] or str(found.lastgroup)[1:]).lower()
        self.columns = None
        self.names = {}
        return ""

    _path = Form(r"\s*(?:target_in|system_in):.*")

    @Form(r"\s*(?P<_name>\w+):\s*(?P<value>.*)", values={"value": _value})
    def _setting(self, found: re.Match[str]) -> str | None:
        return found["_name"] if self.table else None

    def record(self, line: int, text: str) -> ReportRecord:
        """Return the record of a line; rows are cut at tabs, or at blanks if they have no tab."""
        is_title = self._title.regex.fullmatch(text.rstrip())
        if is_title or self.table in ("", SETTINGS) or text.isspace():
            return super().record(line, text)
        spans = [field.span() for field in (_FIELD if "\t" in text else _WORD).finditer(text.rstrip())]
        if self.columns is None:
            self.columns = unique_in([squeezed(text[slice(*span)]) for span in spans[1:]])
            return ReportRecord(line, text)
        if not self.columns or len(spans) != len(self.columns) + 1:
            return ReportRecord(line, text, UNEXPLAINED)
        name = unique(self.names, squeezed(text[slice(*spans[0])]))
        return self.row_record(line, text, name, zip(self.columns, spans[1:], repeat(None)))
