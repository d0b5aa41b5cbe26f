"""The profile of m2scorer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Observer
from legacy_scorers.m2_scorer import cli
from legacy_scorers.m2_scorer import tally as edits
from legacy_scorers.m2_scorer.align import IGNORED
from legacy_scorers.m2_scorer.options import VERSION_VARIABLE, VERSIONS
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers import papers
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.m2_scorer import changes, findings, reports
from legacy_scorers.rescore.scorers.scorer import Outcome, Relation, Scorer, columns, names


class M2Scorer(Scorer):
    """What rescore knows of m2scorer. There is no relation for F, because reports round its beta."""

    command = "m2scorer"
    layouts = (reports.M2Report,)
    unit = "sentences"
    measures = names((edits.EDITS,), (edits.ALL,), (edits.F, edits.PRECISION, edits.RECALL))
    main = (edits.F,)
    more_is_better = columns(edits.F, edits.PRECISION, edits.RECALL, edits.IS_CORRECT)
    neither_is_better = columns(edits.PROPOSED, edits.GOLD)
    relations = tuple(
        Relation(measure, "/".join(map(str, measure.parts)), (edits.EDITS,)) for measure in edits.OF_EDITS
    )
    reference = papers.DAHLMEIER_NG
    environment = {VERSION_VARIABLE: VERSIONS}
    causes = findings.CAUSES
    neutral = (IGNORED,)
    short = {"beta": "b", "max_unchanged_words": "n", "ignore_whitespace_casing": "i", "verbose": ""}

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        return cli.score(words, host, observer)

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        return findings.findings(words, host, outcome)

    def sides(self, setup: Setup) -> Sides:
        return changes.sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        return changes.choices(setup, sides, published)

    def of_units(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        return changes.of_units(setup, sides)


M2SCORER = M2Scorer()
