"""Evidence for an observer of a run: the pairs of documents, the matches that each table counts, and the reasons.

The tables, and how often a row counts a label, are known after the last document. The units, one for each pair of
documents, are passed on then, in the order of the run. A unit has the name of the hypothesis, an item its reported
label. Extents are code points of the quoted text: the reference's in MAT 2.0, the item's own in MAT 1.3.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cached_property

from legacy_scorers.common.align import overlapping
from legacy_scorers.common.result import RESAMPLES, Input, Item, Location, Match, Run, Unit, unique_in
from legacy_scorers.common.spans import boundary_differences
from legacy_scorers.mat_score.align.matches import MATCH, OVERMARK, UNDERMARK, WHOLE, SpanMatch
from legacy_scorers.mat_score.options import V1
from legacy_scorers.mat_score.report import Computed, Count, ScoreTable, shown_label
from legacy_scorers.mat_score.rows import ALL, FILE, SUBSET, TAG
from legacy_scorers.mat_score.tally import CONFUSABILITY, SCORE_TABLES, STATISTICS, statistic_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.mat_score.align import matches
    from legacy_scorers.mat_score.align.matches import Aligned, Pair
    from legacy_scorers.mat_score.annotations import DocumentPair
    from legacy_scorers.mat_score.documents.pairs import DocumentReader
    from legacy_scorers.mat_score.options import Options
    from legacy_scorers.mat_score.report import PlainTable
    from legacy_scorers.mat_score.tally import Counted, TableTally

    Names = dict[object, list[tuple[str, int]]]  # by key of a counted row: names of rows that include it, how often

DOCUMENTS = "documents"
_COUNTED = ("tokens", "scored tokens", "pseudo-tokens", "characters")
_SIZES = {kind.stem: name for kind, name in zip(SCORE_TABLES, _COUNTED)}


class TableMatch(Match):
    """A match in one table; the signature is the stem of the table, what is counted, and how many times."""

    __slots__ = ("pair",)
    signature: tuple[str, Any, int]

    def __init__(self, stem: str, pair: Pair, amount: int) -> None:
        counted = pair.labels if stem == CONFUSABILITY else pair.signature
        super().__init__((stem, counted, amount), pair.key, pair.response)
        self.pair = pair


class DocumentUnit(Unit):
    """A pair of documents with the matches that the tables count."""

    def __init__(self, pair: DocumentPair, aligned: Aligned, counted: Sequence[Counted], evidence: Evidence) -> None:
        key, response = [
            Location(evidence.shown(document.path), None) for document in (pair.reference, pair.hypothesis)
        ]
        super().__init__(pair.name, self._matches(counted), key, response, {DOCUMENTS: 1}, pair.reference.signal)
        self._sides = aligned.references, aligned.hypotheses
        self._groups = aligned.groups
        self._evidence = evidence
        self._texts = pair.reference.signal, (pair.hypothesis if evidence.version == V1 else pair.reference).signal

    def _matches(self, counted: Sequence[Counted]) -> Iterator[TableMatch]:
        for stem, pairs, amounts in counted:
            if stem in self._evidence.stems:
                yield from [TableMatch(stem, pair, amount) for pair, amount in zip(pairs, amounts) if amount]

    def item(self, side: int, index: int) -> Item:
        """Return an annotation."""
        item, location = self._sides[side][index], (self.key, self.response)[side]
        if not item.placed:
            return Item(item.label, location=location)
        begin, end = max(item.start, 0), max(item.end, 0)
        return Item(item.label, self._texts[side][begin:end], begin, end, location)

    def why(self, match: Match) -> str:
        """Return the reason for a match, or for the lack of a partner."""
        assert isinstance(match, TableMatch), "all matches of the unit are"
        pair = match.pair
        item = pair.hypothesis or pair.reference
        if item is None:
            return "no annotation of either side covers them"
        if isinstance(pair, SpanMatch) or (pair.reference and pair.hypothesis):
            return _reason(pair, self._evidence.version)
        other = self._beaten_by.get(item)
        if other is None:
            return "overlaps nothing of the other side" if item.placed else "no partner without a span is left"
        named = " and ".join([str(found) for found in (other.reference, other.hypothesis) if found is not None])
        if other.reference is None or other.hypothesis is None:
            return f"has nothing in common with {named}"
        return f"beaten by the better pair {named}"

    @cached_property
    def _beaten_by(self) -> dict[matches.ScoredAnnotation, Pair]:
        """For each annotation, the first pair of its group with an overlapping annotation of the other side."""
        found: dict[matches.ScoredAnnotation, Pair] = {}
        for pairs in self._groups:
            references = [(pair.reference, pair) for pair in pairs if pair.reference is not None]
            hypotheses = [(pair.hypothesis, pair) for pair in pairs if pair.hypothesis is not None]
            extents = [[(item.start, item.end) for item, _ in side] for side in (references, hypotheses)]
            for index, other_index in overlapping(*extents):
                (reference, pair), (hypothesis, other_pair) = references[index], hypotheses[other_index]
                found.setdefault(reference, other_pair)
                found.setdefault(hypothesis, pair)
        return found


class Evidence:
    """Collects the counted matches of each pair of documents, and passes them on to an observer at the end."""

    def __init__(
        self, observer: Observer, options: Options, readers: tuple[DocumentReader, DocumentReader], host: Host
    ) -> None:
        self._observer = observer
        self._options = options
        self._readers = readers
        self._host = host
        self._units: list[DocumentUnit] = []
        self._inputs = [Input("task", options.task.file)] if options.task is not None else []
        self._names: dict[str, Names] = {}
        self.version = options.version
        self._tables: dict[str, TableTally] = {}
        self._rows: dict[tuple[str, str], Sequence[str]] = {}
        self.stems: set[str] = set()  # of the tables of the report

    def add(self, pair: DocumentPair, aligned: Aligned, counted: Sequence[Counted]) -> None:
        """Keep a pair of documents with the matches that the tables count."""
        self._units.append(DocumentUnit(pair, aligned, counted, self))
        for role, document in (("hypothesis", pair.hypothesis), ("reference", pair.reference)):
            self._inputs.append(Input(role, self.shown(document.path)))

    def shown(self, path: str) -> str:
        """Return an absolute path relative to the working folder if it is below that."""
        return path.removeprefix(os.path.join(self._host.folder, ""))

    def pass_on(self, counted: Sequence[TableTally], tables: Sequence[ScoreTable | PlainTable]) -> None:
        """Pass on the run and its units; ``counted`` are the tallies of the score tables among ``tables``."""
        scores = [table for table in tables if isinstance(table, ScoreTable)]
        self._names = {table.stem: _names(table) for table in scores}
        self.stems = {table.stem for table in tables}
        self._tables = {table.stem: table for table in counted}
        sizes = {unit.name: unit.sizes for unit in self._units}
        for table in counted:
            for file in table.files:
                if file.counts or self.version == V1:  # MAT 2.0 counts the units of documents with rows only
                    sizes[file.name][_SIZES[table.stem]] = file.units
        self._rows = {(table.stem, row): _counted(table) for table in scores for row in _row_names(table)}
        for matrix in tables:
            if not isinstance(matrix, ScoreTable) and matrix.stem == CONFUSABILITY:
                columns = list(map(_squeezed, matrix.header[1:]))
                self._rows.update({(matrix.stem, _squeezed(str(row[0]))): columns for row in matrix.rows()})
        self._observer.begin(self._run(scores))
        for unit in self._units:
            self._observer.unit(unit)

    def _run(self, tables: Sequence[ScoreTable]) -> Run:
        measures = {}
        sizes = {(table.stem, "test docs"): DOCUMENTS for table in tables}
        for table in tables:
            computed = [column for column in table.columns if isinstance(column, Computed)]
            measures[table.stem] = [column.measure for column in computed]
            ratios = [column.name for column in computed if column.is_ratio]
            sizes |= {(table.stem, statistic_name(name, part)): RESAMPLES for name in ratios for part in STATISTICS}
        sizes |= {(kind.stem, kind.units): _SIZES[kind.stem] for kind in SCORE_TABLES}
        return Run(
            "MATScore",
            self._settings(),
            self._inputs,
            kind=_kind,
            credit=lambda match: float(_kind(match) == MATCH),
            cells=self._cells,
            measures=measures,
            sizes=sizes,
            quoted=[(table.stem, ALL, name) for table in tables[:1] for name in ("precision", "recall", "fmeasure")],
            rows=self._rows,
            version=self.version,
        )

    def _settings(self) -> dict[str, object]:
        options = self._options
        return {
            "task": options.task and options.task.name,
            "content": options.content_labels,
            "tokens": options.token_labels,
            "file type": self._readers[0].file_type,
            "reference file type": self._readers[1].file_type,
            "equivalences": options.equivalences,
            "ignore": sorted(options.ignore),
            "similarity profile": options.similarity_name,
            "score profile": options.score_profile and options.score_profile.name,
            "gold only": options.gold_only,
            "reference gold only": options.ref_gold_only,
            "seed": options.seed if options.confidence else None,
        }

    def _cells(self, unit: Unit, match: Match) -> Iterator[tuple[str, str, str, float]]:
        assert isinstance(match, TableMatch), "all matches of a run are"
        stem, counted, amount = match.signature
        if stem == CONFUSABILITY:
            hypothesis, reference = map(shown_label, counted)
            yield stem, _squeezed(f"{hypothesis} (hyp)"), _squeezed(f"{reference} (ref)"), amount
            return
        for _, row, column, _ in self._tables[stem].cells(counted):
            for name, times in self._names[stem][row if self.version == V1 else (unit.name, *row)]:
                yield stem, name, column, amount * times


def _kind(match: Match) -> str:
    assert isinstance(match, TableMatch), "all matches of a run are"
    return match.pair.kind


def _reason(pair: Pair, version: str) -> str:
    reference, hypothesis = pair.reference, pair.hypothesis
    if reference is None or hypothesis is None:
        assert isinstance(pair, SpanMatch), "a pair of one is beaten, or overlaps nothing"
        return f"no {'reference' if reference is None else 'hypothesis'} covers {pair.start}-{pair.end}"
    if pair.kind == MATCH:
        return "alike"
    parts = []
    if reference.label != hypothesis.label:
        parts.append(f'the labels differ ("{reference.label}" / "{hypothesis.label}")')
    if isinstance(pair, SpanMatch):
        return "; ".join(parts) or "the annotations differ"
    moved = boundary_differences(hypothesis.start - reference.start, hypothesis.end - reference.end, "character")
    if moved:
        parts.append(f"the hypothesis {' and '.join(moved)}")
    _, reference_rows, hypothesis_rows, words = pair.signature
    if version == V1 and not (reference_rows and hypothesis_rows):
        parts.append(f"the {'hypothesis' if reference_rows else 'reference'} is counted in another match")
    side, seen_from = (1, "hypothesis") if version == V1 else (0, "reference")  # as in the details
    text = ", ".join(words[side])
    if OVERMARK in words[side] or UNDERMARK in words[side]:
        text += f", seen from the {seen_from}"
    return f"{text}: {'; '.join(parts)}" if parts else text


def _names(table: ScoreTable) -> Names:
    """Return, for each counted row, which rows of the table include its counts, and how often."""
    names: Names = {}
    for row, name in zip(table.rows, _row_names(table)):
        for key, times in Counter(row.parts).items():
            names.setdefault(key, []).append((name, times))
    return names


def _counted(table: ScoreTable) -> list[str]:
    return [column.name for column in table.columns if isinstance(column, Count)]


def _row_names(table: ScoreTable) -> list[str]:
    """Return the names of the rows of a table."""
    found = []
    for row in table.rows:
        tag, subset, file = row.cells[TAG], row.cells.get(SUBSET, WHOLE), row.cells.get(FILE, ALL)
        name = tag if subset == WHOLE else f"{tag} {subset}"
        found.append(_squeezed(name if file == ALL else f"{name} in {file}"))
    return unique_in(found)


def _squeezed(text: str) -> str:
    return " ".join(text.split())
