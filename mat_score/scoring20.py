"""Scoring by MAT 2.0: pairs of documents go in one by one, the report comes out at the end."""

from __future__ import annotations

from common.errors import InputError
from mat_score.align.pairing import Pairer
from mat_score.align.selection20 import Selector20
from mat_score.align.similarity import Similarity
from mat_score.align.strata import Strata
from mat_score.report.columns import Column, Units, counts, ratios
from mat_score.report.output import Matrix, ScoreTable, write_messages, write_report
from mat_score.tally.cells import NO_BREAKDOWN, breakdown, signature
from mat_score.tally.rows import DOCUMENTS, FILE, SUBSET, TAG
from mat_score.tally.rows20 import CountedLabels, ScoreRows, label_groups
from mat_score.tally.subsets import Subsets
from mat_score.tally.tallies import TAGS, TableTally, count, counted_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.items import Item
    from mat_score.align.mets import Pair, Stretch
    from mat_score.align.pairing import StratumPairs
    from mat_score.annotations import DocumentPair, Span
    from mat_score.evidence import Evidence
    from mat_score.options import Options
    from mat_score.report.details import Details20
    from mat_score.report.output import PlainTable
    from mat_score.tally.cells import Rows
    from mat_score.tally.confidence import Sampler
    from mat_score.tally.tallies import Outcome
    from mat_score.tally.unittables import UnitTables20

DEFAULT_PROFILE = "<default>"


class Scorer20:
    """Scores pairs of documents. ``messages`` are lines for standard output that come before the report."""

    def __init__(self, options: Options, evidence: Evidence | None = None) -> None:
        task = options.task
        if task is not None:
            from mat_score.tasks.profilechecks import check_profile

            check_profile(task, options.similarity_profile)
        try:
            self._similarity = Similarity(task, options.similarity_profile)
            self._subsets = Subsets(options.score_profile)
        except InputError as error:
            raise InputError(error.problem, task.file if task is not None else None) from error
        strata = Strata(options.similarity_profile)
        self.messages: list[str] = []
        self._options = options
        self._evidence = evidence
        self._selector = Selector20(options, strata)
        self._pairer = Pairer(self._similarity, strata)
        self._names: list[str] = []  # of all pairs
        self._labels = CountedLabels(task is not None, strata, self._selector.left_out)
        self._tags = TableTally(*TAGS)
        self._units: UnitTables20 | None = None
        if options.cuts_texts:
            from mat_score.tally.unittables import UnitTables20

            self._units = UnitTables20(options, self._labels, self.messages)
        self._details: Details20 | None = None
        if options.details:
            from mat_score.report.details import Details20

            self._details = Details20(options.similarity_profile)
        self._failure: InputError | None = None

    def add(self, pair: DocumentPair) -> None:
        """Score a pair; nothing of it is kept but counts and details.

        Raises :class:`InputError` if it cannot be paired or described. MAT does that to all documents before it counts,
        so this comes before whatever is said of counting, and errors of counting are kept until all are paired.
        """
        try:
            references, hypotheses, tokens = self._selector.select(pair)
            strata = self._pairer.pairs(references, hypotheses)
            pairs = [found for stratum in strata for group in stratum for found in group]
            rows = self._subsets.rows_of(pairs)
            if self._details is not None:
                self._details.add(pair.name, pair.reference.signal, pairs)
        except InputError as error:
            self.messages.clear()
            raise _in_pair(error, pair) from error
        if self._failure is None:
            try:
                self._count(pair, tokens, strata, pairs, rows)
            except InputError as error:
                self._failure = _in_pair(error, pair)

    def _count(
        self,
        pair: DocumentPair,
        tokens: Sequence[Span],
        strata: Sequence[StratumPairs],
        pairs: Sequence[Pair],
        rows: Rows,
    ) -> None:
        stretches: Sequence[Stretch] = ()
        if self._units is not None and self._units.begin(pair, tokens, _spanned(strata)):
            from mat_score.align.stretches20 import document_stretches

            stretches = document_stretches(strata, self._similarity)
        outcomes = [self._outcome(found, rows) for found in pairs]
        count(self._tags.new_file(pair.name, len(tokens)).signatures, outcomes)
        for found in pairs:
            self._labels.note_pair(found, rows)
        counted = [(self._tags.stem, outcomes)]
        if self._units is not None:
            counted += self._units.count(stretches, rows)
        self._names.append(pair.name)
        if self._evidence is not None:
            self._evidence.add(pair, counted)

    def _outcome(self, pair: Pair, rows: Rows) -> Outcome:
        details = breakdown(pair.words, " (detail)") if self._options.breakdown else NO_BREAKDOWN
        return pair, signature(self._tags.stem, pair.kind, pair.reference, pair.hypothesis, rows, details), 1

    def finish(self) -> None:
        """Write messages and report. Raises :class:`InputError` between them if a document could not be counted."""
        if self._failure is not None:
            write_messages(self.messages)
            raise self._failure
        counted = [self._tags, *(self._units.finish() if self._units is not None else ())]
        tables = self._tables(counted)
        if self._evidence is not None:
            self._evidence.tell(counted, tables)
        write_messages(self.messages)
        write_report(tables, self._options)

    def _tables(self, counted: Sequence[TableTally]) -> list[ScoreTable | PlainTable]:
        units = self._units
        sampler = None
        if self._options.confidence:
            from mat_score.tally.confidence import PROGRESS, Sampler

            sampler = Sampler(self._names, self._options.seed)
            self.messages += [PROGRESS] * len(counted)
        tables: list[ScoreTable | PlainTable] = [self._score_table(table, sampler) for table in counted]
        if self._details is not None:
            tables.append(self._details)
        if units is not None and units.confusions is not None:
            title = f"{'Pseudo-token' if units.tokens is None else 'Token'} confusability matrix:"
            tables.append(Matrix(title, [*counted_labels(counted), None], units.confusions))
        return tables

    def _score_table(self, table: TableTally, sampler: Sampler | None) -> ScoreTable:
        options = self._options
        profiles = {
            "similarity profile": options.similarity_name or DEFAULT_PROFILE,
            "score profile": (options.score_profile and options.score_profile.name) or DEFAULT_PROFILE,
        }
        groups = label_groups(self._labels, options.score_profile, self._subsets)
        rows = ScoreRows(table, groups, len(self._names), profiles)
        if sampler is not None:
            sampler.add_statistics(rows.summaries, rows.counted, table)
        columns = [
            *map(Column, (*profiles, FILE, DOCUMENTS, TAG)),
            *([Column(SUBSET)] if self._subsets.declared else []),
            Units(table.units),
            *(counts(*table.breakdown()) if options.breakdown else counts()),
            *ratios(table.ratios, sampler is not None),
        ]
        text_rows = [summary.row for summary in rows.summaries]
        return ScoreTable(table, columns, [*rows.files, *text_rows], text_rows)


def _spanned(strata: Sequence[StratumPairs]) -> list[Item]:
    """Return the spanned annotations that take part in pairs."""
    pairs = [pair for spanned, _ in strata for pair in spanned]
    return [item for pair in pairs for item in (pair.reference, pair.hypothesis) if item is not None]


def _in_pair(error: InputError, pair: DocumentPair) -> InputError:
    """Return the error with the document that it is about."""
    return InputError(error.problem, error.file or pair.hypothesis.path, error.line, error.status)
