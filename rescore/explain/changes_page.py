"""What differs between two explained runs, as a page: figures, and the items that matched better and worse."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from rescore.explain.against import Changes, ItemChange
from rescore.explain.passages import Lines, Text, context
from rescore.explain.records import Record
from rescore.explain.rows import SIDES
from rescore.explain.templates import written
from rescore.scorers import SCORERS

TEMPLATE = "changes.html"
MAX_ROWS = 100  # of a list
MAX_FIGURES = 20  # before the others are folded
BETTER, WORSE, OTHER = "better", "worse", "other"


def changes_page(changes: Changes, names: tuple[str, str]) -> Iterator[bytes]:
    """Yield the page; ``names`` are those of the two runs."""
    view = ChangesView(changes, names)
    for side in (0, 1):
        view.look_up(side)
    return written(TEMPLATE, view=view)


@dataclass(slots=True)
class ChangeRow:
    """Changes that differ in nothing but where they are: the first, its items in context, the units of all.

    ``shown`` has the item of the key, and those of the old and the new response by their numbers.
    """

    change: ItemChange
    units: list[str] = field(default_factory=list)
    shown: dict[str, tuple[Record, tuple[str, str, str]]] = field(default_factory=dict)

    @property
    def reasons(self) -> list[tuple[int, str]]:
        """Why it matched as it did, by side."""
        matches = enumerate((self.change.old, self.change.new))
        return [(side, match["why"]) for side, match in matches if match and match["why"]]


class ChangesView:
    """What the page shows. The context of items has to be looked up side by side, where the files of that side are.

    ``lists`` are the rows of items that the new run has better, worse or only differently, and ``counts`` how many
    items these are.
    """

    def __init__(self, changes: Changes, names: tuple[str, str]) -> None:
        self.names = names
        self.most = MAX_ROWS
        self.most_figures = MAX_FIGURES
        self.problem = changes.problem
        self.sides = changes.sides
        totals = SCORERS[self.sides[0].run["command"]].totals
        self.figures = sorted(changes.figures, key=lambda figure: figure.name[:2] not in totals)
        self.lists: dict[str, list[ChangeRow]] = {BETTER: [], WORSE: [], OTHER: []}
        self.counts = dict.fromkeys(self.lists, 0)
        known: dict[Hashable, ChangeRow] = {}
        for change in changes.items:
            direction = _direction(change)
            self.counts[direction] += 1
            row = known.get(_shown(change))
            if row is None:
                row = known[_shown(change)] = ChangeRow(change)
                self.lists[direction].append(row)
            row.units.append(change.unit)
        for rows in self.lists.values():
            rows.sort(key=lambda row: -len(row.units))

    def look_up(self, side: int) -> None:
        """Look up the context of what is shown of one side."""
        lines = Lines()
        for row in [row for rows in self.lists.values() for row in rows[:MAX_ROWS]]:
            match = (row.change.old, row.change.new)[side]
            if match is None:
                continue
            place = row.change.texts[side]
            text = Text(self.sides[side].spool.at(place)) if place >= 0 else None
            for name, item in (("key", match["key"]), (str(side), match["response"])):
                if item and name not in row.shown:
                    row.shown[name] = item, context(item, text, lines)


def _direction(change: ItemChange) -> str:
    """Say whether the new run earns more by an item; what only a response has is right where it is left out."""
    values = [
        match["credit"] if match else float(other["key"] is None)
        for match, other in ((change.old, change.new or {}), (change.new, change.old or {}))
    ]
    old, new = [value if isinstance(value, (int, float)) else 0.0 for value in values]
    return BETTER if new > old else WORSE if new < old else OTHER


def _shown(change: ItemChange) -> Hashable:
    matches = [match for match in (change.old, change.new) if match]
    items = [
        match[side] and (match[side]["label"], match[side]["text"] != match["unit"] and match[side]["text"])
        for match in matches
        for side in SIDES
    ]
    return change.kinds, *items, *[match["why"] for match in matches]
