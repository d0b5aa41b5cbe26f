"""What a guess earns against the tags of a key line.

"All based on the scoring proposal made by Melamed and Resnik" (documentation, 'How it works'): a tag of the answer
earns credit for each tag of the key line that it agrees with, at most 1 in all; the credits, weighted, add up to the
score of the instance, at most 1. All arithmetic is in single precision.
"""

from __future__ import annotations

from common.compat.c import add, multiply
from scorer2.answers import ALONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer2.answers import Guess
    from scorer2.senses import SenseMap


def instance_score(guess: Guess, key_tags: Sequence[bytes], senses: SenseMap | None) -> float:
    """Return the score of one instance: at most 1, below 0 only by odd weights or branching factors.

    With ``senses`` tags agree by subsumption too (mixed granularity).
    """
    if guess.weights == ALONE:
        return tag_credit(guess.tags[0], key_tags, senses)
    related = RelatedTags(key_tags, senses) if len(guess.tags) > 1 and len(key_tags) > 1 else None
    credit_of = {
        tag: tag_credit(tag, related.to(tag) if related else key_tags, senses) for tag in dict.fromkeys(guess.tags)
    }
    score = 0.0
    for tag, weight in zip(guess.tags, guess.weights):
        score = add(multiply(credit_of[tag], weight), score)  # of two NaNs the first operand's sign is printed
    return 1.0 if score > 1.0 else score


def tag_credit(tag: bytes, key_tags: Sequence[bytes], senses: SenseMap | None) -> float:
    """Return the credit of one tag of an answer, at most 1.

    A key tag that equals or subsumes it gives full credit, one that it subsumes gives its share of it.
    """
    if senses is None:
        return 1.0 if tag in key_tags else 0.0
    shares = senses.shares
    shares_above = shares[tag]
    credit = 0.0
    for key_tag in key_tags:
        if key_tag == tag or shares_above.get(key_tag, 0.0) > 0.0:
            credit = add(credit, 1.0)
        else:
            credit = add(credit, shares[key_tag].get(tag, 0.0))
    return 1.0 if credit > 1.0 else credit


class RelatedTags:
    """Finds the tags of a key line that can give a tag credit, so that two long lines are not compared all to all."""

    __slots__ = ("_below", "_key_tags", "_places", "_senses")

    def __init__(self, key_tags: Sequence[bytes], senses: SenseMap | None) -> None:
        self._key_tags = key_tags
        self._senses = senses
        self._places: dict[bytes, list[int]] = {}
        for place, key_tag in enumerate(key_tags):
            self._places.setdefault(key_tag, []).append(place)
        self._below: dict[bytes, list[bytes]] = {}
        if senses is not None:
            for key_tag in self._places:
                for sense in senses.shares[key_tag]:
                    self._below.setdefault(sense, []).append(key_tag)

    def to(self, tag: bytes) -> list[bytes]:
        """Return the key tags that equal, subsume or are subsumed by ``tag``, in their order, repeated as they are."""
        related = {tag, *self._below.get(tag, ())}
        if self._senses is not None:
            related.update(self._senses.shares[tag])
        places = [place for key_tag in related & self._places.keys() for place in self._places[key_tag]]
        return [self._key_tags[place] for place in sorted(places)]
