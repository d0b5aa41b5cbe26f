"""What is special about conlleval in rescore: standard input, and changes of columns."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.rescore.runs.findings import findings
from legacy_scorers.rescore.runs.running import own_files, run_command
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.change import Setup
from legacy_scorers.rescore.scorers.conlleval.changes import choices, sides_of
from legacy_scorers.rescore.scorers.conlleval.columns import delimiters
from tests.conlleval.runs import scored, written
from tests.conlleval.test_scoring import ANY_TAG, tags_of, tokens
from tests.golden_cases import GOLDEN, ROOT
from tests.rescore.archives import rescore, run
from tests.running import working_in

if TYPE_CHECKING:
    from tests.conlleval.literal import Token

OUTPUT = ROOT / "examples" / "conlleval" / "output"
RESCORE = [sys.executable, "-I", str(ROOT / "bin" / "rescore")]
IOB = st.sampled_from(tags_of("BI", ("A", "B")))


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="this system has no /dev/stdin")
def test_standard_input_of_rescore_is_that_of_the_scorer() -> None:
    words = [*RESCORE, "explain", "--cell", "overall/all/correct", "conlleval"]
    with open(OUTPUT, "rb") as stdin:
        done = subprocess.run(words, stdin=stdin, capture_output=True, check=True)
    named = subprocess.run([*words, "<", OUTPUT], capture_output=True, check=True)
    assert done.stdout.replace(b"/dev/stdin", bytes(OUTPUT)) == named.stdout
    done = subprocess.run(words, input=OUTPUT.read_bytes(), capture_output=True, check=False)
    problem = b"conlleval: /dev/stdin: is a pipe, which can be read only once; put it into a file\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, b"", problem)


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="this system has no /dev/stdin")
@pytest.mark.parametrize("words", [["conlleval"], ["MATScore", "--file=/dev/stdin"]])
def test_a_pipe_is_not_checked(words: list[str]) -> None:
    done = subprocess.run([*RESCORE, "check", *words], input=OUTPUT.read_bytes(), capture_output=True, check=False)
    problem = b"rescore: /dev/stdin: is a pipe, which can be read only once; put it into a file\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, b"", problem)


def test_an_input_that_is_not_there_is_said() -> None:
    done = rescore("check", "conlleval", "<", "nothing")
    assert (done.status, done.stdout, done.stderr) == (3, "", "conlleval: nothing: No such file or directory\n")


def test_recorded_runs_are_an_archive(tmp_path: Path) -> None:
    for case in ("perfect", "latex", "raw_outside", "columns_more_later", "delimiter_group"):
        shutil.copytree(GOLDEN / "conlleval" / case, tmp_path / case)
    assert [*run(tmp_path).verdicts.values()] == ["identical"] * 5


@pytest.mark.parametrize(
    ("other", "status"),
    [(b"\n\nx B-A O\n\n-X- O O\ny O B-A\n\n", 0), (b"a B-A O\nb O O\n", 3), (b"a B-A O\n\nb B-A O\n", 3)],
)
def test_systems_are_compared_over_one_key(other: bytes, status: int, tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"a B-A B-A\n\nb O O\n")
    (tmp_path / "other").write_bytes(other)
    with working_in(tmp_path):
        done = rescore("compare", "--", "conlleval", "<", "one", "--", "conlleval", "<", "other")
    assert done.status == status, done.stderr
    assert ("other was scored against this key" in done.stderr) == bool(status)


def changed(kind: str, text: str, content: bytes) -> bytes:
    """Return the content of the file with the change of that kind whose text says so."""
    setup = Setup(["conlleval", "<", "output"], {}, {"output": content}, "")
    change = next(change for change in choices(setup, sides_of(setup)) if change.kind == kind and text in change.text)
    return change.apply(setup).files["output"]


exchanged = partial(changed, "swap", "")


@given(tokens(ANY_TAG.filter(bool)))
def test_exchanged_columns_are_those_of_the_other_side(lines: list[Token | None]) -> None:
    content = written(lines)
    assert exchanged(content) == written([line and line[::-1] for line in lines])
    assert exchanged(exchanged(content)) == content


@pytest.mark.parametrize("line", [b"w\tNN\tB-A\tO", b"a B-A B-A ", b"B B B", b"-X- O B", b"O", b"  I-A  O \r", b"a  O"])
def test_what_is_between_columns_stays(line: bytes) -> None:
    assert exchanged(exchanged(line)) == line


@given(tokens(IOB))
def test_schemes_change_letters_and_no_phrases(lines: list[Token | None]) -> None:
    content = written(lines)
    in_iob1 = changed("scheme", "IOB1 for IOB2 in the column of the key", content)
    in_iob2 = changed("scheme", "IOB2 for IOB1 in the column of the key", content)
    counts = [scored(text).stdout.partition(b"accuracy")[0] for text in (content, in_iob1, in_iob2)]
    assert counts == [counts[0]] * 3
    assert changed("scheme", "IOB1 for IOB2 in the column of the key", in_iob2) == in_iob1
    assert changed("scheme", "IOB2 for IOB1 in the column of the key", in_iob1) == in_iob2


def test_options_are_added_before_the_input() -> None:
    content = b"a X NONE\nb NONE NONE\n" + b"".join(b"c %d NONE\n" % tag for tag in (1, 2, 3, 4, 5, 5))
    setup = Setup(["conlleval", "-r", "<", "output"], {}, {"output": content}, "")
    found = {
        change.text: change.apply(setup)
        for change in choices(setup, sides_of(setup))
        if change.kind in ("raw", "outside")
    }
    assert {text: result.words for text, result in found.items()} == {
        "without -r": ["conlleval", "<", "output"],
        **{f"with -o {tag}": ["conlleval", "-r", "-o", tag, "<", "output"] for tag in ("5", "X", "NONE", "1", "2")},
    }


@pytest.mark.parametrize(("last", "found"), [("b;O;O", [";"]), ("b;O;B X Y", []), ("b;O", []), ("b", [])])
def test_a_delimiter_leaves_no_blank_in_any_tag(last: str, found: list[str]) -> None:
    content = f"two words;B-X;B-X\n\n{last}\n".encode()
    assert [*delimiters(content, b" ")] == found


@pytest.mark.parametrize(("words", "is_missing"), [(1, False), (2, True)])
def test_a_guess_is_missing_if_more_than_half_of_the_key_are_no_tags(
    words: int, is_missing: bool, tmp_path: Path
) -> None:
    file = tmp_path / "output"
    file.write_text("a word word\n" + "a word B-NP\n" * (words - 1) + "b B-NP B-NP\n")
    line = ["<", str(file)]
    names = [
        finding.name for finding in findings(line, own_files(), run_command(SCORERS["conlleval"], line, own_files()))
    ]
    assert ("guess-missing" in names) == is_missing
