"""The report and the table for LaTeX, byte for byte (page, 'Reading the report')."""

from __future__ import annotations

from common.tally import complete
from conlleval.tally import (
    ACCURACY,
    ALL,
    CORRECT,
    FB1,
    FOUND,
    MEASURES,
    OF_PHRASES,
    OVERALL,
    PHRASES,
    PRECISION,
    RECALL,
    TOKENS,
    TYPES,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from common.tally import Row, Tally

_SCORES = b"precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f"
_CELLS = rb"%-7b &  %6.2f\%% & %6.2f\%% & %6.2f \\"
_RULE = rb"\hline"


def report(tally: Tally) -> bytes:
    """Return the report: counts, then, if there are tokens, measures overall, then those of each type."""
    row = complete(tally.row(OVERALL, ALL), MEASURES[OVERALL])
    counts = row[TOKENS], row[PHRASES], row[FOUND], row[CORRECT]
    lines = [b"processed %d tokens with %d phrases; found: %d phrases; correct: %d.\n" % counts]
    if row[TOKENS]:
        lines.append(b"accuracy: %6.2f%%; " % row[ACCURACY] + _SCORES % _scores(row) + b"\n")
    for type_, of_type in _types(tally):
        lines.append(b"%17b: " % type_ + _SCORES % _scores(of_type) + b"  %d\n" % of_type[FOUND])
    return b"".join(lines)


def table(tally: Tally) -> bytes:
    """Return the rows of the LaTeX table (``-l``): a heading, the types and all of them."""
    overall = complete(tally.row(OVERALL, ALL), OF_PHRASES)
    rows = [rb"        & Precision &  Recall  & F$_{\beta=1} \\" + _RULE]
    rows += [_CELLS % (type_, *_scores(of_type)) for type_, of_type in _types(tally)]
    rows[-1] += _RULE
    rows.append(_CELLS % (b"Overall", *_scores(overall)) + _RULE)
    return b"\n".join(rows) + b"\n"


def _types(tally: Tally) -> Iterator[tuple[bytes, Row]]:
    """Yield the types of phrases, in byte order, each with its row; the empty type twice if it is on both sides."""
    names: list[Any] = tally.rows(TYPES)
    for name in sorted(names):
        row = complete(tally.row(TYPES, name), OF_PHRASES)
        if row[PHRASES] or row[FOUND]:
            yield name, row
        if not name and row[PHRASES] and row[FOUND]:
            yield name, row


def _scores(row: Row) -> tuple[float, float, float]:
    return row[PRECISION], row[RECALL], row[FB1]
