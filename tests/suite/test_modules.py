"""The modules of the scorers: the list of them by step in the package, and the one direction of their imports."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from tests.golden_cases import PACKAGE_OF
from tests.suite.test_architecture import SCORERS, inside

STEPS = tuple(f"muc_scorer.{step}" for step in ("read", "align", "report"))
ROOT = Path(__file__).resolve().parents[2]
PACKAGES = tuple(
    ".".join(path.parent.relative_to(ROOT).parts)
    for package in PACKAGE_OF.values()
    for path in sorted((ROOT / package).rglob("__init__.py"))
)


def modules(package: str) -> list[str]:
    """Return the modules of a package, not those of packages inside it."""
    paths = ROOT.joinpath(*package.split(".")).glob("*.py")
    return sorted(f"{package}.{path.stem}" for path in paths if path.stem != "__init__")


def folders(package: str) -> list[str]:
    """Return the packages inside a package."""
    paths = ROOT.joinpath(*package.split(".")).glob("*/__init__.py")
    return sorted(f"{package}.{path.parent.name}" for path in paths)


def listed(package: str) -> dict[str, int]:
    """Return the modules and folders that the package lists, with the number of their step."""
    lines = (import_module(f"legacy_scorers.{package}").__doc__ or "").splitlines()
    steps = [line.split(": ")[1].split() for line in lines if line.startswith("    ")]
    return {f"{package}.{module}": number for number, names in enumerate(steps) for module in names}


def imported(module: str) -> set[str]:
    """Return the modules that a module imports when it runs."""
    tree = ast.parse(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_bytes())
    typing = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    only_typing = {inner for node in typing for inner in ast.walk(node)}
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node not in only_typing]
    members = {inside(f"{node.module}.{alias.name}") for node in imports for alias in node.names}
    return {name for name in {*members, *[inside(node.module) for node in imports]} if name in ALL}


def position(module: str) -> list[int]:
    """Return the numbers of a module's steps, those of the folders that it is in before its own."""
    parts = module.split(".")
    return [STEP[".".join(parts[:length])] for length in range(2, len(parts) + 1)]


ALL = {module: package for package in PACKAGES for module in modules(package)}
STEP = {module: step for package in PACKAGES for module, step in listed(package).items()}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_is_listed_once(package: str) -> None:
    assert sorted(listed(package)) == sorted([*modules(package), *folders(package)])


def test_imports_do_not_point_at_later_steps() -> None:
    for module in ALL:
        assert not [name for name in imported(module) if position(name) > position(module)], module


@pytest.mark.parametrize("package", [*SCORERS, "rescore", "common.iobes"])
def test_a_package_says_what_is_public(package: str) -> None:
    imported_names: dict[str, object] = {}
    exec(f"from legacy_scorers.{package} import *", imported_names)
    assert {*imported_names} - {"__builtins__"} == {*import_module(f"legacy_scorers.{package}").__all__}


def version(module: str) -> str | None:
    """Return the version of muc-score that a module of a step is for, None if it is shared."""
    return next((name for name in ("v1997", "v33") if f".{name}" in module), None)


def test_imports_do_not_point_at_what_only_another_version_does() -> None:
    for module in [module for module in ALL if ALL[module].startswith(STEPS)]:
        assert not [name for name in imported(module) if version(name) not in (None, version(module))], module
