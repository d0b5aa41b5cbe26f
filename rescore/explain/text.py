"""An explanation for people: figure by figure, with examples of its matches in context."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Container, Iterator
from dataclasses import dataclass, field

import click

from rescore.explain.records import Record
from rescore.explain.stream import NOWHERE, Selection, Spool
from rescore.reports.model import Name, written
from rescore.terminal import CONTROLS

EXAMPLES = 20  # matches that are shown of a figure
COLOURS = {"key": "green", "response": "magenta"}
UNCOUNTED = ("", "", "")  # used as the figure of matches that add to no figure
_UNPRINTABLE = re.compile(f"[\x00-\x1f{CONTROLS}\ud800-\udfff]")
_AROUND = 40  # characters to show on either side
_MAX_SHOWN = 120  # characters of an item
_MAX_BELOW = 20  # lines below that are searched for an item
_MAX_FILES = 8  # in memory
CUT = "…"


@dataclass(slots=True)
class Sum:
    """The number of a figure's matches, and the places in the spool of the first ones and of their units' texts."""

    matches: int = 0
    examples: list[tuple[int, int]] = field(default_factory=list)


class Pages:
    """Writes an explanation as text, with the first matches of each figure or with all of them.

    If the user selected a unit or kind but no cell, figures without matches are left out.
    """

    def __init__(self, spool: Spool, selection: Selection, everything: bool, coloured: bool) -> None:
        self._spool = spool
        self._selection = selection
        self._examples = None if everything else EXAMPLES
        self._printer = Printer(coloured)
        self._sums: dict[Name, Sum] = {}

    def blocks(self) -> Iterator[bytes]:
        """Yield the explanation, figure by figure."""
        cells: dict[Name, Record] = {(cell["table"], cell["row"], cell["column"]): cell for cell in self._collect()}
        everything = self._selection.is_of_figures
        for name, cell in cells.items():
            heading = f"{self._printer.name(name)}  {self._printer.bold(cell['text'])}"
            if "of" in cell and everything:
                yield f"{heading}  {self._printer.plain(made_of(cell['of'], cells))}\n".encode()
                for part in map(tuple, cell["of"][1:] if self._selection.cell else ()):
                    if part not in cells:  # it has no heading of its own
                        yield "".join(self._sum(f"{self._printer.name(part)}  (not printed)", part)).encode()
            elif everything or name in self._sums:
                yield "".join(self._sum(heading, name)).encode()
        if UNCOUNTED in self._sums:
            yield "".join(self._sum("counted in no figure", UNCOUNTED)).encode()
        elif not everything and not self._sums:
            yield f"no match{self._printer.plain(self._selection.limits)}\n".encode()

    def _collect(self) -> Iterator[Record]:
        """Read the spool once: note the places of the first matches of each figure, and yield the figures."""
        for place, text, record in self._spool.records():
            if record["type"] == "cell":
                yield record
            elif record["type"] == "met":
                names = dict.fromkeys([(table, row, column) for table, row, column, _ in record["cells"]])
                for name in names or [UNCOUNTED]:
                    found = self._sums.get(name) or self._sums.setdefault(name, Sum())
                    found.matches += 1
                    if self._examples is None or found.matches <= self._examples:
                        found.examples.append((place, text))

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


class Printer:
    """Prints items in the line around them, with or without colours."""

    def __init__(self, coloured: bool) -> None:
        self._coloured = coloured
        self._lines = Lines()
        self._text_place: tuple[Spool | None, int] = (None, NOWHERE)
        self._text: Text | None = None

    def item(self, side: str, item: Record, spool: Spool, text: int, name: str = "") -> str:
        """Return the line that shows an item of a side; ``text`` is the place of its unit's text in the spool."""
        before, inside, after = [self.plain(piece) for piece in context(item, self._text_at(spool, text), self._lines)]
        marked = f"[{inside}]" if inside else ""
        if inside and self._coloured:
            marked = click.style(marked, fg=COLOURS[side])
        where, label = self.plain(place(item)), self.plain(item["label"])
        return f"    {name or side:8}  {where}  {label}: {before}{marked}{after}\n"

    def name(self, name: Name) -> str:
        """Return the printable name of a figure."""
        return self.plain(written(name))

    def bold(self, text: str) -> str:
        """Return a text in bold, if there are colours."""
        return click.style(self.plain(text), bold=True) if self._coloured else self.plain(text)

    def plain(self, text: str) -> str:
        """Return a text with control characters and lone surrogates replaced, so that it is safe on a terminal."""
        return text if text.isprintable() else _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)

    def _text_at(self, spool: Spool, place: int) -> Text | None:
        if (spool, place) != self._text_place:
            self._text_place = (spool, place)
            self._text = None if place == NOWHERE else Text(spool.at(place))
        return self._text


def wants_colours() -> bool:
    """Whether standard output is a terminal whose user does not refuse colours (``NO_COLOR``)."""
    return not os.environ.get("NO_COLOR") and sys.stdout is not None and sys.stdout.isatty()


def matches(number: int, more: str = "") -> str:
    """Return a number of matches in words, such as ``no match`` or ``3 matches``, with ``more`` before the noun."""
    return f"{number or 'no'} {more}{'matches' if number > 1 else 'match'}"


def made_of(of: list[str | list[str]], printed: Container[Name] = ()) -> str:
    """Describe what a figure is computed from; parts that are not in ``printed`` are marked."""
    name, *parts = of
    if not parts:
        return f"number of {name}"
    names = ["/".join(part) + ("" if tuple(part) in printed else " (not printed)") for part in parts]
    return f"{name} from {', '.join(names)}"


def place(item: Record) -> str:
    """Return the place of an item: its file, its line and its extent, as far as they are known."""
    where = f"{item['file']}:{item['line']}" if item.get("line") else item.get("file", "")
    return f"{where} {item['begin']}-{item['end']}".strip() if "begin" in item else where


class Text:
    """The text of a unit, indexed like the extents of its items: by characters, bytes or tokens."""

    def __init__(self, record: Record) -> None:
        self._pieces: str | list[str] = record["text"]
        self.is_tokens = isinstance(self._pieces, list)
        self._is_bytes: bool = record["bytes"]

    def __len__(self) -> int:
        return len(self._pieces)

    def piece(self, begin: int, end: int) -> str:
        """Return the text between two places, end exclusive, in readable form."""
        found = self._pieces[max(begin, 0) : end]
        if not isinstance(found, str):
            return " ".join(found)
        return found.encode("latin-1").decode("utf-8", "replace") if self._is_bytes else found

    def around(self, begin: int, end: int) -> tuple[str, str, str]:
        """Return the text before an extent, in it, and after it; the first and the last are cut at line ends."""
        if self.is_tokens:
            gap = " "
            before, after = self.piece(0, begin) + gap, gap + self.piece(end, len(self))
        else:
            width = 4 * _AROUND  # bytes of the longest characters
            before, after = self.piece(begin - width, begin), self.piece(end, end + width)
        return before.rpartition("\n")[2], self.piece(begin, end), after.partition("\n")[0]


class Lines:
    """The lines of the files that items come from."""

    def __init__(self) -> None:
        self._files: dict[str, list[bytes]] = {}

    def line(self, file: str, number: int) -> str:
        """Return the line with a number, from 1, or an empty string if the file is shorter."""
        lines = self._files.get(file)
        if lines is None:
            if len(self._files) >= _MAX_FILES:
                self._files.clear()
            with open(file, "rb") as content:
                lines = self._files[file] = content.read().split(b"\n")
        return lines[number - 1].decode("utf-8", "replace").rstrip("\r\n") if number <= len(lines) else ""


def context(item: Record, text: Text | None, lines: Lines) -> tuple[str, str, str]:
    """Return the text before an item in its line, the item, and the text after it.

    Without ``text``, the line of the file that names the item is used.
    """
    if text is not None and "begin" in item:
        pieces = text.around(item["begin"], item["end"])
    elif item.get("line"):
        pieces = _found(_line(item, lines), item)
    else:
        pieces = ("", item["text"] or item["label"], "")
    before, inside, after = [" ".join(f"|{piece}|".split())[1:-1] for piece in pieces]
    before = before if len(before) <= _AROUND else CUT + before[-_AROUND:]
    return before, _head(inside, _MAX_SHOWN), _head(after, _AROUND if inside else _MAX_SHOWN)


def _line(item: Record, lines: Lines) -> str:
    """Return the line of an item, or one below with its text, because a slot may span several lines."""
    file, number = item["file"], item["line"]
    first = lines.line(file, number)
    if item["text"] in first or item["label"] in first:
        return first
    below = (lines.line(file, number + more) for more in range(1, _MAX_BELOW + 1))
    return next((line for line in below if item["text"] in line), first)


def _found(line: str, item: Record) -> tuple[str, str, str]:
    """Return the text before an item in a line, the item, and the text after it.

    If the item is not there as whole words, or its place is ambiguous, the line is the last of the three.
    """
    for words in (item["text"], item["label"]):
        if words and words in line:
            before, inside, after = line.rpartition(words)
            if before[-1:].isalnum() or after[:1].isalnum() or (after and words in before):
                break
            return before, inside, after
    return "", "", line


def _head(piece: str, length: int) -> str:
    return piece if len(piece) <= length else piece[:length] + CUT
