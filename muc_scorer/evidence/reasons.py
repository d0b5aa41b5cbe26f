"""Why objects and fills matched as they did, or not at all, in short sentences."""

from __future__ import annotations

from muc_scorer.align.alignment import PairScores
from muc_scorer.cells import COR, FEWER, INC, MORE, NON, OPT, UNS, signature_of
from muc_scorer.read.config import V33
from muc_scorer.read.definitions import TYPE
from muc_scorer.read.messages import decoded
from muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from common.result import Match
    from muc_scorer.align.alignment import Scores
    from muc_scorer.align.fills import FillComparison
    from muc_scorer.align.outcome import Fill, MatchTree, Pair
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

    __slots__ = ("_alignment", "_comparison", "_config", "_outcome", "_scores")

    def __init__(self, outcome: MatchTree, comparison: FillComparison, config: Config) -> None:
        self._outcome = outcome
        self._alignment = outcome.alignment
        self._comparison = comparison
        self._config = config
        accepted = self._alignment.accepted.values()
        self._scores = {response: score for pairs in accepted for _, response, score in pairs}

    def why(self, match: Match) -> str:
        """Return why objects or fills matched as they did, or not at all."""
        code, *_ = signature_of(match)
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
        if not all(item.definition.scored for item in (key, response) if item) and self._config.version == V33:
            return "the class is not scored"
        if code == OPT:
            return OPTIONAL
        if key is None or response is None:
            item = key or response
            assert item is not None, "a match has an item"
            return self._of_left(item, item is key)
        if code == INC:
            definition, counted = key.definition, self._alignment.counted(key)
            scores = PairScores(definition, self._comparison, self._alignment.partners).pair(counted, response)
            return f"left over and put side by side: {_short_of(definition, scores)}"
        if code != COR:
            return _NO_CONTENT
        why = f"aligned with an F of {self._scores[response]:.2f}" if response in self._scores else "aligned"
        giver = self._alignment.handed_over.get(response)
        return why if giver is None else f"{why}, handed over by {decoded(giver.header())}"

    def _of_fills(self, code: bytes, slot: SlotDef, pair: Pair, ours: Fill | None, theirs: Fill | None) -> str:
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

    def _of_left(self, item: Object, is_key: bool) -> str:
        """Return why an object is left over, by the best one that it could have been paired with."""
        document, partners, definition = self._alignment.document, self._alignment.partners, item.definition
        scores = PairScores(definition, self._comparison, partners)
        best: tuple[Scores, Object] | None = None
        for other in objects_of(document.response if is_key else document.key, definition):
            if self._config.in_text and not (item.start <= other.end and other.start <= item.end):
                continue
            found = scores.pair(*((item, other) if is_key else (other, item)))
            if (self._config.in_text or max(found) > 0) and (best is None or best[0][0] < found[0]):
                best = found, other
        if best is None:
            side = "response" if is_key else "key"
            nothing = f"no object of the {side} has a fill in common with it"
            return f"no tag of the {side} touches it" if self._config.in_text else nothing
        partner = (partners.of_response if is_key else partners.of_key).get(best[1])
        if partner is None:
            return _short_of(definition, best[0])
        return f"{decoded(best[1].header())}, the best for it, met {decoded(partner.header())}"

    def _of_incorrect(self, slot: SlotDef, ours: Fill, theirs: Fill) -> str:
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


def _short_of(definition: ClassDef, scores: Scores) -> str:
    f, weighted = scores
    if f <= 0:
        return "nothing is right"
    if weighted <= definition.threshold:
        return f"score {weighted:g} below the threshold {definition.threshold:g}"
    return f"F {f:.2f}, other pairs came first"
