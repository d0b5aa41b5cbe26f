"""Modules planted in the working directory: no command runs them, nor do the processes that it starts."""

from __future__ import annotations

import os
import pickle
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import packages_distributions
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common import VERSION
from legacy_scorers.rescore.archive.cluster import score
from legacy_scorers.rescore.archive.rescoring import Rescoring
from legacy_scorers.rescore.archive.submissions import read_archive
from tests.golden_cases import ROOT, is_night
from tests.suite.test_ending import entry_point

if TYPE_CHECKING:
    from pathlib import Path

    from legacy_scorers.rescore.archive.records import Result

# Notes every name that is looked for, found or not; a run that stays in its archive may open no file for that.
NOTING = """
import os, sys

notes = os.open(os.environ["NOTES"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)

class Noting:
    @staticmethod
    def find_spec(name, path=None, target=None):
        os.write(notes, name.encode() + b" ")

sys.meta_path.insert(0, Noting)
"""
OTHERS = ("senses/answers/[c-z]*", "spans/[gh]*.config", "trip/hyp/[j-z]*", "news/[mp]*.config", "words/answers/[b-z]*")
PLANTED = "import os\nos.mkdir(os.path.join(os.path.dirname(__file__), 'ran'))\n"
LINES = [
    "scorer2 examples/scorer2/answers examples/scorer2/key examples/scorer2/sensemap -g mixed",
    "FairEval.py --config examples/faireval/demo.config",
    "MATScore --file examples/matscore/hyp/trip.json --ref_file examples/matscore/ref/trip.json "
    "--content_annotations PER,LOC --csv_output_dir csv",
    "MATScore --file examples/matscore/xml/trip.xml --file_type xml-inline --ref_file examples/matscore/ref/trip.json "
    "--task_dir examples/matscore/names --task Names",
    "muc-score examples/muc/ne.config",
    "muc-score examples/muc/te.config",
    "muc-score examples/muc/ne33.config",
    "conlleval -l",
    "scorer.pl all examples/coref/key examples/coref/response none",
    "iobes --from iob --to bio examples/iobes/match.iob.conll",
    "evalb -p examples/evalb/sample.prm examples/evalb/gold examples/evalb/test",
    "rescore --help",
    "m2scorer examples/m2scorer/system examples/m2scorer/gold.m2",
    "rescore explain scorer2 examples/scorer2/answers examples/scorer2/key",
    "rescore explain --format html FairEval.py --config examples/faireval/demo.config",
    "rescore check muc-score examples/muc/ne.config",
    "rescore diff senses/published/alder.txt senses/published/birch.txt",
    "rescore measures -- scorer2 examples/scorer2/answers examples/scorer2/key",
    "rescore init senses",
    "rescore run --jobs 1 .",
    "rescore run --fresh --jobs 1 --format md --store store --keep ../kept .",
    "rescore table --units .",
    "rescore compare . alder birch",
    "rescore rank --plot plot.svg . senses",
    "rescore site --jobs 1 . ../pages",
]
REPEATED = (  # by day left out: other lines look for the same modules
    "MATScore --file examples/matscore/hyp", "muc-score examples/muc/te", "rescore --help", "rescore explain scorer2",
    "rescore check", "rescore diff", "rescore measures", "rescore run --fresh", "rescore table", "rescore compare",
)  # fmt: skip


def as_executable(line: str) -> list[str]:
    program, *words = shlex.split(line)
    return [str(ROOT / "bin" / program), *words]


def as_entry_point(line: str) -> list[str]:
    program, *words = shlex.split(line)
    return ["-c", entry_point(program), *words]


RUNS = {
    "executables": [as_executable(line) for line in LINES if is_night() or not line.startswith(REPEATED)],
    "entry points": [as_entry_point(line) for line in (LINES[0], LINES[9], "rescore run --jobs 1 .")],
    "python -m FairEval": [["-m", "FairEval", *shlex.split(LINES[1])[1:]]],
    "python -m legacy_scorers": [["-m", "legacy_scorers", *shlex.split(line)] for line in (LINES[7], LINES[9])],
}
DOOR_OF = {
    "entry points": "legacy_scorers.commands",
    "python -m FairEval": "FairEval",
    "python -m legacy_scorers": "legacy_scorers.commands",
}


class Place:
    """An archive as working directory, with the other examples in it, and what was looked for there."""

    def __init__(self, folder: Path) -> None:
        self.here = folder / "here"
        self._notes = folder / "notes"
        variables = {"PYTHONPATH": f"{folder / 'site'}{os.pathsep}{ROOT}", "NOTES": str(self._notes)}
        self._environment = {**os.environ, **variables, "XDG_CACHE_HOME": str(folder)}
        (folder / "site").mkdir()
        (folder / "site" / "sitecustomize.py").write_text(NOTING)

    def outcomes(self, lines: list[list[str]]) -> list[tuple[int, bytes, bytes]]:
        done = [
            subprocess.run(
                [sys.executable, *words], cwd=self.here, env=self._environment, capture_output=True, check=False
            )
            for words in lines
        ]
        return [(one.returncode, one.stdout, one.stderr) for one in done]

    def examples(self) -> None:
        """Put nothing but the examples there, with one or two submissions to each task."""
        shutil.rmtree(self.here, ignore_errors=True)
        shutil.copytree(ROOT / "examples" / "archive", self.here)
        for other in [path for pattern in OTHERS for path in self.here.glob(pattern)]:
            other.unlink()
        shutil.copytree(ROOT / "examples", self.here / "examples")

    def names(self, door: str | None) -> set[str]:
        """Return the names that were looked for since a door was open, from the start if there is none."""
        notes = self._notes.read_text().split()
        names = [name.partition(".")[0] for name in notes]
        return set(names).difference(names[: notes.index(door) + 1] if door else [])

    def plant(self, names: set[str]) -> None:
        """Plant a module of each name."""
        for name in {"parsetab", *names}:
            (self.here / f"{name}.py").write_text(PLANTED)
        (self.here / "matplotlibrc").write_text("of_a_stranger: True\n")


def test_no_executable_imports_from_the_working_directory(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.examples()
    place.plant({*sys.stdlib_module_names, *packages_distributions(), *os.listdir(ROOT)})
    for status, _, stderr in place.outcomes(RUNS["executables"]):
        assert status in (0, 1, 3)
        assert b"of_a_stranger" not in stderr
    assert not (place.here / "ran").exists()


@pytest.mark.parametrize("kind", RUNS if is_night() else DOOR_OF)
def test_no_module_in_the_working_directory_is_imported(kind: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.examples()
    expected = place.outcomes(RUNS[kind])
    assert {status for status, _, _ in expected} <= {0, 1, 3}
    place.examples()
    place.plant(place.names(DOOR_OF.get(kind)))
    assert place.outcomes(RUNS[kind]) == expected
    assert not (place.here / "ran").exists()
    place.outcomes([["-c", "import parsetab"]])
    assert (place.here / "ran").exists()  # what was planted would have run


def test_what_a_worker_of_a_cluster_starts_imports_nothing_from_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pickle", "contextlib", "subprocess", "rescore", "common", "multiprocessing"):
        (tmp_path / f"{name}.py").write_text(PLANTED)
    monkeypatch.chdir(tmp_path)
    archive = read_archive(str(ROOT / "examples" / "archive"))
    job = pickle.dumps(Rescoring(archive.submissions[0]))
    result: Result = pickle.loads(score(pickle.dumps((VERSION, (archive.root, 60.0, None), job))))[1]
    assert [path for path, _ in result.inputs] == ["senses/answers/alder.ans", "senses/key", "senses/sensemap"]
    assert not (tmp_path / "ran").exists()
