"""MAT 1.3: the tables made of single encounters, details and confusability.

MATScore documentation, 'Details' and 'Score output options'.
"""

from __future__ import annotations

from mat_score.clashes import TAG_CLASH
from mat_score.pairing import CLASH, MATCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.clashes import Encounter
    from mat_score.confusability import Labels
    from mat_score.items import Item

CONTENTS = ("refcontent", "hypcontent")
DETAILS = ("file", "type", "reflabel", "refstart", "refend", "hyplabel", "hypstart", "hypend", *CONTENTS)


def details(file: str, encounters: Sequence[Encounter], reference_text: str, hypothesis_text: str) -> list[list[str]]:
    """Return the rows of a document, a row for each encounter. The type of a clash is that of the hypothesis' view."""
    rows = []
    for encounter in encounters:
        reference, hypothesis = encounter.reference, encounter.hypothesis
        kind = encounter.words[1][0] if encounter.kind == CLASH else encounter.kind
        contents = [_content(reference, reference_text), _content(hypothesis, hypothesis_text)]
        rows.append([file, kind, *_place(reference), *_place(hypothesis), *contents])
    return rows


def _place(item: Item | None) -> list[str]:
    return ["", "", ""] if item is None else [item.label, str(item.start), str(item.end)]


def _content(item: Item | None, text: str) -> str:
    return "" if item is None else text[item.start : item.end]


def confused(encounters: Sequence[Encounter], counts: dict[Labels, int]) -> None:
    """Add the pairs of annotations of the same span to ``counts``: matches and tag clashes."""
    for encounter in encounters:
        reference, hypothesis = encounter.reference, encounter.hypothesis
        if reference and hypothesis and (encounter.kind == MATCH or TAG_CLASH in encounter.words[1]):
            cell = hypothesis.label, reference.label
            counts[cell] = counts.get(cell, 0) + 1
