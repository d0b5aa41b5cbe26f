"""How the single fills of a slot met in the 1997 program: what the codes of a slot stand for, fill by fill."""

from __future__ import annotations

from muc_scorer.align.codes import OPT, side_by_side
from muc_scorer.align.fills import holds_pointers, identification, least_size
from muc_scorer.read.definitions import MULTI, POINTER, STRING, SlotDef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.codes import FillMet
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.partners import Partners
    from muc_scorer.align.v1997.mets import Met
    from muc_scorer.read.objects import MultiFill, Object, Slot

    Fill: TypeAlias = tuple[bytes, Object | None]  # as written, and what it points to
    Matched: TypeAlias = tuple[list[Fill], list[Fill], list[tuple[int, int]]]  # with the places of what is right


def fill_mets(met: Met, alignment: Alignment, comparison: Comparison) -> list[FillMet[Fill]]:
    """Return how the fills of a slot met. A pointer of the response may make several of the key right."""
    definition, key, response, codes = met
    assert isinstance(definition, SlotDef), "objects have no fills"
    slot = alignment.counted(key).slots.get(definition) if key is not None else None
    other = response.slots.get(definition) if response is not None else None
    if codes == ((OPT, 1),):
        return [(OPT, (b" ".join([text for text, _ in _least(slot)]), None), None)]
    if slot is None or other is None or key is None or alignment.partners.of_key.get(key) is not response:
        return side_by_side(_least(slot), _written(other.main if other else None), [])
    return [one for matched in _matched(slot, other, alignment.partners, comparison) for one in side_by_side(*matched)]


def _matched(slot: Slot, other: Slot, partners: Partners, comparison: Comparison) -> Iterator[Matched]:
    """Yield the fills of two slots, with those that are right: of several types strings and pointers apart."""
    chosen = comparison.best(slot, other.main, partners)[0] if slot.alternatives else slot.main
    kind = slot.definition.kind
    for part in (STRING, POINTER) if kind == MULTI else (kind,):
        right = []
        if part != POINTER:
            right = comparison.matches(chosen.strings, other.main.strings, part)
        if holds_pointers(part):
            right = _right_pointers(chosen.pointers, other.main.pointers, partners)
        yield _written(chosen, part), _written(other.main, part), right


def _least(slot: Slot | None) -> list[Fill]:
    """Return the fills of a key slot that the response lacks: those of one of the multi-fills with the fewest."""
    if slot is None:
        return []
    number = least_size(slot)
    return _written(next(fills for fills in slot.multi_fills() if len(fills) == number))


def _written(fills: MultiFill | None, part: str = MULTI) -> list[Fill]:
    """Return the fills of a multi-fill that count in a slot of that kind."""
    if fills is None:
        return []
    strings: list[Fill] = [(text, None) for text in fills.strings] if part != POINTER else []
    pointers: list[Fill] = [(identification(item), item) for item in fills.pointers] if holds_pointers(part) else []
    return strings + pointers


def _right_pointers(keys: Sequence[Object], responses: Sequence[Object], partners: Partners) -> list[tuple[int, int]]:
    """Return which key pointer is right because of which response pointer: to its partner, or an identical one's."""
    places = {response: place for place, response in reversed(list(enumerate(responses)))}
    answers = [partners.answer(key, places) for key in keys]
    return [(i, places[answer]) for i, answer in enumerate(answers) if answer is not None]
