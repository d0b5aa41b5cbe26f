"""What is shown of a comparison or a ranking: tables, a picture, and what a paper has to say and to cite."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from legacy_scorers.common import SUITE, VERSION
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.output.forms import JSON, TSV
from legacy_scorers.rescore.output.tables import json_bytes, tabulated
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.runs.conditions import conditions_in_words
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.statistics import methods
from legacy_scorers.rescore.statistics.comparison import Ranked, SystemComparison

P_DIGITS = ".4f"
_DECISIONS = {True: "different", False: "not told apart", None: "not compared"}
_EFRON_TIBSHIRANI = "Efron, B., and Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall."
_OF_METHOD = {  # the name in a sentence, and the references
    methods.RANDOMIZATION: (
        "approximate randomization test of {} trials",
        "Noreen, E. W. (1989). Computer-Intensive Methods for Testing Hypotheses: An Introduction. Wiley.",
        "Chinchor, N. (1992). The statistical significance of the MUC-4 results. "
        "Proceedings of the Fourth Message Understanding Conference (MUC-4).",
    ),
    methods.BOOTSTRAP: ("paired bootstrap test of {} samples",),
    methods.SIGN: (
        "sign test",
        "Dixon, W. J., and Mood, A. M. (1946). The statistical sign test. "
        "Journal of the American Statistical Association 41(236), 557-566.",
    ),
    methods.PERCENTILE: ("percentile",),
    methods.BCA: (
        "bias-corrected accelerated",
        "Efron, B. (1987). Better bootstrap confidence intervals. "
        "Journal of the American Statistical Association 82(397), 171-185.",
    ),
    methods.MAX_T: (
        "the step-down max-T correction",
        "Westfall, P. H., and Young, S. S. (1993). Resampling-Based Multiple Testing. Wiley.",
    ),
    methods.HOLM: (
        "Holm's correction",
        "Holm, S. (1979). A simple sequentially rejective multiple test procedure. "
        "Scandinavian Journal of Statistics 6(2), 65-70.",
    ),
    methods.BONFERRONI: (
        "the Bonferroni correction",
        "Dunn, O. J. (1961). Multiple comparisons among means. "
        "Journal of the American Statistical Association 56(293), 52-64.",
    ),
    methods.NONE: ("no correction",),
}


class TableColumn(NamedTuple):
    """A column of a table: heading, key in JSON, values, and how these are written and aligned.

    A column without a heading is in JSON only, one without a key in tables only. TSV, for programs, has all digits.
    """

    heading: str
    key: str
    values: Sequence[Any]
    digits: str = ""
    align: str = "decimal"


def pair_columns(compared: SystemComparison) -> list[TableColumn]:
    """Return the table of a comparison by columns."""
    method, pairs = compared.method, compared.pairs
    digits = digits_of(compared.values)
    is_corrected = len(pairs) > 1 and method.correct != methods.NONE
    corrected = f"p ({method.correct})" if is_corrected else ""  # then the tables have no such column
    return [
        TableColumn("A", "a", [pair.names[0] for pair in pairs], align="left"),
        TableColumn("B", "b", [pair.names[1] for pair in pairs], align="left"),
        TableColumn("", "measure", [written(compared.figure.name)] * len(pairs)),
        TableColumn("value A", "value_a", [pair.values[0] for pair in pairs], digits),
        TableColumn("value B", "value_b", [pair.values[1] for pair in pairs], digits),
        TableColumn("A - B", "difference", [pair.interval.value for pair in pairs], f"+{digits}"),
        TableColumn("low", "low", [pair.interval.low for pair in pairs], f"+{digits}"),
        TableColumn("high", "high", [pair.interval.high for pair in pairs], f"+{digits}"),
        TableColumn("p", "p", [float("nan") if pair.significant is None else pair.test.p for pair in pairs], P_DIGITS),
        TableColumn(corrected, "", [pair.corrected for pair in pairs], P_DIGITS),
        TableColumn("decision", "", [_DECISIONS[pair.significant] for pair in pairs], align="left"),
        TableColumn("", "significant", [pair.significant for pair in pairs]),
        TableColumn("", "test", [method.test] * len(pairs)),
        TableColumn("", "trials", [pair.test.trials for pair in pairs]),
        TableColumn("", "seed", [method.seed] * len(pairs)),
        TableColumn("units", "units", [compared.units] * len(pairs), align="right"),
        TableColumn("differ on", "units_differing", [pair.differing for pair in pairs], align="right"),
    ]


def rank_columns(compared: SystemComparison) -> list[TableColumn]:
    """Return the table of a ranking by columns."""
    digits, name, ranked = digits_of(compared.values), compared.figure.name, compared.ranking
    return [
        TableColumn("rank", "", list(map(_ranks, ranked)), align="right"),
        TableColumn("system", "system", [one.name for one in ranked], align="left"),
        TableColumn("", "measure", [written(name)] * len(ranked)),
        TableColumn(name[2], "value", [one.interval.value for one in ranked], digits),
        TableColumn("low", "low", [one.interval.low for one in ranked], digits),
        TableColumn("high", "high", [one.interval.high for one in ranked], digits),
        TableColumn("", "rank_best", [one.best for one in ranked]),
        TableColumn("", "rank_worst", [one.worst for one in ranked]),
        TableColumn("groups", "", [" ".join(one.groups) for one in ranked], align="left"),
        TableColumn("", "groups", [one.groups for one in ranked]),
        TableColumn("", "units", [compared.units] * len(ranked)),
    ]


def _ranks(system: Ranked) -> str:
    if system.best is None:
        return "-"
    return str(system.best) if system.best == system.worst else f"{system.best}-{system.worst}"


def digits_of(values: Iterable[float]) -> str:
    """Return how to write figures: with three decimals of fractions, or two of percentages."""
    return ".3f" if all(abs(value) <= 1 for value in values if value == value) else ".2f"


def shown(value: Any, digits: str = "") -> str:  # noqa: ANN401
    """Return the text of a figure, ``0/0`` for NaN, or a text unchanged."""
    return format(value, digits) if value == value else "0/0"


def table_of(columns: Sequence[TableColumn], form: str) -> bytes:
    """Return a table in one of :data:`COMPARISON_FORMS`."""
    if form == JSON:
        columns = [column for column in columns if column.key]
        rows = [[value if value == value else None for value in row] for row in zip(*[one.values for one in columns])]
        lines = [json.dumps(dict(zip([column.key for column in columns], row))) for row in rows]
        return json_bytes("[" + ",\n ".join(lines) + "]\n")
    columns = [column for column in columns if column.heading]
    texts = [[shown(value, "" if form == TSV else column.digits) for value in column.values] for column in columns]
    return encoded(tabulated(form, [one.heading for one in columns], zip(*texts), [one.align for one in columns]))


def warnings_of(compared: SystemComparison) -> list[str]:
    """Return what to know before quoting a comparison: values and resamples of 0/0, and settings that differ."""
    found = [
        f"{name}: {written(compared.figure.name)} is 0/0, so there is nothing to compare"
        for name, value in zip(compared.names, compared.values)
        if value != value
    ]
    found += [
        f"{' and '.join(pair.names)}: the measure is 0/0 in {pair.interval.undefined} of {compared.method.trials} "
        f"bootstrap samples and in {pair.test.undefined} of {pair.test.trials} trials of the test; these are left out"
        for pair in compared.tested
        if pair.interval.undefined or pair.test.undefined
    ]
    if differ := conditions_in_words(compared.conditions, differing=True):
        found.append(f"these runs were scored under different conditions: {'; '.join(differ)}")
    return found


def tell(compared: SystemComparison) -> None:
    """Write to standard error how the figures were computed, after warnings."""
    for warning in warnings_of(compared):
        SYSTEM.warn(f"rescore: {warning}")
    for line in (sentence(compared), *compared.citations):
        SYSTEM.warn(line)


def sentence(compared: SystemComparison) -> str:
    """Return how the figures were computed: measure, units, test, trials, seed, correction, intervals, conditions."""
    method, pairs, name = compared.method, len(compared.tested), compared.figure.name
    test, correction, intervals = [_OF_METHOD[one][0] for one in (method.test, method.correct, method.interval)]
    exact = sum(pair.test.exact for pair in compared.tested) if method.test == methods.RANDOMIZATION else None
    if exact == pairs:
        test = "exact randomization test"
    elif exact:
        test += f", exact for {exact} of {pairs} pairs"
    corrected = f", and {correction} for {pairs} pairs" if pairs > 1 else ""
    return (
        f"{len(compared.names)} systems were compared by {name[2]} ({written(name)}) over {compared.units} "
        f"{compared.drawn} with a two-sided {test.format(method.trials)}{corrected}; {method.confidence:g}% "
        f"{intervals} intervals come from {method.trials} bootstrap samples of these "
        f"{compared.drawn}; random numbers have seed {method.seed}; the systems were scored by {SUITE} {VERSION}: "
        f"{compared.command}, {'; '.join(conditions_in_words(compared.conditions))}."
    )


def references(compared: SystemComparison) -> list[str]:
    """Return the references of the suite, the scorer, the measure and the methods used, in order of the names."""
    method = compared.method
    corrections = [method.correct] if len(compared.tested) > 1 else []
    used = {reference for one in (method.test, method.interval, *corrections) for reference in _OF_METHOD[one][1:]}
    for settings in compared.conditions.values():
        used.update(SCORERS[compared.command].references(compared.figure.name, settings))
    return sorted({_suite(), _EFRON_TIBSHIRANI} | used)


def _suite() -> str:
    return (
        f"The {SUITE} authors. {SUITE}: the scorers of Senseval, FairEval, the MITRE Annotation Toolkit, the Message "
        f"Understanding Conferences, CoNLL and EVALB. Software, version {VERSION}."
    )
