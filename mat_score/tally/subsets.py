"""The rows that an annotation is counted in: its label's, and those of subsets that a score profile declares."""

from __future__ import annotations

from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.align.items import Item
    from mat_score.annotations import Annotation
    from mat_score.tally.cells import Row, Rows
    from mat_score.tasks.profiles import ScoreProfile

WHOLE = "<none>"


class Subsets:
    """Says which rows annotations are counted in. ``declared`` says whether a profile divides labels at all."""

    __slots__ = ("_decompositions", "_limitation", "_numbers", "_twice", "declared")

    def __init__(self, profile: ScoreProfile | None) -> None:
        self._limitation: frozenset[str] | None = None
        self._decompositions: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
        self._numbers: dict[Row, int] = {}  # of the decompositions that rows of subsets come from
        self._twice: Row | None = None
        if profile is not None:
            if profile.partition_methods:
                raise InputError(
                    f"the score profile divides labels by the method {profile.partition_methods[0]}, "
                    "program code of the task that is not run here; take the partition_decomposition out"
                )
            if profile.label_limitation is not None:
                self._limitation = frozenset(profile.label_limitation)
            for number, (true_labels, attributes) in enumerate(profile.decompositions):
                for label in true_labels:
                    self._decompositions.setdefault(label, []).append((number, attributes))
        self.declared = bool(self._decompositions)

    def rows_of(self, items: Iterable[Item]) -> Rows:
        """Return the rows of the items of a document."""
        return {None: (), **{item: self.rows(item.annotation, item.label) for item in items}}

    def rows(self, annotation: Annotation, label: str) -> tuple[Row, ...]:
        """Return the rows for an annotation reported as ``label``, none if the profile leaves its true label out."""
        true_label = annotation.type.label
        if self._limitation is not None and true_label not in self._limitation:
            return ()
        found = [(label, WHOLE)]
        for number, names in self._decompositions.get(true_label, ()):
            row = label, _subset(annotation, names)
            if self._numbers.setdefault(row, number) != number:
                self._twice = row
            found.append(row)
        return tuple(found)

    def number(self, row: Row) -> int:
        """Return the number of the decomposition that a row comes from, in declared order; -1 for the whole label.

        Raises :class:`InputError` if two decompositions make up the same row of a label.
        """
        if self._twice is not None:
            label, subset = self._twice
            raise InputError(
                f"two decompositions of the score profile divide {label} into subsets called {subset}; take one out"
            )
        return self._numbers.get(row, -1)


def whole_rows(items: Iterable[Item]) -> Rows:
    """Return the rows of the items of a document where labels are not divided."""
    rows: dict[Item | None, tuple[Row, ...]] = {item: ((item.label, WHOLE),) for item in items}
    rows[None] = ()
    return rows


def _subset(annotation: Annotation, names: tuple[str, ...]) -> str:
    return ",".join([f"{name}={_value(annotation, name)}" for name in names])


def _value(annotation: Annotation, name: str) -> str:
    from mat_score.descriptions import NO_VALUE, slot_text

    return NO_VALUE if annotation.values.get(name) is None else slot_text(annotation, name)
