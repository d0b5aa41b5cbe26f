"""Key objects with the same content: a pointer to one of them counts as a pointer to any of them."""

from __future__ import annotations

from muc_scorer.read.definitions import STRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import TypeVar

    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.partners import Partners
    from muc_scorer.read.objects import MultiFill, Object

    Item = TypeVar("Item")


def link_identical(items: list[Object], comparison: Comparison, partners: Partners) -> None:
    """Note for each key object of a class which others are identical: scored slots alike, fill by fill.

    Objects with the same content are treated as one. Of the others all pairs are tried, both ways, that their sizes
    and the fills that can match in one way only leave.
    """
    groups = _grouped(items, [_content(item, comparison) for item in items])
    kin = dict(zip([group[0] for group in groups], partners.group(items, groups)))
    for alike in _grouped(kin, [_sizes(item) for item in kin]):
        for group in _grouped(alike, _traits(alike, comparison)):
            for first in group:
                for second in group:
                    if _is_identical(first, second, comparison):
                        kin[first].matches.add(kin[second])
                        kin[second].matched_by.add(kin[first])


def _grouped(items: Iterable[Item], traits: Iterable[Hashable]) -> list[list[Item]]:
    """Return the items that share a trait together, in order."""
    groups: dict[Hashable, list[Item]] = {}
    for item, trait in zip(items, traits):
        groups.setdefault(trait, []).append(item)
    return list(groups.values())


def _content(item: Object, comparison: Comparison) -> Hashable:
    """Return what all objects that no comparison can tell apart have in common."""
    slots = [item.slots.get(slot) for slot in item.definition.scored_slots()]
    return tuple([slot and tuple([_fills(fills, comparison) for fills in slot.multi_fills()]) for slot in slots])


def _fills(fills: MultiFill, comparison: Comparison) -> Hashable:
    return tuple(comparison.forms(fills.strings)), len(fills.pointers), frozenset(fills.pointers)


def _sizes(item: Object) -> Hashable:
    """Return of each scored slot how many strings and pointers its main multi-fill has, None if it is absent."""
    slots = [item.slots.get(slot) for slot in item.definition.scored_slots()]
    return tuple([slot and (len(slot.main.strings), len(slot.main.pointers)) for slot in slots])


def _traits(group: Sequence[Object], comparison: Comparison) -> list[tuple[Hashable, ...]]:
    """Return of objects of the same sizes what must agree in identical ones, as far as that can be told of all."""
    columns: list[Sequence[Hashable]] = []
    for fills in zip(*[_main_fills(item) for item in group]):
        pointers = [frozenset(multi_fill.pointers) for multi_fill in fills]
        if all(len(distinct) == len(multi_fill.pointers) for distinct, multi_fill in zip(pointers, fills)):
            columns.append(pointers)
        forms = [comparison.forms(multi_fill.strings) for multi_fill in fills]
        if all(is_form for of_item in forms for is_form, _ in of_item):
            columns.append([tuple(sorted(of_item)) for of_item in forms])
    return list(zip(*columns)) if columns else [()] * len(group)


def _main_fills(item: Object) -> list[MultiFill]:
    return [item.slots[slot].main for slot in item.definition.scored_slots() if slot in item.slots]


def _is_identical(first: Object, second: Object, comparison: Comparison) -> bool:
    """Say whether the second object has all that the first one has; alternatives count if the first one has some."""
    for definition in first.definition.scored_slots():
        slot, other = first.slots.get(definition), second.slots.get(definition)
        if slot is None or other is None:
            if slot is not other:
                return False
            continue
        pairs = [(slot.main, other.main)]
        if slot.alternatives:
            if len(slot.alternatives) != len(other.alternatives):
                return False
            pairs += zip(slot.alternatives, other.alternatives)
        if not all(_is_covered(fills, others, comparison) for fills, others in pairs):
            return False
    return True


def _is_covered(first: MultiFill, second: MultiFill, comparison: Comparison) -> bool:
    """Say whether two multi-fills of the same sizes agree.

    The search for a string of the first one stops at the first string of the other that is used up. So each has to
    find the string at the same place from the end, and none before.
    """
    if len(first.pointers) != len(second.pointers) or not set(second.pointers).issuperset(first.pointers):
        return False
    if len(first.strings) != len(second.strings):
        return False
    if len(first.strings) == 1:
        return bool(comparison.matches(first.strings, second.strings, STRING))
    last = len(first.strings) - 1
    strings = comparison.index(enumerate(second.strings), STRING)
    for place, text in enumerate(first.strings):
        if min([places[0] for places in strings.matching(text) if places], default=None) != last - place:
            return False
    return True
