"""One sentence: which target span matches which system span, and what kind of match that is.

The steps of fair evaluation in Ortmann (2022): first the one-to-one mappings (true positives, then labelling errors
between spans with the same boundaries), then boundary errors, then labelling-boundary errors; the rest is missed or
spurious. In the two boundary steps a span may match several others, as long as they share tokens that no other match
has used up.

The results of the paper were made with the program of January 2022. In the two boundary steps, it skips the span after
one that has just found a partner, until the next round.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice

from legacy_scorers.common.align import first_free
from legacy_scorers.common.result import Match
from legacy_scorers.faireval.spans import (
    BEGIN,
    BOTH,
    END,
    FAIR,
    FN,
    FP,
    LABEL,
    LBE,
    LE,
    SETS,
    TOKENS,
    TP,
    TRADITIONAL,
    overlap_type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.faireval.spans import AnySpan

    Signature: TypeAlias = tuple[str, str, Any, Any]
    Shares: TypeAlias = Callable[[Any, set[Any]], bool]

FIRST_VERSION = "2022-01"
MAX_COMPARED = 64
_AFTER_ALL = float("inf")  # greater than any index


def align(target: Sequence[AnySpan], system: Sequence[AnySpan], version: str = "") -> Alignment:
    """Return the matches of a sentence, without changing either side. Spans are tuples that can be hashed.

    ``version`` is :data:`FIRST_VERSION` for that of January 2022. Raises :class:`UnlistedTokensError` where the choice
    depends on tokens that a span does not list.
    """
    alignment = Alignment(target, system, version)
    if target != system:  # most are equal
        alignment.match_equal(target, system)
        alignment.find_errors()
    return alignment


class Side:
    """The spans of one side, by index, as partners of those of the other side.

    ``free`` are the spans without a match yet, ``used`` those that matched one with other boundaries; both map indexes
    to turns. ``rest`` are the tokens of used spans that later matches may use, ``passed`` the spans skipped.
    """

    __slots__ = ("_alike", "_by_extent", "free", "passed", "rest", "spans", "used")

    def __init__(self, spans: Sequence[AnySpan]) -> None:
        self.spans = spans
        self.free: dict[int, int] = {}
        self.used: dict[int, int] = {}
        self.rest: dict[int, set[Any]] = {}
        self.passed: set[int] = set()
        self._by_extent: dict[int, list[tuple[Any, int]]] = {}
        self._alike: dict[tuple[Any, ...], list[int]] = {}

    def tokens(self, index: int) -> Any:  # noqa: ANN401
        """Return the tokens that no match has used up."""
        return self.rest[index] if index in self.rest else self.spans[index][TOKENS]

    def lose(self, index: int, common: set[Any]) -> None:
        """Take tokens that a match has used up from those of a span."""
        if index in self.rest:
            self.rest[index] -= common
        else:
            self.rest[index] = set(self.spans[index][TOKENS].difference(common))

    def use(self, index: int, instead: int) -> None:
        """Add a span to the used ones, and remove the span ``instead``, usually the same, from the free ones."""
        del self.free[instead]
        self.used.setdefault(index, len(self.used))

    def first_equal(self, index: int) -> int:
        """Return the first free span that is equal to this one, apart from tokens that matches have used up."""
        if not self._alike:
            for one in self.free:
                self._alike.setdefault(self._parts(one)[:TOKENS], []).append(one)
        parts = self._parts(index)
        return next(one for one in self._alike[parts[:TOKENS]] if one in self.free and self._parts(one) == parts)

    def _parts(self, index: int) -> tuple[Any, ...]:
        span = self.spans[index]
        return (*span[:TOKENS], self.tokens(index), *span[TOKENS + 1 :])

    def sort(self) -> None:
        """Put free spans in order of their extent."""
        self.free = dict(zip(sorted(self.free, key=self.extent), range(len(self.free))))

    def extent(self, index: int) -> Any:  # noqa: ANN401
        """Return the difference between the last and the first token of a span."""
        return self.spans[index][END] - self.spans[index][BEGIN]

    def near(self, begin: Any, end: Any) -> list[int]:  # noqa: ANN401
        """Return the indexes of all spans that overlap ``begin`` to ``end``, and of some that do not."""
        if not self._by_extent:
            for index in (*self.free, *self.used):
                longest = 1 << int(self.extent(index)).bit_length()  # so that one long span does not make others near
                self._by_extent.setdefault(longest, []).append((self.spans[index][BEGIN], index))
            for spans in self._by_extent.values():
                spans.sort()
        found = []
        for longest, spans in self._by_extent.items():
            first, end_index = bisect_left(spans, (begin - longest,)), bisect_left(spans, (end, _AFTER_ALL))
            found += [index for _, index in spans[first:end_index]]
        return found


class Alignment:
    """The matches of a sentence, and its two sides with the spans and tokens not used up.

    The signature of a match is the method of evaluation that counts it, its kind, and the labels of both spans.
    ``others`` are the matches of spans that are not equal. Matches of equal spans are made only for an observer: they
    are nearly all, and a run over the published data would take three quarters longer.
    """

    __slots__ = ("_passes_over", "others", "system", "target")

    def __init__(self, target: Sequence[AnySpan], system: Sequence[AnySpan], version: str = "") -> None:
        self._passes_over = version == FIRST_VERSION
        self.target = Side(target)
        self.system = Side(system)
        self.others: list[Match] = []

    def matches(self) -> Iterator[Match]:
        """Yield all matches, those of equal spans first, one to one in order."""
        target = self.target.spans
        for index, partner in enumerate(first_free(target, self.system.spans)):
            if partner is not None:
                label = target[index][LABEL]
                yield Match((BOTH, TP, label, label), index, partner)
        yield from self.others

    def match_equal(self, target: Sequence[Hashable], system: Sequence[Hashable]) -> None:
        """Match equal spans one to one, in order; ``target`` and ``system`` hold a hashable value for each span.

        In traditional evaluation a target span is right if the other side has an equal span, even if none is free.
        """
        in_target, in_system = set(target), set(system)
        missed = [index for index, span in enumerate(target) if span not in in_system]
        spurious = [index for index, span in enumerate(system) if span not in in_target]
        self._miss(TRADITIONAL, missed, spurious)
        if len(in_target) < len(target) or len(in_system) < len(system):
            partners = first_free(target, system)
            missed = [index for index, partner in enumerate(partners) if partner is None]
            spurious = sorted({*range(len(system))}.difference(partners))
            again = [(index, self.target.spans[index][LABEL]) for index in missed if target[index] in in_system]
            self.others += [Match((TRADITIONAL, TP, label, None), index, None) for index, label in again]
        self.target.free, self.system.free = dict.fromkeys(missed, 0), dict.fromkeys(spurious, 0)

    def _miss(self, method: str, missed: Iterable[int], spurious: Iterable[int]) -> None:
        target, system = self.target.spans, self.system.spans
        self.others += [Match((method, FN, target[index][LABEL], None), index, None) for index in missed]
        self.others += [Match((method, FP, None, system[index][LABEL]), None, index) for index in spurious]

    def find_errors(self) -> None:
        """Find the errors of fair evaluation among the spans that are free."""
        target, system = self.target, self.system
        self._find_labelling_errors()
        target.sort()
        system.sort()
        for same_label in (True, False):
            self._match(target, system, same_label)
            self._match(target, system, same_label, _target_shares)
            self._match(system, target, same_label, _system_shares)
        self._miss(FAIR, target.free, system.free)

    def _find_labelling_errors(self) -> None:
        """Pair spans with the same boundaries and different labels, each target with the first free system span."""
        targets, systems = self.target.spans, self.system.spans
        waiting: dict[tuple[Any, Any], list[int]] = {}
        for index in self.system.free:
            waiting.setdefault((systems[index][BEGIN], systems[index][END]), []).append(index)
        for index in list(self.target.free):
            label, begin, end = targets[index][:TOKENS]
            there = waiting.get((begin, end), [])
            partner = next((partner for partner in there if systems[partner][LABEL] != label), None)
            if partner is not None:
                there.remove(partner)
                self.others.append(Match((FAIR, LE, label, systems[partner][LABEL]), index, partner))
                del self.target.free[index], self.system.free[partner]

    def _match(self, own: Side, other: Side, same_label: bool, shares: Shares | None = None) -> None:
        """Match the free spans of a side with their closest partners, in order.

        Partners are free spans, or used ones with ``shares``, which says whether two spans share a token that is not
        used up. A used partner must.
        """
        partners = other.used if shares else other.free
        walk = iter(list(own.free) if partners else ())
        for index in walk:
            span, tokens = own.spans[index], own.tokens(index)
            found = _overlapping(span, other, partners, same_label)
            if shares:
                found = [partner for partner in found if shares(tokens, other.tokens(partner))]
            if found:
                partner = _closest(tokens, other, found)
                # The first version removes an equal span before this one instead, so this one may match again.
                own.use(index, own.first_equal(index) if self._passes_over else index)
                if not shares:
                    other.use(partner, partner)
                self._use_up(*((index, partner) if own is self.target else (partner, index)))
                if self._passes_over:
                    own.passed.update(islice(walk, 1))

    def _use_up(self, index: int, partner: int) -> None:
        target, system = self.target, self.system
        span, other = target.spans[index], system.spans[partner]
        label, other_label = span[LABEL], other[LABEL]
        kind = str(overlap_type(span[BEGIN:], other[BEGIN:])) if label == other_label else LBE
        self.others.append(Match((FAIR, kind, label, other_label), index, partner))
        common: set[Any] = target.tokens(index).intersection(system.tokens(partner))
        target.lose(index, common)
        system.lose(partner, common)


def _overlapping(span: AnySpan, side: Side, indexes: dict[int, int], same_label: bool) -> list[int]:
    """Return the indexes of the spans that overlap this one but differ in a boundary, by turn.

    Their label is the same, or not the same, as ``same_label`` says.
    """
    label, begin, end = span[LABEL], span[BEGIN], span[END]
    spans = side.spans
    found = []
    # Searching for near spans among few makes a run over the published data take a fifth longer.
    candidates = indexes if len(indexes) <= MAX_COMPARED else side.near(begin, max(begin, end))
    for index in candidates:
        other = spans[index]
        if (other[LABEL] == label) is same_label and index in indexes:
            other_begin = other[BEGIN]
            if other_begin == begin:
                overlaps = other[END] != end
            else:
                overlaps = other_begin <= end if other_begin > begin else other[END] >= begin
            if overlaps:
                found.append(index)
    if len(indexes) > MAX_COMPARED:
        found.sort(key=indexes.__getitem__)
    return found


def _closest(tokens: Any, side: Side, indexes: list[int]) -> int:  # noqa: ANN401
    """Return the index of the closest span, the first of several.

    Closest is the span with the most common tokens, then with the fewest others, then the shortest. Raises
    :class:`UnlistedTokensError` if tokens that are not a set decide.
    """

    def distance(index: int) -> tuple[Any, ...]:
        others = side.tokens(index)
        common = len(tokens.intersection(others))
        # Partners with equally many common tokens have the same order by all tokens as by other tokens.
        size = len(others) if isinstance(others, SETS) else len(others.difference(tokens))
        return -common, size, side.extent(index)

    return min(indexes, key=distance) if len(indexes) > 1 else indexes[0]


def _target_shares(target: Any, used: set[Any]) -> bool:  # noqa: ANN401
    """Say whether they share a token. A target without a token list is refused even if no used token is left."""
    return bool(target.intersection(used))


def _system_shares(system: Any, used: set[Any]) -> bool:  # noqa: ANN401
    return not used.isdisjoint(system) if isinstance(system, SETS) else any(token in system for token in used)
