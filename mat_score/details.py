"""The details table: a row for each pair.

MATScore documentation, 'Details'.
"""

from __future__ import annotations

from common.errors import InputError
from mat_score.descriptions import describe, slot_text
from mat_score.pairing import CLASH
from mat_score.report import PlainTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.dimensionsets import DimensionSets
    from mat_score.items import Item
    from mat_score.pairing import Pair

HEADER = (
    "file",
    "type",
    "refid",
    "hypid",
    "refdescription",
    "hypdescription",
    "reflabel",
    "hyplabel",
    "refstart",
    "refend",
    "hypstart",
    "hypend",
)
CONTENTS = ("refcontent", "hypcontent")
MOST_DESCRIBED = 50_000_000  # characters in a document; a chain of annotations is described again for each of its links


class Details:
    """Collects the rows. Each dimension that compares attributes by name adds two columns, before the last ones."""

    __slots__ = ("_dimensions", "_sets", "header", "rows")

    def __init__(self, sets: DimensionSets) -> None:
        self._sets = sets
        self._dimensions = sets.names[::-1]
        compared = [f"{side} {name}" for name in self._dimensions for side in ("ref", "hyp")]
        self.header = [*HEADER, *compared, *CONTENTS]
        self.rows: list[list[str]] = []

    def add(self, file: str, signal: str, pairs: Sequence[Pair]) -> None:
        """Add the pairs of a document; contents of both sides are those of ``signal``.

        Raises :class:`InputError` for descriptions of more than :data:`MOST_DESCRIBED` characters.
        """
        room = MOST_DESCRIBED
        for pair in pairs:
            sides = (pair.reference, pair.hypothesis)
            kind = ",".join(pair.words[0]) if pair.kind == CLASH else pair.kind
            row = [file, kind]
            row += [(item.annotation.id or "") if item else "" for item in sides]
            descriptions = [describe(item.annotation) if item else "" for item in sides]
            room -= sum(map(len, descriptions))
            if room < 0:
                raise InputError(
                    "annotations hold each other in so many ways that there is no room for their descriptions; "
                    "leave --details out"
                )
            row += descriptions
            row += [item.label if item else "" for item in sides]
            for item in sides:
                row += [str(item.start), str(item.end)] if item and item.spanned else ["", ""]
            row += [self._compared(item, name) for name in self._dimensions for item in sides]
            row += [signal[item.start : item.end] if item and item.spanned else "" for item in sides]
            self.rows.append(row)

    def table(self) -> PlainTable:
        """Return the table of the report."""
        return PlainTable("Details:", "details", self.header, self.rows, quoted=len(CONTENTS))

    def _compared(self, item: Item | None, name: str) -> str:
        """Return what an item says of the dimension ``name``."""
        if item is None:
            return ""
        annotation = item.annotation
        names = [found for found in self._sets.own_values(item, name) if annotation.values.get(found) is not None]
        return ",".join([slot_text(annotation, found) for found in names])
