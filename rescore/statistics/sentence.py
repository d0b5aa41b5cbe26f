"""What a paper has to say about a comparison or a ranking."""

from __future__ import annotations

from collections.abc import Sequence

from common import SUITE, VERSION
from rescore.explain.conditions import differing, stated
from rescore.reports.names import written
from rescore.statistics.comparison import (
    BCA,
    BONFERRONI,
    BOOTSTRAP,
    HOLM,
    MAX_T,
    NONE,
    RANDOMIZATION,
    Comparison,
    Method,
)
from rescore.statistics.contest import Contest

_CORRECTED = {
    MAX_T: "the step-down max-T correction",
    HOLM: "Holm's correction",
    BONFERRONI: "the Bonferroni correction",
    NONE: "no correction",
}


def sentence(contest: Contest, comparisons: Sequence[Comparison], method: Method) -> str:
    """Return how the figures were got: measure, units, test, trials, seed, correction, intervals, conditions."""
    kind = "bias-corrected accelerated" if method.interval == BCA else "percentile"
    name = contest.figure.name
    tested = [pair for pair in comparisons if pair.is_defined]
    return (
        f"{len(contest.names)} systems were compared by {name[2]} ({written(name)}) over {len(contest.units)} "
        f"{contest.drawn} with a two-sided {_test(tested, method)}{_correction(tested, method)}; "
        f"{method.confidence:g}% {kind} intervals come from {method.trials} bootstrap samples of these "
        f"{contest.drawn}; random numbers have seed {method.seed}; the systems were scored by {SUITE} {VERSION}: "
        f"{contest.command}, {'; '.join(stated(contest.names, contest.conditions))}."
    )


def _test(comparisons: Sequence[Comparison], method: Method) -> str:
    if method.test == RANDOMIZATION:
        exact = sum(pair.test.exact for pair in comparisons)
        if exact == len(comparisons):
            return "exact randomization test"
        some = f", exact for {exact} of {len(comparisons)} pairs" if exact else ""
        return f"approximate randomization test of {method.trials} trials{some}"
    if method.test == BOOTSTRAP:
        return f"paired bootstrap test of {method.trials} samples"
    return "sign test"


def _correction(comparisons: Sequence[Comparison], method: Method) -> str:
    return f", and {_CORRECTED[method.correct]} for {len(comparisons)} pairs" if len(comparisons) > 1 else ""


def remarks(contest: Contest, comparisons: Sequence[Comparison], trials: int) -> list[str]:
    """Return what a reader should know besides: resamples without a value, settings that differ."""
    lines = []
    for place, name in enumerate(contest.names):
        if contest.values[place] != contest.values[place]:
            lines.append(f"{name}: {written(contest.figure.name)} is 0/0, so there is nothing to compare")
    for pair in comparisons:
        if pair.is_defined and (pair.interval.undefined or pair.test.undefined):
            names = f"{contest.names[pair.a]} and {contest.names[pair.b]}"
            lines.append(
                f"{names}: the measure is 0/0 in {pair.interval.undefined} of {trials} bootstrap samples and in "
                f"{pair.test.undefined} of {pair.test.trials} trials of the test; these are left out"
            )
    if differ := differing(contest.names, contest.conditions):
        lines.append(f"these runs were scored under different conditions: {'; '.join(differ)}")
    return lines
