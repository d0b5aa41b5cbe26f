"""How the mentions and the chains of a coreference document matched."""

from __future__ import annotations

from itertools import pairwise

from common.match import KEY, RESPONSE, Match
from muc_scorer.align.v33.mention_alignment import NOBODY, align_mentions
from muc_scorer.cells import COR, KEY_CLASS, LINK_ROWS, MIS, OPT, RESPONSE_CLASS, SPU, signature_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from muc_scorer.read.v33.mentions import MentionSide

    Parts: TypeAlias = list[list[int]]  # of a chain; the mentions without a partner stand alone and come last


class ChainAlignment:
    """How one document compares: who is aligned with whom, and the parts that each side's chains fall into.

    ``partners`` gives for each key mention the index of its response mention or ``NOBODY``, ``back`` the same for
    response mentions. ``mentions`` are the matches of mentions: those of the key in order, aligned, missing or
    optional, and then the spurious ones. Optional mentions that the response lacks belong
    to no chain. ``key_parts`` and ``response_parts`` hold for each chain of a side its parts as lists of indexes.

    ``matches`` are those of chains and links. A link joins two mentions of a chain that stand side by side in its part,
    or the last of a part to the first of the next. The items of a side are its mentions and then its ``links``.
    """

    __slots__ = (
        "back", "docnum", "key", "key_parts", "links", "matches", "mentions", "partners", "response", "response_parts",
    )  # fmt: skip

    def __init__(self, docnum: bytes, key: MentionSide, response: MentionSide) -> None:
        self.docnum = docnum
        self.key = key
        self.response = response
        self.partners = align_mentions(key, response)
        self.back = [NOBODY] * len(response.mentions)
        for index, partner in enumerate(self.partners):
            if partner != NOBODY:
                self.back[partner] = index
        self.mentions = self._mention_matches()
        optional = [match for match in self.mentions if signature_of(match)[0] == OPT]
        key_chains = _without(key.chains, {match.key for match in optional})
        self.key_parts = _parts(key_chains, self.partners, response.chains, len(response.mentions))
        self.response_parts = _parts(response.chains, self.back, key_chains, len(key.mentions))
        self.links: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        self.matches: list[Match] = []
        self._match_chains()
        self.matches += optional

    def _mention_matches(self) -> list[Match]:
        found = []
        for index, (mention, partner) in enumerate(zip(self.key.mentions, self.partners)):
            if partner != NOBODY:
                found.append(Match((COR, (), 1), index, partner))
            else:
                found.append(Match((OPT if mention.is_optional() else MIS, (), 1), index, None))
        return [
            *found,
            *[Match((SPU, (), 1), None, index) for index, partner in enumerate(self.back) if partner == NOBODY],
        ]

    def _match_chains(self) -> None:
        """Add the matches of the chains of either side: what is found of those of the key, and what is not."""
        partners = self.partners
        for parts in self.key_parts:
            self.matches.append(Match((KEY_CLASS, LINK_ROWS, 1), parts[0][0], None))
            for part in parts:
                for one, other in pairwise(part):
                    key = self._link(KEY, one, other)
                    self.matches.append(
                        Match((COR, LINK_ROWS, 1), key, self._link(RESPONSE, partners[one], partners[other]))
                    )
            for before, part in pairwise(parts):
                self.matches.append(Match((MIS, LINK_ROWS, 1), self._link(KEY, before[-1], part[0]), None))
        for parts in self.response_parts:
            self.matches.append(Match((RESPONSE_CLASS, LINK_ROWS, 1), None, parts[0][0]))
            for before, part in pairwise(parts):
                self.matches.append(Match((SPU, LINK_ROWS, 1), None, self._link(RESPONSE, before[-1], part[0])))

    def _link(self, side: int, one: int, other: int) -> int:
        """Return the index of a link, which is new."""
        links = self.links[side]
        links.append((one, other))
        return len((self.key, self.response)[side].mentions) + len(links) - 1


def _without(chains: list[list[int]], dropped: set[int | None]) -> list[list[int]]:
    """Return the chains without some of their members; a chain that loses all of them is gone."""
    left = [[index for index in chain if index not in dropped] for chain in chains]
    return [chain for chain in left if chain]


def _parts(chains: list[list[int]], partners: list[int], others: list[list[int]], count: int) -> list[Parts]:
    """Return the parts that the other side's chains, over ``count`` mentions, cut each chain into."""
    chain_of = [0] * count
    for number, chain in enumerate(others):
        for index in chain:
            chain_of[index] = number
    result = []
    for chain in chains:
        parts: dict[int, list[int]] = {}
        alone = []
        for index in chain:
            partner = partners[index]
            if partner == NOBODY:
                alone.append([index])
            else:
                parts.setdefault(chain_of[partner], []).append(index)
        result.append([*parts.values(), *alone])
    return result
