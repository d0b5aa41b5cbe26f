"""What an observer receives: each figure of a report comes from its matches, and each match says why."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from legacy_scorers.common.c import fixed
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.common.result import KEY, RESPONSE, Match, Observer, Run, Unit
from legacy_scorers.common.tally import Tally, complete
from legacy_scorers.evalb.cli import score
from legacy_scorers.evalb.evidence import ScoredSentence
from legacy_scorers.evalb.report import NUMBERS, TITLES
from legacy_scorers.evalb.tally import (
    ACCURACY,
    CROSSED,
    GOLD,
    OF_SENTENCE,
    OF_SUMMARY,
    OVERALL,
    PRECISION,
    RECALL,
    RIGHT,
    SENTENCES,
    TAGS,
    TEST,
    WORDS,
)
from tests.evalb.literal import Rules
from tests.evalb.runs import joined
from tests.evalb.test_scoring import RULES, damaged
from tests.golden_cases import Case, collect, some
from tests.running import folder_with, read_files

CASES = [case for case in collect() if case.words[0] == "evalb" and case.expected("exit") == b"0\n"]
OF_ROW = [RECALL.name, PRECISION.name, RIGHT, GOLD, TEST, CROSSED, WORDS, TAGS, ACCURACY.name]


class Watcher(Observer):
    """Keeps the run, what its matches add up to, and the units."""

    def __init__(self) -> None:
        self.run: Run | None = None
        self.sums = Tally()
        self.units: list[tuple[Unit, list[Match]]] = []

    def begin(self, run: Run) -> None:
        self.run = run

    def unit(self, unit: Unit) -> None:
        assert self.run is not None
        matches = list(unit.matches)
        self.units.append((unit, matches))
        for match in matches:
            self.sums.count(self.run.cells(unit, match))

    def table(self) -> list[list[str]]:
        """Return the figures of each sentence, as they are printed."""
        rows = []
        for unit, _ in self.units:
            assert isinstance(unit, ScoredSentence)
            row = complete(self.sums.row(SENTENCES, str(unit.sentence.number)), OF_SENTENCE)
            figures = [f"{row[name]:.2f}" if isinstance(row[name], float) else str(row[name]) for name in OF_ROW]
            rows.append(
                [str(unit.sentence.number), str(unit.sentence.trees[0].length), str(unit.sentence.status), *figures]
            )
        return rows

    def block(self, name: str) -> list[str]:
        """Return the figures of a block of the summary."""
        row = complete(self.sums.row(OVERALL, name), OF_SUMMARY)
        return [
            *[str(row[column]) for column in NUMBERS.values()],
            *[fixed(row[one.name], 2).decode() for one in OF_SUMMARY],
        ]


def check(watcher: Watcher, report: str) -> None:
    table, _, summary = report.partition("=== Summary ===\n")
    rows = [
        line.split()
        for line in table.splitlines()
        if re.fullmatch(r" *\d+ +\d+ +[012] +[\d.]+ +[\d.]+( +\d+){6} +[\d.]+", line)
    ]
    assert rows == watcher.table()
    for block in summary.strip("\n").split("\n\n"):
        heading, *lines = block.splitlines()
        assert len(lines) == len(NUMBERS) + len(TITLES)
        assert [line.split()[-1] for line in lines] == watcher.block(heading.strip("- "))


@pytest.mark.parametrize("case", some(CASES, 4), ids=lambda case: case.name)
def test_figures_of_recorded_runs_come_from_matches(case: Case, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    watcher = Watcher()
    with folder_with(dict(read_files(case.input))):
        assert score(case.words[1:], SYSTEM, watcher) == 0
    if watcher.run is not None:
        check(watcher, (case.expected("stdout") or b"").decode("latin-1"))


@given(damaged(), RULES)
def test_figures_of_random_runs_come_from_matches(sides: tuple[list[bytes], list[bytes]], rules: Rules) -> None:
    watcher, silent = Watcher(), Watcher()
    silent.wants_units = False
    with folder_with({"gold": joined(sides[0]), "test": joined(sides[1]), "p": rules.file()}):
        status = score(["-p", "p", "gold", "test"], SYSTEM, watcher)
        assert score(["-p", "p", "gold", "test"], SYSTEM, silent) == status
    assert silent.units == []
    for unit, matches in watcher.units:
        for match in matches:
            assert unit.why(match)
            for side, index in ((KEY, match.key), (RESPONSE, match.response)):
                if index is not None:
                    item = unit.item(side, index)
                    assert 0 <= (item.begin or 0) <= (item.end or 0)


def reasons(gold: bytes, test: bytes, parameters: bytes = b"") -> list[str]:
    """Return what is said of each match: its kind, the labels of both sides, and why."""
    watcher = Watcher()
    with folder_with({"gold": gold, "test": test, "p": parameters}):
        score(["-p", "p", "gold", "test"], SYSTEM, watcher)
    assert watcher.run is not None
    found = []
    for unit, matches in watcher.units:
        for match in matches:
            places = [(KEY, match.key), (RESPONSE, match.response)]
            labels = ["-" if index is None else unit.item(side, index).label for side, index in places]
            found.append(f"{watcher.run.kind(match)}: {' '.join(labels)}: {unit.why(match)}")
    return found


def test_why_brackets_match_or_do_not() -> None:
    gold = b"(TOP (S (A a) (X (B b) (C c)) (D d)))\n"
    test = b"(TOP (S-1 (Y (A a) (B b)) (Z (C c) (E d))))\n"
    assert reasons(gold, test, b"DELETE_LABEL TOP\n") == [
        "matched: S S: the same span and label",
        "missed: X -: the response has no such span",
        "crossing: - Y: the key has no such span; it crosses the key's X 1-3",
        "crossing: - Z: the key has no such span; it crosses the key's X 1-3",
        "same tag: A A: the same tag, or tags that count as one",
        "same tag: B B: the same tag, or tags that count as one",
        "same tag: C C: the same tag, or tags that count as one",
        "other tag: D E: another tag",
        "valid: valid valid: the words are the same on both sides",
    ]
    assert reasons(b"(S (NP (A a)))", b"(S (VP (A a)))")[1:3] == [
        "missed: NP -: the response has S 0-1, VP 0-1 there, which it does not match",
        "spurious: - VP: the key has S 0-1, NP 0-1 there, which it does not match",
    ]
    assert (
        reasons(b"(S (A a))", b"(T (A a))", b"EQ_LABEL S T\n")[0]
        == "matched: S T: the same span; labels that count as one"
    )
    assert reasons(b"(S (A a))", b"(T (A a))", b"LABELED 0\n")[0] == "matched: S T: the same span; labels do not count"


def test_of_brackets_that_fit_the_first_is_matched() -> None:
    for test in (b"(S (T (A a)))", b"(T (S (A a)))"):
        matched, spurious, *_ = reasons(b"(S (A a))", test, b"EQ_LABEL S T\n")
        first, second = test.decode()[1], test.decode()[4]
        assert matched.startswith(f"matched: S {first}: ")
        assert spurious.startswith(f"spurious: - {second}: ")


def test_why_a_sentence_is_an_error_or_skipped() -> None:
    assert reasons(b"(S (A a))\n(S (A a)\n(S)\n", b"(S (A a) (B b))\n(S (A a))\n\n")[:1] == [
        "error: error error: Length unmatch (1|2)"
    ]
    assert reasons(b"(S (A a)\n", b"(S (A a))\n")[-1] == (
        "error: error error: Bracketing is unbalanced (too many open bracket)"
    )
    assert reasons(b"(S (A a))\n", b"\n") == ["skipped: skipped skipped: the response has no words"]


def test_what_is_scored() -> None:
    watcher = Watcher()
    with folder_with({"gold": b"(S (A a))\n", "test": b"(S (A a))\n", "p": b"EQ_LABEL A B\nDELETE_LABEL TOP\n"}):
        score(["-p", "p", "-c", "3", "gold", "test"], SYSTEM, watcher)
    assert watcher.run is not None
    assert [(file.role, file.path) for file in watcher.run.inputs] == [
        ("configuration", "p"),
        ("key", "gold"),
        ("response", "test"),
    ]
    assert watcher.run.settings == {
        "cutoff_len": 3,
        "labeled": 1,
        "max_error": 10,
        "delete_label": ["TOP"],
        "delete_label_for_length": [],
        "quote_label": [],
        "eq_label": ["A B"],
        "eq_word": [],
    }
