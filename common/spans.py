"""How two spans of a text relate to each other: what MAT calls overmark, undermark and overlap, and by how much."""

from __future__ import annotations

SAME = "same"
INSIDE = "inside"
AROUND = "around"
CROSSING = "crossing"
APART = "apart"


def relation(begin: int, end: int, other_begin: int, other_end: int) -> str:
    """Say how the other span relates to the first: it is the ``SAME``, ``INSIDE`` it, ``AROUND`` it, ``CROSSING`` one
    of its boundaries, or ``APART``.

    Positions are offsets with exclusive ends; for inclusive ends pass ``end + 1``. Spans that only touch are apart.
    A span that shares one boundary with the first and not the other is inside or around it.
    """
    if begin == other_begin and end == other_end:
        return SAME
    if other_end <= begin or end <= other_begin:
        return APART
    if begin <= other_begin and other_end <= end:
        return INSIDE
    if other_begin <= begin and end <= other_end:
        return AROUND
    return CROSSING


def boundary_differences(begin: int, end: int, unit: str) -> list[str]:
    """Say how much later or earlier a span begins and ends than another one: ``begins 2 tokens later``.

    ``begin`` and ``end`` are differences of offsets. A difference of 0 is left out.
    """
    said = []
    for verb, by in (("begins", begin), ("ends", end)):
        units = unit if abs(by) == 1 else f"{unit}s"
        if by:
            said.append(f"{verb} {abs(by)} {units} {'later' if by > 0 else 'earlier'}")
    return said
