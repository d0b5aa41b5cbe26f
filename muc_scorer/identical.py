"""Key objects with the same content: a pointer to one of them is as good as a pointer to another."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.fills import Comparison, Partners
    from muc_scorer.objects import MultiFill, Object, Slot

    Shape = tuple[int, int, int] | None


def link_identical(items: Sequence[Object], comparison: Comparison, partners: Partners) -> None:
    """Note for each key object of a class which others are identical: scored slots alike, fill by fill."""
    alike: dict[tuple[Shape, ...], list[Object]] = {}
    for item in items:
        alike.setdefault(_shape(item), []).append(item)
    for group in alike.values():
        for place, item in enumerate(group):
            for other in group[:place]:
                if _identical(other, item, comparison):
                    partners.link(other, item)


def _shape(item: Object) -> tuple[Shape, ...]:
    """Return of each scored slot the numbers of strings, pointers and alternatives, None if it is absent."""
    return tuple([_numbers(item.slots.get(slot)) for slot in item.definition.slots if slot.scored])


def _numbers(slot: Slot | None) -> Shape:
    return None if slot is None else (len(slot.main.strings), len(slot.main.pointers), len(slot.alternatives))


def _identical(first: Object, second: Object, comparison: Comparison) -> bool:
    """Say whether two objects of the same shape have the same fills."""
    for definition, slot in first.slots.items():
        if definition.scored:
            others = second.slots[definition].multi_fills()
            if not all(_same(fills, other, comparison) for fills, other in zip(slot.multi_fills(), others)):
                return False
    return True


def _same(first: MultiFill, second: MultiFill, comparison: Comparison) -> bool:
    if len(first.strings) != len(second.strings) or len(first.pointers) != len(second.pointers):
        return False
    if not all(pointer in second.pointers for pointer in first.pointers):
        return False
    return all(any(comparison.match(text, other) for other in second.strings) for text in first.strings)
