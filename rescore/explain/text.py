"""An explanation for people: figure by figure, with examples of its matches in context."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import click

from common.result import Item, Unit
from rescore.explain.explanation import EVERYTHING, ExplainedMatch, ExplainedRun, Selection
from rescore.reports.model import Name, written
from rescore.tables import CONTROLS

EXAMPLES = 20  # matches that are shown of a figure
COLOURS = {"key": "green", "response": "magenta"}
UNCOUNTED = ("", "", "")  # used as the figure of matches that add to no figure
_UNPRINTABLE = re.compile(f"[\x00-\x1f{CONTROLS}\ud800-\udfff]")
_AROUND = 40  # characters to show on either side
_MAX_SHOWN = 120  # characters of an item
_MAX_BELOW = 20  # lines below that are searched for an item
_MAX_FILES = 8  # in memory
CUT = "…"
Lines: TypeAlias = Callable[[str], list[bytes]]  # of a file


class TextExplanation(ExplainedRun):
    """Writes an explanation as text, with the first ``most`` matches of each figure."""

    def __init__(self, selection: Selection = EVERYTHING, most: int = EXAMPLES) -> None:
        super().__init__(selection)
        self._most = most
        self._lines = lines_in()
        of_kind = f" of kind {selection.kind}" if selection.kind is not None else ""
        self._limits = plain(of_kind + (f" in {selection.unit}" if selection.unit is not None else ""))
        self._numbers: Counter[Name] = Counter()  # of matches
        self._examples: dict[Name, list[tuple[ExplainedMatch, Text]]] = {}

    def _collect(self, unit: Unit, matches: Iterable[ExplainedMatch]) -> None:
        text = Text(unit.text, self._lines)
        for match in matches:
            names = dict.fromkeys([(table, row, column) for table, row, column, _ in match.cells])
            for name in self._cells & names.keys() or names or [UNCOUNTED]:
                self._numbers[name] += 1
                if self._numbers[name] <= self._most:
                    self._examples.setdefault(name, []).append((match, text))

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
        limits = "" if number else self._limits
        examples = [self._example(name, match, text) for match, text in self._examples.get(name, [])]
        return f"{heading}  {matches(number)}{limits}\n{listed(examples, number)}"

    def _example(self, name: Name, match: ExplainedMatch, text: Text) -> str:
        amounts = [float(amount) for *cell, amount in match.cells if tuple(cell) == name]
        amount = "" if amounts in ([1], []) else "  " + " ".join([f"{amount:+g}" for amount in amounts])
        why = plain(f"  {match.why}") if match.why else ""
        items = [item_line(side, item, text.context(item)) for side, item in match.sides]
        return f"  {plain(match.unit)}  {bold(match.kind)}{amount}{why}\n{''.join(items)}"


def listed(examples: Sequence[str], number: int) -> str:
    """Return examples, how many more there are of ``number`` in all, and an empty line unless there are none."""
    left = number - len(examples)
    more = f"  ... and {matches(left, 'more ')}; --all shows them\n" if left else ""
    return "".join([*examples, more, "\n" if examples else ""])


def item_line(side: str, item: Item, pieces: tuple[str, str, str], name: str = "") -> str:
    """Return the line that shows an item of a side in its context, under the name of the side or another one."""
    before, inside, after = map(plain, pieces)
    marked = click.style(f"[{inside}]", fg=COLOURS[side]) if inside else ""
    return f"    {name or side:8}  {plain(place(item))}  {plain(item.label)}: {before}{marked}{after}\n"


def bold(text: str) -> str:
    """Return a text in bold."""
    return click.style(plain(text), bold=True)


def plain(text: str) -> str:
    """Return a text with control characters and lone surrogates replaced, so that it is safe on a terminal."""
    return text if text.isprintable() else _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


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
    return where if item.begin is None else f"{where} {item.begin}-{item.end}".strip()


def lines_in(folder: str = "") -> Lines:
    """Return a function that reads files in a folder, and remembers some of them."""

    @lru_cache(_MAX_FILES)
    def read(file: str) -> list[bytes]:
        with open(os.path.join(folder, file), "rb") as content:
            return content.read().split(b"\n")

    return read


class Text:
    """The text of a unit, indexed like the extents of its items; without one, items are shown in lines of files."""

    def __init__(self, pieces: str | bytes | Sequence[str] | None, lines: Lines) -> None:
        self._pieces = () if pieces is None else pieces
        self._is_known = pieces is not None
        self.is_tokens = not isinstance(pieces, (str, bytes))
        self._lines = lines

    def __len__(self) -> int:
        return len(self._pieces)

    def piece(self, begin: int, end: int) -> str:
        """Return the text between two places, end exclusive, in readable form."""
        found = self._pieces[max(begin, 0) : end]
        if isinstance(found, bytes):
            return found.decode("utf-8", "replace")
        return found if isinstance(found, str) else " ".join(found)

    def context(self, item: Item) -> tuple[str, str, str]:
        """Return the text before an item in its line, the item, and the text after it."""
        if self._is_known and item.begin is not None and item.end is not None:
            pieces = self._around(item.begin, item.end)
        elif item.location is not None and (number := item.location.line):
            pieces = _found(item, self._lines(item.location.file)[number - 1 : number + _MAX_BELOW])
        else:
            pieces = ("", item.text or item.label, "")
        before, inside, after = [" ".join(f"|{piece}|".split())[1:-1] for piece in pieces]
        before = before if len(before) <= _AROUND else CUT + before[-_AROUND:]
        return before, _head(inside, _MAX_SHOWN), _head(after, _AROUND if inside else _MAX_SHOWN)

    def _around(self, begin: int, end: int) -> tuple[str, str, str]:
        if self.is_tokens:
            before, after = f"{self.piece(0, begin)} ", f" {self.piece(end, len(self))}"
        else:
            width = 4 * _AROUND  # bytes of the longest characters
            before, after = self.piece(begin - width, begin), self.piece(end, end + width)
        return before.rpartition("\n")[2], self.piece(begin, end), after.partition("\n")[0]


def _found(item: Item, lines: Sequence[bytes]) -> tuple[str, str, str]:
    """Return the text before an item in its line, the item, and the text after it; or only the line, as the last."""
    shown = (line.decode("utf-8", "replace").rstrip("\r\n") for line in lines)
    line = next(shown, "")
    if item.text not in line and item.label not in line:  # a slot may span several lines
        line = next((below for below in shown if item.text in below), line)
    words = next((words for words in (item.text, item.label) if words and words in line), "")
    before, inside, after = line.rpartition(words) if words else ("", "", line)
    if before[-1:].isalnum() or after[:1].isalnum() or (after and words in before):  # no whole words, or ambiguous
        return "", "", line
    return before, inside, after


def _head(piece: str, length: int) -> str:
    return piece if len(piece) <= length else piece[:length] + CUT
