"""The recorded runs of all commands: each leaves behind what its file says, byte for byte, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_cases import ROOT
from tests.recorded import read, written

FILES = sorted(ROOT.glob("tests/*/recorded/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_recorded_runs(file: Path) -> None:
    runs = read(file)
    assert "\n".join(map(written, runs)) == file.read_text(encoding="utf-8")
    assert [(run.title, run.run()) for run in runs] == [(run.title, run.outputs) for run in runs]
