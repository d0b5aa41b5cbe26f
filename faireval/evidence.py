"""What an observer hears of a run: sentence by sentence, which target span met which system span, and why.

A unit is a pair of sentences, named after their files and its number among them. Spans that met are told with the
signature that they were counted by, so that the amounts of their cells add up to the counts of the report.
"""

from __future__ import annotations

import os

from common import VERSION
from common.result import Input, Item, Met, Place, Run, Unit, unique_in
from common.tally import Measure
from faireval.align import FAIR, TRADITIONAL, equals
from faireval.cells import CONFUSION, DATA, FREQUENCY, NO_SPAN, OVERALL, WEIGHTED, cells_by
from faireval.evaluate import evaluate
from faireval.measures import F1, F_MEASURE, LABEL_SHARE, RECALL, SCORES, scores
from faireval.read import pairs
from faireval.reasons import Reasons
from faireval.spans import LABEL, TokenRange
from faireval.tally import signature_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from common.result import Observer
    from faireval import align
    from faireval.cells import Signature
    from faireval.config import Config
    from faireval.evaluate import Sentence
    from faireval.spans import Tokens
    from faireval.tally import Meetings
    from faireval.weights import Weights

    NamedCell: TypeAlias = tuple[str, str, str, int]

COMPARISON = "comparison"
SIDES = "target", "system"


def tell(observer: Observer, config: Config, meetings: Meetings) -> None:
    """Tell an observer of an evaluation: what was evaluated, and then of every sentence.

    ``meetings`` are those that were counted; their labels decide how rows are named. The sentences are read once more.
    """
    cells = _Cells(config, meetings)
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
    numbers: dict[str, int] = {}

    def hear(target: Sentence, system: Sentence, mets: list[align.Met]) -> None:
        numbers[target.file] = number = numbers.get(target.file, 0) + 1
        observer.unit(_unit(f"{os.path.basename(target.file)}:{number}", target, system, mets))

    evaluate(config, lambda _: None, hear)


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
    """The cells of the printed tables, by the names that the report has for labels.

    White space within a label is a blank. Of two rows with one name the second ends in ``#2``.
    """

    __slots__ = ("_cells", "_confusion", "_data", "_known", "_rows", "_tables")

    def __init__(self, config: Config, meetings: Meetings) -> None:
        labels = meetings.labels()
        self._rows = _names([*sorted(labels), OVERALL])
        self._confusion = _names(sorted({*labels, NO_SPAN}))
        self._data = _names([*meetings.target_labels(), OVERALL])
        self._tables = {
            TRADITIONAL: [method for method in config.eval_method if method == TRADITIONAL],
            FAIR: [method for method in config.eval_method if method != TRADITIONAL],
        }
        self._cells = cells_by(config.focus or SIDES[0])
        self._known: dict[Signature, list[NamedCell]] = {}

    @property
    def overall(self) -> str:
        """The row of all labels in the tables of the methods."""
        return self._rows[OVERALL]

    @property
    def all_labels(self) -> str:
        """The row of all labels in the table of the target's labels, which is not printed."""
        return self._data[OVERALL]

    def of_met(self, _: Unit, met: Met) -> list[NamedCell]:
        """Return the cells that a meeting adds to."""
        signature: Any = met.signature
        if signature not in self._known:
            self._known[signature] = list(self._named(signature))
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


def _names(rows: Iterable[Hashable]) -> dict[Hashable, str]:
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


class _Side:
    """One side of a sentence: its spans as items."""

    __slots__ = ("_items", "_lines", "_sentence", "place", "words")

    def __init__(self, sentence: Sentence) -> None:
        lines, spans = sentence.lines, sentence.spans
        self._sentence = sentence
        self._items: dict[int, Item] = {}
        self.place = Place(sentence.file, sentence.line)
        if lines[0].count("\t") == 3:
            labels = {span[LABEL] for span in spans}
            self.words: list[str] = []
            self._lines = [index for index, line in enumerate(lines) if line.partition("\t")[0] in labels]
        else:
            self.words = [line.split(None, 1)[0] for line in lines]
            self._lines = [begin - 1 for _, begin, _, _ in spans]

    def item(self, place: int | None) -> Item | None:
        """Return a span as an item, of its words or of the numbers of its tokens."""
        if place is None:
            return None
        if place not in self._items:
            label, begin, end, tokens = self._sentence.spans[place]
            line = Place(self._sentence.file, self._sentence.line + self._lines[place])
            self._items[place] = Item(label, self._text(tokens), begin - 1, end, line)
        return self._items[place]

    def _text(self, tokens: Tokens) -> str:
        if isinstance(tokens, TokenRange):
            return f"{tokens.begin}-{tokens.end}"
        if self.words:
            return " ".join([self.words[token - 1] for token in sorted(tokens)])
        return ", ".join(map(str, sorted(tokens)))


def _unit(name: str, target: Sentence, system: Sentence, found: list[align.Met]) -> Unit:
    key, response = _Side(target), _Side(system)
    return Unit(
        name,
        _mets(target, system, key, response, found),
        key.place,
        response.place,
        {"sentences": 1},
        key.words or response.words or None,
    )


def _mets(target: Sentence, system: Sentence, key: _Side, response: _Side, found: list[align.Met]) -> Iterator[Met]:
    """Yield the meetings of a sentence, those of equal spans first."""
    reasons = Reasons(target.spans, system.spans)
    for met in [*equals(target.spans, system.spans), *found]:
        _, kind, place, partner = met
        signature = signature_of(met, target.spans, system.spans)
        credit = 1.0 if kind == "TP" else 0.0
        yield Met(kind, key.item(place), response.item(partner), signature, credit, why=reasons.why(met))
