"""From counts to score tables.

MATScore documentation, 'All score tables', 'Confidence data' and 'Fixed-span scores'.
"""

from __future__ import annotations

from mat_score.report.columns import complete, ratios, with_statistics
from mat_score.report.output import ScoreTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.report.columns import Column
    from mat_score.report.confidence import Sampler
    from mat_score.report.tablerows import Summary, TableRow
    from mat_score.tally.tallies import FileTally, TableTally


class ScoreTables:
    """Makes the score tables of a run.

    With ``confidence`` they have confidence data over samples of the documents called ``names``; ``messages`` are told
    of the progress.
    """

    __slots__ = ("_messages", "_sampler")

    def __init__(self, names: Sequence[str], seed: int | None, messages: list[str], confidence: bool) -> None:
        self._messages = messages
        self._sampler: Sampler | None = None
        if confidence:
            from mat_score.report.confidence import Sampler

            self._sampler = Sampler(names, seed)

    def make(
        self,
        table: TableTally,
        columns: Sequence[Column],
        file_rows: Sequence[TableRow],
        summaries: Sequence[Summary],
        files: Sequence[FileTally],
        csv_only: Sequence[str] = (),
    ) -> ScoreTable:
        """Return a table.

        ``columns`` are those before the measures. ``summaries`` are over ``files``, whose own rows go into CSV files
        only, as do the columns ``csv_only``.
        """
        metrics = ratios(table.units if table.fixed_spans else None)
        all_columns = [*columns, *metrics]
        if self._sampler is not None:
            from mat_score.report.confidence import PROGRESS, add_statistics

            self._messages.append(PROGRESS)
            add_statistics(summaries, files, table.units, metrics, self._sampler)
            all_columns = [*columns, *with_statistics(metrics)]
        rows = [summary.row for summary in summaries]
        for row in (*file_rows, *rows):
            complete(row.cells, all_columns)
        return ScoreTable(table.title, table.stem, all_columns, [*file_rows, *rows], rows, csv_only)
