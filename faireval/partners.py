"""The spans of one side that a span of the other may meet, and which of them is closest.

Partners have the same label in one round and another label in the next; they overlap, and differ in a boundary. Closest
is the one with the most common tokens, then with the fewest others, then the shortest, then the first. Where there are
few spans each is looked at; :mod:`faireval.crowd` finds the closest of many.
"""

from __future__ import annotations

from faireval.spans import BEGIN, END, LABEL, SETS, TOKENS, is_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any, TypeAlias

    from faireval.spans import AnySpan

    Shares: TypeAlias = Callable[[Any, set[Any]], bool]

FEW = 64


class Side:
    """The spans of one side, by place.

    ``free`` are those that met none yet, in order, ``used`` those that met one with other boundaries, and ``rest``
    holds what later meetings may still use of their tokens.
    """

    __slots__ = ("_regular", "free", "rest", "spans", "used")

    def __init__(self, spans: Sequence[AnySpan]) -> None:
        self.spans = spans
        self.free: dict[int, None] = {}
        self.used: list[int] = []
        self.rest: dict[int, set[Any]] = {}
        self._regular: bool | None = None

    def is_regular(self) -> bool:
        """Say whether all spans that are free or used are regular (:func:`faireval.spans.is_regular`)."""
        if self._regular is None:
            self._regular = all(is_regular(self.spans[place]) for place in (*self.free, *self.used))
        return self._regular

    def tokens(self, place: int) -> Any:  # noqa: ANN401
        """Return the tokens that no meeting has used up."""
        return self.rest[place] if place in self.rest else self.spans[place][TOKENS]

    def lose(self, place: int, common: set[Any]) -> None:
        """Use up tokens of a span."""
        if place in self.rest:
            self.rest[place] -= common
        else:
            self.rest[place] = set(self.spans[place][TOKENS].difference(common))

    def sort(self) -> None:
        """Put free spans in order of their extent."""
        if len(self.free) > 1:
            self.free = dict.fromkeys(sorted(self.free, key=self._extent))

    def _extent(self, place: int) -> Any:  # noqa: ANN401
        return self.spans[place][END] - self.spans[place][BEGIN]


class Partners:
    """Spans of one side, in order: ``places``, which may get fewer meanwhile.

    They met none yet, or, with ``shares``, one before: this says whether a span shares a token that is not used up, as
    it has to with such a partner.
    """

    __slots__ = ("_places", "_same_label", "_shares", "_side")

    def __init__(self, side: Side, places: Collection[int], same_label: bool, shares: Shares | None = None) -> None:
        self._side = side
        self._places = places
        self._same_label = same_label
        self._shares = shares

    def nearest(self, span: AnySpan) -> int | None:
        """Return the place of the closest partner of a span, None if there is none."""
        tokens, found = span[TOKENS], self._partners(span)
        if self._shares is not None:
            shares, rest = self._shares, self._side.tokens
            found = [place for place in found if shares(tokens, rest(place))]
        return self._closest(tokens, found)

    def met(self, place: int, common: set[Any]) -> None:
        """Hear that a partner that was found met the span, and that these tokens are used up."""

    def _partners(self, span: AnySpan) -> list[int]:
        """Return those that overlap the span without having both boundaries in common."""
        label, begin, end = span[LABEL], span[BEGIN], span[END]
        spans, same_label = self._side.spans, self._same_label
        found = []
        for place in self._places:
            other = spans[place]
            if (other[LABEL] == label) is same_label:
                other_begin = other[BEGIN]
                if other_begin == begin:
                    overlaps = other[END] != end
                else:
                    overlaps = other_begin <= end if other_begin > begin else other[END] >= begin
                if overlaps:
                    found.append(place)
        return found

    def _closest(self, tokens: Any, places: list[int]) -> int | None:  # noqa: ANN401
        """Return the first of the closest. Tokens that are no set are refused where they decide."""
        if len(places) > 1:
            return min(places, key=lambda place: self._distance(tokens, place))
        return places[0] if places else None

    def _distance(self, tokens: Any, place: int) -> tuple[Any, ...]:  # noqa: ANN401
        others = self._side.tokens(place)
        common = len(tokens.intersection(others))
        # The number of other tokens orders partners with as many common ones as that of all does.
        size = len(others) if isinstance(others, SETS) else len(others.difference(tokens))
        span = self._side.spans[place]
        return -common, size, span[END] - span[BEGIN]


def target_shares(target: Any, used: set[Any]) -> bool:  # noqa: ANN401
    """Say whether they share a token; a target without a token list is refused even by a span without any left."""
    return bool(target.intersection(used))


def system_shares(system: Any, used: set[Any]) -> bool:  # noqa: ANN401
    """Say whether they share a token."""
    if isinstance(system, SETS):
        return not used.isdisjoint(system)
    return any(token in system for token in used)
