"""MaxMatch, the scorer of grammatical error correction: corrected sentences and gold edits to precision, recall and F.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: read
    command line: options
    alignment: lattice path align
    counting: tally
    report: report
    evidence: evidence
    command: cli
    from Python: evaluation
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legacy_scorers.common.evaluation import Evaluation
    from legacy_scorers.m2_scorer.evaluation import Gold, Words

__all__ = ["cli", "evaluate"]


def evaluate(
    gold: Gold,
    system: Sequence[Words],
    beta: float = 0.5,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    version: str = "3.2",
) -> Evaluation:
    """Score corrected sentences: the figures and the report of the command on files with them.

    ``gold`` is the text of a gold file, or has for each sentence the source and its edits: begin and end in words of
    the source, the end exclusive, and what may stand there instead, one text or several, an empty one for nothing.
    Edits are in the order of the sentence, those of one annotator, or of several by their numbers. ``system`` has the
    sentences of a system. Sentences are lists of words, or texts with white space between words. The other arguments
    are the options and the version of the command.

    Raises ``ValueError`` that names side and sentence, from 0, for what no file can hold: sides of different length,
    words with white space, edits outside of the sentence, and corrections with line breaks or with bars that separate
    fields; :class:`common.errors.InputError` for the text of a gold file that cannot be read.

    >>> from legacy_scorers import m2_scorer
    >>> gold = [("The cat sat at mat .", [(3, 4, "on"), (4, 4, ["the", "a"])])]
    >>> m2_scorer.evaluate(gold, ["A cat sat on the mat ."])
    <m2scorer: edits/all/precision 0.6667, edits/all/recall 1, edits/all/F 0.7143>
    """
    from legacy_scorers.m2_scorer import evaluation

    options = [f"--beta={float(beta)!r}", f"--max_unchanged_words={int(max_unchanged_words)}"]
    if ignore_whitespace_casing:
        options.append("--ignore_whitespace_casing")
    return evaluation.evaluate(gold, system, options, version)
