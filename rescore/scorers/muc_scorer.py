"""muc-score, of the Message Understanding Conferences: templates, named entities, coreference."""

from __future__ import annotations

from common.tally import Measure
from muc_scorer.measures import EXACT, LINK_MEASURES
from rescore.reports.model import F_MEASURES, MEASURES, ReportKind
from rescore.scorers.profile import Group, Profile, Relation, names

_OF_LINKS = ("common/key links", "common/response links", "recall and precision")
_PERCENTAGES = ("COR/POS", "COR/ACT", "MIS/POS", "SPU/ACT", "INC/(COR+PAR+INC)", "(INC+MIS+SPU)/(COR+PAR+INC+MIS+SPU)")


def _sum(*parts: float) -> float:
    return float(sum(parts))


PROFILE = Profile(
    command="muc-score",
    package="muc_scorer",
    kinds=(
        ReportKind("muc-scores", "muc_scorer.ScoreReport"),
        ReportKind("muc-coreference", "muc_scorer.CoreferenceReport"),
        ReportKind("muc-history", "muc_scorer.MapHistory"),
        ReportKind("muc-partitions", "muc_scorer.PartitionFile", repeats=True),
        ReportKind("muc-summary", "muc_scorer.ReportSummary", repeats=True),
    ),
    key="key",
    response="response",
    unit="documents",
    groups={"document": Group("documents", str)},
    measures=(
        *names(("total",), ("ALL SLOTS", "ALL OBJECTS"), (*F_MEASURES, *MEASURES)),
        *names(("total",), ("CLASS", "CLASS.SLOT"), MEASURES),
        *names(("coreference",), ("TOTALS",), ("f", "precision", "recall")),
    ),
    main=("F P&R", "f", "recall"),
    relations=(
        Relation(Measure("POS", ("COR", "PAR", "INC", "MIS"), _sum, 0.0), "COR+PAR+INC+MIS"),
        Relation(Measure("ACT", ("COR", "PAR", "INC", "SPU"), _sum, 0.0), "COR+PAR+INC+SPU"),
        *[Relation(measure, says) for measure, says in zip(EXACT.percentages, _PERCENTAGES, strict=True)],
        *[Relation(measure, says) for measure, says in zip(LINK_MEASURES, _OF_LINKS, strict=True)],
    ),
    reference=(
        "MUC scorer, user's manual of version 3.3 (1998). "
        "Written for the Seventh Message Understanding Conference (MUC-7)."
    ),
    right=("COR", "common"),
    key_total=("POS", "fills"),
    neutral=("OPT", "NON", "UNS", "class"),
    notes=("(see configuration file)",),
)
