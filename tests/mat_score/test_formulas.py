"""Every formula that is written, computed, is the value that the literal file of the same run has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from tests.golden_cases import Case, collect, prepare, some
from tests.mat_score.random_documents import pairs_of_documents
from tests.mat_score.runs import EVERYTHING, run_here, score
from tests.mat_score.spreadsheet import DIV0, Sheet, Value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SEPARATORS = {"excel": ",", "oo": ";"}
FORMULA_OPTIONS = ("--csv_formula_output", "--oo_separator", "--no_csv_formulas")
STEMS = ("bytag", "bytoken", "bypseudotoken", "bychar")
UNITS = ("test toks", "test pseudo-toks", "test chars")
CASES = [
    case
    for case in collect()
    if case.words[0] == "MATScore"
    and any(
        name.endswith(f"/{stem}{style}.csv")
        for name in case.expected_files()
        for stem in STEMS
        for style in ("", "_excel", "_oo", "_literal")
    )
]


def is_2_0(case: Case) -> bool:
    return case.environment.get("MATSCORE_VERSION") == "2.0" or "--csv_formula_output" in case.words


def plain_words(case: Case) -> list[str]:
    """Return the words of a case's command without the options that choose the format."""
    words = iter(case.words[1:])
    kept = []
    for word in words:
        if word == "--csv_formula_output":
            next(words)
        elif not word.startswith(FORMULA_OPTIONS):
            kept.append(word)
    return kept


def in_all_formats(case: Case) -> dict[str, dict[str, bytes]]:
    """Run a case in every format and return its score tables by stem and format."""
    tables: dict[str, dict[str, bytes]] = {}
    if is_2_0(case):
        outcomes = {"": run_here([*plain_words(case), "--csv_formula_output", "excel,oo,literal"], case.environment)}
    else:
        outcomes = {
            f"_{style}": run_here([*plain_words(case), *options], case.environment)
            for style, options in (("excel", []), ("oo", ["--oo_separator"]), ("literal", ["--no_csv_formulas"]))
        }
    for suffix, outcome in outcomes.items():
        assert outcome.exit == 0
        for name, content in outcome.files.items():
            stem, _, style = (name.removeprefix("out/").removesuffix(".csv") + suffix).partition("_")
            if stem in STEMS:
                tables.setdefault(stem, {})[style] = content
    return tables


def check(tables: Mapping[str, bytes]) -> None:
    """Compare the computed cells of the formats with formulas with the literal ones."""
    literal = Sheet(tables["literal"], ",").values()
    units = next(literal[0].index(name) for name in UNITS if name in literal[0])
    for style, separator in SEPARATORS.items():
        computed = Sheet(tables[style], separator).values()
        assert [len(row) for row in computed] == [len(row) for row in literal]
        for row, wanted in zip(computed, literal):
            for column, (value, expected) in enumerate(zip(row, wanted)):
                assert_same(value, expected, str(literal[0][column]), no_units=wanted[units] == 0)


def assert_same(value: Value, expected: Value, column: str, no_units: bool) -> None:
    """See that a computed cell is the literal one; accuracies over no units are an error in a spreadsheet only."""
    if value == DIV0:
        assert no_units
        assert column.startswith(("tag_sensitive", "tag_blind"))
    elif isinstance(expected, float):
        assert value == pytest.approx(expected, rel=1e-14, abs=1e-15), column
    else:
        assert value == expected, column


def test_there_are_cases() -> None:
    assert len([case for case in CASES if is_2_0(case)]) > 40
    assert len([case for case in CASES if not is_2_0(case)]) > 0


@pytest.mark.parametrize("case", some(CASES, 3), ids=lambda case: case.path.name)
def test_recorded_runs(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    tables = in_all_formats(case)
    assert tables
    for formats in tables.values():
        check(formats)


@settings(max_examples=settings().max_examples // 5)  # thousands of samples in each
@given(pairs_of_documents())
def test_generated_runs(pairs: Mapping[str, tuple[str, str]]) -> None:
    outcome = score(pairs, *EVERYTHING, "--compute_confidence_data", seed=7)
    for stem in STEMS:
        formats = {
            style: outcome.files[f"out/{stem}_{style}.csv"]
            for style in ("excel", "oo", "literal")
            if f"out/{stem}_{style}.csv" in outcome.files
        }
        if formats:
            check(formats)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=SUM(A1:B1,A2)", 6),
        ("=SUM(SUM(A1,A1),B1:B2)", 8),
        ("=IF(C1 = 0,1.00,IF(A1 = 0,0.0,A1 / B1))", 1.0),
        ("=IF(C1 = 1,A1 / C1,B2 - A1 * B1 - 1)", 1),
        ("=(A1 - C1 - 3)/B1", -1.0),
        ("=A1/C1", DIV0),
    ],
)
def test_the_spreadsheet_computes(formula: str, value: Value) -> None:
    assert Sheet(f'1,2,0,"{formula}"\r\n3,4\r\n'.encode(), ",").value(0, 3) == value


@pytest.mark.parametrize("formula", ["=SUM(A1;B1)", "=SUM(A1,B1))", "=A1 B1", "=SUM(C1)", "=AVERAGE(A1)"])
def test_the_spreadsheet_refuses(formula: str) -> None:
    with pytest.raises(AssertionError):
        Sheet(f'1,2,text,"{formula}"\r\n'.encode(), ",").value(0, 3)
