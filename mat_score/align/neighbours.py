"""Long chains of annotations that overlap few others each: who meets whom, where nobody disputes it.

A chain may be as long as its text, and a table of all its pairs would grow with the square of that. Nearly all of the
pairs do not overlap, and cost the same.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from common.align import overlapping
from common.assignment import undisputed
from mat_score.align.crowds import MOST_COMPARED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.crowds import Compared, Comparison
    from mat_score.align.items import Item

SHARE = 4  # of so many pairs at most one overlaps


def neighbours_met(
    references: Sequence[Item], hypotheses: Sequence[Item], compare: Comparison
) -> tuple[list[int], list[Compared]] | None:
    """Return the partner of each reference, and how each pair compares, if every reference gets its best one.

    None where references compete, where hypotheses are fewer, or where many overlap: then it takes the whole table.
    All items must have a place, and ``compare`` must return ``APART`` for any two that do not overlap.
    """
    pairs = len(references) * len(hypotheses)
    if len(references) > len(hypotheses) or _overlaps(references, hypotheses) > min(pairs // SHARE, MOST_COMPARED):
        return None
    compared: list[dict[int, Compared]] = [{} for _ in references]
    extents = [[(item.start, item.end) for item in side] for side in (references, hypotheses)]
    for row, column in overlapping(*extents):
        compared[row][column] = compare(references[row], hypotheses[column])
    costs = [{column: 1.0 - similarity for column, (similarity, _) in line.items()} for line in compared]
    partners = undisputed(costs, 1.0)
    if partners is None:
        return None
    return partners, [line[column] for line, column in zip(compared, partners)]


def _overlaps(references: Sequence[Item], hypotheses: Sequence[Item]) -> int:
    """Return how many pairs overlap."""
    starts, ends = sorted([item.start for item in hypotheses]), sorted([item.end for item in hypotheses])
    return sum([bisect_left(starts, item.end) - bisect_right(ends, item.start) for item in references])
