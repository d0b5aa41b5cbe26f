"""Explanations as self-contained HTML pages: of one run, and of the differences between two.

The page of a run shows the report with links, the items, and the parts of each figure. The page of two runs shows the
figures that differ, and the items that matched better or worse. Input is always escaped, and characters that cannot
be shown are replaced. Form feeds are left out because they matter on paper only.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from common.result import Run, Unit
from rescore.explain.conditions import in_words, signature_of
from rescore.explain.explanation import EVERYTHING, ExplainedMatch, ExplainedRun, Figure, Selection
from rescore.explain.outcomes import Outcomes
from rescore.explain.rows import Items, MarkedSpan, MarkedText, MatchRow, Rows, paged, segments
from rescore.explain.text import Text, matches, parts_in_words, place, text_of
from rescore.reports.model import Name, ReportRecord
from rescore.tables import CONTROLS

MAX_LINKS = 20  # from a figure to the rows of a kind
MAX_NUMBERS = 500  # tokens of a sentence without text; longer sentences are not shown
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
        self.texts: list[MarkedText] = []
        self.table = Rows(only_wrong)
        self._has_texts = not only_wrong
        self.parts: dict[Name, dict[str, FigurePart]] = {}

    def begin(self, run: Run) -> None:
        """Begin to count outcomes."""
        super().begin(run)
        self.outcomes = Outcomes(self.profile)

    def _collect(self, unit: Unit, matches: Iterable[ExplainedMatch]) -> None:
        """Put the matches of a unit into rows and sums, and mark the spans of their items in its text."""
        text = text_of(unit)
        linked, neutral = [], self.profile.neutral
        for match in matches:
            self.outcomes.add(match)
            is_wrong = match.credit != 1 and match.kind not in neutral  # an optional item, for instance, is not
            row = self.table.add(match, text, is_wrong)
            for table, name, column, amount in match.cells:
                part = self.parts.setdefault((table, name, column), {}).setdefault(match.kind, FigurePart())
                part.matches += 1
                part.amount += float(amount)
                if row and len(part.rows) < MAX_LINKS:
                    part.rows[row.number] = row
            if row and self._has_texts:
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

    def pages(self, file: Callable[[int], str] = lambda _: "") -> list[Items]:
        """Return the items, divided into pages; ``file`` returns the file name of a page by its number, from 0."""
        group = next((group.of for group in self.profile.groups.values()), str)
        found = paged(self.table.rows, self.texts, group)
        for number, items in enumerate(found):
            items.file = file(number)
            for row in items.rows:
                row.file = items.file
        return found

    def blocks(self) -> Iterator[bytes]:
        """Yield the page of the run."""
        return rendered("page.html", view=self, items=Items(self.table.rows, self.texts))

    @functools.cached_property
    def printed(self) -> dict[str, list[tuple[str, Figure | None]]]:
        """The pieces of each report by its name, each with its figure, or None for other text."""
        return {name: list(self._pieces(report)) for name, report in self.reports.items()}

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


def _numbers(spans: list[MarkedSpan]) -> Text | None:
    """Return token numbers from 1 as a text for a sentence without one, or None if it is too long."""
    length = max([span.end for span in spans], default=0)
    return Text([str(number) for number in range(1, length + 1)]) if length <= MAX_NUMBERS else None
