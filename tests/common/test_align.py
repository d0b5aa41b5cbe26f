"""Alignment by identifier, first free and overlap search against slow, obvious twins."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from common.align import Identified, Pairing, first_free, overlapping

extents = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)))


@given(extents, extents)
def test_overlapping_extents_share_a_place(keys: list[tuple[int, int]], responses: list[tuple[int, int]]) -> None:
    expected = [
        (i, j)
        for i, key in enumerate(keys)
        for j, response in enumerate(responses)
        if set(range(*key)) & set(range(*response))
    ]
    assert overlapping(keys, responses) == expected


@given(st.text("abc"), st.text("abc"))
def test_the_first_free_response_is_taken(keys: str, responses: str) -> None:
    free = list(enumerate(responses))
    expected = []
    for key in keys:
        found = next((place for place, response in free if response == key), None)
        expected.append(found)
        if found is not None:
            free.remove((found, key))
    assert first_free(keys, responses) == expected


@given(st.permutations("abcdef"), st.text("abcdefg", max_size=12), st.integers(1, 4), st.data())
def test_items_are_met_once_by_their_identifier(own: list[str], others: str, size: int, data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        others = "".join(own)[: len(others)] + others
    takers = data.draw(st.lists(st.booleans(), min_size=len(others), max_size=len(others)))
    free = {name: name.upper() for name in own}
    expected = []
    for name, taker in zip(others, takers):
        expected.append(free.get(name, "-" if name in own else None))
        if taker:
            free.pop(name, None)
    items = Identified(own, [name.upper() for name in own], "-")
    blocks = [slice(start, start + size) for start in range(0, len(others), size)]
    assert [item for block in blocks for item in items.met_by(list(others[block]), takers[block])] == expected


def test_a_pairing_knows_who_is_left() -> None:
    pairing = Pairing([(2, 0), (0, 3)], 3, 4)
    assert pairing.pairs == [(2, 0), (0, 3)]
    assert (pairing.key_left, pairing.response_left) == ([1], [1, 2])
