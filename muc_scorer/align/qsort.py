"""The order in which the C library's ``qsort`` leaves items that its comparison finds equal."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    Item = TypeVar("Item")


def qsort(
    items: Sequence[Item],
    compare: Callable[[Item, Item], float],
    positions: Sequence[int] | None = None,
    size: int | None = None,
) -> list[Item]:
    """Sort as ``qsort`` of glibc 2.36 does where memory allows: a merge sort that splits ``n`` items at ``n // 2``.

    ``compare(first, second)`` is positive where the second must come first. It need not be a proper order; the result
    then depends on where the splits are. With ``positions`` (ascending, from 0) the items are part of a list of
    ``size``, at these positions. All other items of it must compare as greater: they would come last and are left out.
    """
    from bisect import bisect_left

    places = range(len(items)) if positions is None else positions

    def merge_sorted(start: int, length: int, first: int, last: int) -> list[Item]:
        """Sort the items ``first`` to ``last`` (exclusive), which lie within ``length`` positions from ``start`` on."""
        if last - first < 2:
            return list(items[first:last])
        half = length // 2
        middle = bisect_left(places, start + half, first, last)
        left = merge_sorted(start, half, first, middle)
        right = merge_sorted(start + half, length - half, middle, last)
        return _merged(left, right, compare)

    return merge_sorted(0, len(items) if size is None else size, 0, len(items))


def _merged(left: list[Item], right: list[Item], compare: Callable[[Item, Item], float]) -> list[Item]:
    merged: list[Item] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if compare(left[i], right[j]) <= 0:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    merged += left[i:] or right[j:]
    return merged
