"""The map histories of muc-score: that of 1997, a line for each pair, and that of 3.3, one nested Tcl list.

Elements of the list hold attributes, whose names begin with a hyphen, with their values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from common.errors import InputError
from rescore.reports.layout import MAX_LINE, Form, LineLayout
from rescore.reports.model import EXPLAINED, PROSE, UNEXPLAINED, Field, FixedFields, ReportRecord, squeezed
from rescore.reports.names import HISTORY
from rescore.statuses import UNSCORED

_NESTED = ("classes", "objects", "slots", "multi_fills", "fills")
_WITHOUT_VALUE = ("aligned", "noncommittal")
_MAX_DEPTH = 10
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BARE = re.compile(r"(?:\\.|[^\s{}\\])+", re.DOTALL)
_BLANK = re.compile(r"\s*")


class MapHistory(LineLayout):
    """A map history. Rows of that of 1997 are called after the class, or the document where there is none yet."""

    recognised = re.compile(
        rb"^[^\S\n]*(?:Mapping\s+history\s+for\s+configuration|\{-(?:document|class|result|slot)\s)", re.MULTILINE
    )
    table = HISTORY
    max_line = MAX_LINE

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._above = ""

    @Form(r"\s*(?P<_key>\S.*?)\s*<-->\s*(?P<response>\S.*?)\s*\(\s*(?P<f_score>-?[\d.]+)\s*\)")
    def _pair(self, found: re.Match[str]) -> str:
        return f"{self._above} {found['_key']}"

    @Form(r"\s+(?P<name>\S.*?):")
    def _name(self, found: re.Match[str]) -> str:
        self._above = str(found["name"])
        return self._above

    _configuration = Form(r"\s*Mapping history for configuration.*", status=PROSE)
    _headings = Form(r"\s*key response \(f_score\)")

    def read(self, text: str, first: int) -> Iterator[ReportRecord]:
        """Yield the records of a history: of the list one for each element, those in it follow it."""
        if not text.lstrip().startswith("{"):
            yield from super().read(text, first)
            return
        elements = list(_TclList(text, first).elements(0, len(text), "", 0))
        begins = [0, *[begin for begin, _, _ in elements[1:]], len(text)]
        line = first
        for (begin, end), (_, row, fields) in zip(pairwise(begins), elements):
            own = FixedFields([Field(name, start - begin, stop - begin, value) for name, start, stop, value in fields])
            yield ReportRecord(line, text[begin:end], EXPLAINED, self.table, row, own)
            line += text.count("\n", begin, end)
        if not elements:
            yield ReportRecord(first, text, UNEXPLAINED if text.strip() else EXPLAINED)


class _Word(NamedTuple):
    """A word of a list: where it begins and ends, and whether it is in braces."""

    begin: int
    end: int
    braced: bool


_Attributes: TypeAlias = dict[str, _Word | None]


class _TclList:
    """Walks through nested lists."""

    def __init__(self, text: str, first: int) -> None:
        self._text = text
        self._first = first

    def elements(
        self, begin: int, end: int, above: str, depth: int
    ) -> Iterator[tuple[int, str, list[tuple[str, int, int, str]]]]:
        """Yield begin, name and fields of each element of a list and, after it, of those in it."""
        if depth > _MAX_DEPTH:
            raise self._error("is nested too deeply", begin)
        for number, element in enumerate(self._words(begin, end), 1):
            if not element.braced:
                raise self._error("holds a word where an element in braces is due", element.begin)
            attributes, inner = self._attributes(element)
            name = self._name(attributes, above, number)
            yield (
                element.begin,
                name,
                [
                    (column, word.begin, word.end, squeezed(self._value(word)))
                    for column, word in attributes.items()
                    if word
                ],
            )
            for nested in inner:
                yield from self.elements(nested.begin + 1, nested.end - 1, name, depth + 1)

    def _attributes(self, element: _Word) -> tuple[_Attributes, list[_Word]]:
        """Return an element's attributes, None for those without a value, and the lists in it."""
        attributes: _Attributes = {}
        inner = []
        words = iter([*self._words(element.begin + 1, element.end - 1)])
        for word in words:
            text = self._text[word.begin : word.end]
            if word.braced or not text.startswith("-"):
                raise self._error("holds a value where an attribute's name is due", word.begin)
            name = text[1:]
            value = None if name in _WITHOUT_VALUE else next(words, None)
            if value is not None and value.braced and name in _NESTED:
                inner.append(value)
            else:
                attributes[name] = value
        return attributes, inner

    def _words(self, at: int, end: int) -> Iterator[_Word]:
        while True:
            blank = _BLANK.match(self._text, at, end)
            at = blank.end() if blank else at
            if at >= end:
                return
            braced = self._text[at] == "{"
            bare = None if braced else _BARE.match(self._text, at, end)
            if not braced and not bare:
                raise self._error("holds a brace that is not opened", at)
            close = bare.end() if bare else self._closing(at, end)
            yield _Word(at, close, braced)
            at = close

    def _closing(self, at: int, end: int) -> int:
        depth = 0
        for found in _BRACE.finditer(self._text, at, end):
            depth += {"{": 1, "}": -1}.get(found[0], 0)
            if not depth:
                return found.end()
        raise self._error("holds a brace that is not closed", at)

    def _value(self, word: _Word | None) -> str:
        if word is None:
            return ""
        return self._text[word.begin + word.braced : word.end - word.braced]

    def _name(self, attributes: _Attributes, above: str, number: int) -> str:
        """Return the name of an element: the names of those around it and its own."""
        for kind in ("document", "class", "slot"):
            if kind in attributes:
                return f"{above} {self._value(attributes[kind])}".strip()
        for kind in _WITHOUT_VALUE:
            if kind in attributes:
                return f"{above} {kind} {number}"
        if " aligned " in above or " noncommittal " in above:
            return f"{above} {number}"
        side = "key" if "key" in attributes else "response"
        return f"{above} {side} {self._value(attributes.get(side))}"

    def _error(self, problem: str, at: int) -> InputError:
        line = self._first + self._text.count("\n", 0, at)
        return InputError(f"the Tcl list {problem}; write the history again", None, line, UNSCORED)
