"""What was counted in each document.

MATScore documentation, 'All score tables'.
"""

from __future__ import annotations

from common.tally import Signatures, Tally
from mat_score.tally.cells import cells
from mat_score.tally.measures import TOTALS, ratio_measures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from common.tally import Measure
    from common.tally import Row as Counts
    from mat_score.align.mets import Pair
    from mat_score.tally.cells import Row, Signature
    from mat_score.tally.measures import RatioMeasure

    Outcome = tuple[Pair | None, Signature, int]  # who met whom, if anyone; how many times that counts
    Outcomes = tuple[str, list[Outcome]]  # of a document, with the stem of the table that counts them


def count(signatures: Signatures, outcomes: Iterable[Outcome]) -> None:
    """Count meetings. One with an amount of 0 still has its rows."""
    for _, signature, amount in outcomes:
        signatures[signature] += amount


class FileTally:
    """The counts of one document for one table.

    ``stem`` is that of the table, ``name`` the basename of the hypothesis, ``units`` the number of units in the
    document, ``signatures`` what was counted.
    """

    __slots__ = ("_counts", "name", "signatures", "stem", "units")

    def __init__(self, stem: str, name: str, units: int) -> None:
        self.stem = stem
        self.name = name
        self.units = units
        self.signatures = Signatures()
        self._counts: dict[Any, Counts] | None = None

    @property
    def counts(self) -> dict[Row, Counts]:
        """The counts of each row when all is counted; a row in which nothing was counted is absent."""
        if self._counts is None:
            tally = Tally.of(self.signatures, cells)
            self._counts = {row: tally.row(self.stem, row) for row in tally.rows(self.stem)}
        return self._counts


TAGS = ("By tag:", "bytag", "test toks", False)
TOKENS = ("By token:", "bytoken", "test toks", True)
PSEUDO_TOKENS = ("By pseudo-token:", "bypseudotoken", "test pseudo-toks", True)
CHARACTERS = ("By character:", "bychar", "test chars", True)


class TableTally:
    """The counts of all documents for one table: title in the text report, stem of the CSV files, column of units.

    ``fixed_spans`` says that units are counted, which are the same on both sides, and not annotations.
    """

    __slots__ = ("files", "fixed_spans", "stem", "title", "units")

    def __init__(self, title: str, stem: str, units: str, fixed_spans: bool) -> None:
        self.title = title
        self.stem = stem
        self.units = units
        self.fixed_spans = fixed_spans
        self.files: list[FileTally] = []

    @property
    def ratios(self) -> list[RatioMeasure]:
        """The ratios of the table's rows."""
        return ratio_measures(self.units if self.fixed_spans else None)

    @property
    def measures(self) -> list[Measure]:
        """All measures of the table's rows, each after those that it is computed from."""
        return [*TOTALS, *self.ratios]

    def new_file(self, name: str, units: int) -> FileTally:
        """Begin the counts of a document."""
        self.files.append(FileTally(self.stem, name, units))
        return self.files[-1]

    def breakdown(self) -> tuple[list[str], list[str]]:
        """Return the columns that break clashes of references and of hypotheses down, the last new one first.

        A word has its column even if no clash with it is counted.
        """
        found: tuple[dict[str, None], dict[str, None]] = ({}, {})
        for file in self.files:
            for *_, breakdown in file.signatures:
                for known, columns in zip(found, breakdown):
                    known.update(dict.fromkeys(columns))
        return list(found[0])[::-1], list(found[1])[::-1]


def counted_labels(tables: Iterable[TableTally]) -> list[str]:
    """Return the labels that have a row in any of the tables, in code point order."""
    return sorted({label for table in tables for file in table.files for label, _ in file.counts})
