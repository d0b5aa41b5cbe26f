"""The path through a lattice that agrees best with the edits of an annotator (page, 'How edits are found').

The price of an arc is its length and 0.001 for each time that the original has it in its list, or, if a gold edit fits,
minus the size of the list. The last bits of sums decide between paths that are equally good. So prices are doubles that
are added up from the begin of the sentence on, and nothing is multiplied.

The original goes through its list again and again. Where an arc leads to its end at a lower price than is known, it
notes both. In the end each cell has its lowest price, and the arc that led to it first. Here the lowest prices are
computed cell by cell, and *when* the original knew which price is asked only of cells on the best paths.
"""

from __future__ import annotations

from bisect import bisect_left

from legacy_scorers.common.memo import Memo
from legacy_scorers.m2_scorer.lattice import ALL_WAYS, WAY_BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from legacy_scorers.m2_scorer.lattice import Lattice
    from legacy_scorers.m2_scorer.read import Edit

    Prices: TypeAlias = dict[int, dict[int, float]]  # of arcs, by end and begin
    Arc: TypeAlias = tuple[int, int, Edit]  # begin, end, what it does
    BestArc: TypeAlias = tuple[int, int, float]  # begin, code, price
    Place: TypeAlias = tuple[int, int, int]  # of an arc in the list: the cell of the join, begin, end
    Time: TypeAlias = tuple[int, Place]  # the pass, and the place in the list
    Event: TypeAlias = tuple[Time, float, int]  # when a cell had a lower price than before, the price, the cell before

EXTRA = 0.001  # on an arc that no gold edit fits
_SAME = 0.0001  # prices that differ by less differ only in their last bits


def best_path(lattice: Lattice, gold: Sequence[Edit]) -> list[Edit]:
    """Return the edits of the path that agrees best with gold edits, in the order of the sentence."""
    best = _best_arcs(lattice, _gold_prices(lattice, gold))
    events: dict[int, list[Event]] = {0: [((0, (-2, 0, 0)), 0.0, 0)]}  # before all passes
    for cell in _cells(best):
        events[cell] = _events(lattice, cell, best[cell], events)
    found = []
    end = len(best) - 1
    while end:
        *_, begin = events[end][-1]
        if lattice.code(begin, end) & ALL_WAYS:
            found.append(lattice.edit(begin, end))
        end = begin
    return found[::-1]


def _best_arcs(lattice: Lattice, special: Prices) -> list[list[BestArc]]:
    """Return for each cell the arcs that lead there at the lowest price, or at one that differs only in its last bits.

    Arcs in ``special`` have that price, others the one of their code.
    """
    best: list[list[BestArc]] = [[]]
    of_code = Memo(_price)
    lowest = [0.0]
    for end, (begins, codes) in enumerate(zip(lattice.begins[1:], lattice.codes[1:]), 1):
        prices = [of_code[code] for code in codes]
        for begin, price in special.get(end, {}).items():
            prices[bisect_left(begins, begin)] = price
        totals = [lowest[begin] + price for begin, price in zip(begins, prices)]
        lowest.append(min(totals))
        most = lowest[end] + _SAME
        places = [place for place, total in enumerate(totals) if total <= most]
        best.append([(begins[place], codes[place], prices[place]) for place in places])
    return best


def _cells(best: list[list[BestArc]]) -> list[int]:
    """Return the cells after the first that are on a path as good as the best, in order."""
    found = {0}
    waiting = [len(best) - 1]
    while waiting:
        cell = waiting.pop()
        if cell not in found:
            found.add(cell)
            waiting += [begin for begin, _, _ in best[cell]]
    return sorted(found - {0})


def _events(lattice: Lattice, end: int, arcs: list[BestArc], events: dict[int, list[Event]]) -> list[Event]:
    """Return when a cell had which price, lower and lower, from the events of the cells before."""
    arrivals: list[Event] = []
    for begin, code, price in arcs:
        places = [(middle, begin, end) for middle in lattice.joined_at(end, code)]
        for (turn, place), total, _ in events[begin]:
            later = bisect_left(places, place)
            time = (turn, places[later]) if later < len(places) else (turn + 1, places[0])
            arrivals.append((time, total + price, begin))
    found: list[Event] = []
    for arrival in sorted(arrivals):
        if not found or arrival[1] < found[-1][1]:
            found.append(arrival)
    return found


def _price(code: int) -> float:
    price = float(code >> WAY_BITS)
    for _ in range((code & ALL_WAYS).bit_count()):
        price += EXTRA
    return price


def _gold_prices(lattice: Lattice, gold: Sequence[Edit]) -> Prices:
    """Return the prices of the arcs that gold edits fit, and of those that are looked at together with them."""
    prices: Prices = {}
    by_places: dict[tuple[int, int], list[Edit]] = {}
    for edit in gold:
        by_places.setdefault((edit.begin, edit.end), []).append(edit)
    for places, edits in by_places.items():
        arcs = list(lattice.arcs_at(*places))
        if places[0] == places[1]:
            for (begin, end), price in _walk(lattice, arcs, edits).items():
                prices.setdefault(end, {})[begin] = price
        else:
            for begin, end, found in arcs:
                if any(edit.fits(found) for edit in edits):
                    prices.setdefault(end, {})[begin] = float(-lattice.size)
    return prices


def _walk(lattice: Lattice, arcs: list[Arc], gold: list[Edit]) -> dict[tuple[int, int], float]:
    """Return the prices of arcs at one place, where several gold edits may insert, by begin and end.

    The walk goes over the arcs and the gold edits from both ends of their lists. After an arc that fits, it passes over
    those that do not begin where it ends, or on its way back, do not end where it begins.
    """
    members = [arc for arc in arcs for _ in range((lattice.code(*arc[:2]) & ALL_WAYS).bit_count())]
    prices = {(begin, end): float(lattice.code(begin, end) >> WAY_BITS) for begin, end, _ in arcs}
    ahead, wanted = [0, len(members) - 1], [0, len(gold) - 1]  # the next arcs and gold edits from both ends
    way = 0  # 1 is back
    while ahead[0] <= ahead[1]:
        way = 0 if ahead[0] == ahead[1] else way
        step = (1, -1)[way]
        arc = members[ahead[way]]
        places = range(wanted[way], wanted[1 - way] + step, step)
        place = next((place for place in places if gold[place].fits(arc[2])), None)
        ahead[way] += step
        if place is None:
            prices[arc[:2]] += EXTRA
            way = 1 - way
            continue
        prices[arc[:2]] = float(-lattice.size)
        wanted[way] = place + step
        while 0 <= ahead[way] < len(members) and members[ahead[way]][way] != arc[1 - way]:
            prices[members[ahead[way]][:2]] += EXTRA
            ahead[way] += step
    return prices
