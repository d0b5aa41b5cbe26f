"""A small spreadsheet: reads a CSV file with formulas and computes its cells.

It knows what the score tables use: numbers, cells, ranges, ``+ - * /``, ``=``, parentheses, SUM and IF. The separator
of arguments is that of the file's format; the other one is an error. Division by zero gives :data:`DIV0`.
"""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections.abc import Callable, Iterator

Value = int | float | str
Computation = Callable[[], float]
DIV0 = "#DIV/0!"
TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Z]+\d+|SUM|IF)|(?P<sign>[-+*/()=:,;]))")


class Sheet:
    """The cells of a CSV file. ``separator`` parts the arguments of its functions."""

    def __init__(self, content: bytes, separator: str) -> None:
        self.rows = list(csv.reader(io.StringIO(content.decode("utf-8", "surrogatepass"), newline="")))
        self.separator = separator
        self.known: dict[tuple[int, int], Value] = {}

    def values(self) -> list[list[Value]]:
        """Return the values of all cells; numbers are numbers, the rest are texts."""
        return [[self.value(row, column) for column in range(len(self.rows[row]))] for row in range(len(self.rows))]

    def value(self, row: int, column: int) -> Value:
        if (row, column) not in self.known:
            text = self.rows[row][column]
            self.known[row, column] = Formula(self, text[1:]).value() if text.startswith("=") else plain(text)
        return self.known[row, column]


def plain(text: str) -> Value:
    """Return what a cell without formula holds."""
    for number in (int, float):
        with contextlib.suppress(ValueError):
            return number(text)
    return text


class BrokenError(Exception):
    """A value that cannot be computed, as a spreadsheet shows it."""


class Formula:
    """A formula. It is parsed whole and then computed, so that the branch of IF that is not taken may be in error."""

    def __init__(self, sheet: Sheet, text: str) -> None:
        self.sheet = sheet
        self.tokens = list(tokens(text))
        self.at = 0
        self.compute = self.comparison()
        assert self.at == len(self.tokens), f"left over: {self.tokens[self.at :]}"

    def value(self) -> Value:
        try:
            return self.compute()
        except BrokenError as error:
            return str(error)

    def next(self, *wanted: str) -> str:
        token = self.tokens[self.at]
        assert not wanted or token in wanted, f"{token} where {wanted} is due"
        self.at += 1
        return token

    def ahead(self, *wanted: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at] in wanted

    def comparison(self) -> Computation:
        left = self.sum()
        if not self.ahead("="):
            return left
        self.next()
        right = self.sum()
        return lambda: left() == right()

    def sum(self) -> Computation:
        return self.chain(self.product, "+", "-")

    def product(self) -> Computation:
        return self.chain(self.operand, "*", "/")

    def chain(self, part: Callable[[], Computation], *signs: str) -> Computation:
        result = part()
        while self.ahead(*signs):
            result = combined(result, self.next(), part())
        return result

    def operand(self) -> Computation:
        token = self.next()
        if token == "(":
            value = self.comparison()
            self.next(")")
            return value
        if token == "SUM":
            parts = self.arguments()
            return lambda: sum(number for part in parts for number in part())
        if token == "IF":
            return self.choice()
        if token[0].isalpha():
            return lambda: self.cell(place(token))
        return lambda: plain(token)  # type: ignore[return-value]

    def cell(self, at: tuple[int, int]) -> float:
        value = self.sheet.value(*at)
        if value == DIV0:
            raise BrokenError(value)
        assert not isinstance(value, str), f"{value!r} is not a number"
        return value

    def arguments(self) -> list[Callable[[], list[float]]]:
        parts = []
        self.next("(")
        while True:
            parts.append(self.argument())
            if self.next(self.sheet.separator, ")") == ")":
                return parts

    def argument(self) -> Callable[[], list[float]]:
        if self.ahead("SUM"):
            inner = self.operand()
            return lambda: [inner()]
        first = last = place(self.next())
        if self.ahead(":"):
            self.next()
            last = place(self.next())
        cells = [(row, column) for row in range(first[0], last[0] + 1) for column in range(first[1], last[1] + 1)]
        return lambda: [self.cell(at) for at in cells]

    def choice(self) -> Computation:
        self.next("(")
        condition = self.comparison()
        self.next(self.sheet.separator)
        taken = self.sum()
        self.next(self.sheet.separator)
        other = self.sum()
        self.next(")")
        return lambda: taken() if condition() else other()


def combined(left: Computation, sign: str, right: Computation) -> Computation:
    def divided() -> float:
        divisor = right()
        if not divisor:
            raise BrokenError(DIV0)
        return left() / divisor

    return {
        "+": lambda: left() + right(),
        "-": lambda: left() - right(),
        "*": lambda: left() * right(),
        "/": divided,
    }[sign]


def tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        token = TOKEN.match(text, at)
        assert token, f"cannot read {text[at:]!r}"
        yield token[0].strip()
        at = token.end()


def place(name: str) -> tuple[int, int]:
    """Return row and column, from 0, of a cell like ``AB12``."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(name[len(letters) :]) - 1, column - 1
