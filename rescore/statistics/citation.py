"""What a paper has to say about a comparison or a ranking, and the references that it has to cite."""

from __future__ import annotations

from collections.abc import Sequence

from common import SUITE, VERSION
from common.cli import write_line
from rescore.explain.conditions import differing, signatures, stated
from rescore.reports.model import COREFERENCE, written
from rescore.scorers import SCORERS
from rescore.statistics import comparison
from rescore.statistics.comparison import Method, SystemPair, Systems
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
_OF_TEST = {
    comparison.RANDOMIZATION: (
        "Noreen, E. W. (1989). Computer-Intensive Methods for Testing Hypotheses: An Introduction. Wiley.",
        "Chinchor, N. (1992). The statistical significance of the MUC-4 results. "
        "Proceedings of the Fourth Message Understanding Conference (MUC-4).",
    ),
    comparison.BOOTSTRAP: (_EFRON_TIBSHIRANI,),
    comparison.SIGN: (
        "Dixon, W. J., and Mood, A. M. (1946). The statistical sign test. "
        "Journal of the American Statistical Association 41(236), 557-566.",
    ),
}
_OF_CORRECTION = {  # the name in a sentence, and the reference
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
    comparison.NONE: ("no correction", ""),
}


def tell(systems: Systems, pairs: Sequence[SystemPair], method: Method) -> None:
    """Say on standard error how the figures were computed, after :func:`remarks` on them."""
    for remark in remarks(systems, pairs, method.trials):
        write_line(f"rescore: {remark}")
    write_line(sentence(systems, pairs, method))
    for line in signatures(systems.command, systems.names, systems.conditions):
        write_line(line)


def citation(systems: Systems, pairs: Sequence[SystemPair], method: Method) -> str:
    """Return the sentence, signatures and references, one per line."""
    said = signatures(systems.command, systems.names, systems.conditions)
    lines = [sentence(systems, pairs, method), *said, *references(systems, pairs, method)]
    return "".join([f"{one_field(line)}\n" for line in lines])


def sentence(systems: Systems, pairs: Sequence[SystemPair], method: Method) -> str:
    """Return how the figures were computed: measure, units, test, trials, seed, correction, intervals, conditions."""
    kind = "bias-corrected accelerated" if method.interval == comparison.BCA else "percentile"
    name = systems.figure.name
    tested = [pair for pair in pairs if pair.test.is_defined]
    correction = f", and {_OF_CORRECTION[method.correct][0]} for {len(tested)} pairs" if len(tested) > 1 else ""
    return (
        f"{len(systems.names)} systems were compared by {name[2]} ({written(name)}) over {len(systems.units)} "
        f"{systems.drawn} with a two-sided {_test(tested, method)}{correction}; "
        f"{method.confidence:g}% {kind} intervals come from {method.trials} bootstrap samples of these "
        f"{systems.drawn}; random numbers have seed {method.seed}; the systems were scored by {SUITE} {VERSION}: "
        f"{systems.command}, {'; '.join(stated(systems.names, systems.conditions))}."
    )


def _test(pairs: Sequence[SystemPair], method: Method) -> str:
    if method.test == comparison.RANDOMIZATION:
        exact = sum(pair.test.exact for pair in pairs)
        if exact == len(pairs):
            return "exact randomization test"
        some = f", exact for {exact} of {len(pairs)} pairs" if exact else ""
        return f"approximate randomization test of {method.trials} trials{some}"
    if method.test == comparison.BOOTSTRAP:
        return f"paired bootstrap test of {method.trials} samples"
    return "sign test"


def remarks(systems: Systems, pairs: Sequence[SystemPair], trials: int) -> list[str]:
    """Return warnings to the reader: measures and resamples without a value, settings that differ."""
    measure = written(systems.figure.name)
    lines = [
        f"{name}: {measure} is 0/0, so there is nothing to compare"
        for name, value in zip(systems.names, systems.values)
        if value != value
    ]
    lines += [
        f"{systems.names[pair.a]} and {systems.names[pair.b]}: the measure is 0/0 in {pair.interval.undefined} of "
        f"{trials} bootstrap samples and in {pair.test.undefined} of {pair.test.trials} trials of the test; these are "
        "left out"
        for pair in pairs
        if pair.test.is_defined and (pair.interval.undefined or pair.test.undefined)
    ]
    if differ := differing(systems.names, systems.conditions):
        lines.append(f"these runs were scored under different conditions: {'; '.join(differ)}")
    return lines


def references(systems: Systems, pairs: Sequence[SystemPair], method: Method) -> list[str]:
    """Return the references of the methods used, in order of the names."""
    used = {_SUITE, SCORERS[systems.command].reference, _EFRON_TIBSHIRANI, *_OF_TEST[method.test]}
    if systems.figure.name[0] == COREFERENCE:
        used.add(_VILAIN)
    if method.interval == comparison.BCA:
        used.add(_EFRON)
    if sum(pair.test.is_defined for pair in pairs) > 1:
        used.add(_OF_CORRECTION[method.correct][1])
    return sorted(used - {""})
