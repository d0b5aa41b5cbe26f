"""Whatever the files hold, evalb prints a table, with a summary or up to the error that ends the run."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.evalb.options import USAGE
from legacy_scorers.evalb.report import HEADING
from tests.evalb.runs import scored
from tests.fuzzing import Sample, broken_samples, run, samples_of
from tests.running import Run

SAMPLES = samples_of("evalb")
WORDS = st.lists(
    st.sampled_from(["-d", "-D", "-c", "-e", "-p", "-x", "-h", "-", "", "0", "-1", "3x", "gold", "nowhere"]), max_size=5
)
COMPLAINT = re.compile(
    rb"(?:\d+ : |Unknown keyword \(|Empty value in parameter file \(|EQ_(?:LABEL|WORD) requires two values"
    rb"|Missing argument: |Can't open (?:gold|test|parameter) file \()"
)


def is_a_report_or_a_line(done: Run) -> bool:
    """Say whether a run has a table and known messages only; the last of them ends it if the status is not 0."""
    *_, last = [b"", *done.stderr.removesuffix(USAGE).splitlines()]
    if b"Traceback" in done.stderr or (done.stdout and not done.stdout.startswith(HEADING)):
        return False
    if done.exit == 0:
        return done.stderr.endswith(USAGE) or b"\n=== Summary ===\n" in done.stdout
    return done.exit == 1 and (done.stderr.endswith(USAGE) or bool(COMPLAINT.match(last)))


@given(broken_samples(SAMPLES))
def test_any_damage_to_a_recorded_run(sample: Sample) -> None:
    assert is_a_report_or_a_line(run(sample))


@given(st.binary(), st.binary(), st.binary(), WORDS)
def test_any_bytes_and_words(gold: bytes, test: bytes, parameters: bytes, words: list[str]) -> None:
    assert is_a_report_or_a_line(scored(gold, test, *words, parameters=parameters))


@given(*[st.text("(() )SNP-=a'\"\0\n", max_size=60)] * 2, st.sampled_from(["-d", "-D"]))
def test_any_trees(gold: str, test: str, option: str) -> None:
    assert is_a_report_or_a_line(scored(gold.encode(), test.encode(), option))
