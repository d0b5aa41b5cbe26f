"""The order in which pairs of objects are tried.

The C program sorts with ``qsort`` and compares two scores by their difference cut to an integer: scores less than one
apart count as equal, and keep their order. Where no two different scores are that close, any stable sort does the same;
otherwise the comparison is no proper order, and what comes out depends on how the sort works.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.objects import Object

    Pair = tuple[Object, Object, float]


def ranked(pairs: Sequence[Pair], places: Sequence[int], total: int) -> list[Pair]:
    """Return pairs in the order in which the C program has them after its sort by descending score.

    The pairs are those at ``places`` (ascending) of its list of ``total`` pairs; all others must have scores lower by 1
    at least, so that they come behind, wherever they stood.
    """
    scores = sorted({pair[2] for pair in pairs})
    if all(higher - lower >= 1 for lower, higher in zip(scores, scores[1:])):  # noqa: RUF007 - start-up
        return sorted(pairs, key=_score, reverse=True)
    from common.compat.qsort import qsort

    return qsort(pairs, _difference, places, total)


def _score(pair: Pair) -> float:
    return pair[2]


def _difference(first: Pair, second: Pair) -> int:
    return int(second[2] - first[2])
