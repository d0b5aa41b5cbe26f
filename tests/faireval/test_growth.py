"""Inputs made by hand to be slow: four times the input takes about four times as long to evaluate."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faireval.align import equals, errors
from faireval.spans import parse_span
from faireval.tally import Meetings
from tests.golden_cases import ROOT
from tests.growth import assert_linear

pytestmark = pytest.mark.growth

Sides = tuple[list[str], list[str]]


def line(label: str, begin: int, end: int, *tokens: int) -> str:
    return f"{label}\t{begin}\t{end}\t{','.join(map(str, tokens))}"


def same_boundaries_disjoint_tokens(n: int) -> Sides:
    target = [line("A", 1, 2 * n, 2 * number + 1) for number in range(n)]
    return target, [line("A", 1, 2 * n, 2 * number + 2) for number in range(n)]


def other_boundaries_disjoint_tokens(n: int) -> Sides:
    target, system = same_boundaries_disjoint_tokens(n)
    return target, [span.replace(f"\t{2 * n}\t", f"\t{2 * n + 1}\t") for span in system]


def neighbours_that_do_not_overlap(n: int) -> Sides:
    numbers = range(n)
    return [line("A", 1, 3, 1 + number % 3) for number in numbers], [
        line("A", 4, 5, 4 + number % 2) for number in numbers
    ]


def nested(n: int, labels: int = 1, *, centre: bool = False) -> Sides:
    def side(shift: int) -> list[str]:
        spans = [(number, 4 * n - number + shift) for number in range(1, n + 1)]
        return [
            line(f"L{begin % labels}", begin, end, 2 * n if centre else begin if shift else end) for begin, end in spans
        ]

    return side(0), side(1)


def nested_around_one_token(n: int) -> Sides:
    return nested(n, centre=True)


def nested_with_many_labels(n: int) -> Sides:
    return nested(n, labels=n)


def nested_more_in_the_target(n: int) -> Sides:
    target, system = nested(n, centre=True)
    return target, system[::2]


def labels_in_one_place(n: int) -> Sides:
    return [line(f"T{number}", 1, 1, 1) for number in range(n)], [line(f"S{number}", 1, 1, 1) for number in range(n)]


def one_label_twice_in_one_place(n: int) -> Sides:
    target, system = same_boundaries_disjoint_tokens(n)
    return target, [*system, line("B", 1, 2 * n, 1)]


def one_long_many_short(n: int) -> Sides:
    return [line("A", 1, n, *range(1, n + 1))], [line("A", number, number, number) for number in range(1, n + 1)]


def one_common_token(n: int) -> Sides:
    numbers = range(2, n + 2)
    return [line("A", 1, 2 * n + 2, 1, number) for number in numbers], [
        line("A", 1, 2 * n + 3, 1, number + n) for number in numbers
    ]


def one_common_token_of_used_spans(n: int) -> Sides:
    numbers = range(2, n + 2)
    target = [line("A", 2, n + 2, number) for number in numbers] + [line("A", 1, n + 2, 1)] * n
    return target, [line("A", 1, n + 3, 1, number) for number in numbers]


def common_tokens_in_many_combinations(n: int) -> Sides:
    def side(end: int) -> list[str]:
        return [line("A", 1, end, 1 + number % 8, 9 + number % 7, 100 + number) for number in range(n)]

    return side(n + 100), side(n + 101)


def unlisted_apart(n: int) -> Sides:
    target, system = nested(n)
    return target, [*system, *[f"B\t{5 * n + number}\t{5 * n + number}\tx" for number in range(n)]]


def unlisted_beside(n: int) -> Sides:
    target, system = neighbours_that_do_not_overlap(n)
    return [span[:-1] + "x" for span in target], [span[:-1] + "x" for span in system]


SENTENCES = [
    same_boundaries_disjoint_tokens,
    other_boundaries_disjoint_tokens,
    neighbours_that_do_not_overlap,
    nested,
    nested_around_one_token,
    nested_with_many_labels,
    nested_more_in_the_target,
    labels_in_one_place,
    one_label_twice_in_one_place,
    one_long_many_short,
    one_common_token,
    one_common_token_of_used_spans,
    common_tokens_in_many_combinations,
    unlisted_apart,
    unlisted_beside,
]


@pytest.mark.parametrize("sides", SENTENCES, ids=lambda sides: sides.__name__)
def test_meetings_of_many_spans(sides: Callable[[int], Sides]) -> None:
    assert_linear(sides, evaluated, 1000)


def evaluated(sides: Sides) -> None:
    target, system = ([parse_span(text, index) for index, text in enumerate(side)] for side in sides)
    equals(target, system, errors(target, system))


@pytest.mark.parametrize("factor", [2**61 - 1, 2**64 - 1, 2**61])
@pytest.mark.parametrize("what", ["tokens", "spans"])
def test_numbers_with_one_hash(factor: int, what: str) -> None:
    def numbers(n: int) -> Sides:
        every = range(1, n + 1)
        if what == "tokens":
            return [line("A", 1, n * factor, *[number * factor for number in every])], []
        return [line("A", number * factor, 2 * n * factor, 2 * n * factor) for number in every], []

    assert_linear(numbers, evaluated, 2000)


def evaluation(n: int) -> dict[str, Any]:
    """Return the counts of a sentence of ``n`` labels."""
    target, system = ([parse_span(text, index) for index, text in enumerate(side)] for side in nested(n, labels=n))
    meetings = Meetings()
    meetings.count(target, errors(target, system))
    return meetings.evaluation(meetings.tally("target"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell how much memory was used")
def test_the_square_of_many_labels_is_written_row_by_row(tmp_path: Path) -> None:
    target, system = nested(4000, labels=4000)
    (tmp_path / "system").mkdir()
    (tmp_path / "target.spans").write_text("\n".join(target), encoding="utf-8")
    (tmp_path / "system" / "target.spans").write_text("\n".join(system), encoding="utf-8")
    config = "target_in = target.spans\nsystem_in = system\neval_out = ./eval.csv\n"
    (tmp_path / "run.config").write_text(config, encoding="utf-8")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from faireval.cli import main\n"
        "status = main(['--config', 'run.config'])\n"
        "(most,) = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM:')]\n"
        "print(status, most, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program, ROOT], cwd=tmp_path, capture_output=True, check=True)
    status, most = map(int, done.stderr.split())
    assert status == 0
    assert most * 1024 < 50_000_000
    assert (tmp_path / "eval.csv").stat().st_size > 32_000_000


def test_one_sentence_of_many_labels() -> None:
    assert_linear(lambda n: n, evaluation, 1000)
