"""Which labels are paired with which: the strata of a similarity profile, processed in order."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.items import Item
    from mat_score.tasks.profiles import SimilarityProfile


class Strata:
    """The strata of a run; without a profile that declares any, all labels are in one."""

    __slots__ = ("_labels", "_numbers", "count")

    def __init__(self, profile: SimilarityProfile | None) -> None:
        strata = profile.strata if profile is not None else ()
        self._labels = strata
        self.count = len(strata) or 1
        self._numbers = {label: number for number, labels in enumerate(strata) for label in labels} if strata else None

    def number(self, true_label: str) -> int | None:
        """Return the stratum of a true label, counted from 0, None if it is in none and so is not paired."""
        return 0 if self._numbers is None else self._numbers.get(true_label)

    def arranged(self, labels: Sequence[str]) -> list[Sequence[str]]:
        """Return those of the labels that are paired by stratum, in the order in which the stratum names them."""
        if not self._labels:
            return [labels]
        known = frozenset(labels)
        return [[label for label in stratum if label in known] for stratum in self._labels]

    def split(self, items: Sequence[Item]) -> list[list[Item]]:
        """Return the items of each stratum."""
        if self._numbers is None:
            return [list(items)]
        return [[item for item in items if self.number(item.true_label) == number] for number in range(self.count)]
