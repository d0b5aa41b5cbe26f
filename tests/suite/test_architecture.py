"""The shape of the house: who imports whom, what a file may hold, what a command must not load."""

from __future__ import annotations

import ast
import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCORERS = ("scorer2", "faireval", "mat_score", "muc_scorer")
MODULES = sorted(path for package in ("common", *SCORERS, "rescore") for path in (ROOT / package).rglob("*.py"))
THIRD_PARTY = {
    "common": set[str](),
    "scorer2": set[str](),
    "faireval": set[str](),
    "mat_score": {"lxml"},
    "muc_scorer": {"ply"},
    "rescore": {"click", "numpy", "tabulate", "tomli", "tqdm", "jinja2", "matplotlib", "dask", "distributed"},
}
LONGEST_MODULE = 300
WALKS = {"scorer2": "scorer2", "FairEval": "faireval", "MATScore": "mat_score", "muc-score": "muc_scorer"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> set[str]:
    """Return the top-level names of everything the module imports, at whatever depth."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_point_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    others = {"rescore"} if package == "rescore" else {*SCORERS, "rescore"}
    assert not imported(path) & (others - {package})


def modules_imported(path: Path, modules: set[str]) -> set[str]:
    """Return those of ``modules`` that a module imports, at whatever depth, also for types only."""
    nodes = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ImportFrom)]
    wanted = {(node.module or "", f"{node.module}.{alias.name}") for node in nodes for alias in node.names}
    return {member if member in modules else module for module, member in wanted} & modules


def test_no_modules_import_each_other_in_a_circle() -> None:
    paths = {name(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in MODULES}
    imports = {module: modules_imported(path, {*paths} - {module}) for module, path in paths.items()}
    assert len(list(TopologicalSorter(imports).static_order())) == len(paths)


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_third_party_imports_are_those_of_the_package(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    optional = {"numpy"} if name(path) in ("common/iobes/transition.py", "common/resample.py") else set()
    ours = {"common", "legacy_scorers", package, *(SCORERS if package == "rescore" else ())}
    foreign = imported(path) - set(sys.stdlib_module_names) - ours
    assert foreign <= THIRD_PARTY[package] | optional


@pytest.mark.parametrize("module", ["result", "align", "tally"])
@pytest.mark.parametrize("package", SCORERS)
def test_every_scorer_is_built_on_the_library_in_the_middle(package: str, module: str) -> None:
    users = [path for path in (ROOT / package).rglob("*.py") if f"from common.{module} import" in path.read_text()]
    assert users


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_file_holds_one_subject(path: Path) -> None:
    assert len(path.read_bytes().splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_bytes()))


@pytest.mark.parametrize("path", sorted(p for p in (ROOT / "bin").iterdir() if p.suffix != ".cmd"), ids=name)
def test_executables_are_thin_and_have_a_windows_twin(path: Path) -> None:
    assert len(path.read_bytes().splitlines()) <= 20
    assert (path.parent / f"{path.name.removesuffix('.py')}.cmd").exists()


def test_the_page_says_who_uses_what_common_holds() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## What `common` holds\n")[2].partition("\n\nSome")[0]
    rows = dict(re.findall(r"\| `(\w+)(?:\.py|/)` \|.*\| (.*) \|", table))
    assert rows.keys() == {path.stem for path in (ROOT / "common").glob("[a-z]*") if path.suffix in ("", ".py")}
    for module, users in rows.items():
        told = {WALKS.get(user, user) for user in re.findall(r"[\w-]+", users)}
        found = [path for path in MODULES if f"from common.{module}" in path.read_text(encoding="utf-8")]
        assert told & {*SCORERS, "rescore"} == {name(path).partition("/")[0] for path in found} - {"common"}, module


@pytest.mark.parametrize("package", SCORERS)
def test_the_table_of_steps_names_modules(package: str) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    header, _, *rows = page[page.index("| step | scorer2") :].partition("\n\n")[0].splitlines()
    column = header.strip("| ").split(" | ").index(package)
    told = re.findall(r"`([\w.]+)/?`", " ".join(row.strip("| ").split(" | ")[column] for row in rows))
    files = [name(path).removesuffix(".py") for path in MODULES if name(path).startswith(f"{package}/")]
    modules = {part for file in files for part in file.split("/")}
    assert told
    assert not [word for word in told if not set(word.split(".")) <= modules]


@pytest.mark.parametrize(("title", "package"), WALKS.items())
def test_the_walk_of_an_input_is_told_in_the_words_of_the_code(title: str, package: str) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walk = page.partition(f"\n### {title}\n")[2].partition("\n##")[0]
    words = set(re.findall(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)`", walk))
    told = {word for word in words if not word.isupper() and (set("._") & set(word) or word[0].isupper())}
    examples = b" ".join(path.read_bytes() for path in (ROOT / "examples").rglob("*") if path.is_file()).decode(
        errors="replace"
    )
    code = " ".join(
        path.read_text(encoding="utf-8") for path in MODULES if name(path).startswith(("common/", f"{package}/"))
    )
    known = set(re.findall(r"\w+", code)) | {"common", package}
    assert len(told) > 5
    assert not [word for word in told if not set(word.split(".")) <= known and not re.search(rf"\b{word}\b", examples)]
