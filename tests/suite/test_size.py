"""The table of sizes counts what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.size import PACKAGES, main, size_of
from tests.golden_cases import ROOT

TEXT = '''"""A module.

In two paragraphs."""

import os  # a comment


# a comment
def first(one: int) -> int:
    """Return it."""
    text = """two
    lines"""
    return one + len(text)


class Thing:
    def second(self) -> str: return os.curdir
'''


def test_docstrings_comments_and_blank_lines_are_no_code(tmp_path: Path) -> None:
    path = tmp_path / "thing.py"
    path.write_text(TEXT)
    found = size_of([path])
    assert (found.lines, found.modules, found.code, found.functions) == (17, 1, 7, [5, 1])


def test_every_package_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"benchmarks"}
    assert set(PACKAGES) == packages
    monkeypatch.setattr("benchmarks.size.PACKAGES", ("conlleval", "scorer2"))
    assert main() == 0
