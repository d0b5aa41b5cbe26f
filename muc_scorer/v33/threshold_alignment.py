"""Which key object meets which response object in version 3.3 (scoring manual, alignment).

Pairs are tried by descending F and accepted if their weighted score exceeds the threshold of the class. Tags must come
from the same place of the text besides.
"""

from __future__ import annotations

from muc_scorer.alignment import TEMPLATE, Aligner, as_they_come, touching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from muc_scorer.alignment import Pair
    from muc_scorer.definitions import ClassDef
    from muc_scorer.objects import Object
    from muc_scorer.pairscores import PairScores, Scores

    Listing = Callable[[Sequence[Object], Sequence[Object]], Iterator[tuple[int, int, Scores]]]

_ROUNDING = 1e-9  # by this much a weighted score may come out above the threshold that it merely meets


class ThresholdAligner(Aligner):
    """Aligns by the manual's rule. Objects of the class ``template`` are paired as they come, whatever they hold."""

    def rank(
        self, definition: ClassDef, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores
    ) -> list[Pair]:
        """Return the pairs of a class that can be accepted, best first."""
        if definition.name.lower() == TEMPLATE:
            return as_they_come(keys, responses)
        matching = definition.threshold >= 0 and all(slot.weight >= 0 for slot in definition.slots)
        scored = self._scored(keys, responses, scores, scores.matching if matching else scores.product)
        return _by_score([pair for pair, weighted in scored if weighted > definition.threshold + _ROUNDING])

    def connectable(self, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> list[Pair]:
        """Return the tags that touch one another, or the records with something right, best first."""
        scored = self._scored(keys, responses, scores, scores.matching)
        return _by_score([pair for pair, _ in scored if pair[2] > 0 or self._in_text])

    def _scored(
        self, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores, records: Listing
    ) -> Iterator[tuple[Pair, float]]:
        """Yield the tags that touch one another, or the pairs of records listed, with their weighted scores."""
        if self._in_text:
            for i, j in touching(keys, responses):
                score, weighted = scores.pair(keys[i], responses[j])
                yield (keys[i], responses[j], score), weighted
        else:
            for i, j, (score, weighted) in records(keys, responses):
                yield (keys[i], responses[j], score), weighted


def _by_score(pairs: list[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: pair[2], reverse=True)
