"""Which line of the key an answer meets: that of its instance, once, in the order of the answers."""

from __future__ import annotations

from common.align import Identified

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorer2.key import Key
    from scorer2.read import Columns

DOES_NOT_EXIST = b"Does not exist."
INVALID = b"Invalid answer."
EXCLUDED = b"Excluded or already scored."


class Aligned:
    """A block of answers and the key lines that they meet, in columns; ``first`` numbers the first answer, from 0.

    Each answer has its identifier, the text of its tags, and the text of the key line that it meets. The latter is
    empty if the line does not count or an earlier answer has met it, None if the search does not find the instance. An
    answer without tags meets its line, but leaves it to a later one.
    """

    __slots__ = ("first", "identifiers", "key_texts", "texts")

    def __init__(
        self, first: int, identifiers: list[bytes], texts: list[bytes], key_texts: list[bytes] | list[bytes | None]
    ) -> None:
        self.first = first
        self.identifiers = identifiers
        self.texts = texts
        self.key_texts = key_texts

    def refused(self) -> dict[int, bytes]:
        """Return which answers are not scored, by their places in the block, and why."""
        reasons = enumerate(map(refusal, self.texts, self.key_texts))
        return {place: reason for place, reason in reasons if reason}


def align(answers: Iterable[Columns], key: Key) -> Iterator[Aligned]:
    """Yield the answers with the key lines that they meet."""
    lines, key_texts = key.identifiers, key.texts
    if len(key.found) < len(lines):
        lines, key_texts = [lines[place] for place in key.found], [key_texts[place] for place in key.found]
    free = Identified(lines, key_texts, b"")
    first = 0
    for identifiers, texts in answers:
        yield Aligned(first, identifiers, texts, free.met_by(identifiers, texts))
        first += len(identifiers)


def refusal(text: bytes, key_text: bytes | None) -> bytes:
    """Return why an answer with tags ``text`` that meets ``key_text`` is not scored, nothing if it is."""
    if text and key_text:
        return b""
    if key_text is None:
        return DOES_NOT_EXIST
    return EXCLUDED if text else INVALID
