"""How the mentions and the chains of a coreference document matched.

Mentions of the same extent belong together. What is left over then is aligned by MIN, whatever white space stands
between its words: with a response mention inside the key mention that contains an occurrence of the key's MIN string.
Tags nest, so the response mentions around an occurrence form a tower, of which the smallest one still free is taken; of
two key mentions with the same occurrence the inner one chooses first.

Occurrences are visited by their end. A response mention that ends before the occurrence at hand contains none of the
later ones, so it is dropped, as is one that was taken. Disjoint sets lead from a dropped mention to the next one
around it that is still there. So the work grows with the number of mentions, however deep they nest.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice, pairwise

from common.align import first_free
from common.result import KEY, RESPONSE, Match
from muc_scorer.cells import COR, KEY_CLASS, LINK_ROWS, MIS, OPT, RESPONSE_CLASS, SPU, signature_of
from muc_scorer.read.v33.mentions import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from muc_scorer.read.v33.mentions import MentionSide
    from muc_scorer.read.v33.tagged_text import Element

    Occurrence: TypeAlias = tuple[int, int, int]  # end, minus index of the mention, start
    Parts: TypeAlias = list[list[int]]  # of a chain; the mentions without a partner stand alone and come last

_MAX_OCCURRENCES = 32  # of one MIN in one mention: a MIN of one letter must not cost the square of the text
_FOLDED = bytes(range(256)).lower().translate(bytes.maketrans(b"\n\r\t\v\f", b"     "))
NOBODY = -1


def mentions_without_head(side: MentionSide) -> list[int]:
    """Return the indices of the mentions whose MIN does not occur in them."""
    heads = _heads(side, range(len(side.mentions)))
    found = {-minus_index for _, minus_index, _ in _occurrences(side, heads, 1)}
    return [index for index in heads if index not in found]


def head_occurrences(side: MentionSide, indices: Iterable[int]) -> list[Occurrence]:
    """Return where MIN occurs in some mentions, sorted by end; of those with one end the inner mentions come first."""
    return sorted(_occurrences(side, _heads(side, indices), _MAX_OCCURRENCES))


def _heads(side: MentionSide, indices: Iterable[int]) -> dict[int, bytes]:
    """Return the words of MIN of those mentions that have any, in lower case and with one blank between two."""
    heads = {index: side.mentions[index].attributes.get(b"min") for index in indices}
    return {index: b" ".join(head.translate(_FOLDED).split()) for index, head in heads.items() if head and head.strip()}


def _occurrences(side: MentionSide, heads: dict[int, bytes], most: int) -> Iterator[Occurrence]:
    """Yield the first occurrences of each head in its mention."""
    if not heads:
        return
    text = _Squeezed(side.text)
    for index, head in heads.items():
        extent = text.inward(side.mentions[index].start, side.mentions[index].end)
        for place in islice(_search(text.words, head, *extent), most):
            first, last = text.outward(place), text.outward(place + len(head) - 1)
            yield last + 1, -index, first


def _search(text: bytes, head: bytes, begin: int, end: int) -> Iterator[int]:
    start = text.find(head, begin, end)
    while start >= 0:
        yield start
        start = text.find(head, start + 1, end)


class _Squeezed:
    """A text as ``words`` in lower case with one blank between two, and the way from its offsets to theirs and back."""

    __slots__ = ("_ends", "_lost", "_places", "words")

    def __init__(self, text: bytes) -> None:
        import re

        long = re.compile(rb"\s\s+")
        self.words = long.sub(b" ", text).translate(_FOLDED)
        self._ends: list[int] = []  # of the long runs of white space
        self._places: list[int] = []  # the same, in the words
        self._lost = [0]
        for run in long.finditer(text):
            self._lost.append(self._lost[-1] + run.end() - run.start() - 1)
            self._ends.append(run.end())
            self._places.append(run.end() - self._lost[-1])

    def inward(self, start: int, end: int) -> tuple[int, int]:
        """Return where an extent without white space at its ends stands in the words."""
        return start - self._lost[bisect_right(self._ends, start)], end - self._lost[bisect_right(self._ends, end)]

    def outward(self, place: int) -> int:
        """Return the offset of a character of the words."""
        return place + self._lost[bisect_right(self._places, place)]


def align_mentions(key: MentionSide, response: MentionSide) -> list[int]:
    """Return for each key mention the index of its response mention, ``NOBODY`` where it has none."""
    extents = [[(mention.start, mention.end) for mention in side.mentions] for side in (key, response)]
    partners = [NOBODY if same is None else same for same in first_free(*extents)]
    occurrences = head_occurrences(key, [index for index, partner in enumerate(partners) if partner == NOBODY])
    if occurrences:
        _align_by_head(key.mentions, response.mentions, occurrences, partners)
    return partners


def _align_by_head(
    keys: list[Element], responses: list[Element], occurrences: list[Occurrence], partners: list[int]
) -> None:
    outside = len(responses)
    leader = list(range(outside + 1))
    index_of: dict[Element | None, int] = {None: outside, **dict(zip(responses, leader))}

    def drop(index: int) -> None:
        leader[index] = index_of[responses[index].parent]

    for index in partners:
        if index != NOBODY:
            drop(index)
    starts = [mention.start for mention in responses]
    by_end = sorted(range(outside), key=lambda index: responses[index].end, reverse=True)
    for end, minus_index, start in occurrences:
        while by_end and responses[by_end[-1]].end < end:
            drop(by_end.pop())
        opened = bisect_right(starts, start)
        smallest = find(leader, opened - 1) if opened else outside
        if smallest == outside or partners[-minus_index] != NOBODY:
            continue
        mention, key = responses[smallest], keys[-minus_index]
        if key.start <= mention.start and mention.end <= key.end:
            partners[-minus_index] = smallest
            drop(smallest)


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
