"""muc-score, of the Message Understanding Conferences: templates, named entities, coreference."""

from __future__ import annotations

from rescore.reports.kind import Kind
from rescore.reports.names import F_MEASURES, MEASURES
from rescore.scorers.profile import Profile, names

PROFILE = Profile(
    command="muc-score",
    package="muc_scorer",
    kinds=(
        Kind("muc-scores", "muc_scores"),
        Kind("muc-coreference", "muc_coreference"),
        Kind("muc-history", "muc_history"),
        Kind("muc-partitions", "muc_partitions", repeats=True),
        Kind("muc-summary", "muc_summaries", repeats=True),
    ),
    key="key",
    response="response",
    unit="documents",
    measures=(
        *names(("total",), ("ALL SLOTS", "ALL OBJECTS"), (*F_MEASURES, *MEASURES)),
        *names(("total",), ("CLASS", "CLASS.SLOT"), MEASURES),
        *names(("coreference",), ("TOTALS",), ("f", "precision", "recall")),
    ),
    main=("F P&R", "f", "recall"),
    reference=(
        "MUC scorer, user's manual of version 3.3 (1998). "
        "Written for the Seventh Message Understanding Conference (MUC-7)."
    ),
    right=("COR", "common"),
    notes=("(see configuration file)",),
)
