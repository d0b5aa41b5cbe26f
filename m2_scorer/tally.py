"""Counts of edits, the figures made of them, and the annotator whose edits count (page, 'Which annotator counts')."""

from __future__ import annotations

from legacy_scorers.common.tally import Measure, Row, Signatures, Tally, complete, share
from legacy_scorers.m2_scorer.align import CORRECT, MISSED, REPEATED, SPURIOUS, align

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    from legacy_scorers.m2_scorer.align import Aligned
    from legacy_scorers.m2_scorer.options import Options
    from legacy_scorers.m2_scorer.read import Sentence

    Step: TypeAlias = tuple[Sentence, str, list[Aligned], "AnnotatorChoice"]  # with the system's sentence

EDITS, ALL = "edits", "all"  # the only table and its row
IS_CORRECT, PROPOSED, GOLD = "correct", "proposed", "gold"
PRECISION, RECALL, F = "precision", "recall", "F"
NO_F = -1.0  # what the first F is compared with
_COLUMNS = {
    CORRECT: (IS_CORRECT, PROPOSED, GOLD),
    REPEATED: (IS_CORRECT, GOLD),
    SPURIOUS: (PROPOSED,),
    MISSED: (GOLD,),
}


def cells(signature: str) -> Iterator[tuple[str, str, str, int]]:
    """Yield the cells that a match adds to, each with the amount 1."""
    for column in _COLUMNS.get(signature, ()):
        yield EDITS, ALL, column, 1


def measures(beta: float) -> tuple[Measure, ...]:
    """Return the figures of the report. F, the weighted harmonic mean, is computed from the other two."""
    return *OF_EDITS, Measure(F, (PRECISION, RECALL), _HarmonicMean(beta), 0.0)


class _HarmonicMean:
    """The formula of F. It can be pickled; ``functools`` would take a fifth of the start of a run to load."""

    __slots__ = ("_beta",)

    def __init__(self, beta: float) -> None:
        self._beta = beta

    def __call__(self, precision: float, recall: float) -> float:
        beta = self._beta
        return (1.0 + beta * beta) * precision * recall / (beta * beta * precision + recall)


def f_of_counts(beta: float) -> Measure:
    """Return the F by which the annotator is chosen. It is 1 where neither side has an edit."""

    def f(correct: int, proposed: int, gold: int) -> float:
        return (1.0 + beta * beta) * correct / (beta * beta * gold + proposed)

    return Measure(F, (IS_CORRECT, PROPOSED, GOLD), f, 1.0)


OF_EDITS = Measure(PRECISION, (IS_CORRECT, PROPOSED), share, 1.0), Measure(RECALL, (IS_CORRECT, GOLD), share, 1.0)


def steps_of(gold: Iterable[Sentence], system: Iterable[str], options: Options) -> Iterator[Step]:
    """Yield each sentence of a run with that of the system, how both match by each annotator, and who is chosen."""
    counts = Row()
    for sentence, candidate in zip(gold, system):
        aligned = align(sentence, candidate, options)
        choice = AnnotatorChoice(counts, aligned, options.beta)
        counts = choice.after
        yield sentence, candidate, aligned, choice


class AnnotatorChoice:
    """What the run has after a sentence by each of its annotators (``rows``), and the index of the ``chosen`` one.

    An annotator is chosen for the highest F of the run so far, then for more correct edits, then for fewer others. If
    no F is a number, none is. ``after`` are the counts with those of the chosen one.
    """

    __slots__ = ("after", "chosen", "rows")

    def __init__(self, before: Row, aligned: Sequence[Aligned], beta: float) -> None:
        counts = [Row.sum([before, _counts(one)]) for one in aligned]
        figures = *OF_EDITS, f_of_counts(beta)
        self.rows = [complete(row, figures) for row in counts]
        self.chosen: int | None = None
        self.after = before
        best = NO_F, 0, 0.0
        for index, row in enumerate(self.rows):
            rank = row[F], row[IS_CORRECT], -(row[PROPOSED] + beta * beta * row[GOLD])
            if rank > best:
                best = rank
                self.chosen = index
                self.after = counts[index]


def _counts(aligned: Aligned) -> Row:
    signatures = Signatures()
    for match in aligned.matches:
        signatures[match.signature] += 1
    return Tally.of(signatures, cells).row(EDITS, ALL)
