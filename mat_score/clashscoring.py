"""Scoring by MAT 1.3: pairs of documents go in one by one, the report comes out at the end."""

from __future__ import annotations

from common.cli import write_stdout
from mat_score.clashes import KINDS, encounters
from mat_score.clashtables import DETAILS, confused, details
from mat_score.columns import Column, Count, Units, accuracies, complete, counts, measures, with_statistics
from mat_score.confusability import matrix
from mat_score.labelrows import label_rows
from mat_score.overlaps import check_overlaps
from mat_score.report import PlainTable, ScoreTable, write_csv, write_text
from mat_score.scoring import NO_TOKENS
from mat_score.selection import Selector
from mat_score.subsets import Subsets
from mat_score.tallies import TableTally
from mat_score.unittables import UnitTables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.confidence import Sampler
    from mat_score.confusability import Labels
    from mat_score.documents import DocumentPair
    from mat_score.options import Options


class ClashScorer:
    """Scores pairs of documents. ``messages`` are lines for standard output that come before the report."""

    def __init__(self, options: Options) -> None:
        self.messages: list[str] = []
        self._options = options
        self._selector = Selector(options, Subsets(None))
        self._names: list[str] = []
        self._tags = TableTally("By tag:", "bytag", "test toks")
        self._units = UnitTables(options, self.messages)
        self._details: list[list[str]] = []
        self._confused: dict[Labels, int] = {}

    def add(self, pair: DocumentPair) -> None:
        """Score a pair; nothing of it is kept but counts and details. Raises :class:`InputError`."""
        selected = self._selector.select(pair)
        check_overlaps(selected.hypotheses, pair.hypothesis.path)
        check_overlaps(selected.references, pair.reference.path)
        found = encounters(selected.references, selected.hypotheses)
        tally = self._tags.new_file(selected.name, len(selected.tokens))
        for encounter in found:
            encounter.count(tally)
        self._units.add(selected)
        if self._options.details:
            self._details += details(selected.name, found, pair.reference.signal, pair.hypothesis.signal)
        confused(found, self._confused)
        self._names.append(selected.name)

    def finish(self) -> None:
        """Write messages and report."""
        options = self._options
        if options.by_token and self._units.token_table is None:
            self.messages.append(NO_TOKENS)
        tables = self._tables()
        write_stdout("".join([f"{message}\n" for message in self.messages]).encode())
        if options.csv_output_dir is None:
            write_text(tables)
        else:
            write_csv(options.csv_output_dir, tables, options.csv_formats, suffixed=False)

    def _tables(self) -> list[ScoreTable | PlainTable]:
        units = self._units
        counted = (self._tags, units.token_table, units.pseudo_token_table, units.character_table)
        sampler = self._sampler()
        tables: list[ScoreTable | PlainTable] = [
            self._score_table(table, sampler) for table in counted if table is not None
        ]
        if self._options.details:
            text = [[*row[:-2], *[f'"{content}"' for content in row[-2:]]] for row in self._details]
            tables.append(PlainTable("Details:", "details", DETAILS, self._details, text))
        if self._options.confusability:
            labels = sorted({label for file in self._tags.files for label, _ in file.counts})
            header, rows = matrix(labels, self._confused)
            tables.append(PlainTable("Confusability matrix:", "confusability", header, rows))
        return tables

    def _sampler(self) -> Sampler | None:
        if not self._options.confidence or self._options.csv_output_dir is None:
            return None
        from mat_score.confidence import Sampler

        return Sampler(self._names, self._options.seed)

    def _score_table(self, table: TableTally, sampler: Sampler | None) -> ScoreTable:
        options = self._options
        summaries = label_rows(table, len(self._names))
        metrics = measures() if table is self._tags else [*measures(), *accuracies(table.units)]
        if sampler is not None:
            from mat_score.confidence import PROGRESS, add_statistics

            self.messages.append(PROGRESS)
            add_statistics(summaries, table.files, table.units, metrics, sampler)
        columns = [
            *map(Column, ("tag", "test docs")),
            Units(table.units),
            *counts(),
            *(with_statistics(metrics) if sampler is not None else metrics),
        ]
        if options.breakdown and table is self._tags:
            for side in ("ref", "hyp"):
                place = [column.name for column in columns].index(f"{side}clash")
                columns[place:place] = [Count(f"{side}{kind}") for kind in KINDS]
        rows = [summary.row for summary in summaries]
        for row in rows:
            complete(row.cells, columns)
        return ScoreTable(table.title, table.stem, columns, rows, rows)
