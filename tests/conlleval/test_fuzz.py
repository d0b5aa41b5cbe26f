"""Whatever the input holds, conlleval prints a report or one line."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.conlleval.runs import scored
from tests.fuzzing import Sample, broken_samples, run, samples_of
from tests.running import Run

SAMPLES = samples_of("conlleval")
OPTIONS = st.lists(
    st.sampled_from(["-l", "-r", "-d", "-o", " ", r"\s+", "", "[", "( )", "|", ",", "O", "-x"]), max_size=5
)
REPORT = re.compile(rb"processed \d+ tokens with \d+ phrases; found: \d+ phrases; correct: \d+\.\n")
TABLE = re.compile(rb" {8}& Precision &  Recall  & F\$_\{\\beta=1\} \\\\(?:\\hline){1,2}\n")
LINE = re.compile(rb"(?:conlleval: (?:unknown argument |unexpected |-[do] )|unexpected number of features: )[^\n]*\n")


def is_a_report_or_a_line(done: Run) -> bool:
    if done.exit == 0:
        return bool(REPORT.match(done.stdout) or TABLE.match(done.stdout)) and not done.stderr
    return done.exit in (1, 255) and not done.stdout and bool(LINE.fullmatch(done.stderr))


@given(broken_samples(SAMPLES))
def test_any_damage_to_a_recorded_run(sample: Sample) -> None:
    assert is_a_report_or_a_line(run(sample))


@given(st.binary(max_size=80), OPTIONS)
def test_any_bytes_and_options(content: bytes, words: list[str]) -> None:
    assert is_a_report_or_a_line(scored(content, *words))


@given(st.text(r" \()[]{}|*+?.^$-,:=!<>#abdsvhKQ01", max_size=8), st.text(" ab,-BO\n", max_size=30))
def test_any_delimiter(delimiter: str, content: str) -> None:
    assert is_a_report_or_a_line(scored(content.encode(), "-d", delimiter))
