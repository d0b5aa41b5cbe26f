"""Tables of MATScore with formulas: cells, ranges, ``+ - * /``, ``=``, SUM and IF, with ``,`` or ``;`` in between.

As in a spreadsheet, a division by zero and a formula that needs itself result in the text ``#DIV/0!``, and so does
every formula that needs one of these.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import count
from math import isnan, nan
from typing import TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports.model import Value, number

_DIVISION_BY_ZERO = "#DIV/0!"
_MAX_STEPS = 5_000_000  # cells visited in one sheet
_MAX_SIGNS = 100  # operators in a formula
_MAX_KNOWN = 1 << 12  # shapes that are kept: the formulas of a column differ in their rows only
_CELL = r"[A-Z]{1,3}\d{1,7}"
_TOKEN = re.compile(rf"\s*(\d+(?:\.\d+)?|SUM|IF|{_CELL}(?::{_CELL})?|[-+*/()=:,;])")
_ROW = re.compile(r"(?<=[A-Z])(\d{1,7})(?!\d)")
_RANGE = re.compile(r"([A-Z]+)\d+(?:_([A-Z]+)\d+)?")
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
        text = self._fields[row][column]
        if text[:1] != "=":
            return number(text)
        place = row, column
        if place not in self._known:
            self._known[place] = _DIVISION_BY_ZERO  # what a formula finds that needs itself
            self._known[place] = self._result(text, self._lines[row])
        return self._known[place]

    def _result(self, text: str, line: int) -> Value:
        try:
            parts = _ROW.split(text)  # rows are between the others
            figure = _formula("1".join(parts[::2]))(self, [*map(int, parts[1::2])])
            return _DIVISION_BY_ZERO if isnan(figure) else figure
        except RecursionError:
            problem = "needs too many others"
        except OverflowError:
            problem = f"{text} has a number that is too large"
        except _StrangeFormulaError:
            problem = f"{text} is not a formula that MATScore writes"
        except ValueError as error:
            problem = str(error) or f"{''.join(text.split())} is not complete"
        raise InputError(f"formula {problem}; write the table again", None, line, UNSCORED)

    def cell(self, row: int, column: int) -> float:
        """Return what a cell adds to a sum, its row from 1 and its column from 0: NaN if it needs a missing one.

        A text is no number, and outside of the sheet all cells are empty.
        """
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise ValueError("and those before it sum up too many cells")
        if not 0 < row <= len(self._fields) or column >= len(self._fields[row - 1]):
            return 0
        value = self.value(row - 1, column)
        if isinstance(value, str):
            return nan if value == _DIVISION_BY_ZERO else 0
        return value

    def total(self, rows: range, columns: range) -> float:
        """Return the sum of a range of cells, rows from 1 and columns from 0."""
        filled = range(rows.start, min(rows.stop, len(self._fields) + 1))
        cells = [
            self.cell(row, column)
            for row in filled
            for column in range(columns.start, min(columns.stop, len(self._fields[row - 1])))
        ]
        return sum(cells)


Formula: TypeAlias = Callable[[Sheet, Sequence[int]], float]  # of a sheet and of the rows that it names, in order


class _StrangeFormulaError(Exception):
    """A text begins like a formula, but has other words than MATScore writes."""


@lru_cache(maxsize=_MAX_KNOWN)
def _formula(shape: str) -> Formula:
    """Return what a formula computes that has some shape: its text, with 1 for each row in it."""
    tokens = _TOKEN.findall(shape[1:])
    if "".join(tokens) != "".join(shape[1:].split()):
        raise _StrangeFormulaError
    source = " ".join([_IN_PYTHON.get(token, token.replace(":", "_")) for token in tokens])  # a range is a name
    with suppress(SyntaxError):
        if sum(token in "+-*/=" for token in tokens) <= _MAX_SIGNS:
            return _compiled(ast.parse(source, mode="eval").body, count())
    raise ValueError  # it is not complete


def _compiled(node: ast.AST, places: Iterator[int]) -> Formula:
    """Return what a part of a formula computes; ``places`` counts the rows in it. A division by zero gives NaN."""
    match node:
        case ast.Constant(value=int(figure) | float(figure)):
            return lambda sheet, rows: figure
        case ast.Name(id=name) if cells := _RANGE.fullmatch(name):
            return _range(cells[1], cells[2], places)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            compute, one, other = _OPERATORS[type(sign)], _compiled(left, places), _compiled(right, places)
            return lambda sheet, rows: compute(one(sheet, rows), other(sheet, rows))
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            one, other = _compiled(left, places), _compiled(right, places)
            return lambda sheet, rows: _equal(one(sheet, rows), other(sheet, rows))
        case ast.Call(func=ast.Name(id="SUM"), args=args) if {*map(type, args)} <= {ast.Name, ast.Call}:
            parts = [_compiled(part, places) for part in args]
            return lambda sheet, rows: sum([part(sheet, rows) for part in parts])
        case ast.Call(func=ast.Name(id="IF"), args=[_, _, _] as args):
            condition, one, other = [_compiled(part, places) for part in args]
            return lambda sheet, rows: _choice(condition(sheet, rows), one(sheet, rows), other(sheet, rows))
    raise ValueError  # the formula is not complete


def _range(first: str, last: str | None, places: Iterator[int]) -> Formula:
    """Return a cell, or the sum of the cells between two columns, as a part of a formula."""
    left, top = _column(first), next(places)
    if last is None:
        return lambda sheet, rows: sheet.cell(rows[top], left)
    columns, bottom = range(left, _column(last) + 1), next(places)
    return lambda sheet, rows: sheet.total(range(rows[top], rows[bottom] + 1), columns)


def _equal(one: float, other: float) -> float:
    return nan if isnan(one) or isnan(other) else float(one == other)


def _choice(condition: float, one: float, other: float) -> float:
    """Return what IF does: NaN in the other part does not count."""
    return nan if isnan(condition) else one if condition else other


def _column(letters: str) -> int:
    """Return a column, from 0, of which the letters are as in a spreadsheet: B is column 1."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1
