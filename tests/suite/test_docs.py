"""Every command line in README and docs runs as shown.

In a ``console`` block a line after ``$ `` is a command, typed in the project's folder, and the lines up to the next one
are what it prints; a line ``...`` stands for any lines. Commands in ``sh`` blocks set things up and are listed here.
"""

from __future__ import annotations

import doctest
import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from legacy_scorers import commands
from tests.conftest import cases_by_origin
from tests.golden_cases import PACKAGE_OF, ROOT, is_night
from tests.rescore.archives import jobs_in_order
from tests.running import MODULE_OF, printed_here, run_here, working_in

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PLAIN = re.compile(r"bin/\S+(?: (?:'[^']*'|[\w./:=,+%@-]+)(?=[ ;]|$))*")
FOR_THE_SHELL = re.compile(r" *(?:[|;>]|2>)(?:(?!bin/).)*", re.DOTALL)  # what is done with the output of a command
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITH_EVALUATE = [package for package in PACKAGE_OF.values() if (ROOT / package / "evaluation.py").is_file()]
SET_UP = {
    "python3 develop.py demo",
    "python3 develop.py test",
    "python3 develop.py nightly",
    "python3 develop.py versions",
    "python3 develop.py benchmark",
    "python3 -m pip install .",
    'ln -s "$PWD/bin/scorer.pl" ~/experiments/scorer.pl',
    "python3 -m pip install '.[rescore]'",
    "python3 -m pip install '.[rescore,cluster]'",
    "dask scheduler",
    "dask worker tcp://head:8786",
    'for file in system*.tsv; do mkdir "${file%.*}" && mv "$file" "${file%.*}/dev.tsv"; done',
    "bin/rescore run --cluster tcp://head:8786 examples/archive",
    "bin/iobes --from iobes --to bio team.out > team.bio",
    r"awk '{ print $NF }' team.bio | paste -d ' ' gold.txt - | sed 's/^ $//' | bin/conlleval -d '[ \t]'",
}


class Shown(NamedTuple):
    """One command and the output that the page shows for it."""

    command: str
    output: str


def blocks(kind: str, pages: list[Path]) -> list[tuple[str, str]]:
    """Return page and text of every fenced block of a kind."""
    return [
        (page.name, body)
        for page in pages
        for found, body in BLOCK.findall(page.read_text(encoding="utf-8"))
        if found == kind
    ]


def shown_commands(page: Path) -> list[Shown]:
    commands = []
    for _, body in blocks("console", [page]):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            commands.append(Shown(command, output))
    return commands


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("bin", "common"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def typed(command: str, project: Path) -> bytes:
    """Return what a shell prints for a command."""
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=project,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    ).stdout


def printed(command: str, project: Path, outside: Path) -> bytes:
    """Return what a command prints: one of ours in this process by day, unless only a shell understands it.

    A shell does the rest, with what it has printed in files outside of the project.
    """
    plain = PLAIN.match(command)
    rest = command[plain.end() :] if plain else ""
    if not plain or (rest and not FOR_THE_SHELL.fullmatch(rest)) or is_night():
        return typed(command, project)
    executable, *words = shlex.split(plain[0])
    program = executable.removeprefix("bin/")
    with working_in(project), jobs_in_order():
        if not rest:
            return printed_here(program, words)
        done = run_here(program, words)
    (outside / "stdout").write_bytes(done.stdout)
    (outside / "stderr").write_bytes(done.stderr)
    return typed(f"again() {{ cat {outside}/stdout; cat {outside}/stderr >&2; }}; again{rest}", project)


@pytest.mark.parametrize("page", [page for page in PAGES if shown_commands(page)], ids=lambda page: page.name)
def test_commands_print_what_the_page_shows(
    page: Path, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("printed")
    for shown in shown_commands(page):
        output = printed(shown.command, project, outside).decode()
        pattern = re.escape(shown.output).replace(re.escape("...\n"), r"(?:.*\n)*?")
        assert re.fullmatch(pattern, output), f"$ {shown.command}\n{output}"


@pytest.mark.parametrize(("page", "body"), blocks("sh", PAGES), ids=lambda value: value.splitlines()[0])
def test_set_up_commands_are_known(page: str, body: str) -> None:
    lines = [line.partition("#")[0].strip() for line in body.splitlines()]
    assert {line for line in lines if line and not line.startswith("git clone")} <= SET_UP


@pytest.mark.parametrize(("page", "fewest"), [("README.md", 2), ("docs/python.md", 60), ("docs/coming-from.md", 6)])
def test_python_prints_what_the_page_shows(
    page: str, fewest: int, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried >= fewest
    assert not failed


@pytest.mark.parametrize("name", ["", *WITH_EVALUATE])
def test_examples_of_functions_run(name: str, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    failed, tried = doctest.testmod(import_module(f"legacy_scorers.{name}".rstrip(".")))
    assert tried
    assert not failed


@pytest.mark.parametrize("name", WITH_EVALUATE)
def test_the_page_on_python_shows_the_defaults_of_functions(name: str) -> None:
    call = inspect.signature(import_module(f"legacy_scorers.{name}").evaluate)
    bare = [one.replace(annotation=one.empty) for one in call.parameters.values()]
    shown = str(inspect.Signature(bare)).replace("'", '"')
    assert f"`{name}.evaluate{shown}`" in (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def test_no_command_line_escapes() -> None:
    untested = [(page, body) for kind in ("bash", "shell") for page, body in blocks(kind, PAGES)]
    assert not untested, "write a console block with its output, or a sh block for set-up"


def test_readme_counts_the_golden_cases() -> None:
    assert cases_by_origin() in (ROOT / "README.md").read_text(encoding="utf-8")


LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [page.parent / target for target in LINK.findall(page.read_text(encoding="utf-8"))]
    assert not [str(target) for target in targets if not target.exists()]


@pytest.mark.parametrize("program", MODULE_OF)
def test_entry_points_and_executables_go_through_one_door(program: str) -> None:
    executable = (ROOT / "bin" / program).read_text(encoding="utf-8")
    door = re.findall(r"^ *raise SystemExit\((\w+)\(\)\)$", executable, re.MULTILINE)[-1]
    assert f'"{program}" = "legacy_scorers.commands:{door}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert getattr(commands, door) is commands.COMMANDS[program]
