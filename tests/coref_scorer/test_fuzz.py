"""Whatever the files hold, scorer.pl prints a report or ends with one line."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.coref_scorer import report
from tests.coref_scorer.runs import scored
from tests.fuzzing import Sample, broken_samples, run, samples_of
from tests.running import Run

SAMPLES = samples_of("coref_scorer")
ENDS = (report.USAGE, report.INVALID_METRIC, report.RULE)
LINE = re.compile(
    rb"Can not open [^\n]*: [^\n]*\n|Detected the end of a mention \[\d+\]\(\d+\) without begin \(\?,\d+\)\n"
    rb"|Metric [^\n]* not implemented yet\n|"
    + b"|".join(map(re.escape, (report.TOO_MANY, report.GAP, b"Error: some mentions in the document do not close\n")))
)
TEXT = st.text("#begin document a\n#end document\n\t ()(1)(2)|0123+", max_size=80)


def is_a_report_or_a_line(done: Run) -> bool:
    if not done.stdout.startswith(report.VERSION):
        return False
    if done.exit == 0:
        return done.stdout.endswith(ENDS) and not done.stderr
    return done.exit in (1, 2, 25, 255) and bool(LINE.fullmatch(done.stderr))


@given(broken_samples(SAMPLES))
def test_any_damage_to_a_recorded_run(sample: Sample) -> None:
    assert is_a_report_or_a_line(run(sample))


@given(TEXT, TEXT, st.sampled_from(["muc", "all", "Blanc", "allx"]), st.lists(st.sampled_from(["none", "a", ""])))
def test_any_document(key: str, response: str, metric: str, name: list[str]) -> None:
    begin = "#begin document a\n"
    assert is_a_report_or_a_line(scored((begin + key).encode(), (begin + response).encode(), metric, *name))


@given(st.binary(), st.binary())
def test_any_bytes(key: bytes, response: bytes) -> None:
    assert is_a_report_or_a_line(scored(key, response))
