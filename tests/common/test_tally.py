"""Tallies form a commutative monoid; the F-measure lies between its parts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from common.tally import Measure, Row, Tally, f1


def hits(match: int = 0, missing: int = 0) -> Tally:
    """Return two counts, enough to see columns kept apart."""
    tally = Tally()
    tally.count([("t", "r", "match", match), ("t", "r", "missing", missing)])
    return tally


def row(tally: Tally) -> Row:
    return tally.row("t", "r")


tallies = st.builds(hits, st.integers(0, 10**9), st.integers(0, 10**9))


@given(tallies, tallies, tallies)
def test_tallies_add_up(a: Tally, b: Tally, c: Tally) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + hits() == a == a + Tally()
    assert row(a + b)["match"] == row(a)["match"] + row(b)["match"]


@given(tallies, tallies)
def test_adding_in_place_is_adding(a: Tally, b: Tally) -> None:
    total = hits(row(a)["match"], row(a)["missing"])
    total += b
    assert total == a + b


def test_a_tally_shows_its_counts() -> None:
    assert repr(hits(1)) == "Tally({('t', 'r', 'match'): 1})"
    assert hits(1) != {("t", "r", "match"): 1}


@given(st.floats(0, 1), st.floats(0, 1))
def test_f_lies_between_precision_and_recall(precision: float, recall: float) -> None:
    measure = Measure("f", ("p", "r"), f1, 0.0)
    f = measure({"p": precision, "r": recall})
    assert f == measure({"p": recall, "r": precision})
    assert f <= max(precision, recall) + 1e-12


def test_rows_add_up_some_times() -> None:
    assert Row.sum([{"match": 1, "missing": 2}, {"match": 3}], times=2) == {"match": 8, "missing": 4}
