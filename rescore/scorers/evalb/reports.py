"""Reports of evalb, 1997 to 2013: a row for each sentence, their sums, figures of all and of short sentences."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator

from legacy_scorers.common.tally import Row
from legacy_scorers.evalb import tally
from legacy_scorers.evalb.align import VALID
from legacy_scorers.evalb.evidence import LENGTH, STAT
from legacy_scorers.evalb.report import NUMBERS, TITLES
from legacy_scorers.rescore.reports.model import DETAILS, Cell, Form, Layout
from legacy_scorers.rescore.reports.words import squeezed
from legacy_scorers.rescore.scorers.evalb.tables import means

MOST = 200  # brackets, or words, of a sentence that the original can count
_SHARE = r"([\d.]+|-?nan)"
_COUNTS = (tally.RIGHT, tally.GOLD, tally.TEST)
_SHARES = (tally.RECALL.name, tally.PRECISION.name)
_OF_WORDS = (tally.WORDS, tally.TAGS, tally.ACCURACY.name)
_WORDS = rf"(\d+) (\d+) {_SHARE}"
_SUMS = rf"\s*{_SHARE} {_SHARE} (\d+) (\d+) (\d+) (\d+) {_WORDS}"
_FIGURES = {  # by what stands before them
    **{squeezed(f"Number of {kind.decode()}sentence"): column for kind, column in NUMBERS.items()},
    **{title.decode(): measure.name for title, measure in zip(TITLES, tally.OF_SUMMARY)},
}
_MESSAGE = r"\d+ : (?:\S.*)?(?:unmatch|unbalance|bracket\)|Reading sentence|More than two elements).*"
_DEBUG = (
    r"-<1>-+\(.*|\s*\d+ : [0159] : .*|label=.*, word=.*, wid=\d+|\d+: .* - .*|bra=\d+, ind=\d+|bracket\[\d+\]=.*"
    r"|endslen=\d+|1\.res=.*|\s*(?:LABEL|BRACKET|EXTRA|CROSSING)\[-?\d+--?\d+\]: .*"
)


class EvalbReport(Layout):
    """The report. Before 2008, the line below the table has the number of sentences without crossing, not of crossings.

    The sentences above this line show which of the two it is; where they do not, it is the number of crossings.
    """

    name = "evalb"
    repeats = True
    recognised = (
        rb"^[^\S\n]*ID\s+Len\.\s+Stat\.\s+Recal\s+Prec\.\s+Bracket\s"
        rb"|^[^\S\n]*Bracketing\s+Recall\s+=\s+[\d.]+\s+Bracketing\s+Precision\s+="
    )
    table = tally.OVERALL
    listings = (DETAILS,)
    max_line = sys.maxsize
    block = tally.ALL
    sentences = crossings = uncrossed = 0

    @classmethod
    def with_means(cls, cells: Iterable[Cell]) -> Iterator[Cell]:
        """Yield the cells, and then the means of recall, precision and F over valid sentences, if there are any."""
        rows: dict[str, Row] = {}
        for cell in cells:
            if cell.table == tally.SENTENCES and not isinstance(cell.value, str):
                rows.setdefault(cell.row, Row())[cell.column] = cell.value
            yield cell
        yield from means([row for row in rows.values() if row[STAT] == VALID])

    @Form(
        rf"\s*(?P<_id>\d+) (-?\d+) ([012]) {_SHARE} {_SHARE} (\d+) (\d+) (\d+) (\d+) {_WORDS}",
        columns=(LENGTH, STAT, *_SHARES, *_COUNTS, tally.CROSSED, *_OF_WORDS),
        table=tally.SENTENCES,
    )
    def _sentence(self, found: re.Match[str]) -> str:
        crossing, is_valid = int(found[9]), found[3] == str(VALID)
        self.crossings += crossing * is_valid
        self.uncrossed += is_valid and not crossing
        self.sentences += 1
        return found["_id"]

    @Form(_SUMS, columns=(*_SHARES, *_COUNTS, tally.UNCROSSED, *_OF_WORDS))
    def _sums_with_sentences(self, found: re.Match[str]) -> str | None:
        number = int(found[6])
        return tally.ALL if self.sentences and self.crossings != number == self.uncrossed else None

    _sums = Form(_SUMS, tally.ALL, (*_SHARES, *_COUNTS, tally.CROSSED, *_OF_WORDS))
    _sums_of_words = Form(rf"\s*{_WORDS}", tally.ALL, _OF_WORDS)

    @Form(r"\s*-- (?P<_block>All|len<=-?\d+) --")
    def _title(self, found: re.Match[str]) -> str:
        self.block = found["_block"]
        return ""

    _figure = Form("|".join([rf"\s*{title} = {_SHARE}" for title in _FIGURES]), "{reader.block}", [*_FIGURES.values()])
    _headings = Form(
        r"\s*Sent\. Matched Bracket Cross Correct Tag|\s*ID Len\. Stat\. Recal Prec\. Bracket gold test Bracket"
        r" Words Tags Accracy|={8,}|=== Summary ==="
    )
    _other = Form(rf"(?P<words>{_MESSAGE}|{_DEBUG})", "{reader.sentences}", table=DETAILS)
