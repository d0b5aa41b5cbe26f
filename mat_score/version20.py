"""What MAT 2.0 does in its own way: whom it pairs, what it counts, and how its tables look."""

from __future__ import annotations

from common.errors import InputError
from mat_score.align.align20 import Pairer, Subsets, stretches
from mat_score.align.matches import Aligned
from mat_score.align.selection import Selector20
from mat_score.align.similarity import Similarity
from mat_score.report.columns import Column, Units, counts, ratios
from mat_score.report.output import ConfusabilityMatrix, ScoreTable
from mat_score.tally.rows import DOCUMENTS, FILE, SUBSET, TAG, CountedLabels, ScoreRows, label_groups
from mat_score.tally.tallies import counted_labels
from mat_score.tasks.profiles import Strata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.matches import Pair, SpanMatch
    from mat_score.annotations import DocumentPair
    from mat_score.options import Options
    from mat_score.report.details import Details20
    from mat_score.tally.confidence import Bootstrap
    from mat_score.tally.tallies import Counted, TableTally
    from mat_score.tally.units import UnitTables20

DEFAULT_PROFILE = "<default>"


class Version20:
    """The rules of MAT 2.0 for one run.

    ``ending`` is that of the columns that break clashes down, None if they are not asked for.
    """

    def __init__(self, options: Options, messages: list[str]) -> None:
        task = options.task
        if task is not None:
            from mat_score.tasks.check import check_profile

            check_profile(task, options.similarity_profile)
        try:
            self._similarity = Similarity(task, options.similarity_profile)
            self._subsets = Subsets(options.score_profile)
        except InputError as error:
            raise InputError(error.problem, task.file if task is not None else None) from error
        strata = Strata(options.similarity_profile)
        self._options = options
        self.ending = " (detail)" if options.breakdown else None
        self._selector = Selector20(options, strata)
        self._pairer = Pairer(self._similarity, strata, self._subsets)
        self._labels = CountedLabels(task is not None, strata, self._selector.left_out)
        self.units: UnitTables20 | None = None
        if options.cuts_texts:
            from mat_score.tally.units import UnitTables20

            self.units = UnitTables20(options, self._labels, messages)
        self.details: Details20 | None = None
        if options.details:
            from mat_score.report.details import Details20

            self.details = Details20(options.similarity_profile)

    def align(self, pair: DocumentPair) -> Aligned:
        """Return the pairs of annotations. Raises :class:`InputError`."""
        selected = self._selector.select(pair)
        return Aligned(selected, self._pairer.pairs(*selected[:2]))

    def stretches(self, aligned: Aligned) -> Sequence[SpanMatch]:
        """Return the stretches of text that annotations cover."""
        return [found for pairs in aligned.spanned for found in stretches(pairs, self._similarity)]

    def note(self, pairs: Sequence[Pair]) -> None:
        """Note the labels that pairs were counted under in the tag table."""
        for pair in pairs:
            for item in pair.counted:
                self._labels.note(item)

    def confused(self, pairs: Sequence[Pair]) -> list[Counted]:
        """Count no confusability of annotations; that of units is counted with these."""
        return []

    def notices(self) -> list[str]:
        """Return nothing; the command line says what is content."""
        return []

    def matrix(self, counted: Sequence[TableTally]) -> ConfusabilityMatrix | None:
        """Return the confusability matrix, if it is asked for and could be counted."""
        if self.units is None or self.units.confusions is None:
            return None
        title = f"{'Pseudo-token' if self.units.tokens is None else 'Token'} confusability matrix:"
        return ConfusabilityMatrix(title, [*counted_labels(counted), None], self.units.confusions)

    def score_table(self, table: TableTally, documents: int, bootstrap: Bootstrap | None) -> ScoreTable:
        """Return a table over so many documents."""
        options = self._options
        profiles = {
            "similarity profile": options.similarity_name or DEFAULT_PROFILE,
            "score profile": (options.score_profile and options.score_profile.name) or DEFAULT_PROFILE,
        }
        groups = label_groups(self._labels, options.score_profile, self._subsets)
        rows = ScoreRows(table, groups, documents, profiles)
        if bootstrap is not None:
            bootstrap.add_statistics(rows.summaries, rows.counted, table)
        columns = [
            *map(Column, (*profiles, FILE, DOCUMENTS, TAG)),
            *([Column(SUBSET)] if self._subsets.declared else []),
            Units(table.units),
            *counts(*table.breakdown()),
            *ratios(table.ratios, bootstrap is not None),
        ]
        return ScoreTable(table, columns, [*rows.files, *rows.summaries], rows.summaries)
