"""How the original finds proposed edits, step by step: all arcs in one list, prices by the list, and its search.

It takes the third power of the number of cells, so only for short sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from legacy_scorers.m2_scorer.read import Edit

Cell = tuple[int, int]
Arc = tuple[Cell, Cell]
EXTRA = 0.001


class Deed(NamedTuple):
    """What an arc does; ``original`` and ``correction`` are words."""

    kind: str
    begin: int
    end: int
    original: tuple[str, ...]
    correction: tuple[str, ...]
    unchanged: int

    def joined(self, other: Deed) -> Deed:
        kind = self.kind if self.kind == other.kind else "sub"
        words = self.original + other.original, self.correction + other.correction
        return Deed(kind, self.begin, other.end, *words, self.unchanged + other.unchanged)

    @property
    def edit(self) -> Edit:
        return Edit(self.begin, self.end, " ".join(self.original), [" ".join(self.correction)])


def matrix(source: Sequence[str], candidate: Sequence[str], price: int) -> dict[Arc, str]:
    """Return the steps of the best alignments with their kinds."""
    distances: dict[Cell, int] = {}
    steps: dict[Cell, list[tuple[Cell, str]]] = {}
    for i, j in product(range(len(source) + 1), range(len(candidate) + 1)):
        choices: list[tuple[int, Cell, str]] = []
        if i and j:
            same = source[i - 1] == candidate[j - 1]
            cost = 0 if same else price
            choices.append((distances[i - 1, j - 1] + cost, (i - 1, j - 1), "noop" if same else "sub"))
        if i:
            choices.append((distances[i - 1, j] + 1, (i - 1, j), "del"))
        if j:
            choices.append((distances[i, j - 1] + 1, (i, j - 1), "ins"))
        distances[i, j] = min([choice[0] for choice in choices], default=0)
        steps[i, j] = [choice[1:] for choice in choices if choice[0] == distances[i, j]]
    arcs: dict[Arc, str] = {}
    waiting = [(len(source), len(candidate))]
    while waiting:
        cell = waiting.pop()
        for before, kind in steps[cell]:
            arcs[before, cell] = kind
            waiting.append(before)
    return arcs


class Search:
    """The lists and tables of a sentence, and the search for one annotator."""

    def __init__(self, source: Sequence[str], candidate: Sequence[str], most_unchanged: int, all_at_0: bool) -> None:
        first = [matrix(source, candidate, price) for price in (1, 2)]
        self.arcs = sorted([arc for arcs in first for arc in arcs])
        self.cells = sorted({(0, 0), *[cell for arc in self.arcs for cell in arc]})
        self.length = dict.fromkeys(self.arcs, 1)
        self.deeds: dict[Arc, Deed] = {}
        for arc, kind in {**first[0], **first[1]}.items():
            (i, j), (last_i, last_j) = arc
            begin = i if i or kind != "ins" or all_at_0 else j
            end = begin if kind == "ins" else last_i
            words = tuple(source[i:last_i]), tuple(candidate[j:last_j])
            self.deeds[arc] = Deed(kind, begin, end, *words, int(kind == "noop"))
        self.join(most_unchanged)
        self.remove_unchanged()

    def join(self, most_unchanged: int) -> None:
        for middle, begin, end in product(self.cells, repeat=3):
            parts = (begin, middle), (middle, end)
            if not all(part in self.length for part in parts):
                continue
            length = sum(self.length[part] for part in parts)
            unchanged = sum(self.deeds[part].unchanged for part in parts)
            if length < self.length.get((begin, end), length + 1) and unchanged <= most_unchanged:
                self.arcs.append((begin, end))
                self.length[begin, end] = length
                self.deeds[begin, end] = self.deeds[parts[0]].joined(self.deeds[parts[1]])

    def remove_unchanged(self) -> None:
        place = 0
        while place < len(self.arcs):
            arc = self.arcs[place]
            if self.deeds[arc].kind == "noop" and self.length[arc] > 1:
                self.arcs.remove(arc)
                del self.deeds[arc]
            place += 1

    def prices(self, gold: Sequence[Edit]) -> dict[Arc, float]:
        prices = {arc: float(self.length[arc]) for arc in self.arcs}
        groups: dict[tuple[int, int], list[Arc]] = {}
        for arc in self.arcs:
            groups.setdefault((self.deeds[arc].begin, self.deeds[arc].end), []).append(arc)
        for (begin, end), members in groups.items():
            here = [edit for edit in gold if (edit.begin, edit.end) == (begin, end)]
            if begin == end:
                self.walk(sorted(members), here, prices)
                continue
            for arc in members:
                if any(edit.fits(self.deeds[arc].edit) for edit in here):
                    prices[arc] = -float(len(self.arcs))
                elif self.deeds[arc].kind != "noop":
                    prices[arc] += EXTRA
        return prices

    def walk(self, members: list[Arc], gold: list[Edit], prices: dict[Arc, float]) -> None:
        left, right, current = 0, len(members) - 1, 0
        window = list(enumerate(gold))
        while left <= right:
            arc = members[current]
            fitting = [number for number, edit in window if edit.fits(self.deeds[arc].edit)]
            is_left = current == left
            if not fitting:
                if self.deeds[arc].kind != "noop":
                    prices[arc] += EXTRA
                if is_left:
                    left += 1
                    current = right
                else:
                    right -= 1
                    current = left
                continue
            prices[arc] = -float(len(self.arcs))
            if is_left:
                window = [(number, edit) for number, edit in window if number > fitting[0]]
                left += 1
                while left < len(members) and members[left][0] != arc[1]:
                    prices[members[left]] += EXTRA
                    left += 1
                current = left
            else:
                window = [(number, edit) for number, edit in window if number < fitting[-1]]
                right -= 1
                while right >= 0 and members[right][1] != arc[0]:
                    prices[members[right]] += EXTRA
                    right -= 1
                current = right

    def edits(self, gold: Sequence[Edit]) -> list[Edit]:
        prices = self.prices(gold)
        lowest = {cell: 0.0 if cell == (0, 0) else float("inf") for cell in self.cells}
        before: dict[Cell, Cell] = {}
        for _ in self.cells[1:]:
            for begin, end in self.arcs:
                if lowest[begin] + prices[begin, end] < lowest[end]:
                    lowest[end] = lowest[begin] + prices[begin, end]
                    before[end] = begin
        path = []
        cell = self.cells[-1]
        while cell in before:
            path.append((before[cell], cell))
            cell = before[cell]
        return [self.deeds[arc].edit for arc in reversed(path) if self.deeds[arc].kind != "noop"]
