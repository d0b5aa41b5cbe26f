"""Which key object meets which response object (scoring manual, alignment).

Pairs of a class are ranked by F over the scored slots and by the weighted sum of the F of each slot.
"""

from __future__ import annotations

from common.align import best_first, overlapping
from muc_scorer.align.fills import least_size
from muc_scorer.align.partners import Partners
from muc_scorer.read.definitions import CONTENT, IN_AND_OUT, TEMPLATE
from muc_scorer.read.messages import say
from muc_scorer.read.objects import MultiFill, Slot, objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence
    from typing import TypeAlias

    from muc_scorer.align.fills import FillComparison
    from muc_scorer.align.partners import Partners
    from muc_scorer.read.definitions import ClassDef
    from muc_scorer.read.objects import Document, Object, Side

    Scores: TypeAlias = tuple[float, float]
    Pair = tuple[Object, Object, float]


class PairScores:
    """Scores pairs of objects of one class: F and weighted score.

    F is a percentage, -1 where one side has no scored fill. The weighted score adds up F times weight of the slots
    that both sides have.
    """

    __slots__ = ("_comparison", "_definition", "_partners")

    def __init__(self, definition: ClassDef, comparison: FillComparison, partners: Partners) -> None:
        self._definition = definition
        self._comparison = comparison
        self._partners = partners

    def all(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[int, int, Scores]]:
        """Yield all pairs, as places in the two lists and in ascending order, with their scores."""
        for i, key in enumerate(keys):
            for j, response in enumerate(responses):
                yield i, j, self.pair(key, response)

    def side_by_side(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[Object, Object]]:
        """Pair objects that have nothing in common: each key object with the first one left with an F of 0."""
        left = dict.fromkeys(responses)
        for key in keys:
            found = next((response for response in left if self.pair(key, response)[0] >= 0), None)
            if found is not None:
                del left[found]
                yield key, found

    def pair(self, key: Object, response: Object) -> Scores:
        """Return the scores of one pair."""
        possible = actual = correct = 0
        weighted = 0.0
        comparison = self._comparison
        slots, others = key.slots, response.slots
        for definition in self._definition.in_order(slots):
            slot, other = slots[definition], others.get(definition)
            if other is None:
                if definition.scored and not slot.optional:
                    possible += least_size(slot)
            elif definition.scored or definition.weight:
                counts = comparison.slots(slot, other, self._partners)
                if definition.scored:
                    possible += counts[0]
                    actual += counts[1]
                    correct += counts[2]
                if definition.weight and (f := comparison.pair_f(*counts)):
                    weighted = comparison.narrow(weighted + comparison.narrow(definition.weight * f))
        for definition, other in others.items():
            if definition.scored and definition not in slots:
                actual += len(other.main)
        return comparison.pair_f(possible, actual, correct), weighted


class Alignment:
    """How the objects of a document are paired.

    ``partners`` says which objects are paired, ``accepted`` holds the pairs (key, response, score) of each class in
    order of acceptance. ``connected`` are pairs of objects left over, which count as incorrect; ``excused`` are key
    objects that are optional and not paired. ``handed_over`` are the response objects whose key object handed them
    over to an identical one, with that key object.
    """

    __slots__ = ("_counted", "_whole", "accepted", "connected", "document", "excused", "handed_over", "partners")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.partners = Partners()
        self.connected = Partners()
        self.excused: set[Object] = set()
        self.handed_over: dict[Object, Object] = {}
        self.accepted: dict[ClassDef, list[Pair]] = {}
        self._counted: dict[Object, Object] = {}  # what a key object counts as after pointers were dropped
        self._whole: dict[Object, Object] = {}  # the reverse of it

    def accept(self, definition: ClassDef, pair: Pair) -> None:
        """Pair two objects of a class."""
        self.partners.pair(pair[0], pair[1])
        self.accepted.setdefault(definition, []).append(pair)

    def connect(self, key: Object, response: Object) -> None:
        """Put two objects side by side; the key object may be what it counts as."""
        self.connected.pair(self._whole.get(key, key), response)

    def hand_over(self, key: Object) -> None:
        """Hand the response object of a key object over to an identical one that has none, if there is one."""
        free = self.partners.free_identical(key, self.excused)
        if free is not None:
            say(b"passing the mapping of %s to identical %s\n" % (key.name(), free.name()))
            self.handed_over[self.partners.of_key[key]] = key
            self.partners.hand_over(key, free)

    def drop(self, key: Object, slot: Slot, dropped: Container[MultiFill]) -> None:
        """Let a slot of a key object count without the pointers of some of its multi-fills."""
        main, *others = [MultiFill(fills.strings) if fills in dropped else fills for fills in slot.multi_fills()]
        counted = self.counted(key).with_slot(Slot(slot.definition, main, others, slot.optional, slot.line))
        self._counted[key] = counted
        self._whole[counted] = key

    def counted(self, key: Object) -> Object:
        """Return what a key object counts as: itself, or the same without the pointers that were dropped."""
        return self._counted.get(key, key)

    def keys_of(self, definition: ClassDef) -> list[Object]:
        """Return the key objects of a class that are not excused."""
        return [item for item in objects_of(self.document.key, definition) if item not in self.excused]

    def left_over(self, definition: ClassDef) -> tuple[list[Object], list[Object]]:
        """Return the key and the response objects of a class that are neither paired nor connected yet, nor excused.

        Key objects are given as what they count as.
        """
        keys = self.keys_of(definition)
        responses = objects_of(self.document.response, definition)
        for partners in (self.partners, self.connected):
            keys = [item for item in keys if item not in partners.of_key]
            responses = [item for item in responses if item not in partners.of_response]
        return [self.counted(key) for key in keys], responses


class Aligner:
    """Aligns the objects of documents class by class, in the order given. Each version ranks the pairs by its own rule.

    ``in_text`` is for tags: these must touch each other in the text, but need nothing in common. Templates are paired
    in order, whatever they contain.
    """

    __slots__ = ("_comparison", "_in_text", "_order")

    def __init__(self, comparison: FillComparison, order: Sequence[ClassDef], in_text: bool) -> None:
        self._comparison = comparison
        self._order = order
        self._in_text = in_text

    def align(self, document: Document) -> Alignment:
        """Pair the objects of a document. The pointers of later classes are judged by the pairs of earlier ones."""
        alignment = Alignment(document)
        for definition in self._order:
            self.align_class(definition, alignment)
            if definition.folded == IN_AND_OUT:
                keys = objects_of(document.key, definition)
                alignment.partners.link_identical(keys, self._comparison.is_identical)
        return alignment

    def align_class(self, definition: ClassDef, alignment: Alignment) -> None:
        """Pair the objects of a class that are left over."""
        keys, responses = alignment.left_over(definition)
        if definition.folded == TEMPLATE and not self._in_text:
            pairs = [(key, response, 0.0) for key, response in zip(keys, responses)]
        else:
            pairs = self.rank(definition, keys, responses, PairScores(definition, self._comparison, alignment.partners))
        for pair in best_first(pairs):
            alignment.accept(definition, pair)

    def connect(self, alignment: Alignment) -> None:
        """Pair the objects that are left over, best first, however bad: those without an F last, in order."""
        for definition in self._order:
            keys, responses = alignment.left_over(definition)
            if not keys or not responses:
                continue
            scores = PairScores(definition, self._comparison, alignment.partners)
            for key, response, _ in best_first(self.connectable(keys, responses, scores)):
                alignment.connect(key, response)
            if not self._in_text:
                for key, response in scores.side_by_side(*alignment.left_over(definition)):
                    alignment.connect(key, response)
                for key, response in zip(*alignment.left_over(definition)):
                    alignment.connect(key, response)

    def rank(
        self, definition: ClassDef, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores
    ) -> list[Pair]:
        """Return the pairs of a class in the order in which they are to be tried, without those that are too bad.

        Pairs whose objects are taken by others before them may be left out.
        """
        raise NotImplementedError

    def connectable(self, keys: Sequence[Object], responses: Sequence[Object], scores: PairScores) -> list[Pair]:
        """Return the pairs in the order in which they are to be connected; those with nothing right come after them."""
        raise NotImplementedError


def content(side: Side | None, excused: Container[Object] = ()) -> Slot | None:
    """Return the slot ``content`` of the first template of a side, None if it is absent."""
    for item in side or ():
        if item.definition.folded == TEMPLATE and item not in excused:
            definition = item.definition.slots.named(CONTENT)
            return item.slots.get(definition) if definition is not None else None
    return None


def touching(keys: Sequence[Object], responses: Sequence[Object]) -> list[tuple[int, int]]:
    """Return the pairs of tags, as places in the two lists and in ascending order, whose extents meet or adjoin."""
    extents = [[(item.start, item.end + 1) for item in side] for side in (keys, responses)]
    return overlapping(*extents)
