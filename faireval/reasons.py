"""Why the spans of a sentence met as they did, in short sentences."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from faireval.kinds import BOTH, LE, SIDES, TP, TRADITIONAL
from faireval.spans import BEGIN, END, LABEL, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from faireval.align import Met, Signature
    from faireval.spans import AnySpan


def why(signature: Signature, target: AnySpan | None, system: AnySpan | None, context: str) -> str:
    """Say why a meeting is of its kind; ``context`` is what :class:`Context` says of it."""
    method, kind, _, _ = signature
    if method == BOTH:
        return "label, boundaries and tokens are the same"
    if target is not None and system is not None:
        return _difference(target, system) + context
    if method == TRADITIONAL:
        other = SIDES[target is not None]
        return f"all equal spans of the {other} have met others" if kind == TP else f"not in the {other}"
    return context


class Context:
    """What the reasons for the meetings of a sentence owe to its other spans, one meeting after the other in order."""

    __slots__ = ("_met", "_others", "_sides")

    def __init__(self, target: Sequence[AnySpan], system: Sequence[AnySpan]) -> None:
        self._sides = target, system
        self._met: tuple[set[int], set[int]] = set(), set()
        self._others: list[_Others | None] = [None, None]

    def of(self, met: Met) -> str:
        """Return what is to be said of a meeting of other than equal spans, nothing where these say enough."""
        (method, kind, _, _), place, partner = met
        if place is not None and partner is not None:
            return "" if kind == LE else self._again(1, partner) + self._again(0, place)
        if method == TRADITIONAL:
            return ""
        if place is not None:
            return self._seen_from(1).why_not_met(self._sides[0][place])
        assert partner is not None, "somebody meets nobody"
        return self._seen_from(0).why_not_met(self._sides[1][partner])

    def _again(self, side: int, place: int) -> str:
        """Note that a span meets one, and say so if it did before."""
        met = self._met[side]
        if place in met:
            return f"; the {SIDES[side]}'s span has met another one before"
        met.add(place)
        return ""

    def _seen_from(self, side: int) -> _Others:
        others = self._others[side]
        if others is None:
            others = self._others[side] = _Others(SIDES[side], self._sides[side])
        return others


class _Others:
    """The spans of one side, as those see them that found no partner there."""

    __slots__ = ("_begins", "_ends", "_equal", "_extents", "_role")

    def __init__(self, role: str, spans: Sequence[AnySpan]) -> None:
        self._role = role
        self._equal = set(spans)
        self._extents = {span[:TOKENS] for span in spans}
        self._begins = sorted([span[BEGIN] for span in spans])
        # The last token of all spans that begin up to each of the beginnings.
        self._ends = list(accumulate([span[END] for span in sorted(spans, key=lambda span: span[BEGIN])], max))

    def why_not_met(self, span: AnySpan) -> str:
        """Say why a span met none."""
        if span in self._equal:
            return f"all equal spans of the {self._role} have met others"
        if span[:TOKENS] in self._extents:
            return f"the {self._role} has it with other tokens"
        if self._overlaps(span):
            return f"overlaps only spans of the {self._role} that have met others"
        return f"overlaps no span of the {self._role}"

    def _overlaps(self, span: AnySpan) -> bool:
        beginning = bisect_right(self._begins, span[END])
        return beginning > 0 and self._ends[beginning - 1] >= span[BEGIN]


def _difference(target: AnySpan, system: AnySpan) -> str:
    """Say how the system's span differs from the target's."""
    moved = [("begins", system[BEGIN] - target[BEGIN]), ("ends", system[END] - target[END])]
    how = [f"{verb} {_tokens(abs(by))} {'later' if by > 0 else 'earlier'}" for verb, by in moved if by]
    labels = [] if target[LABEL] == system[LABEL] else ["labels differ"]
    return ", ".join([*labels, *how])


def _tokens(number: int) -> str:
    return "1 token" if number == 1 else f"{number} tokens"
