"""The coreference score report of muc-score 3.3: classes, links, recall, precision and F of each document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.reports.model import EXPLAINED, UNEXPLAINED, Columns, Field, Record, is_too_long, lines_of
from rescore.reports.names import COREFERENCE, COREFERENCE_COLUMNS, unique

RECOGNISED = re.compile(rb"^Document\s+No\.\s+Cls\s+Cls\s+Recall\s+Precision", re.MULTILINE)
_HEADINGS = re.compile(r"\s*(?:Key\s+Rsp|Document\s+No\.\s+Cls\s+Cls\s+Recall\s+Precision\s+f)\s*")
_GAP = r"(?:\s*%\s*|\s+)"  # after a percentage
_LINKS = r"(\d+)\s*/\s*(\d+)\s+([\d.]+)" + _GAP
_ROW = re.compile(rf"\s*(?P<name>\S(?:.*?\S)??)\s+(\d+)\s+(\d+)\s+{_LINKS * 2}([\d.]+)\s*(?:%\s*)?")


def table_of(content: bytes) -> str:
    """Return the name of the table."""
    return COREFERENCE


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a report."""
    names: dict[str, int] = {}
    for line, content in lines_of(text, first):
        found = None if is_too_long(content) else _ROW.fullmatch(content)
        if found:
            yield Record(line, content, EXPLAINED, table, unique(names, found["name"].rstrip(":")), _figures)
        else:
            known = not content.strip() or (not is_too_long(content) and _HEADINGS.fullmatch(content))
            yield Record(line, content, EXPLAINED if known else UNEXPLAINED)


def _figures(text: str, columns: Columns) -> Sequence[Field]:
    found = _ROW.fullmatch(text)
    if not found:
        return ()
    return [Field(column, *found.span(group)) for group, column in enumerate(COREFERENCE_COLUMNS, 2)]
