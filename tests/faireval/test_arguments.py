"""The command line reads as argparse of Python 3.11 would read it."""

from __future__ import annotations

import argparse
import io
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legacy_scorers.faireval.arguments import HELP, USAGE, UsageError, config_file


def outcome_of_argparse(words: list[str]) -> tuple[str, str | None]:
    """Return what the original's parser makes of the words: kind and text."""
    parser = argparse.ArgumentParser(prog="FairEval.py")
    parser.add_argument("--config", required=True, help="Configuration File")
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as refused:
        try:
            return "file", parser.parse_args(words).config
        except SystemExit as end:
            return ("help", printed.getvalue()) if not end.code else ("error", refused.getvalue())


def outcome(words: list[str]) -> tuple[str, str | None]:
    try:
        file = config_file(words)
    except UsageError as error:
        return "error", f"{USAGE}FairEval.py: error: {error}\n"
    return ("help", HELP) if file is None else ("file", file)


WORDS = st.one_of(
    st.sampled_from(
        ["--config", "--conf", "--c", "-c", "--config=x", "--co=x=y", "--config=", "--=x", "--", "-", "", "-h",
         "--help", "--he", "--help=x", "--h=", "-hx", "-hh", "-h=", "-h=h", "-hhx", "-hh=h", "-x", "--x", "--x=y",
         "-1", "-1.5", "-.5", "-1.", "-1\n", "-٣", "-c d", "--x y", "--config y", "a b", "file", "extra", "\udcff"]
    ),
    st.text(alphabet="-hcofg=1. x", max_size=5),
)  # fmt: skip


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the texts are those of argparse in Python 3.11")
@given(st.lists(WORDS, max_size=5))
@example(["-h=", "--config"])
def test_any_words_are_read_as_by_argparse(words: list[str]) -> None:
    assert outcome(words) == outcome_of_argparse(words)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--config", "a"], "a"),
        (["--config=a=b"], "a=b"),
        (["--c", "a"], "a"),
        (["--config", "a", "--conf=b"], "b"),
        (["--config", "-1"], "-1"),
        (["--config", "-1.5"], "-1.5"),
        (["--config", "-.5"], "-.5"),
        (["--config", "-a b"], "-a b"),
        (["--config="], ""),
        (["-h"], None),
        (["-hh"], None),
        (["--config", "a", "extra", "--he"], None),
    ],
)
def test_valid_words(words: list[str], wanted: str | None) -> None:
    assert config_file(words) == wanted


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "the following arguments are required: --config"),
        (["a"], "the following arguments are required: --config"),
        (["--config"], "argument --config: expected one argument"),
        (["--config", "-x"], "argument --config: expected one argument"),
        (["--config", "-x.5"], "argument --config: expected one argument"),
        (["--config", "--", "a"], "argument --config: expected one argument"),
        (["--config", "a", "b", "-x", "--y=z"], "unrecognized arguments: b -x --y=z"),
        (["--config", "a", "--", "b"], "unrecognized arguments: -- b"),
        (["--=a"], "ambiguous option: --=a could match --help, --config"),
        (["-h", "--=a"], "ambiguous option: --=a could match --help, --config"),
        (["--help=a"], "argument -h/--help: ignored explicit argument 'a'"),
        (["-hha"], "argument -h/--help: ignored explicit argument 'a'"),
    ],
)
def test_refused_words(words: list[str], problem: str) -> None:
    with pytest.raises(UsageError) as refused:
        config_file(words)
    assert str(refused.value) == problem
