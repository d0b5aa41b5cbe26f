"""Excuses optional key objects that are not paired; excused objects are not scored.

In version 3.3 (scoring manual, TR and ST) an object is optional if its ``status`` slot or the STATUS of its tag says
so. A relation is also optional if it points to an optional element. An object of a scenario template is also optional
if every pointer to it is in an optional slot, in an alternative, or in an optional object that is not aligned.
"""

from __future__ import annotations

from legacy_scorers.muc_scorer.read.config import NAMED_ENTITY, SCENARIO_TEMPLATE, TEMPLATE_ELEMENT, TEMPLATE_RELATION
from legacy_scorers.muc_scorer.read.definitions import IN_AND_OUT
from legacy_scorers.muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from legacy_scorers.muc_scorer.align.alignment import Alignment
    from legacy_scorers.muc_scorer.align.fills import FillComparison
    from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from legacy_scorers.muc_scorer.read.objects import MultiFill, Object, Side, Slot


def excuse_1997(alignment: Alignment, task: bytes, definitions: Definitions, comparison: FillComparison) -> None:
    """Note in the alignment of a document which key objects are excused.

    These are unpaired tags with STATUS="OPT", unpaired template elements with an optional ``status`` that nothing
    points to, and the unpaired objects that only these elements point to.
    """
    side = alignment.document.key
    if side is None:
        return
    if task == SCENARIO_TEMPLATE:
        _excuse_implied(side, alignment, definitions, comparison)
    elif task in (NAMED_ENTITY, TEMPLATE_ELEMENT):
        items = [item for definition in definitions for item in objects_of(side, definition)]
        is_tag = task == NAMED_ENTITY
        candidates = [item for item in items if (item.optional if is_tag else item.has_optional_status())]
        if candidates:
            _Excuses(side, alignment).excuse(candidates)


def _excuse_implied(side: Side, alignment: Alignment, definitions: Definitions, comparison: FillComparison) -> None:
    """Excuse the unpaired key objects that only optional slots or losing alternatives point to.

    The pointers are dropped; then targets without a pointer are excused, with the objects that only these point to.
    """
    excuses = _Excuses(side, alignment)
    candidates: dict[Object, None] = {}
    for definition in definitions:
        for item in objects_of(side, definition):
            for slot in definition.in_order(item.slots):
                if any(map(definitions.named, slot.types)):
                    candidates.update(dict.fromkeys(excuses.drop(item, item.slots[slot], comparison)))
    excuses.excuse(list(candidates))


class _Excuses:
    """Excuses key objects that are not paired and that nothing points to."""

    def __init__(self, side: Side, alignment: Alignment) -> None:
        self._alignment = alignment
        self._paired = alignment.partners.of_key
        self._removed: set[Object] = set()
        self._left: dict[ClassDef, Iterator[SlotDef]] = {}  # the next slots of the object that is being excused
        self._pointed: dict[Object, int] = {}  # the number of pointers to an object
        for item in side:
            for slot in item.slots.values():
                self._count(_targets(slot))
        self._count(side.lost_targets)

    def _count(self, targets: Iterable[Object]) -> None:
        for target in targets:
            self._pointed[target] = self._pointed.get(target, 0) + 1

    def drop(self, item: Object, slot: Slot, comparison: FillComparison) -> Iterator[Object]:
        """Drop the pointers of an optional slot, or those of losing alternatives, and yield their unpaired targets.

        A paired in-and-out object first hands its response object over to a free identical key object.
        """
        dropped = []
        for fills in slot.multi_fills() if slot.optional else self._losers(item, slot, comparison):
            for target in fills.pointers:
                if target in self._paired and target.definition.folded == IN_AND_OUT:
                    self._alignment.hand_over(target)
                if target not in self._paired:
                    yield target
                self._pointed[target] -= 1
            dropped.append(fills)
        if any(fills.pointers for fills in dropped):
            self._alignment.drop(item, slot, dropped)

    def _losers(self, item: Object, slot: Slot, comparison: FillComparison) -> Iterator[MultiFill]:
        """Yield the losing multi-fill of each comparison in turn."""
        if slot.alternatives:
            partner = self._paired.get(item)
            response = None if partner is None else partner.slots.get(slot.definition)
            main = None if response is None else response.main
            for _, _, _, loser in comparison.contest(slot, main, self._alignment.partners):
                if loser is not None:
                    yield loser

    def excuse(self, candidates: list[Object]) -> None:
        """Excuse the candidates that nothing else points to, each after the objects that only it points to."""
        for candidate in candidates:
            if not self._remove(candidate):
                continue
            path = [(candidate, self._pointers(candidate))]  # no recursion, because paths of pointers may be long
            while path:
                item, targets = path[-1]
                target = next(targets, None)
                if target is None:
                    path.pop()
                    self._alignment.excused.add(item)
                    self._alignment.say(b"removing optional %s...done\n" % item.name())
                    continue
                self._pointed[target] -= 1
                if self._remove(target):
                    path.append((target, self._pointers(target)))

    def _remove(self, item: Object) -> bool:
        """Remove an object unless it was removed before, is paired or is pointed to; say whether it was removed now."""
        if item in self._removed or item in self._paired or self._pointed.get(item):
            return False
        self._removed.add(item)
        return True

    def _pointers(self, item: Object) -> Iterator[Object]:
        """Yield what an object points to.

        The 1997 program keeps one slot position per class: it continues where another object of the class stopped.
        """
        definition = item.definition
        self._left[definition] = iter(definition.in_order(item.slots))
        while (slot := next(self._left[definition], None)) is not None:
            yield from _targets(self._alignment.counted(item).slots[slot])


def _targets(slot: Slot) -> list[Object]:
    return [target for fills in slot.multi_fills() for target in fills.pointers]


def excuse_33(alignment: Alignment, task: bytes) -> None:
    """Note in the alignment of a document which key objects are excused."""
    side = alignment.document.key
    if side is None:
        return
    optional = {item for item in side if item.optional or item.has_optional_status()}
    if task == TEMPLATE_RELATION:
        optional = _with_relations(side, optional)
    alignment.excused = {item for item in optional if item not in alignment.partners.of_key}
    if task == SCENARIO_TEMPLATE:
        _excuse_undemanded(side, alignment)


def _with_relations(side: Side, optional: set[Object]) -> set[Object]:
    """Return optional objects and those that point to them, directly or through others."""
    sources: dict[Object, list[Object]] = {}
    for item in side:
        for slot in item.slots.values():
            for target in _targets(slot):
                sources.setdefault(target, []).append(item)
    found = set(optional)
    waiting = list(optional)
    while waiting:
        for source in sources.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return found


def _excuse_undemanded(side: Side, alignment: Alignment) -> None:
    """Excuse objects that nothing requires any more; an excused object requires nothing.

    An aligned in-and-out object first hands its response object over to a free identical key object.
    """
    partners, excused = alignment.partners, alignment.excused
    demands: dict[Object, list[Object]] = {}
    counts: dict[Object, int] = {}
    waiting: list[Object] = []
    for item in side:
        demands[item], others = _pointed_to(item)
        waiting += others
        for target in demands[item]:
            counts[target] = counts.get(target, 0) + 1

    def withdraw(item: Object) -> None:
        for target in demands[item]:
            counts[target] -= 1
        waiting.extend(demands.pop(item))

    for item in excused:
        withdraw(item)
    for item in waiting:  # grows during the loop
        if item not in demands or counts.get(item):  # excused, or without a record
            continue
        if item in partners.of_key and item.definition.folded == IN_AND_OUT:
            alignment.hand_over(item)
        if item not in partners.of_key:
            excused.add(item)
            withdraw(item)


def _pointed_to(item: Object) -> tuple[list[Object], list[Object]]:
    """Return the targets that an object requires (in all multi-fills of a required slot), and its other targets."""
    demands: list[Object] = []
    left: list[Object] = []
    for slot in item.slots.values():
        main, *others = [dict.fromkeys(fills.pointers) for fills in slot.multi_fills()]
        for target in main:
            demanded = not slot.optional and all(target in targets for targets in others)
            (demands if demanded else left).append(target)
        left += [target for targets in others for target in targets if target not in main]
    return demands, left
