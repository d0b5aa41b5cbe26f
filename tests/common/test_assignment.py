"""The optimal assignment: against the six steps written out, against all permutations, and its choices among ties."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.assignment import assignment

Matrix = list[list[float]]


class SixSteps:
    """The six steps cell by cell, as the tie rules are told."""

    def __init__(self, costs: Matrix) -> None:
        width = len(costs[0]) if costs else 0
        self.size = max(len(costs), width)
        self.cells = [[*row, *[0.0] * (self.size - width)] for row in costs]
        self.cells += [[0.0] * self.size for _ in range(self.size - len(costs))]
        self.stars: dict[int, int] = {}  # column by row
        self.primes: dict[int, int] = {}
        self.rows: set[int] = set()  # covered
        self.columns: set[int] = set()

    def solve(self) -> dict[int, int]:
        for row in self.cells:
            least = min(row)
            row[:] = [cell - least for cell in row]
        for i in range(self.size):
            for j in range(self.size):
                if self.cells[i][j] == 0 and i not in self.stars and j not in self.stars.values():
                    self.stars[i] = j
        while len(self.stars) < self.size:
            self.rows, self.columns, self.primes = set(), set(self.stars.values()), {}
            self.flip(self.prime())
        return self.stars

    def prime(self) -> int:
        while True:
            zeros = [
                (i, -j)
                for i in range(self.size)
                for j in range(self.size)
                if self.cells[i][j] == 0 and i not in self.rows and j not in self.columns
            ]
            if not zeros:
                self.shift()
                continue
            row, column = min(zeros)[0], -min(zeros)[1]
            self.primes[row] = column
            if row not in self.stars:
                return row
            self.rows.add(row)
            self.columns.remove(self.stars[row])

    def shift(self) -> None:
        least = min(
            self.cells[i][j]
            for i in range(self.size)
            for j in range(self.size)
            if i not in self.rows and j not in self.columns
        )
        for i in range(self.size):
            for j in range(self.size):
                if i in self.rows:
                    self.cells[i][j] += least
                if j not in self.columns:
                    self.cells[i][j] -= least

    def flip(self, row: int) -> None:
        while True:
            column = self.primes[row]
            displaced = [i for i, j in self.stars.items() if j == column]
            self.stars[row] = column
            if not displaced:
                return
            del self.stars[displaced[0]]
            row = displaced[0]


def matrices(cells: st.SearchStrategy[float], most: int = 9) -> st.SearchStrategy[Matrix]:
    def of_width(width: int) -> st.SearchStrategy[Matrix]:
        row = st.lists(cells, min_size=width, max_size=width)
        return st.lists(row, min_size=1, max_size=most)

    return st.integers(1, most).flatmap(of_width)


few_values = st.sampled_from([0.0, 0.25, 0.5, 1.0])
ratios = st.tuples(st.integers(0, 30), st.integers(1, 30)).map(lambda pair: 1.0 - min(pair) / max(*pair, 1))
anything = st.floats(0, 1e6)


@given(st.one_of(matrices(few_values), matrices(ratios), matrices(anything), matrices(st.integers(0, 5).map(float))))
def test_choices_are_those_of_the_six_steps(costs: Matrix) -> None:
    stars = SixSteps(costs).solve()
    width = len(costs[0])
    assert assignment(costs) == [stars[row] if stars[row] < width else None for row in range(len(costs))]


@given(matrices(st.integers(0, 20).map(float), most=5))
def test_the_sum_is_the_least(costs: Matrix) -> None:
    width = len(costs[0])
    places = [*range(width), *[None] * max(0, len(costs) - width)]
    sums = (
        sum(row[place] for row, place in zip(costs, chosen) if place is not None)
        for chosen in permutations(places, len(costs))
    )
    found = assignment(costs)
    assert len({column for column in found if column is not None}) == min(width, len(costs))
    assert sum(row[column] for row, column in zip(costs, found) if column is not None) == min(sums)


@pytest.mark.parametrize(
    ("costs", "columns"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([[0.5]], [0], id="one"),
        pytest.param([[0.0, 0.0], [0.0, 0.0]], [0, 1], id="all equal: the diagonal is starred first"),
        pytest.param([[0.0, 0.0, 0.0]], [0], id="one row: the leftmost zero is starred"),
        pytest.param([[0.3], [0.3]], [0, None], id="one column: the upper row"),
        pytest.param([[0.4], [0.3]], [None, 0], id="one column: the cheaper row"),
        pytest.param(
            [[0.0, 0.5, 0.5], [0.0, 0.5, 0.5]], [0, 2], id="the padding has the middle column, so the right one is left"
        ),
    ],
)
def test_ties(costs: Matrix, columns: list[int | None]) -> None:
    assert assignment(costs) == columns


def test_the_costs_stay_as_they_are() -> None:
    costs = [[0.5, 0.25], [0.125, 1.0]]
    assignment(costs)
    assert costs == [[0.5, 0.25], [0.125, 1.0]]
