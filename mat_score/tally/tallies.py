"""What was counted in each document, by table (MATScore documentation, 'All score tables')."""

from __future__ import annotations

from common.tally import Signatures, Tally
from mat_score.align.matches import CLASH, HYP_CLASH, REF_CLASH, SPURIOUS
from mat_score.tally.measures import TOTALS, ratio_measures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from common.tally import Measure
    from common.tally import Row as Counts
    from mat_score.align.matches import Pair, Row, Signature, Words

    # Of a document: the stem of a table, the matches that it counts, and how many times each.
    Counted = tuple[str, Sequence[Pair], Sequence[int]]

TAGS = ("By tag:", "bytag", "test toks", False)
TOKENS = ("By token:", "bytoken", "test toks", True)
PSEUDO_TOKENS = ("By pseudo-token:", "bypseudotoken", "test pseudo-toks", True)
CHARACTERS = ("By character:", "bychar", "test chars", True)
CONFUSABILITY = "confusability"


def breakdown(words: Words, ending: str) -> Words:
    """Return the columns that break a clash down, those of the reference and those of the hypothesis."""
    return tuple([f"ref{word}{ending}" for word in words[0]]), tuple([f"hyp{word}{ending}" for word in words[1]])


class FileTally:
    """The counts of one document for one ``table``.

    ``name`` is the basename of the hypothesis, ``units`` the number of units in the document.
    """

    __slots__ = ("_counts", "_table", "name", "signatures", "units")

    def __init__(self, table: TableTally, name: str, units: int) -> None:
        self.name = name
        self.units = units
        self.signatures = Signatures()
        self._table = table
        self._counts: dict[Row, Counts] | None = None

    def count(self, matches: Sequence[Pair], amounts: Sequence[int]) -> Counted:
        """Count matches, each an amount of times; one with an amount of 0 still has its rows. Return what was given."""
        for match, amount in zip(matches, amounts):
            self.signatures.count(match.signature, amount)
        return self._table.stem, matches, amounts

    @property
    def counts(self) -> dict[Row, Counts]:
        """The counts of each row when all is counted; a row in which nothing was counted is absent."""
        if self._counts is None:
            tally = Tally.of(self.signatures, self._table.cells)
            rows: Iterable[Row] = tally.rows(self._table.stem)  # type: ignore[assignment]
            self._counts = {row: tally.row(self._table.stem, row) for row in rows}
        return self._counts


class TableTally:
    """The counts of all documents for one table: title in the text report, stem of the CSV files, column of units.

    ``fixed_spans`` says that units are counted, which are the same on both sides, and not annotations. ``ending`` is
    that of the columns that break clashes down, or None. ``measures`` are those of the table's rows, each after those
    that it is computed from; the ``ratios`` are the last ones.
    """

    __slots__ = ("ending", "files", "fixed_spans", "measures", "ratios", "stem", "title", "units")

    def __init__(self, title: str, stem: str, units: str, fixed_spans: bool, ending: str | None = None) -> None:
        self.title = title
        self.stem = stem
        self.units = units
        self.fixed_spans = fixed_spans
        self.ending = ending
        self.files: list[FileTally] = []
        self.ratios = ratio_measures(units if fixed_spans else None)
        self.measures: list[Measure] = [*TOTALS, *self.ratios]

    def cells(self, signature: Signature) -> Iterator[tuple[str, Row, str, int]]:
        """Yield the cells that a match adds to: table, row, column, amount.

        A match counts for the reference; in a clash each side counts in its own rows.
        """
        kind, reference, hypothesis, words = signature
        if kind != CLASH:
            for row in hypothesis if kind == SPURIOUS else reference:
                yield self.stem, row, kind, 1
            return
        columns = ((), ()) if self.ending is None else breakdown(words, self.ending)
        for rows, clash, broken_down in ((hypothesis, HYP_CLASH, columns[1]), (reference, REF_CLASH, columns[0])):
            for row in rows:
                for column in (clash, *broken_down):
                    yield self.stem, row, column, 1

    def new_file(self, name: str, units: int) -> FileTally:
        """Begin the counts of a document."""
        self.files.append(FileTally(self, name, units))
        return self.files[-1]

    def breakdown(self) -> tuple[list[str], list[str]]:
        """Return the columns that break clashes of references and of hypotheses down, the last new one first.

        A word has its column even if no clash with it is counted.
        """
        if self.ending is None:
            return [], []
        found = [breakdown(words, self.ending) for file in self.files for *_, words in file.signatures]
        of_references, of_hypotheses = [
            list(dict.fromkeys([column for columns in found for column in columns[side]]))[::-1] for side in (0, 1)
        ]
        return of_references, of_hypotheses


def counted_labels(tables: Iterable[TableTally]) -> list[str]:
    """Return the labels that have a row in any of the tables, in code point order."""
    return sorted({label for table in tables for file in table.files for label, _ in file.counts})
