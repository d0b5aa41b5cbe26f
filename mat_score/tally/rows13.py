"""The rows of the score tables of MAT 1.3: one per label, in code point order, and one for all labels.

MATScore documentation, 'All score tables': the numbers of documents and of units are the same in all rows. Documents
without annotations count as well.
"""

from __future__ import annotations

from common.tally import Row, complete
from mat_score.tally.rows import ALL, DOCUMENTS, TAG, Summary, TableRow
from mat_score.tally.subsets import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.tally.tallies import TableTally


def label_rows(table: TableTally, documents: int) -> list[Summary]:
    """Return the rows of a table over so many ``documents``: the labels', then that of all of them."""
    units = sum([file.units for file in table.files])
    common = {DOCUMENTS: documents, table.units: units}
    summaries = []
    for counted in sorted({row for file in table.files for row in file.counts}):
        files = {number: file.counts[counted] for number, file in enumerate(table.files) if counted in file.counts}
        cells = complete({TAG: counted[0], **common, **Row.sum(files.values())}, table.measures)
        summaries.append(Summary(TableRow(counted, cells), files, factor=1))
    files = {number: Row.sum(file.counts.values()) for number, file in enumerate(table.files)}
    cells = complete({TAG: ALL, **common, **Row.sum(files.values())}, table.measures)
    sources = [summary.row.key for summary in summaries]
    return [*summaries, Summary(TableRow((ALL, ALL, WHOLE), cells, sources), files, factor=1)]
