"""What rescore knows about the scorers: a profile of each; the module ``running`` runs them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib import import_module
from math import isfinite
from typing import Any, NamedTuple

from legacy_scorers.common.tally import Measure
from legacy_scorers.conlleval import tally as phrases
from legacy_scorers.coref_scorer import tally as chains
from legacy_scorers.coref_scorer.evidence import CONLL
from legacy_scorers.faireval import measures as spans
from legacy_scorers.faireval.align import FIRST_VERSION
from legacy_scorers.faireval.arguments import VERSION_VARIABLE
from legacy_scorers.faireval.spans import BE, FN, FP, LBE, LE, TP
from legacy_scorers.faireval.tally import CONFUSION, DATA
from legacy_scorers.mat_score import tally as tags
from legacy_scorers.mat_score.align.matches import HYP_CLASH, MATCH, MISSING, REF_CLASH, SPURIOUS, WORDS
from legacy_scorers.mat_score.options import V1, V2
from legacy_scorers.mat_score.tally import CHARACTERS, PSEUDO_TOKENS, TOKENS, TOTALS, ratio_measures
from legacy_scorers.muc_scorer import measures as fills
from legacy_scorers.muc_scorer.measures import EXACT, LINK_MEASURES
from legacy_scorers.rescore.reports import conlleval, coref_scorer, faireval, mat_score, scorer2
from legacy_scorers.rescore.reports.model import BEGINNING, COREFERENCE, F_MEASURES, MEASURES, Layout, Name
from legacy_scorers.rescore.reports.muc_scorer import (
    CoreferenceReport,
    MapHistory,
    PartitionFile,
    ReportSummary,
    ScoreReport,
)
from legacy_scorers.rescore.scorers import papers
from legacy_scorers.scorer2 import cells as instances

STANDARD_INPUT = "/dev/stdin"
MORE, LESS, NEITHER = "more", "less", "neither"  # which figures are better
_PER_CENT = 100.0  # what shares are multiplied by
_ANY = "*"  # any table, row or column


class Group(NamedTuple):
    """Groups of units that are drawn together: their name, and ``of``, which returns the group for a unit name."""

    name: str
    of: Callable[[str], str]


@dataclass(eq=False)
class Relation:
    """A relation between the cells of a row: one is the ``measure`` of the others, times ``scale``."""

    measure: Measure
    says: str  # the relation in words
    tables: Sequence[str] = ()  # in which it holds; empty for all
    scale: float = 1.0
    precision: float = 0.5  # how far a figure is from its value, in units of its last digit; 1 if it is cut

    def __post_init__(self) -> None:
        self.column = self.measure.name
        self.parts = tuple(map(str, self.measure.parts))
        self.columns = (self.column, *self.parts)

    def compute(self, *parts: float) -> float:
        """Return the figure computed from the parts; an undefined one is 0, or the positive ``zero`` of the measure."""
        try:
            value = self.scale * self.measure.formula(*parts)
        except ZeroDivisionError:
            return max(0.0, self.measure.zero)
        return value if isfinite(value) else 0.0


@dataclass(frozen=True, kw_only=True)
class Profile:
    """All that rescore knows about a scorer, except what is in the modules that are named after its package.

    ``PACKAGE.cli.score`` takes the words after the command, an observer, and for a scorer of standard input a file.
    The docstring of ``rescore.checks`` says what ``rescore.checks.PACKAGE`` has.
    """

    command: str
    package: str
    kinds: tuple[type[Layout], ...]  # of the reports that it prints
    key: str = "key"  # the role of its inputs on this side
    response: str = "response"
    unit: str  # what is counted one by one, in the plural
    measures: tuple[Name, ...]  # by which systems can be compared; words in capitals stand for names in the data
    main: tuple[str, ...]  # columns of the measures that a run may be judged by if it names none
    relations: tuple[Relation, ...]  # between the figures of a report
    reference: str  # what a paper cites
    measure_papers: Callable[[Name, Mapping[str, object]], Sequence[str]] = lambda *_: ()  # by figure and settings
    more_is_better: tuple[Name, ...]  # patterns of the names of figures, where * stands for any words
    less_is_better: tuple[Name, ...]  # of errors
    neither_is_better: tuple[Name, ...]  # of what says nothing about a system, as the size of the key
    confusions: tuple[str, ...] = ()  # tables with a row and a column for each label, whatever the patterns say
    groups: Mapping[str, Group] = field(default_factory=dict)  # larger units, by the word that asks for them
    right: tuple[str, ...] = ()  # columns of right answers, to try exchanged sides; empty if checks see that in files
    full: float = 100.0  # the full score as it is printed
    scale: float = 1.0  # what measures are multiplied by when they are printed
    environment: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # values of variables, if few are known
    of_arrays: Mapping[Callable[..., float], Callable[..., Any]] = field(default_factory=dict)  # formulas without tests
    notes: tuple[str, ...] = ()  # messages that are no complaints
    key_total: tuple[str, str] = ("", "")  # the column of the size of the key, and what that counts
    reads_standard_input: bool = False  # command lines end in ``< FILE``
    neutral: tuple[str, ...] = ()  # kinds of matches that are neither right nor wrong
    labels_in: str = ""  # the table whose labels pictures show
    bars: str = ""  # the group that pictures show if there are too many labels
    short: Mapping[str, str] = field(default_factory=dict)  # names in signatures, empty for what changes no figure

    def redirected(self, words: Sequence[str]) -> tuple[Sequence[str], str]:
        """Return the words before ``< FILE`` and the file, which is empty if the scorer reads no standard input."""
        if self.reads_standard_input:
            return (words[:-2], words[-1]) if [*words[-2:-1]] == ["<"] else (words, STANDARD_INPUT)
        return words, ""

    def better(self, name: Name) -> str:
        """Return whether :data:`MORE` or :data:`LESS` of a figure is better, or NEITHER; empty for an unknown one."""
        table, row, column = name
        if table in self.confusions:
            return MORE if row.removesuffix(" (hyp)") == column.removesuffix(" (ref)") else LESS
        patterns = {MORE: self.more_is_better, LESS: self.less_is_better, NEITHER: self.neither_is_better}
        return next((which for which, of in patterns.items() if any(_fits(name, pattern) for pattern in of)), "")

    def references(self, name: Name, settings: Mapping[str, object]) -> list[str]:
        """Return what a paper cites that reports a figure of a run with these settings: scorer and measure."""
        return [self.reference, *self.measure_papers(name, settings)]

    @property
    def checks(self) -> Any:  # noqa: ANN401
        """The module of its findings, and of changes that may explain other figures."""
        return import_module(f"legacy_scorers.rescore.checks.{self.package}")

    @property
    def main_measures(self) -> list[Name]:
        """The measures that a run may be judged by if it names none."""
        return [name for name in self.measures if name[2] in self.main]


def names(tables: tuple[str, ...], rows: tuple[str, ...], columns: tuple[str, ...]) -> tuple[Name, ...]:
    """Return the names of the figures in every one of the columns, rows and tables."""
    return tuple((table, row, column) for table in tables for row in rows for column in columns)


def columns(*patterns: str) -> tuple[Name, ...]:
    """Return the patterns of the names of the figures in some columns of any row and table."""
    return names((_ANY,), (_ANY,), patterns)


def _fits(name: Name, pattern: Name) -> bool:
    return all(fnmatchcase(part, form) for part, form in zip(name, pattern))


def lexical_item(unit: str) -> str:
    """Return the item of an instance: ``bank.n`` of ``bank.n_bank.n.003``, or else the text before the first ``_``."""
    found = re.match(r"(.*?)_\1", unit, re.DOTALL)
    return found[1] if found else unit.partition("_")[0]


_SCORER2 = Profile(
    command="scorer2",
    package="scorer2",
    kinds=(scorer2.Scorer2Report,),
    response="answers",
    unit="instances",
    groups={"item": Group("lexical items", lexical_item)},
    measures=names(("fine", "coarse", "mixed"), ("all",), ("recall", "precision", "attempted %")),
    main=("recall",),
    more_is_better=columns(*[measure.name for measure in instances.MEASURES], "correct", "attempted", "score"),
    less_is_better=(),
    neither_is_better=columns("total", "guess *"),
    relations=tuple(Relation(measure, "/".join(map(str, measure.parts))) for measure in instances.MEASURES),
    reference=papers.MELAMED_RESNIK,
    key_total=("total", "instances"),
    notes=("Fine-grained scoring will be used since no sense map was given",),
    of_arrays={instances.attempted_share: lambda attempted, total: 100.0 * attempted / total},
    bars="item",
    short={"granularity": "g", "minimal": "m", "verbose": "", "sense map": "map"},
)
_METHODS, _SCORES = ("fair", "weighted", "traditional"), (spans.F1, spans.PRECISION, spans.RECALL)
_FAIREVAL = Profile(
    command="FairEval.py",
    package="faireval",
    kinds=(faireval.FairEvalReport,),
    key="target",
    response="system",
    unit="sentences",
    groups={"file": Group("files", lambda unit: unit.rpartition(":")[0])},  # a sentence is called FILE:NUMBER
    measures=(*names(_METHODS, ("overall",), _SCORES), *names(_METHODS, ("LABEL",), _SCORES)),
    main=("F1",),
    more_is_better=columns(TP, *_SCORES),
    less_is_better=(*columns(FP, FN, LE, BE, LBE), ("weighted", _ANY, _ANY)),  # weights may name types of errors
    neither_is_better=((DATA, _ANY, _ANY),),
    confusions=(CONFUSION,),
    relations=(
        *[
            Relation(measure, f"TP/(TP+{wrong}{errors})", (method,), _PER_CENT)
            for method, errors in (("traditional", ""), ("fair", "+(LE+BE+LBE)/2"))
            for measure, wrong in zip(spans.scores(method, None), (FP, FN))
        ],
        Relation(spans.F_MEASURE, "Prec and Rec"),
    ),
    reference=papers.ORTMANN,
    right=("TP",),
    labels_in="fair",
    scale=_PER_CENT,
    environment={VERSION_VARIABLE: (FIRST_VERSION,)},
)
_RATIOS = (tags.PRECISION, tags.RECALL, tags.F_MEASURE, tags.SENSITIVE, tags.BLIND)
_ERROR_RATES = (tags.SENSITIVE_ERRORS, tags.BLIND_ERRORS)
_MATSCORE = Profile(
    command="MATScore",
    package="mat_score",
    kinds=(mat_score.MatScoreReport, mat_score.MatScoreCsv),
    key="reference",
    response="hypothesis",
    unit="documents",
    groups={"document": Group("documents", str)},
    measures=names(
        ("bytag", "bytoken", "bypseudotoken", "bychar"), ("<all>", "LABEL"), ("fmeasure", "precision", "recall")
    ),
    main=("fmeasure", "recall"),
    more_is_better=columns(MATCH, *_RATIOS, *[tags.statistic_name(name, "mean") for name in _RATIOS]),
    less_is_better=columns(
        *(REF_CLASH, MISSING, "refonly", HYP_CLASH, SPURIOUS, "hyponly"),
        *[f"{side}{word}" for side in ("ref", "hyp") for word in (*WORDS, "* (detail)")],  # clashes broken down
        *_ERROR_RATES,
        *[tags.statistic_name(name, "mean") for name in _ERROR_RATES],
    ),
    neither_is_better=columns("test *", "reftotal", "hyptotal", "*_variance", "*_stddev"),
    confusions=(tags.CONFUSABILITY,),
    relations=(
        *[Relation(measure, "+".join(map(str, measure.parts))) for measure in TOTALS],
        *map(Relation, ratio_measures(None), ("match/hyptotal", "match/reftotal", "precision and recall")),
        *[
            Relation(measure, "its counts")
            for _, _, units, _ in (TOKENS, PSEUDO_TOKENS, CHARACTERS)
            for measure in ratio_measures(units)
            if measure.name in (tags.SENSITIVE, tags.BLIND)
        ],
    ),
    key_total=("reftotal", "annotations"),
    reference=papers.MAT_DOCUMENTATION,
    right=("match",),
    full=1.0,
    environment={"MATSCORE_SEED": (), "MATSCORE_TASK_DIRS": (), "MATSCORE_VERSION": (V1, V2)},
)
_OF_LINKS = ("common/key links", "common/response links", "recall and precision")
_PERCENTAGES = ("COR/POS", "COR/ACT", "MIS/POS", "SPU/ACT", "INC/(COR+PAR+INC)", "(INC+MIS+SPU)/(COR+PAR+INC+MIS+SPU)")
_SUMS = (("POS", ("COR", "PAR", "INC", "MIS")), ("ACT", ("COR", "PAR", "INC", "SPU")))
_MUC_SCORE = Profile(
    command="muc-score",
    package="muc_scorer",
    kinds=(ScoreReport, CoreferenceReport, MapHistory, PartitionFile, ReportSummary),
    unit="documents",
    groups={"document": Group("documents", str)},
    measures=(
        *names(("total",), ("ALL SLOTS", "ALL OBJECTS"), (*F_MEASURES, *MEASURES)),
        *names(("total",), ("CLASS", "CLASS.SLOT"), MEASURES),
        *names(("coreference",), ("TOTALS",), ("f", "precision", "recall")),
    ),
    main=("F P&R", "f", "recall"),
    more_is_better=columns(fills.COR, "REC", "PRE", *F_MEASURES, fills.COMMON, fills.RECALL, fills.PRECISION, fills.F),
    less_is_better=columns(fills.INC, fills.MIS, fills.SPU, "UND", "OVG", "SUB", "ERR"),
    neither_is_better=(
        *columns(fills.POS, fills.ACT, fills.PAR, fills.NON),
        *columns(fills.KEY_CLASSES, fills.RESPONSE_CLASSES, fills.KEY_LINKS, fills.RESPONSE_LINKS),
        (_ANY, "document", _ANY),  # numbers of documents
    ),
    relations=(
        *[Relation(Measure(name, parts, lambda *counts: sum(counts), 0.0), "+".join(parts)) for name, parts in _SUMS],
        *[Relation(measure, says) for measure, says in zip(EXACT.percentages, _PERCENTAGES, strict=True)],
        *[Relation(measure, says) for measure, says in zip(LINK_MEASURES, _OF_LINKS, strict=True)],
    ),
    reference=papers.MUC_MANUAL,
    measure_papers=lambda name, _: (papers.VILAIN,) if name[0] == COREFERENCE else (),
    right=("COR", "common"),
    key_total=("POS", "fills"),
    neutral=("OPT", "NON", "UNS", "class"),
    notes=("(see configuration file)",),
)
_PHRASE_COLUMNS = (phrases.FB1, phrases.PRECISION, phrases.RECALL)
_CONLLEVAL = Profile(
    command="conlleval",
    package="conlleval",
    kinds=(conlleval.ConllevalReport, conlleval.ConllevalTable),
    unit="sentences",
    measures=(
        *names((phrases.OVERALL,), ("all",), (*_PHRASE_COLUMNS, phrases.ACCURACY)),
        *names((phrases.TYPES,), ("TYPE",), _PHRASE_COLUMNS),
    ),
    main=(phrases.FB1,),
    more_is_better=columns(*_PHRASE_COLUMNS, phrases.ACCURACY, phrases.CORRECT, phrases.CORRECT_TAGS),
    less_is_better=(),
    neither_is_better=columns(phrases.TOKENS, phrases.PHRASES, phrases.FOUND),
    relations=(
        *[
            Relation(measure, "/".join(map(str, measure.parts)), (phrases.OVERALL,))
            for measure in phrases.OF_PHRASES[:-1]
        ],
        Relation(phrases.OF_PHRASES[-1], "precision and recall"),
    ),
    reference=papers.TJONG_KIM_SANG_BUCHHOLZ,
    labels_in=phrases.TYPES,
    key_total=("tokens", "tokens"),
    reads_standard_input=True,
    short={"latex": ""},
)
_CHAIN_COLUMNS = (chains.F1, chains.PRECISION, chains.RECALL)
_RECALL, _PRECISION, _F1 = chains.OF_ROW
_CUT = 1.0  # percentages are not rounded
_METRIC_PAPERS: dict[str, tuple[str, ...]] = {
    chains.MUC: (papers.VILAIN,),
    chains.BCUB: (papers.BAGGA_BALDWIN,),
    chains.CEAFM: (papers.LUO,),
    chains.CEAFE: (papers.LUO,),
    chains.BLANC: (papers.RECASENS_HOVY,),
    CONLL: (papers.VILAIN, papers.BAGGA_BALDWIN, papers.LUO),  # the mean of three metrics
}


def _metric_papers(name: Name, settings: Mapping[str, object]) -> Sequence[str]:
    """Return the papers of the metric of a figure. A report of one metric does not name it, but its settings do."""
    table, row, _ = name
    metric = str(settings["metric"]).lower() if table == chains.CHAINS else table
    return () if row == chains.MENTIONS else _METRIC_PAPERS.get(metric, ())


_COREFERENCE = Profile(
    command="scorer.pl",
    package="coref_scorer",
    kinds=(coref_scorer.CorefReport,),
    unit="documents",
    groups={
        "file": Group("files", lambda unit: re.sub(r"; part \d+$", "", unit)),
        "document": Group("documents", str),
    },
    measures=(
        (CONLL, chains.CHAINS, chains.F1),
        *names((chains.CHAINS, *chains.METRICS), (chains.CHAINS, chains.MENTIONS), _CHAIN_COLUMNS),
        *names((chains.BLANC,), (chains.JOINED,), _CHAIN_COLUMNS),
    ),
    main=(chains.F1,),
    more_is_better=columns(*_CHAIN_COLUMNS, chains.RECALLED, chains.CORRECT, "identified"),
    less_is_better=columns("not identified", "invented"),
    neither_is_better=columns(chains.KEY, chains.RESPONSE, "key mentions", "response mentions", "partially identified"),
    relations=(
        Relation(_RECALL, "recalled and key", scale=_PER_CENT, precision=_CUT),
        Relation(_PRECISION, "correct and response", scale=_PER_CENT, precision=_CUT),
        Relation(_F1, "precision and recall", (chains.CHAINS, *chains.METRICS[:-1]), precision=_CUT),  # BLANC's: a mean
    ),
    reference=papers.PRADHAN,
    measure_papers=_metric_papers,
    scale=_PER_CENT,
    bars="document",
    key_total=("key", "mentions or links"),
)

SCORERS: dict[str, Profile] = {
    profile.command: profile for profile in (_SCORER2, _FAIREVAL, _MATSCORE, _MUC_SCORE, _CONLLEVAL, _COREFERENCE)
}
LISTED = " or ".join([", ".join([*SCORERS][:-1]), [*SCORERS][-1]])
GROUPS = [*dict.fromkeys([word for scorer in SCORERS.values() for word in scorer.groups])]
KINDS = {kind.name: kind for scorer in SCORERS.values() for kind in scorer.kinds}


def scorer_called(word: str) -> str:
    """Return the scorer that a word names, with or without a folder before it, or an empty text."""
    name = os.path.basename(word)
    return name if name in SCORERS else ""


def kind_of(content: bytes, command: str | None = None) -> type[Layout] | None:
    """Return the kind of a report, or None. If a ``command`` is given, only its kinds are tried."""
    kinds = KINDS.values() if command is None else SCORERS[command].kinds
    parts = content[:BEGINNING], content  # the beginning is usually enough
    return next((kind for part in parts for kind in kinds if kind.is_in(part)), None)
