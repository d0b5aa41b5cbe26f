"""The modules of large packages: the list of them by step in the package, and the one direction of their imports."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

PACKAGES = ("mat_score", "muc_scorer", "muc_scorer.v1997", "muc_scorer.v33")
COMMANDS = ("muc_scorer.cli",)  # a command chooses among the packages inside its own
ROOT = Path(__file__).resolve().parent.parent


def modules(package: str) -> list[str]:
    """Return the modules of a package, not those of packages inside it."""
    paths = ROOT.joinpath(*package.split(".")).glob("*.py")
    return sorted(f"{package}.{path.stem}" for path in paths if path.stem != "__init__")


def listed(package: str) -> dict[str, int]:
    """Return the modules that the package lists, with the number of their step."""
    lines = (import_module(package).__doc__ or "").splitlines()
    steps = [line.split(": ")[1].split() for line in lines if line.startswith("    ")]
    return {f"{package}.{module}": number for number, names in enumerate(steps) for module in names}


def imported(module: str) -> set[str]:
    """Return the modules that a module imports when it runs."""
    tree = ast.parse(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_bytes())
    typing = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    only_typing = {inner for node in typing for inner in ast.walk(node)}
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node not in only_typing]
    members = {f"{node.module}.{alias.name}" for node in imports for alias in node.names}
    return {name for name in {*members, *[node.module or "" for node in imports]} if name in ALL}


ALL = {module: package for package in PACKAGES for module in modules(package)}
STEP = {module: step for package in PACKAGES for module, step in listed(package).items()}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_is_listed_once(package: str) -> None:
    assert sorted(listed(package)) == modules(package)


@pytest.mark.parametrize("module", ALL)
def test_imports_do_not_point_at_later_steps(module: str) -> None:
    of_package = [name for name in imported(module) if ALL[name] == ALL[module]]
    assert not [name for name in of_package if STEP[name] > STEP[module]]


@pytest.mark.parametrize("module", [module for module in ALL if module not in COMMANDS])
def test_imports_do_not_point_into_a_package_of_another_version(module: str) -> None:
    others = [name for name in imported(module) if ALL[name] != ALL[module]]
    assert not [name for name in others if not ALL[module].startswith(f"{ALL[name]}.")]
