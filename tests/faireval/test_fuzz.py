"""Whatever configuration and input files hold, FairEval.py reports whole tables or one clear line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import System
from legacy_scorers.faireval.align import align
from legacy_scorers.faireval.arguments import UsageError, config_file
from legacy_scorers.faireval.config import read_weights
from legacy_scorers.faireval.read import SentenceReader, numbered_sentences
from legacy_scorers.faireval.spans import BadLineError, RefusedSentenceError
from tests.fuzzing import Sample, broken, broken_samples, files_named, is_refused, run, samples_of

if TYPE_CHECKING:
    from legacy_scorers.faireval.spans import AnySpan

SAMPLES = [sample for sample in samples_of("faireval") if sample.words == ["FairEval.py", "--config", "run.config"]]
LAST_TABLE = b"\n### Target data stats:\n"
INPUTS = [content for content in files_named(SAMPLES, "") if b"target_in" not in content]


def is_whole_or_refused(sample: Sample) -> bool:
    ended = run(sample)
    reports = [ended.stdout, *ended.files.values()]
    if ended.exit == 0:
        return not ended.stderr and sum(LAST_TABLE in report for report in reports) == 1
    return is_refused(ended, "FairEval.py") and not any(LAST_TABLE in report for report in reports) and not ended.files


@given(broken_samples(SAMPLES, ".config"))
def test_any_damage_to_a_configuration(sample: Sample) -> None:
    assert is_whole_or_refused(sample)


@given(broken_samples(SAMPLES, ".spans", ".conll"))
def test_any_damage_to_an_input(sample: Sample) -> None:
    assert is_whole_or_refused(sample)


@pytest.mark.parametrize("ignore_punctuation", [True, False])
@given(content=broken(INPUTS))
def test_any_damage_to_sentences(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, ignore_punctuation: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "sentences"
    Path(path).write_bytes(content)
    reader = SentenceReader(["all"], [], ignore_punctuation)
    try:
        for number, sentence in numbered_sentences(System(), str(path)):
            assert number > 0
            spans_of(reader, sentence)
    except UnicodeDecodeError:
        return


def spans_of(reader: SentenceReader, sentence: list[str]) -> None:
    try:
        for label, begin, end, tokens in reader.spans(sentence):
            assert isinstance(label, str)
            assert begin <= end
            assert begin in tokens or end in tokens or begin > 0
    except RefusedSentenceError as refused:
        assert str(refused)
    except BadLineError as error:
        assert 0 <= error.index < len(sentence)


COLUMNS = st.sampled_from(
    ["A", "", "1", "2", "-3", "0", "1,2", "2,x", " 4 ", "1_0", "٣", "9" * 5000, "\0", "\u2028", "|"]
)
TAGS = st.sampled_from(
    ["O", "_", "B-A", "I-A", "B-", "I-", "B", "|", "B-A|B-B", "I-A|I-B", "O|B-A", "$.", ",", "", "-"]
)
LINES = st.lists(
    st.lists(COLUMNS, min_size=1, max_size=5).map("\t".join) | st.lists(TAGS, min_size=1, max_size=4).map(" ".join),
    min_size=1,
    max_size=6,
)


@given(LINES, st.booleans())
def test_any_lines_are_spans_or_refused(lines: list[str], ignore_punctuation: bool) -> None:
    spans_of(SentenceReader(["all"], [], ignore_punctuation), lines)


FORMULAS = st.lists(
    st.sampled_from(
        ["TP", "FP", "FN", "BE", "=", "+", "*", " ", ",", ".", "1", "0.5", "x", "-", "²", "٣", "default", "_"]
    )
).map("".join)


@given(FORMULAS | st.text())
def test_any_weights_are_read(text: str) -> None:
    said: list[str] = []
    weights = read_weights(text, said.append)
    assert {"TP", "FP", "FN"} <= set(weights)
    assert all(share >= 0 for shares in weights.values() for share in shares.values())
    assert all(line.startswith("WARNING: ") for line in said)


@given(st.lists(st.sampled_from(["--config", "--conf=x", "-h", "--help=", "-hh", "--", "x", "-1", "--c", "-x y", "="])))
def test_any_words_name_a_file_or_are_refused(words: list[str]) -> None:
    try:
        assert config_file(words) is None or config_file(words) in ["", *words, "x"]
    except UsageError as error:
        assert str(error)
    except InputError as error:
        pytest.fail(str(error))


SIDES = st.lists(
    st.builds(
        lambda label, begin, size: (label, begin, begin + size, frozenset(range(begin, begin + size + 1))),
        *(st.sampled_from("AB"), st.integers(1, 12), st.integers(0, 6)),
    ),
    max_size=12,
)


def parts_of(target: list[AnySpan], system: list[AnySpan]) -> list[object]:
    return [(match.signature, match.key, match.response) for match in align(target, system).matches()]


@given(SIDES, SIDES)
def test_among_many_spans_those_that_are_near_suffice(target: list[AnySpan], system: list[AnySpan]) -> None:
    usual = parts_of(target, system)
    with mock.patch("legacy_scorers.faireval.align.MAX_COMPARED", 0):
        assert parts_of(target, system) == usual
