"""The formulas of MATScore's CSV files, computed: cells, ranges, ``+ - * /``, ``=``, SUM and IF.

Arguments are separated by commas or semicolons. What cannot be computed gives the text
``#DIV/0!``, as in a spreadsheet, and so does every formula that needs it: divisions by zero, and formulas that need
themselves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.errors import InputError
from rescore.reports.model import Value, number
from rescore.statuses import UNSCORED

DIVISION_BY_ZERO = "#DIV/0!"
MAX_STEPS = 5_000_000  # cells visited in one sheet
MAX_DEPTH = 50  # formulas that need each other, and parentheses
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|SUM|IF|[A-Z]{1,3}\d{1,7}|[-+*/()=:,;])")
_LETTERS = 26


class _ZeroDivisorError(Exception):
    """A value that cannot be computed."""


class Spreadsheet:
    """The fields of a CSV file by row and column, both from 0, and the line in which each row begins."""

    def __init__(self, rows: Sequence[Sequence[str]], lines: Sequence[int]) -> None:
        self._rows = rows
        self._lines = lines
        self._known: dict[tuple[int, int], Value] = {}
        self._waiting: list[tuple[int, int]] = []
        self._steps = 0

    def value(self, row: int, column: int) -> Value:
        """Return the value of a field: a number, or text. Raises :class:`InputError` for a formula that has none."""
        place = (row, column)
        if place not in self._known:
            text = self._rows[row][column]
            if not text.startswith("="):
                self._known[place] = number(text)
            else:
                if place in self._waiting:
                    return DIVISION_BY_ZERO
                if len(self._waiting) > MAX_DEPTH:
                    raise self.error("needs too many others")
                self._waiting.append(place)
                self._known[place] = _Formula(self, text[1:]).value()
                self._waiting.pop()
        return self._known[place]

    def numbers(self, first: tuple[int, int], last: tuple[int, int]) -> list[float]:
        """Return the numbers of a range of cells, both ends included; what lies outside of the sheet is empty."""
        cells = []
        for row in range(first[0], min(last[0] + 1, len(self._rows))):
            for column in range(first[1], min(last[1] + 1, len(self._rows[row]))):
                self._steps += 1
                if self._steps > MAX_STEPS:
                    raise self.error("and those before it sum up too many cells")
                value = self.value(row, column)
                if value == DIVISION_BY_ZERO:
                    raise _ZeroDivisorError
                if not isinstance(value, str):
                    cells.append(value)
        return cells

    def error(self, problem: str) -> InputError:
        """Return the error of the formula that is being computed."""
        line = self._lines[self._waiting[-1][0]] if self._waiting else None
        return InputError(f"formula {problem}; write the table again", None, line, UNSCORED)


class _Formula:
    """A formula being computed from left to right. What an IF does not choose may divide by zero."""

    def __init__(self, sheet: Spreadsheet, text: str) -> None:
        self._sheet = sheet
        self._tokens = _TOKEN.findall(text)
        self._at = 0
        self._depth = 0
        if "".join(self._tokens) != "".join(text.split()):
            raise sheet.error(f"={text} holds what MATScore does not write")

    def value(self) -> Value:
        value = self._comparison()
        if self._at < len(self._tokens):
            raise self._broken()
        return DIVISION_BY_ZERO if value is None else value

    def _broken(self) -> InputError:
        return self._sheet.error(f"={''.join(self._tokens)} is not complete")

    def _next(self, wanted: str = "") -> str:
        if self._at >= len(self._tokens) or (wanted and self._tokens[self._at] not in wanted):
            raise self._broken()
        self._at += 1
        token: str = self._tokens[self._at - 1]
        return token

    def _ahead(self, wanted: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at] in wanted

    def _comparison(self) -> float | None:
        """Return a number, None where there is a division by zero in it."""
        left = self._chain("+-")
        if not self._ahead("="):
            return left
        self._next()
        right = self._chain("+-")
        return None if left is None or right is None else float(left == right)

    def _chain(self, signs: str) -> float | None:
        part = self._operand if signs == "*/" else self._product
        result = part()
        while self._ahead(signs):
            result = _combined(result, self._next(), part())
        return result

    def _product(self) -> float | None:
        return self._chain("*/")

    def _operand(self) -> float | None:
        token = self._next()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._broken()
        if token == "(":
            value = self._comparison()
            self._next(")")
        elif token == "SUM":
            value = self._sum()
        elif token == "IF":
            value = self._choice()
        elif token[0].isalpha():
            value = self._total(_place(token), _place(token))
        elif token[0].isdigit():
            value = float(token) if "." in token else int(token)
        else:
            raise self._broken()
        self._depth -= 1
        return value

    def _total(self, first: tuple[int, int], last: tuple[int, int]) -> float | None:
        try:
            return sum(self._sheet.numbers(first, last))
        except _ZeroDivisorError:
            return None

    def _sum(self) -> float | None:
        self._next("(")
        total: float | None = 0
        while True:
            part = self._operand() if self._ahead("SUM") else self._range()
            total = _combined(total, "+", part)
            if self._next(",;)") == ")":
                return total

    def _range(self) -> float | None:
        token = self._next()
        if not token[0].isalpha():
            raise self._broken()
        first = last = _place(token)
        if self._ahead(":"):
            self._next()
            token = self._next()
            if not token[0].isalpha():
                raise self._broken()
            last = _place(token)
        return self._total(first, last)

    def _choice(self) -> float | None:
        self._next("(")
        condition = self._comparison()
        self._next(",;")
        first = self._comparison()
        self._next(",;")
        second = self._comparison()
        self._next(")")
        return None if condition is None else first if condition else second


def _combined(left: float | None, sign: str, right: float | None) -> float | None:
    if left is None or right is None or (sign == "/" and not right):
        return None
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right if sign == "*" else left / right


def _place(name: str) -> tuple[int, int]:
    """Return row and column, from 0, of a cell called as in a spreadsheet: ``B2`` is row 1, column 1."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * _LETTERS + ord(letter) - ord("A") + 1
    return int(name[len(letters) :]) - 1, column - 1
