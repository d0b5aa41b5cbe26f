"""One sentence: which target span meets which system span, and what kind of meeting that is.

The steps of fair evaluation in Ortmann (2022): first the one-to-one mappings (true positives, then labelling errors
between spans with the same boundaries), then boundary errors, then labelling-boundary errors; what is left is missed or
spurious. In the two boundary steps a span may meet several others, as long as they share tokens that no other meeting
has used up.
"""

from __future__ import annotations

from faireval.partners import FreeSpans, UsedSpans
from faireval.spans import BEGIN, END, LABEL, TOKENS, overlap_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import Any, TypeAlias

    from faireval.spans import AnySpan

    Met: TypeAlias = tuple[str, str, int | None, int | None]

BOTH = "both"
TRADITIONAL = "traditional"
FAIR = "fair"


def equals(target: Sequence[AnySpan], system: Sequence[AnySpan]) -> list[Met]:
    """Return the meetings of equal spans of a sentence, one to one in order.

    A meeting is the method of evaluation that counts it, its kind, and the places of the target span and the system
    span, None for one that is missing. Spans are tuples that can be hashed.
    """
    return [(BOTH, "TP", place, partner) for place, partner in _equal_pairs(target, system)]


def errors(target: Sequence[AnySpan], system: Sequence[AnySpan]) -> list[Met]:
    """Return all other meetings of a sentence, without changing either side; the arguments are those of :func:`equals`.

    Raise :class:`UnlistedTokensError` where tokens would decide that a span does not list.
    """
    if target == system:
        return []
    alignment = Alignment(target, system)
    alignment.match_equal(target, system)
    alignment.find_errors()
    return alignment.mets


def _equal_pairs(target: Iterable[Hashable], system: Iterable[Hashable]) -> list[tuple[int, int]]:
    """Return the places of equal spans, matched one to one in order."""
    from common.align import first_free

    return [(place, partner) for place, partner in enumerate(first_free(target, system)) if partner is not None]


class Side:
    """The spans of one side: the places of those that met none yet, in order, and of those that did.

    ``rest`` holds what later meetings may still use of the tokens of spans that met one.
    """

    __slots__ = ("free", "rest", "spans", "used")

    def __init__(self, spans: Sequence[AnySpan]) -> None:
        self.spans = spans
        self.free: dict[int, None] = {}
        self.used = UsedSpans(self)
        self.rest: dict[int, set[Any]] = {}

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


class Alignment:
    """The meetings of a sentence, and what they leave of its two sides."""

    __slots__ = ("mets", "system", "target")

    def __init__(self, target: Sequence[AnySpan], system: Sequence[AnySpan]) -> None:
        self.target = Side(target)
        self.system = Side(system)
        self.mets: list[Met] = []

    def match_equal(self, target: Sequence[Hashable], system: Sequence[Hashable]) -> None:
        """Match equal spans one to one, in order; ``target`` and ``system`` stand for them and can be hashed.

        They are not among the meetings. For traditional evaluation a span without a free equal is right, too, if the
        other side has an equal at all.
        """
        in_target, in_system = set(target), set(system)
        missed = [place for place, span in enumerate(target) if span not in in_system]
        spurious = [place for place, span in enumerate(system) if span not in in_target]
        self.mets += [(TRADITIONAL, "FN", place, None) for place in missed]
        self.mets += [(TRADITIONAL, "FP", None, place) for place in spurious]
        if len(in_target) < len(target) or len(in_system) < len(system):
            self._match_repeated(target, system, set(missed))
        else:
            self.target.free, self.system.free = dict.fromkeys(missed), dict.fromkeys(spurious)

    def _match_repeated(self, target: Sequence[Hashable], system: Sequence[Hashable], missed: set[int]) -> None:
        """Free what is left over of spans that one side has more often than the other."""
        self.target.free, self.system.free = dict.fromkeys(range(len(target))), dict.fromkeys(range(len(system)))
        for place, partner in _equal_pairs(target, system):
            del self.target.free[place], self.system.free[partner]
        self.mets += [(TRADITIONAL, "TP", place, None) for place in self.target.free if place not in missed]

    def find_errors(self) -> None:
        """Find the errors of fair evaluation among the spans that are free."""
        target, system = self.target, self.system
        if target.free and system.free:
            self._find_labelling_errors()
        target.sort()
        system.sort()
        for same_label in (True, False):
            if target.free and system.free:
                self._meet_free(same_label)
            if target.free and system.used:
                self._meet_used_system(same_label)
            if system.free and target.used:
                self._meet_used_target(same_label)
        self.mets += [(FAIR, "FN", place, None) for place in target.free]
        self.mets += [(FAIR, "FP", None, place) for place in system.free]

    def _find_labelling_errors(self) -> None:
        """Pair spans with the same boundaries and different labels, each target with the first free system span."""
        targets, systems = self.target.spans, self.system.spans
        boundaries = {(targets[place][BEGIN], targets[place][END]) for place in self.target.free}
        waiting: dict[tuple[Any, Any], SameBoundaries] = {}
        for place in self.system.free:
            label, begin, end = systems[place][:TOKENS]
            if (begin, end) in boundaries:
                if (begin, end) not in waiting:
                    waiting[begin, end] = SameBoundaries()
                waiting[begin, end].add(place, label)
        for place in list(self.target.free) if waiting else ():
            label, begin, end = targets[place][:TOKENS]
            partner = waiting[begin, end].take(label) if (begin, end) in waiting else None
            if partner is not None:
                self.mets.append((FAIR, "LE", place, partner))
                del self.target.free[place], self.system.free[partner]

    def _meet_free(self, same_label: bool) -> None:
        """Let target spans meet system spans, both for the first time."""
        candidates = FreeSpans(self.system, same_label)
        for place in list(self.target.free):
            partner = candidates.nearest(self.target.spans[place])
            if partner is not None:
                del self.target.free[place], self.system.free[partner]
                self._meet(place, partner)
                self.system.used.add(partner)
                self.target.used.add(place)

    def _meet_used_system(self, same_label: bool) -> None:
        """Let target spans meet system spans that met one before and still share a token."""
        for place in list(self.target.free):
            partner = self.system.used.nearest(self.target.spans[place], same_label, _target_shares)
            if partner is not None:
                del self.target.free[place]
                self.system.used.lose(partner, self._meet(place, partner))
                self.target.used.add(place)

    def _meet_used_target(self, same_label: bool) -> None:
        """Let system spans meet target spans that met one before and still share a token."""
        for place in list(self.system.free):
            partner = self.target.used.nearest(self.system.spans[place], same_label, _system_shares)
            if partner is not None:
                del self.system.free[place]
                self.target.used.lose(partner, self._meet(partner, place))
                self.system.used.add(place)

    def _meet(self, target: int, system: int) -> set[Any]:
        """Note a boundary or labelling-boundary error and use up the common tokens, which are returned."""
        one, other = self.target.spans[target], self.system.spans[system]
        kind = str(overlap_type(one[BEGIN:], other[BEGIN:])) if one[LABEL] == other[LABEL] else "LBE"
        self.mets.append((FAIR, kind, target, system))
        common: set[Any] = self.target.tokens(target).intersection(self.system.tokens(system))
        self.target.lose(target, common)
        self.system.lose(system, common)
        return common


class SameBoundaries:
    """Spans with the same boundaries, in order; of those that are left the first with another label is taken.

    They wait in two lines, and whoever stands in the first one is before all of the second and has their label.
    """

    __slots__ = ("_alike", "_label", "_rest", "_seen", "_taken")

    def __init__(self) -> None:
        self._alike: list[int] = []
        self._label: Any = None
        self._taken = 0
        self._rest: list[tuple[int, Any]] = []
        self._seen = 0

    def add(self, place: int, label: Any) -> None:  # noqa: ANN401
        """Let a span wait behind all others."""
        self._rest.append((place, label))

    def take(self, other_than: Any) -> int | None:  # noqa: ANN401
        """Return the place of the first span with another label, None if there is none."""
        if self._taken < len(self._alike) and self._label != other_than:
            self._taken += 1
            return self._alike[self._taken - 1]
        while self._seen < len(self._rest):
            place, label = self._rest[self._seen]
            self._seen += 1
            if label != other_than:
                return place
            self._alike.append(place)
            self._label = label
        return None


def _target_shares(target: Any, used: set[Any]) -> bool:  # noqa: ANN401
    """Say whether they share a token; a target without a token list is refused even by a span without any left."""
    return bool(target.intersection(used))


def _system_shares(system: Any, used: set[Any]) -> bool:  # noqa: ANN401
    if isinstance(system, (set, frozenset)):
        return not used.isdisjoint(system)
    return any(token in system for token in used)
