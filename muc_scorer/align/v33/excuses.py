"""The key objects that a response need not have: optional ones that are not aligned (scoring manual, TR and ST).

An object is optional if it says so, in its ``status`` slot or by the STATUS of its tag. A relation is optional, too,
if it points to an optional element; and a scenario template's object if every pointer to it stands in an optional slot,
in a multi-fill of a slot that has another one without it, or in an object that is optional and not aligned itself.
"""

from __future__ import annotations

from muc_scorer.read.config import SCENARIO_TEMPLATE, TEMPLATE_RELATION
from muc_scorer.read.definitions import IN_AND_OUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.read.objects import Object, Side


def excuse(alignment: Alignment, task: bytes) -> None:
    """Note in the alignment of a document which key objects are excused."""
    side = alignment.document.key
    if side is None:
        return
    optional = {item for item in side if item.optional or item.has_optional_status()}
    if task == TEMPLATE_RELATION:
        optional = _with_relations(side, optional)
    alignment.excused = {item for item in optional if item not in alignment.partners.of_key}
    if task == SCENARIO_TEMPLATE:
        _Demands(side, alignment).excuse_rest()


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

    __slots__ = ("_alignment", "_counts", "_of", "_waiting")

    def __init__(self, side: Side, alignment: Alignment) -> None:
        self._alignment = alignment
        self._of: dict[Object, list[Object]] = {}
        self._counts: dict[Object, int] = {}
        self._waiting: list[Object] = []
        for item in side:
            self._of[item], left = _pointed_to(item)
            self._waiting += left
            for target in self._of[item]:
                self._counts[target] = self._counts.get(target, 0) + 1
        for item in alignment.excused:
            self._withdraw(item)

    def _withdraw(self, item: Object) -> None:
        """Let an object demand nothing; what it demanded waits to be looked at."""
        for target in self._of[item]:
            self._counts[target] -= 1
        self._waiting += self._of.pop(item)

    def excuse_rest(self) -> None:
        """Excuse objects that nothing requires any more, one after the other.

        An in-and-out object that is aligned first hands its response object over to an identical one that is not.
        """
        partners, excused = self._alignment.partners, self._alignment.excused
        for item in self._waiting:  # grows on the way
            if item not in self._of or self._counts.get(item):  # excused, or without a record
                continue
            if item in partners.of_key and item.definition.folded == IN_AND_OUT:
                self._alignment.hand_over(item)
            if item not in partners.of_key:
                excused.add(item)
                self._withdraw(item)


def _pointed_to(item: Object) -> tuple[list[Object], list[Object]]:
    """Return what all multi-fills of a slot that is not optional point to, and what else an object points to."""
    demands: list[Object] = []
    left: list[Object] = []
    for slot in item.slots.values():
        main, *others = [dict.fromkeys(fills.pointers) for fills in slot.multi_fills()]
        for target in main:
            demanded = not slot.optional and all(target in targets for targets in others)
            (demands if demanded else left).append(target)
        left += [target for targets in others for target in targets if target not in main]
    return demands, left
