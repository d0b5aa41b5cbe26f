"""The examples of the page on common.iobes run, and the calls that its quirks name were recorded."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from typing import Any

import pytest

from legacy_scorers.common.iobes.cli import main
from tests.golden_cases import GOLDEN, ROOT

PAGE = (ROOT / "docs" / "iobes.md").read_text(encoding="utf-8")
QUIRKS = (ROOT / "docs" / "quirks-iobes.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def run(examples: str) -> doctest.TestResults:
    runner = doctest.DocTestRunner()
    return runner.run(doctest.DocTestParser().get_doctest(examples, {}, "docs/iobes.md", "docs/iobes.md", 0))


def test_the_examples_of_the_library() -> None:
    results = run("\n".join(block for block in blocks("python") if "transitions_to_mask" not in block))
    assert results.attempted > 15
    assert not results.failed


def test_the_example_of_a_mask() -> None:
    pytest.importorskip("numpy", reason="masks are numpy arrays")
    assert [run(block).failed for block in blocks("python") if "transitions_to_mask" in block] == [0]


def test_the_examples_of_the_command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    examples = [example for block in blocks("console") for example in block.split("$ ")[1:] if "|" not in example]
    assert len(examples) == 3
    for example in examples:
        line, wanted = example.split("\n", 1)
        command, *words = shlex.split(line)
        assert command == "bin/iobes"
        main(words)
        assert "".join(capfd.readouterr()) == wanted


def test_quirks_name_recorded_calls() -> None:
    calls = [json.loads(line) for line in (GOLDEN / "iobes" / "calls.jsonl").read_text(encoding="utf-8").splitlines()]
    recorded: list[tuple[str, Any]] = [(call["function"], call["args"]) for call in calls]
    named = [(name, json.loads(f"[{args}]")) for name, args in re.findall(r"`([\w.]+)\(([^`]+)\)`", QUIRKS)]
    assert len(named) > 12
    assert [call for call in named if call not in recorded] == []
