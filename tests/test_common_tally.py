"""Tallies form a commutative monoid; the F-measure lies between its parts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from common.tally import FieldTally, Measure, f1


class Hits(FieldTally):
    """Two counts, enough to see fields kept apart."""

    __slots__ = ("match", "missing")
    match: int
    missing: int


tallies = st.builds(Hits, st.integers(0, 10**9), st.integers(0, 10**9))


@given(tallies, tallies, tallies)
def test_tallies_add_up(a: Hits, b: Hits, c: Hits) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + Hits() == a
    assert (a + b).match == a.match + b.match


@given(tallies, tallies)
def test_adding_in_place_is_adding(a: Hits, b: Hits) -> None:
    total = Hits(*a.counts())
    total += b
    assert total == a + b


def test_a_tally_shows_its_counts() -> None:
    assert repr(Hits(1)) == "Hits(match=1, missing=0)"
    assert Hits(1) != (1, 0)


@given(st.floats(0, 1), st.floats(0, 1))
def test_f_lies_between_precision_and_recall(precision: float, recall: float) -> None:
    measure = Measure("f", ("p", "r"), f1, 0.0)
    f = measure({"p": precision, "r": recall})
    assert f == measure({"p": recall, "r": precision})
    assert f <= max(precision, recall) + 1e-12
