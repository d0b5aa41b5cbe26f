"""The order in which pairs of objects are tried.

The C program sorts with ``qsort`` and compares two scores by their difference cut to an integer: scores less than one
apart count as equal, and keep their order. Where the scores fall into groups of equals, any stable sort does the same;
otherwise the comparison is not a proper order, and the result depends on how the sort works.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.align.kinds import KindPair
    from muc_scorer.read.objects import Object

    Pair = tuple[Object, Object, float]


def ranked(pairs: Sequence[Pair], places: Sequence[int], total: int) -> list[Pair]:
    """Return pairs in the order in which the C program has them after its sort by descending score.

    The pairs are those at ``places`` (ascending) of its list of ``total`` pairs; all others must have scores lower by 1
    at least, so that they come behind, wherever they stood.
    """
    levels = _levels({pair[2] for pair in pairs})
    if levels is not None:
        return sorted(pairs, key=lambda pair: levels[pair[2]], reverse=True)
    from common.compat.qsort import qsort

    return qsort(pairs, _difference, places, total)


def by_level(pairs: Sequence[KindPair]) -> list[list[KindPair]] | None:
    """Return pairs of kinds by descending score, those that count as equal together, None if that is not to be had."""
    levels = _levels({pair[2] for pair in pairs})
    if levels is None:
        return None
    found: dict[int, list[KindPair]] = {}
    for pair in pairs:
        found.setdefault(levels[pair[2]], []).append(pair)
    return [found[level] for level in sorted(found, reverse=True)]


def _levels(scores: set[float]) -> dict[float, int] | None:
    """Number the scores so that those that count as equal have the same number, None if that is not to be had."""
    levels: dict[float, int] = {}
    level, lowest, last = 0, 0.0, float("-inf")
    for score in sorted(scores):
        if score - last >= 1:
            level, lowest = level + 1, score
        elif score - lowest >= 1:
            return None
        levels[score] = level
        last = score
    return levels


def _difference(first: Pair, second: Pair) -> int:
    return int(second[2] - first[2])
