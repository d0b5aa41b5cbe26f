"""The garbage collector is paused while a run is kept, and afterwards it is as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from legacy_scorers.common.collector import uncollected
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host.memory import Memory


@pytest.fixture(params=[True, False])
def is_on(request: pytest.FixtureRequest) -> Iterator[bool]:
    if not request.param:
        gc.disable()
    yield request.param
    gc.enable()


@uncollected
def paused_twice(one: int, *, other: int) -> tuple[object, ...]:
    return one, other, gc.isenabled(), uncollected(gc.isenabled)(), gc.isenabled()


def test_it_is_paused_and_then_as_it_was(is_on: bool) -> None:
    assert paused_twice(1, other=2) == (1, 2, False, False, False)
    assert gc.isenabled() is is_on


def test_it_is_as_it_was_after_an_error(is_on: bool) -> None:
    with pytest.raises(ZeroDivisionError):
        uncollected(lambda: 1 // 0)()
    assert gc.isenabled() is is_on


def test_it_is_paused_while_a_run_is_kept() -> None:
    seen = []

    def score(*_: object) -> int:
        seen.append(gc.isenabled())
        return 1

    with pytest.raises(InputError):
        evaluation_of(score, [], Memory({}))
    assert seen == [False]


def test_another_thread_may_turn_it_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(gc, "isenabled", lambda: False)  # as the other thread paused it, which then ends
        uncollected(list[int])()
    assert gc.isenabled()
