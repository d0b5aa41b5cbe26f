"""scorer.pl, of CoNLL-2011 and 2012: chains of mentions that refer to one thing."""

from __future__ import annotations

import re

from coref_scorer.evidence import CONLL
from coref_scorer.tally import BLANC, CHAINS, F1, JOINED, MENTIONS, METRICS, OF_ROW, PRECISION, RECALL
from rescore.reports.model import ReportKind
from rescore.scorers.profile import Group, Profile, Relation, names

_PART = re.compile(r"; part \d+$")
_PER_CENT = 100.0  # measures are shares
_COLUMNS = (F1, PRECISION, RECALL)


def file_of(unit: str) -> str:
    """Return the file of a document, which is called ``FILE; part NUMBER``."""
    return _PART.sub("", unit)


_RECALL, _PRECISION, _F1 = OF_ROW
_CUT = 1.0  # percentages are not rounded
PROFILE = Profile(
    command="scorer.pl",
    package="coref_scorer",
    kinds=(ReportKind("coref", "coref_scorer.CorefReport", repeats=True),),
    key="key",
    response="response",
    unit="documents",
    groups={"file": Group("files", file_of), "document": Group("documents", str)},
    measures=(
        (CONLL, CHAINS, F1),
        *names((CHAINS, *METRICS), (CHAINS, MENTIONS), _COLUMNS),
        *names((BLANC,), (JOINED,), _COLUMNS),
    ),
    main=(F1,),
    relations=(
        Relation(_RECALL, "recalled and key", scale=_PER_CENT, precision=_CUT),
        Relation(_PRECISION, "correct and response", scale=_PER_CENT, precision=_CUT),
        Relation(_F1, "precision and recall", (CHAINS, *METRICS[:-1]), precision=_CUT),  # the F1 of BLANC is a mean
    ),
    reference=(
        "Pradhan, S., Luo, X., Recasens, M., Hovy, E., Ng, V., and Strube, M. (2014). Scoring coreference partitions "
        "of predicted mentions: A reference implementation. Proceedings of ACL 2014, 30-35."
    ),
    scale=_PER_CENT,
    bars="document",
    key_total=("key", "mentions or links"),
)
