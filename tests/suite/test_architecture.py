"""The shape of the house: who imports whom, what a file may hold, what a command must not load."""

from __future__ import annotations

import ast
import functools
import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.golden_cases import PACKAGE_OF

ROOT = Path(__file__).resolve().parents[2]
SCORERS = tuple(PACKAGE_OF.values())
MODULES = sorted(path for package in ("common", *SCORERS, "rescore") for path in (ROOT / package).rglob("*.py"))
THIRD_PARTY = {
    "mat_score": {"lxml"},
    "muc_scorer": {"ply"},
    "rescore": {
        "click", "numpy", "tabulate", "tomli", "tqdm", "jinja2", "msgspec", "matplotlib", "dask", "distributed",
    },
}  # fmt: skip
LONGEST_MODULE = 500
LONGEST_ROW = 300  # characters of a row in the table of changes
LONGEST_RECIPE = 10  # lines
STRATEGIES = {"best_first", "first_free", "overlapping", "assignment"}  # of common.align and common.assignment
OF_THEIR_OWN = {  # modules that align items in the way of one scorer; docs/architecture.md says why
    "scorer2": "scorer2/search.py",
    "conlleval": "conlleval/align.py",
    "evalb": "evalb/align.py",
    "m2_scorer": "m2_scorer/align.py",
}
PAIRING = "by_identifier"  # the function of common.align that pairs units
BY_PLACE = {"conlleval", "evalb", "m2_scorer"}  # scorers whose units have no identifiers; docs/architecture.md says so
BY_ITS_OWN = {"mat_score": "mat_score/documents/pairs.py"}  # a module that pairs units in another way
LIBRARIES = ("common.iobes", "common.phrases", "common.host")  # phrases: what conlleval and iobes share
FLOORS = (
    {"reports"}, {"scorers"}, {"runs"}, {"archive"}, {"statistics"}, {"output"}, {"site"}, {"commands"},
)  # fmt: skip


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


@functools.cache
def imports(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Return all imports of a module, at whatever depth."""
    return [node for node in ast.walk(parsed(path)) if isinstance(node, (ast.Import, ast.ImportFrom))]


def inside(module: str | None) -> str:
    """Return a module's name without that of our package: a folder at the top, and what is in it."""
    return (module or "").removeprefix("legacy_scorers.")


def imported(path: Path) -> set[str]:
    """Return the top-level names, inside our package, of everything the module imports, at whatever depth."""
    found = set()
    for node in imports(path):
        if isinstance(node, ast.Import):
            found |= {inside(alias.name).split(".")[0] for alias in node.names}
        elif node.module and not node.level:
            found.add(inside(node.module).split(".")[0])
    return found


def test_imports_point_one_way() -> None:
    for path in MODULES:
        package = path.relative_to(ROOT).parts[0]
        others = {"rescore"} if package == "rescore" else {*SCORERS, "rescore"}
        assert not imported(path) & (others - {package}), name(path)


def modules_imported(path: Path, modules: set[str]) -> set[str]:
    """Return those of ``modules`` that a module imports, also for types only."""
    nodes = [node for node in imports(path) if isinstance(node, ast.ImportFrom)]
    wanted = {(inside(node.module), inside(f"{node.module}.{alias.name}")) for node in nodes for alias in node.names}
    return {member if member in modules else module for module, member in wanted} & modules


def test_no_modules_import_each_other_in_a_circle() -> None:
    paths = {name(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in MODULES}
    imported_by = {module: modules_imported(path, {*paths} - {module}) for module, path in paths.items()}
    assert len(list(TopologicalSorter(imported_by).static_order())) == len(paths)


def test_no_package_of_rescore_imports_one_above_it() -> None:
    floor = {f"rescore/{package}": number for number, packages in enumerate(FLOORS) for package in packages}
    for path in MODULES:
        here = floor.get("/".join(name(path).removesuffix(".py").split("/")[:2]), len(FLOORS))
        nodes = [node for node in imports(path) if isinstance(node, ast.ImportFrom)]
        there = [floor.get("/".join(inside(node.module).split(".")[:2]), 0) for node in nodes]
        assert max(there, default=0) <= here, name(path)


def test_third_party_imports_are_those_of_the_package() -> None:
    for path in MODULES:
        package = path.relative_to(ROOT).parts[0]
        optional = {"numpy"} if name(path) == "common/iobes/transition.py" else set()
        ours = {"common", "legacy_scorers", package, *(("commands", *SCORERS) if package == "rescore" else ())}
        foreign = imported(path) - set(sys.stdlib_module_names) - ours
        assert foreign <= THIRD_PARTY.get(package, set()) | optional, name(path)


@pytest.mark.parametrize("module", ["result", "tally"])
@pytest.mark.parametrize("package", SCORERS)
def test_every_scorer_is_built_on_the_library_in_the_middle(package: str, module: str) -> None:
    texts = [path.read_text() for path in (ROOT / package).rglob("*.py")]
    users = [text for text in texts if f"from legacy_scorers.common.{module} import" in text]
    assert users


def test_common_holds_what_scorers_share() -> None:
    """Every module of it is used by two scorers or more, whether by name or through another one."""
    paths = {name(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in MODULES}
    imported_by = {module: modules_imported(path, {*paths} - {module}) for module, path in paths.items()}
    users: dict[str, set[str]] = {}
    for package in SCORERS:
        reached: set[str] = set()
        waiting = [module for module in paths if module.split(".")[0] == package]
        while waiting:
            module = waiting.pop()
            new = imported_by[module] - reached
            reached |= new
            waiting += [found for found in new if found.startswith("common.")]
        for module in reached:
            users.setdefault(module, set()).add(package)
    own = [module for module in paths if module.startswith("common.") and not module.startswith(LIBRARIES)]
    assert [module for module in own if len(users.get(module, ())) < 2] == []


def users_of(functions: set[str]) -> set[str]:
    """Return the packages with a module that imports one of some functions of common."""
    found = set()
    for path in MODULES:
        nodes = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.ImportFrom)]
        names = {one.name for node in nodes if inside(node.module).startswith("common.") for one in node.names}
        if names & functions:
            found.add(path.relative_to(ROOT).parts[0])
    return found


def test_a_scorer_aligns_by_the_shared_strategies_or_the_page_says_why_not() -> None:
    assert {*SCORERS} - users_of(STRATEGIES) == {*OF_THEIR_OWN}
    described = (ROOT / "docs" / "architecture.md").read_text()
    assert {module for module in OF_THEIR_OWN.values() if f"its own `{module}`" in described} == {
        *OF_THEIR_OWN.values()
    }
    assert described.count("| its own `") == len(OF_THEIR_OWN)


def test_a_scorer_pairs_its_units_by_the_shared_function_or_the_page_says_why_not() -> None:
    assert {*SCORERS} - users_of({PAIRING}) == {*BY_PLACE, *BY_ITS_OWN}
    cells = [line.split("|") for line in (ROOT / "docs" / "architecture.md").read_text().splitlines()]
    units = {PACKAGE_OF[line[1].strip()]: line[2] for line in cells if line[1:] and line[1].strip() in PACKAGE_OF}
    assert {package for package, text in units.items() if "by place" in text} >= BY_PLACE
    assert {package for package, text in units.items() if PAIRING in text} == {*SCORERS} - {*BY_PLACE, *BY_ITS_OWN}
    assert all(f"`{module}`" in units[package] for package, module in BY_ITS_OWN.items())


def test_the_table_of_changes_can_be_read_at_a_glance() -> None:
    _, _, text = (ROOT / "docs" / "architecture.md").read_text().partition("## To change X, go to Y")
    rows = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("|")]
    assert rows
    assert [row for row in rows if len(row) > LONGEST_ROW] == []
    recipe = text.partition("## How to add a scorer")[2].strip().splitlines()
    assert 0 < len(recipe) <= LONGEST_RECIPE
    named = re.findall(r"`((?:common|rescore|tests|docs)/[\w/.-]+\.\w+)`", text)
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_a_file_holds_one_subject_and_says_which() -> None:
    for path in MODULES:
        content = path.read_bytes()
        assert len(content.splitlines()) <= LONGEST_MODULE, name(path)
        assert ast.get_docstring(parsed(path)), name(path)


@pytest.mark.parametrize("path", sorted(p for p in (ROOT / "bin").iterdir() if p.suffix != ".cmd"), ids=name)
def test_executables_are_thin_and_have_a_windows_twin(path: Path) -> None:
    assert len(path.read_bytes().splitlines()) <= 24
    started = path.resolve().name  # of a link, what it leads to
    twins = [path.parent / f"{one}.cmd" for one in (path.name, path.name.removesuffix(".py"))]
    (twin, *_) = [one for one in twins if one.exists()]
    assert twin.read_text(encoding="ascii").splitlines() == ["@echo off", f'py -3 "%~dp0{started}" %*']
