"""The report summaries of muc-score: a line for each pair of objects, mentions or fills and each that stands alone.

Four layouts: named entities of 1997 and of 3.3, coreference, information extraction. Lines have no names of their own;
a row is called after the words of the key, or of the response where the key has none.
"""

from __future__ import annotations

import re

from rescore.reports.layout import MAX_LINE, Form, LineLayout
from rescore.reports.model import squeezed
from rescore.reports.names import SUMMARY

# No form tries more than one way to divide a run of blanks.
_IN_QUOTES = r'(?=.*"\Z)'  # without a quotation mark at the end the rest of a pattern would search long for one
_SCORE = "cor|inc|mis|non|opt|uns|par"
_TYPE = r"[^\s\"]+"
_TYPES = rf"({_TYPE}) ({_TYPE})|({_TYPE}(?: {_TYPE}){{2,}})|(?(_spurious)({_TYPE})|({_TYPE}))|"


class ReportSummary(LineLayout):
    """A report summary; a line stands in a document, an object and a slot."""

    recognised = re.compile(
        rb"^(?:[^\S\n]*\*\s+\*\s+\*\s+REPORT\s+SUMMARY\s|TAG\s+TYPE\s+TEXT\s+KEY_TYPE\s|(?:COR|MIS|SPU|OPT)\s+\"|"
        rb"[A-Za-z]{3}\s*\|[^|\n]*\|[^\n]*\|)",
        re.MULTILINE,
    )
    table = SUMMARY
    max_line = MAX_LINE

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._document = ""
        self._object = ""
        self._slot = ""

    _headings = Form(
        r"\s*(?:-{20,}|\* \* \* REPORT SUMMARY \* \* \*|TAG TYPE TEXT KEY_TYPE RSP_TYPE KEY_TEXT RSP_TEXT"
        r"|map/score map/score.*|category category.*|type text type text type text)"
    )

    @Form(r"\s*Document (?P<document>\S.*)")
    def _title(self, found: re.Match[str]) -> str:
        self._document = found["document"] + " "
        return str(found["document"])

    @Form(rf'{_IN_QUOTES}\s*(?P<code>COR|MIS|SPU|OPT) "(?P<key>.*)" "(?P<response>.*)"', trimmed=True)
    def _mentions(self, found: re.Match[str]) -> str:
        return f'{self._document}"{squeezed(found["key"] or found["response"])}"'

    @Form(r"\s*(?P<code>[A-Za-z]{3})\s*\|(?P<_slot>[^|]*)\|(?P<key>.*?)(?:\s\|\s?|\|$)(?P<response>.*)", trimmed=True)
    def _fills(self, found: re.Match[str]) -> str:
        if found["code"].isupper():
            self._object, self._slot = found["key"].strip() or found["response"].strip(), ""
            return self._object
        self._slot = found["_slot"].strip() or self._slot
        return f"{self._object} {self._slot}"

    @Form(
        rf"{_IN_QUOTES}(?P<TAG>\S+) (?=\S)(?:(?P<TYPE>{_SCORE}|(?P<_spurious>spu)) (?=\S))?"
        rf'(?:(?P<TEXT>{_SCORE}|spu)(?=[\s\"]))?\s*(?:{_TYPES})\s*"(?P<KEY_TEXT>.*?)"\s*"(?P<RSP_TEXT>.*)"',
        columns=("KEY_TYPE", "RSP_TYPE", "types", "RSP_TYPE", "KEY_TYPE"),
        trimmed=True,
    )
    def _entities(self, found: re.Match[str]) -> str:
        return f'{self._document}{found["TAG"]} "{squeezed(found["KEY_TEXT"] or found["RSP_TEXT"])}"'

    @Form(
        r"(?:(?P<type>COR|INC|MIS|SPU|NON) (?P<text>COR|INC|MIS|SPU|NON)|(MIS|SPU))(?!\S)\s*(?P<strings>.*)",
        columns=("type",),
    )
    def _entities_of_1997(self, found: re.Match[str]) -> str:
        return squeezed(found["strings"])
