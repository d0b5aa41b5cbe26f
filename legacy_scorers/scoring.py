"""A command on the user's own files, from Python."""

from __future__ import annotations

import os

from legacy_scorers.commands import COMMANDS, SCORER_NAMES
from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host import redirected
from legacy_scorers.common.host.archive import Archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from legacy_scorers.common.evaluation import Evaluation


def score_files(command: str, words: Sequence[str], variables: Mapping[str, str] | None) -> Evaluation:
    """Do what :func:`legacy_scorers.score` says."""
    if isinstance(words, str):
        raise TypeError("words are a list of what comes after the command's name, not one text; try shlex.split")
    if command not in SCORER_NAMES:
        raise ValueError(f"{command!r} is not a scorer; use one of {', '.join(SCORER_NAMES)}")
    host = Archive("", {**os.environ} if variables is None else variables)
    arguments, file = redirected(words)
    host.stdin_name = file or host.stdin_name
    scorer = __import__(COMMANDS[command].module, fromlist=["score"])
    return evaluation_of(scorer.score, arguments, host)
