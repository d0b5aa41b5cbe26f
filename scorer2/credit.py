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
from scorer2.tags import ALONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, KeysView, Sequence
    from typing import TypeAlias

    from scorer2.cells import Signature
    from scorer2.senses import SenseMap
    from scorer2.tags import Granularity, Guess

    Texts: TypeAlias = tuple[bytes, bytes | None]  # of an answer and of the key line that it meets


def signature_of(granularity: Granularity) -> Memo[Texts, Signature]:
    """Return the signatures, by the texts of an answer and of the key line that it meets; each is worked out once."""
    one_object: Memo[Signature, Signature] = Memo(lambda signature: signature)  # equal ones are counted faster so

    def signature(texts: Texts) -> Signature:
        text, key_text = texts
        if not text or not key_text:
            return REFUSED
        guess = granularity.guesses[text]
        score = instance_score(guess, granularity.key_tags[key_text], granularity.senses)
        return one_object[score, guess.attempted, 1.0]

    return Memo(signature)


def instance_score(guess: Guess, key_tags: Sequence[bytes], senses: SenseMap | None) -> float:
    """Return the score of one instance: at most 1, below 0 only by odd weights or branching factors.

    With ``senses`` tags agree by subsumption too (mixed granularity).
    """
    if guess.weights == ALONE:
        return tag_credit(guess.tags[0], key_tags, senses)
    credit_of = tag_credits(guess.tags, key_tags, senses)
    score = 0.0
    for tag, weight in zip(guess.tags, guess.weights):
        score = add(multiply(weight, credit_of[tag]), score)
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
            credit = add(shares[key_tag].get(tag, 0.0), credit)
    return 1.0 if credit > 1.0 else credit


def tag_credits(tags: Iterable[bytes], key_tags: Sequence[bytes], senses: SenseMap | None) -> dict[bytes, float]:
    """Return what :func:`tag_credit` says of each tag, without comparing two long lines all to all.

    Tags that relate in the same way to the same tags of the key line have the same credit, which is added up only once.
    """
    places: dict[bytes, list[int]] = {}
    for place, key_tag in enumerate(key_tags):
        places.setdefault(key_tag, []).append(place)
    if senses is None:
        return {tag: 1.0 if tag in places else 0.0 for tag in tags}
    sums: dict[frozenset[tuple[bytes, float]], float] = {}
    credit_of = {}
    for tag, parts in _parts(tags, places.keys(), senses).items():
        standing = frozenset(parts.items())
        if standing not in sums:
            sums[standing] = _sum(parts, places)
        credit_of[tag] = sums[standing]
    return credit_of


def _parts(tags: Iterable[bytes], key_tags: KeysView[bytes], senses: SenseMap) -> dict[bytes, dict[bytes, float]]:
    """Return by tag and by related tag of the key line what an occurrence of the latter adds to the credit."""
    parts: dict[bytes, dict[bytes, float]] = {tag: {} for tag in tags}
    for key_tag in key_tags:
        shares = senses.shares[key_tag]
        for tag in shares.keys() & parts.keys():
            parts[tag][key_tag] = shares[tag]
    for tag, parts_of_tag in parts.items():
        shares_above = senses.shares[tag]
        parts_of_tag.update({above: 1.0 for above in shares_above.keys() & key_tags if shares_above[above] > 0.0})
        if tag in key_tags:
            parts_of_tag[tag] = 1.0
    return parts


def _sum(parts: dict[bytes, float], places: dict[bytes, list[int]]) -> float:
    """Add up the parts in the order of the key line, to 1 at most."""
    if any(part >= 1.0 for part in parts.values()) and all(part >= 0.0 for part in parts.values()):
        return 1.0  # where nothing is taken away, rounding does not fall below what is there
    credit = 0.0
    for _, part in sorted((place, part) for key_tag, part in parts.items() for place in places[key_tag]):
        credit = add(part, credit)
    return 1.0 if credit > 1.0 else credit
