"""The table and the summary, byte for byte (page, 'The report')."""

from __future__ import annotations

from legacy_scorers.common.c import fixed
from legacy_scorers.common.tally import complete
from legacy_scorers.evalb import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from legacy_scorers.common.tally import Row, Tally
    from legacy_scorers.evalb.align import Sentence

RULE = b"=" * 76 + b"\n"
HEADING = b"""\
  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
"""
_LINE = b"%4d  %3d    %d  %6.2f %6.2f   %3d    %3d  %3d    %3d   %4d  %4d   %6.2f\n"
_OF_BRACKETS = tally.RIGHT, tally.GOLD, tally.TEST, tally.CROSSED
_OF_WORDS = tally.WORDS, tally.TAGS, tally.ACCURACY.name
_SHARES = tally.RECALL.name, tally.PRECISION.name
NUMBERS = {b"": tally.NUMBER, b"Error ": tally.ERRORS, b"Skip  ": tally.SKIPS, b"Valid ": tally.VALIDS}
TITLES = [b"Bracketing Recall", b"Bracketing Precision", b"Bracketing FMeasure", b"Complete match"]
TITLES += [b"Average crossing", b"No crossing", b"2 or less crossing", b"Tagging accuracy"]


def line(sentence: Sentence, counts: Row) -> bytes:
    """Return the line of a sentence, with zeros if it is not aligned."""
    row = complete(counts, tally.OF_SENTENCE)
    figures = [row[column] for column in (*_SHARES, *_OF_BRACKETS, *_OF_WORDS)]
    return _LINE % (sentence.number, sentence.trees[0].length, sentence.status, *figures)


def summary(sums: Tally, cutoff: int) -> Iterator[bytes]:
    """Yield what follows the table: its last line, then the figures of all sentences and of the short ones."""
    both = {
        name: complete(sums.row(tally.OVERALL, name), tally.OF_SUMMARY) for name in (tally.ALL, tally.SHORT % cutoff)
    }
    row = both[tally.ALL]
    yield RULE
    if row[tally.GOLD] and row[tally.TEST]:
        figures = [row[column] for column in (*_SHARES, *_OF_BRACKETS)]
        yield b" " * 16 + b"%6.2f %6.2f %6d %5d %5d  %5d" % (*figures,)
    yield b"  %5d %5d   %6.2f\n" % (*[row[column] for column in _OF_WORDS],)
    yield b"=== Summary ===\n"
    for name, row in both.items():
        yield b"\n-- %b --\n" % name.encode()
        for kind, column in NUMBERS.items():
            yield b"%-26b= %6d\n" % (b"Number of %bsentence" % kind, row[column])
        for title, measure in zip(TITLES, tally.OF_SUMMARY):
            yield b"%-26b= %6b\n" % (title, fixed(row[measure.name], 2))
