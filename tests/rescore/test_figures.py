"""Figures as functions of counts: what is printed for the whole data, and the same for arrays as for one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy", reason="numpy is not installed for this Python")
pytest.importorskip("click", reason="click is not installed for this Python")
from legacy_scorers.common import c  # noqa: E402
from legacy_scorers.common.result import add  # noqa: E402
from legacy_scorers.common.tally import Measure, f1, share  # noqa: E402
from legacy_scorers.rescore.scorers import SCORERS  # noqa: E402
from legacy_scorers.rescore.statistics.samples import (  # noqa: E402
    CountedFigure,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


class Made:
    """A run that has nothing but measures."""

    def __init__(self, *measures: Measure) -> None:
        self.measures = {"t": measures}
        self.command = "scorer2"
        self.plus = add
        self.sizes = {("t", "tokens"): "tokens"}


def half_f(precision: float, recall: float) -> float:
    """A formula that divides by measures."""
    return 1 / (0.5 / precision + 0.5 / recall)


PRECISION, RECALL = Measure("P", ("right", "given"), share, 0.0), Measure("R", ("right", "wanted"), share, 0.0)
OF_NOTHING = [
    Measure(name, parts, share, 1.0) for name, parts in (("P", ("right", "given")), ("R", ("right", "wanted")))
]
MADE = {
    "F where nothing is right": Made(*OF_NOTHING, Measure("F where nothing is right", ("P", "R"), f1, 0.0)),
    "F": Made(PRECISION, RECALL, Measure("F", ("P", "R"), f1, 0.0)),
    "half F": Made(PRECISION, RECALL, Measure("half F", ("P", "R"), half_f, 0.0)),
    "P": Made(PRECISION),
    "single": Made(Measure("single", ("right", "given"), c.divide, -1.0)),
    "right": Made(),
    "per token": Made(Measure("per token", ("right", "tokens"), share, 0.0)),
}
rows = st.lists(st.lists(st.integers(0, 4).map(float), min_size=3, max_size=3), min_size=1, max_size=8)


def figure(name: str) -> CountedFigure:
    return CountedFigure(MADE[name], ("t", "r", name))  # type: ignore[arg-type]


@given(st.sampled_from(list(MADE)), rows)
def test_arrays_give_what_rows_give(name: str, sums: list[list[float]]) -> None:
    made = figure(name)
    width = len(made.columns)
    several = [row[:width] for row in sums]
    assert np.array_equal(made(np.array(several)), [made.of(row) for row in several], equal_nan=True)


def test_columns_are_those_behind_the_measures_each_once() -> None:
    assert [column for _, _, column in figure("F").columns] == ["right", "given", "wanted"]
    assert figure("per token").columns[1] == ("", "", "tokens")


@pytest.mark.parametrize(
    ("name", "sums", "value"),
    [
        ("F", [0, 2, 2], 0.0),
        ("F", [1, 2, 2], 0.5),
        ("half F", [0, 2, 2], 0.0),
        ("single", [1, 3], c.f32(1 / 3)),
        ("F where nothing is right", [0, 0, 2], 0.0),
        ("F where nothing is right", [0, 0, 0], 1.0),
    ],
)
def test_what_is_defined(name: str, sums: Sequence[float], value: float) -> None:
    assert figure(name).of(sums) == value


@pytest.mark.parametrize(("name", "sums"), [("F", [0, 0, 2]), ("half F", [0, 0, 2]), ("P", [0, 0]), ("single", [0, 0])])
def test_what_divides_0_by_0_is_undefined_if_it_is_printed_as_0(name: str, sums: Sequence[float]) -> None:
    assert np.isnan(figure(name).of(sums))


@pytest.mark.parametrize("command", SCORERS)
def test_every_command_has_usual_measures(command: str) -> None:
    assert SCORERS[command].measures
