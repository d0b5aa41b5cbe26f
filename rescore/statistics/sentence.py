"""What a paper has to say about a comparison or a ranking."""

from __future__ import annotations

from common import SUITE, VERSION
from rescore.reports.names import written
from rescore.statistics.comparison import BCA, BONFERRONI, BOOTSTRAP, HOLM, NONE, RANDOMIZATION
from rescore.statistics.conditions import differing, stated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rescore.statistics.comparison import Comparison, Method
    from rescore.statistics.contest import Contest

_CORRECTED = {HOLM: "Holm's correction", BONFERRONI: "the Bonferroni correction", NONE: "no correction"}


def sentence(contest: Contest, comparisons: Sequence[Comparison], method: Method) -> str:
    """Return how the figures were got: measure, units, test, trials, seed, correction, intervals, conditions."""
    kind = "bias-corrected accelerated" if method.interval == BCA else "percentile"
    return (
        f"{written(contest.figure.name)} over {len(contest.units)} units, {len(contest.names)} systems: "
        f"{_test(comparisons, method)}{_correction(comparisons, method)}; {method.confidence:g}% {kind} intervals from "
        f"{method.trials} bootstrap samples of units; seed {method.seed}; scored by {SUITE} {VERSION}: "
        f"{contest.command}, {'; '.join(stated(contest.names, contest.conditions))}."
    )


def _test(comparisons: Sequence[Comparison], method: Method) -> str:
    if method.test == RANDOMIZATION:
        exact = sum(pair.test.exact for pair in comparisons)
        if exact == len(comparisons):
            return "two-sided exact randomization test"
        some = f", exact for {exact} of {len(comparisons)} pairs" if exact else ""
        return f"two-sided approximate randomization test with {method.trials} trials{some}"
    if method.test == BOOTSTRAP:
        return f"two-sided paired bootstrap test with {method.trials} samples"
    return "two-sided sign test over units"


def _correction(comparisons: Sequence[Comparison], method: Method) -> str:
    return f", {_CORRECTED[method.correct]} for {len(comparisons)} pairs" if len(comparisons) > 1 else ""


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
