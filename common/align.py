"""Which key item meets which response item: the pairing strategies of the scorers, with their tie rules."""

from __future__ import annotations

from operator import add, sub

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import TypeVar

    Pair = TypeVar("Pair", bound=tuple[Hashable, Hashable, float])

_NONE = -1
_COVERED = float("inf")


def assignment(costs: Sequence[Sequence[float]]) -> list[int | None]:
    """Return for each row of ``costs`` the column of an optimal one-to-one assignment, None for a row left over.

    ``costs`` is rectangular and holds no negative numbers; the shorter side is padded with zeros. Among several optimal
    assignments the result is that of the six-step form of the Kuhn-Munkres method with these choices, and with its
    rounding of every intermediate value:

    1. subtract from each row its minimum;
    2. star zeros in row-major order where neither row nor column has a star yet;
    3. cover the columns with a star; all covered: done;
    4. of the topmost row that has an uncovered zero take the rightmost one and prime it; if the row has a star, cover
       the row, uncover the column of the star and repeat, else
    5. flip stars and primes along the alternating path from there, uncover everything and go back to 3;
    6. where step 4 finds no zero: with the smallest uncovered value ``m``, for each cell first add ``m`` if the row is
       covered, then subtract it if the column is not, and go back to 4.
    """
    width = len(costs[0]) if costs else 0
    size = max(len(costs), width)
    rows = [_reduced([*row, *[0.0] * (size - width)]) for row in costs]
    rows += [[0.0] * size for _ in range(size - len(rows))]
    exact = all((value * 2.0**53).is_integer() for row in costs for value in row)
    stars = _Stars(rows)
    while _NONE in stars.rows:
        phase = _Phase(rows, stars, exact)
        stars.flip(phase.search(), phase.primes)
        phase.settle()
    return [column if column < width else None for column in stars.columns[: len(costs)]]


def _reduced(row: list[float]) -> list[float]:
    least = min(row)
    return [value - least for value in row]


class _Stars:
    """The starred zeros: ``columns[row]`` and ``rows[column]``, ``_NONE`` where there is no star."""

    __slots__ = ("columns", "rows")

    def __init__(self, rows: list[list[float]]) -> None:
        self.columns = [_NONE] * len(rows)
        self.rows = [_NONE] * len(rows)
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                if not value and self.rows[j] == _NONE:
                    self.columns[i], self.rows[j] = j, i
                    break

    def flip(self, row: int, primes: dict[int, int]) -> None:
        """Star the prime of ``row``, unstar the star in its column, star the prime in that star's row, and so on."""
        while row != _NONE:
            column = primes[row]
            displaced = self.rows[column]
            self.columns[row], self.rows[column] = column, row
            row = displaced


class _Phase:
    """The steps between two changes of the stars.

    No cell is touched while the search runs: ``slack`` follows the smallest uncovered value of each row, which is all
    that steps 4 and 6 ask for, and a row gets its new values once, from the list of the values ``m`` (``shifts``).
    Costs of the form 1 - x with x in [0, 1] are multiples of 2**-53, and sums of these are exact as long as they stay
    below 1, so that a cell gets the total of its shifts at a stroke (``exact``); where rounding is possible it gets
    them one by one.
    """

    __slots__ = ("_covered", "_exact", "_opened", "_rows", "_shifts", "_stars", "_totals", "primes")

    def __init__(self, rows: list[list[float]], stars: _Stars, exact: bool) -> None:
        self._rows = rows
        self._stars = stars
        self._exact = exact
        self._shifts: list[float] = []
        self._totals = [0.0]  # of the first n shifts
        never = len(rows) + 1  # each shift is followed by a prime in another row
        self._opened = [0 if row == _NONE else never for row in stars.rows]  # shifts before the column was uncovered
        self._covered: dict[int, int] = {}  # shifts before the row was covered
        self.primes: dict[int, int] = {}

    def search(self) -> int:
        """Prime zeros (steps 4 and 6) up to one in a row without a star and return that row."""
        rows = self._rows
        free = [column for column, opened in enumerate(self._opened) if not opened]
        slack = [min([row[column] for column in free]) for row in rows]
        while True:
            least = min(slack)
            if least:
                self._shifts.append(least)
                self._totals.append(self._totals[-1] + least)
                slack = [value - least for value in slack]
            row = slack.index(0.0)
            self._prime(row)
            column = self._stars.columns[row]
            if column == _NONE:
                return row
            self._covered[row] = self._opened[column] = len(self._shifts)
            slack[row] = _COVERED
            slack = [cells[column] if cells[column] < value < _COVERED else value for value, cells in zip(slack, rows)]

    def _prime(self, row: int) -> None:
        cells = self._rows[row] = self._lowered(self._rows[row], self._drops(self._closed()))
        now = len(self._shifts)
        self.primes[row] = max([j for j, opened in enumerate(self._opened) if opened <= now and not cells[j]])

    def settle(self) -> None:
        """Give every row the values that it has at the end of the phase."""
        closed = self._closed()
        drops = self._drops(closed)
        gains = {since: self._gains(closed, since) for since in self._covered.values()}
        for i, row in enumerate(self._rows):
            if i in self._covered:
                since = self._covered[i]
                self._rows[i] = self._raised(row, since, gains[since])
            elif i not in self.primes:
                self._rows[i] = self._lowered(row, drops)

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

    def _lowered(self, row: list[float], drops: list[float]) -> list[float]:
        """Return the values of a row that was not covered up to now."""
        lowered = list(map(sub, row, drops))
        bound = self._exact_below()
        if max(row) >= bound:
            for j, value in enumerate(row):
                if value >= bound:
                    for shift in self._shifts[self._opened[j] :]:
                        value -= shift
                    lowered[j] = value
        return lowered

    def _raised(self, row: list[float], since: int, gains: list[float]) -> list[float]:
        """Return the values of a row covered ``since`` so many shifts."""
        raised = list(map(add, row, gains))
        shifts = self._shifts[since:]
        bound = self._exact_below() - max(shifts, default=0.0)
        if max(raised) >= bound:
            for j, value in enumerate(raised):
                if value >= bound:
                    raised[j] = _raised(row[j], shifts, self._opened[j] - since)
        return raised

    def _exact_below(self) -> float:
        """Return the bound below which sums are exact; values are never below 0."""
        return 1.0 if self._exact and self._totals[-1] < 1.0 else 0.0


def _raised(value: float, shifts: list[float], opened: int) -> float:
    """Return a cell of a covered row after some shifts, ``opened`` of which came before its column was open."""
    for step, shift in enumerate(shifts):
        value = value + shift if step < opened else value + shift - shift
    return value


def best_first(ranked: Iterable[Pair]) -> Iterator[Pair]:
    """Yield of pairs (key item, response item, score) in the order given those whose two items are both still free.

    The order decides between pairs that share an item, ties included; it is the caller's.
    """
    keys: set[Hashable] = set()
    responses: set[Hashable] = set()
    for pair in ranked:
        if pair[0] not in keys and pair[1] not in responses:
            keys.add(pair[0])
            responses.add(pair[1])
            yield pair


class Pairing:
    """Who met whom, as places in the list of the key's items and in that of the response's.

    ``pairs`` are in order of meeting; ``key_left`` and ``response_left`` are the places of the items that met nobody,
    in ascending order.
    """

    __slots__ = ("key_left", "pairs", "response_left")

    def __init__(self, pairs: Iterable[tuple[int, int]], keys: int, responses: int) -> None:
        self.pairs = list(pairs)
        met = {pair[0] for pair in self.pairs}
        self.key_left = [place for place in range(keys) if place not in met]
        met = {pair[1] for pair in self.pairs}
        self.response_left = [place for place in range(responses) if place not in met]


def first_free(keys: Iterable[Hashable], responses: Iterable[Hashable]) -> list[int | None]:
    """Return for each key item, in order, the place of the first equal response item that is still free, or None.

    With identifiers that occur once on a side this is alignment by identifier.
    """
    places: dict[Hashable, list[int]] = {}
    for place, response in enumerate(responses):
        places.setdefault(response, []).append(place)
    for stock in places.values():
        stock.reverse()
    return [free.pop() if (free := places.get(key)) else None for key in keys]


def overlapping(keys: Iterable[tuple[int, int]], responses: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs of extents that share a place, as places in the two lists, in ascending order.

    Extents have exclusive ends; what only touches does not overlap, and what is empty overlaps nothing. To have extents
    that touch among the pairs pass ``end + 1``.
    """
    extents = [(start, end, 0, place) for place, (start, end) in enumerate(keys) if start < end]
    extents += [(start, end, 1, place) for place, (start, end) in enumerate(responses) if start < end]
    extents.sort()
    pairs: list[tuple[int, int]] = []
    open_extents: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for start, end, side, place in extents:
        others = open_extents[not side]
        others[:] = [other for other in others if other[0] > start]
        pairs += [(other, place) if side else (place, other) for _, other in others]
        open_extents[side].append((end, place))
    pairs.sort()
    return pairs
