"""``rescore`` without its libraries: what needs none runs, and the rest says in a line what to install."""

from __future__ import annotations

import importlib.metadata
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import legacy_scorers
from legacy_scorers.rescore.libraries import EXTRA, bringing
from tests.golden_cases import ROOT
from tests.rescore.archives import rescore
from tests.running import working_in

CHECKOUT = f"sys.path.insert(0, {str(ROOT)!r})"
RESCORE = "import legacy_scorers.rescore.cli as cli; sys.exit(cli.main(sys.argv[1:]))"
SCORE = """from legacy_scorers.rescore import score; run = score(sys.argv[1], sys.argv[2:])
print(len(run.matches), run.matches[0].why, run.tables, run.cell("fine", "all", "recall"))"""
SCORER2 = "scorer2 examples/scorer2/answers examples/scorer2/key"
OLDER = f"{SCORER2} examples/scorer2/sensemap -g mixed"


def without(libraries: list[str], program: str, words: str) -> subprocess.CompletedProcess[str]:
    """Run a program where some libraries are not installed."""
    hidden = [name.lower() for name in libraries]
    code = f"import sys; sys.modules.update(dict.fromkeys({hidden})); {CHECKOUT}; {program}"
    command = [sys.executable, "-I", "-c", code, *shlex.split(words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "words",
    [
        f"explain --cell fine/all/recall {SCORER2}",
        f"explain --against '{OLDER}' {SCORER2}",
        f"check {SCORER2}",
        f"check --format jsonl {SCORER2}",
        "check conlleval < examples/conlleval/output",
        "diff examples/archive/archive.toml README.md",
        "diff --format jsonl README.md README.md",
        "--help",
        "check --help",
    ],
)
def test_what_needs_no_library_runs_without(words: str) -> None:
    done = without(EXTRA, RESCORE, words)
    with working_in(ROOT):
        usual = rescore(*shlex.split(words))
    assert (done.returncode, done.stdout, done.stderr) == (usual.status, usual.stdout, usual.stderr)
    assert "needs" not in done.stderr


def test_runs_are_objects_without_any_library() -> None:
    done, usual = without(["click", *EXTRA], SCORE, SCORER2), without([], SCORE, SCORER2)
    assert (done.returncode, done.stdout, done.stderr) == (0, usual.stdout, "")
    assert usual.stdout.endswith(" ['fine'] <fine/all/recall 0.404>\n")


@pytest.mark.parametrize(
    "words",
    [
        "check examples/archive",
        "compare -- scorer2 a key -- scorer2 b key",
        "rank examples/archive senses",
        "measures scorer2",
        "init examples/archive",
        "run examples/archive",
        "site examples/archive pages",
        "table examples/archive",
        "run --help",
    ],
)
def test_the_rest_says_what_to_install(words: str) -> None:
    done = without(EXTRA, RESCORE, words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"rescore: needs {', '.join(EXTRA)}; {bringing('rescore')}\n"


@pytest.mark.parametrize(
    ("library", "program"),
    [
        *[(library, "run examples/archive") for library in EXTRA],
        ("msgspec", f"explain --format jsonl {SCORER2}"),
        ("msgspec", f"explain --format jsonl --against '{SCORER2}' {SCORER2}"),
        ("Jinja2", f"explain --format html {SCORER2}"),
        ("click", f"diff {SCORER2}"),
    ],
)
def test_one_that_is_missing_is_named(library: str, program: str) -> None:
    done = without([library], RESCORE, program)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"rescore: needs {library}; {bringing('rescore')}\n"


@pytest.mark.parametrize(("form", "needed"), [("jsonl", "msgspec"), ("html", "Jinja2")])
@pytest.mark.parametrize("against", ["", f"--against '{OLDER}'"])
def test_other_forms_of_explanations_need_one_library(form: str, needed: str, against: str) -> None:
    others = [library for library in EXTRA if library != needed]
    done = without(others, RESCORE, f"explain --format {form} {against} {SCORER2}")
    assert (done.returncode, done.stderr) == (1 if against else 0, "")
    assert done.stdout


def test_the_extra_names_the_libraries() -> None:
    extra = next(line for line in (ROOT / "pyproject.toml").read_text().splitlines() if line.startswith("rescore = ["))
    assert all(f'"{name}>=' in extra for name in EXTRA)
    assert all(importlib.metadata.version(name) for name in EXTRA)


def placed(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package.mkdir(parents=True)
    monkeypatch.setattr(legacy_scorers, "__file__", str(package / "__init__.py"))


def test_an_installation_is_completed_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    placed(tmp_path / "site-packages" / "legacy_scorers", monkeypatch)
    assert bringing("rescore") == "python3 -m pip install 'legacy-scorers[rescore]'"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the script is in another folder")
def test_a_checkout_is_named_by_its_folder_and_its_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = tmp_path / "the suite"
    placed(checkout / "legacy_scorers", monkeypatch)
    (checkout / "develop.py").touch()
    assert bringing("plots") == f"python3 -m pip install '{checkout}[plots]'"
    script = checkout / ".venv" / "bin" / "activate"
    script.parent.mkdir(parents=True)
    script.touch()
    assert bringing("plots") == f". '{script}'"
    monkeypatch.setattr(sys, "prefix", str(checkout / ".venv"))
    assert bringing("plots") == f"python3 -m pip install '{checkout}[plots]'"
