"""Which mentions of a document are the same on both sides, and the chains that they make (page, 'Repeated mentions').

Mentions are the same if both their tokens are; each gets a number, its *id*, and chains become lists of ids.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from coref_scorer.read import Document, Mention

    Ids: TypeAlias = list[int]  # a chain
    Repeated: TypeAlias = tuple[Mention, int, int]  # a mention and its ids, before and after


class Aligned:
    """A document as it is scored.

    ``ids`` are those of the key's mentions, ``others`` those of mentions that only the response has. ``key`` has a list
    for each chain, empty for one that is a gap, ``response`` one for each that has a mention left. ``homes`` are the
    key's chains that an id stands in, once for each of its places. A mention that the key repeats gets a new id at each
    of its places; one that the response repeats is dropped there, if the key has it (``dropped``). ``places`` are the
    chains of the response before that, with None where a mention is dropped; ``ranks`` are those of the chains left.
    """

    __slots__ = ("common", "dropped", "homes", "ids", "key", "key_places", "key_repeated", "others", "places", "ranks",
                 "response")  # fmt: skip

    def __init__(self, key: Document, response: Document) -> None:
        self.ids: dict[Mention, int] = {}
        self.key_repeated: list[Repeated] = []
        self.key_places = 0
        for chain in key.chains:
            for mention in chain.mentions:
                if mention in self.ids:
                    self.key_repeated.append((mention, self.ids[mention], self.key_places))
                self.ids[mention] = self.key_places
                self.key_places += 1
        self.key = [[self.ids[mention] for mention in chain.mentions] for chain in key.chains]
        self.homes: dict[int, list[int]] = {}
        for place, ids in enumerate(self.key):
            for number in ids:
                self.homes.setdefault(number, []).append(place)
        self.others: dict[Mention, int] = {}
        self.dropped: list[Repeated] = []
        self.places: list[list[int | None]] = []
        self._add_response(response)

    def _add_response(self, response: Document) -> None:
        known, others = self.ids, self.others
        seen: set[int] = set()
        for chain in response.chains:
            ids: list[int | None] = []
            for mention in chain.mentions:
                number = known.get(mention)
                if number is None:
                    number = others.setdefault(mention, self.key_places + len(others))
                elif number in seen:
                    self.dropped.append((mention, number, number))
                    number = None
                else:
                    seen.add(number)
                ids.append(number)
            self.places.append(ids)
        self.common = len(seen)
        left = [[number for number in ids if number is not None] for ids in self.places]
        self.ranks = [rank for rank, ids in enumerate(left) if ids]
        self.response: list[Ids] = [left[rank] for rank in self.ranks]

    @property
    def repeats(self) -> bool:
        """Whether a mention has several places on a side."""
        return bool(self.key_repeated) or sum(map(len, self.response)) > self.common + len(self.others)
