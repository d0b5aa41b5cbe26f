"""The profiles of all scorers; the module ``running`` runs them."""

from __future__ import annotations

import os

from rescore.reports.model import BEGINNING, ReportKind
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
    """Return the scorer that a word names, with or without a folder before it, or an empty text."""
    name = os.path.basename(word)
    return name if name in SCORERS else ""


def kind_of(content: bytes, command: str | None = None) -> ReportKind | None:
    """Return the kind of a report, or None. Its beginning is searched first, because that is usually enough.

    If the ``command`` that printed it is given, only the kinds of that scorer are tried.
    """
    kinds = KINDS.values() if command is None else SCORERS[command].kinds
    for part in (content[:BEGINNING], content):
        for kind in kinds:
            if kind.recognised(part):
                return kind
    return None
