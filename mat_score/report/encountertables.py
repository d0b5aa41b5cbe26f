"""MAT 1.3: the tables made of single encounters, details and confusability.

MATScore documentation, 'Details' and 'Score output options'.
"""

from __future__ import annotations

from common.tally import Signatures
from mat_score.align.encounters import TAG_CLASH
from mat_score.align.pairing import CLASH, MATCH
from mat_score.report.output import DETAILS, PlainTable
from mat_score.report.quotes import QuotingRows
from mat_score.tally.cells import CONFUSABILITY
from mat_score.tally.confusability import Matrix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.align.encounters import Encounter
    from mat_score.align.items import Item
    from mat_score.report.quotes import Quote
    from mat_score.tally.confusability import Confused

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


class EncounterConfusability:
    """Counts the pairs of annotations of the same span, matches and tag clashes, by their labels."""

    __slots__ = ("_counts", "_labels")

    def __init__(self) -> None:
        self._counts = Signatures()
        self._labels: set[str] = set()

    def add(self, encounters: Iterable[Encounter]) -> list[Confused]:
        """Count the encounters of a document, and return what was counted; all their labels are shown."""
        counted: list[Confused] = []
        for encounter in encounters:
            labels = [item.label for item in (encounter.hypothesis, encounter.reference) if item is not None]
            self._labels.update(labels)
            if encounter.kind == MATCH or TAG_CLASH in encounter.words[1]:
                counted.append((encounter, (labels[0], labels[1]), 1))
        for _, confusion, amount in counted:
            self._counts[confusion] += amount
        return counted

    def table(self) -> PlainTable:
        """Return the table of the report."""
        matrix = Matrix(sorted(self._labels), self._counts)
        return PlainTable("Confusability matrix:", CONFUSABILITY, matrix.header, matrix)
