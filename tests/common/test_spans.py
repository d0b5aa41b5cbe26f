"""The five ways in which two spans can relate are complete, exclusive and mirror each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.spans import APART, AROUND, CROSSING, INSIDE, SAME, relation

spans = st.tuples(st.integers(0, 8), st.integers(1, 5)).map(lambda pair: (pair[0], pair[0] + pair[1]))
MIRROR = {SAME: SAME, INSIDE: AROUND, AROUND: INSIDE, CROSSING: CROSSING, APART: APART}


@given(spans, spans)
def test_relation_says_what_the_offsets_have_in_common(first: tuple[int, int], other: tuple[int, int]) -> None:
    mine, theirs = set(range(*first)), set(range(*other))
    wanted = (
        SAME if mine == theirs
        else APART if not mine & theirs
        else INSIDE if theirs < mine
        else AROUND if mine < theirs
        else CROSSING
    )  # fmt: skip
    assert relation(*first, *other) == wanted
    assert relation(*other, *first) == MIRROR[wanted]
