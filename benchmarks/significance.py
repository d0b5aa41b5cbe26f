"""Do tests and intervals keep their word: ``python -m benchmarks.significance`` simulates and prints a table.

Under the null hypothesis two systems are the same: each unit has two outcomes, and which is whose is chosen at random.
A test at 5% should then reject in 5% of the experiments. Units drawn from a population whose figure is known should
give intervals that cover it in 95%. Of many systems that are the same, no two should be told apart in 95% of the
experiments; of many that differ, as many pairs as can be.
"""

from __future__ import annotations

import sys
from itertools import combinations
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from tabulate import tabulate

from legacy_scorers.rescore.statistics import resample
from legacy_scorers.rescore.statistics.resample import bootstrap_sums, swapped_sums

if TYPE_CHECKING:
    from collections.abc import Callable

    from legacy_scorers.rescore.statistics.resample import Counts, Interval, Statistic, Sums, Values

EXPERIMENTS = 2000
UNITS = 1000
TRIALS = 999
CONFIDENCE = 95
POPULATION = 1_000_000
SYSTEMS = {5: 2000, 33: 400, 128: 100}  # and experiments: the more pairs, the longer one takes


def recall(sums: Sums) -> Values:
    """Return right answers of all, as scorer2 counts them."""
    values: Values = sums[:, 0] / sums[:, 1]
    return values


def f_measure(sums: Sums) -> Values:
    """Return 2TP / (2TP + FP + FN), as the scorers of spans count them."""
    with np.errstate(invalid="ignore"):
        values: Values = 2 * sums[:, 0] / (2 * sums[:, 0] + sums[:, 1] + sums[:, 2])
    return values


def answers(stream: np.random.Generator, units: int) -> Counts:
    """Return instances with credits of 0, a half or 1, of which one in twenty has no answer."""
    credit = stream.choice([0.0, 0.5, 1.0], units, p=[0.35, 0.1, 0.55])
    return np.column_stack([credit * (stream.random(units) > 0.05), np.ones(units)])


def spans(stream: np.random.Generator, units: int) -> Counts:
    """Return sentences of one to five spans, some harder than others, of which some are found and some made up."""
    hardness = stream.beta(2, 6, units)
    wanted = stream.integers(1, 6, units)
    found = stream.binomial(wanted, 1 - hardness)
    return np.column_stack([found, stream.poisson(2 * hardness), wanted - found]).astype(np.float64)


DATA: dict[str, tuple[Callable[[np.random.Generator, int], Counts], Statistic]] = {
    "recall of instances": (answers, recall),
    "F of spans in sentences": (spans, f_measure),
}


def rejections(kind: str, units: int, experiments: int) -> dict[str, float]:
    """Return by test in how many per cent of the experiments two equal systems are called different."""
    data, figure = DATA[kind]
    stream = np.random.default_rng(1)
    rejected = dict.fromkeys(["randomization", "bootstrap", "sign"], 0)
    for seed in range(experiments):
        one, other = data(stream, units), data(stream, units)
        swapped = stream.random(units)[:, None] < 0.5
        a, b = np.where(swapped, other, one), np.where(swapped, one, other)
        samples = differences(a, b, figure, seed)
        difference = resample.figure_of(a, figure) - resample.figure_of(b, figure)
        tests = {
            "randomization": resample.randomization(a, b, figure, swapped_sums(b - a, TRIALS, seed)),
            "bootstrap": resample.significance(difference, samples - difference),
            "sign": resample.sign_test(a, b, figure),
        }
        for name, test in tests.items():
            rejected[name] += 100 * test.p <= 100 - CONFIDENCE
    return {name: 100 * number / experiments for name, number in rejected.items()}


def coverage(kind: str, units: int, experiments: int) -> dict[str, float]:
    """Return by kind of interval in how many per cent of the experiments it holds the figure of the population."""
    data, figure = DATA[kind]
    stream = np.random.default_rng(2)
    truth = resample.figure_of(data(stream, POPULATION), figure)
    covered = dict.fromkeys(["percentile", "BCa", "percentile of a difference", "BCa of a difference"], 0)
    for seed in range(experiments):
        a, b = data(stream, units), data(stream, units)
        value, other = resample.figure_of(a, figure), resample.figure_of(b, figure)
        samples = figure(bootstrap_sums(a, TRIALS, seed))
        without, without_b = figure(a.sum(axis=0) - a), figure(b.sum(axis=0) - b)
        pairs = differences(a, b, figure, seed)
        intervals = {
            "percentile": (resample.interval(value, samples, CONFIDENCE), truth),
            "BCa": (resample.interval(value, samples, CONFIDENCE, without), truth),
            "percentile of a difference": (resample.interval(value - other, pairs, CONFIDENCE), 0.0),
            "BCa of a difference": (resample.interval(value - other, pairs, CONFIDENCE, without - without_b), 0.0),
        }
        for name, (interval, true) in intervals.items():
            covered[name] += holds(interval, true)
    return {name: 100 * number / experiments for name, number in covered.items()}


class Family(NamedTuple):
    """In how many per cent of the experiments any of equal systems were told apart; how many pairs of unequal ones."""

    false_alarms: float
    power: float


def family(kind: str, systems: int, units: int, experiments: int) -> dict[str, Family]:
    """Return the errors and the power of each correction for all pairs of some systems.

    Holm's is taken with the trials of the test, and with the normal limit of the test, as if there were no end of them.
    """
    corrections = {"max-t": max_t, "holm": holm_of_trials, "holm, unlimited trials": holm_of_limit}
    alarms, found = dict.fromkeys(corrections, 0), dict.fromkeys(corrections, 0)
    stream = np.random.default_rng(3)
    for seed in range(experiments):
        for spread, results in ((0.0, alarms), (0.3, found)):
            pairs = under_null(kind, systems, units, spread, stream, seed)
            for name, correction in corrections.items():
                rejected = sum(100 * p <= 100 - CONFIDENCE for p in correction(*pairs))
                results[name] += rejected if spread else rejected > 0
    pairs_in_all = experiments * systems * (systems - 1) / 2
    return {name: Family(100 * alarms[name] / experiments, 100 * found[name] / pairs_in_all) for name in corrections}


def under_null(
    kind: str, systems: int, units: int, spread: float, stream: np.random.Generator, seed: int
) -> tuple[list[float], list[Values]]:
    """Return the differences of all pairs of systems, and those in trials; skills are up to ``spread`` apart."""
    data, figure = DATA[kind]
    counts = [data(stream, units) for _ in range(systems)]
    order = np.argsort(stream.random((units, systems)), axis=1)
    mixed = np.take_along_axis(np.stack(counts, axis=1), order[:, :, None], axis=1)
    for system, share in enumerate(np.linspace(0, spread, systems)):  # a share of the units is all wrong
        mixed[stream.random(units) < share, system, 0] = 0
    swapped = swapped_sums(mixed.reshape(units, -1), TRIALS, seed).reshape(TRIALS, systems, -1)
    counts = [mixed[:, system] for system in range(systems)]
    values = [resample.figure_of(one, figure) for one in counts]
    rows = [
        resample.arranged(counts[a], counts[b], figure, swapped[:, b] - swapped[:, a])
        for a, b in combinations(range(systems), 2)
    ]
    return [values[a] - values[b] for a, b in combinations(range(systems), 2)], rows


def max_t(differences: list[float], rows: list[Values]) -> list[float]:
    """Return p-values corrected by step-down max-T."""
    return resample.max_t(differences, rows.__getitem__)


def holm_of_trials(differences: list[float], rows: list[Values]) -> list[float]:
    """Return p-values of the trials, corrected by Holm's procedure."""
    hits = [int((np.abs(row) >= abs(value) - 1e-12).sum()) for value, row in zip(differences, rows)]
    return resample.holm([(number + 1) / (TRIALS + 1) for number in hits])


def holm_of_limit(differences: list[float], rows: list[Values]) -> list[float]:
    """Return p-values of the normal distribution with the spread of the trials, corrected by Holm's procedure."""
    normal = NormalDist()
    clear = [abs(value) / float(np.sqrt((row**2).mean())) for value, row in zip(differences, rows)]
    return resample.holm([2 * normal.cdf(-value) for value in clear])


def differences(a: Counts, b: Counts, figure: Statistic, seed: int) -> Values:
    """Return the differences in bootstrap samples that draw the same units of both."""
    sums = bootstrap_sums(np.hstack([a, b]), TRIALS, seed)
    return figure(sums[:, : a.shape[1]]) - figure(sums[:, a.shape[1] :])


def holds(interval: Interval, true: float) -> bool:
    """Say whether the value lies between the limits."""
    return interval.low <= true <= interval.high


def main(experiments: int = EXPERIMENTS, units: int = UNITS) -> int:
    """Print the table."""
    rows = []
    for kind in DATA:
        print(f"... {kind}", file=sys.stderr)
        for name, share in rejections(kind, units, experiments).items():
            rows.append([kind, f"{name} test", "rejects", f"{share:.1f}%", "5%"])
        for name, share in coverage(kind, units, experiments).items():
            rows.append([kind, f"{name} interval", "covers", f"{share:.1f}%", f"{CONFIDENCE}%"])
    families = []
    for systems, times in SYSTEMS.items():
        print(f"... {systems} systems", file=sys.stderr)
        for name, of in family("recall of instances", systems, units, min(times, experiments)).items():
            families.append([systems, name, f"{of.false_alarms:.1f}%", f"{of.power:.1f}%"])
    headings = ["systems", "correction", "equal systems: any told apart", "unequal systems: pairs told apart"]
    print(tabulate(families, headers=headings, tablefmt="github", disable_numparse=True), end="\n\n")
    print(
        tabulate(
            rows, headers=["figure", "method", "it", "found", "promised"], tablefmt="github", disable_numparse=True
        )
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
