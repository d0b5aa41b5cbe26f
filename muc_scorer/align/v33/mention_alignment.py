"""Which mention of a coreference response is aligned with which mention of the key.

Mentions of the same extent belong together. What is left over then is aligned by MIN: with a response mention inside
the key mention that contains an occurrence of the key's MIN string. Tags nest, so the response mentions around an
occurrence form a tower, of which the smallest one still free is taken; of two key mentions with the same occurrence
the inner one chooses first.

Occurrences are visited by their end. A response mention that ends before the occurrence at hand contains none of the
later ones, so it is dropped, as is one that was taken. Disjoint sets lead from a dropped mention to the next one
around it that is still there. So the work grows with the number of mentions, however deep they nest.
"""

from __future__ import annotations

from bisect import bisect_right

from common.align import first_free
from muc_scorer.align.v33.heads import head_occurrences
from muc_scorer.read.v33.mentions import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.heads import Occurrence
    from muc_scorer.read.v33.mentions import MentionSide
    from muc_scorer.read.v33.tagged_text import Element

NOBODY = -1


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
