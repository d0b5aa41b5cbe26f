"""The meetings of tags in columns: objects for each of them and of their fills would take longer than scoring them."""

from __future__ import annotations

from common.memo import Memo
from common.result import Item, Items, Met, Mets
from muc_scorer.evidence.pages import Side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    from muc_scorer.read.definitions import SlotDef
    from muc_scorer.read.objects import Object
    from muc_scorer.read.parsing import Source

    Row: TypeAlias = tuple[Any, ...]  # of an item: line, text, begin, end


class TagSide(Side):
    """The tags of one side: items of the same label are one, and what is their own goes to columns."""

    __slots__ = ("_items", "_rows")

    def __init__(self, path: bytes | None, source: Source) -> None:
        super().__init__(path, source)
        self._items: Memo[str, Item] = Memo(Item)
        self._rows: list[Row] = []

    def _item(self, label: str, text: str, item: Object, slot: SlotDef | None = None) -> Item:
        """Return what items of a label share, after their own has been added to the columns."""
        self._rows.append((self.at(item.position).line, text, item.start, max(item.start, item.end)))
        return self._items[label]

    def add_missing(self) -> None:
        """Add to the columns that there is no item."""
        self._rows.append((None, "", None, None))

    def taken(self) -> Items:
        """Return the columns, and begin new ones."""
        rows, self._rows = self._rows, []
        return Items(self.file, *[[row[place] for row in rows] for place in range(4)])


class SharedMets:
    """Makes meetings of tags, of which equal ones are one."""

    __slots__ = ("_made", "_sides")

    def __init__(self, sides: tuple[TagSide, TagSide]) -> None:
        self._sides = sides
        self._made: Memo[tuple[Any, ...], Met] = Memo(lambda parts: Met(*parts))

    def __call__(self, kind: str, key: Item | None, response: Item | None, *parts: Any) -> Met:  # noqa: ANN401
        """Return the meeting that consists of these parts, as :class:`Met` does; its items have just been added."""
        for side, item in zip(self._sides, (key, response)):
            if item is None:
                side.add_missing()
        met = (kind, key, response, *parts)
        return self._made[met]

    def columns(self, mets: Iterable[Met]) -> Mets:
        """Return the meetings of a document, each of which adds its items to the columns as it is made."""
        found = [*mets]
        key, response = self._sides
        return Mets(found, key.taken(), response.taken())
