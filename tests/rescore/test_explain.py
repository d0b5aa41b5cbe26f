"""``rescore explain`` of the real data: figures recomputed from the JSON lines alone; golden cases: test_golden.py."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legacy_scorers.rescore.output.against import Changes
from legacy_scorers.rescore.runs.explanation import ExplainedRun, Selection
from tests.golden_cases import ROOT, Case, is_night, some
from tests.observed import ObservedRun
from tests.rescore.questions import figures_come_from_the_lines_alone, lines_keep_to_the_schema
from tests.rescore.recompute import Name, Recomputed

REAL = ROOT.parent / "shared" / "data"
RECORDED = [Case(cmd.parent) for cmd in sorted(REAL.glob("mat_score/*/cmd"))]
SCORED = [case for case in RECORDED if case.expected("exit") == b"0\n"]


def check(observed: ObservedRun) -> None:
    assert observed.result
    assert lines_keep_to_the_schema(observed) == []
    assert figures_come_from_the_lines_alone(observed) == []


@pytest.mark.parametrize("case", SCORED, ids=lambda case: case.name)
def test_figures_of_real_documents(case: Case) -> None:
    check(ObservedRun(case.typed, case.input, case.environment))


def scorer2_runs() -> list[tuple[Path, list[str]]]:
    table = REAL / "scorer2" / "RUNS.tsv"
    if not table.exists():
        return []
    rows = [line.split("\t") for line in table.read_text().splitlines()]
    return [(REAL / "scorer2" / row[0], shlex.split(row[2])) for row in rows if row[3] == "0"]


@pytest.mark.skipif(not REAL.exists(), reason=f"no data in {REAL}")
@pytest.mark.parametrize(("folder", "words"), some(scorer2_runs(), 12))
def test_figures_of_senseval(folder: Path, words: list[str]) -> None:
    check(ObservedRun(words, folder))


FAIREVAL = REAL / "faireval"
PUBLISHED = sorted(path.stem for path in FAIREVAL.glob("*/*.config"))
SMALL = [name for name in PUBLISHED if name.startswith("ner")]  # named entities


@pytest.mark.skipif(not REAL.exists(), reason=f"no data in {REAL}")
@pytest.mark.parametrize("name", PUBLISHED if is_night() else SMALL[::4])
def test_figures_of_the_published_evaluations(name: str, tmp_path: Path) -> None:
    published = FAIREVAL / "config" / f"{name}.config"
    (tmp_path / "src").mkdir()
    for linked in ("config", "data"):
        (tmp_path / linked).symlink_to(FAIREVAL / linked)
    folder, config = (tmp_path / "src", "../config") if published.exists() else (FAIREVAL, "more")
    check(ObservedRun(["FairEval.py", "--config", f"{config}/{name}.config"], folder))


def reviewed(observed: ObservedRun) -> ExplainedRun:
    explained = ExplainedRun(Selection())
    assert observed.result
    explained.review(observed.result)
    return explained


@given(drawn=st.lists(st.sampled_from(["a", "b", "a/0.5 b/0.25", ""]), min_size=6, max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_changes_add_up_to_the_differences_of_the_figures(drawn: list[str], tmp_path: Path) -> None:
    half = len(drawn) // 2
    key = [f"w w.{number} a\n" for number in range(half)]
    (tmp_path / "key").write_text("".join(key))
    sides = []
    for name, tags in (("old", drawn[:half]), ("new", drawn[half : 2 * half])):
        (tmp_path / name).write_text("".join([f"w w.{number} {tag}\n" for number, tag in enumerate(tags) if tag]))
        sides.append(ObservedRun(["scorer2", str(tmp_path / name), str(tmp_path / "key")], tmp_path))
    old, new = sides
    changes = Changes(*[reviewed(side) for side in sides])
    sums: dict[Name, float] = {}
    for record in map(json.loads, changes.json_lines()):
        if record["type"] == "change":
            assert record["cells"]
            for table, row, column, amount in record["cells"]:
                sums[table, row, column] = sums.get((table, row, column), 0) + amount
    before, after = Recomputed(old.lines), Recomputed(new.lines)
    for cell in before.sums:
        assert sums.get(cell, 0) == after.sums[cell] - before.sums[cell]
    assert bool(changes.figures) == (old.outcome.stdout.replace(b"/old", b"/new") != new.outcome.stdout)
