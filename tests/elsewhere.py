"""Figures of other packages beside ours on random data: prints the tables of ``docs/coming-from.md``.

Runs where those packages are installed: ``tests/suite/test_elsewhere.py`` makes such an environment.
"""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

from legacy_scorers import conlleval, coref_scorer
from legacy_scorers.common import iobes

Tags: TypeAlias = list[list[str]]
Chains: TypeAlias = list[set[Hashable]]
PACKAGES = ("seqeval==1.2.2", "nervaluate==1.2.1", "conlleval==0.2", "seqscore==0.9.0", "scorch==0.2.0")
TRIALS = 200
CLOSE = 1e-9
REFUSED = -1.0  # is no figure
TYPES = ("LOC", "PER")
METRICS = {"muc": "muc", "b_cubed": "bcub", "ceaf_m": "ceafm", "ceaf_e": "ceafe", "blanc": "blanc"}
NAMES = {"blanc": "blanc/BLANC/F1"}


def f1(key: Tags, response: Tags) -> float:
    """Return our FB1 of tags, as a share."""
    return conlleval.evaluate(key, response)["overall/all/FB1"] / 100


def of_seqeval(encoding: str, mode: str | None) -> Callable[[Tags, Tags], float]:
    """Return the F1 of seqeval; its default looks at no encoding."""
    metrics, scheme = importlib.import_module("seqeval.metrics"), importlib.import_module("seqeval.scheme")
    names = {"BIO": "IOB2", "IOBES": "IOBES", "BILOU": "BILOU"}
    options = {"mode": mode, "scheme": getattr(scheme, names[encoding])} if mode else {}
    return lambda key, response: float(metrics.f1_score(key, response, **options))


def of_nervaluate(key: Tags, response: Tags) -> float:
    """Return the F1 of nervaluate by its schema ``strict``."""
    evaluator = importlib.import_module("nervaluate").Evaluator(key, response, tags=[*TYPES], loader="list")
    return float(evaluator.evaluate()["overall"]["strict"].f1)


def of_conlleval(key: Tags, response: Tags) -> float:
    """Return the F1 of the package ``conlleval`` of the index."""
    lines = []
    for sides in zip(key, response):
        lines += [*[f"word {tag} {other}" for tag, other in zip(*sides)], ""]
    return float(importlib.import_module("conlleval").evaluate(lines)["overall"]["chunks"]["evals"]["f1"])


def of_seqscore(encoding: str, repair: str | None) -> Callable[[Tags, Tags], float]:
    """Return the F1 of seqscore."""
    scoring = importlib.import_module("seqscore.scoring")
    name = "BIOES" if encoding == "IOBES" else encoding

    def scored(key: Tags, response: Tags) -> float:
        try:
            counts, _ = scoring.score_label_sequences(response, key, name, repair=repair)
        except scoring.EncodingError:
            return REFUSED
        return float(counts.f1)

    return scored


def random_spans(size: int) -> list[iobes.Span]:
    """Return spans that follow each other in a sentence."""
    spans, begin = [], 0
    while begin < size:
        end = min(size, begin + random.randint(1, 3))
        if random.random() < 0.5:
            spans.append(iobes.Span(random.choice(TYPES), begin, end, tuple(range(begin, end))))
        begin = end
    return spans


def tagged(encoding: str) -> tuple[Tags, ...]:
    """Return the tags of four sentences on both sides, and the same as BIO."""
    sizes = [random.randint(1, 8) for _ in range(4)]
    key = [random_spans(size) for size in sizes]
    response = [random.choice([random_spans(size), spans]) for size, spans in zip(sizes, key)]
    sides = [(encoding, key), (encoding, response), ("BIO", key), ("BIO", response)]
    return tuple([[written(name, *sentence) for sentence in zip(side, sizes)] for name, side in sides])


def written(encoding: str, spans: list[iobes.Span], size: int) -> list[str]:
    """Return the tags of a sentence."""
    return iobes.write_tags(spans, iobes.SpanEncoding[encoding], size)


def random_tags() -> tuple[Tags, ...]:
    """Return the tags of BIO in any order, malformed ones too."""
    tags = ["O", "O", *[f"{letter}-{type_}" for letter in "BI" for type_ in TYPES]]
    sizes = [random.randint(1, 8) for _ in range(4)]
    key, response = [[random.choices(tags, k=size) for size in sizes] for _ in range(2)]
    return key, response, key, response


DATA: dict[str, Callable[[], tuple[Tags, ...]]] = {
    "BIO": lambda: tagged("BIO"),
    "BIO in any order": random_tags,
    "IOBES": lambda: tagged("IOBES"),
    "BILOU": lambda: tagged("BILOU"),
}


def equal(program: Callable[[Any, Any], float], key: object, response: object, expected: float) -> bool:
    """Whether the figure of a program is the expected one; an error is none."""
    try:
        found = program(key, response)
    except (ValueError, ZeroDivisionError):
        return False
    return abs(found - expected) < CLOSE or (found != found and expected == 0)


def tag_rows() -> dict[str, list[int]]:
    """Return, for each program, how many of its figures equal those of our conlleval on BIO, by kind of data."""
    rows: dict[str, list[int]] = {}
    for kind, make in DATA.items():
        encoding = kind.split()[0]
        programs = {
            "`conlleval` of this suite, tags as they are": f1,
            "seqeval 1.2.2": of_seqeval(encoding, None),
            'seqeval 1.2.2, `mode="strict"`': of_seqeval(encoding, "strict"),
            "conlleval 0.2 of PyPI": of_conlleval,
            "nervaluate 1.2.1, `strict`": of_nervaluate,
            "seqscore 0.9.0": of_seqscore(encoding, None),
            'seqscore 0.9.0, `repair="conlleval"`': of_seqscore(encoding, "conlleval" if encoding == "BIO" else None),
        }
        found = [make() for _ in range(TRIALS)]
        for name, program in programs.items():
            same = [equal(program, key, response, f1(*bio)) for key, response, *bio in found]
            rows.setdefault(name, []).append(sum(same))
    return rows


def random_chains(mentions: Sequence[str]) -> Chains:
    """Divide mentions into chains."""
    chains: dict[int, set[Hashable]] = {}
    for mention in mentions:
        chains.setdefault(random.randint(0, 4), set()).add(mention)
    return [*chains.values()]


def chain_row() -> list[int]:
    """Return how many figures of scorch equal ours, metric by metric and for the mean of CoNLL-2012."""
    scores = importlib.import_module("scorch.scores")
    same = [0] * (len(METRICS) + 1)
    for _ in range(TRIALS):
        mentions = [f"m{number}" for number in range(random.randint(3, 9))]
        others = [*random.sample(mentions, len(mentions) - 1), "other"]
        key, response = random_chains(mentions), random_chains(random.choice([mentions, others]))
        ours: Any = coref_scorer.evaluate([sorted(map(str, one)) for one in key], [[*one] for one in response])
        for place, (theirs, metric) in enumerate(METRICS.items()):
            value = ours[NAMES.get(metric, f"{metric}/coreference/F1")]
            same[place] += equal(lambda *sides: getattr(scores, theirs)(*sides)[2], key, response, value)  # noqa: B023
        same[-1] += equal(scores.conll2012, key, response, ours["CoNLL/coreference/F1"])
    return same


def line(*cells: object) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Print the tables."""
    warnings.simplefilter("ignore")
    random.seed(1992)
    print(line("program", *DATA), line(*["---"] * (len(DATA) + 1)), sep="\n")
    for name, counts in tag_rows().items():
        print(line(name, *counts))
    print()
    columns = [*METRICS.values(), "CoNLL"]
    print(line("program", *columns), line(*["---"] * (len(columns) + 1)), sep="\n")
    print(line("scorch 0.2.0", *chain_row()))


if __name__ == "__main__":
    main()
