"""Which key object meets which response object in the 1997 program: the order in which pairs are tried.

The C program sorts with ``qsort`` and compares two scores by their difference cut to an integer: scores less than one
apart count as equal, and keep their order. Where the scores fall into groups of equals, any stable sort does the same;
otherwise the comparison is not a proper order, and the result depends on how the sort works.
"""

from __future__ import annotations

from muc_scorer.align.alignment import Aligner, touching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.align.alignment import Pair, PairScores
    from muc_scorer.align.fills import FillComparison
    from muc_scorer.read.definitions import ClassDef
    from muc_scorer.read.objects import Object, Slots

_ANY = float("-inf")  # a threshold that all pairs reach


class RankedAligner(Aligner):
    """Aligns by F, in the order that the C library makes of it. Tags need no weighted score.

    Tags hold no pointers, so the F of two depends on nothing but what they say. It is computed once for all tags that
    share their slots.
    """

    __slots__ = ("_tag_scores",)

    def __init__(self, comparison: FillComparison, order: Sequence[ClassDef], in_text: bool) -> None:
        super().__init__(comparison, order, in_text)
        self._tag_scores: dict[tuple[Slots, Slots], float] = {}

    def rank(
        self, definition: ClassDef, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores
    ) -> list[Pair]:
        """Return the pairs of a class in the order in which they are to be tried, without those that are too bad."""
        if self._in_text:
            return self._ranked_tags(keys, responses, scores)
        return [pair for pair in _ranked_records(keys, responses, scores, definition.threshold) if pair[2] > 0]

    def connectable(self, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> list[Pair]:
        """Return the pairs in the order in which they are to be connected; those with nothing right come after them."""
        return _ranked_records(keys, responses, scores, _ANY)

    def _ranked_tags(self, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> list[Pair]:
        """Return the pairs of tags that touch one another and have an F, best first."""
        pairs, places = [], []
        for i, j in touching(keys, responses):
            key, response = keys[i], responses[j]
            score = self._tag_scores.get((key.slots, response.slots))
            if score is None:
                score = self._tag_scores[key.slots, response.slots] = scores.pair(key, response)[0]
            if score >= 0:
                pairs.append((key, response, score))
                places.append(i * len(responses) + j)
        return ranked(pairs, places, len(keys) * len(responses))


def _ranked_records(
    keys: Sequence[Object], responses: Sequence[Object], scores: PairScores, threshold: float
) -> list[Pair]:
    """Return the pairs whose weighted score is not below the threshold and F above 0, best first.

    Where an F is below 1, all pairs are returned, those below the threshold with an F of 0: they tie with it.
    """
    total = len(keys) * len(responses)
    good = [(i, j, f) for i, j, (f, weighted) in scores.all(keys, responses) if f > 0 and weighted >= threshold]
    if any(f < 1 for *_, f in good):
        scored = scores.all(keys, responses)
        everything = [(keys[i], responses[j], f if weighted >= threshold else 0.0) for i, j, (f, weighted) in scored]
        return ranked(everything, range(total), total)
    places = [i * len(responses) + j for i, j, _ in good]
    return ranked([(keys[i], responses[j], f) for i, j, f in good], places, total)


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
