"""One sentence: which target span meets which system span, and what kind of error that is.

The steps of fair evaluation in Ortmann (2022): first the one-to-one mappings (true positives, then labelling errors
between spans with the same boundaries), then boundary errors, then labelling-boundary errors; what is left is missed or
spurious. In the two boundary steps a span may meet several others, as long as they share tokens that no other meeting
has used up.
"""

from __future__ import annotations

from faireval.overlap import SpanIndex, overlap_type
from faireval.spans import BEGIN, END, LABEL, TOKENS
from faireval.tally import count_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from faireval.spans import ReadSpan, Span
    from faireval.tally import Tally


def compare(target: list[ReadSpan], system: list[ReadSpan], tally: Tally) -> None:
    """Count one sentence. Raise :class:`UnlistedTokensError` where tokens would decide that a span does not list."""
    tally.sentences += 1
    target_left, system_left = match_equal(target, system, tally)
    if target_left or system_left:
        count_errors([list(target[at]) for at in target_left], [list(system[at]) for at in system_left], tally)


def match_equal(
    target: Sequence[tuple[Hashable, ...]], system: Sequence[tuple[Hashable, ...]], tally: Tally
) -> tuple[list[int], list[int]]:
    """Match spans that are equal in all parts, one to one in order; return the places of the unmatched on both sides.

    Counts the target's labels and, for traditional evaluation, spans that have no equal on the other side at all.
    """
    count_labels(tally.target_labels, target)
    if target == system:
        return [], []
    in_target, in_system = set(target), set(system)
    missed = [at for at, span in enumerate(target) if span not in in_system]
    spurious = [at for at, span in enumerate(system) if span not in in_target]
    count_labels(tally.missed, [target[at] for at in missed])
    count_labels(tally.spurious, [system[at] for at in spurious])
    if len(in_target) < len(target) or len(in_system) < len(system):
        missed, spurious = _surplus(target, system), _surplus(system, target)
    count_labels(tally.unmatched, [target[at] for at in missed])
    return missed, spurious


def _surplus(spans: Sequence[Hashable], others: Sequence[Hashable]) -> list[int]:
    """Return the places of the spans that are left when every other one has taken its first equal."""
    stock: dict[Hashable, int] = {}
    for span in others:
        stock[span] = stock.get(span, 0) + 1
    left = []
    for at, span in enumerate(spans):
        if stock.get(span, 0):
            stock[span] -= 1
        else:
            left.append(at)
    return left


def count_errors(target: list[Span], system: list[Span], tally: Tally) -> None:
    """Count the errors among spans without an equal.

    Both lists are left, sorted by extent, with the spans that met no other, and the token sets of the others are
    replaced by what remains of them.
    """
    _count_labelling_errors(target, system, tally)
    target.sort(key=_extent)
    system.sort(key=_extent)
    if target and system:
        _count_boundary_errors(target, system, tally)
    for span in target:
        tally.count_error("FN", span[LABEL], None)
    for span in system:
        tally.count_error("FP", None, span[LABEL])


def _extent(span: Span) -> int:
    extent: int = span[END] - span[BEGIN]
    return extent


def _count_labelling_errors(target: list[Span], system: list[Span], tally: Tally) -> None:
    """Take away pairs with the same boundaries and different labels, each target with the first system span left."""
    at_boundaries: dict[tuple[int, int], list[int]] = {}
    for at, span in enumerate(system):
        at_boundaries.setdefault((span[BEGIN], span[END]), []).append(at)
    unmatched = []
    matched = set()
    for span in target:
        candidates = at_boundaries.get((span[BEGIN], span[END]), [])
        for at in candidates:
            if system[at][LABEL] != span[LABEL]:
                tally.count_error("LE", span[LABEL], system[at][LABEL])
                candidates.remove(at)
                matched.add(at)
                break
        else:
            unmatched.append(span)
    target[:] = unmatched
    system[:] = [span for at, span in enumerate(system) if at not in matched]


class _Side:
    """The target's or the system's spans: those that met no other yet, by place, and those that did."""

    __slots__ = ("free", "used")

    def __init__(self, spans: list[Span]) -> None:
        self.free = dict(enumerate(spans))
        self.used = SpanIndex()


def _count_boundary_errors(target_spans: list[Span], system_spans: list[Span], tally: Tally) -> None:
    """Count pairs of overlapping spans, first those with the same label, then the others."""
    target, system = _Side(target_spans), _Side(system_spans)
    try:
        for same_label in (True, False):
            _meet_free(target, system, same_label, tally)
            for span, partner in _meetings_with_used(target, system, same_label, _target_shares):
                _meet(span, partner, tally)
            for span, partner in _meetings_with_used(system, target, same_label, _system_shares):
                _meet(partner, span, tally)
    finally:
        target_spans[:] = target.free.values()
        system_spans[:] = system.free.values()


def _meet_free(target: _Side, system: _Side, same_label: bool, tally: Tally) -> None:
    """Let target spans meet system spans, both for the first time."""
    system.free = dict(enumerate(system.free.values()))
    free_system = SpanIndex(system.free.values())
    for place, span in list(target.free.items()):
        partners = _partners(span, free_system, same_label)
        if partners:
            partner_place, partner = _choose(span, partners)
            del target.free[place], system.free[partner_place]
            free_system.remove(partner_place, partner)
            _meet(span, partner, tally)
            system.used.add(partner)
            target.used.add(span)


def _meetings_with_used(
    own: _Side, other: _Side, same_label: bool, shares: Callable[[Span, Span], bool]
) -> Iterator[tuple[Span, Span]]:
    """Yield free spans of one side, each with a span of the other side that met one before and still shares a token.

    The caller lets the two meet before it asks for the next.
    """
    for place, span in list(own.free.items()):
        partners = [(at, partner) for at, partner in _partners(span, other.used, same_label) if shares(span, partner)]
        if partners:
            _, partner = _choose(span, partners)
            del own.free[place]
            own.used.add(span)
            yield span, partner


def _target_shares(target: Span, used: Span) -> bool:
    """Say whether they share a token; a target without a token list is refused even by a span without any left."""
    return bool(target[TOKENS].intersection(used[TOKENS]))


def _system_shares(system: Span, used: Span) -> bool:
    return any(token in system[TOKENS] for token in used[TOKENS])


def _partners(span: Span, index: SpanIndex, same_label: bool) -> list[tuple[int, Span]]:
    """Return place and span of those that overlap the span with other boundaries."""
    label = span[LABEL]
    return [
        (place, other)
        for place, other in index.overlapping(span[BEGIN], span[END])
        if (other[LABEL] == label) is same_label
    ]


def _choose(span: Span, partners: list[tuple[int, Span]]) -> tuple[int, Span]:
    """Return the closest partner: most common tokens, fewest others in the span, fewest in it, shortest, first."""
    if len(partners) == 1:
        return partners[0]
    tokens = span[TOKENS]

    def distance(partner: tuple[int, Span]) -> tuple[int, int, int, int, int]:
        place, other = partner
        others = other[TOKENS]
        return (
            -len(tokens.intersection(others)),
            len(tokens.difference(others)),
            len(others.difference(tokens)),
            _extent(other),
            place,
        )

    return min(partners, key=distance)


def _meet(target: Span, system: Span, tally: Tally) -> None:
    """Count one meeting and take the common tokens out of both spans."""
    kind = "LBE"
    if target[LABEL] == system[LABEL]:
        kind = str(overlap_type((target[BEGIN], target[END]), (system[BEGIN], system[END])))
    tally.count_error(kind, target[LABEL], system[LABEL])
    common = target[TOKENS].intersection(system[TOKENS])
    target[TOKENS] = target[TOKENS].difference(common)
    system[TOKENS] = system[TOKENS].difference(common)
