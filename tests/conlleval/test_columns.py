"""Columns: rule by rule, and beside Perl's own ``split`` where there is a Perl."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.conlleval.read import splitter

# The rules of the program for a line: without its end, undefined columns as empty ones.
SPLIT = 'while (<STDIN>) { chomp; print join("\\x01", map { $_ // "" } split(/$ARGV[0]/, $_)), "\\n" }'
DELIMITERS = [
    *(" ", "\t", r"\t", r"\s", r"\s+", "[ \t]", "[ \t]+", ",", r"\|", "|", "", ".", "( )", "(,)|( )", " *", "|,", ",|"),
    *("a|b", "(?i)A", "^", "$", r"\b", "(?<=,)", "(?=,)", "x?", " # ", "0", "-", "--", "{", "a{2}", ",{1,2}", "(a*)"),
    *(r"\.", "[^a]", r"\d", r"\W", "é", r"(?:,|)+", ",*?", "(?!,)", r"(.)\1"),
    *(r"\{,}", "[{,}]", "a{,2}", "a{ }", r"\\b{2}"),
]


@pytest.mark.parametrize(
    ("delimiter", "line", "columns"),
    [
        (" ", b"a B C", [b"a", b"B", b"C"]),
        (" ", b" a  B ", [b"", b"a", b"", b"B"]),
        (" ", b"", []),
        (" ", b"   ", []),
        (" ", b"a\tb", [b"a\tb"]),
        (r"\s+", b" a \t B\r", [b"", b"a", b"B"]),
        (r"\s+", b"\xa0a", [b"\xa0a"]),
        ("( )", b"a b", [b"a", b" ", b"b"]),
        ("(,)| ", b"a b", [b"a", b"", b"b"]),
        ("|", b"abc", [b"a", b"b", b"c"]),
        (" *", b"ab  c", [b"a", b"b", b"c"]),
        ("|,", b"a,b", [b"a", b"", b"b"]),
        ("^", b"ab", [b"ab"]),
    ],
)
def test_columns(delimiter: str, line: bytes, columns: list[bytes]) -> None:
    assert splitter(delimiter.encode())(line) == columns


@pytest.mark.parametrize(
    "delimiter",
    [
        "[",
        "(",
        "*",
        "+",
        "?",
        "\\",
        "(?{1})",
        r"\h",
        r"\v",
        r"a\v",
        r"\b{wb}",
        "a{,}",
        "a{ 1, 2 }",
        r"\\{,}",
        r"\K",
        "[[:alpha:]]",
        "[a[:alpha:]]",
        "(?a)b",
        "(?u)b",
        "(?xx)[a b]",
        "a(?i)b",
    ],
)
def test_what_cannot_be_used_is_said(delimiter: str) -> None:
    with pytest.raises(InputError, match="not a supported regular expression") as raised:
        splitter(delimiter.encode())
    assert raised.value.status == 255


@pytest.mark.skipif(shutil.which("perl") is None, reason="Perl is not installed")
@pytest.mark.parametrize("delimiter", DELIMITERS)
@given(st.lists(st.text(" \t,|abAxé0-#{.", max_size=8), min_size=60, max_size=60))
@settings(max_examples=settings().max_examples // 6)
def test_columns_are_those_of_perl(delimiter: str, lines: list[str]) -> None:
    content = "".join([f"{line}\n" for line in lines]).encode()
    done = subprocess.run(["perl", "-e", SPLIT, "--", delimiter], input=content, capture_output=True, check=True)
    split = splitter(delimiter.encode())
    assert [b"\1".join(split(line.encode())) for line in lines] == done.stdout.split(b"\n")[:-1]


@given(st.text(" \t\n\v\f\ra", max_size=8).map(str.encode))
def test_white_space_is_found_as_by_the_expression(line: bytes) -> None:
    assert splitter(rb"\s+")(line) == splitter(rb"(?:\s+)")(line)
