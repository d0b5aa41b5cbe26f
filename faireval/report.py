"""The report, TAB-separated: settings, a table for each method, their comparison, confusion matrix, target labels.

The layout is that of the first version, to the byte; scores are in percent with two decimals.
"""

from __future__ import annotations

import os

from common.errors import InputError
from common.report import ReportSet, replaces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Protocol

    class Output(Protocol):
        """Where text goes."""

        def write(self, text: str, /) -> object:
            """Write ``text``."""


SCORES = ("Prec", "Rec", "F1")
CATEGORIES = {
    "traditional": ("TP", "FP", "FN"),
    "fair": ("TP", "FP", "LE", "BE", "LBE", "FN"),
}
UNPRINTED_SETTINGS = ("target_files", "system_files", "eval_out")


class ReportFile:
    """A report that appears as a whole, when it is closed.

    Raise :class:`InputError` at once if ``path`` cannot be written.
    """

    def __init__(self, path: str) -> None:
        if os.path.isdir(path):
            raise InputError("is a directory; name a file in it", path)
        if not os.access(path if os.path.exists(path) else os.path.dirname(path), os.W_OK):
            raise InputError("cannot be written (Permission denied); name another file", path)
        self._path = path
        self._pieces: list[str] = []

    def write(self, text: str, /) -> None:
        """Add ``text`` to the report."""
        self._pieces.append(text)

    def replaces(self, path: str) -> bool:
        """Say whether the report will take the place of the existing file ``path``."""
        return replaces(self._path, path)

    def close(self) -> None:
        """Put the report in place, UTF-8."""
        reports = ReportSet()
        reports.add(self._path, "".join(self._pieces).encode())
        reports.write()


def settings_block(settings: dict[str, Any]) -> str:
    """Return the head of the report: all settings that have values, sorted by key, but no lists of paths."""
    printed = [f"{key}: {value}\n" for key, value in sorted(settings.items()) if key not in UNPRINTED_SETTINGS]
    return "".join(["### Evaluation settings:\n", *printed, "\n"])


def result_tables(eval_dict: dict[str, Any], config: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the report after the settings.

    ``eval_dict`` holds counts with scores. Of ``config`` the settings ``eval_method`` and ``weights`` are looked at,
    and ``data_stats``, the counts of the target's labels.
    """
    methods = config.get("eval_method", ["traditional", "fair"])
    for method in methods:
        categories = CATEGORIES.get(method) or config.get("weights") or CATEGORIES["fair"]
        yield from _method_table(method, categories, eval_dict)
    yield from _comparison(methods, eval_dict["overall"])
    yield from _confusion_matrix(eval_dict["conf"])
    yield from _target_labels(config.get("data_stats", {}))


def _row(cells: Iterable[object]) -> str:
    return "\t".join([str(cell) for cell in cells]) + "\n"


def _percent(share: float) -> str:
    return "%04.2f" % (share * 100)


def _scores(counts: dict[str, Any]) -> list[str]:
    return [_percent(counts[score]) for score in SCORES]


def _method_table(method: str, categories: Iterable[str], eval_dict: dict[str, Any]) -> Iterator[str]:
    yield f"\n### {method.title()} evaluation:\n"
    yield _row(["Label", *categories, *SCORES])
    rows = eval_dict["per_label"][method]
    # A weighted category that is no error type but a label's name shows all counts of that label: a known oddity.
    labels = eval_dict["per_label"]["fair"] if method == "weighted" else {}
    for label, counts in sorted(rows.items()):
        yield _row([label, *[counts.get(kind, labels.get(kind, 0)) for kind in categories], *_scores(counts)])
    overall = eval_dict["overall"][method]
    yield _row(["overall", *[overall.get(kind, 0) for kind in categories], *_scores(overall)])


def _comparison(methods: Iterable[str], overall: dict[str, Any]) -> Iterator[str]:
    yield "\n### Comparison:\n"
    yield _row(["Version", *SCORES])
    for method in methods:
        yield _row([method.title(), *_scores(overall[method])])


def _confusion_matrix(rows: dict[str, dict[str, int]]) -> Iterator[str]:
    labels = sorted(rows)
    yield "\n### Confusion matrix:\n"
    yield "Target\\System\t" + _row(labels)
    for label in labels:
        counts = rows[label]
        yield _row([label, *[counts.get(other, 0) for other in labels]])


def _target_labels(counts: dict[str, int]) -> Iterator[str]:
    total = sum(counts.values())
    yield "\n### Target data stats:\n"
    yield _row(["Label", "Freq", "%"])
    for label, count in counts.items():
        yield _row([label, count, _percent(count / total)])
