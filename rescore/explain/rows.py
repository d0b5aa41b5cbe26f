"""The matches of a run as rows of a table, in which equal ones are one row."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeAlias

from rescore.explain.passages import Lines, Text, context
from rescore.explain.records import Record
from rescore.scorers import SCORERS

Side: TypeAlias = tuple[str, Record, tuple[str, str, str]]  # its name, its item, and that in context

SIDES = ("key", "response")
MAX_LABELS = 60  # to choose from
MAX_LINK = 32  # characters
_ROW_BYTES = 450  # of the markup of a row
NO_LABEL = "(none)"


class Choice:
    """What a filter can choose: a kind or a label, the class of its rows, and how many matches have it."""

    __slots__ = ("matches", "name", "style")

    def __init__(self, style: str, name: str) -> None:
        self.style = style
        self.name = name
        self.matches = 0


@dataclass(slots=True)
class MatchRow:
    """Matches that differ in nothing but where they are: the record of the first, both sides of it in context.

    ``style`` are the classes that filters know the row by, ``places`` where all of its matches are.
    """

    number: int
    record: Record
    style: str
    is_wrong: bool
    places: list[str]
    sides: list[Side]
    file: str = ""  # the page that it is on; none for the one that is read

    @property
    def link(self) -> str:
        """What to call it in a list."""
        name = " ".join((self.sides[0][1]["text"] if self.sides else "").split()) or self.record["unit"]
        return name if len(name) <= MAX_LINK else name[:MAX_LINK] + "…"

    @property
    def size(self) -> int:
        """About how many bytes it takes on a page."""
        shown = [piece for _, item, pieces in self.sides for piece in (*pieces, item["label"], item.get("file", ""))]
        return _ROW_BYTES + sum(map(len, [*shown, *self.places, self.record["why"]]))


class Rows:
    """Makes rows of matches; with ``only_wrong`` of those alone that are not right."""

    def __init__(self, only_wrong: bool) -> None:
        self.rows: list[MatchRow] = []
        self.kinds: dict[str, Choice] = {}
        self.labels: dict[str, Choice] = {}
        self._only_wrong = only_wrong
        self._known: dict[Hashable, MatchRow] = {}
        self._lines = Lines()

    def add(self, record: Record, text: Text | None, is_wrong: bool) -> MatchRow | None:
        """Return the row of a match, None if it has none."""
        if self._only_wrong and not is_wrong:
            return None
        items = [record[side] for side in SIDES]
        kind = _choice(self.kinds, "k", record["kind"])
        label = _choice(self.labels, "l", next((item["label"] for item in items if item), NO_LABEL))
        what = [item and (item["label"], item["text"] != record["unit"] and item["text"]) for item in items]
        same = (record["kind"], record["credit"], record["why"], *what)
        row = self._known.get(same)
        if row is None:
            sides = [(side, item, context(item, text, self._lines)) for side, item in zip(SIDES, items) if item]
            style = f"{kind} {label}{'' if is_wrong else ' good'}"
            row = self._known[same] = MatchRow(len(self.rows) + 1, record, style, is_wrong, [], sides)
            self.rows.append(row)
        row.places.append(_place(record, next(filter(None, items), {})))
        return row

    @property
    def choices(self) -> tuple[list[Choice], list[Choice]]:
        """The kinds in order of appearance, and the most frequent labels by name."""
        most = sorted(self.labels.values(), key=lambda label: -label.matches)[:MAX_LABELS]
        return [*self.kinds.values()], sorted(most, key=lambda label: label.name)


def is_wrong(command: str, record: Record) -> bool:
    """Whether a match costs credit; what is optional, for instance, does not."""
    return bool(record["credit"] != 1 and record["kind"] not in SCORERS[command].neutral)


def _choice(choices: dict[str, Choice], letter: str, name: str) -> str:
    """Count a match; return the class of its kind or label."""
    choice = choices.get(name) or choices.setdefault(name, Choice(f"{letter}{len(choices)}", name))
    choice.matches += 1
    return choice.style


def _place(record: Record, item: Record) -> str:
    unit: str = record["unit"]
    return f"{unit} {item['begin']}-{item['end']}" if "begin" in item else unit
