"""Sums in single precision: by kinds of signatures, and one after the other."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.compat.c import add, fixed
from common.tally import Tally
from scorer2 import tally
from scorer2.cells import ALL, MISSED, REFUSED, cells
from scorer2.tally import Sums

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer2.cells import Signature

AMOUNTS = st.sampled_from(
    [0.0, 1.0, 0.5, 0.25, 2.0**-9, 2.0**-30, 1 / 3, -0.5, -3.0, 2.0**24, float("inf"), float("nan")]
)
SIGNATURES = st.one_of(st.just(REFUSED), st.just(MISSED), st.tuples(AMOUNTS, AMOUNTS, st.just(1.0)))


def one_by_one(signatures: Iterable[Signature]) -> dict[str, bytes]:
    """Add signature after signature; NaNs are told apart by their signs only when printed."""
    sums = Tally(add)
    for signature in signatures:
        sums.count(cells("fine", signature))
    return printed(sums)


def printed(sums: Tally) -> dict[str, bytes]:
    return {column: fixed(amount, 40) for column, amount in sums.row("fine", ALL).items()}


@given(st.lists(st.tuples(st.lists(SIGNATURES, max_size=4), st.integers(1, 3)), max_size=5), st.sampled_from([2, 16]))
def test_sums_of_blocks_are_those_of_one_after_the_other(blocks: list[tuple[list[Signature], int]], few: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally, "_FEW", few)
        sums = Sums("fine")
        for signatures, times in blocks:
            sums.add(signatures * times)
    assert printed(sums.tally) == one_by_one(s for signatures, times in blocks for s in signatures * times)


@pytest.mark.parametrize(
    ("signature", "exact_lines"),
    [((1.0, 0.5, 1.0), 2**23), ((0.25, 1.0, 1.0), 2**22), ((-0.5, 2.0**-7, 1.0), 2**17), ((2.0**-14, 1.0, 1.0), 2**10)],
)
def test_lines_are_counted_as_long_as_sums_are_exact(signature: Signature, exact_lines: int) -> None:
    sums = Sums("fine")
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(Tally, "count_in_order")
        sums.add([signature] * (exact_lines // 8))
        for _ in range(7):
            sums.add([signature] * (exact_lines // 8))
    assert sums.row["attempted"] == signature[1] * exact_lines
    sums.add([signature] * 10)
    correct = signature[0] * exact_lines
    for amount in repeat(signature[0], 10):
        correct = add(correct, amount)
    assert sums.row["correct"] == correct


def test_counting_ends_where_singles_cannot_count_on() -> None:
    sums = Sums("fine")
    half = [MISSED] * 2**23
    sums.add(half)
    sums.add(half)
    sums.add([MISSED] * 5)
    assert sums.row["total"] == 2**24
