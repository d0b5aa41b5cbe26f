"""Sentences of real learners with the reports that the original printed, read from beside the project."""

from __future__ import annotations

import shlex

import pytest

from tests.golden_cases import ROOT, first_difference
from tests.running import run_here, working_in

DATA = ROOT.parent / "shared" / "data" / "m2_scorer" / "ua-gec"
NUMBER_OF_RUNS = 7
NAMES = sorted(path.stem for path in DATA.glob("recorded/*.cmd"))

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"the recorded outputs are not in {DATA}")


@pytest.mark.parametrize("name", NAMES)
def test_recorded_reports(name: str) -> None:
    program, *words = shlex.split((DATA / "recorded" / f"{name}.cmd").read_text(), comments=True)
    version = "2016" if name.endswith("2016") else "3.2"
    with working_in(DATA):
        done = run_here(program, words, {"M2SCORER_VERSION": version})
    wanted = (DATA / "recorded" / f"{name}.stdout").read_bytes()
    assert done.stdout == wanted, first_difference(wanted, done.stdout)
    assert (done.exit, done.stderr) == (0, b"")


def test_all_recorded_runs_are_there() -> None:
    assert len(NAMES) == NUMBER_OF_RUNS
