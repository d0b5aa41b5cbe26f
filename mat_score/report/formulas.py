"""Spreadsheet formulas over the rows of a table."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    Place = tuple[object, str]  # key of a row, name of a column

FIRST_ROW = 2  # the header is row 1
MOST_ARGUMENTS = 20
LETTERS = 26


class Sheet:
    """Where the cells of a table are in its sheet.

    ``columns`` are the names of its columns, ``keys`` those of its rows; ``separator`` separates arguments of
    functions.

    If several rows have the same key, the last one counts.
    """

    __slots__ = ("_columns", "_rows", "_separator")

    def __init__(self, columns: Iterable[str], keys: Iterable[Hashable], separator: str) -> None:
        self._columns = {name: number for number, name in enumerate(columns)}
        self._rows = {key: number for number, key in enumerate(keys, FIRST_ROW)}
        self._separator = separator

    def fill(self, pattern: str, places: Sequence[Place]) -> str:
        """Return a formula written with ``;`` between arguments and the numbers of ``places`` in braces."""
        cells = [f"{letters(self._columns[name])}{self._rows[key]}" for key, name in places]
        return pattern.replace(";", self._separator).format(*cells)

    def sum(self, places: Sequence[Place]) -> str:
        """Return the formula of the sum over cells in one row or in one column, neighbours written as ranges."""
        if not places:
            return "0"
        cells = sorted([(self._columns[name], self._rows[key]) for key, name in places])
        arguments = _ranges(cells)
        if len(arguments) > MOST_ARGUMENTS:
            groups = [arguments[at : at + MOST_ARGUMENTS] for at in range(0, len(arguments), MOST_ARGUMENTS)]
            arguments = [f"SUM({self._separator.join(group)})" for group in groups]
        return f"=SUM({self._separator.join(arguments)})"


def letters(column: int) -> str:
    """Return the letters of a column, counted from 0: A to Z, AA, AB ..."""
    text = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, LETTERS)
        text = chr(ord("A") + letter) + text
    return text


def _ranges(cells: Sequence[tuple[int, int]]) -> list[str]:
    """Return the names of sorted cells in one row or one column, runs of neighbours as ``first:last``."""
    in_one_row = len({row for _, row in cells}) == 1
    step = (1, 0) if in_one_row else (0, 1)
    runs: list[list[tuple[int, int]]] = []
    for cell in cells:
        if runs and cell == (runs[-1][-1][0] + step[0], runs[-1][-1][1] + step[1]):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return [":".join([f"{letters(column)}{row}" for column, row in dict.fromkeys((run[0], run[-1]))]) for run in runs]
