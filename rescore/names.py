"""The names of scorers' commands, groups of units and kinds of reports: options need no more, and load no scorer."""

from __future__ import annotations

import os

from legacy_scorers.commands import SCORER_NAMES

__all__ = ["GROUPS", "REPORT_KINDS", "SCORER_NAMES", "scorer_called"]

GROUPS = ["item", "file", "document"]  # of units
REPORT_KINDS = [
    "scorer2", "faireval", "matscore", "matscore-csv", "muc-scores", "muc-coreference", "muc-history",
    "muc-partitions", "muc-summary", "conlleval", "conlleval-latex", "coref", "evalb", "m2scorer",
]  # fmt: skip


def scorer_called(word: str) -> str:
    """Return the scorer that a word names, with or without a folder before it, or an empty text."""
    name = os.path.basename(word)
    return name if name in SCORER_NAMES else ""
