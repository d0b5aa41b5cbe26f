"""Which cells of the report a match adds to.

A match counts by its signature: the method of evaluation that counts it, its kind, the label of the target span and
that of the system span, None for one that is missing.
"""

from __future__ import annotations

from faireval.kinds import BE, BEL, BEO, BES, BOTH, FAIR, FN, FP, LBE, LE, TP, TRADITIONAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from typing import TypeAlias

    from faireval.align import Signature

    Cell: TypeAlias = tuple[str, Hashable, str, int]

CONFUSION = "confusion"
DATA = "data"
FREQUENCY = "Freq"
NO_SPAN = "_"
KINDS = {TRADITIONAL: (TP, FP, FN), FAIR: (TP, FP, FN, LE, BE, BEO, BES, BEL, LBE)}
SUBTYPES = (BES, BEL, BEO)


class Overall:
    """The name of the row of all labels, which is no label itself."""

    def __str__(self) -> str:
        return "overall"


OVERALL = Overall()


def cells_by(focus: str) -> Callable[[Signature], Iterable[Cell]]:
    """Return the function that says which cells a signature adds to: table, row, column and amount.

    ``focus``, ``"target"`` or ``"system"``, says under whose label labelling and labelling-boundary errors count; they
    count under none for any other.
    """

    def cells(signature: Signature) -> Iterator[Cell]:
        method, kind, target, system = signature
        for table in (TRADITIONAL, FAIR) if method == BOTH else (method,):
            rows = [OVERALL, *_labels(kind, target, system, focus)]
            for column in (BE, kind) if kind in SUBTYPES else (kind,):
                for row in rows:
                    yield table, row, column, 1
        if method == FAIR:
            row, column = (NO_SPAN, system) if kind == FP else (target, NO_SPAN if kind == FN else system)
            yield CONFUSION, row, column, 1
        elif kind != FP:
            yield DATA, target, FREQUENCY, 1
            yield DATA, OVERALL, FREQUENCY, 1

    return cells


def _labels(kind: str, target: Hashable, system: Hashable, focus: str) -> Iterable[Hashable]:
    """Return the label under which a match counts, if any."""
    if kind in (LE, LBE):
        return {"target": [target], "system": [system]}.get(focus, [])
    return [system if kind == FP else target]
