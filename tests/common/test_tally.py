"""The F-measure lies between its parts; rows add up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.tally import Measure, Row, f1


@given(st.floats(0, 1), st.floats(0, 1))
def test_f_lies_between_precision_and_recall(precision: float, recall: float) -> None:
    measure = Measure("f", ("p", "r"), f1, 0.0)
    f = measure({"p": precision, "r": recall})
    assert f == measure({"p": recall, "r": precision})
    assert f <= max(precision, recall) + 1e-12


def test_rows_add_up_some_times() -> None:
    assert Row.sum([{"match": 1, "missing": 2}, {"match": 3}], times=2) == {"match": 8, "missing": 4}
