"""Explanations as self-contained HTML pages: of one run, and of the differences between two.

The page of a run shows the report with links, the items, and the parts of each figure. The page of two runs shows the
figures that differ, and the items that matched better or worse. Input is always escaped, and characters that cannot
be shown are replaced. Form feeds are left out because they matter on paper only.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from common.result import Run, Unit
from rescore.explain.conditions import in_words, signature_of
from rescore.explain.explanation import EVERYTHING, ExplainedMatch, ExplainedRun, Figure, Selection
from rescore.explain.outcomes import Choice, Outcomes
from rescore.explain.rows import MarkedSpan, MarkedText, MatchRow, segments, shown_of
from rescore.explain.text import Text, context, lines_in, matches, parts_in_words, place, text_of
from rescore.reports.model import Name, ReportRecord
from rescore.scorers.running import printed_reports
from rescore.tables import CONTROLS

MAX_LABELS = 60  # that a filter offers
MAX_LINKS = 20  # from a figure to the rows of a kind
MAX_NUMBERS = 500  # tokens of a sentence without text; longer sentences are not shown
NO_LABEL = "(none)"
_UNPRINTABLE = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{CONTROLS}\ud800-\udfff]")
_HELPERS = {
    "in_words": in_words, "matches": matches, "parts_in_words": parts_in_words, "place": place,
    "signature_of": signature_of,
}  # fmt: skip


def rendered(template: str, *folders: str, **values: object) -> Iterator[bytes]:
    """Yield a page made from a template and values; ``folders`` are searched for it first, then this package."""
    stream = _environment(*folders, os.path.dirname(__file__)).get_template(template).stream(**values)
    stream.enable_buffering()
    for piece in stream:
        yield _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", piece.replace("\f", "")).encode()


@functools.cache
def _environment(*folders: str) -> Environment:
    loader = FileSystemLoader(folders)
    environment = Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    environment.globals.update(_HELPERS)
    return environment


@dataclass(slots=True)
class FigurePart:
    """The matches of one kind in the sum of a figure: their number, their amount, and the first rows."""

    matches: int = 0
    amount: float = 0.0
    rows: dict[int, MatchRow] = field(default_factory=dict)


class View(ExplainedRun):
    """The content of the page of a run; with ``only_wrong``, it has no rows of right items and no texts."""

    def __init__(self, selection: Selection = EVERYTHING, *, only_wrong: bool = False) -> None:
        super().__init__(selection)
        self.rows: list[MatchRow] = []
        self.texts: list[MarkedText] = []
        self.kinds: dict[str, Choice] = {}  # in order of appearance
        self.parts: dict[Name, dict[str, FigurePart]] = {}
        self._labels: dict[str, Choice] = {}
        self._only_wrong = only_wrong
        self._known: dict[Hashable, MatchRow] = {}
        self._lines = lines_in()

    def begin(self, run: Run) -> None:
        """Begin to count outcomes."""
        super().begin(run)
        self.outcomes = Outcomes(self.profile)

    def _collect(self, unit: Unit, matches: Iterable[ExplainedMatch]) -> None:
        """Put the matches of a unit into rows and sums, and mark the spans of their items in its text."""
        text = text_of(unit)
        linked = []
        for match in matches:
            self.outcomes.add(match)
            row = self._row(match, text)
            for table, name, column, amount in match.cells:
                part = self.parts.setdefault((table, name, column), {}).setdefault(match.kind, FigurePart())
                part.matches += 1
                part.amount += float(amount)
                if row and len(part.rows) < MAX_LINKS:
                    part.rows[row.number] = row
            if row and not self._only_wrong:
                linked.append((match, row))
        linked.sort(key=lambda pair: -len(pair[1].sides))  # an item links to a row with both sides
        spans = [
            MarkedSpan(item.begin, item.end, side, item.label, row)
            for match, row in linked
            for side, item in match.sides
            if item.begin is not None and item.end is not None
        ]
        text = _numbers(spans) if text is None else text
        if text and spans:
            self.texts.append(MarkedText(unit.name, list(segments(text, spans))))

    def _row(self, match: ExplainedMatch, text: Text | None) -> MatchRow | None:
        """Add a match to its row and return the row, or None if only wrong matches have rows and it is right."""
        is_wrong = (
            match.credit != 1 and match.kind not in self.profile.neutral
        )  # an optional item, for instance, is not
        if self._only_wrong and not is_wrong:
            return None
        kind = _choice(self.kinds, "k", match.kind)
        label = _choice(self._labels, "l", next((item.label for _, item in match.sides), NO_LABEL))
        row = self._known.get(shown := (match.credit, *shown_of(match)))
        if row is None:
            sides = [(side, item, context(item, text, self._lines)) for side, item in match.sides]
            style = f"{kind} {label}{'' if is_wrong else ' good'}"
            row = self._known[shown] = MatchRow(len(self.rows) + 1, match, style, [], sides)
            self.rows.append(row)
        extents = [f"{match.unit} {item.begin}-{item.end}" for _, item in match.sides[:1] if item.begin is not None]
        row.places += extents or [match.unit]
        return row

    @property
    def labels(self) -> list[Choice]:
        """The ``MAX_LABELS`` most frequent labels, sorted by name."""
        most = sorted(self._labels.values(), key=lambda label: -label.count)[:MAX_LABELS]
        return sorted(most, key=lambda label: label.name)

    def blocks(self) -> Iterator[bytes]:
        """Yield the page of the run."""
        return rendered("page.html", view=self, items=self)

    @property
    def printed(self) -> dict[str, list[tuple[str, Figure | None]]]:
        """The pieces of each report by its name, each with its figure, or None for other text."""
        return {name: list(self._pieces(report)) for name, report in printed_reports(self.outcome).items()}

    def _pieces(self, report: Iterable[ReportRecord]) -> Iterator[tuple[str, Figure | None]]:
        for record in report:
            at = 0
            for cell in record.cells:
                figure = self.figures.get(cell.name)
                if figure is not None:
                    begin = cell.begin + len(cell.text) - len(cell.text.lstrip())
                    yield record.text[at:begin], None
                    at = cell.begin + len(cell.text.rstrip())
                    yield record.text[begin:at], figure
            yield record.text[at:], None


def _choice(choices: dict[str, Choice], letter: str, name: str) -> str:
    """Count a match, and return the CSS class of its kind or label."""
    choice = choices.setdefault(name, Choice(f"{letter}{len(choices)}", name))
    choice.count += 1
    return choice.style


def _numbers(spans: list[MarkedSpan]) -> Text | None:
    """Return token numbers from 1 as a text for a sentence without one, or None if it is too long."""
    length = max([span.end for span in spans], default=0)
    return Text([str(number) for number in range(1, length + 1)]) if length <= MAX_NUMBERS else None
