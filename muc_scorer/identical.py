"""Key objects with the same content: a pointer to one of them is as good as a pointer to another."""

from __future__ import annotations

from muc_scorer.messages import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from muc_scorer.fills import Comparison, Partners
    from muc_scorer.objects import MultiFill, Object

    Sets = list[frozenset[Hashable]]


def link_identical(items: Sequence[Object], comparison: Comparison, partners: Partners) -> None:
    """Note for each key object of a class which others are identical: scored slots alike, fill by fill."""
    for group in _grouped(items, map(_shape, items)):
        _link_alike(group, comparison, partners)


def _grouped(items: Iterable[Object], traits: Iterable[Hashable]) -> list[list[Object]]:
    """Return the objects that share a trait together, in order."""
    groups: dict[Hashable, list[Object]] = {}
    for item, trait in zip(items, traits):
        groups.setdefault(trait, []).append(item)
    return list(groups.values())


def _shape(item: Object) -> Hashable:
    """Return of each scored slot how many strings and pointers its multi-fills have, None if it is absent."""
    slots = [item.slots.get(slot) for slot in item.definition.scored_slots()]
    return tuple([slot and tuple([(len(f.strings), len(f.pointers)) for f in slot.multi_fills()]) for slot in slots])


def _link_alike(group: Sequence[Object], comparison: Comparison, partners: Partners) -> None:
    """Link the identical ones among objects of the same shape.

    Objects are told apart by their sets of fills. Where these do not say it all, because one fill can match another
    that is not the same, or because a fill comes twice, what is left together is compared pair by pair.
    """
    contents = {item: _scored_fills(item) for item in group}
    sets: list[Sets | None] = []
    for fills in zip(*contents.values()):
        sets.append(_as_sets([multi_fill.pointers for multi_fill in fills]))
        sets.append(_as_sets([comparison.forms(multi_fill.strings) for multi_fill in fills]))
    certain = [of_group for of_group in sets if of_group is not None]
    for alike in _grouped(group, zip(*certain) if certain else [()] * len(group)):
        if len(certain) == len(sets):
            partners.link_all(alike)
            continue
        for place, item in enumerate(alike):
            for other in alike[:place]:
                if all(map(comparison.covers, contents[other], contents[item])):
                    partners.link(other, item)


def _scored_fills(item: Object) -> list[MultiFill]:
    slots = [item.slots[slot] for slot in item.definition.scored_slots() if slot in item.slots]
    return [fills for slot in slots for fills in slot.multi_fills()]


def _as_sets(values: Iterable[Sequence[Hashable] | None]) -> Sets | None:
    """Return the values as sets, None if one is not given or does not make a set as large as it is."""
    sets = []
    for value in values:
        as_set = frozenset(value or ())
        if value is None or len(as_set) < len(value):
            return None
        sets.append(as_set)
    return sets


def hand_over(item: Object, partners: Partners, gone: set[Object]) -> Object | None:
    """Pass the response object of a key object on to an identical one that has none and is not ``gone``: the heir."""
    for twin in partners.identical.get(item, ()):
        if twin not in partners.of_key and twin not in gone:
            say(b"passing the mapping of %s to identical %s\n" % (item.name(), twin.name()))
            partners.hand_over(item, twin)
            return twin
    return None
