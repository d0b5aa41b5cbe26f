"""The profile of MATScore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Observer
from legacy_scorers.mat_score import tally as tags
from legacy_scorers.mat_score.align.matches import HYP_CLASH, MATCH, MISSING, REF_CLASH, SPURIOUS, WORDS
from legacy_scorers.mat_score.options import V1, V2
from legacy_scorers.mat_score.rows import DOCUMENTS
from legacy_scorers.mat_score.tally import CHARACTERS, PSEUDO_TOKENS, TOKENS, TOTALS, ratio_measures
from legacy_scorers.rescore.reports.model import Cell, Name
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.intake import DraftTask, Files
from legacy_scorers.rescore.scorers.mat_score import reports
from legacy_scorers.rescore.scorers.mat_score.advice import ADVICE, WHOLE_RUN
from legacy_scorers.rescore.scorers.scorer import MACRO, Group, Outcome, Relation, Scorer, columns, names

_SCORES = (tags.F_MEASURE, tags.PRECISION, tags.RECALL)
_RATIOS = (tags.PRECISION, tags.RECALL, tags.F_MEASURE, tags.SENSITIVE, tags.BLIND)
_ERROR_RATES = (tags.SENSITIVE_ERRORS, tags.BLIND_ERRORS)


class MatScore(Scorer):
    """What rescore knows of MATScore."""

    command = "MATScore"
    layouts = (reports.MatScoreReport, reports.MatScoreCsv)
    key = "reference"
    response = "hypothesis"
    unit = "documents"
    groups = {"document": Group("documents", str)}
    measures = (
        *names(("bytag", "bytoken", "bypseudotoken", "bychar"), ("<all>", "LABEL"), _SCORES),
        *names(("bytag",), (MACRO,), _SCORES),
    )
    main = ("fmeasure", "recall")
    synonyms = {
        "tag": "bytag",
        "token": "bytoken",
        "char": "bychar",
        **dict.fromkeys(("overall", "all", "micro"), "<all>"),
    }
    overall = (("bytag", "<all>"), ("bytoken", "<all>"), ("bypseudotoken", "<all>"), ("bychar", "<all>"))
    shares = _SCORES
    more_is_better = columns(MATCH, *_RATIOS, *[tags.statistic_name(name, "mean") for name in _RATIOS])
    less_is_better = columns(
        *(REF_CLASH, MISSING, "refonly", HYP_CLASH, SPURIOUS, "hyponly"),
        *[f"{side}{word}" for side in ("ref", "hyp") for word in (*WORDS, "* (detail)")],  # clashes broken down
        *_ERROR_RATES,
        *[tags.statistic_name(name, "mean") for name in _ERROR_RATES],
    )
    neither_is_better = columns("test *", "reftotal", "hyptotal", "*_variance", "*_stddev")
    confusions = (tags.CONFUSABILITY,)
    relations = (
        *[Relation(measure, "+".join(map(str, measure.parts))) for measure in TOTALS],
        *map(Relation, ratio_measures(None), ("match/hyptotal", "match/reftotal", "precision and recall")),
        *[
            Relation(measure, "its counts")
            for kind in (TOKENS, PSEUDO_TOKENS, CHARACTERS)
            for measure in ratio_measures(kind.units)
            if measure.name in (tags.SENSITIVE, tags.BLIND)
        ],
    )
    causes = ("nothing-scored",)
    key_totals = (("reftotal", "annotations"),)
    reference = "MITRE Annotation Toolkit (MAT), documentation of version 1.3: Scoring Engine."
    whole_run = WHOLE_RUN
    advice = ADVICE
    right = ("match",)
    in_file = reports.IN_FILE
    of_texts = (DOCUMENTS, *[kind.units for kind in (tags.TAGS, TOKENS, PSEUDO_TOKENS, CHARACTERS)])
    full = 1.0
    environment = {"MATSCORE_SEED": (), "MATSCORE_TASK_DIRS": (), "MATSCORE_VERSION": (V1, V2)}

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        from legacy_scorers.mat_score.cli import score

        return score(words, host, observer)

    def is_of_label(self, name: Name) -> bool:
        return super().is_of_label(name) and reports.IN_FILE not in name[1]

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        from legacy_scorers.rescore.scorers.mat_score.findings import findings

        return findings(words, host, outcome)

    def sides(self, setup: Setup) -> Sides:
        from legacy_scorers.rescore.scorers.mat_score.changes import sides_of

        return sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.mat_score.changes import choices

        return choices(setup, sides, published)

    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.mat_score.changes import unit_changes

        return unit_changes(setup, sides)

    def is_cut_off(self, content: bytes) -> bool:
        from legacy_scorers.rescore.scorers.mat_score.changes import is_cut_off

        return is_cut_off(content)

    def tasks(self, files: Files) -> Iterator[DraftTask]:
        from legacy_scorers.rescore.scorers.mat_score.intake import tasks

        return tasks(files)


MATSCORE = MatScore()
