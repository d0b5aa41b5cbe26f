"""Sentences as units, and their spans as items."""

from __future__ import annotations

import os

from common.memo import Memo
from common.result import Item, Items, Met, Mets, Place, Unit
from faireval.align import equals
from faireval.kinds import BOTH, TP
from faireval.reasons import contexts, why
from faireval.spans import LABEL, TokenRange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from faireval import align
    from faireval.align import Signature
    from faireval.evaluate import Sentence
    from faireval.spans import ReadSpan, Tokens

    Places: TypeAlias = list[int | None]
    Meeting: TypeAlias = tuple[Signature, ReadSpan | None, ReadSpan | None, str]  # with its context


class SentenceUnits:
    """Makes the units of a run. What recurs in it is made once."""

    __slots__ = ("_equal", "_files", "_items", "_met", "_numbers")

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._files: Memo[str, str] = Memo(os.path.basename)
        self._items: Memo[ReadSpan | None, Item | None] = Memo(_item)
        self._met: Memo[Meeting, Met] = Memo(self._new)
        self._equal: Memo[ReadSpan, Met] = Memo(
            lambda span: self._new(((BOTH, TP, span[LABEL], span[LABEL]), span, span, ""))
        )

    def unit(self, target: Sentence, system: Sentence, found: list[align.Met]) -> Unit:
        """Return the unit of a sentence, the next of its file; ``found`` are all meetings but those of equal spans."""
        file = target[0]
        number = self._numbers[file] = self._numbers.get(file, 0) + 1
        key, response = _Side(target), _Side(system)
        return Unit(
            f"{self._files[file]}:{number}",
            self._mets(key, response, found),
            key.first,
            response.first,
            {"sentences": 1},
            key.words or response.words or None,
        )

    def _new(self, meeting: Meeting) -> Met:
        signature, span, other, _ = meeting
        _, kind, _, _ = signature
        credit = 1.0 if kind == TP else 0.0
        return Met(kind, self._items[span], self._items[other], signature, credit, why=why(*meeting))

    def _mets(self, key: _Side, response: _Side, found: list[align.Met]) -> Mets:
        """Return the meetings of a sentence, those of equal spans first."""
        target, system = key.spans, response.spans
        if target == system:  # as in most sentences
            return Mets(list(map(self._equal.__getitem__, target)), key.items(), response.items())
        places, partners = equals(target, system, found)
        mets = [self._equal[target[place]] for place in places]
        for (signature, place, partner), context in zip(found, contexts(target, system, found)):
            span = None if place is None else target[place]
            other = None if partner is None else system[partner]
            mets.append(self._met[signature, span, other, context])
        own: Places = [*places, *[place for _, place, _ in found]]
        others: Places = [*partners, *[partner for _, _, partner in found]]
        return Mets(mets, key.items(own), response.items(others))


def _item(span: ReadSpan | None) -> Item | None:
    if span is None:
        return None
    label, begin, end, tokens = span
    return Item(label, _listed(tokens), begin - 1, end)


def _listed(tokens: Tokens) -> str:
    return f"{tokens.begin}-{tokens.end}" if isinstance(tokens, TokenRange) else ", ".join(map(str, sorted(tokens)))


class _Side:
    """One side of a sentence. Its spans stand for their words, or for the numbers of their tokens."""

    __slots__ = ("_lines", "first", "spans", "words")

    def __init__(self, sentence: Sentence) -> None:
        file, first, lines, self.spans = sentence
        self.first = Place(file, first)
        self.words: list[str] = []
        self._lines: Sequence[int]
        if lines[0].count("\t") != 3:
            self.words = [line.split(None, 1)[0] for line in lines]
            self._lines = [first + begin - 1 for _, begin, _, _ in self.spans]
        elif len(lines) == len(self.spans):
            self._lines = range(first, first + len(lines))
        else:
            labels = {label for label, _, _, _ in self.spans}
            self._lines = [line for line, text in enumerate(lines, first) if text.partition("\t")[0] in labels]

    def items(self, places: Places | None = None) -> Items:
        """Return the spans in some places, or all, with their lines and their words.

        The line of a span in token lines is that of the token that it begins with. Spans without words stand for the
        numbers of their tokens.
        """
        texts = [self._text(span) for span in self.spans] if self.words else []
        if places is None:
            return Items(self.first.file, self._lines, texts or None)
        lines = self._lines
        own = ["" if place is None else texts[place] for place in places] if texts else None
        return Items(self.first.file, [None if place is None else lines[place] for place in places], own)

    def _text(self, span: ReadSpan) -> str:
        _, _, _, tokens = span
        if isinstance(tokens, TokenRange):
            return _listed(tokens)
        return " ".join([self.words[token - 1] for token in sorted(tokens)])
