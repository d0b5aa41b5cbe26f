"""The CoNLL scorer of chunks and named entities: one file with the tags of key and response to precision, recall and F.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: read
    command line: options
    alignment: align
    counting: tally
    report: report
    evidence: evidence
    command: cli
    from Python: evaluation
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.common.evaluation import Evaluation
    from legacy_scorers.conlleval.evaluation import Sentences

__all__ = ["cli", "evaluate"]


def evaluate(key: Sentences, response: Sentences, raw: bool = False, outside: str = "O") -> Evaluation:
    """Score sentences of tags: the figures and the report of the command on a file with these tags.

    Both sides are lists of sentences, which are lists of tags, or of pairs of a word and a tag. The same sentence has
    as many tokens on both sides. ``raw`` and ``outside`` are the options ``-r`` and ``-o``: each tag is the type of a
    phrase of one token, but for ``outside``.

    Raises ``ValueError`` that names sentence and token, from 0, for what no file can hold: an empty tag or word, one
    with a blank or a line break, the word ``-X-``, and sides of different length.

    >>> from legacy_scorers import conlleval
    >>> result = conlleval.evaluate([["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "I-PER", "O", "B-ORG"]])
    >>> result["overall/all/FB1"]
    50.0
    >>> [match.kind for match in result.matches if match.kind.endswith(("d", "s"))]
    ['missed', 'spurious']
    """
    from legacy_scorers.conlleval import evaluation

    return evaluation.evaluate(key, response, raw, outside)
