"""Compares two explained runs over the same key: the items that changed, and the effect on the figures."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import starmap, zip_longest
from typing import Any, NamedTuple

from legacy_scorers.common.result import Item
from legacy_scorers.rescore.output.page import rendered
from legacy_scorers.rescore.output.text import TextExplanation, bold, item_line, listed, plain
from legacy_scorers.rescore.reports.model import Name, written
from legacy_scorers.rescore.reports.words import grouped
from legacy_scorers.rescore.runs.conditions import SCHEMA
from legacy_scorers.rescore.runs.explanation import Context, ExplainedMatch, ExplainedRun, ExplainedUnit, json_number

NOTHING = "(none)"
NAMES = ("old", "new")  # of the runs
BETTER, WORSE, OTHER = DIRECTIONS = ("better", "worse", "other")
_SHOWN = ("kind", "credit", "key", "response", "why")  # of a match


def _item(match: ExplainedMatch, unit: str) -> Hashable:
    """Return a key for the item of a match: the key item, or else the response item."""
    if not match.sides:  # a match without an item on either side: the rest of the unit
        return unit, match.kind, *[cell[:3] for cell in match.cells]
    side, item = match.sides[0]
    number = item.location.line if item.location else None
    label = None if number and item.begin is None else item.label  # a label of scorer2 depends on the granularity
    return side, unit, label, item.begin, item.end, item.text, number


def _matches_by_item(units: Sequence[ExplainedUnit]) -> dict[Hashable, list[ExplainedMatch]]:
    """Return the matches by item; units that are named after the response are known by their key files."""
    files = [os.path.basename(unit.key.file) if unit.key else "" for unit in units]
    has_files = "" not in files and len({*files}) == len(files)
    names = [""] if len(files) == 1 else files if has_files else [unit.name for unit in units]
    return grouped((_item(match, name), match) for unit, name in zip(units, names) for match in unit.matches)


class ItemChange:
    """An item that changed: its ``matches`` in the old run and in the new one; one may be None."""

    def __init__(self, *matches: ExplainedMatch | None) -> None:
        self.matches = old, new = matches
        self.unit = [match.unit for match in matches if match][-1]
        self.kinds = " -> ".join([match.kind if match else NOTHING for match in matches])
        amounts: defaultdict[Name, float] = defaultdict(float)
        for match, sign in ((new, 1), (old, -1)):
            for table, row, column, amount in match.cells if match else ():
                amounts[table, row, column] += sign * float(amount)
        self.amounts = {name: amount for name, amount in amounts.items() if amount}  # new minus old, by cell
        before, after = _credit(old, new), _credit(new, old)
        self.direction = BETTER if after > before else WORSE if after < before else OTHER


def _credit(match: ExplainedMatch | None, other: ExplainedMatch | None) -> float:
    """Return the credit for an item; a run without a match of it has full credit if the other's is spurious."""
    credit = match.credit if match else float(not (other and other.key))
    return 0.0 if isinstance(credit, str) else credit


class FigureChange(NamedTuple):
    """A figure that is printed differently, or whose sum differs by ``amount``, and the items that changed it.

    ``difference`` is that of the printed values, None unless both are numbers.
    """

    name: Name
    texts: list[str]
    of: list[Any]
    changes: list[ItemChange]
    amount: float
    difference: float | None


def _whole(amount: float) -> float | str:
    return int(amount) if amount.is_integer() else json_number(amount)


class Changes:
    """The differences between two runs: items that matched differently, in the order of the new run, and figures."""

    def __init__(self, old: ExplainedRun, new: ExplainedRun) -> None:
        self.sides = (old, new)
        self._units = [{unit.name: unit for unit in side.units} for side in self.sides]
        self.problem = _problem(old, new)
        if not self.problem:
            _name_tables_alike(old, new)
        self.items = [] if self.problem else list(_item_changes(old.units, new.units))
        self.counts = Counter([change.direction for change in self.items])
        self.figures = list(self._figures())
        totals = {name[:2] for name in old.profile.measures}
        self.totals_first = sorted(self.figures, key=lambda figure: figure.name[:2] not in totals)

    def blocks(self, form: str) -> Iterable[bytes | str]:
        """Return the changes as ``text``, ``jsonl`` or ``html``."""
        if form == "html":
            return [rendered("changes.html", view=self, names=NAMES)]
        return self.text() if form == "text" else self.json_lines()

    def json_lines(self) -> Iterator[bytes]:
        """Yield records: both runs, every change, every figure that differs."""
        from legacy_scorers.rescore.output.json_lines import json_lines

        old, new = self.sides
        yield json_lines({"type": "runs", "schema": SCHEMA, "old": old.record, "new": new.record})
        for change in self.items:
            before, after = [match and {name: getattr(match, name) for name in _SHOWN} for match in change.matches]
            cells = [[*name, _whole(amount)] for name, amount in change.amounts.items()]
            yield json_lines({"type": "change", "unit": change.unit, "old": before, "new": after, "cells": cells})
        for (table, row, column), texts, of, _, amount, _ in self.figures:
            printed, reprinted = [None if text == NOTHING else text for text in texts]
            record = {"type": "cell", "table": table, "row": row, "column": column, "old": printed, "new": reprinted}
            yield json_lines(record | ({"of": of} if of else {"difference": _whole(amount)}))

    def text(self) -> Iterator[str]:
        """Yield the figures that differ, or that selected items changed, each with examples of such items."""
        selection = self.sides[1].selection
        shown_figures = [one for one in self.figures if one.changes or selection.is_of_figures]
        if self.figures and not shown_figures:
            yield "no figure differs because of these matches\n"
        for figure in shown_figures:
            total = f"  {figure.amount:+g}" if figure.changes else ""
            examples = [
                self._example(change, change.amounts[figure.name]) for change in figure.changes[: selection.most]
            ]
            heading = f"{plain(written(figure.name))}  {bold(' -> '.join(figure.texts))}{total}\n"
            yield heading + listed(examples, len(figure.changes), TextExplanation.all_shown_by)

    def _example(self, change: ItemChange, amount: float) -> str:
        lines = [f"  {plain(change.unit)}  {bold(change.kinds)}  {amount:+g}\n"]
        key, *responses = self.contexts(change)
        if key:
            lines.append(item_line("key", *key))
        for name, match, response in zip(NAMES, change.matches, responses):
            if response:
                lines.append(item_line("response", *response, name=name))
            if match and match.why:
                lines.append(f"    {name:8}  {plain(match.why)}\n")
        return "".join(lines)

    def contexts(self, change: ItemChange) -> list[tuple[Item, Context] | None]:
        """Return the item of the key and those of the old and the new response, each in its context or None."""
        found: dict[str, tuple[Item, Context]] = {}
        for name, match, units in zip(NAMES, change.matches, self._units):
            for side, item, context in units[match.unit].shown(match) if match else ():
                found.setdefault("key" if side == "key" else name, (item, context))
        return [found.get(name) for name in ("key", *NAMES)]

    @property
    def rows(self) -> dict[str, list[list[ItemChange]]]:
        """The changes by direction, the most frequent first; those that differ only in their places share a row."""
        rows = grouped((tuple([match and match.shown for match in one.matches]), one) for one in self.items)
        by_size = sorted(rows.values(), key=lambda row: -len(row))
        return {direction: [row for row in by_size if row[0].direction == direction] for direction in DIRECTIONS}

    def _figures(self) -> Iterator[FigureChange]:
        old, new = [side.figures for side in self.sides]
        changes_of = grouped((name, change) for change in self.items for name in change.amounts)
        for name in dict.fromkeys([*new, *old]):
            figures, changes = (old.get(name), new.get(name)), changes_of.get(name, [])
            texts = [figure.text if figure else NOTHING for figure in figures]
            of = [figure.of for figure in figures if figure][-1]
            amount = sum([change.amounts[name] for change in changes], 0.0)
            if texts[0] != texts[1] or amount:
                values = [figure.value for figure in figures if figure and isinstance(figure.value, (int, float))]
                difference = values[1] - values[0] if len(values) == len(figures) else None
                yield FigureChange(name, texts, of, changes, amount, difference)


def _problem(old: ExplainedRun, new: ExplainedRun) -> str:
    """Return why two runs cannot be compared, or an empty text."""
    one, other = [side.record["command"] for side in (old, new)]
    if one != other:
        return f"{one} and {other} cannot be compared; name two runs of one command"
    keys = [
        [source["sha256"] for source in side.record["inputs"] if source["role"] == side.profile.key]
        for side in (old, new)
    ]
    return "" if keys[0] == keys[1] else "the runs have different keys; name two runs over one key"


def _name_tables_alike(old: ExplainedRun, new: ExplainedRun) -> None:
    """Give the old run's only table the name of the new run's, because scorer2 names it by granularity."""
    tables, others = [{table for table, _, _ in side.figures} for side in (old, new)]
    if len(tables) == len(others) == 1 and tables != others:
        (table,) = others
        old.figures = {(table, *name[1:]): figure for name, figure in old.figures.items()}
        for match in [one for unit in old.units for one in unit.matches]:
            match.cells = [(table, *cell[1:]) for cell in match.cells]


def _item_changes(old: Sequence[ExplainedUnit], new: Sequence[ExplainedUnit]) -> Iterator[ItemChange]:
    """Yield the items that matched differently, those of the new run first."""
    olds, news = _matches_by_item(old), _matches_by_item(new)
    for item in dict.fromkeys([*news, *olds]):
        left, right = olds.get(item, []), news.get(item, [])
        for one in list(left):
            same = [other for other in right if (one.kind, one.cells) == (other.kind, other.cells)]
            if same:
                left.remove(one)
                right.remove(same[0])
        yield from starmap(ItemChange, zip_longest(left, right))
