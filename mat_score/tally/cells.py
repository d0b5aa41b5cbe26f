"""Which cells of the report a meeting of annotations adds to (MATScore documentation, 'All score tables').

A meeting counts by its signature: the table that counts it, its kind, the rows of the reference, the rows of the
hypothesis, and the columns that break a clash down, as seen from either side. In the confusability matrix it counts by
the labels of both sides alone.
"""

from __future__ import annotations

from mat_score.align.mets import CLASH, MATCH, MISSING, SPURIOUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from mat_score.align.encounters import Encounter
    from mat_score.align.items import Item
    from mat_score.align.mets import Pair

    Row: TypeAlias = tuple[str, str]  # label and subset
    Rows: TypeAlias = Mapping[Item | None, tuple[Row, ...]]  # the rows that annotations are counted in; of None, none
    Breakdown: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]  # columns of the reference and of the hypothesis
    Confusion: TypeAlias = tuple[str, str | None, str | None]  # labels of hypothesis and reference, None for no label
    Signature: TypeAlias = tuple[str, str, tuple[Row, ...], tuple[Row, ...], Breakdown] | Confusion
    Cell: TypeAlias = tuple[str, Any, Any, int]  # table; row and column, in the matrix labels; amount

REF_CLASH, HYP_CLASH = "refclash", "hypclash"
COUNTS = (MATCH, REF_CLASH, MISSING, HYP_CLASH, SPURIOUS)
CONFUSABILITY = "confusability"
NO_BREAKDOWN: Breakdown = ((), ())
NULL = "null"


def breakdown(words: tuple[Sequence[str], Sequence[str]], ending: str = "") -> Breakdown:
    """Return the columns of the words of a clash, as seen from the reference and as seen from the hypothesis."""
    return tuple([f"ref{word}{ending}" for word in words[0]]), tuple([f"hyp{word}{ending}" for word in words[1]])


def signature(
    table: str,
    kind: str,
    reference: Item | None,
    hypothesis: Item | None,
    rows: Rows,
    details: Breakdown = NO_BREAKDOWN,
) -> Signature:
    """Return the signature of a meeting; a side that is absent, or that another meeting counts, is None."""
    return table, kind, rows[reference], rows[hypothesis] if kind != MATCH else (), details


def encounter_signature(table: str, encounter: Encounter, rows: Rows) -> Signature:
    """Return what an encounter counts: those annotations that it stands for, clashes by kind as well."""
    reference = encounter.reference if encounter.counts_reference else None
    hypothesis = encounter.hypothesis if encounter.counts_hypothesis else None
    details = breakdown(encounter.words) if encounter.kind == CLASH else NO_BREAKDOWN
    return signature(table, encounter.kind, reference, hypothesis, rows, details)


def confusion(met: Pair | None) -> Confusion:
    """Return what a meeting counts in the confusability matrix; None is text that no annotation covers."""
    items = (met.hypothesis, met.reference) if met is not None else (None, None)
    hypothesis, reference = [item.label if item is not None else None for item in items]
    return CONFUSABILITY, hypothesis, reference


def cells(signature: Signature) -> Iterator[Cell]:
    """Yield the cells that a meeting adds to, in the rows of its labels: table, row, column, amount.

    A match counts for the reference; in a clash each side counts in its own rows. The confusability matrix has a row
    for each label of the hypothesis, and a column for each of the reference.
    """
    if len(signature) == 3:
        yield *signature, 1
        return
    table, kind, reference, hypothesis, details = signature
    if kind != CLASH:
        for row in hypothesis if kind == SPURIOUS else reference:
            yield table, row, kind, 1
        return
    for of_side, clash, columns in ((hypothesis, HYP_CLASH, details[1]), (reference, REF_CLASH, details[0])):
        for row in of_side:
            for column in (clash, *columns):
                yield table, row, column, 1


def shown_label(label: str | None) -> str:
    """Return the label as the matrix shows it; None is the absence of one."""
    return NULL if label is None else label
