"""Counts of a whole run, flat, and the nested dictionary of counts that users of the module know."""

from __future__ import annotations

from faireval.spans import LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    Counts: TypeAlias = dict[str, int]

NO_SPAN = "_"
TRADITIONAL = ("TP", "FP", "FN")
FAIR = ("TP", "FP", "FN", "LE", "BE", "BEO", "BES", "BEL", "LBE")
BOUNDARY = ("BES", "BEL", "BEO")


def count_labels(counts: dict[Any, int], spans: Iterable[Sequence[Any]]) -> None:
    """Count the labels of the spans into ``counts``."""
    for span in spans:
        label = span[LABEL]
        counts[label] = counts.get(label, 0) + 1


class Tally:
    """What the comparisons found.

    ``target_labels`` counts the target's spans, ``missed`` (target) and ``spurious`` (system) the errors of traditional
    evaluation, ``unmatched`` the target spans that are no true positives of fair evaluation, each by label in order of
    first appearance. ``errors`` counts the errors of fair evaluation by type, target label and system label; the label
    of a missing partner is None.
    """

    __slots__ = ("errors", "missed", "sentences", "spurious", "target_labels", "unmatched")

    def __init__(self) -> None:
        self.sentences = 0
        self.target_labels: dict[Any, int] = {}
        self.missed: dict[Any, int] = {}
        self.spurious: dict[Any, int] = {}
        self.unmatched: dict[Any, int] = {}
        self.errors: dict[tuple[str, Any, Any], int] = {}

    def count_error(self, kind: str, target_label: Any, system_label: Any) -> None:  # noqa: ANN401
        """Count one error of fair evaluation."""
        key = (kind, target_label, system_label)
        self.errors[key] = self.errors.get(key, 0) + 1

    def labels(self) -> list[Any]:
        """Return all labels: the target's, then those that only the system has."""
        return list(dict.fromkeys([*self.target_labels, *self.spurious]))

    def evaluation(self, focus: str) -> dict[str, Any]:
        """Return the nested dictionary of counts: overall and per label, by method, and the confusion matrix.

        ``focus`` says under which label labelling and labelling-boundary errors count, ``"target"`` or ``"system"``.
        The matrix holds only cells that are not 0.
        """
        traditional = {label: self._traditional(label) for label in self.labels()}
        fair = self._fair(focus)
        overall = _sum(fair.values(), FAIR)
        # Errors between two labels count overall even if the focus credits them to neither.
        overall.update({kind: self._total(kind) for kind in ("LE", "LBE")})
        return {
            "overall": {"traditional": _sum(traditional.values(), TRADITIONAL), "fair": overall},
            "per_label": {"traditional": traditional, "fair": fair},
            "conf": self._confusions(),
        }

    def _traditional(self, label: Any) -> Counts:  # noqa: ANN401
        missed = self.missed.get(label, 0)
        found = self.target_labels.get(label, 0) - missed
        return {"TP": found, "FP": self.spurious.get(label, 0), "FN": missed}

    def _fair(self, focus: str) -> dict[Any, Counts]:
        rows = {label: dict.fromkeys(FAIR, 0) for label in self.labels()}
        for label, count in self.target_labels.items():
            rows[label]["TP"] = count - self.unmatched.get(label, 0)
        for (kind, target_label, system_label), count in self.errors.items():
            if kind in BOUNDARY:
                rows[target_label]["BE"] += count
            by_focus = kind in ("LE", "LBE")
            if kind == "FP" or (by_focus and focus == "system"):
                rows[system_label][kind] += count
            elif not by_focus or focus == "target":
                rows[target_label][kind] += count
        return rows

    def _total(self, kind: str) -> int:
        return sum([count for key, count in self.errors.items() if key[0] == kind])

    def _confusions(self) -> dict[Any, Counts]:
        """Return rows by target label, of counts by system label; ``"_"`` stands for a missing partner."""
        rows: dict[Any, Counts] = {label: {} for label in [*self.labels(), NO_SPAN]} if self.sentences else {}
        for (kind, target_label, system_label), count in self.errors.items():
            row = rows[NO_SPAN if kind == "FP" else target_label]
            column = NO_SPAN if kind == "FN" else system_label
            row[column] = row.get(column, 0) + count
        return rows


def _sum(rows: Iterable[Counts], kinds: Iterable[str]) -> Counts:
    total = dict.fromkeys(kinds, 0)
    for row in rows:
        for kind in total:
            total[kind] += row[kind]
    return total
