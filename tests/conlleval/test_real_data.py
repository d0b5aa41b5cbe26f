"""Outputs of real systems with the reports that their authors recorded, read from beside the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import ROOT, Case, first_difference, prepare, run_in_bin
from tests.running import run_here, working_in

if TYPE_CHECKING:
    from pathlib import Path

DATA = ROOT.parent / "shared" / "data" / "conlleval"
NUMBER_OF_RUNS = 20
CASES = [Case(cmd.parent) for cmd in sorted(DATA.glob("*/cmd"))]

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"the recorded outputs are not in {DATA}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.name)
def test_recorded_reports(case: Case, tmp_path: Path) -> None:
    prepare(case, tmp_path)
    wanted = case.expected("stdout") or b""
    program, *words = case.words
    with working_in(tmp_path):
        here = run_here(program, words, standard_input=case.standard_input)
    for done in (here, run_in_bin(case, tmp_path / "bin")):
        assert done.stdout == wanted, first_difference(wanted, done.stdout)
        assert (done.exit, done.stderr) == (0, b"")


def test_all_recorded_runs_are_there() -> None:
    assert len(CASES) == NUMBER_OF_RUNS
