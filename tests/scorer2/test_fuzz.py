"""Whatever answers, key and sense map hold, scorer2 scores them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzzing import Sample, broken_samples, run, samples_of

SAMPLES = samples_of("scorer2")
OPTIONS = st.lists(st.sampled_from(["-g", "coarse", "mixed", "fine", "-m", "-v", "-", "", "--", "map"]), max_size=6)
NUMBER = rb"-?(?:\d+\.\d+|inf|nan)"
SUMMARY = re.compile(
    rb"\n(?:Fine|Coarse|Mixed)-grained(?: minimal)? score for \"[^\n]*\" using key \"[^\n]*\":\n"
    rb" precision: N \(N correct of N attempted\)\n"
    rb" recall: N \(N correct of N in total\)\n"
    rb" attempted: N % \(N attempted of N in total\)\n\n\Z".replace(b"N", NUMBER)
)
REFUSAL = re.compile(
    rb'Unable to score answer for "[^\n]*" \(line \d+\): '
    rb"(?:Does not exist|Invalid answer|Excluded or already scored)\.\n"
)


def is_scored_or_a_file_is_missing(sample: Sample) -> bool:
    ended = run(sample)
    if b"Unable to read" in ended.stderr and not ended.stdout:
        return ended.exit == 1
    said = re.sub(rb"^Fine-grained scoring will be used since no sense map was given\n", b"", ended.stderr)
    return ended.exit == 0 and bool(SUMMARY.search(ended.stdout)) and not REFUSAL.sub(b"", said)


@given(broken_samples([sample for sample in SAMPLES if len(sample.words) > 2]))
def test_any_damage_to_a_recorded_run(sample: Sample) -> None:
    assert is_scored_or_a_file_is_missing(sample)


@given(st.binary(max_size=60), st.binary(max_size=60), st.binary(max_size=60), OPTIONS)
def test_any_bytes_and_options(answers: bytes, key: bytes, senses: bytes, options: list[str]) -> None:
    files = {"answers": answers, "key": key, "map": senses}
    assert is_scored_or_a_file_is_missing(Sample(["scorer2", "answers", "key", *options], {}, files))


WORDS = st.sampled_from(
    [b"a", b"b", b"a.1", b"ab", b"ac", b"2", b"0.5", b"-1", b"/", b"/0.5", b"!!", b"\t", b"\xe9", b"x"]
)
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=5).map(b" ".join), max_size=8).map(
    lambda lines: b"".join(line + b"\n" for line in lines)
)


@given(LINES, LINES, LINES, st.sampled_from(["fine", "coarse", "mixed"]), st.booleans())
def test_lines_in_any_order(answers: bytes, key: bytes, senses: bytes, granularity: str, minimal: bool) -> None:
    files = {"answers": answers, "key": key, "map": senses}
    words = ["scorer2", "answers", "key", "map", "-v", "-g", granularity, *(["-m"] if minimal else [])]
    assert is_scored_or_a_file_is_missing(Sample(words, {}, files))
