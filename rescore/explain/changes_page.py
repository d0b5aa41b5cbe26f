"""What differs between two explained runs, as one page: figures side by side, and the items that moved them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from rescore.explain.against import Change, Changes
from rescore.explain.passages import Lines, Text, context
from rescore.explain.records import Name, Record
from rescore.explain.templates import written

TEMPLATE = "changes.html"


def changes_page(changes: Changes, names: tuple[str, str]) -> Iterator[bytes]:
    """Yield the page; ``names`` are those of the two runs."""
    view = ChangesView(changes, names)
    for side in (0, 1):
        view.look_up(side)
    return written(TEMPLATE, view=view)


class ItemView:
    """An item that met differently, and by side what it met there: its name, its record, and that in context.

    ``moved`` says what it adds to each printed figure.
    """

    __slots__ = ("change", "key", "moved", "responses")

    def __init__(self, change: Change, moved: dict[Name, float]) -> None:
        self.change = change
        self.moved = moved
        self.key: tuple[Record, tuple[str, str, str]] | None = None
        self.responses: dict[int, tuple[Record, tuple[str, str, str]]] = {}

    @property
    def reasons(self) -> list[tuple[int, str]]:
        """Why it met as it did, by side."""
        return [(side, met["why"]) for side, met in enumerate((self.change.old, self.change.new)) if met and met["why"]]


class ChangesView:
    """What the page shows. The context of items has to be looked up side by side, where the files of that side are."""

    def __init__(self, changes: Changes, names: tuple[str, str]) -> None:
        self.names = names
        self.problem = changes.problem
        self.sides = changes.sides
        self.figures = changes.figures
        self.items = [ItemView(change, changes.moved_by(change)) for change in changes.items]

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """How many items changed from which kind of match to which, the most frequent first."""
        return Counter([item.change.kinds for item in self.items]).most_common()

    @property
    def units(self) -> list[tuple[str, list[ItemView]]]:
        """The items by unit."""
        return [(unit, list(items)) for unit, items in groupby(self.items, attrgetter("change.unit"))]

    def look_up(self, side: int) -> None:
        """Look up the context of what is shown of one side."""
        lines = Lines()
        for item in self.items:
            met = (item.change.old, item.change.new)[side]
            if met is None:
                continue
            place = item.change.texts[side]
            text = Text(self.sides[side].spool.at(place)) if place >= 0 else None
            if met["key"] and item.key is None:
                item.key = met["key"], context(met["key"], text, lines)
            if met["response"]:
                item.responses[side] = met["response"], context(met["response"], text, lines)
