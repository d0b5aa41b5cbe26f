"""The matches of a run, counted by signature, the cells of the report that they add to, and the dictionary of counts.

A signature has the method of evaluation that counts the match, its kind, and the labels of the target span and of the
system span, None for a missing span.
"""

from __future__ import annotations

from legacy_scorers.common.tally import Signatures, Tally
from legacy_scorers.faireval.spans import BE, BEL, BEO, BES, BOTH, FAIR, FN, FP, LABEL, LBE, LE, TP, TRADITIONAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.result import Match
    from legacy_scorers.faireval.align import Signature
    from legacy_scorers.faireval.spans import AnySpan

    Cell: TypeAlias = tuple[str, Hashable, str, int]

CONFUSION = "confusion"
DATA = "data"
FREQUENCY = "Freq"
NO_SPAN = "_"
KINDS = {TRADITIONAL: (TP, FP, FN), FAIR: (TP, FP, FN, LE, BE, BEO, BES, BEL, LBE)}


class Overall:
    """The name of the row of all labels. It equals no label."""

    def __str__(self) -> str:
        return "overall"


OVERALL = Overall()


def cells_by(focus: str) -> Callable[[Signature], Iterable[Cell]]:
    """Return the function that says which cells a signature adds to: table, row, column and amount.

    ``focus``, ``"target"`` or ``"system"``, says under whose label labelling and labelling-boundary errors count. With
    any other value they count under no label.
    """

    def cells(signature: Signature) -> Iterator[Cell]:
        method, kind, target, system = signature
        labels = [system if kind == FP else target]
        if kind in (LE, LBE):
            labels = {"target": [target], "system": [system]}.get(focus, [])
        tables = (TRADITIONAL, FAIR) if method == BOTH else (method,)
        columns = (BE, kind) if kind in (BES, BEL, BEO) else (kind,)
        for table in tables:
            for column in columns:
                for row in (OVERALL, *labels):
                    yield table, row, column, 1
        if method == FAIR:
            yield CONFUSION, NO_SPAN if kind == FP else target, NO_SPAN if kind == FN else system, 1
        elif kind != FP:
            yield DATA, target, FREQUENCY, 1
            yield DATA, OVERALL, FREQUENCY, 1

    return cells


def count_labels(counts: dict[Any, int], spans: Iterable[Sequence[Any]]) -> None:
    """Count the labels of the spans into ``counts``."""
    for span in spans:
        label = span[LABEL]
        counts[label] = counts.get(label, 0) + 1


class MatchCounts:
    """The matches of a run, counted by signature. Those of equal spans are computed: the rest of the target's labels.

    ``target`` is how often each label occurs in the target, in order of first appearance.
    """

    __slots__ = ("_others", "sentences", "target")

    def __init__(self) -> None:
        self.sentences = 0
        self.target: dict[Any, int] = {}
        self._others = Signatures()

    def count(self, target: Sequence[AnySpan], others: Iterable[Match]) -> None:
        """Count the matches of a sentence: ``others``, and those of the other target spans with equal ones."""
        self.sentences += 1
        count_labels(self.target, target)
        for match in others:
            self._others[match.signature] += 1

    def signatures(self) -> Signatures:
        """Return the counts of all signatures."""
        equal = self.target.copy()
        for (method, kind, label, _), times in self._others.items():
            if method == TRADITIONAL and kind != FP:
                equal[label] -= times
        return Signatures({**{(BOTH, TP, label, label): times for label, times in equal.items()}, **self._others})

    def counts(self, focus: str, methods: Iterable[str] = (TRADITIONAL, FAIR)) -> dict[str, Any]:
        """Return the nested dictionary of counts: overall and per label, by method, and the confusion matrix.

        ``focus`` is that of :func:`cells_by`. The counts of all methods but the traditional one are those of fair
        evaluation. The matrix holds only cells that are not 0.
        """
        tally = Tally.of(self.signatures(), cells_by(focus))
        spurious = [label for method, kind, _, label in self._others if (method, kind) == (TRADITIONAL, FP)]
        labels = list(dict.fromkeys([*self.target, *spurious]))

        def row_of(method: str, name: Hashable) -> dict[str, int]:
            table = TRADITIONAL if method == TRADITIONAL else FAIR
            row = tally.row(table, name)
            return {kind: row[kind] for kind in KINDS[table]}

        return {
            "overall": {method: row_of(method, OVERALL) for method in methods},
            "per_label": {method: {label: row_of(method, label) for label in labels} for method in methods},
            "conf": {row: dict(tally.row(CONFUSION, row)) for row in [*labels, NO_SPAN]} if self.sentences else {},
        }
