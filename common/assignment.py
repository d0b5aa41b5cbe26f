"""Optimal assignment: of all one-to-one pairings of the rows and columns of a table one that costs least.

The shorter side of the table is padded with zeros. Among several optimal assignments the result is that of the
six-step form of the Kuhn-Munkres method with these choices, and with its rounding of every intermediate value:

1. subtract from each row its minimum;
2. star zeros in row-major order where neither row nor column has a star yet;
3. cover the columns with a star; all covered: done;
4. of the topmost row that has an uncovered zero take the rightmost one and prime it; if the row has a star, cover the
   row, uncover the column of the star and repeat, else
5. flip stars and primes along the alternating path from there, uncover everything and go back to 3;
6. where step 4 finds no zero: with the smallest uncovered value ``m``, for each cell first add ``m`` if the row is
   covered, then subtract it if the column is not, and go back to 4.

Alike rows stay alike, and so do columns: when step 6 comes, all of them are covered or none is, since otherwise there
would be an uncovered zero. So values are kept by line.
"""

from __future__ import annotations

from operator import add, sub

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NONE = -1
_COVERED = float("inf")


class TooLong(Exception):  # noqa: N818
    """An assignment that takes more work than its caller allows."""


def assignment(
    costs: Sequence[Sequence[float]],
    rows: Sequence[int] | None = None,
    columns: Sequence[int] | None = None,
    most: float = float("inf"),
) -> list[int | None]:
    """Return for each row of a table the column of an optimal one-to-one assignment, None for a row left over.

    ``costs`` is rectangular and holds no negative numbers. Its lines are those of the table, or, where rows or columns
    of the table are alike, ``rows`` and ``columns`` say for each of them which line of ``costs`` it has; every line has
    one at least. Raises :class:`TooLong` once about ``most`` values were looked at.

    If all costs are equal, the diagonal comes out.
    """
    row_lines = list(range(len(costs)) if rows is None else rows)
    column_lines = list(range(len(costs[0]) if costs else 0) if columns is None else columns)
    if len(costs) == 1 and len(costs[0]) == 1:
        return [row if row < len(column_lines) else None for row in range(len(row_lines))]
    exact = all((value * 2.0**53).is_integer() for line in costs for value in line)
    table = _Table(costs, row_lines, column_lines)
    work = 0
    while _NONE in table.starred_rows:
        phase = _Phase(table, exact)
        table.flip(phase.search(), phase.primes)
        phase.settle()
        work += phase.work
        if work > most:
            raise TooLong
    return [column if column < len(column_lines) else None for column in table.starred_columns[: len(row_lines)]]


def undisputed(costs: Sequence[Mapping[int, float]], others: float) -> list[int] | None:
    """Return the assignment of a table as far as it is one of step 2: each row gets a column that costs it least.

    ``costs`` are those of each row by column; all other columns, of which there is no need to know, cost ``others``.
    There must not be fewer columns than rows. None where some row does not get such a column, or has none that costs
    less than ``others``.
    """
    taken: set[int] = set()
    assigned = []
    for line in costs:
        least = min(line.values(), default=others)
        free = [column for column, cost in line.items() if cost == least and column not in taken]
        if least >= others or not free:
            return None
        assigned.append(min(free))
        taken.add(assigned[-1])
    return assigned


class _Table:
    """The padded table: ``lines`` of values, the line of each row (``row_lines``) and of each column, and the stars.

    ``starred_columns[row]`` and ``starred_rows[column]`` are ``_NONE`` where there is no star.
    """

    __slots__ = ("column_lines", "lines", "row_lines", "starred_columns", "starred_rows")

    def __init__(self, costs: Sequence[Sequence[float]], row_lines: list[int], column_lines: list[int]) -> None:
        wanting = len(row_lines) - len(column_lines)
        self.lines = [_reduced([*line, 0.0] if wanting > 0 else line) for line in costs]
        if wanting < 0:
            self.lines.append([0.0] * len(costs[0]))
        self.row_lines = row_lines + [len(costs)] * -wanting
        self.column_lines = column_lines + [len(costs[0]) if costs else 0] * wanting
        self.starred_columns = [_NONE] * len(self.row_lines)
        self.starred_rows = [_NONE] * len(self.row_lines)
        self._star()

    def _star(self) -> None:
        free: list[list[int]] = [[] for _ in self.lines[0]] if self.lines else []
        for column in reversed(range(len(self.column_lines))):
            free[self.column_lines[column]].append(column)
        zeros = [[column_line for column_line, value in enumerate(line) if not value] for line in self.lines]
        for row, line in enumerate(self.row_lines):
            leftmost = [free[column_line][-1] for column_line in zeros[line] if free[column_line]]
            if leftmost:
                column = min(leftmost)
                free[self.column_lines[column]].pop()
                self.starred_columns[row], self.starred_rows[column] = column, row

    def flip(self, row: int, primes: dict[int, int]) -> None:
        """Star the prime of ``row``, unstar the star in its column, star the prime in that star's row, and so on."""
        while row != _NONE:
            column = primes[row]
            displaced = self.starred_rows[column]
            self.starred_columns[row], self.starred_rows[column] = column, row
            row = displaced


def _reduced(line: Sequence[float]) -> list[float]:
    least = min(line)
    return [value - least for value in line]


class _Phase:
    """The steps between two changes of the stars; ``primes`` are the columns of the primes by row.

    No value is touched while the search runs: ``slack`` follows the smallest uncovered value of each row line, which is
    all that steps 4 and 6 ask for, and a line gets its new values once, from the list of the values ``m`` (``shifts``).
    Costs of the form 1 - x with x in [0, 1] are multiples of 2**-53, and sums of these are exact as long as they stay
    below 1, so that a value gets the total of its shifts at once (``exact``); where rounding is possible it gets
    them one by one. ``work`` counts the values looked at.
    """

    __slots__ = (
        "_covered",
        "_exact",
        "_opened",
        "_primed",
        "_rightmost",
        "_shifts",
        "_table",
        "_totals",
        "primes",
        "work",
    )

    def __init__(self, table: _Table, exact: bool) -> None:
        self._table = table
        self._exact = exact
        self._shifts: list[float] = []
        self._totals = [0.0]  # of the first n shifts
        never = len(table.row_lines) + 1  # each shift is followed by a prime in another row
        self._opened = [never] * len(table.lines[0])  # shifts before a column of the line was uncovered
        self._rightmost = [_NONE] * len(table.lines[0])  # the last uncovered column of the line
        for column, row in enumerate(table.starred_rows):
            if row == _NONE:
                self._opened[table.column_lines[column]] = 0
                self._rightmost[table.column_lines[column]] = column
        self._covered: dict[int, int] = {}  # shifts before rows of the line were covered
        self._primed: set[int] = set()  # lines of rows
        self.primes: dict[int, int] = {}
        self.work = len(table.lines) * len(table.lines[0])

    def search(self) -> int:
        """Prime zeros (steps 4 and 6) up to one in a row without a star and return that row."""
        table, lines = self._table, self._table.lines
        free = [column_line for column_line, opened in enumerate(self._opened) if not opened]
        slack = [min([line[column_line] for column_line in free]) for line in lines]
        waiting = _rows_by_line(table)
        topmost = [rows.pop() for rows in waiting]  # uncovered row
        ascending = topmost == sorted(topmost) and not any(waiting)
        effort = len(lines) + len(lines[0])
        while True:
            self.work += effort
            least = min(slack)
            if least:
                self._shifts.append(least)
                self._totals.append(self._totals[-1] + least)
                slack = [value - least for value in slack]
            if ascending:
                line = slack.index(0.0)
            else:
                line = min([line for line, value in enumerate(slack) if not value], key=topmost.__getitem__)
            row = topmost[line]
            self._prime(row, line)
            column = table.starred_columns[row]
            if column == _NONE:
                return row
            now = self._covered[line] = len(self._shifts)
            if waiting[line]:
                topmost[line] = waiting[line].pop()
            else:
                slack[line] = _COVERED
            slack = self._open(column, now, slack)

    def _open(self, column: int, now: int, slack: list[float]) -> list[float]:
        """Uncover a column and return the slack of the row lines with it."""
        table = self._table
        line = table.column_lines[column]
        self._rightmost[line] = max(self._rightmost[line], column)
        if self._opened[line] <= now:
            return slack
        self._opened[line] = now
        return [values[line] if values[line] < value < _COVERED else value for value, values in zip(slack, table.lines)]

    def _prime(self, row: int, line: int) -> None:
        values = self._table.lines
        if line not in self._primed:
            self._primed.add(line)
            values[line] = self._lowered(values[line], self._drops(self._closed()))
        zeros = [column for column, value in zip(self._rightmost, values[line]) if not value]
        self.primes[row] = max(zeros)

    def settle(self) -> None:
        """Give every line the values that it has at the end of the phase."""
        closed = self._closed()
        drops = self._drops(closed)
        gains = {since: self._gains(closed, since) for since in self._covered.values()}
        lines = self._table.lines
        for i, line in enumerate(lines):
            if i in self._covered:
                since = self._covered[i]
                lines[i] = self._raised(line, since, gains[since])
            elif i not in self._primed:
                lines[i] = self._lowered(line, drops)

    def _closed(self) -> list[float]:
        """Return the total of the shifts up to now that came while a column was covered."""
        now = len(self._shifts)
        total = self._totals[now]
        return [self._totals[opened] if opened < now else total for opened in self._opened]

    def _drops(self, closed: list[float]) -> list[float]:
        """Return what columns lost in rows that are not covered: the shifts since they are open."""
        total = self._totals[-1]
        return [total - before for before in closed]

    def _gains(self, closed: list[float], since: int) -> list[float]:
        """Return what columns gained in rows covered ``since`` so many shifts: those while they were still covered."""
        start = self._totals[since]
        return [before - start if before > start else 0.0 for before in closed]

    def _lowered(self, line: list[float], drops: list[float]) -> list[float]:
        """Return the values of a line whose rows were not covered up to now."""
        lowered = list(map(sub, line, drops))
        bound = self._exact_below()
        if max(line) >= bound:
            for j, value in enumerate(line):
                if value >= bound:
                    for shift in self._shifts[self._opened[j] :]:
                        value -= shift
                    lowered[j] = value
        return lowered

    def _raised(self, line: list[float], since: int, gains: list[float]) -> list[float]:
        """Return the values of a line whose rows are covered ``since`` so many shifts."""
        raised = list(map(add, line, gains))
        shifts = self._shifts[since:]
        bound = self._exact_below() - max(shifts, default=0.0)
        if max(raised) >= bound:
            for j, value in enumerate(raised):
                if value >= bound:
                    raised[j] = _raised(line[j], shifts, self._opened[j] - since)
        return raised

    def _exact_below(self) -> float:
        """Return the bound below which sums are exact; values are never below 0."""
        return 1.0 if self._exact and self._totals[-1] < 1.0 else 0.0


def _raised(value: float, shifts: list[float], opened: int) -> float:
    """Return a cell of a covered row after some shifts, ``opened`` of which came before its column was open."""
    for step, shift in enumerate(shifts):
        value = value + shift if step < opened else value + shift - shift
    return value


def _rows_by_line(table: _Table) -> list[list[int]]:
    """Return the rows of each line, the topmost last."""
    rows: list[list[int]] = [[] for _ in table.lines]
    for row in reversed(range(len(table.row_lines))):
        rows[table.row_lines[row]].append(row)
    return rows
