"""Which key objects of a class are identical: scored slots alike, fill by fill."""

from __future__ import annotations

from muc_scorer.read.definitions import STRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.fills import FillComparison
    from muc_scorer.read.objects import MultiFill, Object


def is_identical(first: Object, second: Object, comparison: FillComparison) -> bool:
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


def _is_covered(first: MultiFill, second: MultiFill, comparison: FillComparison) -> bool:
    """Say whether two multi-fills of the same sizes agree.

    The search for a string of the first one stops at the first string of the other that is used up. So each has to
    find the string at the same place from the end, and none before.
    """
    if len(first.pointers) != len(second.pointers) or not set(second.pointers).issuperset(first.pointers):
        return False
    if len(first.strings) != len(second.strings):
        return False
    last = len(first.strings) - 1
    for place, text in enumerate(first.strings):
        found = (other for other, string in enumerate(second.strings) if comparison.is_right(text, string, STRING))
        if next(found, None) != last - place:
            return False
    return True
