"""The score reports of muc-score, both versions: a page for each document and one of totals, a tally in each row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.reports.model import EXPLAINED, PROSE, UNEXPLAINED, Columns, Field, Record, is_too_long, lines_of, squeezed
from rescore.reports.names import (
    COUNTS,
    DOCUMENT,
    F_MEASURES,
    KEY,
    MEASURES,
    PAGE_TOTAL,
    TEXT_FILTERING,
    section_row,
    slot_row,
    subtask_row,
    unique,
)

BLOCKS = (b"\nDocument: ", b"\f\n")
RESPONSE = "response"
RECOGNISED = re.compile(rb"^(?:[^\S\n]*SLOT)?[^\S\n]+POS\s+ACT\s*\|\s*COR\s+PAR\s+INC\s*\|\s*MIS\s+SPU", re.MULTILINE)

_COUNTED = r"\s*(-?\d+)"
_ROW = re.compile(
    r"(?P<label>.*?)\s+(-?\d+)\s+(-?\d+)\s*\|"
    + _COUNTED * 3
    + r"\s*\|"
    + _COUNTED * 3
    + r"\s*\|"
    + r"\s*(-?\d+|\*)" * 6
    + r"\s*"
)
_FIGURES = (*COUNTS, *MEASURES)  # of such a row
_HEADING_OF_COLUMNS = re.compile(r"(?:\s*SLOT)?\s+POS\s+ACT\s*\|.*", re.DOTALL)
_BLOCK = re.compile(r"(?P<name>\S.*?)\s*\|\s*\|\s*\|\s*")
_GROUP = re.compile(r"(?P<name>Enamex|Timex|Numex):\s*")
_RULE = re.compile(r"\s*-{10}[-+\s]*")
_DOCUMENT_1997 = re.compile(r"(?P<page>\S.*?)\s*key:\s*(\S.*?)\s*response:\s*(\S.*?)\s*")
_DOCUMENT_33 = re.compile(r"\s*Document:\s*(?P<page>\S.*?)\s*")
_TITLE = re.compile(r"\s*\*\s+\*\s+\*\s+(?P<name>\S.*?\S)\s+\*\s+\*\s+\*\s*")
_F_HEADING = re.compile(r"\s*P&R\s+2P&R\s+P&2R\s*")
_F = re.compile(r"\s*F-MEASURES\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*")
_NO_F = re.compile(r"\s*F-MEASURES\s+(not\s+available\s.*?)\s*")
_CONFIGURATION = re.compile(r"\s*Configuration:.*", re.DOTALL)

OBJECTS, SLOTS, SUBTASKS, SECTIONS = "OBJ SCORES", "SLOT SCORES", "SUBTASK SCORES", "SECT SCORES"
_TITLES = {
    "SUMMARY SCORES": OBJECTS,
    "TOTAL SLOT SCORES": "",
    "TASK SUBCATEGORIZATION SCORES": SUBTASKS,
    "DOCUMENT SECTION SCORES": SECTIONS,
}
_SUMS = ("TOTAL", "ALL OBJECTS", "ALL SLOTS")


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a report, or of some of its pages."""
    reader = _Reader()
    for line, content in lines_of(text, first):
        yield reader.record(line, content)


class _Reader:
    """Knows the page, block and class that a line stands in."""

    def __init__(self) -> None:
        self._page = ""
        self._block = ""
        self._class = ""
        self._sum = ""
        self._names: dict[str, int] = {}

    def record(self, line: int, text: str) -> Record:
        """Return the record of a line."""
        if is_too_long(text):
            return Record(line, text, UNEXPLAINED)
        if not text.strip() or _RULE.fullmatch(text) or _HEADING_OF_COLUMNS.fullmatch(text):
            return Record(line, text)
        found = _ROW.fullmatch(text)
        if found:
            name = unique(self._names, self._row(found["label"]))
            return Record(line, text, EXPLAINED, self._page, name, _tally, _FIGURES, found.groups()[1:])
        if _F.fullmatch(text) or _NO_F.fullmatch(text):
            return Record(line, text, EXPLAINED, self._page, self._sum or _SUMS[-1], _f_measures)
        return self._heading(line, text)

    def _row(self, label: str) -> str:
        """Return the name of a row, which an indented one shares with the class above it."""
        name = squeezed(label)
        if name.startswith("TEXT FILTER"):
            return TEXT_FILTERING
        if name in _SUMS:
            self._sum = name
            return name
        if self._block == SECTIONS:
            return section_row(name)
        if label[:1] != " ":
            self._class = name
            return name
        return subtask_row(self._class, name) if self._block == SUBTASKS else slot_row(self._class, name)

    def _heading(self, line: int, text: str) -> Record:
        found = _DOCUMENT_33.fullmatch(text)
        if found:
            self._turn(found["page"], OBJECTS)
            return Record(line, text, EXPLAINED, self._page, DOCUMENT, _page_number)
        found = _DOCUMENT_1997.fullmatch(text)
        if found:
            self._turn(found["page"], "")
            return Record(line, text, EXPLAINED, self._page, DOCUMENT, _documents)
        found = _TITLE.fullmatch(text)
        title = squeezed(found["name"]) if found else ""
        if title in _TITLES:
            if self._page != PAGE_TOTAL or _TITLES[title] not in (SUBTASKS, SECTIONS):
                self._turn(PAGE_TOTAL, "")
            self._block = _TITLES[title]
            return Record(line, text)
        found = _GROUP.fullmatch(text)
        if found:
            self._class = found["name"].lower()
            return Record(line, text)
        found = _BLOCK.fullmatch(text)
        if found:
            name = squeezed(found["name"])
            if name in (OBJECTS, SLOTS, SUBTASKS, SECTIONS):
                self._block = name
            else:
                self._class = found["name"]
            return Record(line, text)
        known = _F_HEADING.fullmatch(text)
        return Record(line, text, EXPLAINED if known else PROSE if _CONFIGURATION.fullmatch(text) else UNEXPLAINED)

    def _turn(self, page: str, block: str) -> None:
        self._page, self._block, self._class, self._sum, self._names = page, block, "", "", {}


def _tally(text: str, columns: Columns) -> Sequence[Field]:
    found = _ROW.fullmatch(text)
    if not found:
        return ()
    return [Field(column, *found.span(group)) for group, column in enumerate(_FIGURES, 2)]


def _f_measures(text: str, columns: Columns) -> Sequence[Field]:
    found = _F.fullmatch(text)
    if found:
        return [Field(column, *found.span(group)) for group, column in enumerate(F_MEASURES, 1)]
    found = _NO_F.fullmatch(text)
    return [Field(F_MEASURES[0], *found.span(1))] if found else ()


def _documents(text: str, columns: Columns) -> Sequence[Field]:
    found = _DOCUMENT_1997.fullmatch(text)
    return [Field(KEY, *found.span(2)), Field(RESPONSE, *found.span(3))] if found else ()


def _page_number(text: str, columns: Columns) -> Sequence[Field]:
    found = _DOCUMENT_33.fullmatch(text)
    return [Field(DOCUMENT, *found.span("page"))] if found else ()
