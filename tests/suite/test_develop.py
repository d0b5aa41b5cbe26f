"""``develop.py``: its environment finds the package; where it cannot do its work, one line says what to do."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import develop
import release
from tests import unprivileged
from tests.golden_cases import ROOT
from tests.unprivileged import reachable_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions")


@pytest.fixture
def checkout() -> Iterator[Path]:
    """Return a folder with what ``develop.py`` looks at before it runs anything of the project."""
    with reachable_folder() as folder:
        for name in ("develop.py", "requirements-dev.lock"):
            shutil.copy(ROOT / name, folder)
        yield folder


def problem_of(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the last line on standard error, of a run that failed without a traceback."""
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    *steps, problem = done.stderr.decode().splitlines()
    assert all(step.startswith("develop.py: ") for step in steps)
    return problem


def test_a_python_without_ensurepip_is_one_line(checkout: Path) -> None:
    code = (
        "import runpy, sys; sys.modules['ensurepip'] = None; sys.argv = ['develop.py', 'demo']; "
        "runpy.run_path('develop.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, check=False)
    advice = "install it (on Debian and Ubuntu: apt install python3-venv)"
    assert problem_of(done) == f"develop.py: this Python has no module ensurepip; {advice}"
    assert not (checkout / ".venv").exists()


@posix
def test_a_checkout_that_cannot_be_written_is_one_line(checkout: Path) -> None:
    checkout.chmod(0o555)
    done = unprivileged.run([sys.executable, "develop.py", "demo"], checkout)
    problem = "cannot be written (Permission denied); use a copy of the project that you can write to"
    assert problem_of(done) == f"develop.py: {checkout / '.venv'}: {problem}"


@posix
def test_what_a_link_leads_to_is_not_emptied(checkout: Path) -> None:
    (checkout / "kept").mkdir()
    (checkout / "kept" / "file").touch()
    (checkout / ".venv").symlink_to("kept")
    done = subprocess.run([sys.executable, "develop.py", "demo"], cwd=checkout, capture_output=True, check=False)
    advice = "is a link, and the folder that it leads to would be emptied; remove the link"
    assert problem_of(done) == f"develop.py: {checkout / '.venv'} {advice}"
    assert (checkout / "kept" / "file").exists()


def test_an_index_that_cannot_be_reached_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://localhost:9/",
        "PIP_FIND_LINKS": "",
        "PIP_RETRIES": "0",
        "PIP_NO_CACHE_DIR": "1",
        "PIP_TARGET": str(tmp_path),
    }
    for name, value in nowhere.items():
        monkeypatch.setenv(name, value)
    problem = r"^develop.py: pip could not install the tools \(ERROR: .*\); "
    with pytest.raises(SystemExit, match=problem + "connect to a package index, or name one in PIP_INDEX_URL, and try"):
        develop.install_tools(Path(sys.executable))


@pytest.mark.parametrize("words", [[], ["nonsense"], ["demo", "test"], ["release"], ["demo", "1.2.0"]])
def test_without_a_task_the_tasks_are_listed(words: list[str], checkout: Path) -> None:
    done = subprocess.run([sys.executable, "develop.py", *words], cwd=checkout, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"python3 develop.py demo " in done.stderr


def test_the_lock_holds_what_the_configuration_pins_and_hashes_of_all() -> None:
    locked = re.split(r"^(?=[a-z])", (ROOT / "requirements-dev.lock").read_text(encoding="utf-8"), flags=re.MULTILINE)[
        1:
    ]
    assert all("--hash=sha256:" in requirement for requirement in locked)
    assert not [requirement for requirement in locked if "://" in requirement]
    pins = {requirement.split(" ")[0] for requirement in locked}
    configuration = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    _, _, group = configuration.partition("\ndev = [")
    pinned = re.findall(r'^    "([^";]+)', group.partition("\n]")[0], re.MULTILINE)
    assert {pin.lower().replace("_", "-") for pin in pinned} <= pins


@pytest.mark.parametrize("version", ["1.2", "v1.2.0", "1.2.0rc1", "next"])
def test_a_release_has_three_numbers(version: str) -> None:
    with pytest.raises(SystemExit, match=f"release.py: {version} is no version; write three numbers"):
        release.main([version])


def test_a_release_needs_something_that_users_get(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.0.0 (2026-01-01)\n")
    with pytest.raises(SystemExit, match="has no heading '## Unreleased'"):
        release.set_version(tmp_path, "1.2.0", datetime.date(2026, 1, 2))


def test_the_address_for_reports_is_that_of_the_project() -> None:
    (address,) = re.findall(r'^address = "(.*?)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert f"`{address}/security`" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_actions_are_pinned_by_commit() -> None:
    for workflow in (ROOT / ".github" / "workflows").iterdir():
        used = re.findall(r"uses: (\S+)", workflow.read_text(encoding="utf-8"))
        assert used
        assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_the_environment_finds_the_package_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = tmp_path / "environment"
    venv.create(environment)
    monkeypatch.setattr(develop, "PYTHON", environment / "bin" / "python")
    monkeypatch.setattr(develop, "CHECKOUT", environment / "checkout")
    develop.link_package()
    develop.show_package()
    code = "import os, legacy_scorers.common.tally as tally; print(os.path.realpath(tally.__file__))"
    done = subprocess.run([develop.PYTHON, "-c", code], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.decode() == f"{ROOT / 'common' / 'tally.py'}\n"


@posix
def test_rights_are_given_up_where_only_this_user_can_read(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nread line <secret && echo $line && >new\n")
    program.chmod(0o500)
    (tmp_path / "secret").write_text("read\n")
    (tmp_path / "secret").chmod(0o400)
    tmp_path.chmod(0o500)
    done = unprivileged.run([str(program)], tmp_path)
    tmp_path.chmod(0o700)
    assert (done.stdout, done.returncode != 0) == (b"read\n", True)
    assert not (tmp_path / "new").exists()
