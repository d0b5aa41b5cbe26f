"""Tables as text and as CSV, formulas, details, and how files are written."""

from __future__ import annotations

import csv as library
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.tally import Measure, Row, complete, share
from legacy_scorers.mat_score.report import (
    Addresses,
    Column,
    Computed,
    Count,
    ScoreTable,
    csv,
    letters,
    ratios,
    text_lines,
)
from legacy_scorers.mat_score.rows import TableRow
from legacy_scorers.mat_score.tally import TOTALS, ratio_measures
from tests.mat_score.runs import document, score
from tests.mat_score.spreadsheet import place

UNIT = "test toks"
RATIOS = ratio_measures(UNIT)


def test_text_columns_are_right_aligned_and_the_rule_overflows_narrow_ones() -> None:
    assert "".join(text_lines(["tag", "precision"], lambda: [["PERSON", "1"], ["", "0.5"]])) == (
        "   tag precision\n"  # widths of 6 and 9
        " -----     -----\n"
        "PERSON         1\n"
        "             0.5\n"
    )
    assert "".join(text_lines(["a", "b"], list)) == "a b\n----- -----\n"
    assert "".join(text_lines(["x"], lambda: [["\u00e9\U0001f600"]])).splitlines()[2] == "\u00e9\U0001f600"


@pytest.mark.parametrize(
    ("cell", "field"),
    [
        ("plain text", "plain text"),
        ("", ""),
        (None, ""),
        (3, "3"),
        (1.0, "1.0"),
        (0.1 + 0.2, "0.30000000000000004"),
        (8.014950056561921e-30, "8.014950056561921e-30"),
        ("a,b", '"a,b"'),
        ('say "x"', '"say ""x"""'),
        ("two\nlines", '"two\nlines"'),
        ("a\rb", '"a\rb"'),
        ("=SUM(A1)", "=SUM(A1)"),
        (" kept ", " kept "),
        ("\u00fc", "\u00fc"),
        ("a\0,b", "a"),
        ("\0", ""),
    ],
)
def test_csv_fields(cell: str | float | None, field: str) -> None:
    assert b"".join(csv(["h"], [[cell, "x"]])) == f"h\r\n{field},x\r\n".encode()


@given(st.lists(st.lists(st.text(max_size=5), min_size=2, max_size=2), max_size=3))
def test_csv_is_what_the_library_reads(rows: list[list[str]]) -> None:
    text = b"".join(csv(["a", "b"], rows)).decode("utf-8", "surrogatepass")
    fields = [[cell.partition("\0")[0] for cell in row] for row in rows]
    assert list(library.reader(io.StringIO(text, newline=""), strict=True)) == [["a", "b"], *fields]


def test_a_line_of_one_empty_cell_is_told_from_an_empty_line() -> None:
    assert b"".join(csv([""], [])) == b'""\r\n'


def test_csv_writes_half_a_surrogate_pair_as_its_bytes() -> None:
    assert b"".join(csv(["h"], [["\ud800"]])) == b"h\r\n\xed\xa0\x80\r\n"
    assert b"".join(csv(["h"], [["\ud800\ud800\udc00\udc80"]])) == b"h\r\n\xed\xa0\x80\xf0\x90\x80\x80\x80\r\n"


@given(st.integers(0, 100_000))
def test_letters(column: int) -> None:
    assert place(f"{letters(column)}1") == (0, column)


@pytest.mark.parametrize(("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")])
def test_letters_of(column: int, name: str) -> None:
    assert letters(column) == name


ADDRESSES = Addresses("abcd", [*range(60), 4], ",")


@pytest.mark.parametrize(
    ("places", "formula"),
    [
        ([], "0"),
        ([(0, "a")], "=SUM(A2)"),
        ([(0, "b"), (0, "a")], "=SUM(A2:B2)"),
        ([(0, "a"), (0, "c"), (0, "d")], "=SUM(A2,C2:D2)"),
        ([(2, "a"), (0, "a"), (1, "a")], "=SUM(A2:A4)"),
        ([(0, "a"), (2, "a"), (3, "a")], "=SUM(A2,A4:A5)"),
        ([(0, "a"), (0, "a")], "=SUM(A2,A2)"),
        ([(4, "a")], "=SUM(A62)"),
        ([(key, "b") for key in range(5, 45, 2)], f"=SUM({','.join(f'B{row}' for row in range(7, 47, 2))})"),
        (
            [(key, "b") for key in range(5, 59, 2)],
            f"=SUM(SUM({','.join(f'B{row}' for row in range(7, 47, 2))}),"
            f"SUM({','.join(f'B{row}' for row in range(47, 61, 2))}))",
        ),
    ],
)
def test_sums(places: list[tuple[object, str]], formula: str) -> None:
    assert ADDRESSES.sum(places) == formula


def cells(units: int, **found: int) -> Row:
    return complete({"tag": "X", UNIT: units, **found}, [*TOTALS, *RATIOS])


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ({}, {"precision": 1.0, "recall": 1.0, "fmeasure": 1.0, "hyptotal": 0, "tag_sensitive_accuracy": 1.0}),
        ({"missing": 2}, {"precision": 1.0, "recall": 0.0, "fmeasure": 0.0, "refonly": 2, "tag_blind_accuracy": 0.8}),
        ({"spurious": 2}, {"precision": 0.0, "recall": 1.0, "fmeasure": 0.0, "hyponly": 2}),
        ({"refclash": 1, "hypclash": 1}, {"fmeasure": 0.0, "tag_sensitive_accuracy": 0.9, "tag_blind_accuracy": 1.0}),
        (
            {"match": 3, "refclash": 1, "hypclash": 2, "missing": 2},
            {"reftotal": 6, "hyptotal": 5, "precision": 0.6, "recall": 0.5, "fmeasure": 2.0 * 0.3 / 1.1},
        ),
        ({"spurious": 12}, {"tag_blind_accuracy": -0.2, "tag_blind_error_rate": 1.2}),
    ],
)
def test_measures(found: dict[str, int], wanted: dict[str, float]) -> None:
    row = cells(10, **found)
    assert {name: row[name] for name in wanted} == wanted


def test_accuracies_of_no_units_are_perfect() -> None:
    assert cells(0)["tag_sensitive_accuracy"] == cells(0)["tag_blind_accuracy"] == 1.0


@pytest.mark.parametrize(
    ("column", "cell", "text"),
    [
        (Column("tag"), "X", "X"),
        (Column("precision_mean"), 1.0, "1.0"),
        (Column("precision_mean"), 2 / 3, "0.666666666667"),
        (Column("precision_mean"), None, ""),
        (Count("match"), 3, "3"),
        (Computed(TOTALS[0]), 3, "3"),
        (ratios(RATIOS, False)[0], 2 / 3, "0.667"),
        (ratios(RATIOS, False)[0], -0.0004, "-0.000"),
    ],
)
def test_cells_of_the_text_report(column: Column, cell: str | float | None, text: str) -> None:
    assert column.text(cell) == text


def test_formats_of_a_score_table() -> None:
    measure = Measure("share", ("match", UNIT), share, 1.0)
    columns = [
        Column("tag"),
        Count(UNIT, of_units=True),
        Count("match"),
        Computed(measure, "=IF({1} = 0;1.0;{0} / {1})"),
    ]
    rows = [
        TableRow("p", complete({"tag": "P", UNIT: 8, "match": 2}, [measure])),
        TableRow("q", complete({"tag": "Q", UNIT: 8}, [measure])),
        TableRow("all", complete({"tag": "<all>", UNIT: 8, "match": 2}, [measure]), ["p", "q"], unit_sources=["q"]),
    ]
    table = ScoreTable("By tag:", "bytag", columns, rows, rows)
    header = "tag,test toks,match,share\r\n"
    values = "P,8,2,0.25\r\nQ,8,0,0.0\r\n<all>,8,2,0.25\r\n"
    assert b"".join(table.csv("literal")).decode() == header + values
    assert b"".join(table.csv("excel")).decode() == (
        header
        + 'P,8,2,"=IF(B2 = 0,1.0,C2 / B2)"\r\n'
        + 'Q,8,0,"=IF(B3 = 0,1.0,C3 / B3)"\r\n'
        + '<all>,=SUM(B3),=SUM(C2:C3),"=IF(B4 = 0,1.0,C4 / B4)"\r\n'
    )
    assert b"".join(table.csv("oo")).decode().splitlines()[1] == "P,8,2,=IF(B2 = 0;1.0;C2 / B2)"


DOCUMENT = document("Ann met Bo.", {"PER": [[0, 3], [8, 10]]})
SURROGATE = document("\ud800\udc00\ud800 x", {"PER": [[0, 2]]})


def test_half_a_surrogate_pair_is_reported_as_its_bytes() -> None:
    outcome = score({"d": (SURROGATE, SURROGATE)}, "--details")
    assert outcome.exit == 0
    assert b'"\xf0\x90\x80\x80\xed\xa0\x80"' in outcome.stdout


def test_names_of_files_are_reported_byte_by_byte() -> None:
    name = b"\xfc.json".decode("utf-8", "surrogateescape")
    for options, content in (((), None), (("--csv_output_dir", "out"), "out/details.csv")):
        outcome = score({name: (DOCUMENT, DOCUMENT)}, "--details", *options)
        assert (outcome.exit, outcome.stderr) == (0, b"")
        assert b"\xfc.json" in (outcome.files[content] if content else outcome.stdout)
