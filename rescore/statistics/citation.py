"""What a paper has to say about a comparison or a ranking, and the references that it has to cite."""

from __future__ import annotations

from common import SUITE, VERSION
from common.cli import write_line
from rescore.explain.conditions import differing, stated
from rescore.reports.model import COREFERENCE, written
from rescore.scorers import SCORERS
from rescore.statistics import comparison
from rescore.statistics.comparison import SystemComparison
from rescore.tables import one_field

_SUITE = (
    f"The {SUITE} authors. {SUITE}: the scorers of Senseval, FairEval, the MITRE Annotation Toolkit, the Message "
    f"Understanding Conferences and CoNLL. Software, version {VERSION}."
)
_VILAIN = (
    "Vilain, M., Burger, J., Aberdeen, J., Connolly, D., and Hirschman, L. (1995). "
    "A model-theoretic coreference scoring scheme. Proceedings of the Sixth Message Understanding Conference (MUC-6)."
)
_EFRON = (
    "Efron, B. (1987). Better bootstrap confidence intervals. "
    "Journal of the American Statistical Association 82(397), 171-185."
)
_EFRON_TIBSHIRANI = "Efron, B., and Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall."
_OF_TEST = {  # the name in a sentence, and the references
    comparison.RANDOMIZATION: (
        "approximate randomization test of {} trials",
        "Noreen, E. W. (1989). Computer-Intensive Methods for Testing Hypotheses: An Introduction. Wiley.",
        "Chinchor, N. (1992). The statistical significance of the MUC-4 results. "
        "Proceedings of the Fourth Message Understanding Conference (MUC-4).",
    ),
    comparison.BOOTSTRAP: ("paired bootstrap test of {} samples",),
    comparison.SIGN: (
        "sign test",
        "Dixon, W. J., and Mood, A. M. (1946). The statistical sign test. "
        "Journal of the American Statistical Association 41(236), 557-566.",
    ),
}
_OF_INTERVAL = {comparison.PERCENTILE: ("percentile",), comparison.BCA: ("bias-corrected accelerated", _EFRON)}
_OF_CORRECTION = {
    comparison.MAX_T: (
        "the step-down max-T correction",
        "Westfall, P. H., and Young, S. S. (1993). Resampling-Based Multiple Testing. Wiley.",
    ),
    comparison.HOLM: (
        "Holm's correction",
        "Holm, S. (1979). A simple sequentially rejective multiple test procedure. "
        "Scandinavian Journal of Statistics 6(2), 65-70.",
    ),
    comparison.BONFERRONI: (
        "the Bonferroni correction",
        "Dunn, O. J. (1961). Multiple comparisons among means. "
        "Journal of the American Statistical Association 56(293), 52-64.",
    ),
    comparison.NONE: ("no correction",),
}


def tell(compared: SystemComparison) -> None:
    """Say on standard error how the figures were computed, after :func:`remarks` on them."""
    for remark in remarks(compared):
        write_line(f"rescore: {remark}")
    for line in (sentence(compared), *compared.systems.signatures):
        write_line(line)


def citation(compared: SystemComparison) -> str:
    """Return the sentence, signatures and references, one per line."""
    lines = [sentence(compared), *compared.systems.signatures, *references(compared)]
    return "".join([f"{one_field(line)}\n" for line in lines])


def sentence(compared: SystemComparison) -> str:
    """Return how the figures were computed: measure, units, test, trials, seed, correction, intervals, conditions."""
    systems, method, pairs = compared.systems, compared.method, len(compared.tested)
    name = systems.figure.name
    correction = f", and {_OF_CORRECTION[method.correct][0]} for {pairs} pairs" if pairs > 1 else ""
    return (
        f"{len(systems.names)} systems were compared by {name[2]} ({written(name)}) over {len(systems.units)} "
        f"{systems.drawn} with a two-sided {_test(compared)}{correction}; {method.confidence:g}% "
        f"{_OF_INTERVAL[method.interval][0]} intervals come from {method.trials} bootstrap samples of these "
        f"{systems.drawn}; random numbers have seed {method.seed}; the systems were scored by {SUITE} {VERSION}: "
        f"{systems.command}, {'; '.join(stated(systems.conditions))}."
    )


def _test(compared: SystemComparison) -> str:
    name, pairs = _OF_TEST[compared.method.test][0].format(compared.method.trials), len(compared.tested)
    if compared.method.test != comparison.RANDOMIZATION:
        return name
    exact = sum(pair.test.exact for pair in compared.tested)
    if exact == pairs:
        return "exact randomization test"
    return f"{name}, exact for {exact} of {pairs} pairs" if exact else name


def remarks(compared: SystemComparison) -> list[str]:
    """Return warnings to the reader: measures and resamples without a value, settings that differ."""
    systems = compared.systems
    measure = written(systems.figure.name)
    lines = [
        f"{name}: {measure} is 0/0, so there is nothing to compare"
        for name, value in zip(systems.names, systems.values)
        if value != value
    ]
    lines += [
        f"{' and '.join(pair.names)}: the measure is 0/0 in {pair.interval.undefined} of {compared.method.trials} "
        f"bootstrap samples and in {pair.test.undefined} of {pair.test.trials} trials of the test; these are left out"
        for pair in compared.tested
        if pair.interval.undefined or pair.test.undefined
    ]
    if differ := differing(systems.conditions):
        lines.append(f"these runs were scored under different conditions: {'; '.join(differ)}")
    return lines


def references(compared: SystemComparison) -> list[str]:
    """Return the references of the methods used, in order of the names."""
    systems, method = compared.systems, compared.method
    used = {_SUITE, SCORERS[systems.command].reference, _EFRON_TIBSHIRANI}
    used.update(_OF_TEST[method.test][1:], _OF_INTERVAL[method.interval][1:])
    if len(compared.tested) > 1:
        used.update(_OF_CORRECTION[method.correct][1:])
    if systems.figure.name[0] == COREFERENCE:
        used.add(_VILAIN)
    return sorted(used)
