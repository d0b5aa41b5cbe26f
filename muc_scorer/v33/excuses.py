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
        _excuse_implied(side, alignment, comparison)


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


def _excuse_implied(side: Side, alignment: Alignment, comparison: Comparison) -> None:
    """Excuse what nothing demands any more, one object after the other: an excused one demands nothing.

    An in-and-out object that is aligned first passes its response object on to an identical one that is not.
    """
    partners, excused = alignment.partners, alignment.excused
    scorer = SlotScorer(comparison, partners)
    demands: dict[Object, list[Object]] = {}
    demanded: dict[Object, int] = {}
    waiting: list[Object] = []
    for item in side:
        demands[item], left = _pointed_to(item, partners.of_key.get(item), scorer)
        waiting += left
        if item in excused:
            waiting += demands[item]
            continue
        for target in demands[item]:
            demanded[target] = demanded.get(target, 0) + 1
    for item in waiting:  # grows on the way
        if item in excused or demanded.get(item):
            continue
        if item in partners.of_key and item.definition.name.lower() == IN_AND_OUT:
            hand_over(item, partners, excused)
        if item not in partners.of_key:
            excused.add(item)
            for target in demands[item]:
                demanded[target] -= 1
            waiting += demands[item]


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
