"""The meetings of a run, counted by signature, and the nested dictionary of counts that users of the module know."""

from __future__ import annotations

from common.tally import Signatures, Tally
from faireval.align import BOTH, FAIR, TRADITIONAL
from faireval.cells import CONFUSION, KINDS, NO_SPAN, OVERALL, cells_by
from faireval.spans import LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import Any, TypeAlias

    from faireval.align import Met
    from faireval.cells import Signature
    from faireval.spans import AnySpan

    Counts: TypeAlias = dict[str, int]


def count_labels(counts: dict[Any, int], spans: Iterable[Sequence[Any]]) -> None:
    """Count the labels of the spans into ``counts``."""
    for span in spans:
        label = span[LABEL]
        counts[label] = counts.get(label, 0) + 1


def signature_of(met: Met, target: Sequence[AnySpan], system: Sequence[AnySpan]) -> Signature:
    """Return what decides how a meeting counts: method, kind, and the labels of the spans, None for one missing."""
    method, kind, place, partner = met
    target_label = None if place is None else target[place][LABEL]
    return method, kind, target_label, None if partner is None else system[partner][LABEL]


class Meetings:
    """The meetings of a run by signature.

    Of equal spans, nearly all, there is only the number of all target spans with their label, other ones included. All
    labels of the target stand there, in order of first appearance.
    """

    __slots__ = ("_others", "_target", "sentences")

    def __init__(self) -> None:
        self.sentences = 0
        self._target: dict[Any, int] = {}
        self._others = Signatures()

    def count(self, target: Sequence[AnySpan], system: Sequence[AnySpan], mets: Iterable[Met]) -> None:
        """Count the meetings of a sentence, given without those of equal spans."""
        self.sentences += 1
        count_labels(self._target, target)
        for met in mets:
            self._others[signature_of(met, target, system)] += 1

    def signatures(self) -> Signatures:
        """Return the counts of all signatures."""
        equal = dict(self._target)
        for (method, kind, label, _), times in self._others.items():
            if method == TRADITIONAL and kind != "FP":
                equal[label] -= times
        return Signatures({**{(BOTH, "TP", label, label): times for label, times in equal.items()}, **self._others})

    def labels(self) -> list[Any]:
        """Return all labels: the target's, then those that only the system has."""
        spurious = [label for method, kind, _, label in self._others if (method, kind) == (TRADITIONAL, "FP")]
        return list(dict.fromkeys([*self._target, *spurious]))

    def target_labels(self) -> Counts:
        """Return how often each label occurs in the target, in order of first appearance."""
        return dict(self._target)

    def evaluation(self, focus: str) -> dict[str, Any]:
        """Return the nested dictionary of counts: overall and per label, by method, and the confusion matrix.

        ``focus`` says under which label labelling and labelling-boundary errors count, ``"target"`` or ``"system"``.
        The matrix holds only cells that are not 0.
        """
        tally = Tally.of(self.signatures(), cells_by(focus))
        labels = self.labels()

        def counts(method: str, row: Hashable) -> Counts:
            found = tally.row(method, row)
            return {kind: found[kind] for kind in KINDS[method]}

        return {
            "overall": {method: counts(method, OVERALL) for method in (TRADITIONAL, FAIR)},
            "per_label": {method: {label: counts(method, label) for label in labels} for method in (TRADITIONAL, FAIR)},
            "conf": {row: dict(tally.row(CONFUSION, row)) for row in [*labels, NO_SPAN]} if self.sentences else {},
        }
