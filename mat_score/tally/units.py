"""Units of fixed size that texts are measured in: characters, tokens, pseudo-tokens.

MATScore documentation, 'Fixed-span scores' and 'Pseudo-token scores'.
"""

from __future__ import annotations

import sys
from itertools import chain, count

from common.compat.py27 import blank_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mat_score.align.items import Item
    from mat_score.annotations import Span


class Ruler:
    """The units of a text: ``total`` of them, of which ``before[offset]`` lie before an offset.

    ``before`` knows the offsets between units; a stretch that begins or ends elsewhere cannot be measured.
    """

    __slots__ = ("before", "total")

    def __init__(self, total: int, before: dict[int, int] | range) -> None:
        self.total = total
        self.before = before

    def fits(self, start: int, end: int) -> bool:
        """Say whether a stretch of text begins and ends between units."""
        return start in self.before and end in self.before

    def length(self, start: int, end: int) -> int:
        """Return the number of units in a stretch of text that fits."""
        return self.before[end] - self.before[start]


def characters(signal: str, items: Iterable[Item] = (), rest: str = "") -> Ruler:
    """Return the ruler of code points, whatever ``items`` there are."""
    return Ruler(len(signal), range(sys.maxsize))  # zones, and so annotations, may reach beyond the text


def characters_of_text(signal: str, items: Iterable[Item], rest: str) -> Ruler:
    """Return the ruler of those code points that are there, whatever annotations claim beyond the text.

    The other document goes on with ``rest``, which annotations cover, but which does not count in the total.
    """
    ends = {offset for item in items for offset in (item.start, item.end)}
    return Ruler(len(signal), {offset: min(max(offset, 0), len(signal) + len(rest)) for offset in ends})


def tokens(spans: Sequence[Span]) -> Ruler:
    """Return the ruler of tokens, whose spans are given by start; each starts and ends a unit."""
    passed = chain.from_iterable(zip(count(), count(1)))  # before the start of each token, and before its end
    return Ruler(len(spans), dict(zip(chain.from_iterable(spans), passed)))


def pseudo_tokens(signal: str, items: Iterable[Item], rest: str = "") -> Ruler:
    """Return the ruler of the pieces between white space and the boundaries of spanned annotations.

    The other document goes on with ``rest``, which annotations cover, but which does not count in the total.
    """
    text = blank_text(signal + rest)
    boundaries = {len(signal)}
    for item in items:
        boundaries.add(item.start)
        boundaries.add(item.end)
    before: dict[int, int] = {}
    total = start = 0
    for boundary in sorted(boundaries):
        end = max(boundary, 0)
        total += len(text[start:end].split())
        before[boundary] = total
        start = end
    return Ruler(before[len(signal)], before)
