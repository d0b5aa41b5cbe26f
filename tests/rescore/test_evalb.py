"""What is special about evalb in rescore: means over sentences, old reports, limits of the original, missing lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers import evalb, rescore
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.runs.explanation import ExplainedRun, Selection
from legacy_scorers.rescore.runs.findings import findings
from legacy_scorers.rescore.runs.running import own_files, run_command
from legacy_scorers.rescore.scorers import SCORERS, report_of
from legacy_scorers.rescore.scorers.change import Setup
from legacy_scorers.rescore.scorers.evalb.changes import choices, sides_of, surplus_lines, unit_changes
from legacy_scorers.rescore.scorers.evalb.reports import MOST
from legacy_scorers.rescore.scorers.evalb.tables import LABELS, LENGTHS
from legacy_scorers.rescore.statistics.samples import sample
from tests.evalb.runs import joined, scored
from tests.evalb.test_scoring import PAIRS, VALID
from tests.fuzzing import Sample, broken_samples, samples_of
from tests.golden_cases import ROOT
from tests.running import folder_with

EXAMPLE = {name: (ROOT / "examples" / "evalb" / name).read_bytes() for name in ("gold", "test", "sample.prm")}
LINE = ["evalb", "-p", "sample.prm", "gold", "test"]


def found_in(words: list[str], files: dict[str, bytes]) -> list[str]:
    """Return the names of what is found in a run."""
    with folder_with(files):
        command, *rest = words
        run = run_command(SCORERS[command], rest, own_files())
        return [finding.name for finding in findings(rest, own_files(), run)]


def cells(content: bytes) -> dict[tuple[str, str, str], str]:
    return {cell.name: cell.text for cell in report_of(content).cells}


def test_means_are_those_of_the_valid_sentences() -> None:
    gold = [b"(S (A a) (B b))", b"(S (X (A a) (B b)) (C c))", b"(S (A a))", b"(S (A a))"]
    test = [b"(S (A a) (B b))", b"(S (A a) (B b) (C c))", b"(S (A b))", b"(T (A a))"]
    shown = cells(scored(joined(gold), joined(test)).stdout)
    assert shown["overall", "mean", "recall"] == f"{(100 + 50 + 0) / 3:.2f}"
    assert shown["overall", "mean", "precision"] == f"{(100 + 100 + 0) / 3:.2f}"
    assert shown["overall", "mean", "FMeasure"] == f"{(100 + 2 * 50 * 100 / 150 + 0) / 3:.2f}"
    assert ("overall", "mean", "recall") not in cells(scored(b"(S (A a))\n", b"\n").stdout)


@given(VALID)
def test_labels_and_lengths_add_up_to_all(pairs: list[tuple[bytes, bytes]]) -> None:
    gold, test = [joined(lines) for lines in zip(*pairs)]
    with folder_with({"gold": gold, "test": test}):
        outcome = run_command(SCORERS["evalb"], ["gold", "test"], own_files(), ExplainedRun(Selection()))
    all_cells = {cell.name: cell.text for cell in outcome.cells}
    for table in (LABELS, LENGTHS):
        for column in ("matched", "gold", "test", "crossing"):
            numbers = [int(text) for name, text in all_cells.items() if (name[0], name[2]) == (table, column)]
            assert sum(numbers) == int(all_cells.get(("overall", "All", column), "0"))
    valid = [int(text) for (table, _, column), text in all_cells.items() if (table, column) == (LENGTHS, "valid")]
    assert sum(valid) == len(pairs)


def test_brackets_that_match_count_at_the_label_of_the_key() -> None:
    gold, test = b"(S (ADVP (A a)) (NP (B b)))\n", b"(S (PRT (A a)) (NP-1 (B b)))\n"
    files = {"gold": gold + b"(TOP (A a) (B b))\n", "test": test + b"((A a) (B b))\n", "p": b"EQ_LABEL ADVP PRT\n"}
    with folder_with(files):
        outcome = run_command(SCORERS["evalb"], ["-p", "p", "gold", "test"], own_files(), ExplainedRun(Selection()))
    assert {written(cell.name): cell.text for cell in outcome.unprinted if cell.row in ("ADVP", "no label")} == {
        "labels/ADVP/matched": "1",
        "labels/ADVP/gold": "1",
        "labels/ADVP/test": "1",
        "labels/ADVP/crossing": "0",
        "labels/ADVP/recall": "100.00",
        "labels/ADVP/precision": "100.00",
        "labels/ADVP/FMeasure": "100.00",
        "labels/no label/matched": "0",
        "labels/no label/gold": "0",
        "labels/no label/test": "1",
        "labels/no label/crossing": "0",
        "labels/no label/recall": "0.00",
        "labels/no label/precision": "0.00",
        "labels/no label/FMeasure": "-nan",
    }


def test_results_in_memory_have_labels_and_lengths() -> None:
    gold = ["(S (NP (A a)) (VP (B b) (NP (C c))))", "(S (A a))"]
    test = ["(S (NP (A a)) (B b) (X (C c)))", "(S (A a))"]
    result, perfect = evalb.evaluate(gold, test), evalb.evaluate(gold, gold)
    for _ in range(2):
        shown = rescore.explain(result, "labels/NP/recall").split("\n\n")
        assert [text.splitlines()[0] for text in shown] == [
            "labels/NP/matched  1  1 match",
            "labels/NP/gold  2  2 matches",
            "labels/NP/recall  50.00  recall from labels/NP/matched, labels/NP/gold",
        ]
    compared = rescore.compare(result, perfect, "lengths/1-10/recall")
    assert (compared.value_a, compared.value_b) == (60.0, 100.0)


@pytest.mark.parametrize(("length", "row"), [(1, "1-10"), (10, "1-10"), (11, "11-20"), (40, "31-40"), (41, "41-50")])
def test_lengths_go_by_ten(length: int, row: str) -> None:
    tree = b"(S " + b"(A a) " * length + b")\n"
    with folder_with({"gold": tree, "test": tree}):
        outcome = run_command(SCORERS["evalb"], ["gold", "test"], own_files(), ExplainedRun(Selection()))
    assert {cell.row for cell in outcome.unprinted if cell.table == LENGTHS} == {row}


@given(PAIRS)
def test_a_published_mean_is_that_of_the_run(pairs: list[tuple[bytes, bytes]]) -> None:
    gold, test = [joined(lines) for lines in zip(*pairs)] or [b"", b""]
    shown = cells(scored(gold, test).stdout)
    if ("overall", "mean", "FMeasure") in shown:
        with folder_with({"gold": gold, "test": test}):
            made = sample(["evalb", "gold", "test"], ("overall", "mean", "FMeasure"), own_files())
        assert f"{made.value_of(made.units):.2f}" == shown["overall", "mean", "FMeasure"]


def test_the_main_measure_is_the_one_of_all_sentences() -> None:
    with folder_with(EXAMPLE):
        made = sample(LINE, None, own_files())
    assert made.figure.name == ("overall", "All", "FMeasure")
    assert list(made.units) == [f"sentence {number}" for number in range(1, 5)]


@pytest.mark.parametrize(("number", "column"), [(1, "crossing"), (3, "without crossing")])
def test_the_line_below_the_table_counts_what_the_sentences_show(number: int, column: str) -> None:
    modern = scored(EXAMPLE["gold"], EXAMPLE["test"], parameters=EXAMPLE["sample.prm"]).stdout
    assert b"    18      1 " in modern
    shown = cells(modern.replace(b"    18      1 ", b"    18  %5d " % number))
    assert shown["overall", "All", column] == str(number)


@pytest.mark.parametrize(("number", "is_found"), [(MOST - 2, False), (MOST - 1, True)])
def test_sentences_are_within_the_limits_of_the_original(number: int, is_found: bool) -> None:
    deep = b"(TOP (S " + b"(X " * number + b"(A a)" + b")" * number + b"))\n"
    assert ("beyond-original" in found_in(["evalb", "gold", "test"], {"gold": deep, "test": deep})) == is_found


def test_the_run_that_its_errors_end_says_so() -> None:
    files = {"gold": b"(S (A a))\n" * 12, "test": b"(S (A b))\n" * 12}
    assert found_in(["evalb", "gold", "test"], files) == ["errors-above-limit"]
    assert "errors-above-limit" not in found_in(["evalb", "-e", "12", "gold", "test"], files)
    over = {"gold": b"(S\n(A a)\n)\n" * 12, "test": b"(S (A b))\n" * 36}
    assert found_in(["evalb", "gold", "test"], over) == ["tree-over-lines", "errors-above-limit"]


@given(st.lists(st.sampled_from("abc"), max_size=6), st.sets(st.integers(0, 5), max_size=2))
def test_sentences_that_the_other_side_lacks_are_found(words: list[str], lost: set[int]) -> None:
    lines = [b"(S (A %s%d))" % (word.encode(), number) for number, word in enumerate(words)]
    left = [line for number, line in enumerate(lines) if number not in lost]
    surplus = surplus_lines(lines, left)
    rest = [line for number, line in enumerate(lines) if number not in surplus]
    assert rest[: len(left)] == left
    assert surplus_lines(left, lines) == []


@pytest.mark.parametrize(("lost", "found"), [(3, [0, 1, 2]), (4, [])])
def test_up_to_three_sentences_may_be_lost_one_after_the_other(lost: int, found: list[int]) -> None:
    lines = [b"(S (A %d))" % number for number in range(9)]
    assert surplus_lines(lines, lines[lost:]) == found


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("swap", ["evalb", "test", "-p", "p.prm", "-e5", "gold"]),
        ("parameters", ["evalb", "gold", "-e5", "test"]),
        ("errors", ["evalb", "gold", "-p", "p.prm", "-e5", "test", "-e", "100000"]),
    ],
)
def test_words_are_changed_wherever_options_stand(kind: str, words: list[str]) -> None:
    setup = Setup(["evalb", "gold", "-p", "p.prm", "-e5", "test"], {}, {"p.prm": b""}, "")
    change = next(change for change in choices(setup, sides_of(setup)) if change.kind == kind)
    assert change.apply(setup).words == words


def test_without_a_parameter_file_no_rule_is_removed() -> None:
    setup = Setup(["evalb", "gold", "test"], {}, {"rules.prm": b"of another run"}, "")
    made = {change.text: change.apply(setup) for change in choices(setup, sides_of(setup))}
    assert made["with ADVP and PRT as one label"].files["rules.prm"] == b"EQ_LABEL ADVP PRT\n"
    assert "without equal labels" not in made


def test_rules_are_added_and_removed() -> None:
    rules = b"DELETE_LABEL TOP\nDELETE_LABEL -NONE-\nEQ_LABEL ADVP PRT\n"
    setup = Setup(["evalb", "-p", "p.prm", "gold", "test"], {}, {"p.prm": rules}, "")
    made = {change.text: change.apply(setup) for change in choices(setup, sides_of(setup))}
    assert made["with the root"].files["p.prm"] == b"DELETE_LABEL -NONE-\nEQ_LABEL ADVP PRT\n"
    assert made["without equal labels"].files["p.prm"] == b"DELETE_LABEL TOP\nDELETE_LABEL -NONE-\n"
    assert made["without labels"].words == [*setup.words, "-p", "rules.prm"]
    assert made["without labels"].files["rules.prm"] == b"LABELED 0\n"
    changes = {change.text: change for change in choices(made["without labels"], sides_of(setup))}
    both = changes["with ADVP and PRT as one label"].apply(made["without labels"])
    assert both.words == made["without labels"].words
    assert both.files["rules.prm"] == b"LABELED 0\nEQ_LABEL ADVP PRT\n"
    assert made["with the rules of COLLINS.prm alone"].words == ["evalb", "gold", "test", "-p", "rules.prm"]


@given(broken_samples(samples_of("evalb")))
def test_any_damage_to_a_recorded_run_can_be_checked(damaged: Sample) -> None:
    found_in([*damaged.words], damaged.files)
    setup = Setup(damaged.words, {}, damaged.files, "")
    if len([name for name in damaged.files if name in damaged.words]) > 1:
        for change in unit_changes(setup, sides_of(setup)):
            change.apply(setup)
