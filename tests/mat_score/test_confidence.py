"""Confidence data: which documents are drawn, and what is made of the samples."""

from __future__ import annotations

import random

import pytest

from legacy_scorers.common.py27 import hash_order
from legacy_scorers.common.tally import Row
from legacy_scorers.mat_score.align.matches import WHOLE
from legacy_scorers.mat_score.rows import ALL, SAMPLES, Bootstrap, TableRow
from legacy_scorers.mat_score.tally import TAGS, TableTally

NAMES = ["d0", "d1", "d2", "d3"]


def drawn(bootstrap: Bootstrap, names: list[str]) -> list[list[int]]:
    """Return for each sample how often each document was drawn."""
    return [[sample.count(index) for index in range(len(names))] for sample in bootstrap.samples(names)]


def test_draws_are_those_of_the_random_stream_over_the_names_in_the_order_of_a_dictionary() -> None:
    stream = random.Random(5)
    order = hash_order([name.encode() for name in NAMES])
    draws = [[order[int(stream.random() * 4)].decode() for _ in range(4)] for _ in range(2 * SAMPLES)]
    bootstrap = Bootstrap(NAMES, 5)
    found = drawn(bootstrap, NAMES) + drawn(bootstrap, NAMES)
    assert found == [[draw.count(name) for name in NAMES] for draw in draws]


def test_documents_without_rows_are_drawn_and_contribute_nothing() -> None:
    some, every = drawn(Bootstrap(NAMES, 5), ["d3", "d1"]), drawn(Bootstrap(NAMES, 5), NAMES)
    assert some == [[sample[3], sample[1]] for sample in every]
    assert set(map(sum, every)) == {4}


def test_without_a_seed_no_two_runs_draw_alike() -> None:
    assert drawn(Bootstrap(NAMES, None), NAMES) != drawn(Bootstrap(NAMES, None), NAMES)


def summary(name: str, files: dict[int, Row]) -> TableRow:
    return TableRow((ALL, name, WHOLE), Row(), files=files)


def statistics(found: TableRow, names: list[str]) -> dict[str, object]:
    table = TableTally(TAGS)
    files = [table.new_file(name, 10) for name in NAMES[:2]]
    Bootstrap(names, 1).add_statistics([found], files, table)
    return found.cells


def test_samples_without_the_label_are_left_out() -> None:
    found = statistics(summary("PER", {0: Row(match=1, missing=1)}), NAMES)
    assert (found["recall_mean"], found["recall_variance"], found["recall_stddev"]) == (0.5, 0.0, 0.0)


def test_all_labels_are_in_every_sample() -> None:
    found = statistics(summary(ALL, {0: Row(match=1, missing=1)}), NAMES)
    without = sum(not number for (number,) in drawn(Bootstrap(NAMES, 1), ["d0"]))
    assert found["recall_mean"] == pytest.approx(0.5 + 0.5 * without / SAMPLES)
    assert found["recall_stddev"] == pytest.approx(float(str(found["recall_variance"])) ** 0.5)


def test_nothing_at_all_is_perfect_in_every_sample() -> None:
    found = statistics(summary(ALL, {}), [])
    assert [found[f"precision_{name}"] for name in ("mean", "variance", "stddev")] == [1.0, 0.0, 0.0]


def test_a_label_that_is_never_drawn_has_no_statistics() -> None:
    assert statistics(summary("PER", {}), NAMES) == {}


def test_sums_run_from_left_to_right() -> None:
    values: dict[int, Row] = {0: Row(match=1, missing=9), 1: Row(match=7, missing=3)}
    found = statistics(summary("PER", values), NAMES[:2])
    samples = drawn(Bootstrap(NAMES[:2], 1), NAMES[:2])
    recalls = [(one + 7 * other) / (10 * one + 10 * other) for one, other in samples]
    mean = 0.0
    for recall in recalls:
        mean += recall
    mean /= SAMPLES
    variance = 0.0
    for recall in recalls:
        variance += (recall - mean) ** 2
    assert (found["recall_mean"], found["recall_variance"]) == (mean, variance / SAMPLES)
