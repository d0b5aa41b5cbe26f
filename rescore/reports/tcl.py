"""The map history of muc-score 3.3: nested Tcl lists of attribute names, which begin with a hyphen, and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from common.errors import InputError
from rescore.reports.model import EXPLAINED, UNEXPLAINED, Columns, Field, Record
from rescore.statuses import UNSCORED

NESTED = ("-classes", "-objects", "-slots", "-multi_fills", "-fills")
DEEPEST = 10
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BARE = re.compile(r"(?:\\.|[^\s{}\\])+", re.DOTALL)
_BLANK = re.compile(r"\s*")


@dataclass(slots=True)
class _Word:
    """A word of a list: where it begins and ends, and whether it is in braces."""

    begin: int
    end: int
    braced: bool


class _Found:
    """The fields of an element's text; a call returns them."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Sequence[Field]) -> None:
        self._fields = fields

    def __call__(self, text: str, columns: Columns) -> Sequence[Field]:
        """Return the fields."""
        return self._fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Found)

    def __hash__(self) -> int:
        return hash(_Found)


def read_list(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield a record for each element of the list and those in it: documents, classes, objects, slots, fills."""
    elements = list(_Reader(text, first).elements(0, len(text), "", 0))
    begins = [0, *[begin for begin, _, _ in elements[1:]], len(text)]
    line = first
    for (begin, end), (_, row, fields) in zip(pairwise(begins), elements):
        moved = [Field(field.column, field.begin - begin, field.end - begin, field.value) for field in fields]
        yield Record(line, text[begin:end], EXPLAINED, table, row, _Found(moved))
        line += text.count("\n", begin, end)
    if not elements:
        yield Record(first, text, UNEXPLAINED if text.strip() else EXPLAINED)


class _Reader:
    """Walks through nested lists."""

    def __init__(self, text: str, first: int) -> None:
        self._text = text
        self._first = first

    def elements(self, begin: int, end: int, above: str, depth: int) -> Iterator[tuple[int, str, list[Field]]]:
        """Yield begin, name and fields of each element of a list and, after it, of those in it."""
        if depth > DEEPEST:
            raise self._error("is nested too deeply", begin)
        for number, element in enumerate(self._words(begin, end), 1):
            if not element.braced:
                raise self._error("holds a word where an element in braces is due", element.begin)
            attributes, inner = self._attributes(element)
            name = _name(attributes, above, number)
            fields = [
                Field(column, word.begin, word.end, self._value(word)) for column, word in attributes.items() if word
            ]
            yield element.begin, name, fields
            for nested in inner:
                yield from self.elements(nested.begin + 1, nested.end - 1, name, depth + 1)

    def _attributes(self, element: _Word) -> tuple[_Attributes, list[_Word]]:
        """Return an element's attributes, None for those without a value, and the lists in it."""
        words = list(self._words(element.begin + 1, element.end - 1))
        attributes = _Attributes(self._text)
        inner = []
        at = 0
        while at < len(words):
            column = self._text[words[at].begin : words[at].end]
            if words[at].braced or not column.startswith("-"):
                raise self._error("holds a value where an attribute's name is due", words[at].begin)
            following = words[at + 1] if at + 1 < len(words) else None
            if column in ("-aligned", "-noncommittal") or following is None:
                attributes[column[1:]] = None
                at += 1
                continue
            if column in NESTED and following.braced:
                inner.append(following)
            else:
                attributes[column[1:]] = following
            at += 2
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

    def _value(self, word: _Word) -> str:
        text = self._text[word.begin : word.end]
        return " ".join((text[1:-1] if word.braced else text).split())

    def _error(self, problem: str, at: int) -> InputError:
        line = self._first + self._text.count("\n", 0, at)
        return InputError(f"the Tcl list {problem}; write the history again", None, line, UNSCORED)


class _Attributes(dict[str, "_Word | None"]):
    """The attributes of an element by name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def word(self, name: str) -> str:
        """Return the text of an attribute's value, without braces; empty if it is not there."""
        word = self.get(name)
        return "" if word is None else self._text[word.begin : word.end].strip("{}")


def _name(attributes: _Attributes, above: str, number: int) -> str:
    """Return the name of an element: the names of those around it and its own."""
    for kind in ("document", "class", "slot"):
        if kind in attributes:
            return f"{above} {attributes.word(kind)}".strip()
    for kind in ("aligned", "noncommittal"):
        if kind in attributes:
            return f"{above} {kind} {number}"
    if " aligned " in above or " noncommittal " in above:
        return f"{above} {number}"
    side = "key" if "key" in attributes else "response"
    return f"{above} {side} {attributes.word(side)}"
