"""What documents add up to, one after the other, and the measures made of that (specification, 9 and 10)."""

from __future__ import annotations

from common.tally import Measure, Row, complete, f1, share
from coref_scorer.metrics import (
    BLANC,
    COLUMNS,
    COREFERENCE,
    CORRECT,
    KEY,
    NON_COREFERENCE,
    OF_CHAINS,
    RECALLED,
    RESPONSE,
    blanc,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeAlias

    from common.tally import Tally
    from coref_scorer.align import Aligned

    Rows: TypeAlias = Mapping[str, Row]

TOTALS = "totals"  # the table; its rows are the metrics, the identification of mentions and the kinds of links
RECALL, PRECISION, F1 = FIGURES = ("recall", "precision", "F1")
KINDS = (COREFERENCE, NON_COREFERENCE)
OF_ROW = (
    Measure(RECALL, (RECALLED, KEY), share, 0.0),
    Measure(PRECISION, (CORRECT, RESPONSE), share, 0.0),
    Measure(F1, (PRECISION, RECALL), f1, 0.0),
)


def _mean_of_kinds(figure: str) -> Callable[..., float]:
    """Return BLANC's figure from the counts of both kinds of links: their mean, or that of the only kind in the key."""

    def mean(*counts: int) -> float:
        links, others = [complete(Row(zip(COLUMNS, part)), OF_ROW) for part in (counts[:4], counts[4:])]
        if links[KEY] and others[KEY]:
            return float((links[figure] + others[figure]) / 2)
        return float((links if links[KEY] else others)[figure])

    return mean


_COUNTS_OF_LINKS = [(TOTALS, kind, column) for kind in KINDS for column in COLUMNS]
OF_BLANC = tuple([Measure(figure, _COUNTS_OF_LINKS, _mean_of_kinds(figure), 0.0) for figure in FIGURES])
MEASURES: dict[Any, tuple[Measure, ...]] = {TOTALS: OF_ROW, (TOTALS, BLANC): OF_BLANC}


def rows(aligned: Aligned, metric: str) -> Rows:
    """Return what a document adds to the rows of a metric; nothing if it cannot be scored by that."""
    if metric == BLANC:
        return blanc(aligned)
    return {metric: OF_CHAINS[metric](aligned)} if metric in OF_CHAINS else {}


def add(tally: Tally, rows: Rows) -> None:
    """Add the rows of a document to the totals."""
    for name, row in rows.items():
        tally.count((TOTALS, name, column, amount) for column, amount in row.items())


def figures(tally: Tally, name: str) -> Row:
    """Return a row of the totals with its measures; that of BLANC has nothing else."""
    if name != BLANC:
        return complete(tally.row(TOTALS, name), OF_ROW)
    counts = {part: tally.row(*part[:2])[part[2]] for part in _COUNTS_OF_LINKS}
    return Row({measure.name: measure(counts) for measure in OF_BLANC})
