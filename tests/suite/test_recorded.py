"""The recorded runs of all commands: each leaves behind what its file says, byte for byte, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_cases import ROOT
from tests.recorded import RecordedRun, read, written

FILES = sorted(ROOT.glob("tests/*/recorded/*.txt"))
RUNS = [
    pytest.param(run, id=f"{file.parent.parent.name}/{file.stem}: {run.title}") for file in FILES for run in read(file)
]


@pytest.mark.parametrize("run", RUNS)
def test_recorded_run(run: RecordedRun) -> None:
    assert run.run() == run.outputs


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_is_written_as_it_is_read(file: Path) -> None:
    assert "\n".join(map(written, read(file))) == file.read_text(encoding="utf-8")
