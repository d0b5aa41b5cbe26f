"""Counts by cell add up; measures are computed from them with their zero rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.tally import Measure, Row, Signatures, Tally, complete, f1, share

KINDS = ("TP", "FP", "FN")


def cells(signature: tuple[str, str]) -> list[tuple[str, str, str, int]]:
    """Count a kind in its label's row and overall."""
    kind, label = signature
    return [("fair", label, kind, 1), ("fair", "overall", kind, 1)]


signatures = st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from("AB")))


def tally(mets: list[tuple[str, str]]) -> Tally:
    counted = Signatures()
    for met in mets:
        counted[met] += 1
    return Tally.of(counted, cells)


@given(signatures)
def test_counting_by_signature_is_counting_one_by_one(mets: list[tuple[str, str]]) -> None:
    singly = Tally()
    for met in mets:
        singly.count(cells(met))
    by_signature = tally(mets)
    rows = singly.rows("fair")
    assert set(rows) == set(by_signature.rows("fair"))
    assert all(singly.row("fair", row) == by_signature.row("fair", row) for row in rows)


def test_rows_stand_in_order_of_first_counting() -> None:
    counted = tally([("TP", "B"), ("TP", "A")])
    assert counted.rows("fair") == ["B", "overall", "A"]
    assert counted.row("fair", "C") == {}
    assert counted.row("fair", "B")["FN"] == 0


RECALL = Measure("recall", ("match", "reftotal"), share, 1.0)
PRECISION = Measure("precision", ("match", "hyptotal"), share, 1.0)
F = Measure("f", ("precision", "recall"), f1, 0.0)


def test_a_measure_has_a_zero_rule() -> None:
    assert RECALL(Row(match=1, reftotal=4)) == 0.25
    assert RECALL(Row()) == 1.0


def test_measures_are_made_of_measures() -> None:
    assert complete({"match": 1, "reftotal": 2, "hyptotal": 1}, (RECALL, PRECISION, F))["f"] == 2 / 3
    assert complete({"match": 0, "reftotal": 2, "hyptotal": 1}, (RECALL, PRECISION, F))["f"] == 0.0
