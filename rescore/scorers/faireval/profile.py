"""The profile of FairEval.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Observer
from legacy_scorers.faireval import measures as spans
from legacy_scorers.faireval.align import FIRST_VERSION
from legacy_scorers.faireval.arguments import VERSION_VARIABLE
from legacy_scorers.faireval.spans import BE, FN, FP, LBE, LE, TP
from legacy_scorers.faireval.tally import CONFUSION, DATA
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.faireval import reports
from legacy_scorers.rescore.scorers.intake import DraftTask, Files
from legacy_scorers.rescore.scorers.scorer import ANY, MACRO, PER_CENT, Group, Outcome, Relation, Scorer, columns, names
from legacy_scorers.rescore.scorers.tags import APART

_METHODS, _SCORES = ("fair", "weighted", "traditional"), (spans.F1, spans.PRECISION, spans.RECALL)


class FairEval(Scorer):
    """What rescore knows of FairEval.py."""

    command = "FairEval.py"
    layouts = (reports.FairEvalReport,)
    key = "target"
    response = "system"
    names_files = True
    reads_tags = APART
    unit = "sentences"
    groups = {"file": Group("files", lambda unit: unit.rpartition(":")[0])}  # a sentence is called FILE:NUMBER
    measures = (*names(_METHODS, ("overall",), _SCORES), *names(_METHODS, ("LABEL", MACRO), _SCORES))
    main = ("F1",)
    synonyms = {"trad": "traditional", "micro": "overall", "all": "overall"}
    overall = tuple((method, "overall") for method in _METHODS)
    more_is_better = columns(TP, *_SCORES)
    less_is_better = (*columns(FP, FN, LE, BE, LBE), ("weighted", ANY, ANY))  # weights may name types of errors
    neither_is_better = ((DATA, ANY, ANY),)
    confusions = (CONFUSION,)
    relations = (
        *[
            Relation(measure, f"TP/(TP+{wrong}{errors})", (method,), PER_CENT)
            for method, errors in (("traditional", ""), ("fair", "+(LE+BE+LBE)/2"))
            for measure, wrong in zip(spans.scores(method, None), (FP, FN))
        ],
        Relation(spans.F_MEASURE, "Prec and Rec"),
    )
    reference = (
        "Ortmann, K. (2022). Fine-grained error analysis and fair evaluation of labeled spans. "
        "Proceedings of LREC 2022, 1400-1407."
    )
    right = ("TP",)
    labels_in = "fair"
    scale = PER_CENT
    environment = {VERSION_VARIABLE: (FIRST_VERSION,)}

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        from legacy_scorers.faireval.cli import score

        return score(words, host, observer)

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        from legacy_scorers.rescore.scorers.faireval.findings import findings

        return findings(words, host, outcome)

    def sides(self, setup: Setup) -> Sides:
        from legacy_scorers.rescore.scorers.faireval.changes import sides_of

        return sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.faireval.changes import choices

        return choices(setup, sides, published)

    def published_changes(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.faireval.changes import published_changes

        return published_changes(setup, sides, published)

    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.faireval.changes import unit_changes

        return unit_changes(setup, sides)

    def tasks(self, files: Files) -> Iterator[DraftTask]:
        from legacy_scorers.rescore.scorers.faireval.intake import tasks

        return tasks(files)


FAIREVAL = FairEval()
