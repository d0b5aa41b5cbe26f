"""When two string fills count as equal: case, articles, punctuation and company designators do not matter.

All texts are compared after lowering the ASCII letters.
"""

from __future__ import annotations

from functools import cache

from muc_scorer.read.parsing import squeezed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Normaliser:
    """The rules of a run for string fills, with what they made of each string.

    ``premodifiers`` are words that are dropped, ``postmodifiers`` begin with characters that are dropped from the end
    (one), ``designators`` are words or, with a blank inside, phrases that are dropped.

    ``clean(text)`` is what is left of a string, in lower case. ``key_form(text)`` is the clean text of a key fill
    without the brackets of its minimum, and the clean minimum, None without any: what stands between the first ``[``
    and the next ``]``.
    """

    __slots__ = ("_phrases", "_postmodifiers", "_premodifiers", "_words", "clean", "key_form")

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

        A full stop that is a postmodifier is gone before a designator that ends in one is looked for. A phrase takes
        the blank behind it along, and one that comes together when another is dropped is dropped, too. If the first
        word was a designator, a blank is left.
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
        """Say whether a response string is right: equal, equal when clean, or between minimum and whole of the key."""
        if key.lower() == response.lower():
            return True
        whole, minimum = self.key_form(key)
        clean = self.clean(response)
        if whole == clean:
            return True
        return minimum is not None and (clean == minimum or (minimum in clean and clean in whole))
