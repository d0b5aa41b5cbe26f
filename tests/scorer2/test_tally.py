"""Sums in single precision, which grow one after the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.c import add, fixed
from legacy_scorers.common.tally import Row
from legacy_scorers.scorer2.cells import COLUMNS, MISSED, REFUSED, add_up, cells

AMOUNTS = st.sampled_from(
    [0.0, 1.0, 0.5, 0.25, 2.0**-9, 2.0**-30, 1 / 3, -0.5, -3.0, 2.0**24, float("inf"), float("nan")]
)
SIGNATURES = st.one_of(st.just(REFUSED), st.just(MISSED), st.tuples(AMOUNTS, AMOUNTS, st.just(1.0)))


@given(st.lists(st.lists(SIGNATURES, max_size=4), max_size=5))
def test_sums_are_those_of_the_cells_of_one_signature_after_the_other(blocks: list[list[tuple[float, ...]]]) -> None:
    sums, wanted = Row(), Row()
    for signatures in blocks:
        add_up(sums, signatures)
        for signature in signatures:
            for _, _, column, amount in cells("fine", signature):
                wanted[column] = add(wanted[column], amount)
    for column in COLUMNS:
        assert fixed(sums[column], 40) == fixed(wanted[column], 40)


def test_counting_ends_where_singles_cannot_count_on() -> None:
    sums = Row({"total": 2.0**24 - 3})
    add_up(sums, [MISSED] * 9)
    assert sums["total"] == 2**24
