"""Lines of a published report that cannot be read, and whether they are lines of the printed one with other numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from itertools import dropwhile
from operator import eq
from typing import TypeAlias

from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.reports.report import Report
from legacy_scorers.rescore.reports.words import grouped

Line: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]  # its words and signs, and its numbers

_WORD, _DIGITS = re.compile(r"[^\W\d_]+|[^\w\s.,]"), re.compile(r"\d+")
_DIGITS_OF_ONE = 2  # parts of a figure: before and after its point
_MANY_DIGITS = 8  # parts of figures in a row of a table
_LEAST_OF_CUT = 3  # words and signs of a line that was cut off


def hold_lines_of(new: Report, unread: Set[Line]) -> bool:
    """Whether lines that cannot be read are some of a report, with other numbers."""
    if not unread:
        return False
    printed = _PrintedLines(set(map(line_of, decoded(new.content).splitlines())))
    return any(map(printed.has_with_other_numbers, unread))


class _PrintedLines:
    """The lines of a printed report, of which an unreadable line may be one with other numbers, such as ``0,11``."""

    def __init__(self, lines: Set[Line]) -> None:
        self._lines = lines
        self._words = {words for words, _ in lines if words}
        self._by_begin = grouped((one[0][:_LEAST_OF_CUT], one) for one in lines if len(one[0]) >= _LEAST_OF_CUT)
        self._by_number = grouped((digits[:1], digits) for _, digits in lines)

    def has_with_other_numbers(self, line: Line) -> bool:
        """Whether a line is one of these, but for its numbers.

        Half of the words are enough for a line of figures, such as one with ``F1`` for ``FB1``, and half of the numbers
        for one without words. A line may be cut off.
        """
        words, digits = line
        if line in self._lines:
            return False
        is_spoiled = any(_is_spoiled(digits, row) for row in self._by_number.get(digits[:1], ()))
        return words in self._words or is_spoiled or self._is_cut(words, digits) or self._is_like(words, digits)

    def _is_cut(self, words: Sequence[str], digits: Sequence[str]) -> bool:
        near = self._by_begin.get(tuple(words[:_LEAST_OF_CUT]), ())
        cut_from = [numbers for full, numbers in near if _is_cut_from(words, full)]
        return bool(cut_from) and not any(_is_cut_from(digits, numbers) for numbers in cut_from)

    def _is_like(self, words: Sequence[str], digits: Sequence[str]) -> bool:
        if len(digits) <= _DIGITS_OF_ONE:
            return False
        near = [numbers for other, numbers in self._lines if _are_alike(words, other)]
        return bool(near) and not any({*digits} <= {*numbers} for numbers in near)


def _is_cut_from(parts: Sequence[str], full: Sequence[str]) -> bool:
    """Whether some words or numbers are the first ones of a line, of which the last may be cut off."""
    last = len(parts) - 1
    return last < 0 or (parts[:last] == full[:last] and "".join(full[last : last + 1]).startswith(parts[last]))


def _is_spoiled(digits: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether half of the numbers of a line, at their places, but not all, are those of a printed line of many."""
    same = sum(map(eq, digits, printed))
    return len(digits) == len(printed) >= _MANY_DIGITS and len(printed) <= 2 * same < 2 * len(printed)


def _are_alike(words: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether half of the words of a printed line, without its signs, are among some words."""
    wanted = {word for word in printed if word.isalpha()}
    return len(wanted) > 1 and 2 * len(wanted & {*words}) >= len(wanted)


def line_of(text: str) -> Line:
    """Return words and numbers of a line, without signs before the first word, as of a list."""
    words = dropwhile(lambda word: not word.isalpha(), _WORD.findall(text))
    return tuple(words), tuple(_DIGITS.findall(text))
