"""Tables of MATScore with formulas: cells, ranges, ``+ - * /``, ``=``, SUM and IF, with ``,`` or ``;`` in between.

As in a spreadsheet, a division by zero and a formula that needs itself result in the text ``#DIV/0!``, and so does
every formula that needs one of these.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import isnan, nan

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports.model import Value, number

_DIVISION_BY_ZERO = "#DIV/0!"
_MAX_STEPS = 5_000_000  # cells visited in one sheet
_MAX_SIGNS = 100  # operators in a formula
_CELL = r"[A-Z]{1,3}\d{1,7}"
_TOKEN = re.compile(rf"\s*(\d+(?:\.\d+)?|SUM|IF|{_CELL}(?::{_CELL})?|[-+*/()=:,;])")
_RANGE = re.compile(r"([A-Z]+)(\d+)(?:_([A-Z]+)(\d+))?")
_IN_PYTHON = {"=": "==", ";": ","}
_OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: left / right if right else nan,
}


class Sheet:
    """The fields of a table by row, and what its formulas result in; ``lines`` are those in which the rows begin."""

    def __init__(self, fields: Sequence[Sequence[str]], lines: Sequence[int]) -> None:
        self._fields = fields
        self._lines = lines
        self._known: dict[tuple[int, int], Value] = {}  # by row and column
        self._steps = 0  # cells that formulas needed

    def value(self, row: int, column: int) -> Value:
        """Return the number or text of a field. Raises :class:`InputError` for a formula that is broken or too long."""
        place = row, column
        text = self._fields[row][column]
        if not text.startswith("="):
            return number(text)
        if place in self._known:
            return self._known[place]
        self._known[place] = _DIVISION_BY_ZERO  # what a formula finds that needs itself
        try:
            figure = self._result(_parsed(text))
            self._known[place] = _DIVISION_BY_ZERO if isnan(figure) else figure
            return self._known[place]
        except RecursionError:
            problem = "needs too many others"
        except OverflowError:
            problem = f"{text} has a number that is too large"
        except ValueError as error:
            problem = str(error) or f"{''.join(text.split())} is not complete"
        raise InputError(f"formula {problem}; write the table again", None, self._lines[row], UNSCORED)

    def _result(self, node: ast.AST | None) -> float:
        """Return the result of a part of a formula. A division by zero results in NaN, unless IF skips it."""
        match node:
            case ast.Constant(value=int(figure) | float(figure)):
                return figure
            case ast.Name(id=name) if cells := _RANGE.fullmatch(name):
                first = _place(cells[1], cells[2])
                return self._total(first, _place(cells[3], cells[4]) if cells[3] else first)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
                return _OPERATORS[type(sign)](self._result(left), self._result(right))
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                values = [self._result(part) for part in (left, right)]
                return nan if any(map(isnan, values)) else float(values[0] == values[1])
            case ast.Call(func=ast.Name(id="SUM"), args=parts) if {*map(type, parts)} <= {ast.Name, ast.Call}:
                return sum([self._result(part) for part in parts])
            case ast.Call(func=ast.Name(id="IF"), args=[_, _, _] as parts):
                condition, one, other = [self._result(part) for part in parts]
                return nan if isnan(condition) else one if condition else other
        raise ValueError  # the formula is not complete

    def _total(self, first: tuple[int, int], last: tuple[int, int]) -> float:
        """Return the sum of a range of cells, both ends included; cells outside of the sheet are empty."""
        numbers = []
        for row in range(first[0], min(last[0] + 1, len(self._fields))):
            for column in range(first[1], min(last[1] + 1, len(self._fields[row]))):
                self._steps += 1
                if self._steps > _MAX_STEPS:
                    raise ValueError("and those before it sum up too many cells")
                value = self.value(row, column)
                if value == _DIVISION_BY_ZERO:
                    return nan
                if not isinstance(value, str):
                    numbers.append(value)
        return sum(numbers)


def _parsed(formula: str) -> ast.expr | None:
    """Return a formula as an expression of Python, in which the name of a range is that of both its ends."""
    tokens = _TOKEN.findall(formula[1:])
    if "".join(tokens) != "".join(formula[1:].split()):
        raise ValueError(f"{formula} is not a formula that MATScore writes")
    source = " ".join([_IN_PYTHON.get(token, token.replace(":", "_")) for token in tokens])
    with suppress(SyntaxError):
        if sum(token in "+-*/=" for token in tokens) <= _MAX_SIGNS:
            return ast.parse(source, mode="eval").body
    return None


def _place(letters: str, row: str) -> tuple[int, int]:
    """Return row and column, from 0, of a cell with a name as in a spreadsheet: ``B2`` is row 1, column 1."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(row) - 1, column - 1
