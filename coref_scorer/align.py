"""Which mentions are the same on both sides, and which chains CEAF matches (page, 'Repeated mentions', 'The metrics').

Mentions are the same if their first and last tokens are. Each gets a number, its *id*, and chains become lists of ids.
"""

from __future__ import annotations

from legacy_scorers.common.assignment import assignment
from legacy_scorers.coref_scorer.matching import matching

MOST_CHAINS = 200  # of a document for which the full table of costs is made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from legacy_scorers.coref_scorer.read import Document, Mention

    Ids: TypeAlias = list[int]  # a chain
    Repeated: TypeAlias = tuple[Mention, int, int]  # a mention and its ids, before and after


class Aligned:
    """A document with its mentions numbered; ``repeats`` says whether a mention has several places on a side.

    ``ids`` are those of the key's mentions, ``others`` those of mentions that only the response has; ``common`` counts
    those that both have. ``key`` has a list for each chain, empty if the chain has no mentions. ``homes`` maps an id to
    the indexes of the key chains that contain it, once for each of its places. A mention that the key repeats gets a
    new id at each place (``key_repeated``), and all its places count in ``key_places``. A key mention that the response
    repeats is dropped from its later places (``dropped``). ``places`` are all chains of the response, with None for
    each dropped mention. ``response`` are the chains that keep a mention, ``ranks`` their indexes among all, and
    ``response_places`` counts their places.
    """

    __slots__ = ("common", "dropped", "homes", "ids", "key", "key_places", "key_repeated", "others", "places", "ranks",
                 "repeats", "response", "response_places")  # fmt: skip

    def __init__(self, key: Document, response: Document) -> None:
        self.ids: dict[Mention, int] = {}
        self.key_repeated: list[Repeated] = []
        mentions = [mention for chain in key.chains for mention in chain.mentions]
        self.key_places = len(mentions)
        for place, mention in enumerate(mentions):
            if mention in self.ids:
                self.key_repeated.append((mention, self.ids[mention], place))
            self.ids[mention] = place
        self.key = [[self.ids[mention] for mention in chain.mentions] for chain in key.chains]
        self.homes: dict[int, list[int]] = {}
        for chain, ids in enumerate(self.key):
            for number in ids:
                self.homes.setdefault(number, []).append(chain)
        self.others: dict[Mention, int] = {}
        self.dropped: list[Repeated] = []
        self.places = self._places(response)
        kept = [[number for number in ids if number is not None] for ids in self.places]
        self.ranks = [rank for rank, ids in enumerate(kept) if ids]
        self.response: list[Ids] = [kept[rank] for rank in self.ranks]
        self.response_places = sum(map(len, self.response))
        self.common = len({number for ids in self.response for number in ids if number < self.key_places})
        self.repeats = bool(self.key_repeated) or self.response_places > self.common + len(self.others)

    def _places(self, response: Document) -> list[list[int | None]]:
        seen: set[int] = set()
        places = []
        for chain in response.chains:
            ids: list[int | None] = []
            for mention in chain.mentions:
                number = self.ids.get(mention)
                if number is None:
                    number = self.others.setdefault(mention, self.key_places + len(self.others))
                elif number in seen:
                    self.dropped.append((mention, number, number))
                    number = None
                else:
                    seen.add(number)
                ids.append(number)
            places.append(ids)
        return places


def shared_places(aligned: Aligned) -> list[dict[int, int]]:
    """Return for each key chain how many of its places hold a mention of each response chain."""
    shared: list[dict[int, int]] = [{} for _ in aligned.key]
    for column, ids in enumerate(aligned.response):
        for number in ids:
            for row in aligned.homes.get(number, ()):
                shared[row][column] = shared[row].get(column, 0) + 1
    return shared


def similarities(aligned: Aligned, by_entities: bool) -> list[dict[int, float]]:
    """Return how many places each key chain shares with each response chain, or by entities 2 * shared / all places."""
    if not by_entities:
        return [{column: float(places) for column, places in shared.items()} for shared in shared_places(aligned)]
    sizes = [len(ids) for ids in aligned.response]
    return [
        {column: 2 * places / (len(ids) + sizes[column]) for column, places in shared.items()}
        for ids, shared in zip(aligned.key, shared_places(aligned))
    ]


def matched(aligned: Aligned, by_entities: bool) -> list[tuple[int | None, float]]:
    """Return for each key chain the index of its response chain, or None, and their similarity: 1 - cost."""
    values = [
        {column: 1.0 - (1.0 - value) for column, value in line.items()} for line in similarities(aligned, by_entities)
    ]
    size = max(len(values), len(aligned.response))
    if by_entities and aligned.key_repeated and size <= MOST_CHAINS:  # rounding may decide between equal matchings
        columns = assignment([[1.0 - line.get(column, 0.0) for column in range(size)] for line in values])
    else:
        columns = matching(values, size)
    return [(column, line[column]) if column in line else (None, 0.0) for line, column in zip(values, columns)]
