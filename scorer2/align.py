"""Which line of the key an answer meets: that of its instance, once, in the order of the answers.

Most systems answer in the order of the key. As long as they do, whole columns meet: found identifiers occur once, so
where those of a block of answers are the next ones of the key, no earlier answer has met these lines and no later one
does.
"""

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
    """A block of answer lines and the key lines that they meet, in columns.

    ``first`` is the number of the first answer line, from 0. Where identifier and ``text`` of the tags are those of an
    answer, ``key_text`` is that of the key line: empty if the line does not count or an earlier answer has met it, None
    if the search does not find the instance. An answer without tags meets its line, but leaves it to a later one.
    """

    __slots__ = ("first", "identifiers", "key_texts", "texts")

    def __init__(
        self, first: int, identifiers: list[bytes], texts: list[bytes], key_texts: list[bytes] | list[bytes | None]
    ) -> None:
        self.first = first
        self.identifiers = identifiers
        self.texts = texts
        self.key_texts = key_texts


def align(answers: Iterable[Columns], key: Key) -> Iterator[Aligned]:
    """Yield the answers with the key lines that they meet."""
    lines = _FreeLines(key)
    first = 0
    for identifiers, texts in answers:
        yield Aligned(first, identifiers, texts, lines.met_by(identifiers, texts))
        first += len(identifiers)


def refusal(text: bytes, key_text: bytes | None) -> bytes:
    """Return why an answer with tags ``text`` that meets ``key_text`` is not scored, nothing if it is."""
    if text and key_text:
        return b""
    if key_text is None:
        return DOES_NOT_EXIST
    return EXCLUDED if text else INVALID


class _FreeLines:
    """The lines of the key that no answer has met: first all from the ``_next`` one on, later those of ``_free``."""

    __slots__ = ("_free", "_identifiers", "_known", "_next", "_texts")

    def __init__(self, key: Key) -> None:
        self._identifiers, self._texts = key.identifiers, key.texts
        if len(key.found) < len(key.identifiers):
            self._identifiers = [key.identifiers[place] for place in key.found]
            self._texts = [key.texts[place] for place in key.found]
        self._next = 0
        self._free: dict[bytes, bytes] | None = None
        self._known: frozenset[bytes] | None = None

    def met_by(self, identifiers: list[bytes], texts: list[bytes]) -> list[bytes] | list[bytes | None]:
        """Return the texts of the key lines that answers meet; see :class:`Aligned`."""
        if self._free is None:
            start, end = self._next, self._next + len(identifiers)
            if identifiers == self._identifiers[start:end] and all(texts):
                self._next = end
                return self._texts[start:end]
            self._free = dict(zip(self._identifiers[start:], self._texts[start:]))
        take, look = self._free.pop, self._free.get
        met = [take(identifier, None) if text else look(identifier) for identifier, text in zip(identifiers, texts)]
        if None in met:
            if self._known is None:
                self._known = frozenset(self._identifiers)
            known = self._known
            met = [b"" if text is None and name in known else text for name, text in zip(identifiers, met)]
        return met
