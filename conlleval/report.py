"""The report and the table for LaTeX, byte for byte (page, 'Reading the report')."""

from __future__ import annotations

from legacy_scorers.common.tally import complete
from legacy_scorers.conlleval import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from legacy_scorers.common.tally import Row, Tally

_SCORES = b"precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f"
_CELLS = rb"%-7b &  %6.2f\%% & %6.2f\%% & %6.2f \\"
_RULE = rb"\hline"


def report(counts: Tally) -> bytes:
    """Return the report: counts, then, if there are tokens, measures overall, then those of each type."""
    row = _overall(counts)
    found = row[tally.TOKENS], row[tally.PHRASES], row[tally.FOUND], row[tally.CORRECT]
    lines = [b"processed %d tokens with %d phrases; found: %d phrases; correct: %d.\n" % found]
    if row[tally.TOKENS]:
        lines.append(b"accuracy: %6.2f%%; " % row[tally.ACCURACY] + _SCORES % _scores(row) + b"\n")
    for type_, of_type in _types(counts):
        lines.append(b"%17b: " % type_ + _SCORES % _scores(of_type) + b"  %d\n" % of_type[tally.FOUND])
    return b"".join(lines)


def table(counts: Tally) -> bytes:
    """Return the rows of the LaTeX table (``-l``): a heading, the types and all of them."""
    rows = [rb"        & Precision &  Recall  & F$_{\beta=1} \\" + _RULE]
    rows += [_CELLS % (type_, *_scores(of_type)) for type_, of_type in _types(counts)]
    rows[-1] += _RULE
    rows.append(_CELLS % (b"Overall", *_scores(_overall(counts))) + _RULE)
    return b"\n".join(rows) + b"\n"


def _overall(counts: Tally) -> Row:
    return complete(counts.row(tally.OVERALL, tally.ALL), tally.MEASURES[tally.OVERALL])


def _types(counts: Tally) -> Iterator[tuple[bytes, Row]]:
    """Yield the types of phrases, in byte order, each with its row; the empty type twice if it is on both sides."""
    names: list[Any] = counts.rows(tally.TYPES)
    for name in sorted(names):
        row = complete(counts.row(tally.TYPES, name), tally.OF_PHRASES)
        if row[tally.PHRASES] or row[tally.FOUND]:
            yield name, row
        if not name and row[tally.PHRASES] and row[tally.FOUND]:
            yield name, row


def _scores(row: Row) -> tuple[float, float, float]:
    return row[tally.PRECISION], row[tally.RECALL], row[tally.FB1]
