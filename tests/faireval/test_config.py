"""The configuration file: what each key becomes, which messages are printed, and what ends the run."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import System
from legacy_scorers.faireval.cli import main
from legacy_scorers.faireval.config import read_config, read_weights, refuse_report
from legacy_scorers.faireval.measures import DEFAULT_WEIGHTS

METHODS = ["traditional", "fair", "weighted"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("gold", "system"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "b").write_text("")
        (tmp_path / name / "a").write_text("")


def settings(text: str) -> dict[str, Any]:
    """Read a configuration; both inputs are named in it."""
    Path("run.config").write_text(f"target_in = gold/a\nsystem_in = system\n{text}", encoding="utf-8")
    config = read_config("run.config", System(), str)
    assert config is not None
    refuse_report("run.config", config, System())
    return config


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("labels = B, A ,,B,", "labels", ["B", "A"]),
        ("labels =", "labels", []),
        ("exclude = B, A, B", "exclude", ["B", "A", "NONE", "EMPTY"]),
        ("exclude", "exclude", ["NONE", "EMPTY"]),
        ("ignore_punct = FALSE", "ignore_punct", False),
        ("ignore_punct = no", "ignore_punct", True),
        ("ignore_punct =", "ignore_punct", True),
        ("focus = System", "focus", "system"),
        ("focus = both", "focus", "target"),
        ("eval_method = weighted , fair\nweights = default", "eval_method", ["fair", "weighted"]),
        ("eval_method = all\nweights = default", "eval_method", METHODS),
        ("eval_method = all, fair", "eval_method", ["fair"]),
        ("eval_method = weighted", "eval_method", ["fair"]),
        ("eval_method = traditional, weighted", "eval_method", ["traditional", "fair"]),
        ("weights = default", "weights", DEFAULT_WEIGHTS),
        ("", "labels", ["all"]),
        ("", "eval_method", ["traditional", "fair"]),
        ("", "target_files", [os.path.join("gold", "a")]),
        ("", "system_files", [os.path.join("system", "a"), os.path.join("system", "b")]),
        ("target_in = ./gold//../gold/", "target_files", [os.path.join("gold", "a"), os.path.join("gold", "b")]),
        ("target_in = nowhere", "target_files", [os.path.join("gold", "a")]),
        ("target_in = nowhere", "target_in", "nowhere"),
    ],
)
def test_settings(line: str, key: str, value: object) -> None:
    found = settings(line)
    assert found[key] == value


@pytest.mark.parametrize("key", ["exclude", "focus", "ignore_punct", "weights"])
def test_settings_without_default_are_not_there(key: str) -> None:
    found = settings("")
    assert key not in found


@pytest.mark.parametrize(("before", "line"), [(b"", 1), (b"# a\r\n# b\r# c\n# ", 4), (b"# a\n" * 5000, 5001)])
def test_bytes_that_are_not_utf8_are_located(before: bytes, line: int) -> None:
    Path("run.config").write_bytes(before + b"\xff\n")
    with pytest.raises(InputError) as refused:
        read_config("run.config", System(), str)
    assert (refused.value.file, refused.value.line) == ("run.config", line)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
def test_a_configuration_may_come_through_a_pipe() -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, b"labels = A\n\xff\n")
    os.close(write_end)
    with pytest.raises(InputError) as refused:
        read_config(f"/dev/fd/{read_end}", System(), str)
    os.close(read_end)
    assert "UTF-8" in str(refused.value)


def test_a_way_back_is_decided_on_the_text() -> None:
    Path("deep/er").mkdir(parents=True)
    for name in ("deep/gold", "deep/other"):
        Path(name).mkdir()
    Path("deep/gold/c").touch()
    Path("link").symlink_to("deep/er")
    found = settings("target_in = link/../gold\neval_out = link/../gold")
    assert found["target_files"] == [os.path.join("gold", "a"), os.path.join("gold", "b")]
    assert found["eval_out"] == os.path.join("gold", "eval.csv")
    with pytest.raises(FileNotFoundError):
        settings("target_in = link/../other")


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_links_that_lead_nowhere_are_left_alone(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for name, target in (("loop", "loop"), ("lost", "nowhere"), ("through", "a/b"), ("long", "x" * 4000)):
        Path("gold", name).symlink_to(target)
    Path("run.config").write_text("target_in = gold\nsystem_in = system\n", encoding="utf-8")
    assert main(["--config", "run.config"]) == 0
    Path("system", "loop").touch()
    capfdbinary.readouterr()
    assert main(["--config", "run.config"]) == 1
    out, err = capfdbinary.readouterr()
    assert out.endswith(b"target_in: gold\n\n")
    assert err.startswith(b"FairEval.py: ")


def test_reading_opens_no_report() -> None:
    settings("eval_out = deep/new.csv")
    assert not list(Path("deep").iterdir())


def zero(kind: str, *shares: str) -> list[str]:
    return [f"WARNING: Missing weight for {share} for error type {kind}. Set to 0.\n" for share in shares]


TAIL: dict[str, dict[str, float]] = {"TP": {"TP": 1}, "FP": {"FP": 1}, "FN": {"FN": 1}}


@pytest.mark.parametrize(
    ("text", "weights", "warnings"),
    [
        ("default", DEFAULT_WEIGHTS, []),
        ("LE = 1 TP+.5*FP + 0.25 * FN", {"LE": {"TP": 1.0, "FP": 0.5, "FN": 0.25}} | TAIL, []),
        ("BE=2FN", {"BE": {"TP": 0, "FP": 0, "FN": 2.0}} | TAIL, zero("BE", "TP", "FP")),
        ("BE = 1.2.3 TP 4FP 5. FN", {"BE": {"TP": 2.3, "FP": 4.0, "FN": 0}} | TAIL, zero("BE", "FN")),
        ("BE = TP 1 TP 2 TP 1 FP 1e-1 FN", {"BE": {"TP": 1.0, "FP": 1.0, "FN": 1.0}} | TAIL, []),
        ("BE = 1 ** TP 1 FP 1 FN", {"BE": {"TP": 0, "FP": 1.0, "FN": 1.0}} | TAIL, zero("BE", "TP")),
        ("2TP = 1 FP 1 FN", {"2TP": {"TP": 2.0, "FP": 1.0, "FN": 1.0}} | TAIL, []),
        ("ÄÖ_1 = ٣ TP 1 FP 1 FN", {"ÄÖ_1": {"TP": 3.0, "FP": 1.0, "FN": 1.0}} | TAIL, []),
        (
            "FN = 1 TP 1 FP 1 FN, A = 2 TP 2 FP 2 FN, FN = 3 TP 3 FP 3 FN",
            {
                "FN": {"TP": 3.0, "FP": 3.0, "FN": 3.0},
                "A": {"TP": 2.0, "FP": 2.0, "FN": 2.0},
                "TP": {"TP": 1},
                "FP": {"FP": 1},
            },
            [],
        ),
        (
            "A-B = 1 TP, ",
            DEFAULT_WEIGHTS,
            [
                "WARNING: No error type found in weight formula 'A-B = 1 TP'.\n",
                "WARNING: No error type found in weight formula ' '.\n",
                "WARNING: No valid weights found. Using default weights.\n",
            ],
        ),
    ],
)
def test_weights(text: str, weights: dict[str, dict[str, float]], warnings: list[str]) -> None:
    said: list[str] = []
    found = read_weights(text, said.append)
    assert repr(found) == repr(weights)
    assert said == warnings


@given(st.text("T FPN=*.,12a_", max_size=30))
def test_weights_are_read_from_the_first_match(text: str) -> None:
    wanted: dict[str, dict[str, float]] = {
        match[1]: {
            share: float(number[1]) if (number := re.search(rf"(\d*\.?\d+)\s*\*?\s*{share}", formula)) else 0
            for share in ("TP", "FP", "FN")
        }
        for formula in text.split(",")
        if (match := re.match(r"\s*(\w+)\s*=", formula))
    }
    wanted = {**wanted, **{kind: weight for kind, weight in TAIL.items() if kind not in wanted}}
    assert read_weights(text, lambda _: None) == (DEFAULT_WEIGHTS if wanted == TAIL else wanted)
