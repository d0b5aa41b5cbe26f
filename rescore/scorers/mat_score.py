"""MATScore, of the MITRE Annotation Toolkit: annotations of documents."""

from __future__ import annotations

from rescore.reports.kind import Kind
from rescore.scorers.profile import Profile, names

PROFILE = Profile(
    command="MATScore",
    package="mat_score",
    kinds=(Kind("matscore", "mat_text"), Kind("matscore-csv", "mat_csv", tables="matscore")),
    key="reference",
    response="hypothesis",
    unit="documents",
    measures=names(
        ("bytag", "bytoken", "bypseudotoken", "bychar"), ("<all>", "LABEL"), ("fmeasure", "precision", "recall")
    ),
    main=("fmeasure", "recall"),
    reference="MITRE Annotation Toolkit (MAT), documentation of version 1.3: Scoring Engine.",
    right=("match",),
    full=1.0,
    environment=("MATSCORE_SEED", "MATSCORE_TASK_DIRS", "MATSCORE_VERSION"),
)
