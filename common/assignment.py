"""Optimal assignment: a one-to-one pairing of the rows and columns of a table with the lowest total cost.

The shorter side of the table is padded with zeros. Several assignments may be optimal. The result is that of the
six-step Kuhn-Munkres method, with its rounding of every intermediate value and with these choices:

1. subtract from each row its minimum;
2. star zeros in row-major order where neither row nor column has a star yet;
3. cover the columns with a star; stop if all are covered;
4. prime the rightmost uncovered zero in the topmost row that has one; if the row has a star, cover the row, uncover
   the column of the star and repeat, else
5. flip stars and primes along the alternating path from there, uncover everything and go back to 3;
6. if step 4 finds no zero, let ``m`` be the smallest uncovered value; for each cell first add ``m`` if its row is
   covered, then subtract ``m`` if its column is not; go back to 4.
"""

from __future__ import annotations

from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NONE = -1
_COVERED = float("inf")


def flip(row: int, primes: dict[int, int], starred_columns: list[int], starred_rows: list[int]) -> None:
    """Star the prime of ``row``, unstar the star in its column, star the prime in that star's row, and so on (step 5).

    ``starred_columns`` has the column of the star of each row, ``starred_rows`` the row of that of each column, -1 for
    none.
    """
    while row != _NONE:
        column = primes[row]
        displaced = starred_rows[column]
        starred_columns[row], starred_rows[column] = column, row
        row = displaced


def assignment(costs: Sequence[Sequence[float]]) -> list[int | None]:
    """Return the column assigned to each row of a table, or None for a row left over.

    ``costs`` is rectangular and holds finite numbers. If all are equal, the result is the diagonal.
    """
    width = len(costs[0]) if costs else 0
    table = _Table(costs, max(len(costs), width))
    while _NONE in table.starred_columns:
        flip(*table.prime(), table.starred_columns, table.starred_rows)
    return [column if column < width else None for column in table.starred_columns[: len(costs)]]


class _Table:
    """The padded table, the starred column of each row, and the starred row of each column, or ``_NONE``."""

    __slots__ = ("_cells", "_exact", "starred_columns", "starred_rows")

    def __init__(self, costs: Sequence[Sequence[float]], size: int) -> None:
        rows = [[*row, *[0.0] * (size - len(row))] for row in costs]
        rows += [[0.0] * size for _ in range(size - len(costs))]
        self._exact = all((value * 2.0**53).is_integer() for row in costs for value in row)
        self._cells = [[value - least for value in row] for row, least in zip(rows, map(min, rows))]
        self.starred_columns = [_NONE] * size
        self.starred_rows = [_NONE] * size
        for number, row in enumerate(self._cells):
            for column, value in enumerate(row):
                if not value and self.starred_rows[column] == _NONE:
                    self.starred_columns[number], self.starred_rows[column] = column, number
                    break

    def prime(self) -> tuple[int, dict[int, int]]:
        """Prime zeros (steps 4 and 6) up to one in a row without a star; return that row, and the primes by row.

        Step 6 is put off: a row's values are computed when it is primed, the whole table at the end. Until then
        ``shifts`` keeps the values of ``m``, ``opened`` the number of shifts before each column was uncovered,
        ``covered`` that before each row was covered, ``slack`` the smallest uncovered value of each uncovered row.
        """
        uncovered = [column for column, row in enumerate(self.starred_rows) if row == _NONE]
        never = len(self._cells) + 1  # more than there are shifts: after each, a zero in another row is primed
        opened = [0 if row == _NONE else never for row in self.starred_rows]
        slack = [min([row[column] for column in uncovered]) for row in self._cells]
        shifts: list[float] = []
        primes: dict[int, int] = {}
        covered: dict[int, int] = {}
        while True:
            least = min(slack)
            if least:
                shifts.append(least)
                slack = [value - least for value in slack]
            number = slack.index(0.0)
            [values] = self._shifted([self._cells[number]], shifts, opened, {})
            primes[number] = max([column for column in uncovered if not values[column]])
            starred = self.starred_columns[number]
            if starred == _NONE:
                break
            covered[number] = opened[starred] = len(shifts)
            uncovered.append(starred)
            slack[number] = _COVERED
            slack = [value if value == _COVERED else min(value, row[starred]) for value, row in zip(slack, self._cells)]
        self._cells = self._shifted(self._cells, shifts, opened, covered)
        return number, primes

    def _shifted(
        self, rows: list[list[float]], shifts: list[float], opened: list[int], covered: dict[int, int]
    ) -> list[list[float]]:
        """Return the rows after all shifts.

        Costs of the form 1 - x with x in [0, 1] are multiples of 2**-53, and sums of these below 1 are exact. So all
        shifts can be applied at once, which takes half the time for 200 rows and columns.
        """
        if not shifts:
            return rows
        now = len(shifts)
        totals = list(accumulate(shifts, initial=0.0))
        exact_below = 1.0 - totals[now] if self._exact else 0.0
        before = [totals[min(first, now)] for first in opened]
        changed = []
        for number, row in enumerate(rows):
            since = covered.get(number, now)
            start = totals[since]
            changed.append(
                [
                    value + (total - start) if value < exact_below else _one_by_one(value, shifts, since, first)
                    for value, total, first in zip(row, before, opened)
                ]
            )
        return changed


def _one_by_one(value: float, shifts: list[float], covered: int, opened: int) -> float:
    """Return a value after all shifts: those from ``covered`` on are added, those from ``opened`` on subtracted."""
    for number, shift in enumerate(shifts):
        if number >= covered:
            value += shift
        if number >= opened:
            value -= shift
    return value
