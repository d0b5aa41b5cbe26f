"""Precision, recall and F1 of error counts, with a weight for every type of error (documentation, 'Weights')."""

from __future__ import annotations

from common.tally import f_measure, ratio
from faireval.weights import DEFAULT_WEIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from faireval.weights import Weights

NOTHING_TO_DIVIDE_BY = 0.0
TRADITIONAL_WEIGHTS: Weights = {"TP": {"TP": 1}, "FP": {"FP": 1}, "FN": {"FN": 1}}


def precision(evaldict: dict[str, Any], version: str = "traditional", weight_dict: Weights | None = None) -> float:
    """Return weighted true positives divided by weighted true and false positives, 0.0 if there are none.

    ``evaldict`` holds counts by error type, missing ones are 0. ``version`` is ``"traditional"``, ``"fair"`` (default
    weights) or anything else for the weights of ``weight_dict``, the default weights if that is empty or no dictionary.
    """
    weights = _weights(version, weight_dict)
    positives = _weighted(evaldict, weights, "TP")
    return ratio(positives, positives + _weighted(evaldict, weights, "FP"), NOTHING_TO_DIVIDE_BY)


def recall(evaldict: dict[str, Any], version: str = "traditional", weight_dict: Weights | None = None) -> float:
    """Return weighted true positives divided by weighted true positives and false negatives, 0.0 if there are none.

    The arguments are those of :func:`precision`.
    """
    weights = _weights(version, weight_dict)
    positives = _weighted(evaldict, weights, "TP")
    return ratio(positives, positives + _weighted(evaldict, weights, "FN"), NOTHING_TO_DIVIDE_BY)


def fscore(evaldict: dict[str, Any]) -> float:
    """Return the balanced F-measure of the values ``Prec`` and ``Rec``, 0.0 if both are 0 or missing."""
    return f_measure(evaldict.get("Prec", 0), evaldict.get("Rec", 0))


def calculate_results(eval_dict: dict[str, Any], **config: Any) -> dict[str, Any]:  # noqa: ANN401
    """Add ``Prec``, ``Rec`` and ``F1`` to the counts of every method in ``eval_method``, overall and for each label.

    The counts of the method ``weighted`` are those of ``fair``, weighted with ``weights``. Return ``eval_dict``.
    """
    overall, per_label = eval_dict["overall"], eval_dict["per_label"]
    methods = config.get("eval_method", ["traditional", "fair"])
    if "weighted" in methods:
        # Copied before any score stands among the counts, because a weighted type may be called Prec, Rec or F1.
        overall["weighted"] = dict(overall["fair"])
        weighted_rows = per_label["weighted"]
        for label, counts in per_label["fair"].items():
            weighted_rows[label] = dict(counts)
    for version in methods:
        for counts in [overall[version], *per_label[version].values()]:
            counts["Prec"] = precision(counts, version, config.get("weights"))
            counts["Rec"] = recall(counts, version, config.get("weights"))
            counts["F1"] = fscore(counts)
    return eval_dict


def _weights(version: str, weights: object) -> Weights:
    if version == "traditional":
        return TRADITIONAL_WEIGHTS
    if version == "fair" or not isinstance(weights, dict) or not weights:
        return DEFAULT_WEIGHTS
    return weights


def _weighted(counts: dict[str, Any], weights: Weights, share: str) -> float:
    """Return what all error types together count as ``share``: TP, FP or FN.

    Added up one by one: the built-in sum compensates rounding in some versions of Python.
    """
    total: float = 0
    for kind, weight in weights.items():
        total += weight.get(share, 0) * counts.get(kind, 0)
    return total
