"""Key objects with the same content: a pointer to one of them is as good as a pointer to another."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.fills import Comparison, Partners
    from muc_scorer.objects import MultiFill, Object, Slot


def link_identical(items: Sequence[Object], comparison: Comparison, partners: Partners) -> None:
    """Note for each key object of a class which others are identical: scored slots alike, fill by fill."""
    alike: dict[tuple[tuple[int, int, int] | None, ...], list[Object]] = {}
    for item in items:
        alike.setdefault(_shape(item), []).append(item)
    for group in alike.values():
        for place, item in enumerate(group):
            for other in group[:place]:
                if _identical(other, item, comparison):
                    partners.link(other, item)


def _shape(item: Object) -> tuple[tuple[int, int, int] | None, ...]:
    """Return of each scored slot the numbers of strings, pointers and alternatives, None if it is absent."""
    slots = [item.slots.get(definition) for definition in item.definition.slots if definition.scored]
    return tuple(
        [slot and (len(slot.main.strings), len(slot.main.pointers), len(slot.alternatives)) for slot in slots]
    )


def _identical(first: Object, second: Object, comparison: Comparison) -> bool:
    for definition, slot in first.slots.items():
        if definition.scored:
            others = second.slots[definition].multi_fills()
            if not all([_same(fills, other, comparison) for fills, other in zip(slot.multi_fills(), others)]):
                return False
    return True


def _same(first: MultiFill, second: MultiFill, comparison: Comparison) -> bool:
    if len(first.strings) != len(second.strings) or len(first.pointers) != len(second.pointers):
        return False
    return all([pointer in second.pointers for pointer in first.pointers]) and all(
        [any([comparison.match(text, other) for other in second.strings]) for text in first.strings]
    )
