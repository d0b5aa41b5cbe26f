"""Which key object meets which response object in version 3.3 (scoring manual, alignment).

Pairs are tried by descending F and accepted if their weighted score exceeds the threshold of the class. Tags must come
from the same place in the text, too.
"""

from __future__ import annotations

from muc_scorer.align.alignment import Aligner, touching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from muc_scorer.align.alignment import Pair, PairScores
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
        pairs = scores.all(keys, responses)
        return _by_score([(keys[i], responses[j], f) for i, j, (f, weighted) in pairs if weighted > least])

    def connectable(self, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> list[Pair]:
        """Return the tags that touch one another, or the records with something right, best first."""
        if self._in_text:
            return _by_score([pair for pair, _ in _tag_pairs(keys, responses, scores)])
        return _by_score([(keys[i], responses[j], f) for i, j, (f, _) in scores.all(keys, responses) if f > 0])


def _tag_pairs(keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> Iterator[tuple[Pair, float]]:
    for i, j in touching(keys, responses):
        score, weighted = scores.pair(keys[i], responses[j])
        yield (keys[i], responses[j], score), weighted


def _by_score(pairs: list[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: pair[2], reverse=True)
