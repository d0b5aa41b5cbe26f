"""The search for free and for overlapping items beside slow, obvious twins."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.align import first_free, overlapping

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
