"""What an observer receives of a run: documents whose mentions and chains, added up, are the figures printed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from common.result import KEY, RESPONSE
from common.tally import Tally
from coref_scorer.cli import score
from coref_scorer.report import totals
from coref_scorer.tally import BLANC, METRICS
from tests.coref_scorer.runs import document
from tests.golden_cases import GOLDEN, Case, prepare
from tests.listener import Receiver
from tests.running import folder_with

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    case
    for case in map(Case, sorted((GOLDEN / "coref_scorer").iterdir()))
    if case.expected("exit") == b"0\n" and b"TOTALS" in (case.expected("stdout") or b"")
]


def observed(*words: str) -> Receiver:
    receiver = Receiver()
    assert score(list(words), receiver) == 0
    sys.stdout.flush()
    return receiver


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_amounts_add_up_to_the_figures_printed(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    prepare(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    receiver = observed(*case.words[1:])
    printed = capfdbinary.readouterr().out
    metrics = METRICS if case.words[1] == "all" else (case.words[1].lower(),)
    for metric in metrics:
        own = metric if len(metrics) > 1 or metric == BLANC else "coreference"
        tally = Tally()
        tally.count(
            (metric, row, column, amount) for table, row, column, amount in receiver.tally.cells() if table == own
        )
        assert totals(tally, metric) in printed
    for unit, matches in receiver.units:
        for match in matches:
            assert unit.why(match)
            for side, index in ((KEY, match.key), (RESPONSE, match.response)):
                if index is not None:
                    item = unit.item(side, index)
                    assert item.location
                    assert item.label.startswith("chain ")


def test_every_match_says_what_became_of_it(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    key = document("a", "(1", "1)", "(2)|(3)", "(2)", "(1)", "(3)")
    response = document("a", "(7)", "-", "(7)|(8)", "(8)", "(7)|(8)|(9)", "-")
    with folder_with({"key": key, "response": response}):
        receiver = observed("muc", "key", "response")
    assert receiver.told == [
        ("a", "invented", None, "chain 7", "the key's ends 1 token later; MUC: wrong link"),
        ("a", "correct", "chain 3", "chain 7", "the same tokens; MUC: broken link and wrong link"),
        ("a", "correct", "chain 1", "chain 7", "the same tokens"),
        ("a", "repeated", None, "chain 8", "the response has it first in chain 7, line 4, which counts"),
        ("a", "correct", "chain 2", "chain 8", "the same tokens"),
        (
            "a",
            "repeated",
            None,
            "chain 8",
            "the response has it first in chain 7, line 6, which counts",
        ),
        (
            "a",
            "repeated",
            None,
            "chain 9",
            "the response has it first in chain 7, line 6, which counts",
        ),
        ("a", "missed", "chain 1", None, "the response's ends 1 token earlier; MUC: broken link"),
        ("a", "repeated", "chain 2", None, "the key has it in chain 3, line 4, too; MUC: broken link"),
        ("a", "missed", "chain 3", None, "the response has no mention there"),
    ]
    capfdbinary.readouterr()


def test_chains_say_how_alike_they_are(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    key = document("a", "(1)", "(1)", "(1)", "(2)", "(2)", "(3)")
    response = document("a", "(4)", "(4)", "(5)", "(5)", "-", "(6)|(7)")
    with folder_with({"key": key, "response": response}):
        receiver = observed("ceafe", "key", "response", "none")
    assert [told[1:] for told in receiver.told if "chain" in told[1]] == [
        ("matched chains", "chain 1", "chain 4", "0.8 similar; chain 5 of the response has a similarity of 0.4"),
        ("matched chains", "chain 2", "chain 5", "0.5 similar"),
        ("matched chains", "chain 3", "chain 6", "1 similar"),
    ]
    assert receiver.runs[0].settings == {"metric": "ceafe", "name": "none"}
    assert b"Repeated mention" in capfdbinary.readouterr().out


def test_items_have_words_and_lines(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    key = b"x\n#begin document \xc3\xa9\xff\nd 0 0 Ann NN (1\n\nd 0 1 Lee NN 1)\nd 0 2 she NN (1)\n#end document\n"
    with folder_with({"key": key, "response": key[2:]}):
        receiver = observed("all", "key", "response", "none")
    [(unit, matches)] = receiver.units
    assert (unit.name, unit.text) == ("\u00e9\udcff", ["Ann", "Lee", "she"])
    assert [place and (place.file, place.line) for place in (unit.key, unit.response)] == [("key", 2), ("response", 1)]
    item = unit.item(KEY, 0)
    assert (item.label, item.text, item.begin, item.end) == ("chain 1", "Ann Lee", 0, 2)
    assert item.location
    assert item.location.line == 3
    assert unit.item(RESPONSE, 1).text == "she"
    chain = unit.item(RESPONSE, 2)
    assert (chain.label, chain.text, chain.begin) == ("chain 1", "Ann Lee; she", None)
    [run] = receiver.runs
    assert [run.credit(match) for match in matches] == [1, 1, 1]
    [mean] = run.measures["CoNLL", "coreference"]
    assert mean(dict.fromkeys(mean.parts, 0.5)) == 0.5
    capfdbinary.readouterr()
