"""Which spans overlap a stretch of a sentence, found without looking at all of them."""

from __future__ import annotations

from bisect import bisect_left, insort

from faireval.spans import BEGIN, END

_BEHIND_ALL = float("inf")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from faireval.spans import AnySpan


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
        behind = (end if end > begin else begin, _BEHIND_ALL)
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
