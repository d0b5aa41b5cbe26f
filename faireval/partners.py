"""The spans of one side that those of the other may meet, and which of them is closest.

Partners have the same label in one round and another label in the next; they overlap and have not both boundaries in
common. Closest is the one with the most common tokens, then with the fewest others, then the shortest, then the first.
Where few spans come into question each is looked at; :mod:`faireval.crowd` finds the closest of many.
"""

from __future__ import annotations

from faireval.spans import BEGIN, END, LABEL, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from faireval.align import Side
    from faireval.crowd import Crowd
    from faireval.overlap import SpanIndex
    from faireval.spans import AnySpan

FEW = 64
SETS = (set, frozenset)


class _Spans:
    """Spans of a side in order, known by rank: their number in it."""

    __slots__ = ("_index", "_open", "_side")

    def __init__(self, side: Side, places: Iterable[int]) -> None:
        self._side = side
        self._open = dict(enumerate(places))
        self._index: SpanIndex | None = None

    def _near(self, span: AnySpan, same_label: bool, can_be_many: Callable[[AnySpan], bool]) -> list[int] | None:
        """Return the ranks of all partners; None if many spans come into question, and may."""
        if len(self._open) <= FEW:
            return self._partners(span, same_label, self._open)
        if self._index is None:
            from faireval.overlap import SpanIndex

            self._index = SpanIndex((rank, self._side.spans[place]) for rank, place in self._open.items())
        ranks = self._index.overlapping(span[BEGIN], span[END], FEW)
        if ranks is None and not can_be_many(span):
            ranks = self._index.overlapping(span[BEGIN], span[END], len(self._open))
        return None if ranks is None else self._partners(span, same_label, ranks)

    def _partners(self, span: AnySpan, same_label: bool, ranks: Iterable[int]) -> list[int]:
        """Return those that overlap the span without having both boundaries in common."""
        label, begin, end = span[LABEL], span[BEGIN], span[END]
        spans, places = self._side.spans, self._open
        found = []
        for rank in ranks:
            other = spans[places[rank]]
            if (other[LABEL] == label) is same_label:
                other_begin = other[BEGIN]
                if other_begin == begin:
                    overlaps = other[END] != end
                else:
                    overlaps = other_begin <= end if other_begin > begin else other[END] >= begin
                if overlaps:
                    found.append(rank)
        return found

    def _distance(self, tokens: Any, rank: int) -> tuple[Any, ...]:  # noqa: ANN401
        """Return what decides between partners; smaller is closer. Tokens that are no set are refused."""
        place = self._open[rank]
        others = self._side.tokens(place)
        common = len(tokens.intersection(others))
        # The number of other tokens orders partners with as many common ones as that of all does.
        size = len(others) if isinstance(others, SETS) else len(others.difference(tokens))
        span = self._side.spans[place]
        return -common, size, span[END] - span[BEGIN], rank

    def _closest(self, tokens: Any, ranks: list[int]) -> int | None:  # noqa: ANN401
        if len(ranks) > 1:
            return min(ranks, key=lambda rank: self._distance(tokens, rank))
        return ranks[0] if ranks else None


class FreeSpans(_Spans):
    """The spans that met none yet in one round. Who is found is taken."""

    __slots__ = ("_crowds", "_others", "_same_label")

    def __init__(self, side: Side, same_label: bool) -> None:
        super().__init__(side, side.free)
        self._same_label = same_label
        self._crowds: list[Crowd] = []
        self._others: dict[int, None] = {}  # those that a crowd cannot hold

    def nearest(self, span: AnySpan) -> int | None:
        """Return the place of the closest partner, None if there is none."""
        ranks = self._near(span, self._same_label, is_regular)
        rank = self._nearest_in_crowd(span) if ranks is None else self._closest(span[TOKENS], ranks)
        return None if rank is None else self._take(rank)

    def _take(self, rank: int) -> int:
        place = self._open[rank]
        if self._index is not None:
            self._index.remove(rank, self._side.spans[place])
        for crowd in self._crowds:
            crowd.take(rank)
        self._others.pop(rank, None)
        del self._open[rank]
        return place

    def _nearest_in_crowd(self, span: AnySpan) -> int | None:
        if not self._crowds:
            self._gather()
        partners = self._partners(span, self._same_label, self._others)
        looked_for = span if isinstance(span[TOKENS], SETS) else _without_tokens(span)
        partners += [rank for crowd in self._crowds if (rank := crowd.nearest(looked_for)) is not None]
        return min([self._distance(span[TOKENS], rank) for rank in partners])[-1] if partners else None

    def _gather(self) -> None:
        """Make a crowd of the spans with a list of tokens, and another of those without."""
        from faireval.crowd import Crowd

        listed, unlisted = {}, {}
        for rank, place in self._open.items():
            span = self._side.spans[place]
            if not is_regular(span):
                self._others[rank] = None
            elif isinstance(span[TOKENS], SETS):
                listed[rank] = span
            else:
                unlisted[rank] = _without_tokens(span)
        self._crowds = [Crowd(listed, self._same_label), Crowd(unlisted, self._same_label)]


def is_regular(span: AnySpan) -> bool:
    """Say whether the span lies around its tokens, as all spans do that are read from a file."""
    _, begin, end, tokens = span[: TOKENS + 1]
    return begin <= end and (not isinstance(tokens, SETS) or all(begin <= token <= end for token in tokens))


def _without_tokens(span: AnySpan) -> AnySpan:
    return (*span[:TOKENS], frozenset())


class UsedSpans(_Spans):
    """The spans that met one before, in that order."""

    __slots__ = ("_holders",)

    def __init__(self, side: Side) -> None:
        super().__init__(side, ())
        self._holders: dict[Any, dict[int, int]] | None = None  # ranks by place

    def __len__(self) -> int:
        return len(self._open)

    def add(self, place: int) -> None:
        """Note a span that has met one."""
        rank = len(self._open)
        self._open[rank] = place
        if self._index is not None:
            self._index.add(rank, self._side.spans[place])
        if self._holders is not None:
            self._hold(rank)

    def lose(self, place: int, common: set[Any]) -> None:
        """Note that a span has lost tokens."""
        if self._holders is not None:
            for token in common:
                del self._holders[token][place]

    def nearest(self, span: AnySpan, same_label: bool, shares: Callable[[Any, set[Any]], bool]) -> int | None:
        """Return the place of the closest partner that shares a token, None if there is none."""
        tokens = span[TOKENS]
        ranks = self._near(span, same_label, _lists_tokens)
        if ranks is None:
            ranks = self._partners(span, same_label, self._sharing(tokens))
        side, places = self._side, self._open
        rank = self._closest(tokens, [rank for rank in ranks if shares(tokens, side.tokens(places[rank]))])
        return None if rank is None else places[rank]

    def _sharing(self, tokens: Iterable[Any]) -> Iterable[int]:
        """Return the ranks of all that hold one of the tokens."""
        if self._holders is None:
            self._holders = {}
            for rank in self._open:
                self._hold(rank)
        sharing: dict[int, int] = {}
        for token in tokens:
            sharing.update(self._holders.get(token, {}))
        return sharing.values()

    def _hold(self, rank: int) -> None:
        if self._holders is not None:
            for token in self._side.tokens(self._open[rank]):
                self._holders.setdefault(token, {})[self._open[rank]] = rank


def _lists_tokens(span: AnySpan) -> bool:
    return isinstance(span[TOKENS], SETS)
