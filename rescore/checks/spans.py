"""Overlapping spans of one side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def overlap(extents: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> bool:
    """Say whether any extent, ends exclusive, shares a place with any other."""
    reached = [-1, -1]  # how far the extents of each side go
    for begin, end, side in sorted(
        [*[(begin, end, 0) for begin, end in extents], *[(begin, end, 1) for begin, end in others]]
    ):
        if begin < reached[1 - side]:
            return True
        reached[side] = max(reached[side], end)
    return False


def crossing(extents: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the places of extents, ends exclusive, that begin in an earlier one and end behind it.

    Extents that lie within others cross nothing.
    """
    ends: list[int] = []  # of the extents around, innermost last
    order = sorted(range(len(extents)), key=lambda place: (extents[place][0], -extents[place][1]))
    for place in order:
        begin, end = extents[place]
        while ends and ends[-1] <= begin:
            ends.pop()
        if ends and ends[-1] < end:
            yield place
        ends.append(end)
