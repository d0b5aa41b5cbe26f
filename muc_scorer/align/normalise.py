"""Compares string fills without regard to ASCII case, articles, punctuation and company designators."""

from __future__ import annotations

from functools import cache

from legacy_scorers.muc_scorer.read.parsing import squeezed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Normaliser:
    """The rules of a run for string fills.

    ``premodifiers`` are words that are dropped; ``postmodifiers`` begin with characters of which one is dropped from
    the end; ``designators`` are words or, with a blank inside, phrases that are dropped.

    ``clean(text)`` is the rest of a string, in lower case. ``key_form(text)`` is the clean text of a key fill without
    the brackets of its minimum, and the clean minimum or None. The minimum is between the first ``[`` and the next
    ``]``.
    """

    def __init__(
        self, premodifiers: Sequence[bytes], postmodifiers: Sequence[bytes], designators: Sequence[bytes]
    ) -> None:
        self._premodifiers = {word.lower() for word in premodifiers}
        self._postmodifiers = {text[:1] for text in postmodifiers if text}
        self._phrases = [text.lower() for text in designators if b" " in text]
        self._words = {text.lower() for text in designators if b" " not in text}
        self.clean = cache(self._clean)
        self.key_form = cache(self._key_form)

    def _clean(self, text: bytes) -> bytes:
        """Drop a postmodifier, then premodifiers, phrases and words of designators, in this order.

        So a postmodifier, such as a full stop, is dropped before the search for a designator that ends in it. A phrase
        is dropped with the blank after it, and so is what this creates. After a designator at the start, a blank stays.
        """
        if text[-1:] in self._postmodifiers:
            text = text[:-1]
        text = b" ".join([word for word in squeezed(text.lower()).split(b" ") if word not in self._premodifiers])
        for phrase in self._phrases:
            while phrase in text:
                before, _, after = text.partition(phrase)
                text = squeezed(before + after.lstrip(b" "))
        words = text.split(b" ")
        kept = b" ".join([word for word in words if word not in self._words])
        return b" " + kept if kept and words[0] in self._words else kept

    def _key_form(self, text: bytes) -> tuple[bytes, bytes | None]:
        before, bracket, rest = text.partition(b"[")
        minimum, end, after = rest.partition(b"]")
        if not bracket or not end:
            return self.clean(text), None
        return self.clean(before + minimum + after), self.clean(minimum)

    def match(self, key: bytes, response: bytes) -> bool:
        """Say whether a response string is right: equal, equal when clean, or between the key's minimum and whole."""
        if key.lower() == response.lower():
            return True
        whole, minimum = self.key_form(key)
        clean = self.clean(response)
        if whole == clean:
            return True
        return minimum is not None and (clean == minimum or (minimum in clean and clean in whole))
