"""Which cells of the report a match of annotations adds to (MATScore documentation, 'All score tables')."""

from __future__ import annotations

from mat_score.align.matches import CLASH, MATCH, MISSING, SPURIOUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mat_score.align.matches import Row, Signature, Words

REF_CLASH, HYP_CLASH = "refclash", "hypclash"
COUNTS = (MATCH, REF_CLASH, MISSING, HYP_CLASH, SPURIOUS)


def breakdown(words: Words, ending: str) -> Words:
    """Return the columns of the words of a clash, as seen from the reference and as seen from the hypothesis."""
    return tuple([f"ref{word}{ending}" for word in words[0]]), tuple([f"hyp{word}{ending}" for word in words[1]])


def cells(table: str, signature: Signature, ending: str | None = None) -> Iterator[tuple[str, Row, str, int]]:
    """Yield the cells of a table that a match adds to: table, row, column, amount.

    A match counts for the reference; in a clash each side counts in its own rows. With ``ending``, that of the names of
    their columns, clashes are broken down by their words.
    """
    kind, reference, hypothesis, words = signature
    if kind != CLASH:
        for row in hypothesis if kind == SPURIOUS else reference:
            yield table, row, kind, 1
        return
    columns = ((), ()) if ending is None else breakdown(words, ending)
    for rows, clash, broken_down in ((hypothesis, HYP_CLASH, columns[1]), (reference, REF_CLASH, columns[0])):
        for row in rows:
            for column in (clash, *broken_down):
                yield table, row, column, 1
