"""Compares two explained runs over the same key: the items that changed, and the effect on the figures."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from rescore.explain.records import SCHEMA, Record, json_number, line
from rescore.explain.stream import Explained, Selection
from rescore.explain.text import EXAMPLES, Printer, matches
from rescore.reports.model import Name
from rescore.scorers import SCORERS
from rescore.terminal import json_bytes

NOTHING = "(none)"


class ItemChange:
    """An item that changed: its match in the old run and in the new one; one of them may be None.

    ``amounts`` holds, for each cell, its amount in the new run minus that in the old one; zeros are left out.
    """

    def __init__(self, old: Record | None, new: Record | None, texts: tuple[int, int]) -> None:
        self.old = old
        self.new = new
        self.texts = texts
        self.unit: str = (new or old or {})["unit"]
        amounts: dict[Name, float] = {}
        for match, sign in ((new, 1), (old, -1)):
            for table, row, column, amount in match["cells"] if match else ():
                name = (table, row, column)
                amounts[name] = amounts.get(name, 0.0) + sign * float(amount)
        self.amounts = {name: amount for name, amount in amounts.items() if amount}

    @property
    def kinds(self) -> str:
        """The kinds of the old match and of the new one."""
        return " -> ".join([match["kind"] if match else NOTHING for match in (self.old, self.new)])

    def record(self) -> Record:
        """Return the change as a record."""
        cells = [[*name, _whole(amount)] for name, amount in self.amounts.items()]
        sides = {
            name: match and {field: match[field] for field in ("kind", "credit", "key", "response", "why")}
            for name, match in (("old", self.old), ("new", self.new))
        }
        return {"type": "change", "unit": self.unit, **sides, "cells": cells}


@dataclass(slots=True)
class FigureChange:
    """A figure that is printed differently, or whose sum differs.

    ``old`` and ``new`` are the records of the figure, None if a report lacks it; ``changes`` are the items that changed
    it.
    """

    name: Name
    old: Record | None
    new: Record | None
    changes: list[ItemChange]

    @property
    def texts(self) -> list[str]:
        """The texts of the figure in the old and the new report."""
        return [NOTHING if cell is None else cell["text"] for cell in (self.old, self.new)]

    @property
    def of(self) -> list[str | list[str]]:
        """The measure and the figures that it is computed from, or an empty list for a sum of matches."""
        found: list[str | list[str]] = (self.new or self.old or {}).get("of", [])
        return found

    @property
    def amount(self) -> float:
        """The sum of the changes."""
        return sum([change.amounts[self.name] for change in self.changes], 0.0)

    def record(self) -> Record:
        """Return the figure as a record."""
        table, row, column = self.name
        record: Record = {"type": "cell", "table": table, "row": row, "column": column}
        record |= {"old": self.old and self.old["text"], "new": self.new and self.new["text"]}
        return record | ({"of": self.of} if self.of else {"difference": _whole(self.amount)})


class Changes:
    """The differences between two runs. ``problem`` says why they cannot be compared, or is empty.

    ``items`` are the items that matched differently, in the order of the new run; ``figures`` are those that differ.
    """

    def __init__(self, old: Explained, new: Explained) -> None:
        self.sides = (ExplainedSide(old), ExplainedSide(new))
        self.problem = self._problem()
        if not self.problem:
            self._name_tables_alike()
        self.items = [] if self.problem else list(self._items())
        self.figures = list(self._figures())

    def json_lines(self) -> Iterator[bytes]:
        """Yield records: both runs, every change, every figure that differs."""
        old, new = self.sides
        yield json_bytes(line({"type": "runs", "schema": SCHEMA, "old": old.run, "new": new.run}))
        for change in self.items:
            yield json_bytes(line(change.record()))
        for figure in self.figures:
            yield json_bytes(line(figure.record()))

    def text(self, selection: Selection, everything: bool, coloured: bool) -> Iterator[bytes]:
        """Yield the figures that differ as text, each with examples of the items that changed it.

        If the user selected items of a unit or kind, figures that these did not change are left out.
        """
        printer = Printer(coloured)
        shown_figures = [figure for figure in self.figures if figure.changes or selection.is_of_figures]
        if self.figures and not shown_figures:
            yield b"no figure differs because of these matches\n"
        for figure in shown_figures:
            changes = figure.changes
            total = f"  {figure.amount:+g}" if changes else ""
            lines = [f"{printer.name(figure.name)}  {printer.bold(' -> '.join(figure.texts))}{total}\n"]
            shown = changes if everything else changes[:EXAMPLES]
            for change in shown:
                lines += self._example(printer, change, change.amounts[figure.name])
            if len(changes) > len(shown):
                lines.append(f"  ... and {matches(len(changes) - len(shown), 'more ')}; --all shows them\n")
            yield "".join([*lines, "\n" if changes else ""]).encode()

    def _example(self, printer: Printer, change: ItemChange, amount: float) -> Iterator[str]:
        yield f"  {printer.plain(change.unit)}  {printer.bold(change.kinds)}  {amount:+g}\n"
        pair = (change.old, change.new)
        keys = [(match["key"], number) for number, match in enumerate(pair) if match and match["key"]]
        for item, number in keys[:1]:
            yield printer.item("key", item, self.sides[number].spool, change.texts[number])
        for number, (side, match) in enumerate(zip(("old", "new"), pair)):
            if match and match["response"]:
                text = self.sides[number].spool, change.texts[number]
                yield printer.item("response", match["response"], *text, name=side)
            if match and match["why"]:
                yield f"    {side:8}  {printer.plain(match['why'])}\n"

    def _problem(self) -> str:
        old, new = self.sides
        if old.run["command"] != new.run["command"]:
            return f"{old.run['command']} and {new.run['command']} cannot be compared; name two runs of one command"
        if old.keys != new.keys:
            return "the runs have different keys; name two runs over one key"
        return ""

    def _name_tables_alike(self) -> None:
        """Give the old run's only table the name of the new run's, because scorer2 names it by granularity."""
        old, new = [{table for table, _, _ in side.cells} for side in self.sides]
        if len(old) == len(new) == 1 and old != new:
            self.sides[0].rename_table(*old, *new)

    def _items(self) -> Iterator[ItemChange]:
        old, new = [side.by_item() for side in self.sides]
        for item in dict.fromkeys([*new, *old]):
            left, right = old.get(item, []), new.get(item, [])
            for match in list(left):
                same = [other for other in right if all(match[0][of] == other[0][of] for of in ("kind", "cells"))]
                if same:
                    left.remove(match)
                    right.remove(same[0])
            for before, after in zip_longest(left, right, fillvalue=(None, -1)):
                yield ItemChange(before[0], after[0], (before[1], after[1]))

    def _figures(self) -> Iterator[FigureChange]:
        old, new = [side.cells for side in self.sides]
        changes_of: dict[Name, list[ItemChange]] = {}
        for change in self.items:
            for name in change.amounts:
                changes_of.setdefault(name, []).append(change)
        for name in dict.fromkeys([*new, *old]):
            figure = FigureChange(name, old.get(name), new.get(name), changes_of.get(name, []))
            if len(set(figure.texts)) > 1 or figure.amount:
                yield figure


class ExplainedSide:
    """One of the two runs: its record, figures by name, units, and matches with the places of their texts."""

    def __init__(self, explained: Explained) -> None:
        self.spool = explained.spool
        self.run: Record = {}
        self.cells: dict[Name, Record] = {}
        self.matches: list[tuple[Record, int]] = []
        self.units: dict[str, str] = {}  # the name of each unit, and the base name of its key file
        for _, text, record in self.spool.records():
            kind = record["type"]
            if kind == "run":
                self.run = record
            elif kind == "unit":
                self.units[record["unit"]] = os.path.basename(record["key"]["file"]) if record["key"] else ""
            elif kind == "met":
                self.matches.append((record, text))
            elif kind == "cell":
                self.cells[record["table"], record["row"], record["column"]] = record
        role = SCORERS[self.run["command"]].key
        self.keys = [source["sha256"] for source in self.run["inputs"] if source["role"] == role]

    def rename_table(self, old: str, new: str) -> None:
        """Rename a table in the figures and in the matches."""
        self.cells = {(new if name[0] == old else name[0], *name[1:]): cell for name, cell in self.cells.items()}
        for match, _ in self.matches:
            match["cells"] = [[new if table == old else table, *others] for table, *others in match["cells"]]

    def by_item(self) -> dict[Hashable, list[tuple[Record, int]]]:
        """Return the matches by item, each with the place of its unit's text."""
        names = self._names_of_units()
        found: dict[Hashable, list[tuple[Record, int]]] = {}
        for match, text in self.matches:
            found.setdefault(_item(match, names[match["unit"]]), []).append((match, text))
        return found

    def _names_of_units(self) -> dict[str, str]:
        """Return a name for each unit that is the same in both runs, even if the unit is named after the response."""
        files = [*self.units.values()]
        if len(files) == 1:
            return dict.fromkeys(self.units, "")
        has_files = "" not in files and len({*files}) == len(files)
        return self.units if has_files else {unit: unit for unit in self.units}


def _item(match: Record, unit: str) -> Hashable:
    """Return a key for the item of a match: the key item, or else the response item."""
    side = "key" if match["key"] else "response"
    item = match[side]
    if item is None:  # a match without an item on either side: the rest of the unit
        return unit, match["kind"], *[(table, row, column) for table, row, column, _ in match["cells"]]
    line = item.get("line")
    label = None if line and "begin" not in item else item["label"]  # a label of scorer2 depends on the granularity
    return side, unit, label, item.get("begin"), item.get("end"), item["text"], line


def _whole(amount: float) -> float | str:
    """Return a number for JSON; whole numbers become integers."""
    return int(amount) if amount.is_integer() else json_number(amount)
