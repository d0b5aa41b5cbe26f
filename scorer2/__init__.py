"""The Senseval word-sense scorer: answers, key and sense map to precision and recall.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: read search
    alignment: align
    counting: cells credit
    report: report
    evidence: evidence
    command: cli
    from Python: evaluation
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.common.evaluation import Evaluation
    from legacy_scorers.scorer2.evaluation import Answers, Key, SenseMap

__all__ = ["cli", "evaluate"]


def evaluate(
    key: Key, answers: Answers, sense_map: SenseMap | None = None, granularity: str = "fine", minimal: bool = False
) -> Evaluation:
    """Score word senses: the figures and the report of the command on files with these senses.

    ``key`` maps instances to their senses: one, or several. ``answers`` map them to a sense, to several, or to weights
    by sense. An instance is a pair of lexical item and number, or a text with a blank or ``_`` between these.
    ``sense_map`` maps senses to those above them: pairs of branching factor and parent, from the nearest parent up.
    ``granularity`` is ``fine``, ``coarse`` or ``mixed``; ``minimal`` leaves out instances whose key has several senses.
    Key and map are sorted, so the search of the scorer finds all lines.

    Raises ``ValueError`` that names the instance for what no file can hold: names and senses that are empty or contain
    white space; in answers ``/`` and ``!!``; two instances with one name.

    >>> from legacy_scorers import scorer2
    >>> key = {"bank 1": "shore", "bank 2": "money", "bank 3": ["money", "row"]}
    >>> result = scorer2.evaluate(key, {"bank 1": "shore", "bank 2": {"money": 0.5, "shore": 0.5}})
    >>> result["fine/all/precision"], result["fine/all/recall"]
    (0.75, 0.5)
    >>> [(match.unit, match.kind, match.credit) for match in result.matches]
    [('bank_1', 'scored', 1.0), ('bank_2', 'scored', 0.5), ('bank_3', 'missed', 0.0)]
    """
    from legacy_scorers.scorer2 import evaluation

    return evaluation.evaluate(key, answers, sense_map, granularity, minimal)
