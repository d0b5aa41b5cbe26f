"""Lists of Tcl as muc-score 3.3 writes a map history: elements in braces, with ``-attributes``.

An attribute has no value, a word, words in braces, or, if its name says so, a list of elements in braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports.model import Printed
from legacy_scorers.rescore.reports.words import squeezed

WITHOUT_VALUE = ("aligned", "noncommittal")
_LISTS = ("classes", "objects", "slots", "multi_fills", "fills")
_MAX_DEPTH = 10
_LETTERS = r"(?:[^\s{}\\]+|\\.)+"
_ELEMENT = re.compile(r"\s*(?:(\{)|(?=\})|\Z)")  # or the end of the list
_ATTRIBUTE = re.compile(
    rf"\s*-(?:({'|'.join(WITHOUT_VALUE)})(?=[\s{{}}]|\Z)|({_LETTERS})?\s*(\{{|{_LETTERS})?)", re.DOTALL
)
_NO_ATTRIBUTE = re.compile(r"\s*(?:(?=\})|\Z)")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


@dataclass(slots=True)
class TclElement:
    """An element of a list, and where it begins in the text."""

    begin: int
    texts: dict[str, str] = field(default_factory=dict)  # what each attribute says, without braces; empty if nothing
    printed: dict[str, Printed] = field(default_factory=dict)  # attributes that say something; from ``begin``
    lists: list[list[TclElement]] = field(default_factory=list)


class TclList:
    """The elements of a text, each of which is read when it is asked for.

    Raises :class:`InputError` with the line, if the text is no list of elements.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0  # what is before it was read
        self._outermost = 0  # the begin of the outermost element that is read

    def elements(self) -> Iterator[TclElement]:
        """Yield the outermost elements."""
        yield from self._elements(0)
        if self._at < len(self._text):
            raise self._error("has a brace that is not opened", self._at)

    def _elements(self, depth: int) -> Iterator[TclElement]:
        """Yield the elements before the brace that closes their list, or the end."""
        if depth > _MAX_DEPTH:
            raise self._error("is nested too deeply", self._at)
        while opened := self._next(_ELEMENT):
            if not opened[1]:
                return
            yield self._element(self._at - 1, depth)
        raise self._error("has a word instead of an element in braces", self._at)

    def _element(self, begin: int, depth: int) -> TclElement:
        element = TclElement(begin)
        if not depth:
            self._outermost = begin
        while found := self._next(_ATTRIBUTE):
            flag, name, word = found.groups("")
            if word == "{" and name in _LISTS:
                element.lists.append([*self._elements(depth + 1)])
                self._close()
                continue
            start = self._at - len(word)
            if word == "{":
                self._skip_braces()
                word = self._text[start : self._at]
            name = flag or name
            element.texts[name] = word[1:-1] if word[:1] == "{" else word
            if word:
                element.printed[name] = (name, word, squeezed(element.texts[name]), start - begin)
        if not self._next(_NO_ATTRIBUTE):
            raise self._error("has a value instead of the name of an attribute", self._at)
        self._close()
        return element

    def _next(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what is next if it is of a pattern, and go behind it."""
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return found

    def _skip_braces(self) -> None:
        """Go from behind an opening brace to behind the one that closes it."""
        depth = 1
        for brace in _BRACE.finditer(self._text, self._at):
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if not depth:
                self._at = brace.end()
                return
        raise self._unclosed()

    def _close(self) -> None:
        """Go behind the brace that is next."""
        if self._at == len(self._text):
            raise self._unclosed()
        self._at += 1

    def _unclosed(self) -> InputError:
        return self._error("has a brace that is not closed", self._outermost)

    def _error(self, problem: str, at: int) -> InputError:
        begin = len(self._text) - len(self._text[at:].lstrip())  # of what is wrong
        line = self._text.count("\n", 0, begin) + 1
        return InputError(f"the Tcl list {problem}; write the history again", None, line, UNSCORED)
