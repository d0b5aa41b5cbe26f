"""What MAT 1.3 does in its own way: whom it pairs, what it counts, and how its tables look."""

from __future__ import annotations

from common.cli import write_line
from common.tally import Signatures
from mat_score.align.align13 import WORDS, check_overlaps, document_pairs, document_stretches
from mat_score.align.matches import HYP_CLASH, MATCH, REF_CLASH, TAG_CLASH, Aligned
from mat_score.align.selection import Selector13
from mat_score.report.columns import Column, Count, Units, counts, ratios
from mat_score.report.output import ConfusabilityMatrix, ScoreTable
from mat_score.tally.measures import guarded
from mat_score.tally.rows import DOCUMENTS, TAG, label_rows
from mat_score.tally.tallies import CONFUSABILITY, breakdown, counted_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.matches import Pair, SpanMatch
    from mat_score.annotations import DocumentPair
    from mat_score.options import Options
    from mat_score.report.details import Details13
    from mat_score.tally.confidence import Bootstrap
    from mat_score.tally.tallies import Counted, TableTally
    from mat_score.tally.units import UnitTables13


class Version13:
    """The rules of MAT 1.3 for one run; ``ending`` is that of the columns that break clashes down."""

    ending = ""

    def __init__(self, options: Options, messages: list[str]) -> None:
        self._breakdown = options.breakdown
        self._selector = Selector13(options)
        self._confusions = Signatures() if options.confusability else None
        self.units: UnitTables13 | None = None
        if options.cuts_texts:
            from mat_score.tally.units import UnitTables13

            self.units = UnitTables13(options, messages)
        self.details: Details13 | None = None
        if options.details:
            from mat_score.report.details import Details13

            self.details = Details13()

    def align(self, pair: DocumentPair) -> Aligned:
        """Return the pairs of annotations. Raises :class:`common.errors.InputError`."""
        _compare_texts(pair)
        selected = self._selector.select(pair)
        references, hypotheses, _ = selected
        check_overlaps(hypotheses, pair.hypothesis.path)
        check_overlaps(references, pair.reference.path)
        return Aligned(selected, [document_pairs(references, hypotheses)])

    def stretches(self, aligned: Aligned) -> Sequence[SpanMatch]:
        """Return the stretches of text that annotations cover."""
        return document_stretches(aligned.references, aligned.hypotheses)

    def note(self, pairs: Sequence[Pair]) -> None:
        """Do nothing; the order of rows is that of the labels."""

    def confused(self, pairs: Sequence[Pair]) -> list[Counted]:
        """Count the confusability of a document, if it is asked for: of annotations that have the same span."""
        if self._confusions is None:
            return []
        found = [pair for pair in pairs if pair.kind == MATCH or TAG_CLASH in pair.words[1]]
        for pair in found:
            self._confusions.count(pair.labels)
        return [(CONFUSABILITY, found, [1] * len(found))]

    def notices(self) -> list[str]:
        """Return a line for each document that does not say what is content, among others that do."""
        return self._selector.types.notices()

    def matrix(self, counted: Sequence[TableTally]) -> ConfusabilityMatrix | None:
        """Return the confusability matrix, if it is asked for."""
        if self._confusions is None:
            return None
        return ConfusabilityMatrix("Confusability matrix:", counted_labels(counted), self._confusions)

    def score_table(self, table: TableTally, documents: int, bootstrap: Bootstrap | None) -> ScoreTable:
        """Return a table over so many documents; breakdowns come before the clashes that they add up to."""
        rows = label_rows(table, documents)
        if bootstrap is not None:
            bootstrap.add_statistics(rows, table.files, table)
        columns = [Column(TAG), Column(DOCUMENTS), Units(table.units), *counts()]
        if self._breakdown and not table.fixed_spans:
            for clash, names in zip((REF_CLASH, HYP_CLASH), breakdown((WORDS, WORDS), self.ending)):
                index = [column.name for column in columns].index(clash)
                columns[index:index] = map(Count, names)
        return ScoreTable(table, [*columns, *ratios(map(guarded, table.ratios), bootstrap is not None)], rows, rows)


def _compare_texts(pair: DocumentPair) -> None:
    reference, hypothesis = pair.reference, pair.hypothesis
    if reference.signal != hypothesis.signal:
        from mat_score.encoding import first_difference

        offset = first_difference(reference.signal, hypothesis.signal)
        write_line(
            f"MATScore: {hypothesis.path}: from offset {offset} on the text differs from that of {reference.path}; "
            "compare documents of the same text"
        )
