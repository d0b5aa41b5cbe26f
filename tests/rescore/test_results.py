"""``explain``, ``to_json`` and ``compare`` of results say what the commands print."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

pytest.importorskip("numpy", reason="numpy is not installed for this Python")
import legacy_scorers
from legacy_scorers import conlleval, rescore
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.evaluation import Evaluation
from tests.golden_cases import ROOT, Case, prepare, some
from tests.rescore.archives import rescore as run_rescore
from tests.suite.test_score import CASES

SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "explain.schema.json").read_text(encoding="utf-8")))
KEY = [[("Ada", "B-PER"), ("met", "O"), ("Bob", "B-PER")], [("Rome", "B-LOC")], [("Oslo", "B-LOC")]]
TAGS = [["B-PER", "O", "O"], ["B-LOC"], ["B-ORG"]]


@pytest.fixture
def result() -> Evaluation:
    return conlleval.evaluate(KEY, TAGS)


@pytest.mark.parametrize("case", some([case for case in CASES if not case.environment], 60), ids=lambda case: case.name)
def test_explanations_are_those_of_the_command(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    command, *words = case.typed
    try:
        result = legacy_scorers.score(command, words)
    except InputError:
        return
    printed = run_rescore("explain", "--all", command, *words).stdout
    assert rescore.explain(result, most=None) == printed.rstrip()
    lines = rescore.to_json(result).splitlines()
    expected = run_rescore("explain", "--format", "jsonl", command, *words).stdout.splitlines()
    assert [json.loads(line) for line in lines] == [json.loads(line) for line in expected]


def test_a_figure_is_explained_by_its_items(result: Evaluation) -> None:
    phrases, correct, recall = rescore.explain(result, "overall/all/recall", most=1).split("\n\n")
    assert phrases.splitlines()[0] == "overall/all/phrases  4  4 matches"
    assert phrases.endswith("... and 3 more matches; most=None shows them")
    assert correct.splitlines()[0] == "overall/all/correct  2  2 matches"
    assert recall == "overall/all/recall  50.00  recall from overall/all/correct, overall/all/phrases"


def test_kinds_and_units_are_selected(result: Evaluation) -> None:
    text = rescore.explain(result, "types/LOC/phrases", unit="sentence 3", kind="missed")
    assert re.findall(r"\[\w+\]", text) == ["[Oslo]"]
    assert re.findall(r"\[\w+\]", rescore.explain(result, kind="missed")) == ["[Bob]", "[Oslo]"]


def test_a_figure_that_is_not_printed_is_explained(result: Evaluation) -> None:
    assert "types/PER/phrases" not in str(result)
    assert rescore.explain(result, "types/PER/phrases").startswith("types/PER/phrases  2  2 matches\n")


@pytest.mark.parametrize(
    ("selected", "problem"),
    [
        ({"figure": "overall/all/F1"}, "no figure 'overall/all/F1'; the nearest is overall/all/FB1; docs/cells.md"),
        ({"unit": "sentence 30"}, "the run has no unit 'sentence 30'; the nearest is sentence 3"),
        ({"kind": "mised"}, "the run has no matches of kind 'mised', only correct, missed, "),
    ],
)
def test_what_is_not_there_is_answered_with_what_is(result: Evaluation, selected: dict[str, str], problem: str) -> None:
    with pytest.raises(KeyError, match=re.escape(problem)):
        rescore.explain(result, **selected)  # type: ignore[arg-type] # each by its own name


def test_json_lines_are_those_of_the_schema(result: Evaluation) -> None:
    records = [json.loads(line) for line in rescore.to_json(result).splitlines()]
    for record in records:
        SCHEMA.validate(record)
    assert records[0]["argv"] == ["conlleval", "<", "tags"]
    assert {record["type"] for record in records} == {"run", "unit", "met", "cell"}


def test_names_of_all_figures_are_listed(result: Evaluation) -> None:
    assert "types/LOC/recall" in [*result]
    assert all(name in result for name in result)
    assert ("types", "LOC", "recall") in result
    assert "types/LOC/F1" not in result


@pytest.mark.parametrize("measure", [None, "precision", "fine/all/correct"])
@pytest.mark.parametrize("test", ["randomization", "bootstrap", "sign"])
def test_comparisons_are_those_of_the_command(
    measure: str | None, test: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, senses in {"key": "a" * 12, "good": "aaaaaaaaaaba", "bad": "abababbababa"}.items():
        Path(name).write_text("".join([f"bank bank.{n:03d} {sense}\n" for n, sense in enumerate(senses)]))
    words = ["--test", test, *(["--measure", measure] if measure else [])]
    lines = ["--", "scorer2", "good", "key", "--", "scorer2", "bad", "key"]
    (record,) = json.loads(run_rescore("compare", "--format", "json", *words, *lines).stdout)
    good, bad = [legacy_scorers.score("scorer2", [name, "key"]) for name in ("good", "bad")]
    found = rescore.compare(good, bad, measure, names=("good", "bad"), test=test)
    assert {name: getattr(found, name) for name in record} == record
    assert "12 instances" in found.sentence
    assert repr(found).endswith(f", p {found.p:.4f}, 12 units>")


def test_results_over_other_keys_are_not_compared(result: Evaluation) -> None:
    other = conlleval.evaluate([[tag for _, tag in sentence] for sentence in KEY[:2]], TAGS[:2])
    with pytest.raises(InputError, match="compare runs over one key"):
        rescore.compare(result, other)


@pytest.mark.parametrize("option", ["test", "interval"])
def test_an_unknown_method_is_refused(result: Evaluation, option: str) -> None:
    with pytest.raises(ValueError, match=f"^'t' is not a known {option}; use one of "):
        rescore.compare(result, result, **{option: "t"})  # type: ignore[arg-type]


def test_what_differs_in_settings_is_noted() -> None:
    one, other = conlleval.evaluate(TAGS, TAGS), conlleval.evaluate(TAGS, TAGS, outside="X")
    found = rescore.compare(one, other, "overall/all/phrases")
    assert found.notes == ["these runs were scored under different conditions: outside none (a), X (b)"]


def test_files_that_are_gone_cannot_be_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tags").write_text("a B-A B-A\n")
    result = legacy_scorers.score("conlleval", ["<", "tags"])
    os.remove("tags")
    with pytest.raises(FileNotFoundError):
        rescore.explain(result)
