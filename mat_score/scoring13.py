"""Scoring by MAT 1.3: pairs of documents go in one by one, the report comes out at the end."""

from __future__ import annotations

from common.cli import write_line
from common.tally import Signatures
from mat_score.align.encounters import WORDS, check_overlaps, encounters
from mat_score.align.mets import MATCH, TAG_CLASH
from mat_score.align.selection13 import Selector13
from mat_score.report.columns import Column, Count, Units, counts, ratios
from mat_score.report.output import Matrix, PlainTable, ScoreTable, write_messages, write_report
from mat_score.tally.cells import CONFUSABILITY, HYP_CLASH, REF_CLASH, breakdown, confusion, encounter_signature
from mat_score.tally.measures import guarded
from mat_score.tally.rows import DOCUMENTS, TAG
from mat_score.tally.rows13 import label_rows
from mat_score.tally.subsets import whole_rows
from mat_score.tally.tallies import TAGS, TableTally, count, counted_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.mets import Stretch
    from mat_score.annotations import DocumentPair
    from mat_score.evidence import Evidence
    from mat_score.options import Options
    from mat_score.report.details import Details13
    from mat_score.tally.confidence import Sampler
    from mat_score.tally.tallies import Outcome
    from mat_score.tally.unittables import UnitTables13


class Scorer13:
    """Scores pairs of documents. ``messages`` are lines for standard output that come before the report."""

    def __init__(self, options: Options, evidence: Evidence | None = None) -> None:
        self.messages: list[str] = []
        self._options = options
        self._evidence = evidence
        self._selector = Selector13(options)
        self._names: list[str] = []  # of all pairs
        self._tags = TableTally(*TAGS)
        self._units: UnitTables13 | None = None
        if options.cuts_texts:
            from mat_score.tally.unittables import UnitTables13

            self._units = UnitTables13(options, self.messages)
        self._details: Details13 | None = None
        if options.details:
            from mat_score.report.details import Details13

            self._details = Details13()
        self._confusions = Signatures() if options.confusability else None

    def add(self, pair: DocumentPair) -> None:
        """Score a pair; nothing of it is kept but counts and details. Raises :class:`InputError`."""
        _compare_texts(pair)
        references, hypotheses, tokens = self._selector.select(pair)
        check_overlaps(hypotheses, pair.hypothesis.path)
        check_overlaps(references, pair.reference.path)
        found = encounters(references, hypotheses)
        items = [*references, *hypotheses]
        rows = whole_rows(items)
        stretches: list[Stretch] = []
        if self._units is not None and self._units.begin(pair, tokens, items):
            from mat_score.align.stretches13 import labelled_stretches

            stretches += labelled_stretches(references, hypotheses)
        outcomes: list[Outcome] = [
            (encounter, encounter_signature(self._tags.stem, encounter, rows), 1) for encounter in found
        ]
        count(self._tags.new_file(pair.name, len(tokens)).signatures, outcomes)
        counted = [(self._tags.stem, outcomes)]
        if self._units is not None:
            counted += self._units.count(stretches, rows)
        if self._details is not None:
            self._details.add(pair.name, found, pair.reference.signal, pair.hypothesis.signal)
        if self._confusions is not None:
            same_span = [met for met in found if met.kind == MATCH or TAG_CLASH in met.words[1]]
            confused: list[Outcome] = [(met, confusion(met), 1) for met in same_span]
            count(self._confusions, confused)
            counted.append((CONFUSABILITY, confused))
        self._names.append(pair.name)
        if self._evidence is not None:
            self._evidence.add(pair, counted)

    def finish(self) -> None:
        """Write messages and report.

        Raises :class:`mat_score.options.ContentUnknown` if nothing says what to score.
        """
        for notice in self._selector.types.notices():
            write_line(f"MATScore: {notice}")
        counted = [self._tags, *(self._units.finish() if self._units is not None else ())]
        tables = self._tables(counted)
        if self._evidence is not None:
            self._evidence.tell(counted, tables)
        write_messages(self.messages)
        write_report(tables, self._options)

    def _tables(self, counted: Sequence[TableTally]) -> list[ScoreTable | PlainTable]:
        sampler = None
        if self._options.confidence and self._options.csv_output_dir:
            from mat_score.tally.confidence import PROGRESS, Sampler

            sampler = Sampler(self._names, self._options.seed)
            self.messages += [PROGRESS] * len(counted)
        tables: list[ScoreTable | PlainTable] = [self._score_table(table, sampler) for table in counted]
        if self._details is not None:
            tables.append(self._details)
        if self._confusions is not None:
            tables.append(Matrix("Confusability matrix:", counted_labels(counted), self._confusions))
        return tables

    def _score_table(self, table: TableTally, sampler: Sampler | None) -> ScoreTable:
        summaries = label_rows(table, len(self._names))
        if sampler is not None:
            sampler.add_statistics(summaries, table.files, table)
        rows = [summary.row for summary in summaries]
        measures = ratios(map(guarded, table.ratios), sampler is not None)
        return ScoreTable(table, [*self._columns(table), *measures], rows, rows)

    def _columns(self, table: TableTally) -> list[Column]:
        """Return the columns before the measures; breakdowns stand before the clashes that they add up to."""
        columns = [Column(TAG), Column(DOCUMENTS), Units(table.units), *counts()]
        if self._options.breakdown and not table.fixed_spans:
            for clash, names in zip((REF_CLASH, HYP_CLASH), breakdown((WORDS, WORDS))):
                place = [column.name for column in columns].index(clash)
                columns[place:place] = map(Count, names)
        return columns


def _compare_texts(pair: DocumentPair) -> None:
    """Say on standard error from where on the texts of a pair differ."""
    reference, hypothesis = pair.reference, pair.hypothesis
    if reference.signal != hypothesis.signal:
        from common.texts import first_difference

        offset = first_difference(reference.signal, hypothesis.signal)
        write_line(
            f"MATScore: {hypothesis.path}: from offset {offset} on the text differs from that of {reference.path}; "
            "compare documents of the same text"
        )
