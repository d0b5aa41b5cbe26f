"""Where the words of MIN occur in coreference mentions, whatever white space stands between them."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from muc_scorer.read.v33.mentions import MentionSide

    Occurrence: TypeAlias = tuple[int, int, int]  # end, minus index of the mention, start

_MOST_OCCURRENCES = 32  # of one MIN in one mention: a MIN of one letter must not cost the square of the text
_FOLDED = bytes(range(256)).lower().translate(bytes.maketrans(b"\n\r\t\v\f", b"     "))


def mentions_without_head(side: MentionSide) -> list[int]:
    """Return the indices of the mentions whose MIN does not occur in them."""
    heads = _heads(side, range(len(side.mentions)))
    found = {-minus_index for _, minus_index, _ in _occurrences(side, heads, 1)}
    return [index for index in heads if index not in found]


def head_occurrences(side: MentionSide, indices: Iterable[int]) -> list[Occurrence]:
    """Return where MIN occurs in some mentions, sorted by end; of those with one end the inner mentions come first."""
    return sorted(_occurrences(side, _heads(side, indices), _MOST_OCCURRENCES))


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
    """Yield where a head begins between two places of a text, by looking for it."""
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
