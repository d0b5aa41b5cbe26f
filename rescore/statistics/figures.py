"""A figure of a report as a function of counts: of those of a whole run, or of many resamples at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from common.compat.c import divide, f32
from common.result import Run
from common.tally import Measure
from rescore.reports.model import Name
from rescore.scorers import SCORERS

if TYPE_CHECKING:  # no numpy where counts are taken from archives, in little memory
    from rescore.statistics.resample import Sums, Values

# Formulas take arrays as they take numbers. These ask whether a number is 0, which arrays cannot be asked.
_OF_ARRAYS: dict[Callable[..., float], Callable[..., Any]] = {
    divide: lambda part, whole: f32(part / whole),
    **{one: other for scorer in SCORERS.values() for one, other in scorer.of_arrays.items()},
}


class CountedFigure:
    """A figure by name, and the ``columns`` of counts that it is computed from; in per cent where it is printed so."""

    def __init__(self, run: Run, name: Name) -> None:
        self.name = name
        self.columns: list[Name] = []
        self._term = self._resolved(run, name)
        self._scale = SCORERS[run.command].scale if isinstance(self._term, _Ratio) else 1.0

    def of(self, sums: Sequence[float]) -> float:
        """Return the figure as the scorer computes it; NaN where it is undefined."""
        return _number(self._term, sums) * self._scale

    def __call__(self, sums: Sums) -> Values:
        """Return the figures of rows of sums; NaN where one divides 0 by 0."""
        import numpy as np

        if len(sums) == 1:  # which numpy would take for a number here and there
            return np.array([self.of(sums[0].tolist())])
        return _numbers(self._term, sums) * self._scale

    def _resolved(self, run: Run, name: Name) -> int | _Ratio:
        measure = measure_of(run, name)
        if measure is not None:
            table, row, _ = name
            parts = [part if isinstance(part, tuple) else (table, row, part) for part in measure.parts]
            return _Ratio(measure, [self._resolved(run, part) for part in parts])
        size = run.sizes.get((name[0], name[2]))
        column = ("", "", size) if size else name
        if column not in self.columns:
            self.columns.append(column)
        return self.columns.index(column)


class _Ratio:
    """A measure of counts, or of other measures.

    Where the formula divides by 0 the measure is undefined, whatever a report prints for it. One that is made of
    measures only, such as F of P and R, is worth what the report says if all of these are defined.
    """

    def __init__(self, measure: Measure, parts: Sequence[int | _Ratio]) -> None:
        self._formula = measure.formula
        self._parts = parts
        self._zero = measure.zero if all(isinstance(part, _Ratio) for part in parts) else float("nan")

    def scalar(self, sums: Sequence[float]) -> float:
        parts = [_number(part, sums) for part in self._parts]
        if any(part != part for part in parts):
            return float("nan")
        try:
            value = self._formula(*parts)
        except ZeroDivisionError:
            return self._zero
        return value if abs(value) < float("inf") else self._zero

    def values(self, sums: Sums) -> Values:
        import numpy as np

        parts = [_numbers(part, sums) for part in self._parts]
        formula: Callable[..., Any] = _OF_ARRAYS.get(self._formula, self._formula)
        with np.errstate(all="ignore"):
            values = formula(*parts)
        missing = np.isnan(parts).any(axis=0)
        result: Values = np.where(missing, np.nan, np.where(np.isfinite(values), values, self._zero))
        return result


def _number(term: int | _Ratio, sums: Sequence[float]) -> float:
    return sums[term] if isinstance(term, int) else term.scalar(sums)


def _numbers(term: int | _Ratio, sums: Sums) -> Values:
    return sums[:, term] if isinstance(term, int) else term.values(sums)


def measure_of(run: Run, name: Name) -> Measure | None:
    """Return the measure of that name; None for a sum."""
    table, row, column = name
    measures: Sequence[Measure] = run.measures.get((table, row)) or run.measures.get(table) or run.measures.get("", ())
    return next((measure for measure in measures if measure.name == column), None)


def main_measures(run: Run) -> list[Name]:
    """Return those of the scorer's main measures that a run has."""
    return [name for name in SCORERS[run.command].main_measures if measure_of(run, name)]
