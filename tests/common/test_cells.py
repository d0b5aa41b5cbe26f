"""Counts by cell add up; measures are computed from them with their zero rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from common.tally import Measure, Row, Signatures, Tally, complete, f1, share

KINDS = ("TP", "FP", "FN")


def cells(signature: tuple[str, str]) -> list[tuple[str, str, str, int]]:
    """Count a kind in its label's row and overall."""
    kind, label = signature
    return [("fair", label, kind, 1), ("fair", "overall", kind, 1)]


signatures = st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from("AB")))


def tally(mets: list[tuple[str, str]]) -> Tally:
    counted = Signatures()
    for met in mets:
        counted.count(met)
    return Tally.of(counted, cells)


@given(signatures, signatures)
def test_the_tally_of_two_parts_is_that_of_the_whole(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    total = tally(one)
    total += tally(other)
    assert total == tally(one + other) == tally(other + one)


@given(signatures)
def test_counting_by_signature_is_counting_one_by_one(mets: list[tuple[str, str]]) -> None:
    singly = Tally()
    for met in mets:
        singly.count(cells(met))
    assert singly == tally(mets)


def test_adding_leaves_the_other_tally_as_it_is() -> None:
    total, other = tally([("TP", "A")]), tally([("FP", "A")])
    total += other
    total += other
    assert other == tally([("FP", "A")])
    assert total.row("fair", "overall") == {"TP": 1, "FP": 2}
    assert total != other


def test_rows_stand_in_order_of_first_counting() -> None:
    counted = tally([("TP", "B"), ("TP", "A")])
    assert counted.rows("fair") == ["B", "overall", "A"]
    assert counted.row("fair", "C") == {}
    assert counted.row("fair", "B")["FN"] == 0


def test_amounts_are_added_as_the_scorer_says() -> None:
    counted = Tally(max)
    counted.count([("t", "r", "c", 3), ("t", "r", "c", 2)])
    assert counted.row("t", "r")["c"] == 3


RECALL = Measure("recall", ("match", "reftotal"), share, 1.0)
PRECISION = Measure("precision", ("match", "hyptotal"), share, 1.0)
F = Measure("f", ("precision", "recall"), f1, 0.0)


def test_a_measure_has_a_zero_rule() -> None:
    assert RECALL(Row(match=1, reftotal=4)) == 0.25
    assert RECALL(Row()) == 1.0


def test_measures_are_made_of_measures() -> None:
    assert complete({"match": 1, "reftotal": 2, "hyptotal": 1}, (RECALL, PRECISION, F))["f"] == 2 / 3
    assert complete({"match": 0, "reftotal": 2, "hyptotal": 1}, (RECALL, PRECISION, F))["f"] == 0.0
