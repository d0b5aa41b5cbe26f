"""Why objects and fills matched as they did, or not at all, in short sentences."""

from __future__ import annotations

from muc_scorer.align.alignment import touching
from muc_scorer.align.pairscores import PairScores
from muc_scorer.cells import COR, FEWER, INC, MORE, NON, OPT, UNS
from muc_scorer.evidence.files import decoded
from muc_scorer.read.config import V33
from muc_scorer.read.definitions import TYPE
from muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from common.match import Match
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.outcome import Fill, Outcome, Pair
    from muc_scorer.align.pairscores import Scores
    from muc_scorer.read.config import Config
    from muc_scorer.read.definitions import ClassDef, SlotDef
    from muc_scorer.read.objects import Object

OPTIONAL = "optional, and not in the response"
_NO_CONTENT = "one side has no content"
_SHARED_POINTER = "a pointer of the response makes several of the key right"
_NONCOMMITTAL = {
    OPT: OPTIONAL,
    NON: "alternative not chosen",
    UNS: "the slot is not scored",
    FEWER: _SHARED_POINTER,
    MORE: _SHARED_POINTER,
}


class Reasons:
    """The reasons for what became of a document."""

    __slots__ = ("_alignment", "_comparison", "_config", "_left", "_outcome", "_scores")

    def __init__(self, outcome: Outcome, comparison: Comparison, config: Config) -> None:
        self._outcome = outcome
        self._alignment = outcome.alignment
        self._comparison = comparison
        self._config = config
        self._left: dict[ClassDef, dict[Object, str]] = {}
        accepted = self._alignment.accepted.values()
        self._scores = {response: score for pairs in accepted for _, response, score in pairs}

    def why(self, match: Match) -> str:
        """Return why objects or fills matched as they did, or not at all."""
        signature: Any = match.signature
        code = signature[0]
        pair, slot, *fills = self._outcome.of(match)
        if pair == (None, None):
            return self._of_relevance(code)
        if slot is None:
            return self._of_objects(code, *pair)
        return self._of_fills(code, slot, pair, *fills)

    def _of_relevance(self, code: bytes) -> str:
        if self._config.version == V33:
            return f"the sides {'agree' if code == COR else 'differ'} on the relevance of the document"
        return "the documents have content" if code == COR else "" if code == NON else _NO_CONTENT

    def _of_objects(self, code: bytes, key: Object | None, response: Object | None) -> str:
        """Return why two objects matched as they did, or why one stands alone."""
        item = key or response
        if item is not None and not item.definition.scored and self._config.version == V33:
            return "the class is not scored"
        if code == OPT:
            return OPTIONAL
        if key is None or response is None:
            return self._of_left(item) if item is not None else ""
        if code == INC:
            return self._of_connected(key, response)
        return self._of_pair(response) if code == COR else _NO_CONTENT

    def _of_fills(self, code: bytes, slot: SlotDef, pair: Pair, ours: Fill | None, theirs: Fill | None) -> str:
        """Return why the fills of a slot of two objects matched as they did, or why one stands alone."""
        key, response = pair
        if code == NON and theirs is not None:
            return "neither key nor response fills the slot"
        if code in _NONCOMMITTAL:
            return _NONCOMMITTAL[code]
        if ours is None:
            return "the key does not fill the slot" if key is None or slot not in key.slots else "not in the key"
        if theirs is None:
            lacks = response is None or slot not in response.slots
            return "the response does not fill the slot" if lacks else "not in the response"
        if code == COR:
            return ""
        if key is None or self._alignment.partners.of_key.get(key) is not response:
            return "the objects are not aligned"
        return self._of_incorrect(slot, ours, theirs)

    def _of_pair(self, response: Object) -> str:
        """Return why two objects are aligned."""
        why = f"aligned with an F of {self._scores[response]:.2f}" if response in self._scores else "aligned"
        giver = self._alignment.handed_over.get(response)
        return why if giver is None else f"{why}, handed over by {decoded(giver.header())}"

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
        if self._config.in_text:
            return ((i, j, pair_scores.pair(keys[i], responses[j])) for i, j in touching(keys, responses))
        return ((i, j, found) for i, j, found in pair_scores.all(keys, responses) if found > (0, 0))

    def _obstacle(self, other: Object, partners: dict[Object, Object], scores: Scores) -> str:
        """Return why an object did not meet the best one for it."""
        partner = partners.get(other)
        if partner is None:
            return _short_of(other.definition, scores)
        pair = [decoded(item.header()) for item in (partner, other)]
        return f"{pair[1]}, the best for it, met {pair[0]}"

    def _nothing(self, side: str) -> str:
        if self._config.in_text:
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
