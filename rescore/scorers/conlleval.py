"""conlleval, of the CoNLL shared tasks: chunks and names, tagged token by token."""

from __future__ import annotations

from conlleval.tally import ACCURACY, FB1, OF_PHRASES, OVERALL, PRECISION, RECALL, TYPES
from rescore.reports.model import ReportKind
from rescore.scorers.profile import Profile, Relation, names

*_, _F_MEASURE = OF_PHRASES
_SCORES = (FB1, PRECISION, RECALL)
PROFILE = Profile(
    command="conlleval",
    package="conlleval",
    kinds=(
        ReportKind("conlleval", "conlleval.ConllevalReport"),
        ReportKind("conlleval-latex", "conlleval.ConllevalTable", tables="conlleval"),
    ),
    key="key",
    response="response",
    unit="sentences",
    measures=(*names((OVERALL,), ("all",), (*_SCORES, ACCURACY)), *names((TYPES,), ("TYPE",), _SCORES)),
    main=(FB1,),
    relations=(Relation(_F_MEASURE, "precision and recall"),),
    reference=(
        "Tjong Kim Sang, E. F., and Buchholz, S. (2000). Introduction to the CoNLL-2000 shared task: Chunking. "
        "Proceedings of CoNLL-2000 and LLL-2000, 127-132."
    ),
    labels_in=TYPES,
    key_total=("tokens", "tokens"),
    reads_standard_input=True,
    short={"latex": ""},
)
