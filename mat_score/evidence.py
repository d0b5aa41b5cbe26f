"""What an observer hears of a run: every pair of documents, who met whom in it, and why.

Which tables there are, and how often a row counts a label, is known when all documents are counted: then the units are
told, one for each pair of documents in the order of the run. They are named after the hypothesis, as in the report.
"""

from __future__ import annotations

import os

from common.align import overlapping
from common.result import Input, Item, Met, Place, Run, Unit, unique
from common.spans import moves
from mat_score.align.encounters import Encounter
from mat_score.align.mets import CLASH, MATCH, OVERMARK, UNDERMARK, Pair, Stretch
from mat_score.align.strata import Strata
from mat_score.options import V1
from mat_score.report.columns import Computed, Ratio
from mat_score.report.output import ScoreTable
from mat_score.tally.cells import CONFUSABILITY, cells, shown_label
from mat_score.tally.measures import STATISTICS, statistic_name
from mat_score.tally.rows import ALL
from mat_score.tally.subsets import WHOLE
from mat_score.tally.tallies import CHARACTERS, PSEUDO_TOKENS, TAGS, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from common.result import Observer
    from mat_score.align import items
    from mat_score.annotations import DocumentPair
    from mat_score.documents.pairs import Source
    from mat_score.options import Options
    from mat_score.report.output import PlainTable
    from mat_score.tally.cells import Signature
    from mat_score.tally.tallies import Outcome, TableTally

    Names = dict[object, list[tuple[str, int]]]  # by key of a row that was counted: the rows that count it, how often
    Partners = dict[items.Item, Pair]

UNCLAIMED = "unclaimed"
DOCUMENTS, RESAMPLES = "documents", "resamples"
_SIZES = {TAGS[1]: "tokens", TOKENS[1]: "scored tokens", PSEUDO_TOKENS[1]: "pseudo-tokens", CHARACTERS[1]: "characters"}


class _Heard:
    """What is kept of a pair of documents: its name, texts and places, and what was counted in it, by table."""

    __slots__ = ("counted", "hypothesis", "name", "own_text", "reference", "text")

    def __init__(self, pair: DocumentPair, version: str, counted: Sequence[tuple[str, Sequence[Outcome]]]) -> None:
        self.name = pair.name
        self.text = pair.reference.signal
        self.own_text = pair.hypothesis.signal if version == V1 else self.text  # that hypotheses are quoted from
        self.reference = _place(pair.reference.path)
        self.hypothesis = _place(pair.hypothesis.path)
        self.counted = counted


class Evidence:
    """Keeps what was counted in each pair of documents, and tells an observer when all are.

    Labels of items are those that are reported. Extents are characters of the text that contents are quoted from: that
    of the reference, in MAT 1.3 that of the item's own document.
    """

    def __init__(self, observer: Observer, options: Options, sources: tuple[Source, Source]) -> None:
        self._observer = observer
        self._options = options
        self._sources = sources
        self._strata = Strata(options.similarity_profile)
        self._heard: list[_Heard] = []
        self._names: dict[str, Names] = {}
        self._stems: set[str] = set()  # of the tables of the report

    def add(self, pair: DocumentPair, counted: Sequence[tuple[str, Sequence[Outcome]]]) -> None:
        """Keep what the tables count of a pair of documents."""
        self._heard.append(_Heard(pair, self._options.version, counted))

    def tell(self, counted: Sequence[TableTally], tables: Sequence[ScoreTable | PlainTable]) -> None:
        """Tell the observer what the tables of the report are made of; ``counted`` are those with scores."""
        scores = [table for table in tables if isinstance(table, ScoreTable)]
        self._names = {table.stem: _names(table) for table in scores}
        self._stems = {table.stem for table in tables}
        self._observer.begin(self._run(scores))
        sizes = self._sizes(counted)
        for heard in self._heard:
            places = heard.reference, heard.hypothesis
            self._observer.unit(Unit(heard.name, self._mets(heard), *places, sizes[heard.name], heard.text))

    def _run(self, tables: Sequence[ScoreTable]) -> Run:
        options = self._options
        inputs = [Input("task", options.task.file)] if options.task is not None else []
        for heard in self._heard:
            inputs.append(Input("hypothesis", heard.hypothesis.file))
            inputs.append(Input("reference", heard.reference.file))
        measures = {
            table.stem: [column.measure for column in table.columns if isinstance(column, Computed)] for table in tables
        }
        sizes = {(table.stem, "test docs"): DOCUMENTS for table in tables}
        for table in tables:
            ratios = [column.name for column in table.columns if isinstance(column, Ratio)]
            sizes |= {(table.stem, statistic_name(name, part)): RESAMPLES for name in ratios for part in STATISTICS}
        sizes |= {(stem, units): _SIZES[stem] for _, stem, units, _ in (TAGS, TOKENS, PSEUDO_TOKENS, CHARACTERS)}
        return Run("MATScore", options.version, self._settings(), inputs, self._cells, measures, sizes)

    def _settings(self) -> dict[str, object]:
        options = self._options
        score_profile = options.score_profile
        return {
            "task": options.task.name if options.task is not None else None,
            "content": options.content_labels,
            "tokens": options.token_labels,
            "file type": self._sources[0].file_type,
            "reference file type": self._sources[1].file_type,
            "equivalences": options.equivalences,
            "ignore": sorted(options.ignore),
            "similarity profile": options.similarity_name,
            "score profile": score_profile.name if score_profile is not None else None,
            "gold only": options.gold_only,
            "reference gold only": options.ref_gold_only,
            "seed": options.seed if options.confidence else None,
        }

    def _sizes(self, counted: Sequence[TableTally]) -> dict[str, dict[str, int]]:
        """Return for each pair of documents the units that are shown; in MAT 2.0 those of documents that have rows."""
        found = {heard.name: {DOCUMENTS: 1} for heard in self._heard}
        for table in counted:
            for file in table.files:
                if file.counts or self._options.version == V1:
                    found[file.name][_SIZES[table.stem]] = file.units
        return found

    def _cells(self, unit: Unit, met: Met) -> Iterator[tuple[str, str, str, float]]:
        signature: Signature = met.signature  # type: ignore[assignment]
        for table, row, column, amount in cells(signature):
            if table == CONFUSABILITY:
                names = f"{shown_label(row)} (hyp)", f"{shown_label(column)} (ref)"
                yield table, _squeezed(names[0]), _squeezed(names[1]), amount * met.amount
                continue
            key = row if self._options.version == V1 else (unit.name, *row)
            for name, times in self._names[table][key]:
                yield table, name, column, amount * times * met.amount

    def _mets(self, heard: _Heard) -> Iterator[Met]:
        for stem, outcomes in heard.counted:
            if stem not in self._stems:
                continue
            reasons = _Reasons([claim for claim, *_ in outcomes if claim is not None], self._strata)
            for claim, signature, amount in outcomes:
                if claim is not None and amount:
                    yield self._met(heard, claim, signature, amount, reasons.of(claim))
                elif amount:
                    why = "no annotation of either side covers them"
                    yield Met(UNCLAIMED, None, None, signature, amount=amount, why=why)

    def _met(self, heard: _Heard, claim: Pair, signature: tuple[object, ...], amount: int, why: str) -> Met:
        key = _item(claim.reference, heard.reference, heard.text)
        response = _item(claim.hypothesis, heard.hypothesis, heard.own_text)
        return Met(claim.kind, key, response, signature, float(claim.kind == MATCH), amount, why)


class _Reasons:
    """Why the annotations of a document met as they did, or have no partner."""

    def __init__(self, claims: Sequence[Pair], strata: Strata) -> None:
        self._beaten_by: dict[items.Item, Pair] = {}
        if any(isinstance(claim, Stretch) for claim in claims):
            return
        sides = [
            [(item, claim) for claim in claims if (item := getattr(claim, side)) is not None]
            for side in ("reference", "hypothesis")
        ]
        extents = [[(item.start, item.end) for item, _ in side] for side in sides]
        for place, other_place in overlapping(*extents):
            (reference, claim), (hypothesis, other_claim) = sides[0][place], sides[1][other_place]
            if _group(reference, strata) == _group(hypothesis, strata):
                self._beaten_by.setdefault(reference, other_claim)
                self._beaten_by.setdefault(hypothesis, claim)

    def of(self, claim: Pair) -> str:
        """Return why a meeting is what it is."""
        item = claim.hypothesis if claim.reference is None else claim.reference
        if isinstance(claim, Stretch) or item is None or (claim.reference and claim.hypothesis):
            return _reason(claim)
        other = self._beaten_by.get(item)
        if other is None:
            return "overlaps nothing of the other side" if item.placed else "no partner without a span is left"
        named = " and ".join([_named(found) for found in (other.reference, other.hypothesis) if found is not None])
        if other.reference is None or other.hypothesis is None:
            return f"has nothing in common with {named}"
        return f"beaten by the better pair {named}"


def _group(item: items.Item, strata: Strata) -> tuple[int | None, bool]:
    """Return what annotations must have in common to be compared at all."""
    return strata.number(item.true_label), item.spanned


def _reason(claim: Pair) -> str:
    reference, hypothesis = claim.reference, claim.hypothesis
    if reference is None or hypothesis is None:
        assert isinstance(claim, Stretch), "a pair of one is beaten, or has nothing to meet"
        return f"no {'reference' if reference is None else 'hypothesis'} covers {claim.start}-{claim.end}"
    if claim.kind == MATCH:
        return "alike"
    parts = [f'the labels differ ("{reference.label}" / "{hypothesis.label}")'] * (reference.label != hypothesis.label)
    if not isinstance(claim, Stretch):
        moved = moves(hypothesis.start - reference.start, hypothesis.end - reference.end, "character")
        parts += [f"the hypothesis {' and '.join(moved)}"] * bool(moved)
        if isinstance(claim, Encounter) and not (claim.counts_reference and claim.counts_hypothesis):
            parts.append(f"the {'hypothesis' if claim.counts_reference else 'reference'} is counted in another meeting")
        if claim.kind == CLASH:
            side, seen_from = (
                (1, "hypothesis") if isinstance(claim, Encounter) else (0, "reference")
            )  # as in the details
            words = claim.words[side]
            told = ", ".join(words) + f", seen from the {seen_from}" * (OVERMARK in words or UNDERMARK in words)
            return f"{told}: {'; '.join(parts)}" if parts else told
    return "; ".join(parts) or "the annotations differ"


def _named(item: items.Item) -> str:
    return f"{item.label} ({item.start}-{item.end})"


def _place(path: str) -> Place:
    """Return a document's place, called as from the working folder if it is below that: pairs have whole paths."""
    return Place(path.removeprefix(os.path.join(os.getcwd(), "")), None)


def _item(item: items.Item | None, place: Place, text: str) -> Item | None:
    if item is None:
        return None
    if not item.placed:
        return Item(item.label, place=place)
    begin, end = max(item.start, 0), max(item.end, 0)
    return Item(item.label, text[begin:end], begin, end, place)


def _names(table: ScoreTable) -> Names:
    """Return which rows of a table count a row, and how often.

    What a row sums up are its sources: those of the row of a file were counted there, those of a row of all files are
    rows of files, or in MAT 1.3 other rows of all files.
    """
    summed: dict[object, dict[object, int]] = {}
    names: Names = {}
    used: dict[str, int] = {}
    of_all_files = set(map(id, table.text_rows))
    for row in table.rows:
        counted: dict[object, int] = {}
        for source in [row.key] if row.sources is None else row.sources:
            for key, times in (summed.get(source, {source: 1}) if id(row) in of_all_files else {source: 1}).items():
                counted[key] = counted.get(key, 0) + times
        summed[row.key] = counted
        name = unique(used, _row_name(row.cells))
        for key, times in counted.items():
            names.setdefault(key, []).append((name, times))
    return names


def _row_name(row: dict[str, Any]) -> str:
    subset, file = row.get("tag subset", WHOLE), row.get("file", ALL)
    name = row["tag"] if subset == WHOLE else f"{row['tag']} {subset}"
    return _squeezed(name if file == ALL else f"{name} in {file}")


def _squeezed(text: str) -> str:
    return " ".join(text.split())
