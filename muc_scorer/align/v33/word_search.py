"""Finding many words in one pass over a text (Aho and Corasick 1975)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def find_words(words: Iterable[bytes], text: bytes) -> dict[bytes, list[int]]:
    """Return for each word that is not empty the offsets at which it begins in the text, ascending.

    The work grows with the text, the words and the occurrences, not with their product.
    """
    machine = _Machine(words)
    steps, back, ending, shorter = machine.steps, machine.back, machine.ending, machine.shorter
    found: dict[bytes, list[int]] = {word: [] for word in ending if word}
    state = 0
    for end, byte in enumerate(text, 1):
        while state and byte not in steps[state]:
            state = back[state]
        state = steps[state].get(byte, 0)
        hit = state if ending[state] else shorter[state]
        while hit:
            word = ending[hit]
            found[word].append(end - len(word))
            hit = shorter[hit]
    return found


class _Machine:
    """States that say which beginning of a word the text read so far ends in; state 0 is that of no word.

    ``steps`` leads from a beginning to those that are one byte longer, ``back`` to the longest other beginning that it
    ends in, ``shorter`` to the longest other word that it ends in. ``ending`` is the word that a state completes.
    """

    __slots__ = ("back", "ending", "shorter", "steps")

    def __init__(self, words: Iterable[bytes]) -> None:
        self.steps: list[dict[int, int]] = [{}]
        self.ending = [b""]
        for word in words:
            self._add(word)
        self.back = [0] * len(self.steps)
        self.shorter = [0] * len(self.steps)
        self._link()

    def _add(self, word: bytes) -> None:
        state = 0
        for byte in word:
            following = self.steps[state].get(byte)
            if following is None:
                following = self.steps[state][byte] = len(self.steps)
                self.steps.append({})
                self.ending.append(b"")
            state = following
        self.ending[state] = word

    def _link(self) -> None:
        steps, back = self.steps, self.back
        waiting = [0]
        for state in waiting:  # grows on the way, shorter beginnings before longer ones
            for byte, following in steps[state].items():
                waiting.append(following)
                suffix = back[state]
                while suffix and byte not in steps[suffix]:
                    suffix = back[suffix]
                back[following] = steps[suffix].get(byte, 0) if state else 0
                longest = back[following]
                self.shorter[following] = longest if self.ending[longest] else self.shorter[longest]
