"""The rows that an annotation is counted in: its label's, and those of subsets that a score profile declares."""

from __future__ import annotations

from common.errors import InputError
from mat_score.align.matches import MATCH, WHOLE
from mat_score.descriptions import NO_VALUE, slot_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.matches import Judged, Row, ScoredAnnotation
    from mat_score.annotations import Annotation
    from mat_score.tasks.profiles import ScoreProfile


class Subsets:
    """Says which rows annotations are counted in. ``declared`` says whether a profile divides labels at all."""

    __slots__ = ("_decompositions", "_limitation", "_places", "_problem", "_widths", "declared")

    def __init__(self, profile: ScoreProfile | None) -> None:
        self._limitation: frozenset[str] | None = None
        self._decompositions: dict[str, list[tuple[str, ...]]] = {}  # by true label
        self._places: dict[Row, int] = {}  # of the decompositions that rows of subsets come from
        self._widths: dict[str, int] = {}  # how many decompositions a reported label has
        self._problem = ""
        if profile is not None:
            if profile.partition_methods:
                raise InputError(
                    f"the score profile divides labels by the method {profile.partition_methods[0]}, "
                    "program code of the task that is not run here; take the partition_decomposition out"
                )
            if profile.label_limitation is not None:
                self._limitation = frozenset(profile.label_limitation)
            for true_labels, attributes in profile.decompositions:
                for label in true_labels:
                    self._decompositions.setdefault(label, []).append(attributes)
        self.declared = bool(self._decompositions)

    def name_rows(self, pairs: Sequence[Judged]) -> None:
        """Give the items of a document their rows, those that the tag table counts first."""
        if not self.declared and self._limitation is None:
            return
        for reference, hypothesis, kind, _ in pairs:
            for item in (hypothesis if kind != MATCH else None, reference):
                if item is not None:
                    item.rows = self.rows(item)
        for _, hypothesis, kind, _ in pairs:
            if hypothesis is not None and kind == MATCH:
                hypothesis.rows = self.rows(hypothesis)

    def rows(self, item: ScoredAnnotation) -> tuple[Row, ...]:
        """Return the rows for an annotation, none if the profile leaves its true label out."""
        label, true_label = item.label, item.true_label
        if self._limitation is not None and true_label not in self._limitation:
            return ()
        found = [(label, WHOLE)]
        decompositions = self._decompositions.get(true_label, ())
        if decompositions and self._widths.setdefault(label, len(decompositions)) < len(decompositions):
            self._problem = f"more decompositions of the score profile divide {true_label} than others that are {label}"
        for place, names in enumerate(decompositions):
            row = label, ",".join([f"{name}={_value(item.annotation, name)}" for name in names])
            if self._places.setdefault(row, place) != place:
                self._problem = f"two decompositions of the score profile divide {label} into subsets called {row[1]}"
            found.append(row)
        return tuple(found)

    def place(self, row: Row) -> int:
        """Return the place of a row's decomposition among those of the annotation's true label; -1 for a whole label.

        True labels that are reported as one share the rows of decompositions in the same place. Raises
        :class:`InputError` if two places have the same row, or if a label has more places than the first one counted.
        """
        if self._problem:
            raise InputError(f"{self._problem}; take one out")
        return self._places.get(row, -1)


def _value(annotation: Annotation, name: str) -> str:
    return NO_VALUE if annotation.values.get(name) is None else slot_text(annotation, name)
