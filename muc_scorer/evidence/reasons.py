"""Why objects and fills met as they did, or not at all, in short sentences."""

from __future__ import annotations

from muc_scorer.align.alignment import touching
from muc_scorer.align.codes import COR, INC, NON, OPT, UNS
from muc_scorer.align.fills import identification
from muc_scorer.align.pairscores import PairScores
from muc_scorer.evidence.pages import decoded
from muc_scorer.read.definitions import TYPE
from muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.pairscores import Scores
    from muc_scorer.read.definitions import ClassDef, SlotDef
    from muc_scorer.read.objects import Object

    Fill: TypeAlias = tuple[bytes, Object | None]  # as written, and what it points to

NOT_ALIGNED = "the objects are not aligned"
NO_FILL_IN_RESPONSE = "the response does not fill the slot"
NO_FILL_IN_KEY = "the key does not fill the slot"
NOT_IN_RESPONSE = "not in the response"
NOT_IN_KEY = "not in the key"
OPTIONAL = "optional, and not in the response"
NOT_CHOSEN = "alternative not chosen"
NOT_SCORED = "the slot is not scored"
CLASS_NOT_SCORED = "the class is not scored"
SHARED_POINTER = "a pointer of the response makes several of the key right"
LACKED_BY_BOTH = "neither key nor response fills the slot"
NO_CONTENT = "one side has no content"
_NONCOMMITTAL = {OPT: OPTIONAL, NON: NOT_CHOSEN, UNS: NOT_SCORED}


class Reasons:
    """The reasons for what became of a document. ``in_text`` is for tags, which must touch one another."""

    __slots__ = ("_alignment", "_comparison", "_in_text", "_left", "_scores")

    def __init__(self, alignment: Alignment, comparison: Comparison, in_text: bool) -> None:
        self._alignment = alignment
        self._comparison = comparison
        self._in_text = in_text
        self._left: dict[ClassDef, dict[Object, str]] = {}
        self._scores = {response: score for pairs in alignment.accepted.values() for _, response, score in pairs}

    def of_objects(self, code: bytes, key: Object | None, response: Object | None) -> str:
        """Return why two objects met as they did, or why one stands alone."""
        if code == OPT:
            return OPTIONAL
        if key is None or response is None:
            item = key or response
            return self._of_left(item) if item is not None else ""
        if code == INC:
            return self._of_connected(key, response)
        return self._of_pair(response) if code == COR else NO_CONTENT

    def of_fills(
        self, code: bytes, slot: SlotDef, objects: Sequence[Object | None], fills: Sequence[Fill | None]
    ) -> str:
        """Return why the fills of a slot of two objects met as they did, or why one stands alone."""
        (key, response), (ours, theirs) = objects, fills
        if code in _NONCOMMITTAL:
            return _NONCOMMITTAL[code]
        if ours is None:
            return NO_FILL_IN_KEY if key is None or slot not in key.slots else NOT_IN_KEY
        if theirs is None:
            return NO_FILL_IN_RESPONSE if response is None or slot not in response.slots else NOT_IN_RESPONSE
        if code == COR:
            return ""
        if key is None or self._alignment.partners.of_key.get(key) is not response:
            return NOT_ALIGNED
        return self._of_incorrect(slot, ours, theirs)

    def _of_pair(self, response: Object) -> str:
        """Return why two objects are aligned."""
        why = f"aligned with an F of {self._scores[response]:.2f}" if response in self._scores else "aligned"
        giver = self._alignment.handed_over.get(response)
        return why if giver is None else f"{why}, handed over by {decoded(identification(giver))}"

    def _of_connected(self, key: Object, response: Object) -> str:
        """Return why two objects are connected without being right."""
        definition = key.definition
        counted = self._alignment.counted(key)
        scores = PairScores(definition, self._comparison, self._alignment.partners).pair(counted, response)
        return f"left over and put side by side: {_short_of(definition, scores)}"

    def _of_left(self, item: Object) -> str:
        """Return why an object is left over."""
        definition = item.definition
        if definition not in self._left:
            self._left[definition] = self._explained(definition)
        return self._left[definition].get(item, "left over")

    def _of_incorrect(self, slot: SlotDef, ours: Fill, theirs: Fill) -> str:
        """Return why a pair of fills of aligned objects is incorrect."""
        (text, key), (other, response) = ours, theirs
        if key is None and response is None:
            forms = [decoded(form) for form in self._comparison.compared(text, other, slot.kind)]
            if slot.folded == TYPE:
                return f'types differ ("{decoded(text)}" / "{decoded(other)}")'
            return f'string differs after normalisation ("{forms[0]}" / "{forms[1]}")'
        if key is None or response is None:
            return "one is a string, the other a pointer"
        if self._alignment.partners.of_response.get(response) is None:
            return "points to an object that is not aligned"
        return "points to an object that is aligned with another one"

    def _explained(self, definition: ClassDef) -> dict[Object, str]:
        """Return why objects of a class are left over, by the best that they could have met."""
        alignment = self._alignment
        document, partners = alignment.document, alignment.partners
        keys, responses = objects_of(document.key, definition), objects_of(document.response, definition)
        left_keys = [item for item in keys if item not in partners.of_key]
        left_responses = [item for item in responses if item not in partners.of_response]
        found: dict[Object, tuple[float, str]] = {}
        for i, j, scores in self._candidates(definition, left_keys, responses):
            _keep_best(found, left_keys[i], scores, self._obstacle(responses[j], partners.of_response, scores))
        for i, j, scores in self._candidates(definition, keys, left_responses):
            _keep_best(found, left_responses[j], scores, self._obstacle(keys[i], partners.of_key, scores))
        return {
            **dict.fromkeys(left_keys, self._nothing("response")),
            **dict.fromkeys(left_responses, self._nothing("key")),
            **{item: why for item, (_, why) in found.items()},
        }

    def _candidates(
        self, definition: ClassDef, keys: Sequence[Object], responses: Sequence[Object]
    ) -> Iterator[tuple[int, int, Scores]]:
        pair_scores = PairScores(definition, self._comparison, self._alignment.partners)
        if self._in_text:
            return ((i, j, pair_scores.pair(keys[i], responses[j])) for i, j in touching(keys, responses))
        return pair_scores.matching(keys, responses)

    def _obstacle(self, other: Object, partners: dict[Object, Object], scores: Scores) -> str:
        """Return why an object did not meet the best one for it."""
        partner = partners.get(other)
        if partner is None:
            return _short_of(other.definition, scores)
        pair = [decoded(identification(item)) for item in (partner, other)]
        return f"{pair[1]}, the best for it, met {pair[0]}"

    def _nothing(self, side: str) -> str:
        if self._in_text:
            return f"no tag of the {side} touches it"
        return f"no object of the {side} has a fill in common with it"


def _keep_best(found: dict[Object, tuple[float, str]], item: Object, scores: Scores, why: str) -> None:
    if item not in found or found[item][0] < scores[0]:
        found[item] = (scores[0], why)


def _short_of(definition: ClassDef, scores: Scores) -> str:
    f, weighted = scores
    if f <= 0:
        return "nothing is right"
    if weighted <= definition.threshold:
        return f"score {weighted:g} below the threshold {definition.threshold:g}"
    return f"F {f:.2f}, other pairs came first"
