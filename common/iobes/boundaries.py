"""What happens between one tag and the next: a span may end or start, and either tag may break the rules.

It depends on these two tags alone. A span continues only with tags of its own type, as with conlleval, so a tag tells
whether a span is open after it, and of which type. Hence it is worked out once for every pair of tags that occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from common.iobes.formats import BIO, SpanFormat, TokenFunction
from common.iobes.roles import BEGIN, CONTINUING, EDGE, END, INSIDE, OPENING, OUTSIDE, Meaning, Tag, meaning


class Fault(NamedTuple):
    """A way to break the rules of an encoding: the type of its errors, and what the log says of it.

    A message may name the tag's ``location``, its ``function`` and the type of the ``previous`` tag. The letters in it
    are those of IOBES, whatever the format.
    """

    type: str
    message: str


IOB_START = Fault("Illegal Start", "Invalid label: `B` starting an entity at %(location)s")
IOB_TRANSITION = Fault(
    "Illegal Transition", "Invalid label: `B` starting and entity after a %(previous)s at %(location)s"
)
BIO_START = Fault("Illegal Start", "Illegal Label: starting a span with `I` at %(location)s")
BIO_TRANSITION = Fault("Illegal Transition", "Illegal Label: I doesn't match previous token at %(location)s")
START = {
    INSIDE: BIO_START,
    END: Fault("Illegal Start", "Illegal Label: starting a span with `E` at %(location)s"),
}
TRANSITION = {
    INSIDE: Fault("Illegal Transition", "Illegal Label: `I` doesn't match previous token at %(location)s"),
    END: Fault("Illegal Transition", "Illegal Label: `E` doesn't match previous token at %(location)s"),
}
UNENDED = Fault("Illegal End", "Illegal Label: `%(function)s` ends span at %(location)s")
SINGLE_BEGIN = Fault("Illegal Single", "Illegal Label: Single `B` token span at %(location)s")
FINAL = {
    BEGIN: Fault("Illegal Final", "Illegal Label: `B` as final token %(location)s"),
    INSIDE: Fault("Illegal Final", "Illegal Label: `I` as final token at %(location)s"),
}

# Faults with the places of the tags at fault: 0 is the later tag of the two, -1 the earlier one.
PlacedFaults: TypeAlias = Iterable[tuple[int, Fault]]
Judge: TypeAlias = Callable[[Meaning, Meaning, type[SpanFormat]], PlacedFaults]

# The later tag's neighbours, the type of the span that starts with it or None, whether a span ends before it, and the
# faults, in the order of the log. A plain tuple, because that is unpacked faster than a named one.
Boundary: TypeAlias = "tuple[Neighbours, str | None, bool, PlacedFaults]"

KNOWN_PAIRS = 2**15  # kept for each format; what has more distinct pairs of tags is no tag set


class Neighbours(dict[Tag, "Boundary"]):
    """The boundaries after ``tag``, by the tag that follows."""

    __slots__ = ("_boundaries", "tag")

    def __init__(self, boundaries: Boundaries, tag: Meaning) -> None:
        super().__init__()
        self._boundaries = boundaries
        self.tag = tag

    def __missing__(self, following: Tag) -> Boundary:
        self[following] = boundary = self._boundaries.after(self.tag, following)
        return boundary


class Boundaries:
    """The boundaries in one format, as far as they have occurred; ``judge`` finds faults where no span continues."""

    __slots__ = ("_format", "_judge", "_neighbours", "known", "start")

    def __init__(self, judge: Judge, span_format: type[SpanFormat]) -> None:
        self._judge = judge
        self._format = span_format
        self.start = Neighbours(self, EDGE)
        self._neighbours: dict[Tag, Neighbours] = {}
        self.known = 0

    def after(self, tag: Meaning, following: Tag) -> Boundary:
        """Return the boundary between two tags. Raises ``TypeError`` for a following tag that is not a string."""
        if self.known >= KNOWN_PAIRS:
            self._forget()
        self.known += 1
        neighbours = self._neighbours.get(following)
        if neighbours is None:
            neighbours = self._neighbours[following] = Neighbours(self, meaning(following, self._format))
        return self._between(tag, neighbours)

    def _between(self, tag: Meaning, neighbours: Neighbours) -> Boundary:
        following = neighbours.tag
        if tag.role in OPENING and following.role in CONTINUING and tag.type == following.type:
            return neighbours, None, False, ()
        starting = following.type if following.role != OUTSIDE else None
        return neighbours, starting, tag.role != OUTSIDE, tuple(self._judge(tag, following, self._format))

    def _forget(self) -> None:
        for neighbours in (self.start, *self._neighbours.values()):
            neighbours.clear()
        self._neighbours.clear()
        self.known = 0


def _judge_iob(tag: Meaning, following: Meaning, _: type[SpanFormat]) -> PlacedFaults:
    """Judge a ``B``, which IOB allows only right after a token of the same type."""
    if following.role == BEGIN and tag.type == TokenFunction.OUTSIDE:
        yield 0, IOB_START
    elif following.role == BEGIN and tag.type != following.type:
        yield 0, IOB_TRANSITION


def _judge_bio(tag: Meaning, following: Meaning, _: type[SpanFormat]) -> PlacedFaults:
    """Judge an ``I`` that continues no span, which BIO never allows."""
    if following.role == INSIDE:
        yield 0, BIO_START if tag.role == OUTSIDE else BIO_TRANSITION


def _judge_with_end(tag: Meaning, following: Meaning, span_format: type[SpanFormat]) -> PlacedFaults:
    """Judge a tag that continues no span but should, and one whose span is open when another begins or none is."""
    if following.role in CONTINUING:
        yield 0, TRANSITION[following.role] if tag.role in OPENING else START[following.role]
    elif tag.role in OPENING and following is EDGE:
        yield -1, FINAL[tag.role]
    elif tag.role in OPENING:
        beginning = (span_format.BEGIN, span_format.SINGLE, TokenFunction.OUTSIDE)
        if tag.function == span_format.BEGIN and following.function in beginning:
            yield -1, SINGLE_BEGIN
        if tag.function not in (span_format.END, span_format.SINGLE):
            yield -1, UNENDED


IN_IOB = Boundaries(_judge_iob, BIO)  # of the letters of BIO, because IOB has no role for its B
IN_BIO = Boundaries(_judge_bio, BIO)
_WITH_END: dict[type[SpanFormat], Boundaries] = {}


def boundaries_in(span_format: type[SpanFormat]) -> Boundaries:
    """Return the boundaries in a format with letters for the last and for the only token of a span."""
    if span_format not in _WITH_END:
        _WITH_END[span_format] = Boundaries(_judge_with_end, span_format)
    return _WITH_END[span_format]
