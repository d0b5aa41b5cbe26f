"""The scorers that rescore knows, and what it knows of each: a folder of the name of its package."""

from __future__ import annotations

from legacy_scorers.rescore.reports.report import Report
from legacy_scorers.rescore.scorers.conlleval.profile import CONLLEVAL
from legacy_scorers.rescore.scorers.coref_scorer.profile import COREFERENCE_SCORER
from legacy_scorers.rescore.scorers.evalb.profile import EVALB
from legacy_scorers.rescore.scorers.faireval.profile import FAIREVAL
from legacy_scorers.rescore.scorers.m2_scorer.profile import M2SCORER
from legacy_scorers.rescore.scorers.mat_score.profile import MATSCORE
from legacy_scorers.rescore.scorers.muc_scorer.profile import MUC_SCORE
from legacy_scorers.rescore.scorers.scorer import Scorer
from legacy_scorers.rescore.scorers.scorer2.profile import SCORER2

ALL: tuple[Scorer, ...] = (
    SCORER2, FAIREVAL, MATSCORE, MUC_SCORE, CONLLEVAL, COREFERENCE_SCORER, EVALB, M2SCORER,
)  # fmt: skip
SCORERS: dict[str, Scorer] = {scorer.command: scorer for scorer in ALL}
LISTED = " or ".join([", ".join([*SCORERS][:-1]), [*SCORERS][-1]])
NOTES = [note for scorer in ALL for note in scorer.notes]  # messages that are no complaints
LAYOUTS = {layout.name: layout for scorer in ALL for layout in scorer.layouts}
LISTS = {table for layout in LAYOUTS.values() for table in layout.listings}  # tables that count nothing


def report_of(content: bytes, name: str = "", kind: str | None = None) -> Report:
    """Return what may be a report of any scorer, or is said to be of a ``kind``."""
    return Report(content, [*LAYOUTS.values()], name, LAYOUTS[kind] if kind else None)
