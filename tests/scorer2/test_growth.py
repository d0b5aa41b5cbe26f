"""Eight times the input takes about eight times as long to score, up to the size that docs/scorer2.md states."""

from __future__ import annotations

import pytest

from tests.growth import assert_linear
from tests.running import run_on

pytestmark = pytest.mark.growth


def one_instance_of_many_senses(n: int) -> dict[str, bytes]:
    tags = [b"s%06d" % number for number in range(n)]
    return {
        "answers": b"w 1 %b\n" % b" ".join(tags),
        "key": b"w 1 %b\n" % b" ".join(reversed(tags)),
        "map": b"".join(b"%b 2 p%06d\n" % (tag, number // 2) for number, tag in enumerate(tags)),
    }


@pytest.mark.parametrize("granularity", ["mixed", "coarse"])
def test_time_grows_with_the_input(granularity: str) -> None:
    words = ["answers", "key", "map", "-g", granularity]
    assert_linear(one_instance_of_many_senses, lambda files: run_on(files, "scorer2", words), 100_000)
