"""Key slots whose multi-fills are one string each: the alternatives of tags, and most of those of records."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.normalise import Normaliser
    from muc_scorer.read.objects import Slot


class SingleFills:
    """The strings of such a slot by lower-case and by clean form, each with its place among the multi-fills.

    Without a normaliser (set fills) only the lower-case form counts.
    """

    __slots__ = ("_by_clean", "_by_lower", "_normaliser", "_with_minimum")

    def __init__(self, slot: Slot, normaliser: Normaliser | None) -> None:
        self._normaliser = normaliser
        self._by_lower: dict[bytes, int] = {}
        self._by_clean: dict[bytes, int] = {}
        self._with_minimum: list[tuple[int, bytes]] = []
        for place, fills in enumerate(slot.multi_fills()):
            text = fills.strings[0]
            self._by_lower.setdefault(text.lower(), place)
            if normaliser is not None:
                whole, minimum = normaliser.key_form(text)
                self._by_clean.setdefault(whole, place)
                if minimum is not None:
                    self._with_minimum.append((place, text))

    def first_match(self, response: bytes) -> int | None:
        """Return the place of the first string that a response string matches, None if there is none."""
        found = [self._by_lower.get(response.lower())]
        if self._normaliser is not None:
            found.append(self._by_clean.get(self._normaliser.clean(response)))
            match = self._normaliser.match
            found.append(next((place for place, text in self._with_minimum if match(text, response)), None))
        return min([place for place in found if place is not None], default=None)


def all_single(slot: Slot) -> bool:
    """Say whether the multi-fills of a slot are one string each."""
    return all(len(fills.strings) == 1 and not fills.pointers for fills in slot.multi_fills())
