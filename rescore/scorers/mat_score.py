"""MATScore, of the MITRE Annotation Toolkit: annotations of documents."""

from __future__ import annotations

from mat_score.options import V1, V2
from mat_score.tally import BLIND, CHARACTERS, PSEUDO_TOKENS, SENSITIVE, TOKENS, TOTALS, ratio_measures
from rescore.reports.model import ReportKind
from rescore.scorers.profile import Group, Profile, Relation, names

PROFILE = Profile(
    command="MATScore",
    package="mat_score",
    kinds=(
        ReportKind("matscore", "mat_score.MatScoreReport"),
        ReportKind("matscore-csv", "mat_score.MatScoreCsv", tables="matscore"),
    ),
    key="reference",
    response="hypothesis",
    unit="documents",
    groups={"document": Group("documents", str)},
    measures=names(
        ("bytag", "bytoken", "bypseudotoken", "bychar"), ("<all>", "LABEL"), ("fmeasure", "precision", "recall")
    ),
    main=("fmeasure", "recall"),
    relations=(
        *[Relation(measure, "+".join(map(str, measure.parts))) for measure in TOTALS],
        *map(Relation, ratio_measures(None), ("match/hyptotal", "match/reftotal", "precision and recall")),
        *[
            Relation(measure, "its counts")
            for _, _, units, _ in (TOKENS, PSEUDO_TOKENS, CHARACTERS)
            for measure in ratio_measures(units)
            if measure.name in (SENSITIVE, BLIND)
        ],
    ),
    key_total=("reftotal", "annotations"),
    reference="MITRE Annotation Toolkit (MAT), documentation of version 1.3: Scoring Engine.",
    right=("match",),
    full=1.0,
    environment={"MATSCORE_SEED": (), "MATSCORE_TASK_DIRS": (), "MATSCORE_VERSION": (V1, V2)},
)
