"""The profile of m2scorer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Observer
from legacy_scorers.m2_scorer import tally as edits
from legacy_scorers.m2_scorer.align import IGNORED
from legacy_scorers.m2_scorer.options import VERSION_VARIABLE, VERSIONS
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.intake import DraftTask, Files
from legacy_scorers.rescore.scorers.m2_scorer import reports
from legacy_scorers.rescore.scorers.m2_scorer.advice import ADVICE
from legacy_scorers.rescore.scorers.scorer import Outcome, Relation, Scorer, columns, names


class M2Scorer(Scorer):
    """What rescore knows of m2scorer. There is no relation for F, because reports round its beta."""

    command = "m2scorer"
    layouts = (reports.M2Report,)
    unit = "sentences"
    marks_lines = True
    measures = names((edits.EDITS,), (edits.ALL,), (edits.F, edits.PRECISION, edits.RECALL))
    main = (edits.F,)
    overall = ((edits.EDITS, edits.ALL),)
    shares = (edits.F.lower(), edits.PRECISION, edits.RECALL)
    synonyms = dict.fromkeys(("f0.5", "f05", "f.5"), edits.F.lower())
    more_is_better = columns(edits.F, edits.PRECISION, edits.RECALL, edits.IS_CORRECT)
    neither_is_better = columns(edits.PROPOSED, edits.GOLD)
    relations = tuple(
        Relation(measure, "/".join(map(str, measure.parts)), (edits.EDITS,)) for measure in edits.OF_EDITS
    )
    reference = (
        "Dahlmeier, D., and Ng, H. T. (2012). Better evaluation for grammatical error correction. "
        "Proceedings of NAACL-HLT 2012, 568-572."
    )
    advice = ADVICE
    environment = {VERSION_VARIABLE: VERSIONS}
    key_totals = ((edits.GOLD, "edits"),)
    causes = ("crlf", "byte-order-mark", "sides-swapped", "sentence-counts-differ")
    neutral = (IGNORED,)
    short = {"beta": "b", "max_unchanged_words": "n", "ignore_whitespace_casing": "i", "verbose": ""}

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        from legacy_scorers.m2_scorer.cli import score

        return score(words, host, observer)

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        from legacy_scorers.rescore.scorers.m2_scorer.findings import findings

        return findings(words, host, outcome)

    def sides(self, setup: Setup) -> Sides:
        from legacy_scorers.rescore.scorers.m2_scorer.changes import sides_of

        return sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.m2_scorer.changes import choices

        return choices(setup, sides, published)

    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.m2_scorer.changes import unit_changes

        return unit_changes(setup, sides)

    def tasks(self, files: Files) -> Iterator[DraftTask]:
        from legacy_scorers.rescore.scorers.m2_scorer.intake import tasks

        return tasks(files)


M2SCORER = M2Scorer()
