"""Aligns the mentions and chains of a coreference document.

Mentions of the same extent are aligned first. Another key mention is aligned by MIN, whatever the white space between
its words: with the smallest free response mention that is inside the key mention and contains an occurrence of MIN. Of
two key mentions with the same occurrence, the inner one chooses first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import islice, pairwise

from legacy_scorers.common.align import first_free
from legacy_scorers.common.result import KEY, RESPONSE, Match
from legacy_scorers.muc_scorer.cells import COR, KEY_CLASS, LINK_ROWS, MIS, OPT, RESPONSE_CLASS, SPU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from typing import TypeAlias

    from legacy_scorers.muc_scorer.read.v33_mentions import MentionSide

    Parts: TypeAlias = list[list[int]]  # of a chain; each mention without a partner is a part, and these come last

_MAX_OCCURRENCES = 32  # of a MIN in a mention; without a limit, time may grow with the square of the text
_FOLDED = bytes(range(256)).lower().translate(bytes.maketrans(b"\n\r\t\v\f", b"     "))
NOBODY = -1


def _heads(side: MentionSide, partners: list[int]) -> dict[int, list[tuple[int, int]]]:
    """Return, by index of mentions that have a MIN, the extents at which their MIN occurs in them.

    Mentions that have a partner and hold their MIN as it is written are left out: nothing has to be searched for them.
    """
    sought = [
        index
        for index, (mention, partner) in enumerate(zip(side.mentions, partners))
        if partner == NOBODY or side.text.find(mention.attributes.get(b"min", b""), mention.start, mention.end) < 0
    ]
    words, offsets = _squeezed(side.text if sought else b"")
    found = {}
    for index in sought:
        mention = side.mentions[index]
        head = b" ".join(mention.attributes.get(b"min", b"").lower().split())
        if head:
            begin, end = bisect_left(offsets, mention.start), bisect_left(offsets, mention.end)
            places = islice(_search(words, head, begin, end), _MAX_OCCURRENCES)
            found[index] = [(offsets[place], offsets[place + len(head) - 1] + 1) for place in places]
    return found


def _search(text: bytes, head: bytes, begin: int, end: int) -> Iterator[int]:
    start = text.find(head, begin, end)
    while start >= 0:
        yield start
        start = text.find(head, start + 1, end)


def _squeezed(text: bytes) -> tuple[bytes, list[int]]:
    """Return a text in lower case with one blank between two words, and the offset of each byte of that."""
    import re

    offsets: list[int] = []
    begin = 0
    for run in re.finditer(rb"\s\s+", text):
        offsets.extend(range(begin, run.start() + 1))
        begin = run.end()
    offsets.extend(range(begin, len(text)))
    return re.sub(rb"\s\s+", b" ", text).translate(_FOLDED), offsets


def _aligned(key: MentionSide, response: MentionSide) -> list[int]:
    """Return the index of the response mention of the same extent for each key mention, or ``NOBODY``."""
    extents = [[(mention.start, mention.end) for mention in side.mentions] for side in (key, response)]
    return [NOBODY if same is None else same for same in first_free(*extents)]


def _align_by_head(
    key: MentionSide, response: MentionSide, heads: dict[int, list[tuple[int, int]]], partners: list[int]
) -> None:
    """Enter the index of the response mention around an occurrence of MIN for key mentions that have no partner."""
    paired = {*partners}
    starts = [mention.start for mention in response.mentions]
    occurrences = []
    for index, places in heads.items():
        if partners[index] == NOBODY:
            occurrences += [(end, -index, start) for start, end in places]
    for end, minus_index, start in sorted(occurrences):  # of mentions with the same occurrence, the last is innermost
        index = -minus_index
        if partners[index] != NOBODY:
            continue
        mention = key.mentions[index]
        opened = range(bisect_left(starts, mention.start), bisect_right(starts, start))
        for other in reversed(opened):  # mentions nest, so the first one around the occurrence is the smallest
            if response.mentions[other].end >= end and other not in paired:
                if response.mentions[other].end <= mention.end:
                    partners[index] = other
                    paired.add(other)
                break


class ChainAlignment:
    """The alignment of a document's mentions, and the parts of each side's chains.

    ``partners`` holds the index of each key mention's response mention or ``NOBODY``, ``back`` the reverse.
    ``mentions`` are the matches of mentions: those of the key in order, then the spurious ones. Optional mentions that
    the response lacks belong to no chain. ``key_parts`` and ``response_parts`` hold the parts of each chain as lists of
    indices. ``without_head`` are the key mentions that do not contain their MIN.

    ``matches`` are those of chains and links. A link joins neighbouring mentions of a part, or the last mention of a
    part to the first of the next. The items of a side are its mentions, then its ``links``.
    """

    def __init__(self, docnum: bytes, key: MentionSide, response: MentionSide) -> None:
        self.docnum = docnum
        self.key = key
        self.response = response
        self.partners = _aligned(key, response)
        heads = _heads(key, self.partners)
        self.without_head = [key.mentions[index] for index, places in heads.items() if not places]
        _align_by_head(key, response, heads, self.partners)
        self.back = _reversed(self.partners, len(response.mentions))
        self.mentions = self._mention_matches()
        optional = [match for match in self.mentions if match.signature[0] == OPT]
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
        spurious = [index for index, partner in enumerate(self.back) if partner == NOBODY]
        return [*found, *[Match((SPU, (), 1), None, index) for index in spurious]]

    def _match_chains(self) -> None:
        """Add the matches of both sides' chains and links."""
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


def _reversed(partners: list[int], count: int) -> list[int]:
    """Return the partner on this side of each of the other side's ``count`` mentions, or ``NOBODY``."""
    back = [NOBODY] * count
    for index, partner in enumerate(partners):
        if partner != NOBODY:
            back[partner] = index
    return back


def _without(chains: list[list[int]], dropped: Container[int | None]) -> list[list[int]]:
    """Return the chains without some of their mentions, and without those of which nothing is left."""
    left = [[index for index in chain if index not in dropped] for chain in chains]
    return [chain for chain in left if chain]


def _parts(chains: list[list[int]], partners: list[int], others: list[list[int]], count: int) -> list[Parts]:
    """Return the parts into which the other side's chains, over ``count`` mentions, divide each chain."""
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
