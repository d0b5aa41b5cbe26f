"""FairEval.py: labelled spans, with separate errors of boundaries and of labels."""

from __future__ import annotations

from faireval.align import FIRST_VERSION
from faireval.arguments import VERSION_VARIABLE
from faireval.measures import F_MEASURE, scores
from rescore.reports.model import ReportKind
from rescore.scorers.profile import Group, Profile, Relation, names


def file_of(unit: str) -> str:
    """Return the file of a sentence, which is called FILE:NUMBER."""
    return unit.rpartition(":")[0]


_PER_CENT = 100.0  # measures are shares
_METHODS, _COLUMNS = ("fair", "weighted", "traditional"), ("F1", "Prec", "Rec")
PROFILE = Profile(
    command="FairEval.py",
    package="faireval",
    kinds=(ReportKind("faireval", "faireval.FairEvalReport"),),
    key="target",
    response="system",
    unit="sentences",
    groups={"file": Group("files", file_of)},
    measures=(*names(_METHODS, ("overall",), _COLUMNS), *names(_METHODS, ("LABEL",), _COLUMNS)),
    main=("F1",),
    relations=(
        *[
            Relation(measure, f"TP/(TP+{wrong}{errors})", (method,), _PER_CENT)
            for method, errors in (("traditional", ""), ("fair", "+(LE+BE+LBE)/2"))
            for measure, wrong in zip(scores(method, None), ("FP", "FN"))
        ],
        Relation(F_MEASURE, "Prec and Rec"),
    ),
    reference=(
        "Ortmann, K. (2022). Fine-grained error analysis and fair evaluation of labeled spans. "
        "Proceedings of LREC 2022, 1400-1407."
    ),
    right=("TP",),
    labels_in="fair",
    scale=_PER_CENT,
    environment={VERSION_VARIABLE: (FIRST_VERSION,)},
)
