"""Resampling against exact enumeration, against scipy, and by its algebra."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy", reason="numpy is not installed for this Python")
pytest.importorskip("tabulate", reason="tabulate is not installed for this Python")
from benchmarks import significance  # noqa: E402
from legacy_scorers.rescore.statistics import resample  # noqa: E402
from legacy_scorers.rescore.statistics.methods import DEFAULT_TRIALS  # noqa: E402
from tests.golden_cases import is_night  # noqa: E402

if TYPE_CHECKING:
    from legacy_scorers.rescore.statistics.resample import Counts, Interval, Significance, Sums, Values


def ratio(sums: Sums) -> Values:
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Values = sums[:, 0] / sums[:, 1]
    return values


def sample(units: int, rate: float, seed: int) -> Counts:
    stream = np.random.default_rng(seed)
    sizes = stream.integers(1, 5, units)
    return resample.exact_counts(np.c_[stream.binomial(sizes, rate), sizes].tolist())


def interval_of(counts: Counts, trials: int, confidence: float, method: str = "percentile") -> Interval:
    value = resample.figure_of(counts, ratio)
    samples = ratio(resample.bootstrap_sums(counts, trials))
    without_each = ratio(counts.sum(axis=0) - counts) if method == "BCa" else None
    return resample.interval(value, samples, confidence, without_each)


def randomization(a: Counts, b: Counts, trials: int = DEFAULT_TRIALS) -> Significance:
    return resample.randomization(a, b, ratio, resample.swapped_sums(b - a, trials))


def bootstrap_test(difference: float, samples: Values) -> Significance:
    return resample.significance(difference, samples - difference)


hits = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), min_size=2, max_size=7)


@given(st.data(), hits)
def test_randomization_of_few_units_is_enumeration(data: st.DataObject, rows: list[tuple[int, int]]) -> None:
    other = data.draw(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), min_size=len(rows), max_size=len(rows)))
    a, b = resample.exact_counts(rows), resample.exact_counts(other)
    observed = resample.figure_of(a, ratio) - resample.figure_of(b, ratio)
    extreme = 0
    for swapped in product((False, True), repeat=len(rows)):
        one = [y if swap else x for x, y, swap in zip(rows, other, swapped)]
        two = [x if swap else y for x, y, swap in zip(rows, other, swapped)]
        quotients = [sum(x for x, _ in side) / sum(y for _, y in side) for side in (one, two)]
        extreme += abs(quotients[0] - quotients[1]) >= abs(observed) - 1e-12
    test = randomization(a, b)
    assert test.exact
    assert test.trials == 2 ** sum(x != y for x, y in zip(rows, other))
    assert test.p == extreme / 2 ** len(rows)


def test_differences_that_rounding_alone_tells_apart_are_equal() -> None:
    values = np.array([1e-3, -1e-3])
    for difference, p in ((1e-3 + 5e-13, 1.0), (1e-3 + 5e-12, 0.0)):
        assert resample.max_t([difference], lambda _: values, exact=True) == [p]


def test_sampled_randomization_agrees_with_all_arrangements() -> None:
    a, b = sample(12, 0.7, 1), sample(12, 0.4, 2)
    every = randomization(a, b)
    some = randomization(a, b, 4000)
    assert every.exact
    assert not some.exact
    assert some.p == pytest.approx(every.p, abs=4 * (every.p * (1 - every.p) / 4000) ** 0.5)


def test_randomization_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed for this Python")
    a, b = sample(200, 0.6, 3), sample(200, 0.55, 4)
    a[:, 1] = b[:, 1] = 1
    reference = stats.permutation_test(
        (a[:, 0], b[:, 0]),
        lambda x, y, axis: x.mean(axis=axis) - y.mean(axis=axis),
        permutation_type="samples",
        n_resamples=9999,
        vectorized=True,
        rng=np.random.default_rng(5),
    )
    assert randomization(a, b).p == pytest.approx(reference.pvalue, abs=0.02)


@pytest.mark.parametrize("method", ["percentile", "BCa"])
@pytest.mark.parametrize(("values", "tolerance"), [(sample(150, 0.8, 6)[:, 0], 0.01), (3.0 ** np.arange(8), 0.05)])
def test_intervals_agree_with_scipy(values: Values, tolerance: float, method: str) -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed for this Python")
    reference = stats.bootstrap(
        (values,), np.mean, method=method, n_resamples=50_000, rng=np.random.default_rng(7)
    ).confidence_interval
    interval = interval_of(np.c_[values, np.ones(len(values))], 50_000, 95, method)
    assert interval.value == values.mean()
    assert (interval.low, interval.high) == pytest.approx((reference.low, reference.high), rel=tolerance)


@pytest.mark.parametrize("value", [0.0, 2.0, 4.0])
def test_bca_of_samples_around_the_value_or_on_one_side_is_the_percentile_interval(value: float) -> None:
    samples, without_each = np.array([1.0, 2.0, 2.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0])
    expected = resample.interval(value, samples, 90)
    assert resample.interval(value, samples, 90, without_each) == pytest.approx(expected)


@given(st.integers(2, 90), st.integers(0, 1000))
def test_swapping_the_systems_changes_signs_only(units: int, seed: int) -> None:
    a, b = sample(units, 0.7, seed), sample(units, 0.5, seed + 1)
    differences = ratio(resample.bootstrap_sums(a, 200)) - ratio(resample.bootstrap_sums(b, 200))
    difference = resample.figure_of(a, ratio) - resample.figure_of(b, ratio)
    for there, back in (
        (randomization(a, b, 200), randomization(b, a, 200)),
        (bootstrap_test(difference, differences), bootstrap_test(-difference, -differences)),
        (resample.sign_test(a, b, ratio), resample.sign_test(b, a, ratio)),
    ):
        assert there.difference == -back.difference
        assert there.p == back.p
    one = resample.interval(difference, differences, 90)
    other = resample.interval(-difference, -differences, 90)
    assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))


@given(st.integers(2, 60), st.integers(1, 20), st.integers(0, 1000))
def test_units_on_which_both_agree_move_no_difference(units: int, more: int, seed: int) -> None:
    a, b, same = sample(units, 0.9, seed), sample(units, 0.6, seed + 1), sample(more, 0.7, seed + 2)
    a[:, 1] = b[:, 1] = 4
    same[:, 1] = 0
    same[:, 0] = 0
    before = randomization(a, b, 500)
    after = randomization(np.r_[a, same], np.r_[b, same], 500)
    assert (after.p, after.trials, after.difference) == (before.p, before.trials, before.difference)
    assert resample.sign_test(np.r_[a, same], np.r_[b, same], ratio).p == resample.sign_test(a, b, ratio).p


def test_units_on_which_both_agree_scale_the_difference_and_leave_p() -> None:
    a, b, same = sample(80, 0.9, 8), sample(80, 0.6, 9), sample(40, 0.5, 10)
    a[:, 1] = b[:, 1] = same[:, 1] = 4
    before = randomization(a, b, 3000)
    after = randomization(np.r_[a, same], np.r_[b, same], 3000)
    assert after.p == before.p
    assert after.difference == pytest.approx(before.difference * 80 / 120)
    assert randomization(a, a).p == 1.0


def test_sums_of_both_systems_give_the_same_test() -> None:
    a, b = sample(70, 0.7, 11), sample(70, 0.6, 12)
    both = resample.swapped_sums(np.hstack([a, b]), 800)
    one = randomization(a, b, 800)
    other = resample.randomization(a, b, ratio, both[:, 2:] - both[:, :2])
    assert (one.p, one.trials, one.exact) == (other.p, other.trials, other.exact)


def test_undefined_resamples_are_counted_and_left_out() -> None:
    a = resample.exact_counts([[0, 0], [1, 1]])
    interval = interval_of(a, 1000, 95)
    assert 150 < interval.undefined < 350
    assert (interval.low, interval.high) == (1.0, 1.0)


def test_sums_are_those_of_the_swapped_units() -> None:
    a = sample(70, 0.5, 10)
    everything = resample.swapped_sums(a[:3], 8)
    assert everything.tolist() == [
        (np.array([mask >> unit & 1 for unit in range(3)])[:, None] * a[:3]).sum(axis=0).tolist() for mask in range(8)
    ]
    assert resample.swapped_sums(a, 50).shape == (50, 2)


def test_the_stream_of_a_seed_is_what_it_was() -> None:
    assert resample.bootstrap_sums(np.arange(5.0)[:, None], 3).ravel().tolist() == STREAM_OF_DRAWS
    assert resample.swapped_sums(np.ones((70, 1)), 3).ravel().tolist() == STREAM_OF_SWAPS


def test_blocks_leave_the_stream_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = sample(7, 0.5, 13)
    for sums in (resample.bootstrap_sums, resample.swapped_sums):
        whole = sums(counts, 33).tolist()
        with monkeypatch.context() as context:
            context.setattr(resample, "_BLOCK", 20)
            assert sums(counts, 33).tolist() == whole


def test_counts_are_rounded_to_multiples_of_two_to_the_minus_30() -> None:
    assert resample.exact_counts([[1 / 3], [2]]).tolist() == [[357913941 / 2**30], [2.0]]


STREAM_OF_DRAWS = [11.0, 7.0, 11.0]
STREAM_OF_SWAPS = [31.0, 35.0, 39.0]


@pytest.mark.parametrize(("better", "worse", "ties"), [(5, 1, 3), (0, 4, 0), (3, 3, 2), (0, 0, 4), (9, 2, 1)])
def test_the_sign_test_is_enumeration_of_the_units_that_decide(better: int, worse: int, ties: int) -> None:
    a = np.array([[1.0, 1.0]] * better + [[0.0, 1.0]] * (worse + ties))
    b = np.array([[0.0, 1.0]] * better + [[1.0, 1.0]] * worse + [[0.0, 1.0]] * ties)
    outcomes = [abs(sum(signs)) for signs in product((1, -1), repeat=better + worse)]
    found = resample.sign_test(a, b, ratio)
    assert found.p == sum(outcome >= abs(better - worse) for outcome in outcomes) / len(outcomes)
    assert (found.trials, found.exact) == (better + worse, True)


SUM = 0.1 + 0.2  # more than 0.3 by the last bit


def test_differences_that_are_equal_but_for_the_last_bit_are_ties() -> None:
    a, b = np.array([[SUM, 1.0], [0.0, 1.0]]), np.array([[0.3, 1.0], [1.0, 1.0]])
    assert resample.sign_test(a, b, ratio).trials == 1
    assert bootstrap_test(SUM, np.array([0.6])).p == 1.0
    assert bootstrap_test(SUM, np.array([0.59])).p == 0.5
    a, b = np.array([[3.0, 4.0], [0.0, 3.0]]), np.array([[2.0, 2.0], [1.0, 3.0]])  # 3/7 - 3/5 and 4/7 - 2/5
    assert randomization(a, b).p == 1.0
    assert resample.max_t([SUM], lambda pair: np.array([0.3, -0.3]), exact=True) == [1.0]
    assert resample.max_t([SUM], lambda pair: np.array([0.3, -0.29]), exact=True) == [0.5]


def test_holms_correction() -> None:
    assert resample.holm([0.04, 0.01, 0.03]) == [0.06, 0.03, 0.06]
    assert resample.holm([0.6, 0.7]) == [1.0, 1.0]


def slow_max_t(differences: list[float], rows: list[list[float]]) -> list[float]:
    """Return the p-values of Westfall and Young's step-down max-T, definition by definition."""
    spreads = [(sum(value**2 for value in row) / len(row)) ** 0.5 for row in rows]
    clear = [abs(difference) / spread for difference, spread in zip(differences, spreads)]
    order = sorted(range(len(rows)), key=lambda pair: -clear[pair])
    p_values, least = {}, 0.0
    for rank, pair in enumerate(order):
        less_clear = order[rank:]
        hits = sum(
            max(abs(rows[other][trial]) / spreads[other] for other in less_clear) >= clear[pair] - 1e-12
            for trial in range(len(rows[0]))
        )
        least = max(least, (hits + 1) / (len(rows[0]) + 1))
        p_values[pair] = least
    return [p_values[pair] for pair in range(len(rows))]


null_rows = st.lists(st.sampled_from([-3.0, -1.0, -0.5, 0.5, 1.0, 2.0]), min_size=6, max_size=6)


@given(st.lists(st.tuples(st.sampled_from([-2.0, 0.0, 1.0, 4.0]), null_rows), min_size=1, max_size=4))
def test_max_t_is_its_definition(pairs: list[tuple[float, list[float]]]) -> None:
    differences, rows = [difference for difference, _ in pairs], [row for _, row in pairs]
    found = resample.max_t(differences, lambda pair: np.array(rows[pair]))
    assert found == pytest.approx(slow_max_t(differences, rows))
    exact = resample.max_t(differences, lambda pair: np.array(rows[pair]), exact=True)
    assert exact == pytest.approx([(7 * p - 1) / 6 for p in found])


def test_resamples_without_a_value_are_no_evidence_in_max_t() -> None:
    rows = [np.array([np.nan, 1.0, -1.0, 1.0]), np.array([np.nan] * 4)]
    assert resample.max_t([5.0, 0.0], rows.__getitem__) == [0.2, 1.0]


def test_as_many_trials_as_a_correction_needs() -> None:
    assert resample.fewest_trials(1, 95) == 19
    assert resample.fewest_trials(528, 95) == 10_559
    assert resample.fewest_trials(3, 99) == 299
    assert resample.fewest_trials(1, 99.9) == 999
    for confidence in (51, 66.6, 95, 99, 99.9, 99.999):
        for pairs in range(1, 600):
            least = 1 / (resample.fewest_trials(pairs, confidence) + 1)
            assert resample.is_significant(pairs * least, confidence)
            assert not resample.is_significant(1.01 * (100 - confidence) / 100, confidence)


def test_many_equal_systems_are_hardly_ever_told_apart_and_many_different_ones_are() -> None:
    found = significance.family("recall of instances", 33, 200, 20 if is_night() else 8)
    assert found["max-t"].false_alarms <= 20
    assert found["max-t"].power > 2
    assert found["holm"].power == 0


@pytest.mark.parametrize("kind", significance.DATA)
def test_tests_and_intervals_keep_their_word_in_a_short_simulation(kind: str) -> None:
    experiments = 300 if is_night() else 200
    assert all(1 <= share <= 9 for share in significance.rejections(kind, 120, experiments).values())
    assert all(90 <= share <= 99 for share in significance.coverage(kind, 120, experiments).values())
