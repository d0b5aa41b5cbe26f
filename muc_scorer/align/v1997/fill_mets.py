"""How the single fills of a slot met in the 1997 program: what the codes of a slot stand for, fill by fill."""

from __future__ import annotations

from muc_scorer.align.codes import COR, INC, MIS, OPT, SPU
from muc_scorer.align.fills import holds_pointers, identification, least_size
from muc_scorer.read.definitions import MULTI, POINTER, STRING, SlotDef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.partners import Partners
    from muc_scorer.align.v1997.mets import Codes, Met
    from muc_scorer.read.objects import MultiFill, Object, Slot

    Fill: TypeAlias = tuple[bytes, Object | None]  # as written, and what it points to
    FillMet: TypeAlias = tuple[bytes, Fill | None, Fill | None, int, bool]
    Matched: TypeAlias = tuple[list[Fill], list[Fill], list[tuple[int, int]]]  # with the places of what is right


_SIDES = {COR: (True, True), INC: (True, True), MIS: (True, False), OPT: (True, False), SPU: (False, True)}


def fill_mets(met: Met, alignment: Alignment, comparison: Comparison) -> Iterator[FillMet]:
    """Yield the meetings of the fills of a slot: a code, the fills of key and response, how many times, and a mark.

    The mark is for what evens out the counts where one pointer of the response makes several of the key right: then
    incorrect fills occur a negative number of times, and the key's are missing as often.
    """
    definition, key, response, codes = met
    assert isinstance(definition, SlotDef), "objects have no fills"
    slot = alignment.counted(key).slots.get(definition) if key is not None else None
    other = response.slots.get(definition) if response is not None else None
    single = _single(slot, other, codes)
    if single is not None:
        yield single
    elif codes == ((OPT, 1),):
        yield OPT, (b" ".join([text for text, _ in _least(slot)]), None), None, 1, False
    elif slot is None or other is None or key is None or alignment.partners.of_key.get(key) is not response:
        yield from _side_by_side(_least(slot), _written(other.main if other else None), [])
    else:
        for matched in _matched(slot, other, alignment.partners, comparison):
            yield from _side_by_side(*matched)


def _single(slot: Slot | None, other: Slot | None, codes: Codes) -> FillMet | None:
    """Return the meeting of a slot that holds one fill on each side that its code needs, None if there may be more."""
    if len(codes) != 1 or codes[0][1] != 1 or _SIDES[codes[0][0]] != (slot is not None, other is not None):
        return None
    fills: list[Fill | None] = []
    for one in (slot, other):
        if one is not None and (one.alternatives or len(one.main) != 1):
            return None
        fills += [None] if one is None else _written(one.main)
    return codes[0][0], fills[0], fills[1], 1, False


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


def _side_by_side(keys: list[Fill], responses: list[Fill], right: list[tuple[int, int]]) -> Iterator[FillMet]:
    """Yield the meetings of two multi-fills: what is not right is incorrect as far as both sides go."""
    for i, j in right:
        yield COR, keys[i], responses[j], 1, False
    left_keys = _without(keys, {i for i, _ in right})
    left_responses = _without(responses, {j for _, j in right})
    incorrect = min(len(keys), len(responses)) - len(right)
    spurious = len(responses) - len(right) - incorrect
    if incorrect < 0:
        yield INC, keys[-1], responses[0], incorrect, True
        yield MIS, keys[-1], None, -incorrect, True
        incorrect = 0
    for key, response in zip(left_keys[:incorrect], left_responses):
        yield INC, key, response, 1, False
    for key in left_keys[incorrect:]:
        yield MIS, key, None, 1, False
    for response in left_responses[len(left_responses) - spurious :]:
        yield SPU, None, response, 1, False


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
    right = []
    for i, key in enumerate(keys):
        place = places.get(partners.of_key.get(key, key))
        kin = partners.kin(key)
        if place is None and kin is not None:
            place = next((places[response] for response in places if partners.is_answer(kin, response)), None)
        if place is not None:
            right.append((i, place))
    return right


def _without(fills: list[Fill], places: set[int]) -> list[Fill]:
    return [fill for place, fill in enumerate(fills) if place not in places]
