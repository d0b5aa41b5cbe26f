"""Whom a paper cites for a comparison or a ranking: the suite, the scorer's own paper or manual, the methods."""

from __future__ import annotations

from collections.abc import Sequence

from common import SUITE, VERSION
from rescore.reports.names import COREFERENCE
from rescore.scorers import SCORERS
from rescore.statistics.comparison import BCA, BONFERRONI, BOOTSTRAP, HOLM, MAX_T, RANDOMIZATION, Comparison, Method
from rescore.statistics.contest import Contest

_SUITE = (
    f"The {SUITE} authors. {SUITE}: the scorers of Senseval, FairEval, the MITRE Annotation Toolkit, the Message "
    f"Understanding Conferences and CoNLL. Software, version {VERSION}."
)
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
_WESTFALL_YOUNG = "Westfall, P. H., and Young, S. S. (1993). Resampling-Based Multiple Testing. Wiley."
_DUNN = (
    "Dunn, O. J. (1961). Multiple comparisons among means. "
    "Journal of the American Statistical Association 56(293), 52-64."
)


def references(contest: Contest, comparisons: Sequence[Comparison], method: Method) -> list[str]:
    """Return the references of what was used, in order of the names."""
    used = {_SUITE, SCORERS[contest.command].reference, _EFRON_TIBSHIRANI}
    if contest.figure.name[0] == COREFERENCE:
        used.add(_VILAIN)
    used |= {RANDOMIZATION: {_NOREEN, _CHINCHOR}, BOOTSTRAP: {_EFRON_TIBSHIRANI}}.get(method.test, {_DIXON_MOOD})
    if method.interval == BCA:
        used.add(_EFRON)
    if sum(pair.is_defined for pair in comparisons) > 1:
        used |= {MAX_T: {_WESTFALL_YOUNG}, HOLM: {_HOLM}, BONFERRONI: {_DUNN}}.get(method.correct, set())
    return sorted(used)
