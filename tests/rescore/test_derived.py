"""Figures that papers print and a scorer does not: means over labels, in archives, rankings and lists of measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.runs.difference import judge_in_row
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.conlleval.reports import ConllevalReport
from legacy_scorers.rescore.scorers.derived import is_derived, with_derived
from legacy_scorers.rescore.scorers.headings import figure_called
from tests.rescore.archives import rescore, run

if TYPE_CHECKING:
    from pathlib import Path

REPORT = b"""processed 20 tokens with 8 phrases; found: 7 phrases; correct: 5.
accuracy:  75.00%; precision:  71.43%; recall:  62.50%; FB1:  66.67
                X: precision:  75.00%; recall:  60.00%; FB1:  66.67  4
                Y: precision:  60.00%; recall:  70.00%; FB1:  66.67  3
"""
A = "x B-X B-X\ny B-X O\n\nx B-Y B-Y\nz B-Z O\n\nx B-X B-X\n"  # Z is never found
B = "x B-X B-X\ny B-X B-X\n\nx B-Y O\nz B-Z O\n\nx B-X B-V\n"  # V is only found
MANIFEST = '[t]\nrun = "conlleval < {submission}"\nsubmissions = "*.out"\nfigures = "t.csv"\n'


def test_the_mean_over_labels_has_their_decimals() -> None:
    cells = {
        cell.name: cell.text
        for cell in with_derived(
            SCORERS["conlleval"], [cell for one in ConllevalReport.report(REPORT, "") for cell in one.cells]
        )
    }
    assert {name[2]: text for name, text in cells.items() if name[:2] == ("types", "macro")} == {
        "precision": "67.50",
        "recall": "65.00",
        "FB1": "66.67",
    }


@pytest.mark.parametrize(
    ("published", "verdict"),
    [
        ("66.67", "identical"),
        ("66.6666", "rounding"),
        ("66.7", "rounding"),
        ("66.6743", "rounding"),
        ("66.6862", "figures"),
    ],
)
def test_the_mean_may_be_that_of_figures_before_they_are_rounded(published: str, verdict: str) -> None:
    printed = [cell for one in ConllevalReport.report(REPORT, "") for cell in one.cells]
    row = {cell.column: cell for cell in with_derived(SCORERS["conlleval"], printed) if cell.row == "macro"}
    found, _ = judge_in_row(Cell("types", "macro", "FB1", published, None), row["FB1"], row)
    assert found == verdict


@pytest.mark.parametrize(
    ("command", "figure", "expected"),
    [
        ("conlleval", "types/macro/FB1", True), ("conlleval", "FB1", False), ("scorer2", "fine/all/F1", True),
        ("scorer2", "error rate", True), ("scorer2", "recall", False), ("FairEval.py", "fair/macro/F1", True),
    ],
)  # fmt: skip
def test_reports_lack_derived_figures(command: str, figure: str, expected: bool) -> None:
    assert is_derived(SCORERS[command], figure) is expected


@pytest.mark.parametrize(
    ("command", "heading", "figure"),
    [
        ("conlleval", "Macro-F1", "types/macro/FB1"), ("FairEval.py", "fair macro F1", "fair/macro/F1"),
        ("MATScore", "macro P", "bytag/macro/precision"),
    ],
)  # fmt: skip
def test_headings_mean_them(command: str, heading: str, figure: str) -> None:
    assert figure_called(SCORERS[command], heading) == figure


def made(folder: Path) -> Path:
    """Return an archive of two submissions with their macro averages."""
    table = "name,macro F1,FB1\na,60.00,75.00\nb,26.67,50.00\n"
    for name, text in {"a.out": A, "b.out": B, "t.csv": table, "archive.toml": MANIFEST}.items():
        (folder / name).write_text(text)
    return folder


def test_archives_compare_them(tmp_path: Path) -> None:
    by_name = {record["submission"]: record for record in run(made(tmp_path)).records}
    assert by_name["a"]["verdict"] == "identical"
    assert by_name["b"]["verdict"] == "figures"
    assert [(cell["table"], cell["row"], cell["recomputed"]) for cell in by_name["b"]["cells"]] == [
        ("types", "macro", "20.00")
    ]


@pytest.mark.parametrize("measure", ["types/macro/FB1", "macro F1"])
def test_systems_are_ranked_by_them_whatever_labels_each_has(measure: str, tmp_path: Path) -> None:
    archive = made(tmp_path)
    ranked = rescore("rank", "--measure", measure, "--format", "tsv", archive).stdout
    run(archive)
    assert rescore("rank", "--measure", measure, "--format", "tsv", archive).stdout == ranked
    rows = [line.split("\t")[1:3] for line in ranked.splitlines()[1:]]
    assert [(name, f"{float(figure):.2f}") for name, figure in rows] == [("a", "60.00"), ("b", "26.67")]


def test_measures_of_a_run_have_them(tmp_path: Path) -> None:
    done = rescore("measures", "conlleval", "<", made(tmp_path) / "a.out")
    assert "types/macro/FB1\t60.00\n" in done.stdout
