"""The scorer EVALB of constituency parsing: trees, one per line, to recall and precision of their brackets.

The key is what it calls gold, the response what it calls test. Modules by step. Each imports only from its own line and
from the lines above it.

    command line: options
    reading: read
    alignment: align
    counting: tally
    report: report debug
    evidence: evidence
    command: cli
    from Python: evaluation
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legacy_scorers.common.evaluation import Evaluation
    from legacy_scorers.evalb.evaluation import Parameters, Tree

__all__ = ["cli", "evaluate"]


def evaluate(gold: Sequence[Tree], test: Sequence[Tree], parameters: Parameters | None = None) -> Evaluation:
    """Score trees: the figures and the report of the command on files with a tree of each sentence in a line.

    A tree is a text with brackets, in which line breaks count as blanks, or it is nested: a label and what is below it,
    which is a word, or trees. A sentence without a tree is ``()``, or an empty text. ``parameters`` are the text of a
    parameter file, or values by its keywords: whole numbers, lists of labels, and lists of pairs. Without them roots,
    traces and punctuation count.

    A sentence whose words differ is an error and is not scored, as in the command: see ``overall/All/errors``, and
    ``result.messages``. Raises :class:`common.errors.InputError` for one error more than ``MAX_ERROR`` allows, 10 by
    default, and ``ValueError`` that names side and tree, from 0, for what no file can hold: sides of different length,
    a label, tag or word with a bracket or white space, and a word without a tag of its own.

    >>> from legacy_scorers import evalb
    >>> gold = [("TOP", ("S", ("NP", ("NN", "cats")), ("VP", ("VBP", "sleep"))))]
    >>> result = evalb.evaluate(gold, ["(TOP (S (NP (NN cats) (VBP sleep))))"], {"DELETE_LABEL": ["TOP"]})
    >>> result["overall/All/recall"], result["overall/All/precision"]
    (33.333333333333336, 50.0)
    """
    from legacy_scorers.evalb import evaluation

    return evaluation.evaluate(gold, test, parameters)
