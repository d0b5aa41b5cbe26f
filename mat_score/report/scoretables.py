"""From counts to score tables.

MATScore documentation, 'All score tables', 'Confidence data' and 'Fixed-span scores'.
"""

from __future__ import annotations

from mat_score.report.columns import Ratio, with_statistics
from mat_score.report.output import ScoreTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.report.columns import Column
    from mat_score.tally.confidence import Sampler
    from mat_score.tally.rows import Summary, TableRow
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
            from mat_score.tally.confidence import Sampler

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

        ``columns`` are those before the ratios. ``summaries`` are over ``files``, whose own rows go into CSV files
        only, as do the columns ``csv_only``.
        """
        ratios: list[Column] = list(map(Ratio, table.ratios))
        if self._sampler is not None:
            from mat_score.tally.confidence import PROGRESS, add_statistics

            self._messages.append(PROGRESS)
            add_statistics(summaries, files, table, self._sampler)
            ratios = with_statistics(ratios)
        rows = [summary.row for summary in summaries]
        return ScoreTable(table.title, table.stem, [*columns, *ratios], [*file_rows, *rows], rows, csv_only)
