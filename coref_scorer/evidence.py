"""What an observer receives of a run: the documents, in each the mentions of key and response, then their chains."""

from __future__ import annotations

import os

from common import VERSION
from common.match import KEY, RESPONSE, Input, Item, Location, Match, Run, Unit
from common.spans import moves
from common.tally import Measure, add
from coref_scorer import tally
from coref_scorer.amounts import of_key, of_response
from coref_scorer.chains import matched, similarities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from common.match import Observer
    from coref_scorer.align import Aligned
    from coref_scorer.amounts import Adds, Amounts
    from coref_scorer.read import Document, Mention, Place

CORRECT, MISSED, INVENTED, REPEATED = "correct", "missed", "invented", "repeated"  # kinds of matches of mentions
MATCHED_CHAINS, MISSED_CHAIN, INVENTED_CHAIN = OF_CHAINS = "matched chains", "missed chain", "invented chain"
CONLL = "CoNLL"  # the table of the mean that CoNLL ranked systems by
_NAMES = "key", "response"
_WORD = 3  # the column of words in files of CoNLL-2012; where there are fewer, they stand in the last but one
_COUNTS = "key mentions", "response mentions", "identified", "not identified", "invented"


class Side:
    """A document of one side, with the rank and index of each mention, and the words and lines of its tokens."""

    __slots__ = ("chains", "file", "lines", "location", "mentions", "words")

    def __init__(self, file: str, place: Place | None, document: Document) -> None:
        self.file = file
        self.chains = document.chains
        self.mentions = [(rank, mention) for rank, chain in enumerate(self.chains) for mention in chain.mentions]
        tokens = place.tokens(document.tokens) if place else []
        self.lines = [number for number, _ in tokens]
        self.words = [_word(line) for _, line in tokens]
        self.location = Location(file, place.line - 1) if place else None

    def item(self, index: int) -> Item:
        """Return a mention or, behind them, a chain."""
        if index >= len(self.mentions):
            rank = index - len(self.mentions)
            mentions = self.chains[rank].mentions
            return Item(self.chain(rank), "; ".join(map(self._text, mentions)), location=self._location(mentions[0]))
        rank, mention = self.mentions[index]
        return Item(self.chain(rank), self._text(mention), mention[0], mention[1] + 1, self._location(mention))

    def chain(self, rank: int) -> str:
        """Name a chain by its number in the file."""
        return f"chain {self.chains[rank].number.decode()}"

    def where(self, index: int) -> str:
        """Say where a mention stands."""
        rank, mention = self.mentions[index]
        return f"{self.chain(rank)}, line {self.lines[mention[0]]}"

    def nearest(self, first: int, last: int) -> Mention | None:
        """Return the mention that overlaps other tokens and has its ends nearest to theirs."""
        overlapping = [mention for _, mention in self.mentions if mention[0] <= last and first <= mention[1]]
        return min(overlapping, key=lambda mention: abs(mention[0] - first) + abs(mention[1] - last), default=None)

    def _text(self, mention: Mention) -> str:
        return " ".join(self.words[mention[0] : mention[1] + 1])

    def _location(self, mention: Mention) -> Location:
        return Location(self.file, self.lines[mention[0]])


class ScoredDocument(Unit):
    """A document. Its items are, on either side, the mentions by chain, and then the chains by rank."""

    __slots__ = ("_aligned", "_metrics", "_sides")

    def __init__(self, name: bytes, sides: list[Side], aligned: Aligned, metrics: list[str]) -> None:
        words = max([side.words for side in sides], key=len)
        super().__init__(decoded(name), self._matches(), sides[KEY].location, sides[RESPONSE].location, text=words)
        self._sides = sides
        self._aligned = aligned
        self._metrics = metrics

    def item(self, side: int, index: int) -> Item:
        """Return a mention or a chain."""
        return self._sides[side].item(index)

    def why(self, match: Match) -> str:
        """Return how a mention is off or where else it is, and what became of its links; or how alike chains are."""
        kind, adds = _of_signature(match)
        if kind in OF_CHAINS:
            return self._alike(match)
        own, place = (RESPONSE, match.response) if match.key is None else (KEY, match.key)
        assert place is not None, "a match has an item"
        reason = self._repeated(own, place) if kind == REPEATED else self._off(own, place)
        return "; ".join(["the same tokens" if kind == CORRECT else reason, *_reasons(adds)])

    def _matches(self) -> Iterator[Match]:
        """Yield the mentions of the response in order, then those of the key that are left, then the chains."""
        aligned = self._aligned
        added, rest = of_key(aligned, self._metrics), iter(of_response(aligned, self._metrics))
        met: set[int] = set()
        for place, number in enumerate([number for ids in aligned.places for number in ids]):
            if number is None:
                yield Match((REPEATED, ()), None, place)
            elif number < aligned.key_places:
                met.add(number)
                yield self._match(CORRECT, number, place, _sum(added[number], next(rest)))
            else:
                yield self._match(INVENTED, None, place, next(rest))
        for place, number in enumerate([number for ids in aligned.key for number in ids]):
            if place not in met:
                yield self._match(MISSED if number == place else REPEATED, place, None, added[place])
        if tally.CEAFE in self._metrics:
            yield from self._matched_chains()

    def _matched_chains(self) -> Iterator[Match]:
        key, response = [len(side.mentions) for side in self._sides]
        left = dict(enumerate(self._aligned.ranks))
        for row, (column, value) in enumerate(matched(self._aligned, by_entities=True)):
            if column is not None:
                adds: Adds = {(tally.CEAFE, tally.CHAINS): (value, 1, value, 1)}
                yield self._match(MATCHED_CHAINS, key + row, response + left.pop(column), adds)
            elif self._aligned.key[row]:
                yield self._match(MISSED_CHAIN, key + row, None, {(tally.CEAFE, tally.CHAINS): (0, 1, 0, 0)})
        for rank in left.values():
            yield self._match(INVENTED_CHAIN, None, response + rank, {(tally.CEAFE, tally.CHAINS): (0, 0, 0, 1)})

    def _match(self, kind: str, key: int | None, response: int | None, adds: Adds) -> Match:
        wanted = ("", *self._metrics)
        amounts = [(*name, amounts) for name, amounts in adds.items() if name[0] in wanted]
        return Match((kind, tuple(amounts)), key, response)

    def _alike(self, match: Match) -> str:
        """Return how alike two chains are, and to which other chain of the other side one is most alike."""
        own, index = (RESPONSE, match.response) if match.key is None else (KEY, match.key)
        partner = None if own == RESPONSE else match.response
        alike = {}
        for row, line in enumerate(similarities(self._aligned, by_entities=True)):
            for column, value in line.items():
                pair = row, self._aligned.ranks[column]
                places = [len(side.mentions) + rank for side, rank in zip(self._sides, pair)]
                if places[own] == index:
                    alike[places[1 - own]] = value
        said = [f"{alike.pop(partner):.4g} alike"] if partner is not None else []
        if alike:
            other = max(alike, key=alike.__getitem__)
            said.append(
                f"{self._sides[1 - own].item(other).label} of the {_NAMES[1 - own]} is {alike[other]:.4g} alike"
            )
        return "; ".join(said) or "no mention in common with any chain"

    def _repeated(self, own: int, place: int) -> str:
        """Return where else a side has a mention."""
        side = self._sides[own]
        _, mention = side.mentions[place]
        others = [
            side.where(other) for other, (_, same) in enumerate(side.mentions) if same == mention and other != place
        ]
        return f"the {_NAMES[own]} has it in {' and '.join(others)}, too" + ", which counts" * (own == RESPONSE)

    def _off(self, own: int, place: int) -> str:
        """Return how the nearest mention of the other side is off."""
        _, (first, last) = self._sides[own].mentions[place]
        other = self._sides[1 - own].nearest(first, last)
        if other is None:
            return f"the {_NAMES[1 - own]} has no mention there"
        return f"the {_NAMES[1 - own]}'s {' and '.join(moves(other[0] - first, other[1] - last, 'token'))}"


class Evidence:
    """Passes on the documents of a run to an observer; ``verbose`` says that figures of each are printed."""

    def __init__(self, observer: Observer, words: list[str], metrics: list[str], verbose: bool) -> None:
        self._observer = observer
        self._files = words[1:3]
        self._metrics = [metric for metric in metrics if metric in tally.METRICS]
        self._verbose = verbose
        named = len(metrics) > 1 or tally.BLANC in metrics  # else the report does not say which metric it is of
        self._tables = {metric: metric if named else tally.CHAINS for metric in metrics}
        measures: dict[Any, tuple[Measure, ...]] = dict.fromkeys(self._tables.values(), tally.OF_ROW)
        measures[tally.BLANC, tally.JOINED] = tally.OF_LINKS
        if len(metrics) > 1:
            parts = [(metric, tally.CHAINS, tally.F1) for metric in (tally.MUC, tally.BCUB, tally.CEAFE)]
            measures[CONLL, tally.CHAINS] = (Measure(tally.F1, parts, _mean, 0.0),)
        names = [name.strip() for name in self._files]
        observer.begin(
            Run(
                "scorer.pl",
                VERSION,
                {"metric": words[0], "name": words[3] if words[3:] else None},
                [Input(role, name) for role, name in zip(_NAMES, names) if name != "-" and not os.path.isdir(name)],
                kind=lambda match: _of_signature(match)[0],
                credit=_credit,
                cells=self._cells,
                measures=measures,
                by_unit=verbose,
            )
        )

    def add(self, places: list[Place | None], documents: list[Document], name: bytes, aligned: Aligned) -> None:
        """Pass on a document."""
        sides = [Side(*side) for side in zip(self._files, places, documents)]
        self._observer.unit(ScoredDocument(name, sides, aligned, self._metrics))

    def _cells(self, unit: Unit, match: Match) -> Iterator[tuple[str, str, str, float]]:
        """Yield the cells of the totals of each metric, and of the document, that a match adds to."""
        _, adds = _of_signature(match)
        name = " ".join(unit.name.split())  # as reports are read
        for of, row, amounts in adds:
            for metric in [of] if of else self._metrics:
                if metric in self._metrics:
                    yield from _named(self._tables[metric], row, tally.COLUMNS, amounts)
                    if self._verbose and row == tally.CHAINS:
                        yield from _named(self._tables[metric], name, tally.COLUMNS, amounts)
                    elif self._verbose and row == tally.MENTIONS:
                        _, key, correct, response = amounts
                        invented = (match.key is not None) - key + response - correct
                        counts = key, response, correct, key - correct, invented
                        yield from _named(self._tables[metric], name, _COUNTS, counts)


def _named(
    table: str, row: str, columns: Sequence[str], amounts: Sequence[float]
) -> Iterator[tuple[str, str, str, float]]:
    for column, amount in zip(columns, amounts):
        if amount:
            yield table, row, column, amount


def _of_signature(match: Match) -> tuple[str, tuple[tuple[str, str, Amounts], ...]]:
    signature: Any = match.signature
    kind, adds = signature
    return kind, adds


def _sum(one: Adds, other: Adds) -> Adds:
    return {name: tuple(map(add, one[name], other[name])) for name in one}


def _credit(match: Match) -> float:
    kind, adds = _of_signature(match)
    return adds[0][2][0] if kind == MATCHED_CHAINS else float(kind == CORRECT)


def _mean(*figures: float) -> float:
    return sum(figures) / len(figures)


def _reasons(adds: tuple[tuple[str, str, Amounts], ...]) -> Iterator[str]:
    """Yield what becomes of a mention's links and places by each metric."""
    for metric, row, (recalled, key, correct, response) in adds:
        if metric == tally.MUC and (key or correct or response):
            said = ["right link"] * bool(correct) or ["broken link"] * bool(key) + ["wrong link"] * bool(response)
            yield f"MUC: {' and '.join(said)}"
        elif metric == tally.BCUB and correct:
            yield f"B-cubed: {recalled:.3g} of its key chain, {correct:.3g} of its response chain"
        elif metric == tally.CEAFM and key:
            yield "CEAF: chains matched" if recalled else "CEAF: chains not matched"
        elif metric == tally.BLANC and (key or response):
            yield f"BLANC: {row} {key:g} in the key, {response:g} in the response, {correct:g} in both"


def _word(line: bytes) -> str:
    columns = line.split()
    return decoded(columns[max(0, min(_WORD, len(columns) - 2))])


def decoded(text: bytes) -> str:
    """Return words of the input as text; bytes that are not UTF-8 stay recognizable."""
    return text.decode("utf-8", "surrogateescape")
