"""Explanations as self-contained HTML pages. Input is always escaped, and what cannot be shown is replaced."""

from __future__ import annotations

import functools
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from itertools import cycle, pairwise
from typing import Any, NamedTuple

from legacy_scorers.common.result import Item
from legacy_scorers.rescore.output.tables import CONTROLS
from legacy_scorers.rescore.output.text import matches, parts_in_words, place
from legacy_scorers.rescore.reports.model import Name, ReportLine
from legacy_scorers.rescore.reports.words import counted, grouped
from legacy_scorers.rescore.runs.conditions import citation_of, in_words
from legacy_scorers.rescore.runs.explanation import (
    Context,
    ExplainedMatch,
    ExplainedRun,
    ExplainedUnit,
    Figure,
    Selection,
)
from legacy_scorers.rescore.scorers.scorer import Scorer

BOTH = "both"  # the side of spans that both sides have
MAX_LABELS = 60  # that a filter offers
MAX_LINKS = 20  # from a figure to the rows of a kind
MAX_NUMBERS = 500  # tokens of a sentence without text; longer sentences are not shown
MAX_ROWS = 5000  # of a page
MAX_PAGE_BYTES = 1_500_000  # of rows and texts, estimated
MAX_BARS = 12
MAX_CONFUSED = 8  # labels in a matrix
MAX_MATRICES = 3
RIGHT, PARTLY, ERROR, MISSING, SPURIOUS = _STYLES = ("right", "partly-right", "error", "missing", "spurious")
_ERRORS = [f"{ERROR}{number}" for number in range(1, 5)]  # colours of errors
_ROW_BYTES, _SEGMENT_BYTES, _SPAN_BYTES = 450, 30, 70  # of markup for each
_UNPRINTABLE = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{CONTROLS}\ud800-\udfff]")


def rendered(template: str, *folders: str, longest: int = sys.maxsize, **values: object) -> bytes:
    """Return a page made from a template and values; ``folders`` are searched for it first, then this package.

    Texts of more than ``longest`` characters are cut.
    """
    page = _environment(longest, *folders, os.path.dirname(__file__)).get_template(template).render(**values)
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", page.replace("\f", "")).encode()  # form feeds are for paper


@functools.cache
def _environment(longest: int, *folders: str) -> Any:  # noqa: ANN401
    import jinja2  # for pages only

    def cut(value: object) -> object:
        is_long = isinstance(value, str) and len(value) > longest and not hasattr(value, "__html__")
        return f"{value[:longest]}…" if is_long else value  # type: ignore[index]

    loader, undefined = jinja2.FileSystemLoader(folders), jinja2.StrictUndefined
    made = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=undefined, finalize=cut
    )
    for helper in (in_words, matches, parts_in_words, place, citation_of):
        made.globals[helper.__name__] = helper
    return made


@dataclass(slots=True)
class Choice:
    """What a filter or a legend names: an outcome, a kind or a label, its CSS class, and the number of its matches."""

    style: str
    name: str
    count: int = 0


class Outcomes:
    """Counts matches by label and outcome; if the command puts its items into groups, by group and outcome."""

    def __init__(self) -> None:
        self._counts = defaultdict[str, Counter[tuple[str, str]]](Counter)  # by label, then by style and name
        self._pairs = defaultdict[str, Counter[tuple[str, str]]](Counter)  # by group, then by labels of both sides

    def add(self, match: ExplainedMatch, profile: Scorer) -> None:
        """Count a match."""
        table = profile.labels_in
        if match.kind in profile.neutral or (table and all(cell[0] != table for cell in match.cells)):
            return
        group = profile.groups[profile.bars].of(match.unit) if profile.bars else ""
        label = group or "".join([item.label for _, item in match.sides][:1])
        self._counts[label][_outcome(match, profile)] += 1
        if match.key and match.response:
            pair = profile.confused(match.key, match.response)
            self._pairs[group][pair] += 1

    @property
    def kinds(self) -> list[Choice]:
        """The outcomes: right, errors from the most frequent to the rarest, missing, spurious."""
        totals: Counter[tuple[str, str]] = sum(self._counts.values(), Counter())
        order = sorted(totals, key=lambda one: (_STYLES.index(one[0]), -totals[one], one[1]))
        colours = cycle(_ERRORS)
        return [Choice(next(colours) if one[0] == ERROR else one[0], one[1], totals[one]) for one in order]

    @property
    def bars(self) -> list[tuple[str, Counter[str], int]]:
        """Label and outcomes of a bar, and the length of the longest: frequent labels, and all others together."""
        by_size = sorted(self._counts, key=lambda label: (-self._counts[label].total(), label))
        shown = {label: self._counts[label] for label in by_size[:MAX_BARS]}
        if rest := by_size[MAX_BARS:]:
            shown[counted(len(rest), "other")] = sum([self._counts[label] for label in rest], Counter())
        longest = max([counts.total() for counts in shown.values()], default=1)
        by_name = [Counter({name: number for (_, name), number in counts.items()}) for counts in shown.values()]
        return [(label, counts, longest) for label, counts in zip(shown, by_name)]

    @property
    def matrices(self) -> list[tuple[str, dict[str, dict[str, int]]]]:
        """The largest groups with confused labels, and their matches by the key label and the response label."""
        groups = sorted(self._pairs, key=lambda group: (-self._pairs[group].total(), group))
        matrices = [(group, _matrix(self._pairs[group])) for group in groups]
        return [(group, matrix) for group, matrix in matrices if matrix][:MAX_MATRICES]


def _outcome(match: ExplainedMatch, profile: Scorer) -> tuple[str, str]:
    if match.credit == 1:
        return RIGHT, RIGHT
    if isinstance(match.credit, float) and match.credit > 0:
        return PARTLY, "partly right"
    if not (match.key and match.response):
        return (MISSING if match.key else SPURIOUS), match.kind
    return ERROR, "wrong" if match.kind == profile.right_or_wrong else match.kind


def _matrix(pairs: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    wrong: Counter[str] = Counter()
    for (key, response), count in pairs.items():
        if key != response:
            wrong.update({key: count, response: count})
    labels = sorted(sorted(wrong, key=lambda label: (-wrong[label], label))[:MAX_CONFUSED])
    return {key: {response: pairs[key, response] for response in labels} for key in labels}


@dataclass(slots=True)
class MatchRow:
    """Matches that differ only in their places: the first, with its CSS classes and sides, and the places of all."""

    number: int
    match: ExplainedMatch
    style: str
    is_good: bool  # right, or of a kind that is neither right nor wrong
    places: list[str]
    sides: list[tuple[str, Item, Context]]  # each with the name of the side
    file: str = ""  # name of the page with the row; empty if links come from the same page

    @property
    def size(self) -> int:
        """The estimated number of bytes of the row on a page."""
        shown = [piece for _, item, context in self.sides for piece in (*context, item.label)]
        files = [item.location.file for _, item, _ in self.sides if item.location is not None]
        return _ROW_BYTES + sum(map(len, [*shown, *files, *self.places, self.match.why]))


class MarkedSpan(NamedTuple):
    """An item's extent, the side it is on, its label, and the row that shows its match."""

    begin: int
    end: int
    side: str
    label: str
    row: MatchRow


class MarkedText(NamedTuple):
    """The text of a unit in segments, and the estimated number of its bytes on a page."""

    unit: str
    segments: list[tuple[str, str, list[MarkedSpan]]]
    size: int


def segments(unit: ExplainedUnit, spans: Iterable[MarkedSpan]) -> Iterator[tuple[str, str, list[MarkedSpan]]]:
    """Yield the pieces of a text with the same spans throughout: each with the sides of these, and those that begin."""
    length = len(unit.text or ())  # where spans are cut
    same = grouped(((span.begin, span.end, span.label), span) for span in spans)
    merged = [one[0]._replace(side=BOTH) if len({span.side for span in one}) > 1 else one[0] for one in same.values()]
    merged.sort(key=lambda span: (span.begin, -span.end, span.row.number, span.side))
    begun_at = grouped((min(max(span.begin, 0), length), span) for span in merged)
    cuts = sorted({0, length, *begun_at, *[span.end for span in merged if 0 < span.end < length]})
    active: list[MarkedSpan] = []
    for at, end in pairwise([*cuts, length]):
        begun = begun_at.get(at, [])
        if at == length and not begun:
            return
        active = [span for span in [*active, *begun] if span.end > at]
        if at and unit.gap:
            yield unit.gap, "", []
        piece = unit.piece(at, end)
        sides = {span.side for span in active if piece}
        yield piece, BOTH if len(sides) > 1 else "".join(sides), begun


@dataclass(slots=True)
class FigurePart:
    """The matches of one kind in the sum of a figure: their number and amount, and how many are shown; some rows."""

    matches: int = 0
    shown: int = 0
    amount: float = 0.0
    rows: dict[int, MatchRow] = field(default_factory=dict)


class View(ExplainedRun):
    """The content of the page of a run; with ``only_wrong``, it has no rows of right items and no texts."""

    def __init__(self, selection: Selection, *, only_wrong: bool = False) -> None:
        super().__init__(selection)
        self.rows: list[MatchRow] = []
        self.texts: list[MarkedText] = []
        self.kinds: dict[str, Choice] = {}  # in order of appearance
        self.parts = defaultdict[Name, dict[str, FigurePart]](lambda: defaultdict(FigurePart))  # by figure and kind
        self._labels: dict[str, Choice] = {}
        self.only_wrong = only_wrong
        self._known: dict[Hashable, MatchRow] = {}
        self.outcomes = Outcomes()

    def _collect(self, unit: ExplainedUnit, matches: Iterable[ExplainedMatch]) -> None:
        spans = []
        for match in matches:
            self.outcomes.add(match, self.profile)
            row = self._row(match, unit)
            for table, name, column, amount in match.cells:
                part = self.parts[table, name, column][match.kind]
                part.matches += 1
                part.amount += float(amount)
                if row:
                    part.shown += 1
                    if len(part.rows) < MAX_LINKS:
                        part.rows[row.number] = row
            for side, item in match.sides if row and not self.only_wrong else ():
                if row and item.begin is not None and item.end is not None:
                    spans.append(MarkedSpan(item.begin, item.end, side, item.label, row))
        spans.sort(key=lambda span: -len(span.row.sides))  # an item links to a row with both sides
        if unit.text is None and spans:  # token numbers stand for an unknown sentence
            unit = copy(unit)
            length = max([span.end for span in spans])
            unit.text = [str(number) for number in range(1, length + 1)] if length <= MAX_NUMBERS else []
        if unit.text and spans:
            marked = list(segments(unit, spans))
            size = sum(len(piece) + _SEGMENT_BYTES + _SPAN_BYTES * len(begun) for piece, _, begun in marked)
            self.texts.append(MarkedText(unit.name, marked, size))

    def _row(self, match: ExplainedMatch, unit: ExplainedUnit) -> MatchRow | None:
        """Add a match to its row and return the row, or None if it is not shown: as right, or as being of nothing."""
        is_wrong = match.credit != 1 and match.kind not in self.profile.neutral
        if (self.only_wrong and not is_wrong) or self.profile.is_of_nothing(match.kind, match.key):
            return None
        first = next((item for _, item in match.sides), None)
        kind = _choice(self.kinds, "k", match.kind)
        label = _choice(self._labels, "l", first.label if first else "(none)")
        row = self._known.get(shown := (match.credit, *match.shown))
        if row is None:
            style = f"{kind} {label}{'' if is_wrong else ' good'}"
            row = self._known[shown] = MatchRow(len(self.rows) + 1, match, style, not is_wrong, [], unit.shown(match))
            self.rows.append(row)
        extent = "" if first is None or first.begin is None else f" {first.begin}-{first.end}"
        row.places.append(f"{match.unit}{extent}")
        return row

    @property
    def labels(self) -> list[Choice]:
        """The ``MAX_LABELS`` most frequent labels, sorted by name."""
        most = sorted(self._labels.values(), key=lambda label: -label.count)[:MAX_LABELS]
        return sorted(most, key=lambda label: label.name)

    def blocks(self) -> list[bytes]:
        """Return the page of the run, with wrong items first."""
        rows = sorted(self.rows, key=lambda row: row.is_good)
        return [rendered("page.html", view=self, items=Items("", rows, self.texts))]

    @property
    def printed(self) -> dict[str, list[tuple[str, Figure | None]]]:
        """The pieces of each report by its name, each with its figure, or None for other text."""
        return {report.name: list(self._pieces(report.records)) for report in self.outcome.reports}

    def _pieces(self, records: Iterable[ReportLine]) -> Iterator[tuple[str, Figure | None]]:
        for record in records:
            at = 0
            for cell in record.cells:
                if figure := self.figures.get(cell.name):
                    begin = cell.begin + len(cell.text) - len(cell.text.lstrip())
                    yield record.text[at:begin], None
                    at = cell.begin + len(cell.text.rstrip())
                    yield record.text[begin:at], figure
            yield record.text[at:], None


def _choice(choices: dict[str, Choice], letter: str, name: str) -> str:
    """Count a match, and return the CSS class of its kind or label."""
    choice = choices.get(name)
    if choice is None:
        choice = choices[name] = Choice(f"{letter}{len(choices)}", name)
    choice.count += 1
    return choice.style


@dataclass(slots=True)
class Items:
    """The rows and texts on a page, the name of its file, and the estimated number of their bytes."""

    file: str
    rows: list[MatchRow] = field(default_factory=list)
    texts: list[MarkedText] = field(default_factory=list)
    size: int = 0


def paged(rows: Iterable[MatchRow], texts: Iterable[MarkedText], group: Callable[[str], str], file: str) -> list[Items]:
    """Return pages of rows and texts, the first in ``file``; a group of units that fits on one page is not divided."""
    pieces: list[tuple[str, MatchRow | MarkedText]]
    pieces = [*[(text.unit, text) for text in texts], *[(row.match.unit, row) for row in rows]]
    pages = [Items(file)]
    for of_group in grouped((group(unit), piece) for unit, piece in pieces).values():
        whole = len(of_group), sum(piece.size for piece in of_group)
        for piece in of_group:
            page = pages[-1]
            number, size = whole if piece is of_group[0] else (1, piece.size)
            if page.size and (len(page.rows) + number > MAX_ROWS or page.size + size > MAX_PAGE_BYTES):
                page = Items(f"{file.removesuffix('.html')}~items-{len(pages) + 1}.html")
                pages.append(page)
            page.size += piece.size
            if isinstance(piece, MatchRow):
                piece.file = page.file
                page.rows.append(piece)
            else:
                page.texts.append(piece)
    return pages
