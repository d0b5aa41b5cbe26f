"""Which key object meets which response object in version 3.3 (scoring manual, alignment).

Pairs are tried by descending F and accepted if their weighted score exceeds the threshold of the class. Tags must come
from the same place of the text besides.
"""

from __future__ import annotations

from itertools import chain, product

from common.align import best_first
from muc_scorer.alignment import TEMPLATE, Aligner
from muc_scorer.pairscores import PairScores, touching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from muc_scorer.alignment import Alignment, Pair
    from muc_scorer.definitions import ClassDef
    from muc_scorer.objects import Object

_ROUNDING = 1e-9  # by this much a weighted score may come out above the threshold that it merely meets


class ThresholdAligner(Aligner):
    """Aligns by the manual's rule. Objects of the class ``template`` are paired as they come, whatever they hold."""

    def rank(self, definition: ClassDef, alignment: Alignment) -> list[Pair]:
        """Return the pairs of a class that can be accepted, best first."""
        keys, responses = alignment.left_over(definition)
        if definition.name.lower() == TEMPLATE:
            return [(key, response, 0.0) for key, response in zip(keys, responses)]
        scored = self._scored(definition, keys, responses, alignment)
        return _by_score([pair for pair, weighted in scored if weighted > definition.threshold + _ROUNDING])

    def connect(self, alignment: Alignment) -> None:
        """Pair the objects that are left over, best first, however bad: equals, and those without F last, as they come.

        Of records only pairs with something in common are listed; of the others it is noted whether they have an F.
        """
        for definition in self._order:
            keys, responses = alignment.left_over(definition)
            pairs, no_f = [], bytearray()
            for pair, _ in self._scored(definition, keys, responses, alignment):
                if pair[2] > 0 or self._in_text:
                    pairs.append(pair)
                no_f.append(pair[2] < 0)
            ranked = iter(_by_score(pairs))
            if not self._in_text:
                ranked = chain(ranked, _in_order(keys, responses, no_f, False), _in_order(keys, responses, no_f, True))
            for key, response, _ in best_first(ranked):
                alignment.connected.pair(key, response)

    def _scored(
        self, definition: ClassDef, keys: Sequence[Object], responses: Sequence[Object], alignment: Alignment
    ) -> Iterator[tuple[Pair, float]]:
        """Yield the pairs that may meet, key by key, with their weighted scores."""
        scores = PairScores(definition, self._comparison, alignment.partners)
        pairs: Iterable[tuple[Object, Object]]
        scored: Iterable[tuple[float, float]]
        if self._in_text:
            pairs = [(keys[i], responses[j]) for i, j in touching(keys, responses)]
            scored = (scores.pair(key, response) for key, response in pairs)
        else:
            pairs = product(keys, responses)
            scored = scores.product(keys, responses)
        for (key, response), (score, weighted) in zip(pairs, scored):
            yield (key, response, score), weighted


def _by_score(pairs: list[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: pair[2], reverse=True)


def _in_order(keys: Sequence[Object], responses: Sequence[Object], no_f: bytearray, wanted: bool) -> Iterator[Pair]:
    """Yield the pairs, key by key, that have no F, or those that have one."""
    return ((key, response, 0.0) for (key, response), flag in zip(product(keys, responses), no_f) if flag == wanted)
