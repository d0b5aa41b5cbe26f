"""Which line of the key an answer is scored against: that of its instance, once, in the order of the answers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorer2.key import Key
    from scorer2.read import Columns

DOES_NOT_EXIST = b"Does not exist."
INVALID = b"Invalid answer."
EXCLUDED = b"Excluded or already scored."


class Aligned:
    """A block of answers and the key lines that they are scored against, in columns.

    ``first`` is the index of the first answer, from 0. Each answer has its identifier, the text of its tags, the index
    of the key line that the search finds, or None, and the text of that line: empty if the line does not count or an
    earlier answer was scored against it, None if there is no such line.
    """

    __slots__ = ("first", "identifiers", "indexes", "key_texts", "texts")

    def __init__(
        self,
        first: int,
        identifiers: list[bytes],
        texts: list[bytes],
        indexes: list[int | None],
        key_texts: list[bytes | None],
    ) -> None:
        self.first = first
        self.identifiers = identifiers
        self.texts = texts
        self.indexes = indexes
        self.key_texts = key_texts

    def refused(self) -> dict[int, bytes]:
        """Return which answers are not scored, by their indexes in the block, and why."""
        reasons = enumerate(map(refusal, self.texts, self.key_texts))
        return {index: reason for index, reason in reasons if reason}


def align(answers: Iterable[Columns], key: Key) -> Iterator[Aligned]:
    """Yield the answers with the key lines that they are scored against. An answer without tags uses up no line."""
    unused: list[bytes] = key.texts.copy()
    first = 0
    for identifiers, texts in answers:
        indexes = list(map(key.found.get, identifiers))
        key_texts: list[bytes | None] = []
        for index, text in zip(indexes, texts):
            if index is None:
                key_texts.append(None)
            else:
                key_texts.append(unused[index])
                if text:
                    unused[index] = b""
        yield Aligned(first, identifiers, texts, indexes, key_texts)
        first += len(identifiers)


def refusal(text: bytes, key_text: bytes | None) -> bytes:
    """Return why an answer with tags ``text`` that meets ``key_text`` is not scored, nothing if it is."""
    if text and key_text:
        return b""
    if key_text is None:
        return DOES_NOT_EXIST
    return EXCLUDED if text else INVALID
