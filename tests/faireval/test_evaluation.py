"""``faireval.evaluate``: what the command prints on files that the test writes; what no file can hold."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers import faireval
from tests.evaluations import assert_is_printed, assert_threads_agree
from tests.running import run_on

LABEL = st.sampled_from(["A", "B", "_", "overall", "A  B", "A B", "é-b", "NONE"])
TAG = st.sampled_from(["O", "_", "B-A", "B-B", "B-A|B-B", "B-B|B-A|B-A", "E-A"])
WEIGHTS = {"TP": {"TP": 1}, "FP": {"FP": 1.25}, "FN": {"FN": 1}, "LE": {"TP": 0.5, "FN": 1e-7}, "BE": {"TP": 0.1}}
FORMULAS = "TP = 1 TP, FP = 1.25 FP, FN = 1 FN, LE = 0.5 TP + 0.0000001 FN + 0 FP, BE = 0.1 TP + 0 FP + 0 FN"


@st.composite
def spans(draw: st.DrawFn) -> list[tuple[Any, ...]]:
    """Return spans of a sentence, some with tokens."""
    found: list[tuple[Any, ...]] = []
    for label, begin, size, listed in draw(
        st.lists(st.tuples(LABEL, st.integers(0, 5), st.integers(1, 4), st.sets(st.integers(0, 3))), max_size=4)
    ):
        tokens = {begin + token for token in listed if token < size}
        found.append((label, begin, begin + size, tokens) if tokens else (label, begin, begin + size))
    return found


SENTENCE = st.one_of(spans(), spans(), st.lists(st.tuples(st.sampled_from(["w", "(é"]), TAG), min_size=1, max_size=5))
PAIRS = st.lists(st.tuples(SENTENCE, SENTENCE), max_size=4)


def written(sentences: list[list[tuple[Any, ...]]]) -> bytes:
    """Write sentences in one of both formats; one without spans has a span that is excluded."""
    found = []
    for sentence in sentences:
        lines = []
        for label, *rest in sentence:
            if len(rest) == 1:
                lines.append(f"{label} POS {rest[0]}\n")
            else:
                begin, end, tokens = rest if len(rest) == 3 else (*rest, range(*rest))
                lines.append(f"{label}\t{begin + 1}\t{end}\t{','.join(str(token + 1) for token in tokens)}\n")
        found.append("".join(lines) or "EMPTY\t7\t7\t7\n")
    return "\n".join(found).encode()


@given(PAIRS, st.sampled_from([None, ["A", "A B"], []]), st.sampled_from([(), ["B"]]), st.booleans(), st.integers(0, 2))
def test_report_and_figures_are_those_of_the_command(
    pairs: list[tuple[Any, Any]], labels: list[str] | None, exclude: list[str], of_system: bool, weights: int
) -> None:
    target, system = [[pair[side] for pair in pairs] for side in (0, 1)]
    focus = "system" if of_system else "target"
    config = (
        f"target_in = target/sentences\nsystem_in = system/sentences\nexclude = {','.join(exclude)}\nfocus={focus}\n"
    )
    config += ["", "weights = default\n", f"weights = {FORMULAS}\n"][weights]
    config += f"labels = {','.join(labels)}\n" if labels is not None else ""
    files = {"config": config.encode(), "target/sentences": written(target), "system/sentences": written(system)}
    run = run_on(files, "FairEval.py", ["--config", "config"])
    assert run.exit == 0
    of = [None, "default", WEIGHTS][weights]
    result = faireval.evaluate(target, system, labels=labels, exclude=exclude, focus=focus, weights=of)  # type: ignore[arg-type]
    assert without_weights(str(result)) == without_weights(run.stdout.decode())
    assert_is_printed(result, run.stdout)


def without_weights(report: str) -> str:
    """Return a report without weights that are 0, which the test does not write."""
    return re.sub(r"^(WARNING: Missing weight|weights: ).*\n", "", report, flags=re.MULTILINE)


def test_tags_may_have_no_words() -> None:
    tags = [["B-A", "I-A", "O"], ["O"]]
    with_words = [[("w", tag) for tag in sentence] for sentence in tags]
    assert str(faireval.evaluate(tags, with_words)) == str(faireval.evaluate(with_words, tags))
    assert faireval.evaluate(tags, [[("A", 0, 2)], []])["fair/overall/F1"] == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (([[], []], [[]]), "the target has 2 sentences, the system 1; give both the same ones"),
        (([[], "B-A"], [[], []]), "target, sentence 1 is 'B-A'; give a list of spans or tags for each sentence"),
        (
            ([[("A", 0)]], [[]]),
            "target, sentence 0, span 0: ('A', 0): give label, begin and end, and perhaps the tokens",
        ),
        (([[()]], [[]]), "target, sentence 0, span 0: (): give label, begin and end, and perhaps the tokens"),
        (([["O"]], [["O", ("A", "0", "2")]]), "system, sentence 0, token 1: ('A', '0', '2'): give a tag, or a pair"),
        (([[(1, 0, 1)]], [[]]), "target, sentence 0, span 0: label 1 is empty, begins with a blank"),
        (([[("A", 0, 1), ("A", 2, 2)]], [[]]), "target, sentence 0, span 1: A 2-2 has no token between its begin and"),
        (([[("A", 3, 2)]], [[]]), "target, sentence 0, span 0: A 3-2 has no token between its begin and its end"),
        (([[], []], [[], [("A", -1, 2)]]), "system, sentence 1, span 0: A -1-2 begins before the first token"),
        (([[("A", 0, 2, [2])]], [[]]), "target, sentence 0, span 0: list tokens between its begin and its end, at"),
        (([[("A", 0, 2, [])]], [[]]), "target, sentence 0, span 0: list tokens between its begin and its end, at"),
        (([[("", 0, 2)]], [[]]), "target, sentence 0, span 0: label '' is empty, begins with a blank or holds"),
        (([[("A\tB", 0, 2)]], [[]]), "target, sentence 0, span 0: label 'A\\tB' is empty, begins with a blank or"),
        (([[("A\udcff", 0, 2)]], [[]]), "target, sentence 0, span 0: label 'A\\udcff' is empty, begins with a blank"),
        (([["O"]], [["O", "B A"]]), "system, sentence 0, token 1: 'B A' is empty or holds a blank or line break"),
        (([["O"]], [["", "O"]]), "system, sentence 0, token 0: '' is empty or holds a blank or line break"),
        (([["O"]], [["O", "I-A"]]), "system, sentence 0, token 1: 'I-A' does not continue a span; begin it with"),
        (([], [], ["A,B"]), "labels: 'A,B' holds a comma or ends in a blank"),
        (([], [], None, ["A\n"]), "exclude: label 'A\\n' is empty, begins with a blank or holds"),
        (([], [], None, [], "both"), "focus is 'both'; it must be target or system"),
        (([], [], None, [], "target", "paper"), "weights are 'paper'; give numbers of TP, FP and FN for each type"),
        (([], [], None, [], "target", {}), "weights: give those of at least one type, or 'default'"),
        (([], [], None, [], "target", {"LE": {"TP": -1}}), "weights of 'LE': a weight is a number from 0 on"),
        (([], [], None, [], "target", {"LE": {"XX": 1}}), "weights of 'LE': a type is a word, and its weights are of"),
    ],
)
def test_what_no_file_can_hold_is_named(arguments: tuple[Any, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}"):
        faireval.evaluate(*arguments)


def test_threads_agree(capfd: pytest.CaptureFixture[str]) -> None:
    target = [[("PER", 0, 2), ("LOC", 3, 5)], [("ORG", 1, 4)]] * 20
    system = [[("PER", 0, 1), ("ORG", 3, 5)], [("ORG", 1, 4), ("PER", 7, 8)]] * 20
    assert_threads_agree(lambda: faireval.evaluate(target, system, weights="default"))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("sentence", [[("A", 0, 1), ("B", 2, 3)], ["B-A", "O", "B-B"]])
def test_spans_and_tags_may_come_one_by_one(sentence: list[Any]) -> None:
    listed = faireval.evaluate([sentence], [sentence])
    passing: list[Any] = [[iter(sentence)], [iter(sentence)]]
    assert str(faireval.evaluate(*passing)) == str(listed)
    assert listed["traditional/overall/TP"] == 2
