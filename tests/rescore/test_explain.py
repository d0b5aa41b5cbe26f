"""``rescore explain`` of every golden case and of the real data: figures recomputed from the JSON lines alone."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from legacy_scorers.rescore.output.against import Changes
from legacy_scorers.rescore.output.json_lines import JsonLines
from legacy_scorers.rescore.output.page import View
from legacy_scorers.rescore.output.text import TextExplanation
from legacy_scorers.rescore.runs.explanation import ExplainedRun, Selection
from legacy_scorers.rescore.scorers import SCORERS
from tests.golden_cases import ROOT, Case, collect, is_night, prepare, some
from tests.rescore.recompute import Name, Recomputed

SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "explain.schema.json").read_text(encoding="utf-8")))
REAL = ROOT.parent / "shared" / "data"
RECORDED = [Case(cmd.parent) for cmd in sorted(REAL.glob("mat_score/*/cmd"))]
CASES = [case for case in [*collect(), *RECORDED] if case.typed[0] in SCORERS and case.expected("exit") == b"0\n"]


VALIDATED = 20  # lines at either end
MANY = 2_000  # lines
NAMED = ("type", "schema", "command")  # strings and numbers of which the schema says more than the type
VALID: set[object] = set()


def run(words: list[str]) -> tuple[JsonLines, list[bytes]]:
    done = explained(JsonLines(io.BytesIO(), Selection()), words)
    return done, b"".join(done.blocks() if done.run else []).splitlines(keepends=True)


Explained = TypeVar("Explained", bound=ExplainedRun)


def explained(explanation: Explained, words: list[str]) -> Explained:
    explanation.explain(words[0], words[1:])
    return explanation


def shape(value: object, key: str = "") -> object:
    """Return what the schema can tell of a value: a record is validated only if none of its shape was."""
    if isinstance(value, dict):
        return tuple([(name, shape(one, name)) for name, one in value.items()])
    if isinstance(value, list):
        return tuple([shape(one) for one in value])
    if key in NAMED or value in ("inf", "-inf", "nan", "-nan"):
        return value
    return type(value), isinstance(value, int) and max(-1, min(value, 1))


def check(words: list[str]) -> JsonLines:
    done, lines = run(words)
    assert done.outcome.status == 0
    if done.run is None:  # asked for help
        return done
    for record in map(json.loads, [*lines[:VALIDATED], *lines[-VALIDATED:]]):
        assert shape(record) in VALID or SCHEMA.is_valid(record), record
        VALID.add(shape(record))
    recomputed = Recomputed(lines)
    assert recomputed.mismatches() == []
    assert bool(recomputed.cells) == any(record.cells for one in done.outcome.reports for record in one.records)
    return done


@pytest.fixture
def words(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the command line of a case, with everything ready to run it."""
    case: Case = request.param
    prepare(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    for name, value in case.environment.items():
        monkeypatch.setenv(name, value)
    return case.typed


@pytest.mark.parametrize("words", CASES, ids=lambda case: case.name, indirect=True)
def test_figures_come_from_the_lines_alone(words: list[str]) -> None:
    check(words)


@pytest.mark.parametrize("words", some(CASES, 10), ids=lambda case: case.name, indirect=True)
def test_every_form_can_be_made_of_the_lines(words: list[str]) -> None:
    done, lines = run(words)
    if done.run is None or len(lines) > MANY:
        return
    html = b"".join(explained(View(Selection()), words).blocks()).decode()
    targets, places = set(re.findall(r'href="#([^"]*)"', html)), re.findall(r'\bid="([^"]*)"', html)
    assert targets <= set(places)
    assert len(places) == len(set(places))
    text = "".join(explained(TextExplanation(Selection(most=MANY)), words).blocks())
    assert {sign for sign in text if sign < " "} <= {"\n", "\x1b"}
    changes = Changes(explained(ExplainedRun(Selection()), words), explained(ExplainedRun(Selection()), words))
    assert (list(changes.text()), changes.figures) == ([], [])


def scorer2_runs() -> list[tuple[Path, list[str]]]:
    table = REAL / "scorer2" / "RUNS.tsv"
    if not table.exists():
        return []
    rows = [line.split("\t") for line in table.read_text().splitlines()]
    return [(REAL / "scorer2" / row[0], shlex.split(row[2])) for row in rows if row[3] == "0"]


@pytest.mark.skipif(not REAL.exists(), reason=f"no data in {REAL}")
@pytest.mark.parametrize(("folder", "words"), some(scorer2_runs(), 12))
def test_figures_of_senseval(folder: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    check(words)


FAIREVAL = REAL / "faireval"
PUBLISHED = sorted(path.stem for path in FAIREVAL.glob("*/*.config"))
SMALL = [name for name in PUBLISHED if name.startswith("ner")]  # named entities


@pytest.mark.skipif(not REAL.exists(), reason=f"no data in {REAL}")
@pytest.mark.parametrize("name", PUBLISHED if is_night() else SMALL[::4])
def test_figures_of_the_published_evaluations(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    published = FAIREVAL / "config" / f"{name}.config"
    (tmp_path / "src").mkdir()
    for folder in ("config", "data"):
        (tmp_path / folder).symlink_to(FAIREVAL / folder)
    monkeypatch.chdir(tmp_path / "src" if published.exists() else FAIREVAL)
    check(["FairEval.py", "--config", f"../config/{name}.config" if published.exists() else f"more/{name}.config"])


@given(drawn=st.lists(st.sampled_from(["a", "b", "a/0.5 b/0.25", ""]), min_size=6, max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_changes_add_up_to_the_differences_of_the_figures(drawn: list[str], tmp_path: Path) -> None:
    half = len(drawn) // 2
    key = [f"w w.{number} a\n" for number in range(half)]
    (tmp_path / "key").write_text("".join(key))
    sides = []
    for name, tags in (("old", drawn[:half]), ("new", drawn[half : 2 * half])):
        (tmp_path / name).write_text("".join([f"w w.{number} {tag}\n" for number, tag in enumerate(tags) if tag]))
        sides.append(["scorer2", str(tmp_path / name), str(tmp_path / "key")])
    (old, old_lines), (new, new_lines) = map(run, sides)
    changes = Changes(*[explained(ExplainedRun(Selection()), side) for side in sides])
    sums: dict[Name, float] = {}
    for record in map(json.loads, changes.json_lines()):
        if record["type"] == "change":
            assert record["cells"]
            for table, row, column, amount in record["cells"]:
                sums[table, row, column] = sums.get((table, row, column), 0) + amount
    before, after = Recomputed(old_lines), Recomputed(new_lines)
    for cell in before.sums:
        assert sums.get(cell, 0) == after.sums[cell] - before.sums[cell]
    assert bool(changes.figures) == (old.outcome.stdout.replace(b"/old", b"/new") != new.outcome.stdout)
