"""A run sees the world through its host alone: no other module of a scorer or of ``common`` touches the system."""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from legacy_scorers.common.cli import run
from legacy_scorers.common.host import FILE
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.scorer2.cli import score
from tests.golden_cases import GOLDEN, PACKAGE_OF
from tests.suite.test_architecture import MODULES, name, parsed

OF_THE_HOST = ("common/host/system.py", "common/host/placing.py")  # the host of the system, which places reports
OF_THE_SYSTEM = {
    "os": {
        "access", "chdir", "chmod", "environ", "fdopen", "fstat", "getcwd", "getenv", "listdir", "lstat", "makedirs",
        "mkdir", "open", "putenv", "read", "remove", "rename", "replace", "scandir", "stat", "unlink", "walk", "write",
    },
    "path": {
        "abspath", "exists", "expanduser", "getmtime", "getsize", "isdir", "isfile", "islink", "lexists", "realpath",
        "samefile",
    },
    "sys": {"stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__", "addaudithook"},
}  # fmt: skip
CALLS = {"open", "print", "input"}
LIBRARIES = {"pathlib", "tempfile", "shutil", "subprocess", "glob", "fileinput"}
ALLOWED = {"faireval/api.py": {"tempfile"}}  # a report that users of the module write piece by piece


def touched(tree: ast.Module) -> Iterator[str]:
    """Yield what a module names of the system."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if node.attr in OF_THE_SYSTEM.get(owner, ()):
                yield f"{owner}.{node.attr}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            yield node.func.id
        elif isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & LIBRARIES
        elif isinstance(node, ast.ImportFrom):
            yield from {node.module or ""} & LIBRARIES
            yield from {f"{node.module}.{alias.name}" for alias in node.names if node.module in OF_THE_SYSTEM}


@pytest.mark.parametrize("package", ["common", *PACKAGE_OF.values()])
def test_only_hosts_touch_the_system(package: str) -> None:
    paths = [path for path in MODULES if name(path).startswith(f"{package}/") and name(path) not in OF_THE_HOST]
    found = {name(path): {*touched(parsed(path))} - ALLOWED.get(name(path), set()) for path in paths}
    assert {path: names for path, names in found.items() if names} == {}


def test_rescore_neither_redirects_streams_nor_watches_python() -> None:
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert not any(word in text for word in ("redirect_stdout", "addaudithook")), name(path)


class Zipped(Memory):
    """The files of a zip file: docs/architecture.md, 'How a run sees the world'."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)
        super().__init__(dict.fromkeys([name for name in self._zip.namelist() if not name.endswith("/")], b""))

    def open(self, path: str | bytes) -> IO[bytes]:  # type: ignore[override]
        return self._zip.open(self.place(path)) if self.kind(path) == FILE else super().open(path)


def test_a_host_that_reads_a_zip_file_is_a_few_lines(tmp_path: Path) -> None:
    case = GOLDEN / "scorer2" / "basic_mixed_v"
    with zipfile.ZipFile(tmp_path / "run.zip", "w") as packed:
        for file in sorted((case / "in").iterdir()):
            packed.write(file, file.name)
    host = Zipped(tmp_path / "run.zip")
    words = (case / "cmd").read_text().split()[1:]
    assert run("scorer2", score, words, host) == 0
    assert host.stdout.getvalue() == (case / "stdout").read_bytes()
