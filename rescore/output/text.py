"""Explanations as text for people, figure by figure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

import click

from legacy_scorers.common.result import Item
from legacy_scorers.rescore.output.tables import CONTROLS
from legacy_scorers.rescore.reports.model import Name, written
from legacy_scorers.rescore.runs.explanation import (
    Amount,
    Context,
    Counted,
    ExplainedMatch,
    ExplainedRun,
    ExplainedUnit,
    Selection,
)

COLOURS = {"key": "green", "response": "magenta"}
UNCOUNTED = ("", "", "")  # used as the figure of matches that add to no figure
_UNPRINTABLE = re.compile(f"[\x00-\x1f{CONTROLS}\ud800-\udfff]")


class TextExplanation(ExplainedRun):
    """Writes an explanation as text, with the first matches of each figure."""

    all_shown_by = "--all"  # whatever the user can say to see all

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection)
        of_kind = f" of kind {selection.kind}" if selection.kind is not None else ""
        self._limits = plain(of_kind + (f" in {selection.unit}" if selection.unit is not None else ""))
        self._numbers: Counter[Name] = Counter()  # of matches
        self._examples: dict[Name, list[tuple[ExplainedMatch, ExplainedUnit]]] = {}

    def _shows(self, counted: Counted) -> bool:
        counted.figures = counted.figures or self._figures_of(counted.cells)
        shown = False
        for name in counted.figures:
            self._numbers[name] += 1
            shown |= self._numbers[name] <= self.selection.most
        return shown

    def _figures_of(self, cells: Iterable[tuple[str, str, str, Amount]]) -> list[Name]:
        """Return the figures that cells add to, each once: only the selected ones, if there are any."""
        names = dict.fromkeys([(table, row, column) for table, row, column, _ in cells])
        return [name for name in names if name in self._cells] or [*names] or [UNCOUNTED]

    def _collect(self, unit: ExplainedUnit, matches: Iterable[ExplainedMatch]) -> None:
        for match in matches:
            for name in self._figures_of(match.cells):
                examples = self._examples.setdefault(name, [])
                if len(examples) < self.selection.most:
                    examples.append((match, unit))

    def blocks(self) -> Iterator[str]:
        """Yield the explanation, figure by figure."""
        everything = self.selection.is_of_figures
        for name, figure in self.figures.items():
            heading = f"{plain(written(name))}  {bold(figure.text)}"
            if figure.of and everything:
                yield f"{heading}  {plain(parts_in_words(figure.of, self.figures))}\n"
                for part in figure.of[1:] if self.selection.cell else ():
                    if part not in self.figures:  # it has no heading of its own
                        yield self._sum(f"{plain(written(part))}  (not printed)", part)
            elif everything or name in self._numbers:
                yield self._sum(heading, name)
        if UNCOUNTED in self._numbers:
            yield self._sum("counted in no figure", UNCOUNTED)
        elif not everything and not self._numbers:
            yield f"no match{self._limits}\n"

    def _sum(self, heading: str, name: Name) -> str:
        number = self._numbers[name]
        examples = [self._example(name, *example) for example in self._examples.get(name, [])]
        shown = listed(examples, number, self.all_shown_by)
        return f"{heading}  {matches(number)}{'' if number else self._limits}\n{shown}"

    def _example(self, name: Name, match: ExplainedMatch, unit: ExplainedUnit) -> str:
        amounts = [float(amount) for *cell, amount in match.cells if tuple(cell) == name]
        amount = "" if amounts in ([1], []) else "  " + " ".join([f"{amount:+g}" for amount in amounts])
        why = plain(f"  {match.why}") if match.why else ""
        items = [item_line(*shown) for shown in unit.shown(match)]
        return f"  {plain(match.unit)}  {bold(match.kind)}{amount}{why}\n{''.join(items)}"


def listed(examples: Sequence[str], number: int, all_shown_by: str) -> str:
    """Return examples, how many more there are of ``number`` in all, and an empty line unless there are none."""
    left = number - len(examples)
    more = f"  ... and {matches(left, 'more ')}; {all_shown_by} shows them\n" if left else ""
    return "".join([*examples, more, "\n" if examples else ""])


def item_line(side: str, item: Item, context: Context, name: str = "") -> str:
    """Return the line that shows an item of a side in its context, under the name of the side or another one."""
    before, inside, after = map(plain, context)
    marked = click.style(f"[{inside}]", fg=COLOURS[side]) if inside else ""
    return f"    {name or side:8}  {plain(place(item))}  {plain(item.label)}: {before}{marked}{after}\n"


def bold(text: str) -> str:
    """Return a text in bold."""
    return click.style(plain(text), bold=True)


def plain(text: str) -> str:
    """Return a text with control characters and lone surrogates replaced, so that it is safe on a terminal."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def matches(number: int, more: str = "") -> str:
    """Return a number of matches in words, such as ``no match`` or ``3 matches``, with ``more`` before the noun."""
    return f"{number or 'no'} {more}{'matches' if number > 1 else 'match'}"


def parts_in_words(of: Sequence[Any], printed: Container[Name] = ()) -> str:
    """Describe what a figure is computed from; parts that are not in ``printed`` are marked."""
    name, *parts = of
    if not parts:
        return f"number of {name}"
    names = ["/".join(part) + ("" if part in printed else " (not printed)") for part in parts]
    return f"{name} from {', '.join(names)}"


def place(item: Item) -> str:
    """Return the place of an item: its file, its line and its extent, as far as they are known."""
    where = ""
    if item.location is not None:
        where = f"{item.location.file}:{item.location.line}" if item.location.line else item.location.file
    return where if item.begin is None else f"{where} {item.begin}-{item.end}"
