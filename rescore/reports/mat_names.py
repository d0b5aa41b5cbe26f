"""What the rows of MATScore's tables are called, by their cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rescore.reports.model import squeezed
from rescore.reports.names import CONFUSABILITY, DETAILS

WHOLE_LABEL, ALL_FILES = "<none>", "<all>"
ABSENT = "-"


def row_name(table: str, columns: Sequence[str], cells: Sequence[str]) -> str:
    """Return the name of a row: a label, a pair of annotations with its file, or a line of the matrix."""
    if table == CONFUSABILITY:
        return squeezed(cells[0])
    by_name = dict(zip(columns, cells))
    return squeezed(_pair(by_name) if table == DETAILS else _label(by_name))


def _label(cells: Mapping[str, str]) -> str:
    """Return the label, with its subset if it is one, and the file unless the row is about all of them."""
    subset, file = cells.get("tag subset", WHOLE_LABEL), cells.get("file", ALL_FILES)
    name = cells.get("tag", "")
    if subset != WHOLE_LABEL:
        name += f" {subset}"
    return name if file == ALL_FILES else f"{name} in {file}"


def _pair(cells: Mapping[str, str]) -> str:
    """Return the file and where the two annotations stand; what they are where they stand nowhere."""
    sides = []
    for side in ("ref", "hyp"):
        begin, end = cells.get(f"{side}start", "").strip(), cells.get(f"{side}end", "").strip()
        sides.append(f"{begin}-{end}" if begin or end else cells.get(f"{side}description") or ABSENT)
    return " ".join([cells.get("file", ""), *sides])
