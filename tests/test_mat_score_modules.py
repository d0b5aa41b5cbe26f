"""The modules of MATScore: the list of them in the package, and the one direction of their imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import mat_score

FOLDER = Path(mat_score.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
LISTED = [line.split(": ")[1].split() for line in (mat_score.__doc__ or "").splitlines() if line.startswith("    ")]
STEP = {module: number for number, modules in enumerate(LISTED) for module in modules}


def imported(module: str) -> set[str]:
    """Return the modules of the package that a module imports when it runs."""
    tree = ast.parse((FOLDER / f"{module}.py").read_bytes())
    typing = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    only_typing = {inner for node in typing for inner in ast.walk(node)}
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node not in only_typing]
    of_package = {alias.name for node in imports if node.module == "mat_score" for alias in node.names}
    paths = [(node.module or "").split(".") for node in imports]
    return of_package | {path[1] for path in paths if path[0] == "mat_score" and len(path) > 1}


def test_every_module_is_listed_once() -> None:
    assert sorted(module for modules in LISTED for module in modules) == MODULES


@pytest.mark.parametrize("module", MODULES)
def test_imports_do_not_point_at_later_steps(module: str) -> None:
    assert not [name for name in imported(module) if STEP[name] > STEP[module]]
