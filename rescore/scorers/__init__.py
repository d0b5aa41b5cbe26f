"""The scorers, a profile of each; what runs one is in ``running``."""

from __future__ import annotations

import os

from rescore.reports.layout import BEGINNING, ReportKind
from rescore.scorers import conlleval, coref_scorer, faireval, mat_score, muc_scorer, scorer2
from rescore.scorers.profile import Profile

SCORERS: dict[str, Profile] = {
    module.PROFILE.command: module.PROFILE
    for module in (scorer2, faireval, mat_score, muc_scorer, conlleval, coref_scorer)
}
LISTED = " or ".join([", ".join([*SCORERS][:-1]), [*SCORERS][-1]])
GROUPS = [*dict.fromkeys([word for scorer in SCORERS.values() for word in scorer.groups])]
KINDS = {kind.name: kind for scorer in SCORERS.values() for kind in scorer.kinds}


def scorer_called(word: str) -> str:
    """Return which of :data:`SCORERS` a word names, with or without a folder before it; nothing for any other word."""
    name = os.path.basename(word)
    return name if name in SCORERS else ""


def kind_of(content: bytes, command: str | None = None) -> ReportKind | None:
    """Return the kind of a report, which most often its beginning tells, or None.

    Where the ``command`` that printed it is known, it is one of its kinds.
    """
    kinds = KINDS.values() if command is None else SCORERS[command].kinds
    for part in (content[:BEGINNING], content):
        for kind in kinds:
            if kind.recognised(part):
                return kind
    return None
