"""What an observer receives of a run: the sentences, in each its brackets, its words, and the sentence itself."""

from __future__ import annotations

from legacy_scorers.common.host import FOLDER
from legacy_scorers.common.result import KEY, RESPONSE, Input, Item, Location, Match, Run, Unit, decoded
from legacy_scorers.common.tally import Measure, Row, complete, share
from legacy_scorers.evalb import tally
from legacy_scorers.evalb.align import CROSSING, MATCHED, MATCHED_CROSSING, MISSED, SKIPPED, VALID
from legacy_scorers.evalb.options import CUTOFF_LEN, LABELED, MAX_ERROR
from legacy_scorers.evalb.read import OPEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.evalb.align import Sentence
    from legacy_scorers.evalb.options import Options
    from legacy_scorers.evalb.read import Bracket

STATUS = "valid", "error", "skipped"  # signatures of sentences, by status
LENGTH, STAT = "length", "status"  # columns of a sentence that are no counts
_COUNTS = tally.RIGHT, tally.GOLD, tally.TEST, tally.CROSSED, tally.WORDS, tally.TAGS
_OF_VALID = tally.COMPLETE, tally.UNCROSSED, tally.FEW
MEAN = "mean"  # a row of the overall table that is not printed: means over valid sentences, as some papers have them
OF_MEAN = tuple(
    Measure(one.name, (f"sum of {one.name}", tally.VALIDS), share, 0.0)
    for one in (tally.RECALL, tally.PRECISION, tally.F_MEASURE)
)
SIDES = KEY, RESPONSE
_NAMES = "key", "response"
_MEASURES: dict[str | tuple[str, str], Sequence[Measure]] = {
    tally.SENTENCES: tally.OF_SENTENCE,
    tally.OVERALL: tally.OF_SUMMARY,
    (tally.OVERALL, MEAN): OF_MEAN,
}


class ScoredSentence(Unit):
    """A sentence. Its items are, on either side, the brackets in order of opening, the words, and the sentence."""

    __slots__ = ("_files", "_labelled", "row", "rows", "sentence")

    def __init__(self, sentence: Sentence, options: Options) -> None:
        self.sentence, self._files = sentence, options.files
        self._labelled = options.numbers[LABELED] != 0
        self.row = tally.counts(sentence)
        self.rows = tally.rows(sentence, options.numbers[CUTOFF_LEN])
        key, response = [Location(self._files[side], sentence.number) for side in SIDES]
        words = [decoded(word) for word in sentence.trees[KEY].words] if sentence.is_aligned else None
        super().__init__(f"sentence {sentence.number}", self._matches(), key, response, text=words)

    def item(self, side: int, index: int) -> Item:
        """Return a bracket, a word, or the sentence."""
        tree = self.sentence.trees[side]
        word = index - len(tree.brackets)
        if word < 0:
            bracket = tree.brackets[index]
            label, begin, end = bracket.name, bracket.begin, len(tree.words) if bracket.end == OPEN else bracket.end
        elif word < len(tree.words):
            label, begin, end = tree.tags[word], word, word + 1
        else:
            label, begin, end = STATUS[self.sentence.status].encode(), 0, len(tree.words)
        text = b" ".join(tree.words[begin:end])
        return Item(decoded(label), decoded(text), begin, end, Location(self._files[side], self.sentence.number))

    def why(self, match: Match) -> str:
        """Return what the other side has at a bracket, how tags relate, or why a sentence is of its status."""
        signature = match.signature
        if signature in STATUS:
            problems = [decoded(problem) for problem in self.sentence.errors]
            problems += ["the response has no words"] * (self.sentence.status == SKIPPED)
            return "; ".join(problems) or "the words are the same on both sides"
        if signature in (tally.SAME_TAG, tally.OTHER_TAG):
            return "the same tag, or tags that count as one" if signature == tally.SAME_TAG else "another tag"
        reasons = [self._fit(match) if signature in (MATCHED, MATCHED_CROSSING) else self._lack(match)]
        if signature in (CROSSING, MATCHED_CROSSING) and match.response is not None:
            crossed = self.sentence.trees[KEY].brackets[self.sentence.crossed[match.response]]
            reasons.append(f"it crosses the key's {_shown(crossed)}")
        return "; ".join(reasons)

    def _fit(self, match: Match) -> str:
        key, response = [self.item(side, index or 0) for side, index in enumerate((match.key, match.response))]
        if not self._labelled:
            return "the same span; labels do not count"
        return "the same span and label" if key.label == response.label else "the same span; labels that count as one"

    def _lack(self, match: Match) -> str:
        """Say which brackets the other side has with the span of one that has no partner."""
        side, index = (KEY, match.key) if match.signature == MISSED else (RESPONSE, match.response)
        own = self.sentence.trees[side].brackets[index or 0]
        others = [
            other
            for other in self.sentence.trees[1 - side].brackets
            if own.begin == other.begin and not other.is_deleted
        ]
        there = ", ".join([_shown(other) for other in others if other.end == own.end])
        name = _NAMES[1 - side]
        return f"the {name} has {there} there, which it does not match" if there else f"the {name} has no such span"

    def _matches(self) -> Iterator[Match]:
        yield from self.sentence.matches
        first, of_response = [len(tree.brackets) for tree in self.sentence.trees]
        for index, same in enumerate(self.sentence.same_tags):
            yield Match(tally.SAME_TAG if same else tally.OTHER_TAG, first + index, of_response + index)
        last, of_response = [len(tree.brackets) + len(tree.words) for tree in self.sentence.trees]
        yield Match(STATUS[self.sentence.status], last, of_response)


def _shown(bracket: Bracket) -> str:
    return f"{decoded(bracket.name)} {bracket.begin}-{bracket.end}"


class Evidence:
    """Passes on the sentences of one run to an observer."""

    def __init__(self, observer: Observer, options: Options, host: Host) -> None:
        """Pass on the run. A folder has no bytes, as it is read."""
        self._observer, self._options = observer, options
        settings: dict[str, object] = {
            decoded(name.lower()): options.numbers[name] for name in (CUTOFF_LEN, LABELED, MAX_ERROR)
        }
        for name, labels in options.labels.items():
            settings[decoded(name.lower())] = [decoded(label) for label in labels]
        for name, pairs in options.pairs.items():
            settings[decoded(name.lower())] = [decoded(b" ".join(pair)) for pair in pairs]
        roles = [*[("configuration", file) for file in options.parameter_files], *zip(_NAMES, options.files)]
        inputs = [Input(role, file, tuple if host.kind(file) == FOLDER else None) for role, file in roles]
        of_all = *_COUNTS, tally.NUMBER, tally.ERRORS, tally.SKIPS, tally.VALIDS, *_OF_VALID
        names = tally.ALL, tally.SHORT % options.numbers[CUTOFF_LEN]
        self._rows: dict[tuple[str, str], Sequence[str]] = {(tally.OVERALL, name): of_all for name in names}
        observer.begin(
            Run(
                "evalb",
                settings,
                inputs,
                kind=_kind,
                credit=_credit,
                cells=_cells,
                measures=_MEASURES,
                rows=self._rows,
                quoted=[(tally.OVERALL, tally.ALL, one.name) for one in OF_MEAN],
            )
        )

    def of(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """Yield the sentences unchanged, and pass them on."""
        for sentence in sentences:
            self._rows[tally.SENTENCES, str(sentence.number)] = (LENGTH, STAT, *_COUNTS)
            self._observer.unit(ScoredSentence(sentence, self._options))
            yield sentence


def _kind(match: Match) -> str:
    return str(match.signature)


def _credit(match: Match) -> float:
    return float(match.signature in (MATCHED, MATCHED_CROSSING, tally.SAME_TAG, STATUS[VALID]))


def _cells(unit: ScoredSentence, match: Match) -> Iterator[tuple[str, str, str, float]]:
    """Yield the cells of a match: in the row of its sentence, and in the overall rows if the sentence is valid."""
    sentence = unit.sentence
    columns = tally.COLUMNS.get(match.signature)
    if columns is None:  # the sentence itself
        yield (tally.SENTENCES, str(sentence.number), LENGTH, sentence.trees[KEY].length)
        columns = tally.columns(sentence, unit.row)
        if sentence.status == VALID:
            yield from [(tally.OVERALL, MEAN, column, amount) for column, amount in of_mean(unit.row).items()]
        else:
            yield (tally.SENTENCES, str(sentence.number), STAT, sentence.status)
    else:
        yield from [(tally.SENTENCES, str(sentence.number), column, 1) for column in columns]
        columns = columns if sentence.status == VALID else ()
    for name in unit.rows:
        yield from [(tally.OVERALL, name, column, 1) for column in columns]


def of_mean(row: Row) -> dict[str, float]:
    """Return what a valid sentence with these counts adds to the row of means, by column. An undefined F is 0."""
    figures = complete(row, (tally.RECALL, tally.PRECISION, tally.F_MEASURE))
    sums = {f"sum of {one.name}": figures[one.name] if row[tally.RIGHT] else 0.0 for one in OF_MEAN}
    return {tally.VALIDS: 1, **sums}
