"""The coreference scorer of CoNLL-2011 and 2012: chains of key and response to MUC, B-cubed, CEAF and BLANC.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: read
    alignment: matching
    alignment: align
    counting: links tally
    report: report
    evidence: evidence
    command: cli
    from Python: evaluation
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.common.evaluation import Evaluation
    from legacy_scorers.coref_scorer.evaluation import Chains, Documents

__all__ = ["cli", "evaluate"]


def evaluate(key: Documents | Chains, response: Documents | Chains, metric: str = "all") -> Evaluation:
    """Score chains of mentions: the figures and the report of the command on files with these chains.

    Each side is a list of chains, or maps the names of documents to such lists. A chain holds mentions: spans of
    tokens, ``(begin, end)`` from 0 with exclusive end, or anything else that is hashable, such as texts. ``metric`` is
    ``muc``, ``bcub``, ``ceafm``, ``ceafe``, ``blanc`` or ``all``. Shares are numbers from 0 to 1.

    Raises ``ValueError`` that names document and chain for what no file can hold: a chain without mentions, spans of
    one chain that cross, a begin below 0, an end that is not after its begin; a document of one side only. Raises
    :class:`common.errors.InputError` where the command refuses to score: more than ten repeated mentions in responses.

    >>> from legacy_scorers import coref_scorer
    >>> key = [[(0, 2), (4, 5), (8, 9)], [(2, 3), (6, 7)]]
    >>> result = coref_scorer.evaluate(key, [[(0, 2), (4, 5)], [(2, 3), (6, 7)]])
    >>> result["muc/coreference/recall"], result["muc/coreference/precision"]
    (0.6666666666666666, 1.0)
    >>> round(result["CoNLL/coreference/F1"], 4)
    0.8333
    >>> [match for match in result.matches if match.kind == "missed"]
    [<missed: chain 0 8-9 / -, document>]
    """
    from legacy_scorers.coref_scorer import evaluation

    return evaluation.evaluate(key, response, metric)
