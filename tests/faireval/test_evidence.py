"""What an observer receives of a run: sentences and matches whose amounts add up to the counts of the report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.result import KEY, RESPONSE
from common.tally import Tally, complete
from faireval.align import FIRST_VERSION
from faireval.arguments import VERSION_VARIABLE
from faireval.cli import evaluate, score
from faireval.config import read_config
from faireval.tally import cells_by
from rescore.scorers import kind_of
from tests.listener import Receiver
from tests.running import variables

SETTINGS = "target_in = target\nsystem_in = system\neval_method = all\n"
WEIGHTS = "weights = default\n"
SPANS = st.tuples(st.sampled_from(["A", "B", "_", "overall", "A  B", "A B"]), st.integers(1, 6), st.integers(1, 6))
SENTENCES = st.lists(st.tuples(st.lists(SPANS, max_size=4), st.lists(SPANS, max_size=4)), max_size=4)
Span = tuple[str, int, int]


@pytest.fixture
def observed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., tuple[Receiver, bytes]]:
    monkeypatch.chdir(tmp_path)

    def run(target: str, system: str, more: str = WEIGHTS, version: str = "") -> tuple[Receiver, bytes]:
        for name, text in {"target": target, "system": system}.items():
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / "a.spans").write_text(text, encoding="utf-8")
        (tmp_path / "config").write_text(SETTINGS + more, encoding="utf-8")
        receiver = Receiver()
        with variables({VERSION_VARIABLE: version}):
            assert score(["--config", "config"], receiver) == 0
        return receiver, capfdbinary.readouterr().out

    return run


def spans(side: list[Span]) -> str:
    lines = [f"{label}\t{begin}\t{end}\t{','.join(map(str, range(1, 7)))}\n" for label, begin, end in side]
    return "".join(lines or ["NONE\t9\t9\t9\n"]) + "\n"


def figures(receiver: Receiver, report: bytes) -> None:
    """Check every figure of a report against what an observer received."""
    kind = kind_of(report)
    assert kind
    [run] = receiver.runs
    for cell in kind.report(report, "report").cells:
        if isinstance(cell.value, str):
            continue
        measures = run.measures.get((cell.table, cell.row)) or run.measures.get(cell.table, ())
        by_name = {measure.name: measure for measure in measures}
        row = receiver.tally.row(cell.table, cell.row)
        for measure in measures:
            for part in measure.parts:
                if not isinstance(part, str):
                    table, name, column = part
                    there = receiver.tally.row(table, name)
                    row[part] = complete(there, run.measures.get(table, ()))[column]  # type: ignore[index]
        row = complete(row, measures)
        printed = f"{100 * row[cell.column]:.2f}" if cell.column in by_name else str(row[cell.column])
        assert cell.text == printed, (cell.table, cell.row, cell.column)


@given(sentences=SENTENCES, focus=st.sampled_from(["target", "system"]), version=st.sampled_from(["", FIRST_VERSION]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_the_whole_is_the_sum_of_sentences_and_of_matches(
    sentences: list[tuple[list[Span], list[Span]]],
    focus: str,
    version: str,
    observed: Callable[..., tuple[Receiver, bytes]],
) -> None:
    target, system = ("".join([spans(sentence[side]) for sentence in sentences]) for side in (0, 1))
    receiver, report = observed(target, system, f"{WEIGHTS}focus = {focus}\nexclude =\n", version)
    figures(receiver, report)
    assert len(receiver.units) == len(sentences)
    config = read_config("config", len)
    assert config
    whole = Tally.of(evaluate(config, version).signatures(), cells_by(focus))
    units = Tally()
    for _, matches in receiver.units:
        for match in matches:
            units.count(cells_by(focus)(match.signature))
    assert units == whole


def test_every_match_says_why_it_is_of_its_kind(observed: Callable[..., tuple[Receiver, bytes]]) -> None:
    target = (
        "A\t1\t2\t1,2\nB\t4\t4\t4\nA\t6\t9\t6,7,8,9\nC\t20\t21\t20,21\nA\t30\t30\t30\nA\t30\t30\t30\nD\t40\t42\t40,42\n"
    )
    system = "A\t1\t2\t1,2\nC\t4\t4\t4\nA\t7\t8\t7,8\nB\t9\t9\t9\nA\t30\t30\t30\nD\t40\t42\t40,41,42\nE\t50\t50\tx\n"
    receiver, _ = observed(target, system)
    assert receiver.told == [
        ("a.spans:1", "TP", "A", "A", "label, boundaries and tokens are the same"),
        ("a.spans:1", "TP", "A", "A", "label, boundaries and tokens are the same"),
        ("a.spans:1", "FN", "B", None, "not in the system"),
        ("a.spans:1", "FN", "A", None, "not in the system"),
        ("a.spans:1", "FN", "C", None, "not in the system"),
        ("a.spans:1", "FN", "D", None, "not in the system"),
        ("a.spans:1", "FP", None, "C", "not in the target"),
        ("a.spans:1", "FP", None, "A", "not in the target"),
        ("a.spans:1", "FP", None, "B", "not in the target"),
        ("a.spans:1", "FP", None, "D", "not in the target"),
        ("a.spans:1", "FP", None, "E", "not in the target"),
        ("a.spans:1", "TP", "A", None, "all equal spans of the system are paired"),
        ("a.spans:1", "LE", "B", "C", "labels differ"),
        ("a.spans:1", "BES", "A", "A", "begins 1 token later, ends 1 token earlier"),
        (
            "a.spans:1",
            "LBE",
            "A",
            "B",
            "labels differ, begins 3 tokens later; the span of the target was paired before",
        ),
        ("a.spans:1", "FN", "A", None, "all equal spans of the system are paired"),
        ("a.spans:1", "FN", "C", None, "overlaps no span of the system"),
        ("a.spans:1", "FN", "D", None, "the system has it with other tokens"),
        ("a.spans:1", "FP", None, "E", "overlaps no span of the target"),
        ("a.spans:1", "FP", None, "D", "the target has it with other tokens"),
    ]
    [(unit, matches)] = receiver.units
    assert unit.text is None
    assert unit.sizes == {"sentences": 1}
    assert matches[-2].response is not None
    unlisted = unit.item(RESPONSE, matches[-2].response)
    assert (unlisted.text, unlisted.begin, unlisted.end) == ("50-50", 49, 50)


def test_a_span_that_overlaps_used_ones_says_so(observed: Callable[..., tuple[Receiver, bytes]]) -> None:
    receiver, _ = observed("A\t1\t2\t1,2\nA\t2\t3\t2,3\n", "A\t2\t3\t2,3\n")
    assert receiver.told[-1] == ("a.spans:1", "FN", "A", None, "overlaps only spans of the system that are paired")


def test_the_first_version_says_what_it_passed_over(observed: Callable[..., tuple[Receiver, bytes]]) -> None:
    target = "A\t3\t3\t3\nA\t1\t4\t1,2,3,4\n\nA\t1\t1\t1\nA\t3\t3\t3\n"
    twins = "A\t1\t3\t1,2,3\n" * 2
    system = f"{twins}A\t4\t4\t4\nA\t2\t3\t2,3\n\nA\t1\t2\t1,2\nA\t3\t4\t3,4\n"
    receiver, _ = observed(target, system, version=FIRST_VERSION)
    assert [told for told in receiver.told if told[1] in ("FN", "FP") and not told[4].startswith("not in")] == [
        ("a.spans:1", "FP", None, "A", "was paired before, but an equal span was removed instead"),
        ("a.spans:2", "FN", "A", None, "skipped after a span that was just paired"),
        ("a.spans:2", "FP", None, "A", "overlaps only spans of the target that are paired or were skipped"),
    ]
    [run] = receiver.runs
    assert run.settings["version"] == FIRST_VERSION


def test_items_stand_in_their_lines(observed: Callable[..., tuple[Receiver, bytes]]) -> None:
    target = "\nthe DET B-NP\n, $, I-NP\nend N I-NP\n\n\n"
    system = "X\t9\t9\t9\nNP\t2\t3\t2,3\nX\t1\t1\t1\n"
    receiver, report = observed(target, system, "labels = NP\nignore_punct = True\n")
    assert b"\nNP\t0\t0\t0\t1\t0\t0\t0.00\t0.00\t0.00\n" in report
    [(unit, matches)] = receiver.units
    assert (unit.name, unit.text) == ("a.spans:1", ["the", ",", "end"])
    assert unit.key
    assert unit.response
    assert (unit.key.file, unit.key.line, unit.response.line) == ("target/a.spans", 2, 1)
    assert matches[-1].key is not None
    assert matches[-1].response is not None
    key, response = unit.item(KEY, matches[-1].key), unit.item(RESPONSE, matches[-1].response)
    assert key.location
    assert (key.label, key.text, key.begin, key.end, key.location.line) == ("NP", "the end", 0, 3, 2)
    assert response.location
    assert (response.text, response.begin, response.end, response.location.line) == ("2, 3", 1, 3, 2)


def test_a_refused_sentence_is_a_unit_without_items_on_its_side(
    observed: Callable[..., tuple[Receiver, bytes]],
) -> None:
    receiver, report = observed("A\t0\t1\t1\n\nA\t1\t1\t1\n", "A\t0\t1\t1\n\nA\t1\t1\t1\n")
    assert report.count(b"ERROR: Begin 0 is not a legal index.\n") == 2
    assert [(unit.name, len(matches)) for unit, matches in receiver.units] == [("a.spans:1", 0), ("a.spans:2", 1)]


def test_an_error_type_may_be_called_as_a_score(observed: Callable[..., tuple[Receiver, bytes]]) -> None:
    receiver, report = observed("Q\t9\t9\t9\n", "Q\t9\t9\t9\nA\t1\t1\t1\n", "weights = Rec = 1 FN, Prec = 1 FN\n")
    assert b"\noverall\t0.6666666666666666\t0.5\t1\t1\t0\t50.00\t66.67\t57.14\n" in report
    [run] = receiver.runs
    names = [measure.name for measure in run.measures["weighted"]]
    assert names == ["Prec", "Rec", "F1", "Prec#2", "Rec#2"]
    row = complete(receiver.tally.row("weighted", "overall"), run.measures["weighted"])
    assert [f"{row[name]:.4f}" for name in names] == ["0.5000", "0.6667", "0.5714", "0.5000", "0.6667"]


def test_inputs_and_settings_are_told_first(observed: Callable[..., tuple[Receiver, bytes]], tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "unpaired").touch()
    receiver, _ = observed("A\t1\t1\t1\n", "A\t1\t1\t1\n", "")
    [run] = receiver.runs
    assert [(source.role, source.path) for source in run.inputs] == [
        ("configuration", "config"),
        ("target", "target/a.spans"),
        ("system", "system/a.spans"),
    ]
    assert run.settings == {
        "labels": ["all"],
        "exclude": [],
        "ignore_punct": False,
        "focus": "target",
        "eval_method": ["traditional", "fair"],
        "weights": None,
    }
