"""One sentence: which target span meets which system span, and what kind of meeting that is.

The steps of fair evaluation in Ortmann (2022): first the one-to-one mappings (true positives, then labelling errors
between spans with the same boundaries), then boundary errors, then labelling-boundary errors; what is left is missed or
spurious. In the two boundary steps a span may meet several others, as long as they share tokens that no other meeting
has used up.
"""

from __future__ import annotations

from faireval.kinds import FAIR, FN, FP, LBE, LE, TP, TRADITIONAL
from faireval.partners import FEW, Partners, Side, system_shares, target_shares
from faireval.queues import Queues
from faireval.spans import BEGIN, END, LABEL, TOKENS, overlap_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Sequence
    from typing import Any, TypeAlias

    from faireval.partners import Shares
    from faireval.queues import Order
    from faireval.spans import AnySpan

    Signature: TypeAlias = tuple[str, str, Any, Any]
    Met: TypeAlias = tuple[Signature, int | None, int | None]


def equals(target: Sequence[Hashable], system: Sequence[Hashable], mets: Sequence[Met]) -> tuple[list[int], list[int]]:
    """Return the places of equal spans on both sides, matched one to one in order; ``mets`` are all other meetings."""
    met, met_by = {place for _, place, _ in mets}, {partner for _, _, partner in mets}
    places = [place for place in range(len(target)) if place not in met]
    partners = [partner for partner in range(len(system)) if partner not in met_by]
    keys, responses = [target[place] for place in places], [system[partner] for partner in partners]
    if keys != responses:
        from common.align import first_free

        partners = [partners[free] for free in first_free(keys, responses) if free is not None]
    return places, partners


def errors(target: Sequence[AnySpan], system: Sequence[AnySpan]) -> list[Met]:
    """Return all other meetings of a sentence, without changing either side. Spans are tuples that can be hashed.

    A meeting is its signature and the places of the target span and the system span, None for one that is missing. The
    signature is the method of evaluation that counts the meeting, its kind, and the labels of both spans.

    Raises :class:`UnlistedTokensError` where tokens would decide that a span does not list.
    """
    if target == system:
        return []
    alignment = Alignment(target, system)
    alignment.match_equal(target, system)
    alignment.find_errors()
    return alignment.mets


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
        self._miss(TRADITIONAL, missed, spurious)
        if len(in_target) < len(target) or len(in_system) < len(system):
            self._match_repeated(target, system, set(missed))
        else:
            self.target.free, self.system.free = dict.fromkeys(missed), dict.fromkeys(spurious)

    def _match_repeated(self, target: Sequence[Hashable], system: Sequence[Hashable], missed: set[int]) -> None:
        """Free what is left over of spans that one side has more often than the other."""
        from common.align import first_free

        self.target.free, self.system.free = dict.fromkeys(range(len(target))), dict.fromkeys(range(len(system)))
        for place, partner in enumerate(first_free(target, system)):
            if partner is not None:
                del self.target.free[place], self.system.free[partner]
        spans = self.target.spans
        for place in self.target.free:
            if place not in missed:
                self.mets.append(((TRADITIONAL, TP, spans[place][LABEL], None), place, None))

    def _miss(self, method: str, missed: Iterable[int], spurious: Iterable[int]) -> None:
        """Note that spans of the target are missing in the system, and spans of the system in the target."""
        target, system = self.target.spans, self.system.spans
        self.mets += [((method, FN, target[place][LABEL], None), place, None) for place in missed]
        self.mets += [((method, FP, None, system[place][LABEL]), None, place) for place in spurious]

    def find_errors(self) -> None:
        """Find the errors of fair evaluation among the spans that are free."""
        target, system = self.target, self.system
        if target.free and system.free:
            self._find_labelling_errors()
        target.sort()
        system.sort()
        for same_label in (True, False):
            if target.free and system.free:
                self._meet(target, system, _partners(system, system.free, target, same_label))
            if target.free and system.used:
                self._meet(target, system, _partners(system, system.used, target, same_label, target_shares))
            if system.free and target.used:
                self._meet(system, target, _partners(target, target.used, system, same_label, system_shares))
        self._miss(FAIR, target.free, system.free)

    def _find_labelling_errors(self) -> None:
        """Pair spans with the same boundaries and different labels, each target with the first free system span."""
        targets, systems = self.target.spans, self.system.spans
        boundaries = {(targets[place][BEGIN], targets[place][END]) for place in self.target.free}
        waiting: dict[tuple[Any, Any], Queues] = {}
        taken: set[Order] = set()
        for place in self.system.free:
            label, begin, end = systems[place][:TOKENS]
            if (begin, end) in boundaries:
                if (begin, end) not in waiting:
                    waiting[begin, end] = Queues(taken)
                waiting[begin, end].add((place,), label)
        for place in list(self.target.free) if waiting else ():
            label, begin, end = targets[place][:TOKENS]
            first = waiting[begin, end].first(label) if (begin, end) in waiting else None
            if first is not None:
                taken.add(first)
                (partner,) = first
                self.mets.append(((FAIR, LE, label, systems[partner][LABEL]), place, partner))
                del self.target.free[place], self.system.free[partner]

    def _meet(self, own: Side, other: Side, partners: Partners) -> None:
        """Let the free spans of a side meet their closest partners, in order."""
        for place in list(own.free):
            partner = partners.nearest(own.spans[place])
            if partner is None:
                continue
            del own.free[place]
            own.used.append(place)
            if partner in other.free:
                del other.free[partner]
                other.used.append(partner)
            pair = (place, partner) if own is self.target else (partner, place)
            partners.met(partner, self._use_up(*pair))

    def _use_up(self, place: int, partner: int) -> set[Any]:
        """Note a boundary or labelling-boundary error and use up the common tokens, which are returned."""
        target, system = self.target, self.system
        span, other = target.spans[place], system.spans[partner]
        label, other_label = span[LABEL], other[LABEL]
        kind = str(overlap_type(span[BEGIN:], other[BEGIN:])) if label == other_label else LBE
        self.mets.append(((FAIR, kind, label, other_label), place, partner))
        common: set[Any] = target.tokens(place).intersection(system.tokens(partner))
        target.lose(place, common)
        system.lose(partner, common)
        return common


def _partners(
    side: Side, places: Collection[int], others: Side, same_label: bool, shares: Shares | None = None
) -> Partners:
    """Return spans of ``side``, free or, with ``shares``, used, for the others to look for partners among them."""
    if len(places) <= FEW or not (side.is_regular() and others.is_regular()):
        return Partners(side, places, same_label, shares)
    from faireval.crowd import Crowd, UsedCrowd

    return Crowd(side, places, same_label) if shares is None else UsedCrowd(side, places, same_label, shares)
