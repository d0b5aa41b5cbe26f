"""Which mention of a coreference response is aligned with which mention of the key.

Mentions of the same extent belong together. What is left over then is aligned by MIN: with a response mention inside
the key mention that contains an occurrence of the key's MIN string. Tags nest, so the response mentions around an
occurrence form a tower, of which the smallest one still free is taken; of two key mentions with the same occurrence
the inner one chooses first.

Occurrences are visited by their end. A response mention that ends before the occurrence at hand contains none of the
later ones, so it is dropped, as is one that was taken. Disjoint sets lead from a dropped mention to the next one
around it that is still there. So the work grows with the number of mentions, however deep they nest. Where they nest
so deep that looking for each MIN would mean to read the text again and again, all are found in one pass.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import islice

from common.align import first_free
from muc_scorer.align.v33.word_search import find_words
from muc_scorer.read.v33.mentions import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from muc_scorer.read.v33.mentions import MentionSide
    from muc_scorer.read.v33.tagged_text import Element

NOBODY = -1
_MOST_OCCURRENCES = 32  # of one MIN in one key mention: a MIN of one letter must not cost the square of the text
_MOST_PASSES = 256  # so often a text may be searched before all heads are found in one pass, which is that much slower
_FOLDED = bytes(range(256)).lower().translate(bytes.maketrans(b"\n\r\t", b"   "))


def align_mentions(key: MentionSide, response: MentionSide) -> list[int]:
    """Return for each key mention the index of its response mention, ``NOBODY`` where it has none."""
    extents = [[(mention.start, mention.end) for mention in side.mentions] for side in (key, response)]
    partners = [NOBODY if same is None else same for same in first_free(*extents)]
    occurrences = _occurrences(key, partners)
    if occurrences:
        _align_by_head(key.mentions, response.mentions, occurrences, partners)
    return partners


def _occurrences(key: MentionSide, partners: list[int]) -> list[tuple[int, int, int]]:
    """Return where MIN occurs in key mentions without a partner: end, minus index of the mention, start; sorted."""
    heads = [mention.attributes.get(b"min", b"").strip().translate(_FOLDED) for mention in key.mentions]
    waiting = [index for index, head in enumerate(heads) if head and partners[index] == NOBODY]
    if not waiting:
        return []
    text = key.text.translate(_FOLDED)
    extent = sum([key.mentions[index].end - key.mentions[index].start for index in waiting])
    found: dict[bytes, list[int]] = {}
    if extent > _MOST_PASSES * len(text):
        found = find_words([heads[index] for index in waiting], text)
    occurrences = []
    for index in waiting:
        head, mention = heads[index], key.mentions[index]
        starts: Iterable[int] = _among(found[head], mention) if found else _search(text, head, mention)
        last = mention.end - len(head)
        for start in islice(starts, _MOST_OCCURRENCES):
            if start > last:
                break
            occurrences.append((start + len(head), -index, start))
    occurrences.sort()
    return occurrences


def _search(text: bytes, head: bytes, mention: Element) -> Iterator[int]:
    """Yield where a head begins in the text of a mention, by looking for it."""
    start = text.find(head, mention.start, mention.end)
    while start >= 0:
        yield start
        start = text.find(head, start + 1, mention.end)


def _among(starts: list[int], mention: Element) -> list[int]:
    """Return of ascending offsets the first ones that are not before a mention."""
    first = bisect_left(starts, mention.start)
    return starts[first : first + _MOST_OCCURRENCES]


def _align_by_head(
    keys: list[Element], responses: list[Element], occurrences: list[tuple[int, int, int]], partners: list[int]
) -> None:
    """Give key mentions without a partner a free response mention around an occurrence of their MIN."""
    outside = len(responses)
    leader = list(range(outside + 1))

    def drop(index: int) -> None:
        parent = responses[index].parent
        leader[index] = outside if parent < 0 else parent

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
