"""Every public function and class of ``common`` has an example that runs; those of ``common.iobes`` are in its page."""

from __future__ import annotations

import ast
import doctest
import re
import sys
from pathlib import Path

import pytest

from tests.golden_cases import ROOT

EXAMPLES = Path(__file__).with_name("examples.txt")
MODULES = sorted([*(ROOT / "common").glob("*.py"), *(ROOT / "common" / "host").glob("*.py")])


@pytest.mark.skipif(sys.platform == "win32", reason="signals are held on POSIX systems")
def test_examples_run() -> None:
    failed, tried = doctest.testfile(str(EXAMPLES), module_relative=False, encoding="utf-8")
    assert tried > 50
    assert not failed


def test_nothing_public_lacks_an_example() -> None:
    used = {
        name
        for line in re.findall(r">>> from legacy_scorers.common\S* import (.*)", EXAMPLES.read_text(encoding="utf-8"))
        for name in line.split(", ")
    }
    public = {
        node.name
        for path in MODULES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }
    assert public - used == set()
