"""The kinds of reports, and which of them a file is."""

from __future__ import annotations

from importlib import import_module

from common.errors import InputError
from rescore.reports.model import Part, Report, decoded
from rescore.statuses import UNSCORED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from rescore.reports.model import Record, Stretch

BEGINNING = 1 << 16  # bytes


class Kind:
    """A kind of report: the command that prints it, and how it is recognised and read.

    ``layout`` names the module that does so, which is loaded when it is needed: most commands need one of the nine.
    ``repeats`` tells whether rows of the same name are usual.
    """

    __slots__ = ("_layout", "command", "name", "repeats")

    def __init__(self, name: str, command: str, layout: str, repeats: bool = False) -> None:
        self.name = name
        self.command = command
        self._layout = f"{__package__}.{layout}"
        self.repeats = repeats

    @property
    def _module(self) -> Any:  # noqa: ANN401
        return import_module(self._layout)

    @property
    def blocks(self) -> tuple[bytes, ...]:
        """The bytes that a part can begin at which is read without what stands before it.

        But for the table's name, which :meth:`table_of` finds in the whole report.
        """
        blocks: tuple[bytes, ...] = getattr(self._module, "BLOCKS", ())
        return blocks

    @property
    def row(self) -> bytes:
        """What a row begins with, from the line end before it on."""
        return bytes(getattr(self._module, "ROW", b"\n"))

    def heading(self, block: Stretch) -> bytes | None:
        """Return the lines at the beginning of a block that each of its rows is read with.

        None if rows need more than that.
        """
        lines: bytes | None = getattr(self._module, "heading", _no_heading)(block)
        return lines

    def recognised(self, content: bytes) -> bool:
        """Whether this is such a report."""
        return bool(self._module.recognised(content))

    def table_of(self, content: bytes) -> str:
        """Return the table that the records before the first title of a report belong to."""
        return str(self._module.table_of(content))

    def records(self, part: Part, table: str, file: str) -> Iterator[Record]:
        """Yield the records of a part of a report, not those of the heading that it is read with.

        Raises :class:`InputError` with ``file`` and line where it cannot be read.
        """
        begin, lines = part.line, part.lines
        first = begin - part.heading.count(b"\n")
        try:
            for record in self._module.read(decoded(part.heading + part.content), first, table):
                if record.line >= begin:
                    if lines:
                        record.line = lines[record.line - begin]
                    yield record
        except InputError as error:
            raise InputError(error.problem, file, error.line, UNSCORED) from None

    def report(self, content: bytes, file: str) -> Report:
        """Return a whole report, read."""
        return Report(self.name, self.records(Part(content, 1), self.table_of(content), file))


def _no_heading(block: Stretch) -> None:
    return None


KINDS = {
    kind.name: kind
    for kind in (
        Kind("scorer2", "scorer2", "scorer2"),
        Kind("faireval", "FairEval.py", "faireval"),
        Kind("matscore", "MATScore", "mat_text"),
        Kind("matscore-csv", "MATScore", "mat_csv"),
        Kind("muc-scores", "muc-score", "muc_scores"),
        Kind("muc-coreference", "muc-score", "muc_coreference"),
        Kind("muc-history", "muc-score", "muc_history"),
        Kind("muc-partitions", "muc-score", "muc_partitions", repeats=True),
        Kind("muc-summary", "muc-score", "muc_summaries", repeats=True),
    )
}


def kind_of(content: bytes, command: str | None = None) -> Kind | None:
    """Return the kind of a report, which most often its beginning tells, or None.

    Where the ``command`` that printed it is known, it is one of its kinds.
    """
    kinds = [kind for kind in KINDS.values() if command in (None, kind.command)]
    for part in (content[:BEGINNING], content):
        for kind in kinds:
            if kind.recognised(part):
                return kind
    return None
