"""What an observer receives of a run: the documents, in each the mentions of key and response, then their chains.

A link counts for the later of its mentions in BLANC, for the earlier in MUC. What matched chains share counts for the
mentions of the key.
"""

from __future__ import annotations

from legacy_scorers.common.host import FOLDER
from legacy_scorers.common.result import (
    KEY,
    RESPONSE,
    SIDE_NAMES,
    Input,
    Item,
    Location,
    Match,
    Run,
    Unit,
    add,
    decoded,
)
from legacy_scorers.common.spans import boundary_differences
from legacy_scorers.common.tally import Measure
from legacy_scorers.coref_scorer import tally
from legacy_scorers.coref_scorer.align import matched, similarities
from legacy_scorers.coref_scorer.links import counts_by_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.coref_scorer.align import Aligned
    from legacy_scorers.coref_scorer.links import Counts
    from legacy_scorers.coref_scorer.read import Document, DocumentStart

    Amounts: TypeAlias = tuple[float, ...]  # by column: recalled, key, correct, response
    Adds: TypeAlias = list[Amounts]  # in the order of _ROWS: mentions, MUC, B-cubed, CEAF of mentions, BLANC

CORRECT, MISSED, INVENTED, REPEATED = "correct", "missed", "invented", "repeated"  # kinds of matches of mentions
MATCHED_CHAINS, MISSED_CHAIN, INVENTED_CHAIN = OF_CHAINS = "matched chains", "missed chain", "invented chain"
CONLL = "CoNLL"  # the table of the mean that CoNLL ranked systems by
OF_CONLL = [(metric, tally.CHAINS, tally.F1) for metric in (tally.MUC, tally.BCUB, tally.CEAFE)]
_WORD = 3  # the column of words in files of CoNLL-2012; with fewer columns, words are in the last but one
_ROWS = [  # metric and name; the row of mentions has no metric
    ("", tally.MENTIONS),
    *[(metric, tally.CHAINS) for metric in (tally.MUC, tally.BCUB, tally.CEAFM)],
    *[(tally.BLANC, kind) for kind in tally.LINKS],
]
_OF_ENTITIES = [(tally.CEAFE, tally.CHAINS)]
_COUNTS = "key mentions", "response mentions", "identified", "not identified", "invented"
_NEVER = "partially identified"  # always 0


class Side:
    """A document of one side: its mentions and then its chains by rank, and the words and lines of its tokens."""

    __slots__ = ("_chains", "_items", "file", "lines", "location", "mentions", "words")

    def __init__(self, file: str, start: DocumentStart | None, document: Document) -> None:
        self.file = file
        self._chains = document.chains
        self.mentions = [(rank, mention) for rank, chain in enumerate(self._chains) for mention in chain.mentions]
        self._items = [(rank, [mention]) for rank, mention in self.mentions]
        self._items += [(rank, chain.mentions) for rank, chain in enumerate(self._chains)]
        tokens = start.tokens(document.tokens + bool(document.problem)) if start else []
        self.lines = [number for number, _ in tokens]
        columns = [line.split() for _, line in tokens]
        self.words = [decoded(words[max(0, min(_WORD, len(words) - 2))]) for words in columns]
        self.location = Location(file, start.line - 1) if start else None

    def item(self, index: int) -> Item:
        """Return a mention or, after these, a chain, labelled with the chain's number in the file."""
        rank, mentions = self._items[index]
        text = "; ".join([" ".join(self.words[first : last + 1]) for first, last in mentions])
        first, last = mentions[0]
        begin, end = (first, last + 1) if index < len(self.mentions) else (None, None)
        label = f"chain {self._chains[rank].number.decode()}"
        return Item(label, text, begin, end, Location(self.file, self.lines[first]))

    def where(self, index: int) -> str:
        """Return the chain and the line of a mention."""
        _, (first, _) = self.mentions[index]
        return f"{self.item(index).label}, line {self.lines[first]}"


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
        """Return how a mention is off or where else it is, and which links it has; for chains, how similar they are."""
        kind, adds = match.signature
        if kind in OF_CHAINS:
            return self._alike(match)
        if kind == CORRECT:
            reason = "the same tokens"
        elif kind == REPEATED:
            reason = self._repeated(*match.place)
        else:
            reason = self._off(*match.place)
        return "; ".join([reason, *_reasons(adds)])

    def _matches(self) -> Iterator[Match]:
        """Yield the matches of response mentions in order, then of the other key mentions, then of chains."""
        aligned = self._aligned
        in_key, in_response = counts_by_place(aligned) if tally.BLANC in self._metrics else ([], [])
        added, rest = of_key(aligned, self._metrics, iter(in_key)), iter(of_response(aligned, iter(in_response)))
        matched: set[int] = set()
        for place, number in enumerate([number for ids in aligned.places for number in ids]):
            if number is None:
                yield Match((REPEATED, ()), None, place)
            elif number < aligned.key_places:
                matched.add(number)
                adds = [tuple(map(add, *amounts)) for amounts in zip(added[number], next(rest))]
                yield self._match(CORRECT, number, place, adds)
            else:
                yield self._match(INVENTED, None, place, next(rest))
        for place, number in enumerate([number for ids in aligned.key for number in ids]):
            if place not in matched:
                yield self._match(MISSED if number == place else REPEATED, place, None, added[place])
        if tally.CEAFE in self._metrics:
            yield from self._matched_chains()

    def _matched_chains(self) -> Iterator[Match]:
        key, response = [len(side.mentions) for side in self._sides]
        left = dict(enumerate(self._aligned.ranks))
        for row, (column, value) in enumerate(matched(self._aligned, by_entities=True)):
            if column is not None:
                amounts = (value, 1, value, 1)
                yield self._match(MATCHED_CHAINS, key + row, response + left.pop(column), [amounts], _OF_ENTITIES)
            elif self._aligned.key[row]:
                yield self._match(MISSED_CHAIN, key + row, None, [(0, 1, 0, 0)], _OF_ENTITIES)
        for rank in left.values():
            yield self._match(INVENTED_CHAIN, None, response + rank, [(0, 0, 0, 1)], _OF_ENTITIES)

    def _match(
        self, kind: str, key: int | None, response: int | None, adds: Adds, names: Sequence[tuple[str, str]] = _ROWS
    ) -> Match:
        wanted = ("", *self._metrics)
        of_metrics = [(metric, row, amounts) for (metric, row), amounts in zip(names, adds) if metric in wanted]
        return Match((kind, tuple(of_metrics)), key, response)

    def _alike(self, match: Match) -> str:
        """Return the similarity of two matched chains, and the most similar other chain of the other side."""
        own, index = match.place
        partner = None if own == RESPONSE else match.response
        alike = {}
        for row, line in enumerate(similarities(self._aligned, by_entities=True)):
            for column, value in line.items():
                pair = row, self._aligned.ranks[column]
                places = [len(side.mentions) + rank for side, rank in zip(self._sides, pair)]
                if places[own] == index:
                    alike[places[1 - own]] = value
        said = [f"{alike.pop(partner):.4g} similar"] if partner is not None else []
        if alike:
            other, value = max(alike.items(), key=lambda found: found[1])
            label = self._sides[1 - own].item(other).label
            said.append(f"{label} of the {SIDE_NAMES[1 - own]} has a similarity of {value:.4g}")
        return "; ".join(said) or "no mention in common with any chain"

    def _repeated(self, own: int, index: int) -> str:
        """Return where else a side has a mention."""
        side = self._sides[own]
        _, mention = side.mentions[index]
        same = [place for place, (_, other) in enumerate(side.mentions) if other == mention]
        if own == RESPONSE:
            return f"the response has it first in {side.where(same[0])}, which counts"
        return f"the key has it in {' and '.join([side.where(place) for place in same if place != index])}, too"

    def _off(self, own: int, index: int) -> str:
        """Return how the nearest overlapping mention of the other side is off."""
        _, (first, last) = self._sides[own].mentions[index]
        others = [other for _, other in self._sides[1 - own].mentions if other[0] <= last and first <= other[1]]
        if not others:
            return f"the {SIDE_NAMES[1 - own]} has no mention there"
        begins, ends = min([(b - first, e - last) for b, e in others], key=lambda by: abs(by[0]) + abs(by[1]))
        return f"the {SIDE_NAMES[1 - own]}'s {' and '.join(boundary_differences(begins, ends, 'token'))}"


def of_key(aligned: Aligned, metrics: list[str], counts: Iterator[Counts]) -> list[Adds]:
    """Return what each mention of the key adds, by chain; only the last place of a repeated one counts as a mention."""
    columns = {number: column for column, ids in enumerate(aligned.response) for number in ids}
    partners = matched(aligned, by_entities=False) if tally.CEAFM in metrics else [(None, 0.0)] * len(aligned.key)
    found: list[Adds] = []
    for ids, (partner, _) in zip(aligned.key, partners):
        for index, number in enumerate(ids, 1):
            is_mention = int(number == len(found))  # an id is the last place of its mention
            is_linked = int(index < len(ids))
            shared = int(partner is not None and partner == columns.get(number))
            of_links = [(0, links, 0, 0) for _, links in next(counts, ())]
            found.append([(0, is_mention, 0, 0), (0, is_linked, 0, 0), (0, 1, 0, 0), (shared, 1, shared, 0), *of_links])
    return found


def of_response(aligned: Aligned, counts: Iterator[Counts]) -> list[Adds]:
    """Return what each mention of the response adds, by chain, without those that are dropped."""
    shares = tally.fractions(aligned)
    seen: set[int] = set()
    found: list[Adds] = []
    for ids in aligned.response:
        homes = [aligned.homes.get(number, [-1])[-1] for number in ids]
        for index, number in enumerate(ids, 1):
            common, is_new, is_linked = int(number in aligned.homes), int(number not in seen), int(index < len(ids))
            right = int(common and homes[index - 1] in homes[index:])
            recalled, correct = next(shares)
            of_links = [(in_both, 0, in_both, links) for in_both, links in next(counts, ())]
            of_chains = (right, 0, right, is_linked), (recalled, 0, correct, 1), (0, 0, 0, 1)
            found.append([(common, 0, common, is_new), *of_chains, *of_links])
            seen.add(number)
    return found


class Evidence:
    """Passes on the documents of a run to an observer; ``verbose`` says that the run prints figures of each."""

    def __init__(self, observer: Observer, words: Sequence[str], metrics: list[str], verbose: bool, host: Host) -> None:
        self._observer = observer
        self._files = words[1:3]
        self._metrics = [metric for metric in metrics if metric in tally.METRICS]
        self._verbose = verbose
        self._rows: dict[tuple[str, str], Sequence[str]] = {}  # of documents
        named = len(metrics) > 1 or tally.BLANC in metrics  # or else the report does not name its metric
        self._tables = {metric: metric if named else tally.CHAINS for metric in metrics}
        self._tables_with = {metric: [self._tables[metric]] for metric in self._metrics}
        self._tables_with[""] = [self._tables[metric] for metric in self._metrics]  # the row of mentions
        settings: dict[str, object] = {"metric": words[0], "name": words[3] if words[3:] else None}
        names = [(role, name.strip()) for role, name in zip(SIDE_NAMES, self._files)]
        inputs = [Input(role, name) for role, name in names if name != "-" and host.kind(name) != FOLDER]
        observer.begin(
            Run(
                "scorer.pl",
                settings,
                inputs,
                kind=lambda match: match.signature[0],
                credit=_credit,
                cells=self._cells,
                measures=self._measures(),
                by_unit=verbose,
                quoted=self._quoted(),
                rows=self._rows,
            )
        )

    def _measures(self) -> dict[Any, tuple[Measure, ...]]:
        """Return the measures of the rows of the totals, and of those of documents, by table."""
        found: dict[Any, tuple[Measure, ...]] = dict.fromkeys(self._tables.values(), tally.OF_ROW)
        for metric, table in self._tables.items():
            rows = tally.LINKS if metric == tally.BLANC else (tally.CHAINS,)
            found |= {(table, row): tally.OF_ROW for row in (tally.MENTIONS, *rows)}
            if metric == tally.BLANC:
                found[table, tally.JOINED] = tally.OF_LINKS
        if len(self._tables) > 1:
            found[CONLL, tally.CHAINS] = (Measure(tally.F1, OF_CONLL, _mean, 0.0),)
        return found

    def _quoted(self) -> list[tuple[str, str, str]]:
        if len(self._tables) > 1:
            return [(CONLL, tally.CHAINS, tally.F1), *OF_CONLL]
        [(metric, table)] = self._tables.items()
        row = tally.JOINED if metric == tally.BLANC else tally.CHAINS
        return [(table, row, column) for column in (tally.RECALL, tally.PRECISION, tally.F1)]

    def add(self, starts: list[DocumentStart | None], documents: list[Document], name: bytes, aligned: Aligned) -> None:
        """Pass on a document, given where it starts in key and response, and what is read there."""
        sides = [Side(*side) for side in zip(self._files, starts, documents)]
        unit = ScoredDocument(name, sides, aligned, self._metrics)
        if self._verbose:
            self._rows |= {(table, _row(unit)): (*_COUNTS, _NEVER) for table in self._tables.values()}
        self._observer.unit(unit)

    def _cells(self, unit: Unit, match: Match) -> Iterator[tuple[str, str, str, float]]:
        """Yield the cells of the totals of each metric, and of the document, that a match adds to."""
        for metric, row, amounts in match.signature[1]:
            rows: list[tuple[str, Sequence[str], Sequence[float]]] = [(row, tally.COLUMNS, amounts)]
            if self._verbose and row == tally.CHAINS:
                rows.append((_row(unit), tally.COLUMNS, amounts))
            elif self._verbose and row == tally.MENTIONS:
                _, key, correct, response = amounts
                invented = (match.key is not None) - key + response - correct  # also repeats of the key
                rows.append((_row(unit), _COUNTS, (key, response, correct, key - correct, invented)))
            for table in self._tables_with[metric]:
                for name, columns, values in rows:
                    yield from [(table, name, column, value) for column, value in zip(columns, values) if value]


def _row(unit: Unit) -> str:
    return " ".join(unit.name.split())  # names in reports are read with single blanks


def _mean(*parts: float) -> float:
    return sum(parts) / len(parts)


def _credit(match: Match) -> float:
    kind, adds = match.signature
    if kind != MATCHED_CHAINS:
        return float(kind == CORRECT)
    [(_, _, (similarity, *_))] = adds
    return float(similarity)


def _reasons(adds: tuple[tuple[str, str, Amounts], ...]) -> Iterator[str]:
    """Yield how each metric counts a mention's links and places."""
    for metric, row, (recalled, key, correct, response) in adds:
        if metric == tally.MUC and (key or correct or response):
            wrong = [name for name, links in (("broken link", key), ("wrong link", response)) if links]
            yield f"MUC: {'right link' if correct else ' and '.join(wrong)}"
        elif metric == tally.BCUB and correct:
            yield f"B-cubed: {recalled:.3g} of its key chain, {correct:.3g} of its response chain"
        elif metric == tally.CEAFM and key:
            yield "CEAF: chains matched" if recalled else "CEAF: chains not matched"
        elif metric == tally.BLANC and (key or response):
            yield f"BLANC: {row} {key:g} in the key, {response:g} in the response, {correct:g} in both"
