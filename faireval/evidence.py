"""What an observer receives of a run: sentence by sentence, which target span matches which system span, and why.

A unit is a pair of sentences, named after their files and its number among them. Matches are counted by the same
signatures, so that the amounts of their cells add up to the counts of the report.

White space within a label is a blank in the name of its row. Of two rows with one name the second ends in ``#2``. So
the names depend on all labels, and the files are looked through for them first.
"""

from __future__ import annotations

import os

from common import VERSION
from common.errors import InputError
from common.result import Input, Run, unique_in
from common.tally import Measure, Signatures
from faireval.cells import CONFUSION, DATA, FREQUENCY, NO_SPAN, OVERALL, cells_by
from faireval.evaluate import evaluate, sentences
from faireval.kinds import FAIR, SIDES, TP, TRADITIONAL, WEIGHTED
from faireval.measures import F1, F_MEASURE, LABEL_SHARE, RECALL, SCORES, scores
from faireval.read import pairs
from faireval.sentence import SentencePair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from common.result import Match, Observer, Unit
    from faireval.align import Aligned
    from faireval.config import Config, Say
    from faireval.evaluate import Sentence
    from faireval.tally import Evaluation
    from faireval.weights import Weights

    Names: TypeAlias = dict[Hashable, str]

COMPARISON = "comparison"


def evaluate_observed(observer: Observer, config: Config, say: Say, version: str) -> Evaluation:
    """Evaluate as :func:`faireval.evaluate.evaluate` does, and pass on each sentence to an observer."""
    cells = _Cells(config)
    observer.begin(
        Run(
            "FairEval.py",
            VERSION,
            _settings(config, version),
            _inputs(config),
            kind=_kind,
            credit=lambda match: 1.0 if _kind(match) == TP else 0.0,
            cells=cells.of_match,
            measures=_measures(config, cells),
            by_unit=False,
        )
    )
    numbers = Signatures()  # of sentences, by file

    def observe(target: Sentence, system: Sentence, aligned: Aligned) -> None:
        file, _, _, _ = target
        numbers.count(file)
        observer.unit(SentencePair(f"{os.path.basename(file)}:{numbers[file]}", target, system, aligned))

    return evaluate(config, say, version, observe)


def _kind(match: Match) -> str:
    signature: Any = match.signature
    kind: str = signature[1]
    return kind


def _settings(config: Config, version: str) -> dict[str, object]:
    return {
        "labels": config.labels,
        "exclude": config.exclude or [],
        "ignore_punct": bool(config.ignore_punct),
        "focus": config.focus or SIDES[0],
        "eval_method": config.eval_method,
        "weights": config.weights,
        **({"version": version} if version else {}),
    }


def _inputs(config: Config) -> list[Input]:
    """Return the files that are read: those without a partner are not."""
    files = [Input(*one) for pair in pairs(config.target_files, config.system_files) for one in zip(SIDES, pair)]
    return [Input("configuration", config.path), *files]


class _Cells:
    """The cells of the printed tables, by the names that the report has for labels.

    ``overall`` is the row of all labels in the tables of the methods, ``all_labels`` the one in the table of the
    target's labels, which is not printed.
    """

    __slots__ = ("_cells", "_confusion", "_data", "_rows", "_tables", "all_labels", "overall")

    def __init__(self, config: Config) -> None:
        target, system = _labels(config)
        labels = {**target, **system}
        self._rows = _names([*sorted(labels), OVERALL])
        self._confusion = _names(sorted({*labels, NO_SPAN}))
        self._data = _names([*target, OVERALL])
        self.overall, self.all_labels = self._rows[OVERALL], self._data[OVERALL]
        self._tables = {
            TRADITIONAL: [method for method in config.eval_method if method == TRADITIONAL],
            FAIR: [method for method in config.eval_method if method != TRADITIONAL],
        }
        self._cells = cells_by(config.focus or SIDES[0])

    def of_match(self, _: Unit, match: Match) -> Iterator[tuple[str, str, str, int]]:
        """Yield the cells that a match adds to."""
        signature: Any = match.signature
        for table, row, column, amount in self._cells(signature):
            if table == CONFUSION:
                yield table, self._confusion[row], self._confusion[column], amount
            elif table == DATA:
                yield table, self._data[row], column, amount
            else:
                for method in self._tables[table]:
                    yield method, self._rows[row], column, amount


def _labels(config: Config) -> tuple[dict[str, None], dict[str, None]]:
    """Return the labels of target and system, in order of first appearance, up to a line that ends the evaluation."""
    labels: tuple[dict[str, None], dict[str, None]] = {}, {}
    try:
        for sides in sentences(config, lambda _: None):
            for found, (_, _, _, spans) in zip(labels, sides):
                found.update(dict.fromkeys([label for label, _, _, _ in spans]))
    except InputError:
        return labels  # it is raised again after the messages of the sentences before it
    return labels


def _names(rows: Iterable[Hashable]) -> Names:
    """Return what rows are called in a table."""
    rows = list(rows)
    return dict(zip(rows, unique_in([" ".join(str(row).split()) for row in rows])))


def _measures(config: Config, cells: _Cells) -> dict[Any, Sequence[Measure]]:
    """Return the measures of the tables, and of the rows of the comparison, which are those of all labels."""
    found: dict[Any, Sequence[Measure]] = {
        DATA: [_with_parts(LABEL_SHARE, (FREQUENCY, (DATA, cells.all_labels, FREQUENCY)))]
    }
    for method in config.eval_method:
        found[method] = _weighted(config.weights) if method == WEIGHTED and config.weights else scores(method, None)
        found[COMPARISON, method.title()] = [
            _with_parts(measure, [(method, cells.overall, part) for part in measure.parts]) for measure in found[method]
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
