"""The score reports of muc-score, both versions: a page for each document and one of totals, a tally in each row."""

from __future__ import annotations

import re

from rescore.reports.layout import MAX_LINE, Form, LineLayout
from rescore.reports.model import PROSE, squeezed
from rescore.reports.names import (
    COUNTS,
    F_MEASURES,
    MEASURES,
    PAGE_TOTAL,
    TEXT_FILTERING,
    section_row,
    slot_row,
    subtask_row,
)

_COUNTED = r"\s*(-?\d+)"
_TALLY = rf"(?P<_label>.*?) (-?\d+) (-?\d+)\s*\|{_COUNTED * 3}\s*\|{_COUNTED * 3}\s*\|" + r"\s*(-?\d+|\*)" * 6

_OBJECTS, _SLOTS, _SUBTASKS, _SECTIONS = "OBJ SCORES", "SLOT SCORES", "SUBTASK SCORES", "SECT SCORES"
_TITLES = {
    "SUMMARY SCORES": _OBJECTS,
    "TOTAL SLOT SCORES": "",
    "TASK SUBCATEGORIZATION SCORES": _SUBTASKS,
    "DOCUMENT SECTION SCORES": _SECTIONS,
}
_SUMS = ("TOTAL", "ALL OBJECTS", "ALL SLOTS")


class ScoreReport(LineLayout):
    """The report; a line stands in a page, which is a table, in a block and in a class."""

    recognised = re.compile(
        rb"^(?:[^\S\n]*SLOT)?[^\S\n]+POS\s+ACT\s*\|\s*COR\s+PAR\s+INC\s*\|\s*MIS\s+SPU", re.MULTILINE
    )
    blocks = (b"\nDocument: ", b"\f\n")
    max_line = MAX_LINE

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._block = ""
        self._class = ""
        self._sum = ""

    _rule = Form(r"\s*-{10}[-+\s]*")
    _headings = Form(r"(?:\s*SLOT)? POS ACT\s*\|.*")

    @Form(_TALLY, columns=(*COUNTS, *MEASURES))
    def _tally(self, found: re.Match[str]) -> str:
        return self.numbered(self._row(found["_label"]))

    def _row(self, label: str) -> str:
        """Return the name of a row, which an indented one shares with the class above it."""
        name = squeezed(label)
        if name.startswith("TEXT FILTER"):
            return TEXT_FILTERING
        if name in _SUMS:
            self._sum = name
            return name
        if self._block == _SECTIONS:
            return section_row(name)
        if label[:1] != " ":
            self._class = name
            return name
        return subtask_row(self._class, name) if self._block == _SUBTASKS else slot_row(self._class, name)

    @Form(r"\s*F-MEASURES (?:([\d.]+) ([\d.]+) ([\d.]+)|(not available\s.*))", columns=(*F_MEASURES, F_MEASURES[0]))
    def _f_measures(self, found: re.Match[str]) -> str:
        return self._sum or _SUMS[-1]

    @Form(r"\s*Document:\s*(?P<document>\S.*)")
    def _page(self, found: re.Match[str]) -> str:
        self._turn(found["document"], _OBJECTS)
        return "document"

    @Form(r"(?P<_page>\S.*?)\s*key:\s*(?P<key>\S.*?)\s*response:\s*(?P<response>\S.*)")
    def _page_of_1997(self, found: re.Match[str]) -> str:
        self._turn(found["_page"], "")
        return "document"

    @Form(rf"\s*\* \* \* (?P<_name>{'|'.join(_TITLES)}) \* \* \*")
    def _title(self, found: re.Match[str]) -> str:
        block = _TITLES[squeezed(found["_name"])]
        if self.table != PAGE_TOTAL or block not in (_SUBTASKS, _SECTIONS):
            self._turn(PAGE_TOTAL, "")
        self._block = block
        return ""

    @Form(r"(?P<_name>Enamex|Timex|Numex):")
    def _group(self, found: re.Match[str]) -> str:
        self._class = found["_name"].lower()
        return ""

    @Form(r"(?P<_name>\S.*?)\s*\|\s*\|\s*\|")
    def _heading(self, found: re.Match[str]) -> str:
        name = squeezed(found["_name"])
        if name in (_OBJECTS, _SLOTS, _SUBTASKS, _SECTIONS):
            self._block = name
        else:
            self._class = found["_name"]
        return ""

    _f_heading = Form(r"\s*P&R 2P&R P&2R")
    _configuration = Form(r"\s*Configuration:.*", status=PROSE)

    def _turn(self, page: str, block: str) -> None:
        self.table, self._block, self._class, self._sum, self.names = page, block, "", "", {}
