"""The report, TAB-separated: settings, a table for each method, their comparison, confusion matrix, target labels.

The layout is that of the first version, byte for byte; scores are in percent with two decimals.
"""

from __future__ import annotations

from legacy_scorers.faireval.measures import ALL_LABELS, LABEL_SHARE, SCORES
from legacy_scorers.faireval.spans import BE, FAIR, FN, FP, LBE, LE, TP, TRADITIONAL
from legacy_scorers.faireval.tally import FREQUENCY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

CATEGORIES = {TRADITIONAL: (TP, FP, FN), FAIR: (TP, FP, LE, BE, LBE, FN)}
UNPRINTED_SETTINGS = ("target_files", "system_files", "eval_out")


def settings_block(settings: dict[str, Any]) -> str:
    """Return the head of the report: all settings sorted by key, except file lists and the path of the report."""
    printed = [f"{key}: {value}\n" for key, value in sorted(settings.items()) if key not in UNPRINTED_SETTINGS]
    return "".join(["### Evaluation settings:\n", *printed, "\n"])


def result_tables(eval_dict: dict[str, Any], config: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the report after the settings.

    ``eval_dict`` holds counts and scores; missing ones are printed as 0. ``config`` holds the settings ``eval_method``
    and ``weights``, and ``data_stats``, the counts of the target's labels.
    """
    methods = config.get("eval_method", [TRADITIONAL, FAIR])
    for method in methods:
        categories = CATEGORIES.get(method) or config.get("weights") or CATEGORIES[FAIR]
        yield from _method_table(method, categories, eval_dict)
    yield from _comparison(methods, eval_dict["overall"])
    yield from _confusion_matrix(eval_dict["conf"])
    yield from _target_labels(config.get("data_stats", {}))


def _row(cells: Iterable[object]) -> str:
    return "\t".join([str(cell) for cell in cells]) + "\n"


def _percent(share: float) -> str:
    return "%04.2f" % (share * 100)


def _scores(counts: dict[str, Any]) -> list[str]:
    return [_percent(counts.get(score, 0)) for score in SCORES]


def _method_table(method: str, categories: Iterable[str], eval_dict: dict[str, Any]) -> Iterator[str]:
    yield f"\n### {method.title()} evaluation:\n"
    yield _row(["Label", *categories, *SCORES])
    # A weighted category that is no error type but a label's name shows all counts of that label: a known oddity.
    labels = eval_dict["per_label"][FAIR]
    for label, counts in sorted(eval_dict["per_label"].get(method, {}).items()):
        yield _row([label, *[counts.get(kind, labels.get(kind, 0)) for kind in categories], *_scores(counts)])
    overall, fair = eval_dict["overall"].get(method, {}), eval_dict["overall"][FAIR]
    yield _row(["overall", *[overall.get(kind, fair.get(kind, 0)) for kind in categories], *_scores(overall)])


def _comparison(methods: Iterable[str], overall: dict[str, Any]) -> Iterator[str]:
    yield "\n### Comparison:\n"
    yield _row(["Version", *SCORES])
    for method in methods:
        yield _row([method.title(), *_scores(overall.get(method, {}))])


def _confusion_matrix(rows: dict[str, dict[str, int]]) -> Iterator[str]:
    labels = sorted(rows)
    place_of = {label: place for place, label in enumerate(labels)}
    yield "\n### Confusion matrix:\n"
    yield "Target\\System\t" + _row(labels)
    for label in labels:
        cells = ["0"] * len(labels)
        for other, count in rows[label].items():
            if other in place_of:
                cells[place_of[other]] = str(count)
        yield _row([label, *cells])


def _target_labels(counts: dict[str, int]) -> Iterator[str]:
    total = sum(counts.values())
    yield "\n### Target data stats:\n"
    yield _row(["Label", FREQUENCY, LABEL_SHARE.name])
    for label, count in counts.items():
        yield _row([label, count, _percent(LABEL_SHARE({FREQUENCY: count, ALL_LABELS: total}))])
