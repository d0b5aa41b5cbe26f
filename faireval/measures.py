"""The figures of the report that are computed from counts: precision, recall and F1, and the shares of the labels.

Every type of error has weights (documentation, 'Weights'): the parts of a true positive, of a false positive and of a
false negative that one error counts as.
"""

from __future__ import annotations

from legacy_scorers.common.tally import Measure, Row, complete, f1, share
from legacy_scorers.faireval.spans import BE, FAIR, FN, FP, LBE, LE, TP, TRADITIONAL, WEIGHTED
from legacy_scorers.faireval.tally import DATA, FREQUENCY, OVERALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    Weights: TypeAlias = dict[str, dict[str, float]]

SCORES = PRECISION, RECALL, F1 = "Prec", "Rec", "F1"
NOTHING_TO_DIVIDE_BY = 0.0
SHARES = TP, FP, FN
TRADITIONAL_WEIGHTS: Weights = {kind: {kind: 1} for kind in SHARES}
DEFAULT_WEIGHTS: Weights = {**TRADITIONAL_WEIGHTS, **{kind: {TP: 0, FP: 0.5, FN: 0.5} for kind in (LE, BE, LBE)}}
ALL_LABELS = (DATA, str(OVERALL), FREQUENCY)
LABEL_SHARE = Measure("%", (FREQUENCY, ALL_LABELS), share, NOTHING_TO_DIVIDE_BY)
F_MEASURE = Measure(F1, (PRECISION, RECALL), f1, NOTHING_TO_DIVIDE_BY)


def scores(version: str, weights: object) -> tuple[Measure, Measure, Measure]:
    """Return precision, recall and F1 of a row of error counts.

    ``version`` is ``"traditional"``, ``"fair"`` (default weights), or anything else for ``weights``, which must be a
    dictionary that is not empty, or else default weights are used.
    """
    if version == TRADITIONAL:
        by = TRADITIONAL_WEIGHTS
    elif version == FAIR or not isinstance(weights, dict) or not weights:
        by = DEFAULT_WEIGHTS
    else:
        by = weights
    return _positives_of(PRECISION, by, FP), _positives_of(RECALL, by, FN), F_MEASURE


def _positives_of(name: str, weights: Weights, errors: str) -> Measure:
    """Return the measure TP / (TP + ``errors``); ``errors`` are false positives or false negatives."""
    pairs = {kind: (of.get(TP, 0), of.get(errors, 0)) for kind, of in weights.items()}
    that_count = {kind: pair for kind, pair in pairs.items() if pair != (0, 0)} or pairs
    return Measure(name, tuple(that_count), _Positives([*that_count.values()]), NOTHING_TO_DIVIDE_BY)


class _Positives:
    """The formula of such a measure, by the weights of right and wrong. It can be pickled."""

    __slots__ = ("_weights",)

    def __init__(self, weights: Sequence[tuple[float, float]]) -> None:
        self._weights = weights

    def __call__(self, *counts: float) -> float:
        positives: float = 0
        errors: float = 0
        for (right, wrong), count in zip(self._weights, counts):  # unlike here, the built-in sum compensates rounding
            positives += right * count
            errors += wrong * count
        return share(positives, positives + errors)


def precision(evaldict: dict[str, Any], version: str = TRADITIONAL, weight_dict: Weights | None = None) -> float:
    """Return weighted true positives divided by weighted true and false positives, or 0.0 without any.

    ``evaldict`` holds counts by error type; missing ones are 0. The other arguments are those of :func:`scores`.
    """
    return scores(version, weight_dict)[0](Row(evaldict))


def recall(evaldict: dict[str, Any], version: str = TRADITIONAL, weight_dict: Weights | None = None) -> float:
    """Return weighted true positives divided by weighted true positives and false negatives, or 0.0 without any.

    The arguments are those of :func:`precision`.
    """
    return scores(version, weight_dict)[1](Row(evaldict))


def fscore(evaldict: dict[str, Any]) -> float:
    """Return the balanced F-measure of the values ``Prec`` and ``Rec``, in the type of these numbers.

    It is 0.0 if both are 0 or missing, and for integers whose quotient no float can hold.
    """
    try:
        return F_MEASURE(Row(evaldict))
    except ArithmeticError:
        return NOTHING_TO_DIVIDE_BY


def calculate_results(eval_dict: dict[str, Any], **config: Any) -> dict[str, Any]:  # noqa: ANN401
    """Add ``Prec``, ``Rec`` and ``F1`` to the counts of every method in ``eval_method``, overall and for each label.

    The counts of the method ``weighted`` are those of ``fair``, weighted with ``weights``. Return ``eval_dict``.
    """
    overall, per_label = eval_dict["overall"], eval_dict["per_label"]
    methods = config.get("eval_method", [TRADITIONAL, FAIR])
    if WEIGHTED in methods:
        # Copied before scores are added to the counts, because a weighted type may be called Prec, Rec or F1.
        overall[WEIGHTED] = dict(overall[FAIR])
        per_label[WEIGHTED].update({label: dict(counts) for label, counts in per_label[FAIR].items()})
    add_scores(eval_dict, methods, config.get("weights"))
    return eval_dict


def add_scores(eval_dict: dict[str, Any], methods: Iterable[str], weights: object) -> None:
    """Add precision, recall and F1 to the counts of these methods, overall and for each label."""
    for method in methods:
        measures = scores(method, weights)
        for counts in [eval_dict["overall"][method], *eval_dict["per_label"][method].values()]:
            row = complete(counts, measures)
            for measure in measures:
                counts[measure.name] = row[measure.name]
