"""Recorded runs over MAT's own sample data, byte for byte; the data are not part of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import ROOT, Case
from tests.suite.test_golden import compare, run_in_process

if TYPE_CHECKING:
    from pathlib import Path

DATA = ROOT.parent / "shared" / "data" / "mat_score"
CASES = [Case(cmd.parent) for cmd in sorted(DATA.glob("t*/cmd"))]


@pytest.mark.skipif(not CASES, reason=f"the recorded runs over the sample data of MAT are not in {DATA}")
def test_all_runs_are_there() -> None:
    assert len(CASES) == 10


@pytest.mark.parametrize("case", CASES, ids=[case.path.name for case in CASES])
def test_run(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    run = run_in_process(case, tmp_path, monkeypatch, capfdbinary)
    assert not (problems := compare(case, run, tmp_path)), "\n".join(problems)
