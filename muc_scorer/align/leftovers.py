"""Pairing objects that have no fill in common, so that F is 0, as long as both have fills that count."""

from __future__ import annotations

from muc_scorer.align.fills import least_size, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from muc_scorer.read.definitions import SlotDef
    from muc_scorer.read.objects import Object

    KeyItem = tuple[SlotDef, tuple[bool, bool, bool]]
    ResponseItem = tuple[SlotDef, tuple[bool, bool]]


def side_by_side(keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[Object, Object]]:
    """Pair objects of a class, none of which have a fill in common: each key with the first one left with an F of 0."""
    left = _Left(responses)
    for key in keys:
        place = left.take(_key_outline(key))
        if place is not None:
            yield key, responses[place]


class _Left:
    """Response objects that are left, in queues by outline; the first object is the last in its queue.

    Nearly all have fills that are actual whatever the key object is. These are in one queue of their own, too.
    """

    __slots__ = ("_all_certain", "_certain", "_others", "_queues", "_taken")

    def __init__(self, responses: Sequence[Object]) -> None:
        self._taken = [False] * len(responses)
        self._all_certain: list[int] = []
        self._certain: dict[frozenset[ResponseItem], list[int]] = {}
        self._others: dict[frozenset[ResponseItem], list[int]] = {}
        self._queues: dict[frozenset[KeyItem], list[list[int]]] = {}
        for place in range(len(responses) - 1, -1, -1):
            outline = _response_outline(responses[place])
            if any(compared for _, (compared, _) in outline):
                self._all_certain.append(place)
                self._certain.setdefault(outline, []).append(place)
            else:
                self._others.setdefault(outline, []).append(place)

    def take(self, key: frozenset[KeyItem]) -> int | None:
        """Take the first response object that F is 0 with, None if there is none left."""
        if key not in self._queues:
            self._queues[key] = self._fitting(key)
        first = min([queue[-1] for queue in self._queues[key] if self._is_left(queue)], default=None)
        if first is not None:
            self._taken[first] = True
        return first

    def _is_left(self, queue: list[int]) -> bool:
        while queue and self._taken[queue[-1]]:
            queue.pop()
        return bool(queue)

    def _fitting(self, key: frozenset[KeyItem]) -> list[list[int]]:
        """Return the queues of the outlines that F is 0 with."""
        if not any(some or alone for _, (some, _, alone) in key):
            return []
        queues = [queue for outline, queue in self._others.items() if _both_count(key, outline)]
        if any(some and least and alone for _, (some, least, alone) in key):
            return [self._all_certain, *queues]
        return queues + [queue for outline, queue in self._certain.items() if _both_count(key, outline)]


def _key_outline(key: Object) -> frozenset[KeyItem]:
    """Return of each scored slot whether fills are possible: against fills, against none, if the response lacks it."""
    outline = []
    for definition, slot in key.slots.items():
        if definition.scored:
            sizes = [size(fills, definition.kind) for fills in slot.multi_fills()]
            alone = not slot.optional and least_size(slot) > 0
            outline.append((definition, (any(sizes), all(sizes), alone)))
    return frozenset(outline)


def _response_outline(response: Object) -> frozenset[ResponseItem]:
    """Return of each scored slot whether fills are actual: if the key has the slot, and if it lacks it."""
    return frozenset(
        [
            (definition, (size(slot.main, definition.kind) > 0, len(slot.main) > 0))
            for definition, slot in response.slots.items()
            if definition.scored
        ]
    )


def _both_count(key: frozenset[KeyItem], response: frozenset[ResponseItem]) -> bool:
    """Say whether there are both possible and actual fills in a pair of objects."""
    keys, responses = dict(key), dict(response)
    possible = actual = False
    for definition, (some, least, alone) in key:
        if definition not in responses:
            possible |= alone
        else:
            possible |= some if responses[definition][0] else least
    for definition, (compared, spurious) in response:
        actual |= compared if definition in keys else spurious
    return possible and actual
