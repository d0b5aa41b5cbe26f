"""The names of the scorers' commands: texts and options need no more, and load no scorer for them."""

from __future__ import annotations

import os

from legacy_scorers.commands import SCORER_NAMES

__all__ = ["SCORER_NAMES", "scorer_called"]


def scorer_called(word: str) -> str:
    """Return the scorer that a word names, with or without a folder before it, or an empty text."""
    name = os.path.basename(word)
    return name if name in SCORER_NAMES else ""
