"""What an observer receives of a run: sentences whose phrases and tags, added up, are the figures printed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from common.result import KEY, RESPONSE
from common.tally import Tally
from conlleval.cli import score
from conlleval.report import report, table
from tests.conlleval.runs import written
from tests.conlleval.test_scoring import ANY_TAG, tokens
from tests.golden_cases import GOLDEN, Case, prepare
from tests.listener import Receiver

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conlleval.literal import Token

CASES = [case for case in map(Case, sorted((GOLDEN / "conlleval").iterdir())) if case.expected("exit") == b"0\n"]


def observed(file: Path, *words: str) -> Receiver:
    receiver = Receiver()
    assert score(list(words), receiver, str(file)) == 0
    sys.stdout.flush()
    return receiver


def in_bytes(tally: Tally) -> Tally:
    """Return the tally with rows as the report has them."""
    counted = Tally()
    for name, row, column, amount in tally.cells():
        if row != "#2":  # the row of the type without a name, printed once more
            counted.count([(name, str(row).encode("utf-8", "surrogateescape"), column, amount)])
    return counted


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_amounts_add_up_to_the_figures_printed(
    case: Case, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    prepare(case, tmp_path)
    receiver = observed(tmp_path / case.standard_input, *case.words[1:])
    printed = capfdbinary.readouterr().out
    assert printed == case.expected("stdout")
    assert (table if "-l" in case.words else report)(in_bytes(receiver.tally)) == printed


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=tokens(ANY_TAG.filter(bool)))
def test_units_add_up_to_the_whole(
    lines: list[Token | None], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "output"
    file.write_bytes(written(lines))
    receiver = observed(file)
    assert report(in_bytes(receiver.tally)) == capfdbinary.readouterr().out
    sentences = "".join("x" if line else " " for line in lines).split()
    assert [unit.name for unit, _ in receiver.units] == [f"sentence {n}" for n, _ in enumerate(sentences, 1)]
    for unit, matches in receiver.units:
        for match in matches:
            assert unit.why(match)
            for side, index in ((KEY, match.key), (RESPONSE, match.response)):
                item = None if index is None else unit.item(side, index)
                assert item is None or (item.begin is not None and item.end is not None and item.begin < item.end)


def test_every_match_says_what_became_of_it(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    file = tmp_path / "output"
    file.write_bytes(b"Ann B-PER I-PER\nLee I-PER I-PER\nin O B-PER\nRome B-LOC B-ORG\n\n\nRio B-LOC O\n")
    receiver = observed(file)
    phrases = [told for told in receiver.told if not told[1].endswith("tag")]
    assert phrases == [
        (
            "sentence 1",
            "correct",
            "PER",
            "PER",
            "both begin and end together; key: B-PER begins it, it continues with I-PER, O ends it; "
            "response: I-PER begins it, it continues with I-PER, B-PER ends it",
        ),
        (
            "sentence 1",
            "missed",
            "LOC",
            None,
            "the response's is of type ORG; key: B-LOC begins it after O, the end of the sentence ends it",
        ),
        (
            "sentence 1",
            "spurious",
            None,
            "PER",
            "the key has no phrase there; response: B-PER begins it after I-PER, B-ORG ends it",
        ),
        (
            "sentence 1",
            "spurious",
            None,
            "ORG",
            "the key's is of type LOC; response: B-ORG begins it after B-PER, the end of the sentence ends it",
        ),
        (
            "sentence 2",
            "missed",
            "LOC",
            None,
            "the response has no phrase there; key: B-LOC begins it, the end of the sentence ends it",
        ),
    ]
    assert receiver.told[:2] == [
        ("sentence 1", "other tag", "B-PER", "I-PER", "another letter or type"),
        ("sentence 1", "same tag", "I-PER", "I-PER", "the same letter and type"),
    ]
    unit, matches = receiver.units[0]
    assert unit.text == ["Ann", "Lee", "in", "Rome"]
    item = unit.item(KEY, 4)
    assert (item.label, item.text, item.begin, item.end) == ("PER", "Ann Lee", 0, 2)
    assert item.location
    assert (item.location.file, item.location.line) == (str(file), 1)
    [run] = receiver.runs
    assert [run.credit(match) for match in matches] == [0, 1, 0, 0, 1, 0, 0, 0]
    assert run.settings == {"latex": False, "raw": False, "delimiter": None, "outside": None}


def test_a_sentence_waits_while_a_phrase_of_it_can_become_correct(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "output"
    file.write_bytes(b"a S-A S-A\nb O-A O-A\n\nc O O\n")
    phrases = [told[:4] for told in observed(file).told if not told[1].endswith("tag")]
    assert phrases == [("sentence 1", "correct", "A", "A")]
    assert b"correct: 1." in capfdbinary.readouterr().out
