"""Which key object meets which response object (scoring manual, alignment)."""

from __future__ import annotations

from common.align import best_first
from muc_scorer.fills import Partners
from muc_scorer.identical import link_identical
from muc_scorer.objects import objects_of
from muc_scorer.pairscores import PairScores, touching
from muc_scorer.ranking import ranked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.definitions import ClassDef
    from muc_scorer.fills import Comparison
    from muc_scorer.objects import Document, Object

    Pair = tuple[Object, Object, float]

TEMPLATE = b"template"
IN_AND_OUT = b"in_and_out"
_ANY = float("-inf")  # a threshold that all pairs reach


class Alignment:
    """How the objects of a document are paired.

    ``partners`` says who is paired with whom, ``accepted`` holds the pairs (key, response, score) of each class in
    order of acceptance. ``connected`` are pairs of objects left over, which count as incorrect; ``excused`` are key
    objects that are optional and not paired.
    """

    __slots__ = ("accepted", "connected", "document", "excused", "partners")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.partners = Partners()
        self.connected = Partners()
        self.excused: set[Object] = set()
        self.accepted: dict[ClassDef, list[Pair]] = {}

    def accept(self, definition: ClassDef, pair: Pair) -> None:
        """Pair two objects of a class."""
        self.partners.pair(pair[0], pair[1])
        self.accepted.setdefault(definition, []).append(pair)

    def left_over(self, definition: ClassDef) -> tuple[list[Object], list[Object]]:
        """Return the key and the response objects of a class that are neither paired nor connected yet, nor excused."""
        keys = [item for item in objects_of(self.document.key, definition) if item not in self.excused]
        responses = objects_of(self.document.response, definition)
        for partners in (self.partners, self.connected):
            keys = [item for item in keys if item not in partners.of_key]
            responses = [item for item in responses if item not in partners.of_response]
        return keys, responses


class Aligner:
    """Aligns the objects of documents class by class, in the order given.

    ``in_text`` is for tags: these must touch one another in the text, but need no weighted score and nothing in common.
    """

    __slots__ = ("_comparison", "_in_text", "_order")

    def __init__(self, comparison: Comparison, order: Sequence[ClassDef], in_text: bool) -> None:
        self._comparison = comparison
        self._order = order
        self._in_text = in_text

    def align(self, document: Document) -> Alignment:
        """Pair the objects of a document. The pointers of later classes are judged by the pairs of earlier ones."""
        alignment = Alignment(document)
        for definition in self._order:
            for pair in best_first(self.rank(definition, alignment)):
                alignment.accept(definition, pair)
            if definition.name.lower() == IN_AND_OUT:
                link_identical(objects_of(document.key, definition), self._comparison, alignment.partners)
        return alignment

    def connect(self, alignment: Alignment) -> None:
        """Pair the objects that are left over, best first, however bad: those without an F last, as they come."""
        for definition in self._order:
            scores = PairScores(definition, self._comparison, alignment.partners)
            for key, response, _ in best_first(self.connectable(*alignment.left_over(definition), scores)):
                alignment.connected.pair(key, response)
            if not self._in_text:
                for key, response in scores.different(*alignment.left_over(definition)):
                    alignment.connected.pair(key, response)
                for key, response in zip(*alignment.left_over(definition)):
                    alignment.connected.pair(key, response)

    def connectable(self, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> list[Pair]:
        """Return the pairs in the order in which they are to be connected; those with nothing right come after them."""
        return _ranked_records(keys, responses, scores, _ANY)

    def rank(self, definition: ClassDef, alignment: Alignment) -> list[Pair]:
        """Return the pairs of a class in the order in which they are to be tried, without those that are too bad."""
        return (self._rank_tags if self._in_text else self._rank_records)(definition, alignment)

    def _rank_tags(self, definition: ClassDef, alignment: Alignment) -> list[Pair]:
        keys, responses = alignment.left_over(definition)
        scores = PairScores(definition, self._comparison, alignment.partners)
        pairs, places = [], []
        for i, j in touching(keys, responses):
            score, _ = scores.pair(keys[i], responses[j])
            if score >= 0:
                pairs.append((keys[i], responses[j], score))
                places.append(i * len(responses) + j)
        return ranked(pairs, places, len(keys) * len(responses))

    def _rank_records(self, definition: ClassDef, alignment: Alignment) -> list[Pair]:
        keys, responses = alignment.left_over(definition)
        if definition.name.lower() == TEMPLATE:
            return [(key, response, 0.0) for key, response in zip(keys, responses)]
        scores = PairScores(definition, self._comparison, alignment.partners)
        ranked_pairs = _ranked_records(keys, responses, scores, definition.threshold)
        return [pair for pair in ranked_pairs if pair[2] > 0]


def _ranked_records(
    keys: Sequence[Object], responses: Sequence[Object], scores: PairScores, threshold: float
) -> list[Pair]:
    """Return the pairs whose weighted score is not below the threshold and F above 0, best first.

    Where an F is below 1, all pairs are returned, those below the threshold with an F of 0: they tie with it.
    """
    total = len(keys) * len(responses)
    pairs, places = [], []
    for i, j, (score, weighted) in scores.matching(keys, responses):
        if score > 0 and weighted >= threshold:
            pairs.append((keys[i], responses[j], score))
            places.append(i * len(responses) + j)
    if all(pair[2] >= 1 for pair in pairs):
        return ranked(pairs, places, total)
    everything = [
        (keys[i], responses[j], score if weighted >= threshold else 0.0)
        for i, j, (score, weighted) in scores.product(keys, responses)
    ]
    return ranked(everything, range(total), total)
