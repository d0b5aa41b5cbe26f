"""Whatever the files hold, m2scorer prints a report or one line."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.m2_scorer.options import USAGE
from tests.fuzzing import Sample, broken_samples, run, samples_of
from tests.m2_scorer.runs import scored
from tests.running import Run

SAMPLES = samples_of("m2_scorer")
OPTIONS = st.lists(
    st.sampled_from(
        [
            "-v",
            "--verb",
            "--b",
            "--beta=2",
            "1e9",
            "nan",
            "--max",
            "-1",
            "--ignore",
            "--very",
            "--",
            "-",
            "--x",
            "--ver",
        ]
    ),
    max_size=4,
)
REPORT = re.compile(rb"Precision   : \S+\nRecall      : \S+\nF_\S+ +: \S+\n\Z")
LINE = re.compile(rb"m2scorer: [^\n]+\n")


def is_a_report_or_a_line(done: Run) -> bool:
    if done.exit == 0:
        return bool(REPORT.search(done.stdout)) and not done.stderr
    if done.exit == 255:
        return not done.stdout and done.stderr == USAGE
    return done.exit == 1 and not done.stdout and bool(LINE.fullmatch(done.stderr))


@given(broken_samples(SAMPLES))
def test_any_damage_to_a_recorded_run(sample: Sample) -> None:
    assert is_a_report_or_a_line(run(sample))


@given(st.binary(max_size=60), st.binary(max_size=60), OPTIONS)
def test_any_bytes_and_options(system: bytes, gold: bytes, words: list[str]) -> None:
    assert is_a_report_or_a_line(scored(system, gold, *words))


@given(
    st.text("ab \n\r\x0b\x1c\u2028\u180e\u00a0", max_size=12),
    st.text("SAI ab01-|\n\r\x0c\u2028\u180e\u0663", max_size=40),
)
def test_any_gold(system: str, gold: str) -> None:
    assert is_a_report_or_a_line(scored(system, "S a b\n" + gold))
