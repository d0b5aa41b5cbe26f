"""Why the spans of a sentence met as they did, in short sentences."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from faireval.kinds import LE, TRADITIONAL
from faireval.spans import BEGIN, END, LABEL, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from faireval.align import Met
    from faireval.spans import AnySpan

EQUAL = "label, boundaries and tokens are the same"


class Reasons:
    """Says why, one meeting after the other in their order."""

    def __init__(self, target: Sequence[AnySpan], system: Sequence[AnySpan]) -> None:
        self._target = _Others("target", target)
        self._system = _Others("system", system)

    def why(self, met: Met) -> str:
        """Say why a meeting of other than equal spans is of its kind."""
        (method, kind, _, _), place, partner = met
        if place is not None and partner is not None:
            reason = _difference(self._target.spans[place], self._system.spans[partner])
            return reason if kind == LE else reason + self._system.again(partner) + self._target.again(place)
        others, span = self._target, None if partner is None else self._system.spans[partner]
        if place is not None:
            others, span = self._system, self._target.spans[place]
        assert span is not None, "somebody meets nobody"
        return others.why_not_equal(span) if method == TRADITIONAL else others.why_not_met(span)


class _Others:
    """The spans of one side, as those see them that found no partner there."""

    def __init__(self, role: str, spans: Sequence[AnySpan]) -> None:
        self.role = role
        self.spans = spans
        self._met: set[int] = set()

    def again(self, place: int) -> str:
        """Note that a span meets one, and say so if it did before."""
        before = place in self._met
        self._met.add(place)
        return f"; the {self.role}'s span has met another one before" if before else ""

    def why_not_equal(self, span: AnySpan) -> str:
        """Say why a span has no equal that is free."""
        if span in self._equal:
            return f"all equal spans of the {self.role} have met others"
        return f"not in the {self.role}"

    def why_not_met(self, span: AnySpan) -> str:
        """Say why a span met none."""
        if span in self._equal:
            return self.why_not_equal(span)
        if span[:TOKENS] in self._extents:
            return f"the {self.role} has it with other tokens"
        if self._overlaps(span):
            return f"overlaps only spans of the {self.role} that have met others"
        return f"overlaps no span of the {self.role}"

    @cached_property
    def _equal(self) -> set[AnySpan]:
        return set(self.spans)

    @cached_property
    def _extents(self) -> set[AnySpan]:
        return {span[:TOKENS] for span in self.spans}

    @cached_property
    def _begins(self) -> list[int]:
        return sorted([span[BEGIN] for span in self.spans])

    @cached_property
    def _ends(self) -> list[int]:
        """The last token of all spans that begin up to each of the beginnings."""
        return list(accumulate([span[END] for span in sorted(self.spans, key=lambda span: span[BEGIN])], max))

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
