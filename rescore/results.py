"""Results of ``evaluate`` and ``legacy_scorers.score``: explained as text and as JSON lines, and compared."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import click

from legacy_scorers.common.collector import uncollected
from legacy_scorers.common.evaluation import Evaluation
from legacy_scorers.rescore.libraries import need
from legacy_scorers.rescore.output.text import TextExplanation
from legacy_scorers.rescore.reports.model import Name, name_of
from legacy_scorers.rescore.runs.explanation import ExplainedRun, Selection


class _Text(TextExplanation):
    all_shown_by = "most=None"


def explain(result: Evaluation, figure: str | None, unit: str | None, kind: str | None, most: int | None) -> str:
    """Do what :func:`rescore.explain` says."""
    cell = None if figure is None else _name_of(result, figure)
    explained = _Text(Selection(cell, unit, kind, sys.maxsize if most is None else most))
    explained.review(result)
    if problem := explained.lacks():
        raise KeyError(problem)
    return click.unstyle("".join(explained.blocks())).rstrip()


def _name_of(result: Evaluation, figure: str) -> Name:
    try:
        return result.name_of(figure)
    except KeyError:  # a figure that only rescore knows, or none
        return name_of(figure)


@uncollected
def to_json(result: Evaluation) -> str:
    """Do what :func:`rescore.to_json` says."""
    from legacy_scorers.rescore.output.records import lines_of

    explained = ExplainedRun(Selection())
    explained.review(result)
    return "".join(lines_of(explained))


class PairComparison(NamedTuple):
    """Two systems that were compared by a measure. Fields have the names of ``rescore compare --format json``.

    ``a`` and ``b`` are the names of the systems, with their values over the ``units`` that both have; ``low`` and
    ``high`` are the ends of the interval of ``difference``, which is A - B. ``significant`` says whether ``p`` is below
    what the confidence leaves; it is None without a difference, because a value is 0/0. ``units_differing`` is the
    number of units whose counts differ. ``notes`` say what to know before quoting, ``sentence`` how it was computed.
    """

    a: str
    b: str
    measure: str
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    p: float
    significant: bool | None
    test: str
    trials: int
    seed: int
    units: int
    units_differing: int
    notes: list[str]
    sentence: str

    def __repr__(self) -> str:
        interval = f"{self.difference:+.4g} [{self.low:.4g}, {self.high:.4g}]"
        return f"<{self.measure}: {self.a} - {self.b} {interval}, p {self.p:.4f}, {self.units} units>"


@uncollected
def compare(
    a: Evaluation, b: Evaluation, measure: str | None, names: tuple[str, str], options: dict[str, Any]
) -> PairComparison:
    """Do what :func:`rescore.compare` says."""
    need("numpy", "msgspec")
    from legacy_scorers.rescore.output import statistics
    from legacy_scorers.rescore.statistics import comparison, methods
    from legacy_scorers.rescore.statistics.samples import sample_of

    for option, known in (("test", methods.TESTS), ("interval", methods.INTERVALS)):
        if options[option] not in known:
            raise ValueError(f"{options[option]!r} is not a known {option}; use one of {', '.join(known)}")
    is_column = measure is not None and "/" not in measure
    name = None if measure is None else ("", "", measure) if is_column else name_of(measure)
    samples = [sample_of(result, name, system) for result, system in zip((a, b), names)]
    compared = comparison.SystemComparison(samples, methods.Method(**options))
    fields = {column.key: column.values[0] for column in statistics.pair_columns(compared) if column.key}
    notes = [*compared.notes, *statistics.warnings_of(compared)]
    return PairComparison(**fields, notes=notes, sentence=statistics.sentence(compared))
