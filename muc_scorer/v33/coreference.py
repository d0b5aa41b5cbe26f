"""Scoring of coreference by equivalence classes (Vilain, Burger, Aberdeen, Connolly and Hirschman 1995).

A key class S of |S| mentions takes |S| - 1 links. The response cuts it into the parts p(S) that it gives as one class
each, a mention that it does not have being a part of its own; |S| - |p(S)| of the links are found. Recall adds
this up over the key's classes, precision over those of the response with the roles exchanged.
"""

from __future__ import annotations

from common.tally import FieldTally, ratio
from muc_scorer.v33.mention_alignment import NOBODY, align_mentions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.v33.mentions import MentionSide


class LinkTally(FieldTally):
    """The counts of a coreference score: classes of both sides, links of both sides, and those that they share.

    The links that recall and precision find are equally many: the parts that response classes cut out of key classes
    are the parts that key classes cut out of response classes.
    """

    __slots__ = ("key_classes", "response_classes", "common", "key_links", "response_links")  # noqa: RUF023

    key_classes: int
    response_classes: int
    common: int
    key_links: int
    response_links: int

    def recall(self) -> float:
        """Return the percentage of the key's links that were found, 0 if it has none."""
        return 100 * ratio(self.common, self.key_links, 0.0)

    def precision(self) -> float:
        """Return the percentage of the response's links that are right, 0 if it has none."""
        return 100 * ratio(self.common, self.response_links, 0.0)


class DocumentResult:
    """How one document compares: which mentions were aligned, and the parts that each side's classes fall into.

    ``partners`` gives for each key mention the index of its response mention or ``NOBODY``, ``back`` the same for
    response mentions. ``optional`` are the key mentions that were left out: optional and not in the response. For each
    class of a side ``key_parts`` and ``response_parts`` hold its parts as lists of indices; the mentions without a
    partner stand alone and come last.
    """

    __slots__ = ("back", "docnum", "key", "key_parts", "optional", "partners", "response", "response_parts")

    def __init__(self, docnum: bytes, key: MentionSide, response: MentionSide) -> None:
        self.docnum = docnum
        self.key = key
        self.response = response
        self.partners = align_mentions(key, response)
        self.back = [NOBODY] * len(response.mentions)
        for index, partner in enumerate(self.partners):
            if partner != NOBODY:
                self.back[partner] = index
        self.optional = [
            index
            for index, mention in enumerate(key.mentions)
            if self.partners[index] == NOBODY and mention.is_optional()
        ]
        key_chains = _without(key.chains, self.optional)
        self.key_parts = _parts(key_chains, self.partners, response.chains, len(response.mentions))
        self.response_parts = _parts(response.chains, self.back, key_chains, len(key.mentions))

    def tally(self) -> LinkTally:
        """Return the counts of the document."""
        return LinkTally(
            len(self.key_parts),
            len(self.response_parts),
            _found(self.key_parts),
            _links(self.key_parts),
            _links(self.response_parts),
        )


def _without(chains: list[list[int]], dropped: list[int]) -> list[list[int]]:
    """Return the chains without some of their members; a chain that loses all of them is gone."""
    if not dropped:
        return chains
    gone = set(dropped)
    left = [[index for index in chain if index not in gone] for chain in chains]
    return [chain for chain in left if chain]


def _parts(chains: list[list[int]], partners: list[int], others: list[list[int]], count: int) -> list[list[list[int]]]:
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


def _links(classes: list[list[list[int]]]) -> int:
    """Return the links that the classes take, |S| - 1 each."""
    return sum([sum(map(len, parts)) - 1 for parts in classes])


def _found(classes: list[list[list[int]]]) -> int:
    """Return the links that are left of the classes when they fall into their parts, |S| - |p(S)| each."""
    return sum([sum(map(len, parts)) - len(parts) for parts in classes])
