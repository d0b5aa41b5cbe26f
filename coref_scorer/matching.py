"""The assignment of least cost where a cell costs 1 - similarity and few cells have a similarity: CEAF.

The result is that of the six steps of ``common.assignment``, in space for the similarities alone: a cell there has the
value *price of its row* + *price of its column* - *similarity*. Step 1 makes the greatest similarity of a row its
price, and columns begin with 0. Step 6 takes ``m`` from the prices of uncovered rows and adds it to those of covered
columns. So among the cells without similarity only those in columns of price 0 can become zeros, all of a row at once.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from legacy_scorers.common.assignment import flip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NONE = -1


def matching(similarities: Sequence[dict[int, float]], width: int) -> list[int | None]:
    """Return the column assigned to each row; columns from ``width`` on are padding, where cells cost 1, too.

    ``similarities`` has for each row those above 0 by column. The result is that of the six steps, which round, if all
    are whole numbers, or if all are 1 - cost and at most 1, and those of 1 the only ones in their row and column. For
    then the sum of all ``m`` stays below 1: the prices of rows without a star have fallen by it and are not below 0,
    and those of price 1 get a star before the first ``m``. So a value that grows above 1, where sums are rounded, never
    becomes a zero.
    """
    table = _Table(similarities, max(len(similarities), width))
    while _NONE in table.owners:
        flip(*table.prime(), table.starred, table.owners)
    return [*table.starred[: len(similarities)]]


class _Table:
    """The prices, the starred column of each row, and the row with a star in each column (its owner), or ``_NONE``."""

    __slots__ = ("_column_prices", "_row_prices", "_rows", "_sharers", "owners", "starred")

    def __init__(self, rows: Sequence[dict[int, float]], size: int) -> None:
        self._rows = [*rows, *[{}] * (size - len(rows))]
        self._sharers: list[list[int]] = [[] for _ in range(size)]  # the rows with a similarity in each column
        for number, row in enumerate(rows):
            for column in row:
                self._sharers[column].append(number)
        self._row_prices = [max(row.values(), default=0.0) for row in self._rows]
        self._column_prices = [0.0] * size
        self.starred = [_NONE] * size
        self.owners = [_NONE] * size
        first = 0  # the leftmost column without a star
        for number, row in enumerate(self._rows):
            while self.owners[first] != _NONE:
                first += 1
            zeros = [c for c in row if row[c] == self._row_prices[number] and self.owners[c] == _NONE]
            column = min(zeros, default=_NONE if row else first)
            if column != _NONE:
                self.starred[number], self.owners[column] = column, number

    def _value(self, row: int, column: int) -> float:
        return self._row_prices[row] + (self._column_prices[column] - self._rows[row][column])

    def prime(self) -> tuple[int, dict[int, int]]:
        """Prime zeros (steps 4 and 6) up to one in a row without a star; return that row, and the primes by row.

        ``shift`` is the sum of all ``m``; ``opened`` and ``covered`` have what it was when a column was uncovered and
        a row covered, ``due`` what it will be when an uncovered row has a zero.
        """
        opened = {column: 0.0 for column, owner in enumerate(self.owners) if owner == _NONE}
        rightmost = max(opened)  # of the uncovered columns whose cells without similarity can be zeros
        due = [(price, row) for row, price in enumerate(self._row_prices)]
        due += [(self._value(row, column), row) for column in opened for row in self._sharers[column]]
        heapify(due)
        covered: dict[int, float] = {}
        primes: dict[int, int] = {}
        while True:
            shift, number = heappop(due)
            if number in covered:
                continue
            zeros = [c for c in self._rows[number] if c in opened and self._value(number, c) + opened[c] == shift]
            if self._row_prices[number] == shift:
                zeros.append(rightmost)
            primes[number] = max(zeros)
            column = self.starred[number]
            if column == _NONE:
                break
            covered[number] = opened[column] = shift
            if not shift and not self._column_prices[column]:
                rightmost = max(rightmost, column)
            for row in self._sharers[column]:
                heappush(due, (self._value(row, column) + shift, row))
        if shift:
            self._row_prices = [price - covered.get(row, shift) for row, price in enumerate(self._row_prices)]
            self._column_prices = [price + opened.get(c, shift) for c, price in enumerate(self._column_prices)]
        return number, primes
