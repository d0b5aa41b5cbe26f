"""A pair of sentences as a unit: their spans as items, and why these match as they do."""

from __future__ import annotations

from functools import cached_property, lru_cache

from common.result import Item, Location, Match, Unit
from common.spans import boundary_differences
from faireval.spans import BEGIN, BOTH, END, LABEL, SIDES, TOKENS, TP, TRADITIONAL, TokenRange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from faireval.align import Alignment, Side
    from faireval.evaluate import Sentence
    from faireval.spans import AnySpan


class SentencePair(Unit):
    """A sentence of the target, and the one of the system that it is compared with."""

    def __init__(self, name: str, target: Sentence, system: Sentence, aligned: Alignment) -> None:
        self._aligned = aligned
        self._sides = _Side(SIDES[0], target, aligned.target), _Side(SIDES[1], system, aligned.system)
        key, response = [Location(file, first) for file, first, _, _ in (target, system)]
        words = self._sides[0].words or self._sides[1].words
        super().__init__(name, aligned.matches(), key, response, {"sentences": 1}, words)

    def item(self, side: int, index: int) -> Item:
        """Return a span of either side by its index in the sentence."""
        return self._sides[side].items[index]

    def why(self, match: Match) -> str:
        """Return why a match is of its kind."""
        method, kind, _, _ = match.signature
        if method == BOTH:
            return "label, boundaries and tokens are the same"
        target, system = self._sides
        if match.key is not None and match.response is not None:
            return _difference(target.spans[match.key], system.spans[match.response]) + self._before(match)
        own, index, other = (target, match.key, system) if match.response is None else (system, match.response, target)
        assert index is not None, "a match has at least one item"
        if method == TRADITIONAL:
            return other.all_used if kind == TP else f"not in the {other.role}"
        if index in self._firsts[own is system]:
            return "has met another one before, but an equal span was dropped in its place"
        return other.why_unmatched(own.spans[index], index in own.passed)

    def _before(self, match: Match) -> str:
        """Say which spans of an error match others that come before."""
        indexes = (match.key, match.response)
        again = [
            side.role for side, first, index in zip(self._sides, self._firsts, indexes) if first[index] is not match
        ]
        return "".join([f"; the {role}'s span has met another one before" for role in reversed(again)])

    @cached_property
    def _firsts(self) -> tuple[dict[int | None, Match], dict[int | None, Match]]:
        """The first match of each span with another that is not equal, by side and index."""
        firsts: tuple[dict[int | None, Match], dict[int | None, Match]] = {}, {}
        for match in self._aligned.others:
            if match.key is not None and match.response is not None:
                firsts[0].setdefault(match.key, match)
                firsts[1].setdefault(match.response, match)
        return firsts


class _Side:
    """One side of a pair: where its spans stand, and how those of the other side see them."""

    def __init__(self, role: str, sentence: Sentence, side: Side) -> None:
        self.role = role
        self.passed = side.passed
        self.spans = side.spans
        self.all_used = f"all equal spans of the {role} have met others"
        self._file, self._first, self._lines, _ = sentence
        has_words = self._lines[0].count("\t") != 3
        self.words = [line.split(None, 1)[0] for line in self._lines] if has_words else None

    @cached_property
    def items(self) -> list[Item]:
        """The spans, which stand for their words, or for their tokens."""
        words = self.words
        return [
            Item(
                label,
                _listed(tokens) if words is None else " ".join([words[token - 1] for token in sorted(tokens)]),
                begin - 1,
                end,
                Location(self._file, line),
            )
            for (label, begin, end, tokens), line in zip(self.spans, self._numbers())
        ]

    def _numbers(self) -> Sequence[int]:
        """Return the lines of the spans; those of words stand in the line of the first one."""
        numbers = range(self._first, self._first + len(self._lines))
        if self.words is not None:
            return [numbers[begin - 1] for _, begin, _, _ in self.spans]
        if len(numbers) == len(self.spans):
            return numbers
        labels = {label for label, _, _, _ in self.spans}
        return [number for number, line in zip(numbers, self._lines) if line.partition("\t")[0] in labels]

    def why_unmatched(self, span: AnySpan, passed: bool) -> str:
        """Return why a span of the other side, which may have been passed over, matches none of these."""
        if not any(other[BEGIN] <= span[END] and span[BEGIN] <= other[END] for other in self.spans):
            return f"overlaps no span of the {self.role}"
        if span in self.spans:
            return self.all_used
        if any(other[:TOKENS] == span[:TOKENS] for other in self.spans):
            return f"the {self.role} has it with other tokens"
        if passed:
            return "passed over behind a span that had just met another one"
        excuse = "have met others or were passed over" if self.passed else "have met others"
        return f"overlaps only spans of the {self.role} that {excuse}"


@lru_cache(2**14)  # without it the published data take a tenth longer to explain
def _listed(tokens: frozenset[int] | TokenRange) -> str:
    return f"{tokens.begin}-{tokens.end}" if isinstance(tokens, TokenRange) else ", ".join(map(str, sorted(tokens)))


def _difference(target: AnySpan, system: AnySpan) -> str:
    """Say how the system's span differs from the target's."""
    labels = [] if target[LABEL] == system[LABEL] else ["labels differ"]
    return ", ".join(
        [*labels, *boundary_differences(system[BEGIN] - target[BEGIN], system[END] - target[END], "token")]
    )
