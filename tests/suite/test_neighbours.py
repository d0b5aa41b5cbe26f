"""The installed suite beside modules of others: ``conlleval`` and ``common`` of an index, and those of a project."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.commands import COMMANDS
from tests.golden_cases import ROOT, is_night, some

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="runs the lines in POSIX shells")

LINES = [
    "scorer2 examples/scorer2/answers examples/scorer2/key",
    "FairEval.py --config examples/faireval/demo.config",
    "MATScore --file examples/matscore/xml/trip.xml --file_type xml-inline --ref_file examples/matscore/ref/trip.json "
    "--task_dir examples/matscore/names --task Names",
    "muc-score examples/muc/ne.config",
    "conlleval < examples/conlleval/output",
    "scorer.pl muc examples/coref/key examples/coref/response none | tail -n 2",
    "evalb -p examples/evalb/sample.prm examples/evalb/gold examples/evalb/test",
    "m2scorer examples/m2scorer/system examples/m2scorer/gold.m2",
    "iobes --from iob --to bio examples/iobes/match.iob.conll",
    "rescore check conlleval '<' examples/conlleval/output",
    "rescore run --only senses/alder examples/archive",
]
OURS = """import FairEval, legacy_scorers.common.iobes
from legacy_scorers.conlleval.tally import Tally
from legacy_scorers.rescore import score
run = score("conlleval", ["<", "examples/conlleval/output"])
print(FairEval.overlap_type((1, 2), (1, 2)), Tally.__module__, *run.tables)"""
OUR_LINE = "TP legacy_scorers.common.tally overall types\n"
PUBLIC = {  # what two distributions of the public index install
    "conlleval": {"conlleval/__init__.py": "def evaluate(lines):\n    return len(lines)\n"},
    "common": {"common/__init__.py": "", "common/term/__init__.py": "WIDTH = 80\n"},
}
THEIRS = "import conlleval, common.term; print(conlleval.evaluate(['a B-X B-X']), common.term.WIDTH)"
THEIR_LINE = "1 80\n"
PROJECT = {
    **{f"{name}.py": f"print('{name} of the project')\n" for name in ("common", "rescore")},
    **{f"{name}/__init__.py": f"print('{name} of the project')\n" for name in ("scorer2", "conlleval")},
}


class Environment:
    """An environment that also finds the libraries, and the pip, of these tests."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder)
        self.scripts = folder / "bin"
        (self._modules,) = folder.glob("lib/*/site-packages")
        (self._modules / "tests.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")

    def pip(self, *words: str | Path) -> None:
        """Run pip, which asks no index."""
        pip = [str(self.scripts / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *words], check=True)

    def install(self, wheel: Path) -> None:
        """Install a wheel."""
        self.pip("install", "--no-deps", "--no-index", "--no-compile", wheel)

    def unpack(self, *wheels: Path) -> None:
        """Install wheels without executables, for which pip would only unpack them."""
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(self._modules)

    def printed(self, program: str, folder: Path, **variables: str) -> str:
        """Return what a program in Python prints."""
        command = [str(self.scripts / "python"), "-c", program]
        environment = os.environ | variables
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
        return done.stdout


def run(scripts: Path, line: str, folder: Path, **variables: str) -> tuple[int, bytes, bytes]:
    """Run a command line in a folder; return its status and what it prints."""
    command = f"{shlex.quote(str(scripts))}/{line}"
    done = subprocess.run(command, shell=True, cwd=folder, env=os.environ | variables, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def wheel_of(name: str, files: Mapping[str, str], folder: Path) -> Path:
    """Write the wheel of a distribution with these modules."""
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    content = {**files, **{f"{name}-1.dist-info/{file}": text for file, text in about.items()}}
    record = f"{name}-1.dist-info/RECORD"
    content[record] = "".join(f"{file},,\n" for file in (*content, record))
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in content.items():
            archive.writestr(file, text)
    return path


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds the examples."""
    folder = tmp_path_factory.mktemp("work")
    shutil.copytree(ROOT / "examples", folder / "examples")
    return folder


@pytest.fixture(scope="module")
def usual(work: Path) -> list[tuple[int, bytes, bytes]]:
    """Return what the executables of the checkout give for the lines."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", f"{os.path.dirname(sys.executable)}{os.pathsep}{os.environ['PATH']}")
        return [run(ROOT / "bin", line, work) for line in LINES]


def test_the_lines_run_every_command(usual: list[tuple[int, bytes, bytes]]) -> None:
    assert {line.split()[0] for line in LINES} == {*COMMANDS}
    assert {status for status, _, _ in usual} == {0}


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the wheels of distributions with modules of the names of our folders."""
    folder = tmp_path_factory.mktemp("wheels")
    return [wheel_of(name, files, folder) for name, files in PUBLIC.items()]


@pytest.fixture(scope="module")
def environment(wheel: Path, theirs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment with theirs, and then ours."""
    environment = Environment(tmp_path_factory.mktemp("environment"))
    environment.unpack(*theirs)
    environment.install(wheel)
    return environment


def test_beside_modules_of_a_project(
    environment: Environment, work: Path, usual: list[tuple[int, bytes, bytes]], tmp_path: Path
) -> None:
    project = tmp_path / "project"
    shutil.copytree(work, project)
    for name, text in PROJECT.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)
    assert [run(environment.scripts, line, project, PYTHONPATH=str(project)) for line in LINES] == usual
    own = "import common, scorer2, rescore, conlleval"
    shown = "".join([f"{name} of the project\n" for name in ("common", "scorer2", "rescore", "conlleval")])
    for program in (f"{own}\n{OURS}", f"{OURS}\n{own}"):
        printed = environment.printed(program, project, PYTHONPATH=str(project))
        assert sorted(printed.splitlines()) == sorted((shown + OUR_LINE).splitlines())
    for line, result in some([*zip(LINES, usual)], 5):
        executable = run(
            ROOT / "bin", line, project, PYTHONPATH=str(project), PATH=f"{environment.scripts}:/usr/bin:/bin"
        )
        assert executable == result


def test_beside_distributions_of_the_names_of_our_folders(
    environment: Environment, theirs: list[Path], work: Path, usual: list[tuple[int, bytes, bytes]]
) -> None:
    for line, result in some([*zip(LINES, usual)], 5):
        assert run(environment.scripts, line, work) == result
    assert environment.printed(f"{OURS}\n{THEIRS}", work) == OUR_LINE + THEIR_LINE
    if is_night():
        environment.pip("uninstall", "--yes", *PUBLIC)
        assert [run(environment.scripts, line, work) for line in LINES] == usual
        assert environment.printed(OURS, work) == OUR_LINE
    environment.unpack(*theirs)  # after ours
    assert environment.printed(f"{OURS}\n{THEIRS}", work) == OUR_LINE + THEIR_LINE
    environment.pip("uninstall", "--yes", "legacy-scorers")
    assert environment.printed(THEIRS, work) == THEIR_LINE
