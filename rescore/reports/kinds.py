"""The kinds of reports, and which of them a file is."""

from __future__ import annotations

from common.errors import InputError
from rescore.reports import (
    faireval,
    mat_csv,
    mat_text,
    muc_coreference,
    muc_history,
    muc_partitions,
    muc_scores,
    muc_summaries,
    scorer2,
)
from rescore.reports.model import Part, Report, decoded
from rescore.statuses import UNSCORED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rescore.reports.model import Record

BEGINNING = 1 << 16  # bytes


class Kind:
    """A kind of report: how it is recognised and read.

    ``blocks`` are the bytes that a part can begin at which is read without what stands before it (but for the table's
    name, which ``table_of`` finds in the whole report). ``heading`` returns the lines at the beginning of a block that
    each of its other lines is read with, nothing if lines need more than that. ``repeats`` tells whether rows of the
    same name are usual.
    """

    __slots__ = ("_read", "blocks", "heading", "name", "recognised", "repeats", "table_of")

    def __init__(
        self,
        name: str,
        recognised: Callable[[bytes], bool],
        read: Callable[[str, int, str], Iterator[Record]],
        table_of: Callable[[bytes], str],
        blocks: tuple[bytes, ...] = (),
        heading: Callable[[bytes], bytes] = lambda block: b"",
        repeats: bool = False,
    ) -> None:
        self.name = name
        self.recognised = recognised
        self._read = read
        self.table_of = table_of
        self.blocks = blocks
        self.heading = heading
        self.repeats = repeats

    def records(self, part: Part, table: str, file: str) -> Iterator[Record]:
        """Yield the records of a part of a report, not those of the heading that it is read with.

        Raises :class:`InputError` with ``file`` and line where it cannot be read.
        """
        first = part.line - part.heading.count(b"\n")
        try:
            for record in self._read(decoded(part.heading + part.content), first, table):
                if record.line >= part.line:
                    yield record
        except InputError as error:
            raise InputError(error.problem, file, error.line, UNSCORED) from None

    def report(self, content: bytes, file: str) -> Report:
        """Return a whole report, read."""
        return Report(self.name, self.records(Part(content, 1), self.table_of(content), file))


KINDS = {
    kind.name: kind
    for kind in (
        Kind("scorer2", scorer2.recognised, scorer2.read, scorer2.table_of, scorer2.BLOCKS),
        Kind("faireval", faireval.recognised, faireval.read, faireval.table_of, faireval.BLOCKS, faireval.heading),
        Kind("matscore", mat_text.recognised, mat_text.read, mat_text.table_of),
        Kind("matscore-csv", mat_csv.recognised, mat_csv.read, mat_csv.table_of),
        Kind("muc-scores", muc_scores.recognised, muc_scores.read, muc_scores.table_of, muc_scores.BLOCKS),
        Kind("muc-coreference", muc_coreference.recognised, muc_coreference.read, muc_coreference.table_of),
        Kind("muc-history", muc_history.recognised, muc_history.read, muc_history.table_of),
        Kind("muc-partitions", muc_partitions.recognised, muc_partitions.read, muc_partitions.table_of, repeats=True),
        Kind("muc-summary", muc_summaries.recognised, muc_summaries.read, muc_summaries.table_of, repeats=True),
    )
}


def kind_of(content: bytes) -> Kind | None:
    """Return the kind of a report, which most often its beginning tells, or None."""
    for part in (content[:BEGINNING], content):
        for kind in KINDS.values():
            if kind.recognised(part):
                return kind
    return None
