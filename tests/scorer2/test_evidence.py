"""What an observer hears of a run: units and meetings whose amounts, added in their order, are the figures printed."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.compat.c import fixed
from common.result import KEY, RESPONSE
from common.tally import Tally, complete
from scorer2.cli import score
from tests.golden_cases import GOLDEN, Case, prepare
from tests.listener import Receiver

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

CASES = [case for case in map(Case, sorted((GOLDEN / "scorer2").iterdir())) if case.expected("exit") == b"0\n"]
SUMMARY = re.compile(
    rb" precision: (?P<precision>\S+) \((?P<correct>\S+) correct of (?P<attempted>\S+) attempted\)\n"
    rb" recall: (?P<recall>\S+) \(\S+ correct of (?P<total>\S+) in total\)\n"
    rb" attempted: (?P<share>\S+) % "
)
CALCULATION = re.compile(rb'^score for "(.*)": (\S+)$', re.MULTILINE)
DIGITS = {"precision": 3, "recall": 3}
NAMES = {"share": "attempted %"}


def observed(words: Sequence[str]) -> Receiver:
    listener = Receiver()
    assert score(list(words), listener) == 0
    sys.stdout.flush()
    return listener


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_amounts_add_up_to_the_figures_printed(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    prepare(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    listener = observed(case.words[1:])
    captured = capfdbinary.readouterr()
    assert (captured.out, captured.err) == (case.expected("stdout"), case.expected("stderr"))
    if len(case.words) < 3:
        assert not listener.runs
        return
    [run] = listener.runs
    [(table, measures)] = run.measures.items()
    figures = complete(listener.tally.row(table, "all"), measures)
    found = SUMMARY.search(captured.out)
    assert found
    for name, text in found.groupdict().items():
        assert fixed(figures[NAMES.get(name, name)], DIGITS.get(name, 2)) == text
    scores = {
        identifier.decode("utf-8", "surrogateescape"): text for identifier, text in CALCULATION.findall(captured.out)
    }
    rows = [str(row) for row in listener.tally.rows(table) if row != "all"]
    assert {row: fixed(listener.tally.row(table, row)["score"], 3) for row in rows} == scores
    assert len({unit.name for unit, _ in listener.units}) == len(listener.units)
    refused = [match for _, matches in listener.units for match in matches if run.kind(match) == "refused"]
    assert len(refused) == captured.err.count(b"Unable to score answer")


def test_every_meeting_says_what_became_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key").write_text("w 1 a\nw 2 a b\nw 3\nw 4 a.1 a\nw 5 c\nw 6 b\n")
    (tmp_path / "answers").write_text(
        "w 0 a\nw 1 a\nw 1 b\nw 2 a\nw 3 a\nw 4 !! a\nw 4 a/0.5 a.2/0.3 c/0.2\nw 6 b.1\nw 4 a\n"
    )
    (tmp_path / "map").write_text("a\na.1 2 a\na.2 2 a\nb\n")
    listener = observed(["answers", "key", "map", "-g", "mixed", "-v", "-m"])
    assert listener.told == [
        ("w_0", "refused", None, "a", "not in the key"),
        ("w_1", "scored", "a", "a", "a: the same as in the key, 1.000 x 1.000"),
        ("w_1#2", "refused", "a", "b", "used up by an earlier answer (line 2)"),
        ("w_2", "refused", "a b", "a", "the key has several tags, and -m excludes it"),
        ("w_3", "refused", "", "a", "the key has no tags for it"),
        ("w_4", "refused", "a.1 a", "", "the answer has no tags"),
        ("w_4#2", "refused", "a.1 a", "a/0.5 a.2/0.3 c/0.2", "the key has several tags, and -m excludes it"),
        ("w_6", "scored", "b", "b.1", "b.1: not in the key, 0.000 x 1.000"),
        ("w_4#3", "refused", "a.1 a", "a", "the key has several tags, and -m excludes it"),
        ("w_5", "missed", "c", None, "no answer to it was scored"),
    ]
    [run] = listener.runs
    assert run.settings == {"granularity": "mixed", "minimal": True, "verbose": True}
    assert [(source.role, source.path) for source in run.inputs] == [
        ("answers", "answers"),
        ("key", "key"),
        ("sense map", "map"),
    ]
    unit, [match] = listener.units[1]
    assert (run.credit(match), match.signature, match.key, match.response) == (1.0, (1.0, 1.0, 1.0), 0, 1)
    key, response = unit.item(KEY, 0), unit.item(RESPONSE, 1)
    assert key.location and response.location
    assert (key.text, key.location.file, key.location.line) == ("w_1", "key", 1)
    assert (response.text, response.location.file, response.location.line) == ("w_1", "answers", 2)


@pytest.mark.parametrize(
    ("answer", "key", "granularity", "label", "why"),
    [
        ("a.1", "a", "mixed", "a.1", "a.1: below a sense of the key, 1.000 x 1.000"),
        ("a", "a.1", "mixed", "a", "a: above a sense of the key, 0.500 x 1.000"),
        ("a.1", "a.2", "mixed", "a.1", "a.1: not in the key, 0.000 x 1.000"),
        ("a.1", "a.2", "coarse", "a", "a: the same as in the key, 1.000 x 1.000"),
        ("a", "a.2", "fine", "a", "a: not in the key, 0.000 x 1.000"),
        (
            "a/3 b/1",
            "b c",
            "fine",
            "a/0.750 b/0.250",
            "a: not in the key, 0.000 x 0.750; b: the same as in the key, 1.000 x 0.250",
        ),
    ],
)
def test_why_a_score_is_what_it_is(
    answer: str,
    key: str,
    granularity: str,
    label: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key").write_text(f"w 1 {key}\n")
    (tmp_path / "answers").write_text(f"w 1 {answer}\n")
    (tmp_path / "map").write_text("a\na.1 2 a\na.2 2 a\nb\n")
    options = [] if granularity == "fine" else ["-g", granularity]
    [(_, _, _, response, reason)] = observed(["answers", "key", "map", *options]).told
    assert (response, reason) == (label, why)


def test_what_the_search_misses_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key").write_text("ab 2 x\nab 1 y\nac 1 a\nac 1 b\nac 1 c\n")
    (tmp_path / "answers").write_text("ab 1 y\nab 2 x\nac 1 b\n")
    assert observed(["answers", "key"]).told == [
        ("ab_1", "scored", "y", "y", "y: the same as in the key, 1.000 x 1.000"),
        ("ab_2#2", "refused", None, "x", "the key has it in line 1, but is not sorted, and the search misses it"),
        ("ac_1#2", "scored", "b", "b", "b: the same as in the key, 1.000 x 1.000"),
        ("ab_2", "missed", "x", None, "the key is not sorted, and the search misses it"),
        ("ac_1", "missed", "a", None, "the search finds line 4 for this instance"),
        ("ac_1#3", "missed", "c", None, "the search finds line 4 for this instance"),
    ]


INSTANCES = st.lists(
    st.tuples(
        st.sampled_from(["w 1", "w 2", "w 3", "x 1", "x 2#2"]), st.sampled_from(["", " a", " a/.3 b/.9", " b c"])
    ),
    max_size=9,
).map(lambda lines: "".join(f"{instance}{tags}\n" for instance, tags in lines))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    answers=INSTANCES,
    key=INSTANCES,
    options=st.sampled_from([[], ["-m"], ["-v"], ["-g", "coarse"], ["-g", "mixed", "-v"]]),
)
def test_units_add_up_to_the_whole(
    answers: str,
    key: str,
    options: list[str],
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    files = {name: str(tmp_path / name) for name in ("answers", "key", "map")}
    for name, content in (("answers", answers), ("key", key), ("map", "a 2 c\nc\n")):
        (tmp_path / name).write_text(content)
    listener = observed([*files.values(), *options])
    found = SUMMARY.search(capfdbinary.readouterr().out)
    assert found
    [run] = listener.runs
    [table] = run.measures
    units = Tally(run.plus)
    for unit, matches in listener.units:
        of_unit = Tally(run.plus)
        for match in matches:
            of_unit.count(run.cells(unit, match))
        units += of_unit
    assert units == listener.tally
    for column in ("correct", "attempted", "total"):
        assert fixed(units.row(table, "all")[column], 2) == found[column]
    assert len({unit.name for unit, _ in listener.units}) == len(listener.units)
    assert [unit.response.line for unit, _ in listener.units if unit.response] == list(
        range(1, answers.count("\n") + 1)
    )


def test_a_unit_of_the_key_has_the_same_name_whatever_the_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key").write_text("w 1 a\nw 2 b\n")
    for answers in ("w 1 a\nw 2 a\n", "w 2\nw 1\nw 1 a\nw 1 b\n", ""):
        (tmp_path / "answers").write_text(answers)
        listener = observed(["answers", "key"])
        units = [unit for unit, [match] in listener.units if listener.runs[0].kind(match) != "refused"]
        assert {(unit.name, unit.key and unit.key.line) for unit in units} == {("w_1", 1), ("w_2", 2)}
