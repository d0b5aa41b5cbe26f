"""Scorers of past shared tasks in language technology, byte for byte: a package for each, and ``rescore``.

``common``, ``scorer2``, ``rescore`` and the others are subpackages. A checkout keeps their folders beside this one, at
the top of the project, where ``__path__`` finds them; an installation has them in here. No module is imported here but
``os``, because the working directory may still be searched for modules.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from legacy_scorers.common.evaluation import Evaluation

__version__ = "1.0.0"
__all__ = ["__version__", "score"]

_HERE = os.path.dirname(os.path.abspath(__file__))
if not os.path.isdir(os.path.join(_HERE, "common")):
    __path__.append(os.path.dirname(_HERE))


def score(command: str, words: "Sequence[str]", variables: "Mapping[str, str] | None" = None) -> "Evaluation":
    """Score files: run a command, such as ``muc-score``, with the words after its name.

    The files are those of the user; reports that the command would write are kept in the result. The last words may be
    ``<`` and the file that is the standard input. ``variables`` are those of the environment, by default of the
    process. Nothing is printed.

    Raises ``ValueError`` for an unknown command, ``TypeError`` if ``words`` is one text,
    :class:`common.errors.InputError` with the command's own message where it fails, and ``OSError`` for files that
    cannot be read.

    >>> import legacy_scorers
    >>> legacy_scorers.score("conlleval", ["<", "examples/conlleval/output"])["overall/all/recall"]
    40.0
    """
    from legacy_scorers.scoring import score_files

    return score_files(command, words, variables)
