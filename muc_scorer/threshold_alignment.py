"""Which key object meets which response object in version 3.3 (scoring manual, alignment).

Pairs are tried by descending F and accepted if their weighted score exceeds the threshold of the class. Tags must come
from the same place of the text besides.
"""

from __future__ import annotations

from common.align import best_first
from muc_scorer.alignment import TEMPLATE, Aligner
from muc_scorer.pairscores import PairScores, touching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.alignment import Alignment, Pair
    from muc_scorer.definitions import ClassDef


class ThresholdAligner(Aligner):
    """Aligns by the manual's rule. Objects of the class ``template`` are paired as they come, whatever they hold."""

    def rank(self, definition: ClassDef, alignment: Alignment) -> list[Pair]:
        """Return the pairs of a class that can be accepted, best first."""
        if definition.name.lower() == TEMPLATE:
            return [(key, response, 0.0) for key, response in zip(*alignment.left_over(definition))]
        candidates = self._candidates(definition, alignment)
        return _by_score([pair for pair, weighted in candidates if weighted > definition.threshold])

    def connect(self, alignment: Alignment) -> None:
        """Pair the objects that are left over, best first, however bad."""
        for definition in self._order:
            candidates = self._candidates(definition, alignment)
            for key, response, _ in best_first(_by_score([pair for pair, _ in candidates])):
                alignment.connected.pair(key, response)

    def _candidates(self, definition: ClassDef, alignment: Alignment) -> list[tuple[Pair, float]]:
        """Return the pairs of a class that may meet, with their weighted scores."""
        keys, responses = alignment.left_over(definition)
        scores = PairScores(definition, self._comparison, alignment.partners)
        if self._in_text:
            places = touching(keys, responses)
            scored = [scores.pair(keys[i], responses[j]) for i, j in places]
            pairs = [(keys[i], responses[j]) for i, j in places]
        else:
            pairs = [(key, response) for key in keys for response in responses]
            scored = list(scores.product(keys, responses))
        return [((*pair, score), weighted) for pair, (score, weighted) in zip(pairs, scored)]


def _by_score(pairs: list[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: pair[2], reverse=True)
