"""What was counted in each document.

MATScore documentation, 'All score tables'.
"""

from __future__ import annotations

from mat_score import pairing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.encounters import Encounter
    from mat_score.intervals import Stretch
    from mat_score.items import Item, Row
    from mat_score.pairing import Pair

    Counts = dict[str, int]  # by name of column

MATCH = "match"
REF_CLASH = "refclash"
MISSING = "missing"
HYP_CLASH = "hypclash"
SPURIOUS = "spurious"
COUNTS = (MATCH, REF_CLASH, MISSING, HYP_CLASH, SPURIOUS)


class FileTally:
    """The counts of one document for one table.

    ``name`` is the basename of the hypothesis, ``units`` the number of units in the document, ``counts`` what was
    counted in each row; a row that nothing was counted in is not there.
    """

    __slots__ = ("counts", "name", "units")

    def __init__(self, name: str, units: int) -> None:
        self.name = name
        self.units = units
        self.counts: dict[Row, Counts] = {}

    def count(self, claim: Pair | Stretch, amount: int = 1) -> None:
        """Count a pair of annotations, or the units of a stretch of text."""
        if claim.kind == pairing.MISSING:
            self.add(claim.reference, MISSING, amount)
        elif claim.kind == pairing.SPURIOUS:
            self.add(claim.hypothesis, SPURIOUS, amount)
        elif claim.kind == pairing.MATCH:
            self.add(claim.reference, MATCH, amount)
        else:
            self.add(claim.hypothesis, HYP_CLASH, amount)
            self.add(claim.reference, REF_CLASH, amount)

    def count_encounter(self, encounter: Encounter) -> None:
        """Count those annotations of an encounter that it stands for, clashes by kind as well."""
        if encounter.kind != pairing.CLASH:
            self.count(encounter)
            return
        if encounter.counts_reference:
            self.add(encounter.reference, REF_CLASH)
            self.add(encounter.reference, f"ref{encounter.words[0][0]}")
        if encounter.counts_hypothesis:
            self.add(encounter.hypothesis, HYP_CLASH)
            self.add(encounter.hypothesis, f"hyp{encounter.words[1][0]}")

    def open_rows(self, item: Item) -> None:
        """Have rows for an item even if nothing is counted in them."""
        for row in item.rows:
            self.counts.setdefault(row, {})

    def add(self, item: Item | None, column: str, amount: int = 1) -> None:
        """Count ``amount`` in a column of the rows of an item."""
        for row in item.rows if item is not None else ():
            counts = self.counts.setdefault(row, {})
            counts[column] = counts.get(column, 0) + amount


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

    def new_file(self, name: str, units: int) -> FileTally:
        """Begin the counts of a document."""
        self.files.append(FileTally(name, units))
        return self.files[-1]


class Breakdown:
    """The columns that break clashes down by their words, the last new one first.

    A word has its column even if no clash with it is counted.
    """

    __slots__ = ("hypothesis", "reference")

    def __init__(self) -> None:
        self.reference: list[str] = []
        self.hypothesis: list[str] = []

    def count(self, pair: Pair, tally: FileTally) -> None:
        """Count the words of a clash."""
        for item, side, words, columns in (
            (pair.reference, "ref", pair.words[0], self.reference),
            (pair.hypothesis, "hyp", pair.words[1], self.hypothesis),
        ):
            for word in words:
                column = f"{side}{word} (detail)"
                if column not in columns:
                    columns.insert(0, column)
                tally.add(item, column)


def total(counts: Iterable[Counts], factor: int = 1) -> Counts:
    """Return the sum of counts, ``factor`` times."""
    result: Counts = {}
    for part in counts:
        for column, amount in part.items():
            result[column] = result.get(column, 0) + amount * factor
    return result
