"""Whom a paper cites for a comparison or a ranking: the suite, the scorer's own paper or manual, the methods."""

from __future__ import annotations

from common import SUITE, VERSION
from rescore.reports.names import COREFERENCE
from rescore.statistics.comparison import BCA, BONFERRONI, BOOTSTRAP, HOLM, RANDOMIZATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rescore.statistics.comparison import Comparison, Method
    from rescore.statistics.contest import Contest

_SUITE = (
    f"The {SUITE} authors. {SUITE}: the scorers of Senseval, FairEval, the MITRE Annotation Toolkit and the Message "
    f"Understanding Conferences. Software, version {VERSION}."
)
_OF_SCORER = {
    "scorer2": (
        "Melamed, I. D., and Resnik, P. (2000). Tagger evaluation given hierarchical tag sets. "
        "Computers and the Humanities 34."
    ),
    "FairEval.py": (
        "Ortmann, K. (2022). Fine-grained error analysis and fair evaluation of labeled spans. "
        "Proceedings of LREC 2022, 1400-1407."
    ),
    "MATScore": "MITRE Annotation Toolkit (MAT), documentation of version 1.3: Scoring Engine.",
    "muc-score": (
        "MUC scorer, user's manual of version 3.3 (1998). "
        "Written for the Seventh Message Understanding Conference (MUC-7)."
    ),
}
_VILAIN = (
    "Vilain, M., Burger, J., Aberdeen, J., Connolly, D., and Hirschman, L. (1995). "
    "A model-theoretic coreference scoring scheme. Proceedings of the Sixth Message Understanding Conference (MUC-6)."
)
_NOREEN = "Noreen, E. W. (1989). Computer-Intensive Methods for Testing Hypotheses: An Introduction. Wiley."
_CHINCHOR = (
    "Chinchor, N. (1992). The statistical significance of the MUC-4 results. "
    "Proceedings of the Fourth Message Understanding Conference (MUC-4)."
)
_EFRON_TIBSHIRANI = "Efron, B., and Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall."
_EFRON = (
    "Efron, B. (1987). Better bootstrap confidence intervals. "
    "Journal of the American Statistical Association 82(397), 171-185."
)
_DIXON_MOOD = (
    "Dixon, W. J., and Mood, A. M. (1946). The statistical sign test. "
    "Journal of the American Statistical Association 41(236), 557-566."
)
_HOLM = (
    "Holm, S. (1979). A simple sequentially rejective multiple test procedure. "
    "Scandinavian Journal of Statistics 6(2), 65-70."
)
_DUNN = (
    "Dunn, O. J. (1961). Multiple comparisons among means. "
    "Journal of the American Statistical Association 56(293), 52-64."
)


def references(contest: Contest, comparisons: Sequence[Comparison], method: Method) -> list[str]:
    """Return the references of what was used, in order of the names."""
    used = {_SUITE, _OF_SCORER[contest.command], _EFRON_TIBSHIRANI}
    if contest.figure.name[0] == COREFERENCE:
        used.add(_VILAIN)
    used |= {RANDOMIZATION: {_NOREEN, _CHINCHOR}, BOOTSTRAP: {_EFRON_TIBSHIRANI}}.get(method.test, {_DIXON_MOOD})
    if method.interval == BCA:
        used.add(_EFRON)
    if sum(pair.is_defined for pair in comparisons) > 1:
        used |= {HOLM: {_HOLM}, BONFERRONI: {_DUNN}}.get(method.correct, set())
    return sorted(used)
