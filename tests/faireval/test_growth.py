"""Sentences of the stated size, and inputs that were once slow."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from legacy_scorers.faireval.align import FIRST_VERSION, align
from legacy_scorers.faireval.spans import parse_span
from tests.golden_cases import ROOT
from tests.growth import assert_linear

pytestmark = pytest.mark.growth

SPANS = 8_000  # of a sentence, on either side (docs/faireval.md, 'Sizes')

Sides = tuple[list[str], list[str]]


def line(label: str, begin: int, end: int, *tokens: int) -> str:
    return f"{label}\t{begin}\t{end}\t{','.join(map(str, tokens))}"


def overlapping(n: int) -> Sides:
    """Return a sentence in which nearly every span overlaps several others, and one span overlaps all."""
    chance = random.Random(1)

    def side(first: int) -> list[str]:
        begins = [chance.randint(1, n) for _ in range(n)]
        spans = [("A", first, n), *[(chance.choice("ABCDE"), begin, begin + chance.randrange(9)) for begin in begins]]
        return [line(label, begin, end, *range(begin, end + 1)) for label, begin, end in spans]

    return side(1), side(2)


def evaluated(sides: Sides, version: str = "") -> None:
    target, system = ([parse_span(text) for text in side] for side in sides)
    align(target, system, version)


@pytest.mark.parametrize("version", ["", FIRST_VERSION])
def test_matches_of_many_spans(version: str) -> None:
    assert_linear(overlapping, partial(evaluated, version=version), SPANS)


@pytest.mark.parametrize("factor", [2**61 - 1, 2**64 - 1, 2**61])
@pytest.mark.parametrize("what", ["tokens", "spans"])
def test_numbers_with_one_hash(factor: int, what: str) -> None:
    def numbers(n: int) -> Sides:
        every = range(1, n + 1)
        if what == "tokens":
            return [line("A", 1, n * factor, *[number * factor for number in every])], []
        return [line("A", number * factor, 2 * n * factor, 2 * n * factor) for number in every], []

    assert_linear(numbers, evaluated, 8000)


def many_labels(n: int) -> Sides:
    """Return nested spans of ``n`` labels."""

    def side(shift: int) -> list[str]:
        spans = [(number, 4 * n - number + shift) for number in range(1, n + 1)]
        return [line(f"L{begin}", begin, end, begin if shift else end) for begin, end in spans]

    return side(0), side(1)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell how much memory was used")
def test_the_square_of_many_labels_is_written_row_by_row(tmp_path: Path) -> None:
    target, system = many_labels(4000)
    (tmp_path / "system").mkdir()
    (tmp_path / "target.spans").write_text("\n".join(target), encoding="utf-8")
    (tmp_path / "system" / "target.spans").write_text("\n".join(system), encoding="utf-8")
    config = "target_in = target.spans\nsystem_in = system\neval_out = ./eval.csv\n"
    (tmp_path / "run.config").write_text(config, encoding="utf-8")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from legacy_scorers.faireval.cli import main\n"
        "status = main(['--config', 'run.config'])\n"
        "(most,) = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM:')]\n"
        "print(status, most, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program, ROOT], cwd=tmp_path, capture_output=True, check=True)
    status, most = map(int, done.stderr.split())
    assert status == 0
    assert most * 1024 < 50_000_000
    assert (tmp_path / "eval.csv").stat().st_size > 32_000_000
