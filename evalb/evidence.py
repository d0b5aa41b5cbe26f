"""What an observer receives of a run: the sentences, in each its brackets, its words, and the sentence itself."""

from __future__ import annotations

from legacy_scorers.common.host import FOLDER
from legacy_scorers.common.result import KEY, RESPONSE, SIDE_NAMES, Input, Item, Location, Match, Run, Unit, decoded
from legacy_scorers.evalb import tally
from legacy_scorers.evalb.align import MATCHED, MATCHED_CROSSING, SKIPPED, VALID
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
_OF_ALL = *_COUNTS, tally.NUMBER, tally.ERRORS, tally.SKIPS, tally.VALIDS, tally.COMPLETE, tally.UNCROSSED, tally.FEW
_RIGHT = MATCHED, MATCHED_CROSSING, tally.SAME_TAG, STATUS[VALID]


class ScoredSentence(Unit):
    """A sentence. Its items are, on either side, the brackets in order of opening, the words, and the sentence.

    Signatures of its matches are a kind and the label of the bracket, that of the key if both sides have one.
    """

    __slots__ = ("_is_labelled", "row", "rows", "sentence")

    def __init__(self, sentence: Sentence, options: Options) -> None:
        self.sentence = sentence
        self._is_labelled = options.numbers[LABELED] != 0
        self.row = tally.counts(sentence)
        self.rows = tally.rows(sentence, options.numbers[CUTOFF_LEN])
        key, response = [Location(file, sentence.number) for file in options.files[:2]]
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
        return Item(decoded(label), decoded(text), begin, end, (self.key, self.response)[side])

    def why(self, match: Match) -> str:
        """Return what the other side has at a bracket, how tags relate, or why a sentence is of its status."""
        kind, _ = match.signature
        if kind in STATUS:
            problems = [decoded(problem) for problem in self.sentence.errors]
            if self.sentence.status == SKIPPED:
                problems.append("the response has no words")
            return "; ".join(problems) or "the words are the same on both sides"
        if kind in (tally.SAME_TAG, tally.OTHER_TAG):
            return "the same tag, or tags that count as one" if kind == tally.SAME_TAG else "another tag"
        reason = self._lack(match) if None in (match.key, match.response) else self._fit(match)
        crossed = self.sentence.crossed.get(-1 if match.response is None else match.response)
        if crossed is None:
            return reason
        return f"{reason}; it crosses the key's {_shown(self.sentence.trees[KEY].brackets[crossed])}"

    def _fit(self, match: Match) -> str:
        if not self._is_labelled:
            return "the same span; labels do not count"
        key, response = self.item(KEY, match.key or 0), self.item(RESPONSE, match.response or 0)
        return "the same span and label" if key.label == response.label else "the same span; labels that count as one"

    def _lack(self, match: Match) -> str:
        """Say which brackets the other side has with the span of one that has no partner."""
        side, index = match.place
        own, others = self.sentence.trees[side].brackets[index], self.sentence.trees[1 - side].brackets
        here = [one for one in others if (own.begin, own.end) == (one.begin, one.end) and not one.is_deleted]
        if not here:
            return f"the {SIDE_NAMES[1 - side]} has no such span"
        return f"the {SIDE_NAMES[1 - side]} has {', '.join(map(_shown, here))} there, which it does not match"

    def _matches(self) -> Iterator[Match]:
        for match in self.sentence.matches:
            side, index = match.place
            label = decoded(self.sentence.trees[side].brackets[index].name)
            yield Match((match.signature, label), match.key, match.response)
        places = [len(tree.brackets) for tree in self.sentence.trees]
        for index, same in enumerate(self.sentence.same_tags):
            yield Match((tally.SAME_TAG if same else tally.OTHER_TAG, ""), *[place + index for place in places])
        places = [len(tree.brackets) + len(tree.words) for tree in self.sentence.trees]
        yield Match((STATUS[self.sentence.status], ""), *places)


def _shown(bracket: Bracket) -> str:
    return f"{decoded(bracket.name)} {bracket.begin}-{bracket.end}"


def with_evidence(
    sentences: Iterable[Sentence], observer: Observer, options: Options, host: Host
) -> Iterator[Sentence]:
    """Yield the sentences of a run, and pass it and them on to an observer. A folder has no bytes, as it is read."""
    files = [*[("configuration", file) for file in options.parameter_files], *zip(SIDE_NAMES, options.files)]
    blocks = tally.ALL, tally.SHORT % options.numbers[CUTOFF_LEN]
    rows: dict[tuple[str, str], Sequence[str]] = {(tally.OVERALL, name): _OF_ALL for name in blocks}
    observer.begin(
        Run(
            "evalb",
            _settings(options),
            [Input(role, file, tuple if host.kind(file) == FOLDER else None) for role, file in files],
            kind=lambda match: str(match.signature[0]),
            credit=lambda match: float(match.signature[0] in _RIGHT),
            cells=_cells,
            measures={tally.SENTENCES: tally.OF_SENTENCE, tally.OVERALL: tally.OF_SUMMARY},
            rows=rows,
            quoted=[(tally.OVERALL, tally.ALL, one.name) for one in tally.OF_BRACKETS],
        )
    )
    for sentence in sentences:
        rows[tally.SENTENCES, str(sentence.number)] = (LENGTH, STAT, *_COUNTS)
        if observer.wants_units:
            observer.unit(ScoredSentence(sentence, options))
        yield sentence


def _settings(options: Options) -> dict[str, object]:
    settings: dict[bytes, object] = {name: options.numbers[name] for name in (CUTOFF_LEN, LABELED, MAX_ERROR)}
    settings |= {name: [decoded(label) for label in labels] for name, labels in options.labels.items()}
    settings |= {name: [decoded(b" ".join(pair)) for pair in pairs] for name, pairs in options.pairs.items()}
    return {decoded(name.lower()): value for name, value in settings.items()}


def _cells(unit: ScoredSentence, match: Match) -> Iterator[tuple[str, str, str, int]]:
    """Yield the cells of a match: in the row of its sentence, and in the overall rows if the sentence is valid."""
    sentence, row = unit.sentence, str(unit.sentence.number)
    columns = tally.COLUMNS.get(match.signature[0])
    if columns is None:  # the sentence itself
        yield tally.SENTENCES, row, LENGTH, sentence.trees[KEY].length
        if sentence.status != VALID:
            yield tally.SENTENCES, row, STAT, sentence.status
        columns = tally.columns(sentence, unit.row)
    else:
        yield from [(tally.SENTENCES, row, column, 1) for column in columns]
        columns = columns if sentence.status == VALID else ()
    for name in unit.rows:
        yield from [(tally.OVERALL, name, column, 1) for column in columns]
