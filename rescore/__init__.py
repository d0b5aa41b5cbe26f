"""The command for people who keep archives of scored submissions: it explains, compares and questions their reports.

``cli`` starts it, ``commands`` holds the subcommands, ``scorers`` runs the scorers, ``reports`` reads what they print
into cells, ``explanations`` show which items figures come from, ``difference`` compares reports, ``findings`` are
suspicious input, ``archive`` scores submissions again, ``statistics`` compares systems, and ``site`` makes web pages.
From Python, :func:`score` returns a run as objects.
"""

from __future__ import annotations

__all__ = ["score"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legacy_scorers.rescore.run import ScoredRun


def score(command: str, words: Sequence[str]) -> ScoredRun:
    """Run a scorer in process, and return what it scored, item by item and figure by figure.

    ``words`` are those after the command's name. No report file is written. Raises :class:`common.errors.InputError`
    with the command's own message where it fails, and ``TypeError`` where ``words`` is a single text.
    """
    from legacy_scorers.rescore.run import scored

    return scored(command, words)
