"""Pairs key objects with response objects (scoring manual, alignment).

Pairs of a class are ranked by F over the scored slots and by the weighted sum of the F of each slot. Tags must also
touch each other in the text.

The 1997 program sorts with ``qsort``, and compares scores by their difference truncated to an integer, so scores less
than 1 apart count as equal. Such a comparison need not be a proper order, and the result depends on the algorithm. If
no two scores are that close, any stable sort gives the same result.
"""

from __future__ import annotations

from itertools import pairwise, product

from legacy_scorers.common.align import best_first, overlapping
from legacy_scorers.muc_scorer.align.partners import Partners
from legacy_scorers.muc_scorer.read.definitions import CONTENT, IN_AND_OUT, TEMPLATE
from legacy_scorers.muc_scorer.read.objects import MultiFill, Slot, Slots, objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence
    from typing import TypeAlias

    from legacy_scorers.muc_scorer.align.fills import FillComparison
    from legacy_scorers.muc_scorer.read.definitions import ClassDef
    from legacy_scorers.muc_scorer.read.messages import Say
    from legacy_scorers.muc_scorer.read.objects import Document, Object, Side

    Pair = tuple[Object, Object, float]
    Scored: TypeAlias = tuple[int, Pair, float]  # index in the list of all pairs, pair with its F, weighted score

_ROUNDING = 1e-9  # rounding may put a weighted score this much above a threshold that it equals


class Alignment:
    """The pairs of objects of a document.

    ``accepted`` holds the pairs (key, response, score) of each class in order of acceptance; ``partners`` looks them
    up. ``connected`` are pairs of objects left over, which count as incorrect. ``excused`` are optional key objects
    that are not paired. ``handed_over`` maps response objects to the key objects that handed them to identical ones.
    ``say`` writes the progress messages.
    """

    def __init__(self, document: Document, say: Say) -> None:
        self.document = document
        self.say = say
        self.partners = Partners()
        self.connected = Partners()
        self.excused: set[Object] = set()
        self.handed_over: dict[Object, Object] = {}
        self.accepted: dict[ClassDef, list[Pair]] = {}
        self._counted: dict[Object, Object] = {}  # key objects without their dropped pointers

    def hand_over(self, key: Object) -> None:
        """Pair the response object of a key object with an identical key object that is free, if there is one."""
        free = self.partners.free_identical(key, self.excused)
        if free is not None:
            self.say(b"passing the mapping of %s to identical %s\n" % (key.name(), free.name()))
            self.handed_over[self.partners.of_key[key]] = key
            self.partners.hand_over(key, free)

    def drop(self, key: Object, slot: Slot, dropped: Container[MultiFill]) -> None:
        """Drop the pointers of some multi-fills of a key object's slot."""
        from copy import copy

        main, *others = [MultiFill(fills.strings) if fills in dropped else fills for fills in slot.multi_fills()]
        left = Slot(slot.definition, main, others, slot.optional, slot.line)
        counted = copy(self.counted(key))
        counted.slots = Slots({**counted.slots, slot.definition: left})
        self._counted[key] = counted

    def counted(self, key: Object) -> Object:
        """Return a key object without its dropped pointers."""
        return self._counted.get(key, key)

    def keys_of(self, definition: ClassDef) -> list[Object]:
        """Return the key objects of a class that are not excused."""
        return [item for item in objects_of(self.document.key, definition) if item not in self.excused]

    def left_over(self, definition: ClassDef) -> tuple[list[Object], list[Object]]:
        """Return the key and response objects of a class that are not paired, connected or excused."""
        keys = self.keys_of(definition)
        responses = objects_of(self.document.response, definition)
        for partners in (self.partners, self.connected):
            keys = [item for item in keys if item not in partners.of_key]
            responses = [item for item in responses if item not in partners.of_response]
        return keys, responses


class Aligner:
    """Aligns the objects of documents class by class, in the given order. A subclass ranks the pairs of a version.

    With ``in_text`` objects are tags. These must touch each other in the text, but need nothing in common. Templates
    are paired in order, whatever their content.
    """

    def __init__(self, comparison: FillComparison, order: Sequence[ClassDef], in_text: bool, say: Say) -> None:
        self._comparison = comparison
        self._order = order
        self._in_text = in_text
        self._say = say

    def align(self, document: Document) -> Alignment:
        """Pair the objects of a document; pointers are right or wrong by the pairs of earlier classes."""
        alignment = Alignment(document, self._say)
        for definition in self._order:
            self.align_class(definition, alignment)
            if definition.folded == IN_AND_OUT:
                keys = objects_of(document.key, definition)
                alignment.partners.link_identical(keys, self._comparison.is_identical)
        return alignment

    def align_class(self, definition: ClassDef, alignment: Alignment) -> None:
        """Pair the objects of a class that are left over."""
        pairs: Iterable[Pair]
        if definition.folded == TEMPLATE and not self._in_text:
            pairs = [(key, response, 0.0) for key, response in zip(*alignment.left_over(definition))]
        else:
            pairs = self.accepted(definition, *self._scored(definition, alignment))
        for pair in best_first(pairs):
            alignment.partners.pair(pair[0], pair[1])
            alignment.accepted.setdefault(definition, []).append(pair)

    def connect(self, alignment: Alignment) -> None:
        """Connect the objects that are left over, best first, however low their F."""
        for definition in self._order:
            for key, response, _ in best_first(self.ranked(*self._scored(definition, alignment))):
                alignment.connected.pair(key, response)

    def _scored(self, definition: ClassDef, alignment: Alignment) -> tuple[list[Scored], int]:
        """Return the pairs of objects left over, tags only if they touch, and the number of all pairs."""
        keys, responses = alignment.left_over(definition)
        counted = [alignment.counted(key) for key in keys]
        everything = product(range(len(keys)), range(len(responses)))
        found = []
        for i, j in touching(keys, responses) if self._in_text else everything:
            f, weighted = self._comparison.objects(counted[i], responses[j], alignment.partners)
            found.append((i * len(responses) + j, (keys[i], responses[j], f), weighted))
        return found, len(keys) * len(responses)

    def accepted(self, definition: ClassDef, scored: list[Scored], total: int) -> Iterable[Pair]:
        """Return the pairs that are good enough, in the order of trial; ``total`` is the number of all pairs."""
        raise NotImplementedError

    def ranked(self, scored: list[Scored], total: int) -> list[Pair]:
        """Return pairs in the order of trial."""
        raise NotImplementedError


class RankedAligner(Aligner):
    """Aligns by F, in the order of the C library's sort, as in 1997. Tags need no weighted score."""

    def accepted(self, definition: ClassDef, scored: list[Scored], total: int) -> Iterable[Pair]:
        """Return pairs of tags with an F, and of records with an F above 0 whose weighted score reaches the threshold.

        All pairs of records are sorted, those below the threshold with an F of 0, because that ties with an F below 1.
        """
        if self._in_text:
            return self.ranked([(place, pair, weighted) for place, pair, weighted in scored if pair[2] >= 0], total)
        records: list[Scored] = []
        for place, (key, response, f), weighted in scored:
            counted_f = f if weighted >= definition.threshold else 0.0
            records.append((place, (key, response, counted_f), weighted))
        return [(key, response, f) for key, response, f in self.ranked(records, total) if f > 0]

    def ranked(self, scored: list[Scored], total: int) -> list[Pair]:
        """Return pairs in the order of the C program."""
        return ranked([pair for _, pair, _ in scored], [place for place, _, _ in scored], total)


class ThresholdAligner(Aligner):
    """Aligns by descending F the pairs above the threshold of the class, as in version 3.3."""

    def accepted(self, definition: ClassDef, scored: list[Scored], total: int) -> Iterable[Pair]:
        """Return the pairs whose weighted score exceeds the threshold, best first."""
        least = definition.threshold + _ROUNDING
        return self.ranked([(place, pair, weighted) for place, pair, weighted in scored if weighted > least], total)

    def ranked(self, scored: list[Scored], total: int) -> list[Pair]:
        """Return pairs, best first."""
        return sorted([pair for _, pair, _ in scored], key=lambda pair: pair[2], reverse=True)


def content(side: Side | None, excused: Container[Object] = ()) -> Slot | None:
    """Return the slot ``content`` of the first template of a side, or None."""
    for item in side or ():
        if item.definition.folded == TEMPLATE and item not in excused:
            definition = item.definition.slots.named(CONTENT)
            return item.slots.get(definition) if definition is not None else None
    return None


def touching(keys: Sequence[Object], responses: Sequence[Object]) -> list[tuple[int, int]]:
    """Return the pairs of indices of tags whose extents overlap or adjoin, in ascending order."""
    return overlapping(*[[(item.start, item.end + 1) for item in side] for side in (keys, responses)])


def ranked(pairs: Sequence[Pair], places: Sequence[int], total: int) -> list[Pair]:
    """Return pairs in the order of the C program's sort by descending score.

    ``places`` are their indices, ascending, in the program's list of ``total`` pairs. The other pairs must have scores
    lower by at least 1, so that they come last.
    """
    scores = sorted({pair[2] for pair in pairs})
    if all(higher - lower >= 1 for lower, higher in pairwise(scores)):
        return sorted(pairs, key=lambda pair: pair[2], reverse=True)
    from legacy_scorers.muc_scorer.align.qsort import qsort

    return qsort(pairs, _difference, places, total)


def _difference(first: Pair, second: Pair) -> int:
    return int(second[2] - first[2])
