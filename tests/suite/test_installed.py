"""The installed wheel, outside the checkout: the commands, the module and the man pages are there and agree."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import pytest

from legacy_scorers.common import VERSION
from tests.golden_cases import GOLDEN, MODULE, ROOT, Case, prepare

SAMPLES = [
    "scorer2/basic_mixed_v",
    "faireval/basic_full_config",
    "mat_score/b01_perfect",
    "muc_scorer/ne_mixed",
    "muc_scorer/muc33_te_strings",
    "conlleval/basic_chunks",
    "evalb/many_sentences",
    "m2_scorer/whole",
]


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the project into an environment of its own and return the folder of its commands."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "environment", with_pip=True)
    commands = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    source = folder / "source"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(source)], check=True)
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([commands / "python", "-m", "pip", "install", *quiet, str(source)], check=True)
    subprocess.run([commands / "python", "-m", "pip", "check"], check=True, capture_output=True)
    return commands


@pytest.mark.parametrize("name", SAMPLES)
def test_installed_commands_score(name: str, scripts: Path, tmp_path: Path) -> None:
    case = Case(GOLDEN / name)
    prepare(case, tmp_path)
    program, *words = case.words
    with case.open_standard_input(tmp_path) as stdin:
        done = subprocess.run(
            [scripts / program, *words],
            cwd=tmp_path,
            env={**os.environ, **case.environment},
            stdin=stdin,
            capture_output=True,
            check=False,
        )
    assert (done.stdout, done.stderr) == (case.expected("stdout"), case.expected("stderr"))


def test_the_installed_scorer_pl_scores_and_names_itself(scripts: Path, tmp_path: Path) -> None:
    case = Case(GOLDEN / "coref_scorer" / "args_extra")
    prepare(case, tmp_path)
    program, *words = case.words
    done = subprocess.run([scripts / program, *words], cwd=tmp_path, capture_output=True, check=True)
    (module,) = scripts.parent.glob("lib/*/site-packages/legacy_scorers/coref_scorer/cli.py")
    assert done.stdout == (case.expected("stdout") or b"").replace(MODULE, bytes(module))


def test_the_installed_iobes_converts(scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_bytes(b"a I-X\n")
    words = ["--from", "iob", "--to", "iobes", "a.conll"]
    done = subprocess.run([scripts / "iobes", *words], cwd=tmp_path, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"a S-X\n", b"")


def test_the_installed_module_can_be_imported(scripts: Path, tmp_path: Path) -> None:
    program = "import FairEval, legacy_scorers.common.iobes; print(FairEval.overlap_type((1, 2), (1, 2)))"
    done = subprocess.run([scripts / "python", "-c", program], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.split() == [b"TP"]


def test_the_installed_command_says_what_it_lacks(scripts: Path) -> None:
    done = subprocess.run([scripts / "rescore", "--help"], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"rescore: needs click,")
    for template in ("explain/page.html", "site/task.html", "site/sort.js"):
        assert [*scripts.parent.glob(f"lib/*/site-packages/legacy_scorers/rescore/{template}")]
    assert (scripts.parent / "share" / "fish" / "vendor_completions.d" / "rescore.fish").exists()


def test_one_package_and_one_module_are_installed(scripts: Path, tmp_path: Path) -> None:
    names = "{file.parts[0] for file in m.files('legacy-scorers') if file.parts[0] != '..'}"
    program = f"import importlib.metadata as m; print(*sorted({names}))"
    done = subprocess.run([scripts / "python", "-c", program], cwd=tmp_path, capture_output=True, check=True)
    found = [name for name in done.stdout.decode().split() if name not in ("__pycache__", "FairEval.py")]
    assert found == ["legacy_scorers", f"legacy_scorers-{VERSION}.dist-info"]


def test_every_module_is_installed(scripts: Path) -> None:
    (package,) = scripts.parent.glob("lib/*/site-packages/legacy_scorers")
    for top in [path.parent for path in ROOT.glob("*/py.typed")]:
        home = package if top.name == package.name else package / top.name
        modules = {path.relative_to(top) for path in top.rglob("*.py")}
        assert modules <= {path.relative_to(home) for path in home.rglob("*.py")}


def test_the_description_names_the_man_pages_and_they_are_there(scripts: Path, tmp_path: Path) -> None:
    program = "import importlib.metadata as m; [print(*field) for field in m.metadata('legacy-scorers').items()]"
    done = subprocess.run([scripts / "python", "-c", program], cwd=tmp_path, capture_output=True, check=True)
    headers = done.stdout.decode().partition("\nDescription ")[0]
    assert "Project-URL" not in headers
    assert "Home-page" not in headers
    for page in (ROOT / "docs" / "man").iterdir():
        assert page.stem in headers
        assert (scripts.parent / "share" / "man" / "man1" / page.name).exists()
