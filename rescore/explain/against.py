"""Two explained runs over the same key: which items met differently, and what that changed in the figures."""

from __future__ import annotations

from itertools import zip_longest

from rescore.explain.records import SCHEMA, encoded, json_number, line
from rescore.explain.text import EXAMPLES, Printer, meetings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from rescore.explain.explained import Explained
    from rescore.explain.records import Name, Record

KEYS = ("key", "target", "reference")  # roles of the inputs that both runs must share
NOTHING = "(none)"


class Change:
    """An item that met differently: its meeting in the old run and in the new one, None where it was in none.

    ``amounts`` is what it adds to each cell in the new run, less what it added in the old one; zeros are left out.
    """

    __slots__ = ("amounts", "new", "old", "texts", "unit")

    def __init__(self, old: Record | None, new: Record | None, texts: tuple[int, int]) -> None:
        self.old = old
        self.new = new
        self.texts = texts
        self.unit: str = (new or old or {})["unit"]
        amounts: dict[Name, float] = {}
        for met, sign in ((new, 1), (old, -1)):
            for table, row, column, amount in met["cells"] if met else ():
                name = (table, row, column)
                amounts[name] = amounts.get(name, 0.0) + sign * float(amount)
        self.amounts = {name: amount for name, amount in amounts.items() if amount}

    @property
    def kinds(self) -> str:
        """What the meeting was, and what it is now."""
        return " -> ".join([met["kind"] if met else NOTHING for met in (self.old, self.new)])

    def record(self) -> Record:
        """Return the change as a record."""
        cells = [[*name, _whole(amount)] for name, amount in self.amounts.items()]
        return {"type": "change", "unit": self.unit, "old": _short(self.old), "new": _short(self.new), "cells": cells}


class Changes:
    """What differs between two runs. ``problem`` says why they cannot be compared, if they cannot."""

    def __init__(self, old: Explained, new: Explained) -> None:
        self._sides = (_Side(old), _Side(new))
        self.problem = self._problem()
        self._changes = [] if self.problem else list(self._found())

    @property
    def differ(self) -> bool:
        """Whether any figure differs."""
        return any(True for _ in self._figures())

    def json_lines(self) -> Iterator[bytes]:
        """Yield records: both runs, every change, every figure that differs."""
        old, new = self._sides
        yield encoded(line({"type": "runs", "schema": SCHEMA, "old": old.run, "new": new.run}))
        for change in self._changes:
            yield encoded(line(change.record()))
        sums = self._sums()
        for name in self._figures():
            left, right = old.cells.get(name), new.cells.get(name)
            record: Record = dict(zip(("type", "table", "row", "column"), ("cell", *name)))
            record |= {"old": left and left["text"], "new": right and right["text"]}
            of = (right or left or {}).get("of")
            yield encoded(line(record | ({"of": of} if of else {"difference": _whole(sums.get(name, 0.0))})))

    def text(self, everything: bool, coloured: bool) -> Iterator[bytes]:
        """Yield the figures that differ, each with examples of the items that changed it, for people."""
        old, new = self._sides
        printer = Printer(coloured)
        behind: dict[Name, list[Change]] = {}
        for change in self._changes:
            for name in change.amounts:
                behind.setdefault(name, []).append(change)
        for name in self._figures():
            texts = [side.cells[name]["text"] if name in side.cells else NOTHING for side in (old, new)]
            changes = behind.get(name, [])
            total = f"  {sum([change.amounts[name] for change in changes]):+g}" if changes else ""
            lines = [f"{printer.name(name)}  {printer.bold(' -> '.join(texts))}{total}\n"]
            shown = changes if everything else changes[:EXAMPLES]
            for change in shown:
                lines += self._example(printer, change, change.amounts[name])
            if len(changes) > len(shown):
                lines.append(f"  ... and {meetings(len(changes) - len(shown))} more; --all shows them\n")
            yield "".join([*lines, "\n" if changes else ""]).encode()

    def _example(self, printer: Printer, change: Change, amount: float) -> Iterator[str]:
        yield f"  {printer.plain(change.unit)}  {printer.bold(change.kinds)}  {amount:+g}\n"
        mets = (change.old, change.new)
        keys = [(met["key"], number) for number, met in enumerate(mets) if met and met["key"]]
        for item, number in keys[:1]:
            yield printer.item("key", item, self._sides[number].run_of, change.texts[number])
        for number, (side, met) in enumerate(zip(("old", "new"), mets)):
            if met and met["response"]:
                text = self._sides[number].run_of, change.texts[number]
                yield printer.item("response", met["response"], *text, name=side)
            if met and met["why"]:
                yield f"    {side:8}  {printer.plain(met['why'])}\n"

    def _problem(self) -> str:
        old, new = self._sides
        if old.run["command"] != new.run["command"]:
            return f"{old.run['command']} and {new.run['command']} cannot be compared; name two runs of one command"
        if old.keys != new.keys:
            return "the runs have different keys; name two runs over the same one"
        return ""

    def _found(self) -> Iterator[Change]:
        old, new = self._sides
        for item in dict.fromkeys([*new.mets, *old.mets]):
            left, right = old.mets.get(item, []), new.mets.get(item, [])
            for met in list(left):
                same = next((other for other in right if _is_same(met[0], other[0])), None)
                if same is not None:
                    left.remove(met)
                    right.remove(same)
            for before, after in zip_longest(left, right, fillvalue=(None, -1)):
                yield Change(before[0], after[0], (before[1], after[1]))

    def _figures(self) -> Iterator[Name]:
        """Yield the names of the figures that are printed otherwise, or whose sums differ."""
        old, new = self._sides
        sums = self._sums()
        for name in dict.fromkeys([*new.cells, *old.cells]):
            left, right = old.cells.get(name), new.cells.get(name)
            if left is None or right is None or left["text"] != right["text"] or sums.get(name):
                yield name

    def _sums(self) -> dict[Name, float]:
        sums: dict[Name, float] = {}
        for change in self._changes:
            for name, amount in change.amounts.items():
                sums[name] = sums.get(name, 0.0) + amount
        return sums


class _Side:
    """One of the runs, read: its record, its figures by name, its meetings by item, with the places of the texts."""

    def __init__(self, explained: Explained) -> None:
        self.run_of = explained.spool
        self.run: Record = {}
        self.cells: dict[Name, Record] = {}
        self.mets: dict[Hashable, list[tuple[Record, int]]] = {}
        text = -1
        for place, record in self.run_of.records():
            kind = record["type"]
            if kind == "run":
                self.run = record
            elif kind == "unit":
                text = -1
            elif kind == "text":
                text = place
            elif kind == "met":
                self.mets.setdefault(_item(record), []).append((record, text))
            else:
                self.cells[record["table"], record["row"], record["column"]] = record
        self.keys = [source["sha256"] for source in self.run["inputs"] if source["role"] in KEYS]


def _item(met: Record) -> Hashable:
    """Return what tells apart the item of a meeting: that of the key, or if it has none that of the response."""
    side = "key" if met["key"] else "response"
    item = met[side]
    if item is None:  # the unit's rest, that neither side says anything of
        return met["unit"], met["kind"], *[(table, row, column) for table, row, column, _ in met["cells"]]
    return side, met["unit"], item["label"], item.get("begin"), item.get("end"), item["text"], item.get("line")


def _is_same(old: Record, new: Record) -> bool:
    return bool(old["kind"] == new["kind"] and old["cells"] == new["cells"])


def _short(met: Record | None) -> Record | None:
    return met and {field: met[field] for field in ("kind", "credit", "key", "response", "why")}


def _whole(amount: float) -> float | str:
    """Return a whole number as an integer, and others as JSON can write them."""
    return int(amount) if amount.is_integer() else json_number(amount)
