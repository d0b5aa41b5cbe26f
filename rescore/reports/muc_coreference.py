"""Coreference in muc-score 3.3: the score report, and the partition file, which lists the mentions of each class."""

from __future__ import annotations

import re

from rescore.reports.layout import MAX_LINE, Form, LineLayout
from rescore.reports.names import COREFERENCE, COREFERENCE_COLUMNS, KEY, PARTITIONS, RESPONSE

_LINKS = r"(\d+)\s*/\s*(\d+) ([\d.]+)(?:\s*%\s*| )"


class CoreferenceReport(LineLayout):
    """The score report: classes, links, recall, precision and F of each document."""

    recognised = re.compile(rb"^Document\s+No\.\s+Cls\s+Cls\s+Recall\s+Precision", re.MULTILINE)
    table = COREFERENCE
    max_line = MAX_LINE

    @Form(rf"\s*(?P<_name>\S(?:.*?\S)??) (\d+) (\d+) {_LINKS * 2}([\d.]+)\s*(?:%\s*)?", columns=COREFERENCE_COLUMNS)
    def _document(self, found: re.Match[str]) -> str:
        return self.numbered(found["_name"].rstrip(":"))

    _headings = Form(r"\s*(?:Key Rsp|Document No\. Cls Cls Recall Precision f)")


class PartitionFile(LineLayout):
    """The partition file. A row is called after document, side, first mention of the class, and mention."""

    recognised = re.compile(rb"^(?:\*{30,}|={30,})\s*$", re.MULTILINE)
    table = PARTITIONS
    max_line = MAX_LINE

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._document, self._side, self._first, self._is_open = "", KEY, "", False

    @Form(
        r"\s*(?P<code>C|M|S) (?P<begin>-?\d+) (?P<end>-?\d+) (?P<_id>\S+) (?P<ref>\S+) "
        r'(?:(?P<partner>\S+) )??"(?P<words>.*)"'
    )
    def _mention(self, found: re.Match[str]) -> str | None:
        if not self._is_open:
            return None
        self._first = self._first or found["_id"]
        return f"{self._document} {self._side} {self._first} {found['_id']}"

    @Form(r"\s*(?:(?P<_key>\*{10,})|={10,})")
    def _rule(self, found: re.Match[str]) -> str:
        self._is_open, self._first, self._side = not self._is_open, "", KEY if found["_key"] else RESPONSE
        return ""

    @Form(r"\s*Document (?P<document>\S.*)")
    def _title(self, found: re.Match[str]) -> str:
        self._document, self._is_open = found["document"], False
        return self._document
