"""Lists of regions of a text, and what two such lists have in common."""

from __future__ import annotations

from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Region:
    """A stretch of text, offsets with the end exclusive; ``kind`` is the region type of its zone, None if untyped."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, start: int, end: int, kind: str | None = None) -> None:
        self.start = start
        self.end = end
        self.kind = kind

    def same(self, other: Region) -> bool:
        """Say whether start, end and type are the same."""
        return (self.start, self.end, self.kind) == (other.start, other.end, other.kind)

    def copy(self) -> Region:
        """Return a region that can be trimmed on its own."""
        return Region(self.start, self.end, self.kind)

    def __repr__(self) -> str:
        return f"Region({self.start!r}, {self.end!r}, {self.kind!r})"


def same_regions(regions: Sequence[Region], others: Sequence[Region]) -> bool:
    """Say whether two lists hold the same regions."""
    return len(regions) == len(others) and all(map(Region.same, regions, others))


def sweep(current: list[Region], others: Sequence[Region], trimmable: bool = True) -> list[Region]:
    """Return what two lists have in common, each given by start.

    ``current`` is consumed: parts that nothing can meet any more are left in it, trimmed at the front. Where that would
    trim a region that must stay as it is (not ``trimmable``), an :class:`InputError` is raised.
    """
    others = [region.copy() for region in others]
    found = []
    first = second = 0
    while first < len(current) and second < len(others):
        here, there = current[first], others[second]
        if here.end <= there.start:
            first += 1
        elif there.end <= here.start:
            second += 1
        elif there.start < here.start:
            there.start = here.start
        elif here.start < there.start:
            _trim(here, there.start, trimmable)
        else:
            end = min(here.end, there.end)
            found.append(Region(here.start, end, here.kind))
            if here.end > end:
                _trim(here, end, trimmable)
            else:
                first += 1
            if there.end > end:
                there.start = end
            else:
                second += 1
    del current[:first]
    return found


def _trim(region: Region, start: int, trimmable: bool) -> None:
    if not trimmable:
        raise InputError(
            f"a region of the hypothesis begins or ends at {start}, inside a region {region.start}-{region.end} "
            "that the reference's gold segments have already cut; MAT 2.0 scores no such pair: "
            "let zones and gold segments of both sides begin and end alike"
        )
    region.start = start
