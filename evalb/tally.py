"""What brackets, words and sentences add to the columns of the report, and its measures (page, 'The report')."""

from __future__ import annotations

from legacy_scorers.common.tally import Measure, Row, f1, percent, share
from legacy_scorers.evalb.align import CROSSING, ERROR, MATCHED, MATCHED_CROSSING, MISSED, SPURIOUS, VALID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legacy_scorers.common.tally import Tally
    from legacy_scorers.evalb.align import Sentence

SENTENCES, OVERALL = "sentences", "overall"  # tables: a row for each line; one for all sentences, one for short ones
ALL, SHORT = "All", "len<=%d"
RIGHT, GOLD, TEST, CROSSED, WORDS, TAGS = "matched", "gold", "test", "crossing", "words", "tags"
NUMBER, ERRORS, SKIPS, VALIDS = "sentences", "errors", "skips", "valid"
COMPLETE, UNCROSSED, FEW = "complete", "without crossing", "with 2 or less crossing"
SAME_TAG, OTHER_TAG = "same tag", "other tag"  # signatures of matches of words
COLUMNS: dict[str, Sequence[str]] = {  # by signature
    MATCHED: (GOLD, TEST, RIGHT),
    MATCHED_CROSSING: (GOLD, TEST, RIGHT, CROSSED),
    MISSED: (GOLD,),
    SPURIOUS: (TEST,),
    CROSSING: (TEST, CROSSED),
    SAME_TAG: (WORDS, TAGS),
    OTHER_TAG: (WORDS,),
}
RECALL = Measure("recall", (RIGHT, GOLD), percent, 0.0)
PRECISION = Measure("precision", (RIGHT, TEST), percent, 0.0)
ACCURACY = Measure("tagging accuracy", (TAGS, WORDS), percent, 0.0)
OF_SENTENCE = (RECALL, PRECISION, ACCURACY)
F_MEASURE = Measure("FMeasure", (PRECISION.name, RECALL.name), f1, -float("nan"))
OF_BRACKETS = (RECALL, PRECISION, F_MEASURE)
CROSSINGS = Measure("average crossing", (CROSSED, VALIDS), share, 0.0)
OF_SUMMARY = (
    *OF_BRACKETS,
    Measure("complete match", (COMPLETE, VALIDS), percent, 0.0),
    CROSSINGS,
    Measure("no crossing", (UNCROSSED, VALIDS), percent, 0.0),
    Measure("2 or less crossing", (FEW, VALIDS), percent, 0.0),
    ACCURACY,
)


def counts(sentence: Sentence) -> Row:
    """Return the sums of a sentence by column; all are 0 if it is not aligned."""
    row = Row({WORDS: len(sentence.same_tags), TAGS: sum(sentence.same_tags)})
    for match in sentence.matches:
        for column in COLUMNS[match.signature]:
            row[column] += 1
    return row


def columns(sentence: Sentence, row: Row) -> list[str]:
    """Return the columns of the summary that the sentence itself adds to."""
    if sentence.status != VALID:
        return [NUMBER, ERRORS if sentence.status == ERROR else SKIPS]
    found = [NUMBER, VALIDS]
    if row[GOLD] == row[TEST] == row[RIGHT]:
        found.append(COMPLETE)
    if row[CROSSED] == 0:
        found.append(UNCROSSED)
    if row[CROSSED] <= 2:
        found.append(FEW)
    return found


def rows(sentence: Sentence, cutoff: int) -> list[str]:
    """Return the rows of the summary that a sentence adds to."""
    return [ALL, SHORT % cutoff] if sentence.trees[0].length <= cutoff else [ALL]


def add(sums: Tally, sentence: Sentence, row: Row, cutoff: int) -> None:
    """Add a sentence to the summary; what it holds counts only if it is valid."""
    amounts = {**row} if sentence.status == VALID else {}
    amounts.update(dict.fromkeys(columns(sentence, row), 1))
    for name in rows(sentence, cutoff):
        sums.count([(OVERALL, name, column, amount) for column, amount in amounts.items()])
