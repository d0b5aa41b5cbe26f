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
    from typing import Any, Literal

    from faireval.spans import AnySpan


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
    """Spans by rank, found by the tokens that they overlap.

    Spans are filed by the power of two above their extent and sorted by beginning, so that one long span does not make
    the search for short ones slow.
    """

    __slots__ = ("_classes",)

    def __init__(self, spans: Iterable[tuple[int, AnySpan]]) -> None:
        self._classes: dict[int, list[tuple[Any, int]]] = {}
        for rank, span in spans:
            self._classes.setdefault(_reach(span), []).append((span[BEGIN], rank))
        for entries in self._classes.values():
            entries.sort()

    def add(self, rank: int, span: AnySpan) -> None:
        """File a span."""
        insort(self._classes.setdefault(_reach(span), []), (span[BEGIN], rank))

    def remove(self, rank: int, span: AnySpan) -> None:
        """Take out a span."""
        entries = self._classes[_reach(span)]
        del entries[bisect_left(entries, (span[BEGIN], rank))]

    def overlapping(self, begin: Any, end: Any, most: int) -> list[int] | None:  # noqa: ANN401
        """Return the ranks of all spans that may overlap ``begin`` to ``end``, None if there are more than ``most``."""
        found: list[int] = []
        behind = (end if end > begin else begin, inf)
        for reach, entries in self._classes.items():
            first = bisect_left(entries, (begin - reach,))
            last = bisect_left(entries, behind, first)
            if len(found) + last - first > most:
                return None
            if last > first:
                found += [rank for _, rank in entries[first:last]]
        return found


def _reach(span: AnySpan) -> int:
    extent = int(span[END] - span[BEGIN])
    return 1 << extent.bit_length() if extent > 0 else 1
