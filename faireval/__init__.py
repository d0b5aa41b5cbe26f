"""Fair evaluation of labelled spans: configuration and two span files to error types and scores.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: spans conll read
    alignment: align
    counting: tally measures
    report: report
    evidence: evidence
    command and module: arguments config cli api
    from Python: evaluation
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from legacy_scorers.common.evaluation import Evaluation
    from legacy_scorers.faireval.evaluation import Sentences, Weights

__all__ = ["api", "cli", "evaluate"]


def evaluate(
    target: Sentences,
    system: Sentences,
    labels: Iterable[str] | None = None,
    exclude: Iterable[str] = (),
    focus: str = "target",
    weights: Weights | str | None = None,
) -> Evaluation:
    """Score labelled spans: the figures and the report of the command on files with these spans.

    Both sides are lists of sentences. A sentence is a list of spans, ``(label, begin, end)``, of tokens from 0 with
    exclusive end, and perhaps the tokens that are part of it; or a list of tags, or of pairs of a word and a tag, where
    ``|`` is between the tags of nested spans. ``labels`` are evaluated, by default all; ``exclude`` are not, nor are
    ``NONE`` and ``EMPTY``. ``focus`` says under whose label errors of labels count, ``target`` or ``system``.
    ``weights`` map types of errors to those of TP, FP and FN; ``default`` stands for those of the paper. Without them,
    there is no weighted evaluation. Shares are numbers from 0 to 1.

    Raises ``ValueError`` that names sentence, and span or token, for what no file can hold: an end that is not after
    its begin, a begin below 0, an empty label or one with a TAB, a tag with a blank, a tag that continues nothing; and
    for sides of different length.

    >>> from legacy_scorers import faireval
    >>> result = faireval.evaluate([[("PER", 0, 2), ("LOC", 4, 5)]], [[("PER", 0, 1), ("LOC", 4, 5)]])
    >>> result["traditional/overall/F1"], result["fair/overall/F1"], result["fair/PER/BE"]
    (0.5, 0.6666666666666666, 1)
    >>> [match.why for match in result.matches if match.kind == "BES"]
    ['ends 1 token earlier']
    """
    from legacy_scorers.faireval import evaluation

    return evaluation.evaluate(target, system, labels, exclude, focus, weights)
