"""Compares two explained runs over the same key: the items that changed, and the effect on the figures."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, starmap, zip_longest

from common.result import Item, Run, Unit
from rescore.explain.conditions import SCHEMA, Record
from rescore.explain.explanation import EVERYTHING, ExplainedMatch, ExplainedRun, Figure, Selection, json_number
from rescore.explain.jsonl import line
from rescore.explain.rows import shown_of
from rescore.explain.text import EXAMPLES, Printer, Text, context, lines_in, text_of
from rescore.reports.model import Name
from rescore.tables import json_bytes

NOTHING = "(none)"
MAX_CHANGES = 100  # rows of a list
BETTER, WORSE, OTHER = "better", "worse", "other"


class ItemChange:
    """An item that changed: its ``matches`` in the old run and in the new one; one may be None.

    ``amounts`` holds, for each cell, its amount in the new run minus that in the old one; zeros are left out.
    """

    def __init__(self, *matches: ExplainedMatch | None) -> None:
        self.matches = matches
        self.unit = [match.unit for match in self.matches if match][-1]
        amounts: dict[Name, float] = {}
        for match, sign in zip(reversed(self.matches), (1, -1)):
            for table, row, column, amount in match.cells if match else ():
                name = (table, row, column)
                amounts[name] = amounts.get(name, 0.0) + sign * float(amount)
        self.amounts = {name: amount for name, amount in amounts.items() if amount}

    @property
    def kinds(self) -> str:
        """The kinds of the old match and of the new one."""
        return " -> ".join([match.kind if match else NOTHING for match in self.matches])

    @property
    def direction(self) -> str:
        """Whether the new match has more credit; leaving out a spurious item earns full credit."""
        values = [
            match.credit if match else float(other is not None and other.key is None)
            for match, other in zip(self.matches, reversed(self.matches))
        ]
        before, after = [0.0 if isinstance(value, str) else value for value in values]
        return BETTER if after > before else WORSE if after < before else OTHER

    def record(self) -> Record:
        """Return the change as a record."""
        fields = ("kind", "credit", "key", "response", "why")
        old, new = [match and {name: getattr(match, name) for name in fields} for match in self.matches]
        cells = [[*name, _whole(amount)] for name, amount in self.amounts.items()]
        return {"type": "change", "unit": self.unit, "old": old, "new": new, "cells": cells}


class FigureChange:
    """A figure that is printed differently, or whose sum differs.

    ``figures`` are those of the old and the new report, None if a report lacks it, and ``texts`` what is printed.
    ``changes`` are the items that changed it, ``amount`` is the sum of the changes. ``of`` is that of the figure.
    """

    def __init__(self, name: Name, figures: Sequence[Figure | None], changes: Sequence[ItemChange]) -> None:
        self.name = name
        self.figures = figures
        self.changes = changes
        self.texts = [figure.text if figure else NOTHING for figure in figures]
        self.of = [figure.of for figure in figures if figure][-1]
        self.amount = sum([change.amounts[name] for change in changes], 0.0)

    def record(self) -> Record:
        """Return the figure as a record."""
        table, row, column = self.name
        old, new = [figure and figure.text for figure in self.figures]
        record: Record = {"type": "cell", "table": table, "row": row, "column": column, "old": old, "new": new}
        return record | ({"of": self.of} if self.of else {"difference": _whole(self.amount)})


class CollectedRun(ExplainedRun):
    """One of the two runs: its matches, and the texts and key files of its units by their names."""

    def __init__(self, selection: Selection = EVERYTHING) -> None:
        super().__init__(selection)
        self.matches: list[ExplainedMatch] = []
        self.texts: dict[str, Text | None] = {}
        self.files: dict[str, str] = {}  # without folders

    def begin(self, run: Run) -> None:
        """Remember the folder of the run's files, and the hashes of its key."""
        super().begin(run)
        self.lines = lines_in(os.getcwd())
        self.keys = [source["sha256"] for source in self.record["inputs"] if source["role"] == self.profile.key]

    def _collect(self, unit: Unit, matches: Iterable[ExplainedMatch]) -> None:
        self.texts[unit.name] = text_of(unit)
        self.files[unit.name] = os.path.basename(unit.key.file) if unit.key else ""
        self.matches += matches

    def by_item(self) -> dict[Hashable, list[ExplainedMatch]]:
        """Return the matches by item.

        Units are known by their key files if each has its own, because some are named after the response.
        """
        files = [*self.files.values()]
        has_files = "" not in files and len({*files}) == len(files)
        found: dict[Hashable, list[ExplainedMatch]] = {}
        for match in self.matches:
            unit = self.files[match.unit] if has_files else match.unit
            found.setdefault(_item(match, unit if len(files) > 1 else ""), []).append(match)
        return found


def _item(match: ExplainedMatch, unit: str) -> Hashable:
    """Return a key for the item of a match: the key item, or else the response item."""
    if not match.sides:  # a match without an item on either side: the rest of the unit
        return unit, match.kind, *[cell[:3] for cell in match.cells]
    side, item = match.sides[0]
    number = item.location.line if item.location else None
    label = None if number and item.begin is None else item.label  # a label of scorer2 depends on the granularity
    return side, unit, label, item.begin, item.end, item.text, number


def _whole(amount: float) -> float | str:
    """Return a number for JSON; whole numbers become integers."""
    return int(amount) if amount.is_integer() else json_number(amount)


class Changes:
    """The differences between two runs. ``problem`` says why they cannot be compared, or is empty.

    ``items`` are the items that matched differently, in the order of the new run; ``figures`` are those that differ.
    """

    def __init__(self, old: CollectedRun, new: CollectedRun) -> None:
        self.sides = (old, new)
        self.problem = self._problem()
        if not self.problem:
            self._name_tables_alike()
        self.items = [] if self.problem else list(self._items())
        self.figures = list(self._figures())

    def json_lines(self) -> Iterator[bytes]:
        """Yield records: both runs, every change, every figure that differs."""
        old, new = self.sides
        yield json_bytes(line({"type": "runs", "schema": SCHEMA, "old": old.record, "new": new.record}))
        for change in chain[ItemChange | FigureChange](self.items, self.figures):
            yield json_bytes(line(change.record()))

    def text(self, *, everything: bool = False, coloured: bool = False) -> Iterator[bytes]:
        """Yield the figures that differ as text, each with examples of the items that changed it.

        If the user selected items of a unit or kind, figures that these did not change are left out.
        """
        printer = Printer(coloured)
        shown_figures = [one for one in self.figures if one.changes or self.sides[1].selection.is_of_figures]
        if self.figures and not shown_figures:
            yield b"no figure differs because of these matches\n"
        for figure in shown_figures:
            changes = figure.changes
            total = f"  {figure.amount:+g}" if changes else ""
            lines = [f"{printer.name(figure.name)}  {printer.bold(' -> '.join(figure.texts))}{total}\n"]
            shown = changes if everything else changes[:EXAMPLES]
            for change in shown:
                lines += self._example(printer, change, change.amounts[figure.name])
            lines += [printer.remaining(len(changes) - len(shown)), "\n" if changes else ""]
            yield "".join(lines).encode()

    def _example(self, printer: Printer, change: ItemChange, amount: float) -> Iterator[str]:
        yield f"  {printer.plain(change.unit)}  {printer.bold(change.kinds)}  {amount:+g}\n"
        key, *responses = self.contexts(change)
        if key:
            yield printer.item("key", *key)
        for name, match, response in zip(("old", "new"), change.matches, responses):
            if response:
                yield printer.item("response", *response, name=name)
            if match and match.why:
                yield f"    {name:8}  {printer.plain(match.why)}\n"

    def contexts(self, change: ItemChange) -> list[tuple[Item, tuple[str, str, str]] | None]:
        """Return the item of the key and those of the old and the new response, each in its context or None."""
        shown: list[tuple[Item, tuple[str, str, str]] | None] = [None, None, None]
        for number, (match, run) in enumerate(zip(change.matches, self.sides), 1):
            for side, item in match.sides if match else ():
                place = 0 if side == "key" else number
                if match and not shown[place]:
                    shown[place] = item, context(item, run.texts[match.unit], run.lines)
        return shown

    @property
    def rows(self) -> dict[str, list[list[ItemChange]]]:
        """The changes for the better, the worse and neither. Those that differ only in their places share a row.

        The most frequent rows come first.
        """
        rows: dict[Hashable, list[ItemChange]] = {}
        for change in self.items:
            rows.setdefault(tuple(map(shown_of, change.matches)), []).append(change)
        found: dict[str, list[list[ItemChange]]] = {BETTER: [], WORSE: [], OTHER: []}
        for row in sorted(rows.values(), key=lambda row: -len(row)):
            found[row[0].direction].append(row)
        return found

    @property
    def counts(self) -> Counter[str]:
        """The number of changes for the better, the worse and neither."""
        return Counter([change.direction for change in self.items])

    def _problem(self) -> str:
        old, new = self.sides
        commands = old.record["command"], new.record["command"]
        if commands[0] != commands[1]:
            return f"{commands[0]} and {commands[1]} cannot be compared; name two runs of one command"
        if old.keys != new.keys:
            return "the runs have different keys; name two runs over one key"
        return ""

    def _name_tables_alike(self) -> None:
        """Give the old run's only table the name of the new run's, because scorer2 names it by granularity."""
        old, new = [{table for table, _, _ in side.figures} for side in self.sides]
        if len(old) == len(new) == 1 and old != new:
            (renamed,), (table,), side = old, new, self.sides[0]
            side.figures = {(table, *name[1:]): figure for name, figure in side.figures.items()}
            for match in side.matches:
                match.cells = [(table, *cell[1:]) if cell[0] == renamed else cell for cell in match.cells]

    def _items(self) -> Iterator[ItemChange]:
        old, new = [side.by_item() for side in self.sides]
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
        changes_of: dict[Name, list[ItemChange]] = {}
        for change in self.items:
            for name in change.amounts:
                changes_of.setdefault(name, []).append(change)
        for name in dict.fromkeys([*new, *old]):
            figure = FigureChange(name, (old.get(name), new.get(name)), changes_of.get(name, []))
            if len(set(figure.texts)) > 1 or figure.amount:
                yield figure
