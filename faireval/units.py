"""Sentences as units, and their spans as items, in columns."""

from __future__ import annotations

import os

from common.memo import Memo
from common.result import Item, Items, Met, Mets, Units
from faireval.align import equals
from faireval.kinds import BOTH, TP
from faireval.reasons import EQUAL, contexts, why
from faireval.spans import LABEL, TokenRange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from common.result import Observer
    from faireval import align
    from faireval.align import Signature
    from faireval.evaluate import Sentence
    from faireval.spans import ReadSpan, Tokens

    Places: TypeAlias = list[int | None]
    Form: TypeAlias = tuple[str, str, bool, bool]  # the files of target and system, and whether these hold words
    Meeting: TypeAlias = tuple[Signature, ReadSpan | None, ReadSpan | None, str]  # with its context

_TOGETHER = 500  # sentences and meetings
_SIZES = {"sentences": 1}


class SentenceUnits:
    """Tells an observer of sentences, of many at once. What recurs in a run is made once."""

    __slots__ = ("_counts", "_equal", "_form", "_items", "_key", "_met", "_mets", "_numbers", "_observer", "_response")

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._numbers: dict[str, int] = {}
        self._items: Memo[ReadSpan | None, Item | None] = Memo(_item)
        self._met: Memo[Meeting, Met] = Memo(self._new)
        self._equal: Memo[ReadSpan, Met] = Memo(self._new_of_equals)
        self._form: Form = ("", "", False, False)  # of the sentences that wait
        self._key, self._response = _Side("", False), _Side("", False)
        self._mets: list[Met] = []
        self._counts: list[int] = []

    def add(self, target: Sentence, system: Sentence, found: list[align.Met]) -> None:
        """Add a sentence, the next of its file; ``found`` are all meetings but those of equal spans."""
        file, first, lines, spans = target
        other_file, other_first, other_lines, others = system
        form = file, other_file, lines[0].count("\t") != 3, other_lines[0].count("\t") != 3
        if form != self._form or len(self._counts) + len(self._mets) > _TOGETHER:
            self.tell()
            self._form = form
            self._key, self._response = _Side(file, form[2]), _Side(other_file, form[3])
        if spans == others:  # as in most sentences
            self._key.add(first, lines, spans)
            self._response.add(other_first, other_lines, others)
            self._mets += map(self._equal.__getitem__, spans)
            self._counts.append(len(spans))
            return
        places, partners = equals(spans, others, found)
        self._key.add(first, lines, spans, [*places, *[place for _, place, _ in found]])
        self._response.add(other_first, other_lines, others, [*partners, *[partner for _, _, partner in found]])
        self._mets += map(self._equal.__getitem__, [spans[place] for place in places])
        for (signature, place, partner), context in zip(found, contexts(spans, others, found)):
            span = None if place is None else spans[place]
            other = None if partner is None else others[partner]
            self._mets.append(self._met[signature, span, other, context])
        self._counts.append(len(places) + len(found))

    def tell(self) -> None:
        """Tell of the sentences that wait."""
        key, response = self._key, self._response
        if self._counts:
            mets = Mets(self._mets, key.items(), response.items())
            words = key.words or response.words or None
            names = self._names(key.file)
            self._observer.block(Units(names, key.firsts, response.firsts, mets, self._counts, _SIZES, words))
        self._mets, self._counts = [], []

    def _names(self, file: str) -> list[str]:
        """Return the names of the sentences that wait."""
        before = self._numbers.get(file, 0)
        after = self._numbers[file] = before + len(self._counts)
        name = os.path.basename(file)
        return [f"{name}:{number}" for number in range(before + 1, after + 1)]

    def _new(self, meeting: Meeting) -> Met:
        signature, span, other, _ = meeting
        _, kind, _, _ = signature
        credit = 1.0 if kind == TP else 0.0
        return Met(kind, self._items[span], self._items[other], signature, credit, 1, why(*meeting))

    def _new_of_equals(self, span: ReadSpan) -> Met:
        label, item = span[LABEL], self._items[span]
        return Met(TP, item, item, (BOTH, TP, label, label), 1.0, 1, EQUAL)


def _item(span: ReadSpan | None) -> Item | None:
    if span is None:
        return None
    label, begin, end, tokens = span
    return Item(label, _listed(tokens), begin - 1, end)


def _listed(tokens: Tokens) -> str:
    return f"{tokens.begin}-{tokens.end}" if isinstance(tokens, TokenRange) else ", ".join(map(str, sorted(tokens)))


class _Side:
    """Sentences of one file and one format, and their spans in columns.

    ``firsts`` are the first lines of the sentences, ``words`` the words of each; there are none of span lines. Spans
    stand for their words, or for the numbers of their tokens.
    """

    __slots__ = ("_has_words", "_lines", "_texts", "file", "firsts", "words")

    def __init__(self, file: str, has_words: bool) -> None:
        self.file = file
        self._has_words = has_words
        self.firsts: list[int] = []
        self.words: list[list[str]] = []
        self._lines: list[int | None] = []
        self._texts: list[str] = []

    def add(self, first: int, lines: list[str], spans: list[ReadSpan], places: Places | None = None) -> None:
        """Add a sentence, whose lines begin with number ``first``, and its spans: all in order, or those in places."""
        self.firsts.append(first)
        if self._has_words:
            words = [line.split(None, 1)[0] for line in lines]
            self.words.append(words)
            texts = [_text(span, words) for span in spans]
            self._texts += texts if places is None else ["" if place is None else texts[place] for place in places]
        numbers: Sequence[int] = range(first, first + len(lines))
        if self._has_words:
            numbers = [numbers[begin - 1] for _, begin, _, _ in spans]
        elif len(lines) > len(spans):
            labels = {label for label, _, _, _ in spans}
            numbers = [line for line, text in zip(numbers, lines) if text.partition("\t")[0] in labels]
        self._lines += numbers if places is None else [None if place is None else numbers[place] for place in places]

    def items(self) -> Items:
        """Return the spans; those of words stand in the line of the first one."""
        return Items(self.file, self._lines, self._texts if self._has_words else None)


def _text(span: ReadSpan, words: list[str]) -> str:
    _, _, _, tokens = span
    if isinstance(tokens, TokenRange):
        return _listed(tokens)
    return " ".join([words[token - 1] for token in sorted(tokens)])
