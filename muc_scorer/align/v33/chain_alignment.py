"""How the mentions of a coreference document met, and the parts that each side's chains fall into thereby."""

from __future__ import annotations

from muc_scorer.align.codes import COR, MIS, OPT, SPU
from muc_scorer.align.v33.mention_alignment import NOBODY, align_mentions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from muc_scorer.read.v33.mentions import MentionSide

    MentionMet: TypeAlias = tuple[bytes, int, int]  # a code, a key mention and a response mention
    Parts: TypeAlias = list[list[int]]  # of a chain; the mentions without a partner stand alone and come last


class ChainAlignment:
    """How one document compares: who met whom, and the parts that each side's chains fall into.

    ``partners`` gives for each key mention the index of its response mention or ``NOBODY``, ``back`` the same for
    response mentions. ``mets`` are the meetings of mentions: those of the key in order, aligned, missing or optional,
    and then the spurious ones. Optional mentions that the response lacks belong to no chain. ``key_parts`` and
    ``response_parts`` hold for each chain of a side its parts as lists of indices.
    """

    __slots__ = ("back", "docnum", "key", "key_parts", "mets", "partners", "response", "response_parts")

    def __init__(self, docnum: bytes, key: MentionSide, response: MentionSide) -> None:
        self.docnum = docnum
        self.key = key
        self.response = response
        self.partners = align_mentions(key, response)
        self.back = [NOBODY] * len(response.mentions)
        for index, partner in enumerate(self.partners):
            if partner != NOBODY:
                self.back[partner] = index
        self.mets = _mets(key, self.partners, self.back)
        key_chains = _without(key.chains, {index for code, index, _ in self.mets if code == OPT})
        self.key_parts = _parts(key_chains, self.partners, response.chains, len(response.mentions))
        self.response_parts = _parts(response.chains, self.back, key_chains, len(key.mentions))


def _mets(key: MentionSide, partners: list[int], back: list[int]) -> list[MentionMet]:
    mets = []
    for index, partner in enumerate(partners):
        if partner != NOBODY:
            mets.append((COR, index, partner))
        else:
            mets.append((OPT if key.mentions[index].is_optional() else MIS, index, NOBODY))
    return [*mets, *[(SPU, NOBODY, index) for index, partner in enumerate(back) if partner == NOBODY]]


def _without(chains: list[list[int]], dropped: set[int]) -> list[list[int]]:
    """Return the chains without some of their members; a chain that loses all of them is gone."""
    if not dropped:
        return chains
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
