"""All causes that are known without another run, the surest first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from rescore.archive.causes.case import Case, Explanation
from rescore.archive.causes.means import macro, mean, rounded
from rescore.archive.causes.per_cent import per_cent
from rescore.archive.causes.places import columns, other_cell
from rescore.archive.causes.typing_error import typing_error

_CAUSES: tuple[Callable[[Case], Explanation | None], ...] = (
    per_cent,
    columns,
    mean,
    rounded,
    macro,
    other_cell,
    typing_error,
)
_MAX_CELLS = 500  # cells that are compared with all others


def known(case: Case) -> tuple[list[Explanation], list[Explanation]]:
    """Return the one or two causes that explain all cells, and without any what explains half, the most first."""
    found = [one for cause in _CAUSES if case.size <= _MAX_CELLS and (one := cause(case))]
    for size in (1, 2):
        for together in combinations(found, size):
            if not case.rest(*together):
                return list(together), []
    return [], sorted([one for one in found if case.rest(one) <= case.size / 2], key=case.rest)
