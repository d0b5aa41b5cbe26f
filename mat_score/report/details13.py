"""MAT 1.3: the details table, a row for each encounter."""

from __future__ import annotations

from mat_score.align.mets import CLASH
from mat_score.report.details import DetailsTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.align.encounters import Encounter
    from mat_score.align.items import Item
    from mat_score.report.details import Quote

HEADER = ("file", "type", "reflabel", "refstart", "refend", "hyplabel", "hypstart", "hypend")


class Details13(DetailsTable):
    """The table. The type of a clash is that of the hypothesis' view."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(HEADER)

    def add(self, file: str, encounters: Iterable[Encounter], reference_text: str, hypothesis_text: str) -> None:
        """Add the encounters of a document; each content is that of its own document."""
        for encounter in encounters:
            reference, hypothesis = encounter.reference, encounter.hypothesis
            kind = encounter.words[1][0] if encounter.kind == CLASH else encounter.kind
            contents = [_content(reference, reference_text), _content(hypothesis, hypothesis_text)]
            self._rows.append([file, kind, *_place(reference), *_place(hypothesis), *contents])


def _place(item: Item | None) -> list[str]:
    return ["", "", ""] if item is None else [item.label, str(item.start), str(item.end)]


def _content(item: Item | None, text: str) -> str | Quote:
    return "" if item is None else (text, max(item.start, 0), max(item.end, 0))
