"""What an observer hears of a run: sentence by sentence, which target span met which system span, and why.

A unit is a pair of sentences, named after their files and its number among them. Spans that met are told with the
signature that they were counted by, so that the amounts of their cells add up to the counts of the report.
"""

from __future__ import annotations

from common import VERSION
from common.result import Input, Run, unique_in
from common.tally import Measure
from faireval.cells import CONFUSION, DATA, FREQUENCY, OVERALL, cells_by
from faireval.evaluate import evaluate
from faireval.kinds import FAIR, SIDES, TRADITIONAL, WEIGHTED
from faireval.measures import F1, F_MEASURE, LABEL_SHARE, RECALL, SCORES, scores
from faireval.read import pairs
from faireval.rows import row_names
from faireval.units import SentenceUnits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    from common.result import Met, Observer, Unit
    from faireval.align import Signature
    from faireval.config import Config, Say
    from faireval.tally import Meetings
    from faireval.weights import Weights

    NamedCell: TypeAlias = tuple[str, str, str, int]

COMPARISON = "comparison"


def tell(observer: Observer, config: Config, say: Say) -> Meetings:
    """Evaluate as :func:`faireval.evaluate.evaluate` does, and tell an observer of it, sentence by sentence.

    How rows are named may depend on all labels; the files are looked through for them first.
    """
    cells = _Cells(config)
    observer.begin(
        Run(
            "FairEval.py",
            VERSION,
            _settings(config),
            _inputs(config),
            cells.of_met,
            _measures(config, cells),
            by_unit=False,
        )
    )
    units = SentenceUnits(observer)
    meetings = evaluate(config, say, units.add)
    units.tell()
    return meetings


def _settings(config: Config) -> dict[str, object]:
    return {
        "labels": config.labels,
        "exclude": config.exclude or [],
        "ignore_punct": bool(config.ignore_punct),
        "focus": config.focus or SIDES[0],
        "eval_method": config.eval_method,
        "weights": config.weights,
    }


def _inputs(config: Config) -> list[Input]:
    """Return the files that are read: those without a partner are not."""
    files = [Input(*one) for pair in pairs(config.target_files, config.system_files) for one in zip(SIDES, pair)]
    return [Input("configuration", config.path), *files]


class _Cells:
    """The cells of the printed tables, by the names that the report has for labels."""

    __slots__ = ("_cells", "_confusion", "_data", "_known", "_rows", "_tables")

    def __init__(self, config: Config) -> None:
        self._rows, self._confusion, self._data = row_names(config)
        self._tables = {
            TRADITIONAL: [method for method in config.eval_method if method == TRADITIONAL],
            FAIR: [method for method in config.eval_method if method != TRADITIONAL],
        }
        self._cells = cells_by(config.focus or SIDES[0])
        self._known: dict[Signature, tuple[NamedCell, ...]] = {}

    @property
    def overall(self) -> str:
        """The row of all labels in the tables of the methods."""
        return self._rows[OVERALL]

    @property
    def all_labels(self) -> str:
        """The row of all labels in the table of the target's labels, which is not printed."""
        return self._data[OVERALL]

    def of_met(self, _: Unit, met: Met) -> tuple[NamedCell, ...]:
        """Return the cells that a meeting adds to."""
        signature: Any = met.signature
        if signature not in self._known:
            self._known[signature] = tuple(self._named(signature))
        return self._known[signature]

    def _named(self, signature: Signature) -> Iterator[NamedCell]:
        for table, row, column, amount in self._cells(signature):
            if table == CONFUSION:
                yield table, self._confusion[row], self._confusion[column], amount
            elif table == DATA:
                yield table, self._data[row], column, amount
            else:
                for method in self._tables[table]:
                    yield method, self._rows[row], column, amount


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
