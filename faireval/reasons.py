"""Why the spans of a sentence met as they did, in short sentences."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from operator import itemgetter

from common.spans import moves
from faireval.kinds import LE, SIDES, TP, TRADITIONAL
from faireval.spans import BEGIN, END, LABEL, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from faireval.align import Met, Signature
    from faireval.spans import AnySpan


EQUAL = "label, boundaries and tokens are the same"


def why(signature: Signature, target: AnySpan | None, system: AnySpan | None, context: str) -> str:
    """Say why a meeting of other than equal spans is of its kind; ``context`` is what :func:`contexts` says of it."""
    method, kind, _, _ = signature
    if target is not None and system is not None:
        return _difference(target, system) + context
    if method == TRADITIONAL:
        other = SIDES[target is not None]
        return f"all equal spans of the {other} have met others" if kind == TP else f"not in the {other}"
    return context


def contexts(target: Sequence[AnySpan], system: Sequence[AnySpan], mets: Iterable[Met]) -> list[str]:
    """Return what the reasons for meetings of other than equal spans owe to the other spans of their sentence.

    That is nothing where the spans that met say enough.
    """
    keys, responses = _Others(SIDES[0], target), _Others(SIDES[1], system)
    found = []
    for (method, kind, _, _), place, partner in mets:
        if method == TRADITIONAL or kind == LE:
            found.append("")
        elif place is not None and partner is not None:
            found.append(responses.met_again(partner) + keys.met_again(place))
        elif place is not None:
            found.append(responses.why_not_met(target[place]))
        elif partner is not None:
            found.append(keys.why_not_met(system[partner]))
    return found


class _Others:
    """The spans of one side, as those of the other see them."""

    def __init__(self, role: str, spans: Sequence[AnySpan]) -> None:
        self._role = role
        self._spans = spans
        self._met: set[int] = set()

    def met_again(self, place: int) -> str:
        """Note that a span meets one, and say so if it did before."""
        if place in self._met:
            return f"; the {self._role}'s span has met another one before"
        self._met.add(place)
        return ""

    def why_not_met(self, span: AnySpan) -> str:
        """Say why a span met none."""
        if not self._overlap(span):
            return f"overlaps no span of the {self._role}"
        if span in self._different:
            return f"all equal spans of the {self._role} have met others"
        if span[:TOKENS] in self._extents:
            return f"the {self._role} has it with other tokens"
        return f"overlaps only spans of the {self._role} that have met others"

    @cached_property
    def _different(self) -> set[AnySpan]:
        return set(self._spans)

    @cached_property
    def _extents(self) -> set[AnySpan]:
        return {span[:TOKENS] for span in self._spans}

    @cached_property
    def _ends(self) -> tuple[list[int], list[int]]:
        """The first tokens of the spans in order, and the last token of all spans that begin up to each of them."""
        by_begin = sorted(self._spans, key=itemgetter(BEGIN))
        return [span[BEGIN] for span in by_begin], list(accumulate([span[END] for span in by_begin], max))

    def _overlap(self, span: AnySpan) -> bool:
        begins, ends = self._ends
        beginning = bisect_right(begins, span[END])
        return beginning > 0 and ends[beginning - 1] >= span[BEGIN]


def _difference(target: AnySpan, system: AnySpan) -> str:
    """Say how the system's span differs from the target's."""
    labels = [] if target[LABEL] == system[LABEL] else ["labels differ"]
    return ", ".join([*labels, *moves(system[BEGIN] - target[BEGIN], system[END] - target[END], "token")])
