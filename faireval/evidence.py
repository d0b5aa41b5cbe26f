"""What an observer receives of a run: sentence by sentence, which target span matches which system span, and why.

A unit is a pair of sentences, named after their files and its number among them. Matches are counted by the same
signatures, so that the amounts of their cells add up to the counts of the report.

White space within a label is a blank in the name of its row. Of two rows with one name the second ends in ``#2``. So
the names depend on all labels, and the files are looked through for them first.
"""

from __future__ import annotations

import contextlib
import os

from common import VERSION
from common.errors import InputError
from common.result import Input, Run, unique_in
from common.tally import Measure, Signatures
from faireval.evaluate import evaluate, sentences
from faireval.measures import F1, F_MEASURE, LABEL_SHARE, RECALL, SCORES, scores
from faireval.read import pairs
from faireval.sentence import SentencePair
from faireval.spans import FAIR, SIDES, TP, TRADITIONAL, WEIGHTED
from faireval.tally import CONFUSION, DATA, FREQUENCY, NO_SPAN, OVERALL, cells_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from typing import Any, TypeAlias

    from common.result import Match, Observer, Unit
    from faireval.align import Alignment
    from faireval.config import Say, Settings
    from faireval.evaluate import Sentence
    from faireval.tally import Evaluation
    from faireval.weights import Weights

    Names: TypeAlias = dict[str, dict[Hashable, str]]  # by table and row

COMPARISON = "comparison"


def evaluate_observed(observer: Observer, config_file: str, settings: Settings, say: Say, version: str) -> Evaluation:
    """Evaluate as :func:`faireval.evaluate.evaluate` does, and pass on each sentence to an observer."""
    names = _names(settings)
    observer.begin(
        Run(
            "FairEval.py",
            VERSION,
            _settings(settings, version),
            _inputs(config_file, settings),
            kind=lambda match: match.signature[1],
            credit=lambda match: float(match.signature[1] == TP),
            cells=_cells(settings, names),
            measures=_measures(settings, names),
            by_unit=False,
        )
    )
    numbers = Signatures()  # of sentences, by file

    def observe(target: Sentence, system: Sentence, aligned: Alignment) -> None:
        file, _, _, _ = target
        numbers.count(file)
        observer.unit(SentencePair(f"{os.path.basename(file)}:{numbers[file]}", target, system, aligned))

    return evaluate(settings, say, version, observe)


def _settings(settings: Settings, version: str) -> dict[str, object]:
    found = {
        "labels": settings["labels"],
        "exclude": settings.get("exclude", []),
        "ignore_punct": settings.get("ignore_punct", False),
        "focus": settings.get("focus", SIDES[0]),
        "eval_method": settings["eval_method"],
        "weights": settings.get("weights"),
    }
    return {**found, "version": version} if version else found


def _inputs(config_file: str, settings: Settings) -> list[Input]:
    """Return the files that are read: those without a partner are not."""
    paired = pairs(settings["target_files"], settings["system_files"])
    return [Input("configuration", config_file), *[Input(*one) for pair in paired for one in zip(SIDES, pair)]]


def _names(settings: Settings) -> Names:
    """Return what the rows of each table are called, and the columns of the confusion matrix.

    Labels are read up to a line that ends the evaluation: it is refused after the messages of the sentences before it.
    """
    labels: tuple[dict[str, None], dict[str, None]] = {}, {}
    with contextlib.suppress(InputError):
        for sides in sentences(settings, lambda _: None):
            for found, (_, _, _, spans) in zip(labels, sides):
                found.update(dict.fromkeys([label for label, _, _, _ in spans]))
    target, system = labels
    every = sorted({**target, **system})
    rows: dict[str, list[Hashable]] = {
        FAIR: [*every, OVERALL],
        CONFUSION: [*sorted({*every, NO_SPAN})],
        DATA: [*target, OVERALL],
    }
    names = {table: dict(zip(of, unique_in([" ".join(str(row).split()) for row in of]))) for table, of in rows.items()}
    return {**names, TRADITIONAL: names[FAIR]}


def _cells(settings: Settings, names: Names) -> Callable[[Unit, Match], Iterator[tuple[str, str, str, int]]]:
    """Return the function that yields the cells of the printed tables that a match adds to."""
    methods = settings["eval_method"]
    printed = {
        CONFUSION: [CONFUSION],
        DATA: [DATA],
        TRADITIONAL: [method for method in methods if method == TRADITIONAL],
    }
    printed[FAIR] = [method for method in methods if method != TRADITIONAL]
    cells = cells_by(settings.get("focus", SIDES[0]))

    def of_match(_: Unit, match: Match) -> Iterator[tuple[str, str, str, int]]:
        for table, row, column, amount in cells(match.signature):
            name = names[CONFUSION][column] if table == CONFUSION else column
            for one in printed[table]:
                yield one, names[table][row], name, amount

    return of_match


def _measures(settings: Settings, names: Names) -> dict[Any, Sequence[Measure]]:
    """Return the measures of the tables, and of the rows of the comparison, which are those of all labels."""
    share = _with_parts(LABEL_SHARE, (FREQUENCY, (DATA, names[DATA][OVERALL], FREQUENCY)))
    found: dict[Any, Sequence[Measure]] = {DATA: [share]}
    weights = settings.get("weights")
    for method in settings["eval_method"]:
        found[method] = _weighted(weights) if method == WEIGHTED and weights else scores(method, None)
        found[COMPARISON, method.title()] = [
            _with_parts(measure, [(method, names[FAIR][OVERALL], part) for part in measure.parts])
            for measure in found[method]
        ]
    return found


def _weighted(weights: Weights) -> list[Measure]:
    """Return the measures of weighted evaluation as they are printed.

    A type of error may be called as one of them. Then its column shows the measure, too, and counts only in those that
    are computed later.
    """
    precision = scores(WEIGHTED, {kind: weights[kind] for kind in weights if kind not in SCORES})[0]
    recall = scores(WEIGHTED, {kind: weights[kind] for kind in weights if kind not in (RECALL, F1)})[1]
    measures = [precision, recall, F_MEASURE]
    printed = unique_in([*weights, *SCORES])[-len(SCORES) :]
    again = [(name, measure) for name, measure in zip(printed, measures) if name != measure.name]
    return measures + [Measure(name, measure.parts, measure.formula, measure.zero) for name, measure in again]


def _with_parts(measure: Measure, parts: Sequence[Any]) -> Measure:
    return Measure(measure.name, parts, measure.formula, measure.zero)
