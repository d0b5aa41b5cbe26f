"""The labels that were counted, in the order of their rows."""

from __future__ import annotations

from common.compat.py27 import hash_order
from mat_score.align.mets import MATCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from mat_score.align.items import Item
    from mat_score.align.mets import Pair
    from mat_score.align.strata import Strata
    from mat_score.tally.cells import Rows


class CountedLabels:
    """The labels that were counted in any table, in the order in which they were first counted.

    One order of rows serves all tables. With a task it is alphabetical within a stratum, spanned labels before spanless
    ones, and a label that several true labels are reported under has a row for each of these. Without a task it is that
    of a set.
    """

    __slots__ = ("_by_task", "_seen", "_strata")

    def __init__(self, by_task: bool, strata: Strata) -> None:
        self._by_task = by_task
        self._strata = strata
        self._seen: dict[tuple[str, bool, str], None] = {}

    def note_pair(self, pair: Pair, rows: Rows) -> None:
        """Note the labels that a pair was counted under in the tag table."""
        counted = (pair.reference,) if pair.kind == MATCH else (pair.hypothesis, pair.reference)
        for item in counted:
            if item is not None:
                self.note(item, rows)

    def note(self, item: Item, rows: Rows) -> None:
        """Note the label that an annotation was counted under, if it is counted at all."""
        if rows[item]:
            self._seen[item.true_label, item.spanned, item.label] = None

    def rows(self) -> list[str]:
        """Return the labels of the rows."""
        if not self._by_task:
            return hash_order([label for _, _, label in self._seen])
        places = [
            (self._strata.number(true_label) or 0, not spanned, label) for true_label, spanned, label in self._seen
        ]
        return [label for _, _, label in sorted(places)]

    def reported_for(self, true_labels: Collection[str]) -> list[str]:
        """Return the labels that annotations with these true labels were counted under."""
        return list(dict.fromkeys([label for true_label, _, label in self._seen if true_label in true_labels]))
