"""Processor time of other packages beside ours, on tags and chains in memory: ``python -m benchmarks.elsewhere``.

Runs where the packages of ``tests/elsewhere.py`` are installed. Prints a table of docs/performance.md: ours are the
function ``evaluate`` with a figure, and the command on a file of the same data.
"""

from __future__ import annotations

import gc
import importlib
import random
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from legacy_scorers import conlleval, coref_scorer
from legacy_scorers.common.evaluation import Evaluation
from legacy_scorers.common.host import Host
from legacy_scorers.conlleval import cli as conlleval_cli
from legacy_scorers.coref_scorer import cli as coref_cli
from tests import elsewhere

Score: TypeAlias = Callable[[Sequence[str], Host], int]

SENTENCES, LENGTH = 40_000, 25  # tokens
RIGHT = 0.8  # share of sentences of the response that are as in the key
MENTIONS, MENTIONS_OF_CHAIN = 2_000, 5
COLUMNS = ("program", "what", "theirs", "`evaluate`", "ratio", "command", "ratio")


def tags() -> tuple[elsewhere.Tags, elsewhere.Tags]:
    """Return the BIO tags of both sides."""
    sides: tuple[elsewhere.Tags, elsewhere.Tags] = [], []
    for _ in range(SENTENCES):
        spans = elsewhere.random_spans(LENGTH)
        other = spans if random.random() < RIGHT else elsewhere.random_spans(LENGTH)
        for side, found in zip(sides, (spans, other)):
            side.append(elsewhere.written("BIO", found, LENGTH))
    return sides


def chains() -> tuple[list[list[str]], list[list[str]]]:
    """Return the chains of one document on both sides."""
    mentions = [f"m{number}" for number in range(MENTIONS)]
    sides = []
    for _ in range(2):
        sides.append([mentions[at : at + MENTIONS_OF_CHAIN] for at in range(0, MENTIONS, MENTIONS_OF_CHAIN)])
        for _ in range(MENTIONS // 10):
            one, other = random.sample(range(MENTIONS), 2)
            mentions[one], mentions[other] = mentions[other], mentions[one]
    return sides[0], sides[1]


def seconds(program: Callable[[Any, Any], object], key: object, response: object) -> float:
    """Return the processor time of a call, after one that loads what the program needs, and without older garbage."""
    gc.collect()
    begin = time.process_time()
    program(key, response)
    return time.process_time() - begin


def main() -> None:
    """Print the table."""
    warnings.simplefilter("ignore")
    random.seed(1992)
    sides = tags()
    few = sides[0][:1], sides[1][:1]
    programs = {
        "seqeval 1.2.2": elsewhere.of_seqeval("BIO", None),
        'seqeval 1.2.2, `mode="strict"`': elsewhere.of_seqeval("BIO", "strict"),
        "nervaluate 1.2.1": elsewhere.of_nervaluate,
        "seqscore 0.9.0": elsewhere.of_seqscore("BIO", None),
    }
    print(elsewhere.line(*COLUMNS), elsewhere.line(*["---"] * len(COLUMNS)), sep="\n")
    elsewhere.f1(*few)
    ours = seconds(elsewhere.f1, *sides), of_command(conlleval_cli.score, conlleval.evaluate(*sides))
    for name, program in programs.items():
        program(*few)
        show(name, f"{SENTENCES * LENGTH:,} tags", seconds(program, *sides), ours)
    key, response = chains()
    conll2012 = importlib.import_module("scorch.scores").conll2012
    ours = seconds(f1_of_chains, key, response), of_command(coref_cli.score, coref_scorer.evaluate(key, response))
    theirs = seconds(conll2012, *[[*map(set, side)] for side in (key, response)])
    show("scorch 0.2.0", f"a document of {MENTIONS:,} mentions", theirs, ours)


def f1_of_chains(key: list[list[str]], response: list[list[str]]) -> float:
    """Return the mean that CoNLL-2012 ranked by."""
    return coref_scorer.evaluate(key, response)["CoNLL/coreference/F1"]


def of_command(score: Score, result: Evaluation) -> float:
    """Return the processor time of the command whose result this is."""
    result.host.stdout.truncate(0)
    return seconds(score, [word for word in result.words if word not in ("<", result.host.stdin_name)], result.host)


def show(name: str, what: str, theirs: float, ours: Sequence[float]) -> None:
    """Print a row."""
    cells = [cell for one in ours for cell in (f"{one:.2f} s", f"{one / theirs:.2f}")]
    print(elsewhere.line(name, what, f"{theirs:.2f} s", *cells))


if __name__ == "__main__":
    main()
