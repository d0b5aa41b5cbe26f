"""The command MATScore.

The scorer of ``mat_score.scoring`` is fed pair by pair, so that documents are freed when scored. Its messages belong
after all messages of reading: ``Scorer.add`` collects them in ``Scorer.messages`` (lines without their ends) and
``Scorer.finish`` writes them before the report.
"""

from __future__ import annotations

from common.cli import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Score, and return the exit status; ``argv`` are the words after the command's name."""
    return run("MATScore", score, argv)


def score(words: list[str]) -> int:
    """Score as the words of the command line ask."""
    raise NotImplementedError
