"""The recorded runs of all commands: each leaves behind what its file says, byte for byte, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_cases import ROOT
from tests.recorded import read, written
from tests.renew import summary

FILES = sorted(ROOT.glob("tests/*/recorded/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_recorded_runs(file: Path) -> None:
    runs = read(file)
    assert "\n".join(map(written, runs)) == file.read_text(encoding="utf-8")
    assert [(run.title, run.run()) for run in runs] == [(run.title, run.outputs) for run in runs]


def test_changes_of_expectations_are_summed_up_by_kind() -> None:
    before = {"a": ["hint: 1 line", "the same", "hint: 'b'"], "b": ["hint: 2 lines", "exit 1"], "c": ["left"]}
    after = {"a": ["note: 1 line", "the same", "note: 'b'"], "b": ["note: 3 lines", "exit 2"]}
    assert [*summary(before, after)] == [
        "3 times in 2 files, first in a:\n- hint: 1 line\n+ note: 1 line\n",
        "1 times in 1 files, first in b:\n- exit 1\n+ exit 2\n",
        "1 times in 1 files, first in c:\n- left\n+ \n",
        "3 kinds of changes; read them before they are committed\n",
    ]
