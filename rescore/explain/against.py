"""Compares two explained runs over the same key: the items that changed, and the effect on the figures."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import starmap, zip_longest
from typing import Any, NamedTuple

from common.result import Item
from rescore.explain.conditions import SCHEMA
from rescore.explain.explanation import ExplainedMatch, ExplainedRun, ExplainedUnit, json_number
from rescore.explain.forms import bold, item_line, json_lines, listed, plain
from rescore.explain.html import rendered
from rescore.reports.model import Name, grouped, written

NOTHING = "(none)"
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


def _by_item(units: Sequence[ExplainedUnit]) -> dict[Hashable, list[ExplainedMatch]]:
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
        # Leaving out a spurious item earns full credit.
        both = [one.credit if one else float(not (other and other.key)) for one, other in ((old, new), (new, old))]
        before, after = [0.0 if isinstance(credit, str) else credit for credit in both]
        self.direction = BETTER if after > before else WORSE if after < before else OTHER


class FigureChange(NamedTuple):
    """A figure that is printed differently, or whose sum differs by ``amount``, and the items that changed it."""

    name: Name
    texts: list[str]
    of: list[Any]
    changes: list[ItemChange]
    amount: float


def _whole(amount: float) -> float | str:
    return int(amount) if amount.is_integer() else json_number(amount)


class Changes:
    """The differences between two runs: items that matched differently, in the order of the new run, and figures."""

    def __init__(self, old: ExplainedRun, new: ExplainedRun) -> None:
        self.sides = (old, new)
        self._units = [{unit.name: unit for unit in side.units} for side in self.sides]
        commands = [side.record["command"] for side in self.sides]
        role = old.profile.key
        keys = [[one["sha256"] for one in side.record["inputs"] if one["role"] == role] for side in self.sides]
        self.problem = ""  # why they cannot be compared
        if commands[0] != commands[1]:
            self.problem = f"{commands[0]} and {commands[1]} cannot be compared; name two runs of one command"
        elif keys[0] != keys[1]:
            self.problem = "the runs have different keys; name two runs over one key"
        else:
            self._name_tables_alike()
        self.items = [] if self.problem else list(self._items())
        self.counts = Counter([change.direction for change in self.items])
        self.figures = list(self._figures())
        totals = {name[:2] for name in old.profile.measures}
        self.totals_first = sorted(self.figures, key=lambda figure: figure.name[:2] not in totals)

    def blocks(self, form: str) -> Iterable[bytes | str]:
        """Return the changes as ``text``, ``jsonl`` or ``html``."""
        if form == "html":
            return [rendered("changes.html", view=self, names=("old", "new"))]
        return self.text() if form == "text" else self.json_lines()

    def json_lines(self) -> Iterator[bytes]:
        """Yield records: both runs, every change, every figure that differs."""
        old, new = self.sides
        yield json_lines({"type": "runs", "schema": SCHEMA, "old": old.record, "new": new.record})
        for change in self.items:
            matches = [match and {name: getattr(match, name) for name in _SHOWN} for match in change.matches]
            cells = [[*name, _whole(amount)] for name, amount in change.amounts.items()]
            record = dict(zip(("type", "unit", "old", "new", "cells"), ("change", change.unit, *matches, cells)))
            yield json_lines(record)
        for name, texts, of, _, amount in self.figures:
            printed = [None if text == NOTHING else text for text in texts]
            record = dict(zip(("type", "table", "row", "column", "old", "new"), ("cell", *name, *printed)))
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
            yield heading + listed(examples, len(figure.changes))

    def _example(self, change: ItemChange, amount: float) -> str:
        lines = [f"  {plain(change.unit)}  {bold(change.kinds)}  {amount:+g}\n"]
        key, *responses = self.contexts(change)
        if key:
            lines.append(item_line("key", *key))
        for name, match, response in zip(("old", "new"), change.matches, responses):
            if response:
                lines.append(item_line("response", *response, name=name))
            if match and match.why:
                lines.append(f"    {name:8}  {plain(match.why)}\n")
        return "".join(lines)

    def contexts(self, change: ItemChange) -> list[tuple[Item, tuple[str, str, str]] | None]:
        """Return the item of the key and those of the old and the new response, each in its context or None."""
        shown: list[tuple[Item, tuple[str, str, str]] | None] = [None, None, None]
        for number, (match, units) in enumerate(zip(change.matches, self._units), 1):
            for side, item in match.sides if match else ():
                place = 0 if side == "key" else number
                if match and not shown[place]:
                    shown[place] = item, units[match.unit].context(item)
        return shown

    @property
    def rows(self) -> dict[str, list[list[ItemChange]]]:
        """The changes by direction, the most frequent first; those that differ only in their places share a row."""
        rows = grouped((tuple([match and match.shown for match in one.matches]), one) for one in self.items)
        by_size = sorted(rows.values(), key=lambda row: -len(row))
        return {direction: [row for row in by_size if row[0].direction == direction] for direction in DIRECTIONS}

    def _name_tables_alike(self) -> None:
        """Give the old run's only table the name of the new run's, because scorer2 names it by granularity."""
        old, new = [{table for table, _, _ in side.figures} for side in self.sides]
        if len(old) == len(new) == 1 and old != new:
            (table,), side = new, self.sides[0]
            side.figures = {(table, *name[1:]): figure for name, figure in side.figures.items()}
            for match in [one for unit in side.units for one in unit.matches]:
                match.cells = [(table, *cell[1:]) for cell in match.cells]

    def _items(self) -> Iterator[ItemChange]:
        old, new = [_by_item(side.units) for side in self.sides]
        for item in dict.fromkeys([*new, *old]):
            left, right = old.get(item, []), new.get(item, [])
            for one in list(left):
                same = [other for other in right if (one.kind, one.cells) == (other.kind, other.cells)]
                if same:
                    left.remove(one)
                    right.remove(same[0])
            yield from starmap(ItemChange, zip_longest(left, right))

    def _figures(self) -> Iterator[FigureChange]:
        old, new = [side.figures for side in self.sides]
        changes_of = grouped((name, change) for change in self.items for name in change.amounts)
        for name in dict.fromkeys([*new, *old]):
            figures, changes = (old.get(name), new.get(name)), changes_of.get(name, [])
            texts = [figure.text if figure else NOTHING for figure in figures]
            of = [figure.of for figure in figures if figure][-1]
            amount = sum([change.amounts[name] for change in changes], 0.0)
            if texts[0] != texts[1] or amount:
                yield FigureChange(name, texts, of, changes, amount)
