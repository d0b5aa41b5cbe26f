"""Scoring by MAT 2.0: pairs of documents go in one by one, the report comes out at the end."""

from __future__ import annotations

from common.errors import InputError
from mat_score.columns import Column, Units, counts
from mat_score.confusability import matrix
from mat_score.labelorder import CountedLabels
from mat_score.pairing import Pairing
from mat_score.report import PlainTable, ScoreTable, write_report
from mat_score.rows20 import ScoreRows, label_groups
from mat_score.scoretables import ScoreTables
from mat_score.selection import Selector
from mat_score.similarity import Similarity
from mat_score.strata import Strata
from mat_score.subsets import Subsets
from mat_score.tallies import TAGS, Breakdown, TableTally
from mat_score.unitscoring20 import UnitScoring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.details import Details
    from mat_score.documents import DocumentPair
    from mat_score.options import Options
    from mat_score.profiles import ScoreProfile, SimilarityProfile
    from mat_score.selection import SelectedPair

DEFAULT_PROFILE = "<default>"


class Scorer20:
    """Scores pairs of documents. ``messages`` are lines for standard output that come before the report."""

    __slots__ = (
        "_breakdown",
        "_details",
        "_labels",
        "_names",
        "_options",
        "_pairing",
        "_selector",
        "_subsets",
        "_tags",
        "_units",
        "messages",
    )

    def __init__(self, options: Options) -> None:
        task = options.task
        try:
            similarity = Similarity(task, options.similarity_profile)
            self._subsets = Subsets(options.score_profile)
        except InputError as error:
            raise InputError(error.problem, task.file if task is not None else None) from error
        strata = Strata(options.similarity_profile)
        self.messages: list[str] = []
        self._options = options
        self._selector = Selector(options, self._subsets)
        self._pairing = Pairing(similarity, strata)
        self._names: list[str] = []  # of all pairs
        self._labels = CountedLabels(task is not None, strata)
        self._tags = TableTally(*TAGS)
        self._breakdown = Breakdown() if options.breakdown else None
        self._units = UnitScoring(options, similarity, self.messages)
        self._details: Details | None = None
        if options.details:
            from mat_score.details import Details

            self._details = Details(similarity.sets)

    def add(self, pair: DocumentPair) -> None:
        """Score a pair; nothing of it is kept but counts and details. Raises :class:`InputError`."""
        try:
            self._add(self._selector.select(pair))
        except InputError as error:
            raise InputError(error.problem, error.file or pair.hypothesis.path, error.line, error.status) from error

    def _add(self, selected: SelectedPair) -> None:
        strata = self._pairing.pairs(selected.references, selected.hypotheses)
        pairs = [pair for stratum in strata for pair in (*stratum.spanned, *stratum.spanless)]
        tally = self._tags.new_file(selected.name, len(selected.tokens))
        for pair in pairs:
            tally.count(pair)
            self._labels.note_pair(pair)
            if self._breakdown is not None:
                self._breakdown.count(pair, tally)
        self._units.add(selected, strata)
        if self._details is not None:
            self._details.add(selected.name, selected.signal, pairs)
        self._names.append(selected.name)

    def finish(self) -> None:
        """Write messages and report."""
        write_report(self.messages, self._tables(), self._options)

    def _tables(self) -> list[ScoreTable | PlainTable]:
        options, units = self._options, self._units
        counted = [self._tags, *units.tables.finish()]
        maker = ScoreTables(self._names, options.seed, self.messages, options.confidence)
        tables: list[ScoreTable | PlainTable] = [self._score_table(table, maker) for table in counted]
        if self._details is not None:
            tables.append(self._details.table())
        if units.confusability is not None:
            name = "Pseudo-token" if units.tables.tokens is None else "Token"
            header, rows = matrix(units.confusability.labels(), units.confusability.counts)
            tables.append(PlainTable(f"{name} confusability matrix:", "confusability", header, rows))
        return tables

    def _score_table(self, table: TableTally, maker: ScoreTables) -> ScoreTable:
        options = self._options
        profiles = {
            "similarity profile": _name(options.similarity_profile),
            "score profile": _name(options.score_profile),
        }
        rows = ScoreRows(table, label_groups(self._labels, options.score_profile), len(self._names), profiles)
        columns = [
            *map(Column, (*profiles, "file", "test docs", "tag")),
            *([Column("tag subset")] if self._subsets.declared else []),
            Units(table.units),
            *self._count_columns(table),
        ]
        return maker.make(table, columns, rows.files, rows.summaries, rows.counted, csv_only=("file",))

    def _count_columns(self, table: TableTally) -> list[Column]:
        if self._breakdown is None or table is not self._tags:
            return counts()
        return counts(self._breakdown.reference, self._breakdown.hypothesis)


def _name(profile: SimilarityProfile | ScoreProfile | None) -> str:
    """Return the name of a profile as the tables show it."""
    return DEFAULT_PROFILE if profile is None or profile.name is None else profile.name
