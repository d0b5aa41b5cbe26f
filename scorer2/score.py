"""Scoring the answers: each meets its line of the key, once, and the scores add up."""

from __future__ import annotations

from common.compat.c import add
from scorer2.answers import read_guess
from scorer2.credit import instance_score
from scorer2.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorer2.answers import Guess
    from scorer2.key import Key
    from scorer2.output import Output
    from scorer2.senses import SenseMap

DOES_NOT_EXIST = b"Does not exist."
INVALID = b"Invalid answer."
EXCLUDED = b"Excluded or already scored."


class Tally:
    """Summed scores and weights of the scored answers, and the number of instances in the key, as singles."""

    __slots__ = ("attempted", "correct", "total")

    def __init__(self, correct: float, attempted: float, total: float) -> None:
        self.correct = correct
        self.attempted = attempted
        self.total = total


def score_answers(
    instances: Iterable[tuple[bytes, bytes, bytes]],
    key: Key,
    coarse: Callable[[bytes], bytes] | None,
    senses: SenseMap | None,
    output: Output,
) -> Tally:
    """Score the answers in their order, and empty the tags in ``key`` of each instance that is scored.

    With ``coarse`` the tags are mapped first, as those of the key were; with ``senses`` they agree by subsumption too.
    ``output`` hears of every answer.
    """
    guesses: Memo[bytes, Guess] = Memo(lambda text: read_guess(text, coarse))
    tags_of = key.tags
    correct = attempted = 0.0
    for line, (identifier, _, text) in enumerate(instances):
        guess = guesses[text]
        key_tags = tags_of.get(identifier)
        if key_tags and guess.tags:
            tags_of[identifier] = ()
            score = instance_score(guess, key_tags, senses)
            correct = add(correct, score)
            attempted = add(attempted, guess.attempted)
            output.scored(identifier, guess, key_tags, score)
        elif key_tags is None:
            output.refused(identifier, line, DOES_NOT_EXIST)
        else:
            output.refused(identifier, line, EXCLUDED if guess.tags else INVALID)
    return Tally(correct, attempted, key.total)
