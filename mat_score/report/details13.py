"""MAT 1.3: the details table, a row for each encounter (MATScore documentation, 'Details')."""

from __future__ import annotations

from mat_score.align.mets import CLASH
from mat_score.report.output import DETAILS, PlainTable
from mat_score.report.quotes import QuotingRows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.align.encounters import Encounter
    from mat_score.align.items import Item
    from mat_score.report.quotes import Quote

CONTENTS = ("refcontent", "hypcontent")
HEADER = ("file", "type", "reflabel", "refstart", "refend", "hyplabel", "hypstart", "hypend", *CONTENTS)


class EncounterDetails:
    """Collects a row for each encounter. The type of a clash is that of the hypothesis' view."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows = QuotingRows()

    def add(self, file: str, encounters: Iterable[Encounter], reference_text: str, hypothesis_text: str) -> None:
        """Add the encounters of a document; each content is that of its own document."""
        for encounter in encounters:
            reference, hypothesis = encounter.reference, encounter.hypothesis
            kind = encounter.words[1][0] if encounter.kind == CLASH else encounter.kind
            contents = [_content(reference, reference_text), _content(hypothesis, hypothesis_text)]
            self._rows.add([file, kind, *_place(reference), *_place(hypothesis), *contents])

    def table(self) -> PlainTable:
        """Return the table of the report."""
        return PlainTable("Details:", DETAILS, HEADER, self._rows, quoted=len(CONTENTS))


def _place(item: Item | None) -> list[str]:
    return ["", "", ""] if item is None else [item.label, str(item.start), str(item.end)]


def _content(item: Item | None, text: str) -> str | Quote:
    return "" if item is None else (text, max(item.start, 0), max(item.end, 0))
