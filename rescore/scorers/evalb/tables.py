"""Figures that no report of evalb has: by the labels of brackets, by the lengths of sentences, and means over these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import TypeAlias

from legacy_scorers.common.c import fixed
from legacy_scorers.common.result import KEY, Match, Observer, Run, Unit
from legacy_scorers.common.tally import Measure, Row, Tally, complete, share
from legacy_scorers.evalb import tally
from legacy_scorers.evalb.align import VALID
from legacy_scorers.evalb.evidence import ScoredSentence
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.scorer import TableObserver

Amount: TypeAlias = tuple[str, str, str, float]  # table, row, column, and what is added

LABELS, LENGTHS = "labels", "lengths"  # tables
MEAN = "mean"  # a row of the overall table: means over valid sentences, as some papers have them
NO_LABEL = "no label"  # the row of brackets without one
OF_MEAN = tuple(Measure(one.name, (f"sum of {one.name}", tally.VALIDS), share, 0.0) for one in tally.OF_BRACKETS)
_COUNTS = (tally.RIGHT, tally.GOLD, tally.TEST)
_STEP = 10  # words


def amounts(unit: ScoredSentence, signature: tuple[str, str]) -> Iterator[Amount]:
    """Yield what a match with that signature, of a valid sentence, adds to the tables."""
    if unit.sentence.status != VALID:
        return
    kind, label = signature
    columns = tally.COLUMNS.get(kind, ())
    length = _row_of_length(unit.sentence.trees[KEY].length)
    if not columns:  # the sentence itself
        yield LENGTHS, length, tally.VALIDS, 1
        yield from [(tally.OVERALL, MEAN, column, amount) for column, amount in of_mean(unit.row).items()]
    elif tally.WORDS not in columns:
        for column in columns:
            yield LABELS, label or NO_LABEL, column, 1
            yield LENGTHS, length, column, 1


def _row_of_length(length: int) -> str:
    """Return the row of a sentence with so many words: ``1-10``, ``11-20`` and so on."""
    last = -(-length // _STEP) * _STEP
    return f"{last - _STEP + 1}-{last}" if length else "0"


def of_mean(row: Mapping[str, float]) -> dict[str, float]:
    """Return what a valid sentence with these counts adds to the row of means, by column. An undefined F is 0."""
    figures = complete(row, tally.OF_BRACKETS)
    sums = {f"sum of {one.name}": figures[one.name] if row[tally.RIGHT] else 0.0 for one in OF_MEAN}
    return {tally.VALIDS: 1, **sums}


def means(rows: Iterable[Mapping[str, float]]) -> Iterator[Cell]:
    """Yield the means over valid sentences with these counts; none if there is no sentence."""
    sums = Row.sum(map(of_mean, rows))
    for measure in OF_MEAN if sums else ():
        yield Cell(tally.OVERALL, MEAN, measure.name, f"{complete(sums, [measure])[measure.name]:.2f}", None)


class Tables(TableObserver):
    """Passes a run on to another observer, with these tables, and sums them up."""

    def __init__(self, observer: Observer) -> None:
        self.wants_units = observer.wants_units
        self._observer = observer
        self._sums = Tally()

    def begin(self, run: Run) -> None:
        """Pass on the run with the cells and the measures of the tables."""
        of_report, run = run.cells, copy(run)

        def cells(unit: ScoredSentence, match: Match) -> Iterator[Amount]:
            yield from of_report(unit, match)
            yield from amounts(unit, match.signature)

        run.cells = cells
        run.measures = {
            **run.measures,
            (tally.OVERALL, MEAN): OF_MEAN,
            LABELS: tally.OF_BRACKETS,
            LENGTHS: tally.OF_BRACKETS,
        }
        self._observer.begin(run)

    def unit(self, unit: Unit) -> None:
        """Sum up a sentence and pass it on."""
        assert isinstance(unit, ScoredSentence)
        unit.matches = list(unit.matches)
        for signature, times in Counter([match.signature for match in unit.matches]).items():
            self._sums.count(amounts(unit, signature), times)
        self._observer.unit(unit)

    def cells(self) -> Iterator[Cell]:
        """Yield the figures of labels and lengths."""
        for table, counts in ((LABELS, _COUNTS), (LENGTHS, (tally.VALIDS, *_COUNTS))):
            for name in sorted(map(str, self._sums.rows(table)), key=_first_number):
                row = complete(self._sums.row(table, name), tally.OF_BRACKETS)
                yield from [Cell(table, name, column, str(row[column]), None) for column in (*counts, tally.CROSSED)]
                yield from [
                    Cell(table, name, one.name, fixed(row[one.name], 2).decode(), None) for one in tally.OF_BRACKETS
                ]


def _first_number(row: str) -> tuple[int, str]:
    first = row.partition("-")[0]
    return int(first) if first.isdecimal() else 0, row
