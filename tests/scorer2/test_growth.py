"""Inputs made by hand to be slow: four times the input takes about four times as long to score."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.growth import assert_linear
from tests.running import run_on

pytestmark = pytest.mark.growth

Files = dict[str, bytes]


def senses_below_one_that_the_key_repeats(n: int) -> Files:
    tags = [b"s%06d" % number for number in range(n)]
    return {
        "answers": b"w 1 %b\n" % b" ".join(tags),
        "key": b"w 1 %b\n" % b" ".join([b"S"] * n),
        "map": b"S\n" + b"".join(b"%b 2 S\n" % tag for tag in tags),
    }


def parents_of_one_that_the_key_repeats(n: int) -> Files:
    parents = [b"p%06d" % number for number in range(n)]
    return {
        "answers": b"w 1 %b\n" % b" ".join(parents),
        "key": b"w 1 %b\n" % b" ".join([b"S"] * n),
        "map": b"S 9999991 %b\n" % b" 1 ".join(parents),
    }


def senses_below_two_of_which_the_key_repeats_one(n: int) -> Files:
    numbers = range(n)
    return {
        "answers": b"w 1 %b\n" % b" ".join(b"s%06d" % number for number in numbers),
        "key": b"w 1 %b %b\n" % (b" ".join([b"S"] * n), b" ".join(b"t%06d" % number for number in numbers)),
        "map": b"S\n" + b"".join(b"s%06d 2 S 3 t%06d\n" % (number, number) for number in numbers),
    }


def one_map_line_of_many_parents(n: int) -> Files:
    parents = [b"p%06d" % number for number in range(n)]
    return {
        "answers": b"".join(
            b"w %06d %b/0.%06d c/0.1\n" % (number, parent, number) for number, parent in enumerate(parents)
        ),
        "key": b"".join(b"w %06d S k%06d\n" % (number, number) for number in range(n)),
        "map": b"S 2 %b\n" % b" 2 ".join(parents),
    }


def one_map_line_of_many_parents_in_the_answers(n: int) -> Files:
    files = one_map_line_of_many_parents(n)
    return {**files, "answers": b"".join(b"w %06d S/0.%06d c/0.1\n" % (number, number) for number in range(n))}


def one_long_topmost_parent(n: int) -> Files:
    return {**one_map_line_of_many_parents_in_the_answers(n), "map": b"S 2 %b\n" % (b"parent" * n)}


def one_instance_of_many_senses(n: int) -> Files:
    tags = [b"s%06d" % number for number in range(n)]
    return {
        "answers": b"w 1 %b\n" % b" ".join(tags),
        "key": b"w 1 %b\n" % b" ".join(reversed(tags)),
        "map": b"".join(b"%b 2 p%06d\n" % (tag, number // 2) for number, tag in enumerate(tags)),
    }


@pytest.mark.parametrize("granularity", ["mixed", "coarse"])
@pytest.mark.parametrize(
    "make",
    [
        senses_below_one_that_the_key_repeats,
        parents_of_one_that_the_key_repeats,
        senses_below_two_of_which_the_key_repeats_one,
        one_map_line_of_many_parents,
        one_map_line_of_many_parents_in_the_answers,
        one_long_topmost_parent,
        one_instance_of_many_senses,
    ],
)
def test_time_grows_with_the_input(make: Callable[[int], Files], granularity: str) -> None:
    words = ["answers", "key", "map", "-g", granularity]
    assert_linear(make, lambda files: run_on(files, "scorer2", words), 3000)
