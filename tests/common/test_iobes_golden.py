"""Every recorded call of the original library, log records included."""
# ruff: noqa: ANN401 - what comes from JSON may be anything

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

from legacy_scorers.common import iobes
from tests.golden_cases import GOLDEN

CALLS = [json.loads(line) for line in (GOLDEN / "iobes" / "calls.jsonl").read_text(encoding="utf-8").splitlines()]
RECORDED_WITH = (3, 11)  # the Python whose messages are in the recorded calls
FUNCTIONS = sorted({call["function"] for call in CALLS})


def named(path: str) -> Any:
    return reduce(getattr, path.split("."), iobes)


def decoded(value: Any) -> Any:
    """Return the value that the recorded JSON stands for."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$array" in value:
        numpy = pytest.importorskip("numpy", reason="arrays are compared with numpy")
        return numpy.array(value["$array"], dtype=value["dtype"])
    kind = next(iter(value), "")
    if not kind.startswith("$"):
        return value
    content = value[kind]
    makers: dict[str, Callable[[], Any]] = {
        "$span": lambda: iobes.Span(content[0], content[1], content[2], tuple(content[3])),
        "$error": lambda: iobes.Error(*content),
        "$transition": lambda: iobes.Transition(*content),
        "$enc": lambda: iobes.SpanEncoding[content],
        "$format": lambda: named(content),
        "$func": lambda: named(content),
        "$tuple": lambda: tuple(decoded(content)),
        "$dict": lambda: {decoded(key): decoded(item) for key, item in content},
    }
    return makers[kind]()


def outcome(call: dict[str, Any], args: list[Any], kwargs: dict[str, Any]) -> tuple[str, Any]:
    try:
        return "result", named(call["function"])(*args, **kwargs)
    except (IndexError, KeyError, NotImplementedError, TypeError, ValueError) as error:
        return "exception", [type(error).__name__, str(error)]


def wanted(call: dict[str, Any]) -> tuple[str, Any]:
    return ("exception", call["exception"]) if "exception" in call else ("result", decoded(call["result"]))


def same(want: tuple[str, Any], got: tuple[str, Any]) -> bool:
    if want[0] == "exception" and worded_by_python(*want[1]) and sys.version_info[:2] != RECORDED_WITH:
        return got[0] == "exception" and bool(want[1][0] == got[1][0])
    if hasattr(want[1], "dtype"):
        return bool(want[1].dtype == got[1].dtype and want[1].tolist() == got[1].tolist())
    return want == got and typed(want[1]) == typed(got[1])


def worded_by_python(kind: str, message: str) -> bool:
    return kind in ("TypeError", "IndexError", "KeyError") or message.startswith("max()")


def typed(value: Any) -> Any:
    """Return the types of a value and of what is in it, since named tuples are equal to plain ones."""
    if isinstance(value, dict):
        return [typed(list(value)), typed(list(value.values()))]
    return [type(value), *map(typed, value)] if isinstance(value, list | tuple) else type(value)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_recorded_calls(function: str, caplog: pytest.LogCaptureFixture) -> None:
    if function == "transition.transitions_to_mask":
        pytest.importorskip("numpy", reason="masks are numpy arrays")
    for call in (call for call in CALLS if call["function"] == function):
        caplog.clear()
        args, kwargs = decoded(call["args"]), {name: decoded(value) for name, value in call.get("kwargs", {}).items()}
        got = outcome(call, args, kwargs)
        assert same(wanted(call), got), (call, got)
        records = [[record.levelname, record.getMessage()] for record in caplog.records if record.name == "iobes"]
        assert records == call.get("log", []), call
        assert args == decoded(call.get("args_after", call["args"])), call
        assert kwargs == {
            name: decoded(value) for name, value in call.get("kwargs_after", call.get("kwargs", {})).items()
        }


def test_warnings_are_those_of_the_library_logger() -> None:
    assert iobes.LOGGER is logging.getLogger("iobes")
