"""The scorer of the MITRE Annotation Toolkit: compares documents with references and tabulates matches and clashes.

Modules and folders by step; each imports only from its own step and those above. Each folder lists its modules.
Names that end in 13 or 20 are for one version of MAT.

    objects: options annotations encoding
    document types of task files and documents: document_type
    task files: tasks
    reading: documents
    selection and comparison: align
    counting: tally
    rows and report: rows report output
    alignment and rules of a version: version13 version20
    scoring: evidence scoring
    command: usage cli
    from Python: evaluation
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from legacy_scorers.common.evaluation import Evaluation
    from legacy_scorers.mat_score.evaluation import Document, Documents

__all__ = ["cli", "evaluate"]


def evaluate(
    reference: Documents | Document,
    hypothesis: Documents | Document,
    labels: Iterable[str] | None = None,
    tokens: Iterable[str] = (),
    version: str = "1.3",
    options: Sequence[str] = (),
) -> Evaluation:
    """Score annotated documents: the figures and the report of the command on files with these annotations.

    Each side is a document, or maps names to documents. A document is a text and its annotations: ``(label, begin,
    end)`` in characters from 0 with exclusive end, and perhaps the values of attributes by name. ``labels`` are
    scored, by default all but those in ``tokens``, which are those of tokens. ``version`` is that of MAT, ``1.3`` or
    ``2.0``; ``options`` are further words of the command line, such as ``--by_character``.

    Raises ``ValueError`` that names document and annotation for what no file can hold: an annotation outside the text,
    an end before its begin, values of different types; a document of one side only, a label with a comma.

    >>> from legacy_scorers import mat_score
    >>> text = "Ada met Bob"
    >>> result = mat_score.evaluate((text, [("PER", 0, 3), ("PER", 8, 11)]), (text, [("PER", 0, 3)]))
    >>> result["bytag/<all>/precision"], result["bytag/<all>/recall"], result["bytag/PER/missing"]
    (1.0, 0.5, 1)
    >>> result.matches
    [<match: PER 0-3 / PER 0-3, document>, <missing: PER 8-11 / -, document>]
    """
    from legacy_scorers.mat_score import evaluation

    return evaluation.evaluate(reference, hypothesis, labels, tokens, version, options)
