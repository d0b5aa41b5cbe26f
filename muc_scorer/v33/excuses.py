"""The key objects that a response need not have: optional ones that are not aligned (scoring manual, TR and ST).

An object is optional if it says so, in its ``status`` slot or by the STATUS of its tag. A relation is optional, too,
if it points to an optional element; and a scenario template's object if all pointers to it stand in optional slots,
in alternatives that were not chosen, or in objects that are optional and not aligned themselves.
"""

from __future__ import annotations

from muc_scorer.alignment import IN_AND_OUT
from muc_scorer.config import SCENARIO_TEMPLATE, TEMPLATE_RELATION
from muc_scorer.identical import hand_over
from muc_scorer.v33.slot_scoring import SlotScorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.alignment import Alignment
    from muc_scorer.fills import Comparison
    from muc_scorer.objects import Object, Side


def excuse(alignment: Alignment, task: bytes, comparison: Comparison) -> None:
    """Note in the alignment of a document which key objects are excused."""
    side = alignment.document.key
    if side is None:
        return
    optional = {item for item in side if item.optional or item.has_optional_status()}
    if task == TEMPLATE_RELATION:
        optional = _with_relations(side, optional)
    alignment.excused = {item for item in optional if item not in alignment.partners.of_key}
    if task == SCENARIO_TEMPLATE:
        _Demands(side, alignment, comparison).excuse_rest()


def _with_relations(side: Side, optional: set[Object]) -> set[Object]:
    """Return optional objects and those that point to them, directly or by way of others."""
    sources: dict[Object, list[Object]] = {}
    for item in side:
        for slot in item.slots.values():
            for fills in slot.multi_fills():
                for target in fills.pointers:
                    sources.setdefault(target, []).append(item)
    found = set(optional)
    waiting = list(optional)
    while waiting:
        for source in sources.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return found


class _Demands:
    """What the key objects of a document demand by their pointers. An excused object demands nothing."""

    __slots__ = ("_alignment", "_counts", "_of", "_scorer", "_waiting")

    def __init__(self, side: Side, alignment: Alignment, comparison: Comparison) -> None:
        self._alignment = alignment
        self._scorer = SlotScorer(comparison, alignment.partners)
        self._of: dict[Object, list[Object]] = {}
        self._counts: dict[Object, int] = {}
        self._waiting: list[Object] = []
        for item in side:
            self._enter(item)

    def _enter(self, item: Object) -> None:
        """Note what an object demands; what else it points to waits to be looked at."""
        demands, left = _pointed_to(item, self._alignment.partners.of_key.get(item), self._scorer)
        if item in self._alignment.excused:
            demands, left = [], demands + left
        self._of[item] = demands
        for target in demands:
            self._counts[target] = self._counts.get(target, 0) + 1
        self._waiting += left

    def _withdraw(self, item: Object) -> None:
        """Let an object demand nothing; what it demanded waits to be looked at."""
        for target in self._of[item]:
            self._counts[target] -= 1
        self._waiting += self._of.pop(item)

    def excuse_rest(self) -> None:
        """Excuse what nothing demands any more, one object after the other.

        An in-and-out object that is aligned first passes its response object on to an identical one that is not.
        """
        partners, excused = self._alignment.partners, self._alignment.excused
        for item in self._waiting:  # grows on the way
            if item in excused or self._counts.get(item):
                continue
            if item in partners.of_key and item.definition.name.lower() == IN_AND_OUT:
                heir = hand_over(item, partners, excused)
                if heir is not None:  # which of its alternatives is chosen depends on its response object
                    self._withdraw(heir)
                    self._enter(heir)
            if item not in partners.of_key:
                excused.add(item)
                self._withdraw(item)


def _pointed_to(item: Object, partner: Object | None, scorer: SlotScorer) -> tuple[list[Object], list[Object]]:
    """Return what an object demands, and what it points to in optional slots and alternatives that are not chosen."""
    demands, left = [], []
    for definition, slot in item.slots.items():
        chosen = scorer.chosen(slot, partner.slots.get(definition) if partner is not None else None)
        for fills in slot.multi_fills():
            targets = [target for target in fills.pointers if target is not item]
            if fills is chosen and not slot.optional:
                demands += targets
            else:
                left += targets
    return demands, left
