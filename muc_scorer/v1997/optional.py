"""Optional key objects that the response does not have: they are taken out before scoring."""

from __future__ import annotations

from muc_scorer.alignment import IN_AND_OUT
from muc_scorer.definitions import POINTER
from muc_scorer.identical import hand_over
from muc_scorer.messages import say
from muc_scorer.objects import MultiFill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from muc_scorer.alignment import Alignment
    from muc_scorer.definitions import Definitions
    from muc_scorer.fills import Comparison
    from muc_scorer.objects import Object, Side, Slot


def remove_optional_tags(alignment: Alignment, definitions: Definitions) -> None:
    """Take out the unpaired key tags with STATUS="OPT"."""
    _remove_unpaired(alignment, definitions, lambda item: item.optional)


def remove_optional_records(alignment: Alignment, definitions: Definitions) -> None:
    """Take out the unpaired key objects whose slot named ``status`` says that they are optional."""
    _remove_unpaired(alignment, definitions, lambda item: item.has_optional_status())


def _remove_unpaired(alignment: Alignment, definitions: Definitions, optional: Callable[[Object], bool]) -> None:
    side = alignment.document.key
    if side is not None:
        for definition in definitions:
            for item in side.of_class(definition):
                if optional(item) and item not in alignment.partners.of_key:
                    _remove(side, item)


def _remove(side: Side, item: Object) -> None:
    side.remove(item)
    say(b"removing optional %s...done\n" % item.name())


def remove_implied_objects(alignment: Alignment, definitions: Definitions, comparison: Comparison) -> None:
    """Take out the unpaired key objects that only optional slots or losing alternatives point to.

    The pointers there are deleted, and what loses its last pointer goes, and then what only that pointed to.
    """
    side = alignment.document.key
    if side is not None:
        removal = _Removal(side, alignment)
        for definition in definitions:
            for item in side.of_class(definition):
                for slot in item.slots.values():
                    if slot.definition.kind == POINTER:
                        removal.drop(item, _dropped(item, slot, alignment, comparison))


def _dropped(item: Object, slot: Slot, alignment: Alignment, comparison: Comparison) -> list[MultiFill]:
    """Return the multi-fills that the response need not have: all of an optional slot, else the losing ones."""
    if slot.optional or not slot.alternatives:
        return slot.multi_fills() if slot.optional else []
    partner = alignment.partners.of_key.get(item)
    filled = partner and partner.slots.get(slot.definition)
    winner, _ = comparison.best(slot, filled.main if filled else MultiFill(), alignment.partners)
    return [fills for fills in slot.multi_fills() if fills is not winner]


class _Removal:
    """Deletes pointers of key objects, and key objects that nothing points to any more."""

    def __init__(self, side: Side, alignment: Alignment) -> None:
        self._side = side
        self._partners = alignment.partners
        self._removed: set[Object] = set()
        self._pointed: dict[Object, int] = {}  # how many pointers of other objects lead to an object
        for item in side:
            self._count(item, _targets(_all_fills(item)), 1)

    def drop(self, source: Object, dropped: list[MultiFill]) -> None:
        """Delete the pointers of ``source`` in these multi-fills, and what can go then, the last in a chain first."""
        waiting = [(source, iter(self._delete(source, dropped)))]
        while waiting:
            item, targets = waiting[-1]
            target = next(targets, None)
            if target is None:
                waiting.pop()
                if waiting:
                    _remove(self._side, item)
            elif self._can_go(target):
                self._removed.add(target)
                waiting.append((target, iter(self._delete(target, _all_fills(target)))))

    def _delete(self, source: Object, dropped: list[MultiFill]) -> list[Object]:
        """Delete the pointers in these multi-fills and return what they pointed to."""
        targets = _targets(dropped)
        self._count(source, targets, -1)
        for fills in dropped:
            fills.pointers.clear()
        return targets

    def _count(self, source: Object, targets: list[Object], step: int) -> None:
        for target in targets:
            self._pointed[target] = self._pointed.get(target, 0) + (step if target is not source else 0)

    def _can_go(self, item: Object) -> bool:
        """Say whether an object is unpaired, if need be by handing its pair over to an identical one, and unpointed."""
        if item in self._removed:
            return False
        if item in self._partners.of_key and item.definition.name.lower() == IN_AND_OUT:
            hand_over(item, self._partners, self._removed)
        return item not in self._partners.of_key and not self._pointed[item]


def _all_fills(item: Object) -> list[MultiFill]:
    return [fills for slot in item.slots.values() for fills in slot.multi_fills()]


def _targets(multi_fills: list[MultiFill]) -> list[Object]:
    return [target for fills in multi_fills for target in fills.pointers]
