"""Which key object meets which response object in version 3.3 (scoring manual, alignment).

Pairs are tried by descending F and accepted if their weighted score exceeds the threshold of the class. Tags must come
from the same place in the text, too.
"""

from __future__ import annotations

from muc_scorer.align.alignment import Aligner, touching
from muc_scorer.align.batches import batch_pairs, pair_off

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from muc_scorer.align.alignment import Pair
    from muc_scorer.align.pairscores import PairScores
    from muc_scorer.read.definitions import ClassDef
    from muc_scorer.read.objects import Object

_ROUNDING = 1e-9  # by this much a weighted score may come out above the threshold that it merely meets


class ThresholdAligner(Aligner):
    """Aligns by the manual's rule."""

    def rank(
        self, definition: ClassDef, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores
    ) -> list[Pair]:
        """Return the pairs of a class that can be accepted, best first."""
        least = definition.threshold + _ROUNDING
        if self._in_text:
            return _by_score([pair for pair, weighted in _tag_pairs(keys, responses, scores) if weighted > least])
        matching = definition.threshold >= 0 and all(slot.weight >= 0 for slot in definition.slots)
        pairs = batch_pairs(keys, responses, scores.matching if matching else scores.product)
        scored = [(key, response, score) for key, response, (score, weighted) in pairs if weighted > least]
        return pair_off(keys, responses, scored, float)

    def connectable(self, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> list[Pair]:
        """Return the tags that touch one another, or the records with something right, best first."""
        if self._in_text:
            return _by_score([pair for pair, _ in _tag_pairs(keys, responses, scores)])
        pairs = batch_pairs(keys, responses, scores.matching)
        scored = [(key, response, score) for key, response, (score, _) in pairs if score > 0]
        return pair_off(keys, responses, scored, float)


def _tag_pairs(keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> Iterator[tuple[Pair, float]]:
    """Yield the tags that touch one another with their weighted scores."""
    for i, j in touching(keys, responses):
        score, weighted = scores.pair(keys[i], responses[j])
        yield (keys[i], responses[j], score), weighted


def _by_score(pairs: list[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: pair[2], reverse=True)
