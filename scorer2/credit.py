"""The credit that a guess earns against the tags of a key line.

"All based on the scoring proposal made by Melamed and Resnik" (documentation, 'How it works'): a tag of the answer
earns credit for each tag of the key line that it agrees with, at most 1 in all; the credits, weighted, add up to the
score of the instance, at most 1. All arithmetic is in single precision. Of two NaNs the first operand's sign is
printed, so what was read last comes first.
"""

from __future__ import annotations

from common.compat.c import add, multiply
from common.memo import Memo
from scorer2.cells import REFUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from scorer2.cells import Signature
    from scorer2.senses import SenseMap
    from scorer2.tags import Granularity, Guess, KeyTags

    Texts: TypeAlias = tuple[bytes, bytes | None]  # of an answer and of the key line that it is scored against


def signature_of(granularity: Granularity) -> Memo[Texts, Signature]:
    """Return the signatures, by the texts of an answer and of the key line that it is scored against."""

    def signature(texts: Texts) -> Signature:
        text, key_text = texts
        if not text or not key_text:
            return REFUSED
        guess = granularity.guesses[text]
        return instance_score(guess, granularity.key_tags[key_text], granularity.senses), guess.attempted, 1.0

    return Memo(signature)


def instance_score(guess: Guess, key_tags: KeyTags, senses: SenseMap | None) -> float:
    """Return the score of one instance: at most 1, below 0 only by odd weights or branching factors.

    With ``senses`` tags agree by subsumption too (mixed granularity).
    """
    credit_of = tag_credits(guess, key_tags, senses)
    score = 0.0
    for tag, weight in zip(guess.tags, guess.weights):
        score = add(multiply(weight, credit_of[tag]), score)
    return 1.0 if score > 1.0 else score


def tag_credits(guess: Guess, key_tags: KeyTags, senses: SenseMap | None) -> dict[bytes, float]:
    """Return the credit of each tag of an answer, at most 1."""
    if senses is None:
        return {tag: 1.0 if tag in key_tags.indexes else 0.0 for tag in guess.tags}
    return {tag: _credit(tag, key_tags, senses) for tag in dict.fromkeys(guess.tags)}


def _credit(tag: bytes, key_tags: KeyTags, senses: SenseMap) -> float:
    """Add up what each tag of the key line earns, in their order, looking only at those that have to do with ``tag``.

    A key tag that equals or subsumes it gives full credit, one that it subsumes gives its share of it.
    """
    parts = dict(key_tags.below(senses).get(tag, ()))
    full = [above for above, share in senses.shares[tag].items() if share > 0.0 and above in key_tags.indexes]
    if tag in key_tags.indexes:
        full.append(tag)
    if full and all(part >= 0.0 for part in parts.values()):
        return 1.0  # where nothing is taken away, rounding does not fall below what is there
    for above in full:
        parts.update(dict.fromkeys(key_tags.indexes[above], 1.0))
    credit = 0.0
    for _, part in sorted(parts.items()):
        credit = add(part, credit)
    return 1.0 if credit > 1.0 else credit
