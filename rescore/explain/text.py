"""An explanation for people: figure by figure, with examples of the matches that it counts."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Container, Iterator

import click

from rescore.explain.passages import Lines, Text, context
from rescore.explain.records import Name, Record
from rescore.explain.spool import Spool
from rescore.explain.stream import Selection
from rescore.terminal import CONTROLS

EXAMPLES = 20  # of a figure
COLOURS = {"key": "green", "response": "magenta"}
NOWHERE = -1
UNCOUNTED = ("", "", "")  # the name of the figure of matches that add to no figure
_UNPRINTABLE = re.compile(f"[\x00-\x1f{CONTROLS}\ud800-\udfff]")


class Sum:
    """The matches of a figure: how many, and places in the spool of the first and of the texts of their units."""

    __slots__ = ("examples", "matches")

    def __init__(self) -> None:
        self.matches = 0
        self.examples: list[tuple[int, int]] = []


class Pages:
    """Writes an explanation as text, with the first matches of each figure or with all of them.

    Where matches of a unit or kind were selected, figures without any are left out, but not the one that was named.
    """

    __slots__ = ("_examples", "_printer", "_selection", "_spool", "_sums")

    def __init__(self, spool: Spool, selection: Selection, everything: bool, coloured: bool) -> None:
        self._spool = spool
        self._selection = selection
        self._examples = None if everything else EXAMPLES
        self._printer = Printer(coloured)
        self._sums: dict[Name, Sum] = {}

    def blocks(self) -> Iterator[bytes]:
        """Yield the explanation, figure by figure."""
        cells = {_name(cell): cell for cell in self._collect()}
        everything = self._selection.is_of_figures
        for name, cell in cells.items():
            if "of" in cell and everything:
                yield f"{self._heading(cell)}  {self._printer.plain(made_of(cell['of'], cells))}\n".encode()
                for part in self._not_printed(cell, cells):
                    yield "".join(self._sum(f"{self._printer.name(part)}  (not printed)", part)).encode()
            elif everything or name in self._sums:
                yield "".join(self._sum(self._heading(cell), name)).encode()
        if UNCOUNTED in self._sums:
            yield "".join(self._sum("counted in no figure", UNCOUNTED)).encode()
        elif not everything and not self._sums:
            yield f"no match{self._printer.plain(self._selection.limits)}\n".encode()

    def _not_printed(self, cell: Record, printed: Container[Name]) -> list[Name]:
        """Return the parts of the figure that was asked for which have no heading of their own."""
        _, *parts = cell["of"]
        names = [(table, row, column) for table, row, column in parts]
        return [name for name in names if name not in printed] if self._selection.cell else []

    def _collect(self) -> list[Record]:
        """Read the spool once: note where the first matches of each figure are, and return the figures."""
        cells = []
        text = NOWHERE
        for place, record in self._spool.records():
            kind = record["type"]
            if kind == "unit":
                text = NOWHERE
            elif kind == "text":
                text = place
            elif kind == "cell":
                cells.append(record)
            elif kind == "met":
                names = dict.fromkeys([(table, row, column) for table, row, column, _ in record["cells"]])
                for name in names or [UNCOUNTED]:
                    found = self._sums.get(name) or self._sums.setdefault(name, Sum())
                    found.matches += 1
                    if self._examples is None or found.matches <= self._examples:
                        found.examples.append((place, text))
        return cells

    def _heading(self, cell: Record) -> str:
        return f"{self._printer.name(_name(cell))}  {self._printer.bold(cell['text'])}"

    def _sum(self, heading: str, name: Name) -> Iterator[str]:
        found = self._sums.get(name, Sum())
        limits = "" if found.matches else self._printer.plain(self._selection.limits)
        yield f"{heading}  {matches(found.matches)}{limits}\n"
        for place, text in found.examples:
            yield from self._example(name, self._spool.at(place), text)
        if found.matches > len(found.examples):
            yield f"  ... and {matches(found.matches - len(found.examples), 'more ')}; --all shows them\n"
        if found.examples:
            yield "\n"

    def _example(self, name: Name, match: Record, text: int) -> Iterator[str]:
        amounts = [float(amount) for *cell, amount in match["cells"] if tuple(cell) == name]
        amount = "" if amounts in ([1], []) else "  " + " ".join([f"{amount:+g}" for amount in amounts])
        why = self._printer.plain(f"  {match['why']}") if match["why"] else ""
        yield f"  {self._printer.plain(match['unit'])}  {self._printer.bold(match['kind'])}{amount}{why}\n"
        for side in ("key", "response"):
            if match[side] is not None:
                yield self._printer.item(side, match[side], self._spool, text)


def _name(cell: Record) -> Name:
    return cell["table"], cell["row"], cell["column"]


class Printer:
    """Prints items in their context line, in colours or without."""

    __slots__ = ("_coloured", "_lines", "_text", "_text_place")

    def __init__(self, coloured: bool) -> None:
        self._coloured = coloured
        self._lines = Lines()
        self._text_place: tuple[Spool | None, int] = (None, NOWHERE)
        self._text: Text | None = None

    def item(self, side: str, item: Record, spool: Spool, text: int, name: str = "") -> str:
        """Return the line that shows an item of a side; ``text`` is the place of its unit's text in the spool."""
        before, inside, after = [self.plain(piece) for piece in context(item, self._text_at(spool, text), self._lines)]
        marked = self._style(f"[{inside}]", COLOURS[side]) if inside else ""
        return (
            f"    {name or side:8}  {self.plain(place(item))}  {self.plain(item['label'])}: {before}{marked}{after}\n"
        )

    def name(self, name: Name) -> str:
        """Return the name of a figure."""
        return self.plain("/".join(name))

    def bold(self, text: str) -> str:
        """Return an important word."""
        return click.style(self.plain(text), bold=True) if self._coloured else self.plain(text)

    def plain(self, text: str) -> str:
        """Return a text that can be encoded and in which nothing can control a terminal."""
        return text if text.isprintable() else _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)

    def _style(self, text: str, colour: str) -> str:
        return click.style(text, fg=colour) if self._coloured else text

    def _text_at(self, spool: Spool, place: int) -> Text | None:
        if (spool, place) != self._text_place:
            self._text_place = (spool, place)
            self._text = None if place == NOWHERE else Text(spool.at(place))
        return self._text


def wants_colours() -> bool:
    """Whether standard output is a terminal whose user does not refuse colours (``NO_COLOR``)."""
    return not os.environ.get("NO_COLOR") and sys.stdout is not None and sys.stdout.isatty()


def matches(number: int, more: str = "") -> str:
    """Return a number of matches in words, ``more`` before the noun."""
    return f"{number or 'no'} {more}{'matches' if number > 1 else 'match'}"


def made_of(of: list[str | list[str]], printed: Container[Name] = ()) -> str:
    """Say what a figure is made of that is no sum of matches; ``printed`` are the names of those that are shown."""
    name, *parts = of
    if not parts:
        return f"number of {name}"
    names = ["/".join(part) + ("" if tuple(part) in printed else " (not printed)") for part in parts]
    return f"{name} from {', '.join(names)}"


def place(item: Record) -> str:
    """Return where an item stands: file and line, and its extent where it has one."""
    where = f"{item['file']}:{item['line']}" if item.get("line") else item.get("file", "")
    return f"{where} {item['begin']}-{item['end']}".strip() if "begin" in item else where
