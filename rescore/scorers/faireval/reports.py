"""Reports of FairEval.py: settings, methods, their comparison, confusion matrix, labels of the target."""

from __future__ import annotations

import re
import sys
from itertools import accumulate, count
from operator import add

from legacy_scorers.common.result import unique, unique_in
from legacy_scorers.rescore.reports.model import EXPLAINED, UNEXPLAINED, Form, Layout, ReportLine
from legacy_scorers.rescore.reports.words import squeezed

SETTINGS, OVERALL = "settings", "overall"
METHODS = ("traditional", "fair", "weighted")
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
    recognised = (
        rb"^[^\S\n]*###\s+(?:Evaluation\s+settings:\s+eval_method:|\S+\s+evaluation:\s+Label\s+[A-Z]{2,4}\s"
        rb"|Comparison:\s+Version\s+Prec\s|Confusion\s+matrix:\s+Target\\System\s|Target\s+data\s+stats:)"
    )
    listings = (SETTINGS,)
    max_line = sys.maxsize
    columns: tuple[str, ...] | None = None
    given: tuple[None, ...] = ()

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

    def record(self, line: int, text: str) -> ReportLine:
        """Return the record of a line."""
        is_title = "###" in text and self._title.regex.fullmatch(text.rstrip())
        if is_title or self.table in ("", SETTINGS) or text.isspace():
            return super().record(line, text)
        label, fields, begins = _cut(text)
        if self.columns is None:
            self.columns = tuple(unique_in([squeezed(field) for field in fields]))
            self.given = (None,) * len(fields)
            return ReportLine(line, text)
        if not self.columns or len(fields) != len(self.columns):
            return ReportLine(line, text, UNEXPLAINED)
        row = unique(self.names, squeezed(label))
        return ReportLine(line, text, EXPLAINED, self.table, row, self.columns, fields, self.given, begins)


def _cut(text: str) -> tuple[str, tuple[str, ...], tuple[int, ...]]:
    """Return the label of a row, its fields, and their begins; it is cut at tabs, or at blanks if it has no tab."""
    if "\t" not in text:
        first, *words = _WORD.finditer(text)
        return first[0], tuple([word[0] for word in words]), tuple([word.start() for word in words])
    label, *fields = text.rstrip().split("\t")
    return label, tuple(fields), tuple(map(add, accumulate(map(len, (label, *fields[:-1]))), count(1)))
