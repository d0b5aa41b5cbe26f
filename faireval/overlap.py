"""How a system span lies to a target span, and which spans overlap a stretch of a sentence.

Boundaries are numbers of tokens, both inside the span. Only users of the module pass fractions, and spans that end
before they begin; these overlap spans that begin where they begin, and those that reach around their beginning.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from math import inf

from faireval.spans import BEGIN, END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Literal

    from faireval.spans import Span


def overlap_type(span1: Sequence[float], span2: Sequence[float]) -> str | Literal[False]:
    """Say how the second span, (first token, last token), lies to the first one.

    The documentation's table of overlaps: ``"TP"`` identical, ``"BES"`` smaller and inside, ``"BEL"`` larger and
    around, ``"BEO"`` overlapping at one end, ``False`` apart. What follows the first two elements of a sequence is not
    looked at.
    """
    begin, end = span1[0], span1[1]
    other_begin, other_end = span2[0], span2[1]
    if begin == other_begin:
        if end == other_end:
            return "TP"
        return "BES" if begin <= other_end < end else "BEL"
    if other_begin < begin:
        if other_end < begin:
            return False
        return "BEO" if other_end < end else "BEL"
    if other_begin <= end:
        return "BES" if other_end <= end else "BEO"
    return False


class SpanIndex:
    """Spans in the order they were added, found by the tokens that they overlap.

    Spans are filed by size class (the bit length of their extent) and sorted by beginning within it, so that one long
    span does not make the search for short ones slow.
    """

    __slots__ = ("_classes", "_next")

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._classes: dict[int, list[tuple[int, int, Span]]] = {}
        self._next = 0
        for span in spans:
            self.add(span)

    def add(self, span: Span) -> None:
        """File the span behind all others."""
        insort(self._classes.setdefault(_size_class(span), []), (span[BEGIN], self._next, span))
        self._next += 1

    def remove(self, place: int, span: Span) -> None:
        """Take out the span that was added as number ``place``, from 0."""
        entries = self._classes[_size_class(span)]
        del entries[bisect_left(entries, (span[BEGIN], place))]

    def overlapping(self, begin: int, end: int) -> list[tuple[int, Span]]:
        """Return place and span of those that overlap ``begin`` to ``end`` and have not both boundaries in common."""
        found = []
        behind = (max(begin, end), inf)
        for size, entries in self._classes.items():
            first = bisect_left(entries, (begin - (1 << size),))
            for other_begin, place, span in entries[first : bisect_left(entries, behind)]:
                if span[END] != end if other_begin == begin else other_begin > begin or span[END] >= begin:
                    found.append((place, span))
        return found


def _size_class(span: Span) -> int:
    return max(int(span[END] - span[BEGIN]), 0).bit_length()
