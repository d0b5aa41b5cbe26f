"""What is printed of a comparison or a ranking: tables, and what a paper has to say and to cite."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from common import SUITE, VERSION
from common.cli import write_line
from rescore.explain.conditions import differing, stated
from rescore.reports.model import COREFERENCE, written
from rescore.scorers import SCORERS
from rescore.statistics import comparison
from rescore.statistics.comparison import Ranked, SystemComparison, SystemPair
from rescore.tables import TABULATED, TSV, json_bytes, one_field, tabulated

JSON = "json"
FORMS = (*TABULATED, TSV, JSON)
UNDEFINED = "0/0"
_NAN = float("nan")
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


class TableColumn(NamedTuple):
    """A column of a table: heading, key in JSON, values, and how these are written and aligned.

    A column without a heading is in JSON only, one without a key in tables only. In JSON, NaN is ``null``.
    """

    heading: str
    key: str
    values: Sequence[Any]
    text: Callable[[Any], str] = str
    align: str = "decimal"


def comparison_table(compared: SystemComparison, form: str) -> str:
    """Return the table of comparisons in one of :data:`FORMS`."""
    systems, method, pairs = compared.systems, compared.method, compared.pairs
    digits = Digits(systems.values, form)
    corrected = f"p ({method.correct})" if len(pairs) > 1 and method.correct != comparison.NONE else ""
    columns = [
        TableColumn("A", "a", [pair.names[0] for pair in pairs], align="left"),
        TableColumn("B", "b", [pair.names[1] for pair in pairs], align="left"),
        TableColumn("", "measure", [written(systems.figure.name)] * len(pairs)),
        TableColumn("value A", "value_a", [pair.values[0] for pair in pairs], digits.text),
        TableColumn("value B", "value_b", [pair.values[1] for pair in pairs], digits.text),
        TableColumn("A - B", "difference", [pair.interval.value for pair in pairs], digits.signed),
        TableColumn("low", "low", [pair.interval.low for pair in pairs], digits.signed),
        TableColumn("high", "high", [pair.interval.high for pair in pairs], digits.signed),
        TableColumn("p", "p", [pair.test.p if pair.test.is_defined else _NAN for pair in pairs], digits.probability),
        TableColumn(corrected, "", [pair.corrected for pair in pairs], digits.probability),
        TableColumn("decision", "", list(map(_decision, pairs)), align="left"),
        TableColumn("", "significant", [pair.significant if pair.test.is_defined else None for pair in pairs]),
        TableColumn("", "test", [method.test] * len(pairs)),
        TableColumn("", "trials", [pair.test.trials for pair in pairs]),
        TableColumn("", "seed", [method.seed] * len(pairs)),
        TableColumn("units", "units", [len(systems.units)] * len(pairs), align="right"),
        TableColumn("differ on", "units_differing", [pair.differing for pair in pairs], align="right"),
    ]
    return _table(columns, form)


def _decision(pair: SystemPair) -> str:
    if not pair.test.is_defined:
        return "not compared"
    return "different" if pair.significant else "not told apart"


def ranking_table(compared: SystemComparison, form: str) -> str:
    """Return the table of a ranking in one of :data:`FORMS`."""
    systems, ranked = compared.systems, compared.ranking
    digits, name = Digits(systems.values, form), systems.figure.name
    columns = [
        TableColumn("rank", "", list(map(_ranks, ranked)), align="right"),
        TableColumn("system", "system", [one.name for one in ranked], align="left"),
        TableColumn("", "measure", [written(name)] * len(ranked)),
        TableColumn(name[2], "value", [one.interval.value for one in ranked], digits.text),
        TableColumn("low", "low", [one.interval.low for one in ranked], digits.text),
        TableColumn("high", "high", [one.interval.high for one in ranked], digits.text),
        TableColumn("", "rank_best", [one.best for one in ranked]),
        TableColumn("", "rank_worst", [one.worst for one in ranked]),
        TableColumn("groups", "groups", [one.groups for one in ranked], " ".join, "left"),
        TableColumn("", "units", [len(systems.units)] * len(ranked)),
    ]
    return _table(columns, form)


def _ranks(system: Ranked) -> str:
    if system.best is None:
        return "-"
    return str(system.best) if system.best == system.worst else f"{system.best}-{system.worst}"


class Digits:
    """Writes figures with as many digits as reports show: three decimals of fractions, two of percentages.

    In TSV, which programs read, figures have all digits.
    """

    def __init__(self, values: Iterable[float], form: str) -> None:
        decimals = 3 if all(abs(value) <= 1 for value in values if value == value) else 2
        self._figure, self._signed, self._p = [""] * 3 if form == TSV else [f".{decimals}f", f"+.{decimals}f", ".4f"]

    def text(self, value: float, digits: str | None = None) -> str:
        """Write a figure."""
        return format(value, self._figure if digits is None else digits) if value == value else UNDEFINED

    def signed(self, value: float) -> str:
        """Write a difference."""
        return self.text(value, self._signed)

    def probability(self, p: float) -> str:
        """Write the p-value of a test."""
        return self.text(p, self._p)


def _table(columns: Sequence[TableColumn], form: str) -> str:
    if form == JSON:
        keys = [column.key for column in columns if column.key]
        records = zip(*[column.values for column in columns if column.key])
        numbers = ([value if value == value else None for value in record] for record in records)
        lines = [json.dumps(dict(zip(keys, record)), allow_nan=False) for record in numbers]
        return json_bytes("[" + ",\n ".join(lines) + "]\n").decode()
    columns = [column for column in columns if column.heading]
    headings = [column.heading for column in columns]
    rows = list(zip(*[map(column.text, column.values) for column in columns]))
    return tabulated(form, headings, rows, [column.align for column in columns])


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
