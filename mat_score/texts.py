"""Where two texts that should be the same begin to differ."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import AnyStr

_SHOWN = 12  # characters


def first_difference(one: AnyStr, other: AnyStr) -> int | None:
    """Return the offset of the first character in which two texts differ, None if they are equal."""
    if one == other:
        return None
    equal, end = 0, min(len(one), len(other))
    while equal < end:  # by halves, since comparing stretches is faster than comparing characters
        middle = (equal + end + 1) // 2
        if one[equal:middle] == other[equal:middle]:
            equal = middle
        else:
            end = middle - 1
    return equal


def piece(text: AnyStr, offset: int) -> AnyStr:
    """Return what stands in a text from an offset on, as much of it as is worth showing."""
    return text[offset : offset + _SHOWN]
