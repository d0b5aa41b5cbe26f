"""What an observer receives of a run: the sentences, in each the phrases of key and response, and the tags of tokens.

A phrase extends from its begin to the next end or begin of its side, at most to the end of its sentence.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import count

from legacy_scorers.common.memo import Memo
from legacy_scorers.common.result import KEY, RESPONSE, SIDE_NAMES, Input, Item, Location, Match, Run, Unit, decoded
from legacy_scorers.common.spans import boundary_differences
from legacy_scorers.conlleval.read import key_of
from legacy_scorers.conlleval.tally import MEASURES, QUOTED, cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.conlleval.align import Aligned, Step
    from legacy_scorers.conlleval.options import Options

CORRECT, MISSED, SPURIOUS = "correct", "missed", "spurious"  # kinds of matches of phrases
SAME_TAG, OTHER_TAG = "same tag", "other tag"  # and of tokens
SIDES = KEY, RESPONSE
_NO_TAG = "\n"  # before and after a sentence; no tag is a line feed
_DECODED = Memo["bytes", str](decoded)  # tags, and types of phrases


def _token_match(token: tuple[bool | None, int]) -> Match:
    """Return the match of a token, given whether its tags are the same, and its index in the sentence."""
    same, index = token
    return Match((None, None, None, same), index, index)


def _course_of(tags: tuple[str, ...]) -> str:
    """Say how a phrase goes, given the tag before it, its own, and the one after it."""
    before, first, *others, after = tags
    begins = f"{first} begins it" if before == _NO_TAG else f"{first} begins it after {before}"
    goes_on = f", it continues with {' '.join(dict.fromkeys(others))}" if others else ""
    return f"{begins}{goes_on}, {'the end of the sentence' if after == _NO_TAG else after} ends it"


_OF_TOKENS = Memo(_token_match)  # sentences share them
_COURSES = Memo(_course_of)


class Phrase:
    """A phrase: its ``place`` among those of its side, its type, its extent, and the ``partner`` that it matches.

    ``begin`` and ``end``, exclusive, are indexes of tokens in the sentence. ``correct_as`` is the type of which the two
    are correct, set for the key's phrase.
    """

    __slots__ = ("begin", "correct_as", "end", "partner", "place", "type")

    def __init__(self, place: int, type_: bytes, begin: int, end: int) -> None:
        self.place = place
        self.type = type_
        self.begin = begin
        self.end = end
        self.partner: Phrase | None = None
        self.correct_as: bytes | None = None


class Sentence(Unit):
    """A sentence. Its items are, on either side, the tags of its tokens and then its phrases; ``text`` are the words.

    ``words`` are the first column, if there is one before the tags. Columns are kept, and no object for each token.
    """

    def __init__(self, number: int, file: str, line: int, tokens: Sequence[Aligned]) -> None:
        columns = [*zip(*[cells for cells, _ in tokens])]
        self._tags_in_bytes = columns[-len(SIDES) :]
        self._agree = tuple([step.signature[-1] for _, step in tokens])  # tags of both sides
        self._file, self._line = file, line
        has_words = len(columns) > len(SIDES)
        self.words = decoded(b"\n".join(columns[0])).split("\n") if has_words else []
        self.phrases: tuple[list[Phrase], list[Phrase]] = ([], [])
        location = Location(file, line)
        super().__init__(f"sentence {number}", self._matches(), location, location, text=self.words or None)

    def item(self, side: int, index: int) -> Item:
        """Return the tag of a token or, after those, a phrase."""
        return self._items[side][index]

    @cached_property
    def _tags(self) -> list[list[str]]:
        """The tags of either side, with :data:`_NO_TAG` before and after them."""
        return [[_NO_TAG, *map(_DECODED.__getitem__, tags), _NO_TAG] for tags in self._tags_in_bytes]

    @cached_property
    def _items(self) -> list[list[Item]]:
        places = [Location(self._file, line) for line in range(self._line, self._line + len(self._agree))]
        return [self._items_of(side, places) for side in SIDES]

    def _items_of(self, side: int, places: Sequence[Location]) -> list[Item]:
        words = self.words or [""] * len(places)
        tokens = list(map(Item, self._tags[side][1:], words, count(), count(1), places))
        phrases = []
        for one in self.phrases[side]:
            text = " ".join(self.words[one.begin : one.end])
            phrases.append(Item(_DECODED[one.type], text, one.begin, one.end, places[one.begin]))
        return tokens + phrases

    def why(self, match: Match) -> str:
        """Return which tags begin, continue and end a phrase, and how it differs from those of the other side."""
        same = match.signature[-1]
        if same is not None:
            return "the same letter and type" if same else "another letter or type"
        indexes = enumerate((match.key, match.response))
        found = [(side, self.phrases[side][index - len(self._agree)]) for side, index in indexes if index is not None]
        reason = "both begin and end together" if len(found) == len(SIDES) else self._difference(*found[0])
        return "; ".join([reason, *[f"{SIDE_NAMES[side]}: {self._course(side, phrase)}" for side, phrase in found]])

    def _matches(self) -> Iterator[Match]:
        first = len(self._agree)
        yield from map(_OF_TOKENS.__getitem__, zip(self._agree, count()))
        for index, phrase in enumerate(self.phrases[KEY], first):
            partner = phrase.partner
            place = first + partner.place if partner else None
            yield Match((phrase.type, partner and partner.type, phrase.correct_as, None), index, place)
        for index, phrase in enumerate(self.phrases[RESPONSE], first):
            if not phrase.partner:
                yield Match((None, phrase.type, None, None), None, index)

    def _course(self, side: int, phrase: Phrase) -> str:
        return _COURSES[tuple(self._tags[side][phrase.begin : phrase.end + 2])]

    def _difference(self, side: int, phrase: Phrase) -> str:
        """Say which phrases the other side has where this one is not correct."""
        others, name = self.phrases[1 - side], SIDE_NAMES[1 - side]
        first = bisect_right(others, phrase.begin, key=lambda other: other.end)
        said = []
        for other in others[first:]:
            if other.begin >= phrase.end:
                break
            differences = [] if other.type == phrase.type else [f"is of type {decoded(other.type)}"]
            differences += boundary_differences(other.begin - phrase.begin, other.end - phrase.end, "token")
            said.append(f"the {name}'s {' and '.join(differences) or 'does not end at the same line by the rules'}")
        return ", ".join(said) or f"the {name} has no phrase there"


class Evidence:
    """Passes on the sentences of one run to an observer, each when none of its phrases can become correct any more."""

    def __init__(self, observer: Observer, options: Options, host: Host) -> None:
        """Pass on the run, whose input is the standard input of the host."""
        self._observer = observer
        self._host = host
        self._file = host.stdin_name
        self._delimiter = options.delimiter
        self._count = 0  # of sentences
        self._waiting: list[Sentence] = []  # for phrases that may become correct
        self._together: list[Phrase] = []  # the last two that began together, one of each side
        settings: dict[str, object] = {"latex": options.latex, "raw": options.raw}
        settings["delimiter"] = None if options.delimiter == b" " else decoded(options.delimiter)
        settings["outside"] = None if options.outside == b"O" else decoded(options.outside)
        inputs = [Input("key", self._file, self._key), Input("response", self._file)]
        observer.begin(
            Run(
                "conlleval",
                settings,
                inputs,
                kind=_kind,
                credit=_credit,
                cells=_cells,
                measures=MEASURES,
                by_unit=False,
                quoted=QUOTED,
            )
        )

    def _key(self) -> Iterator[bytes]:
        with self._host.open(self._file) as stream:
            yield from key_of(stream, self._delimiter)

    def of(self, lines: Iterable[Aligned]) -> Iterator[Aligned]:
        """Yield the lines unchanged, and pass on their sentences."""
        tokens: list[Aligned] = []
        for number, line in enumerate(lines, 1):
            columns, step = line
            if columns:
                tokens.append(line)
            else:
                self._end(tokens, step, number)
                tokens = []
            yield line

    def _end(self, tokens: list[Aligned], last: Step, number: int) -> None:
        """Make a sentence of the tokens before a line that ends it, and pass on what cannot change any more."""
        phrases: tuple[list[Phrase], list[Phrase]] = ([], [])
        if tokens:
            self._count += 1
            sentence = Sentence(self._count, self._file, number - len(tokens), tokens)
            phrases = sentence.phrases
            self._waiting.append(sentence)
        self._match_phrases([*[step for _, step in tokens], last], phrases)
        if not last.alike:
            for sentence in self._waiting:
                self._observer.unit(sentence)
            self._waiting = []

    def _match_phrases(self, steps: Sequence[Step], phrases: tuple[list[Phrase], list[Phrase]]) -> None:
        """Begin and end the phrases of a sentence, and match the two of which a step says that they are correct."""
        end = len(steps) - 1
        for place, step in enumerate(steps):
            if not step.has_bounds:
                continue
            *types, correct, _ = step.signature
            if correct is not None:
                key, response = self._together
                key.partner, response.partner, key.correct_as = response, key, correct
            for type_, ends, found in zip(types, step.ends, phrases):
                if found and found[-1].end == end and (ends or type_ is not None):
                    found[-1].end = place
                if type_ is not None:
                    found.append(Phrase(len(found), type_, place, end))
            if None not in types and types[0] == types[1]:
                self._together = [found[-1] for found in phrases]


def _kind(match: Match) -> str:
    same = match.signature[-1]
    if same is not None:
        return SAME_TAG if same else OTHER_TAG
    if match.key is None:
        return SPURIOUS
    return MISSED if match.response is None else CORRECT


def _credit(match: Match) -> float:
    return 1.0 if _kind(match) in (CORRECT, SAME_TAG) else 0.0


def _cells(_: Unit, match: Match) -> Iterator[tuple[str, str, str, int]]:
    """Yield the cells of a match; the row of phrases without a type may be printed twice."""
    for table, row, column, amount in cells(match.signature):
        yield table, decoded(row), column, amount
        if not row:
            yield table, "#2", column, amount
