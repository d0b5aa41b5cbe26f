"""The meetings of tags in columns: objects for each of them and of their fills would take longer than scoring them."""

from __future__ import annotations

from common.memo import Memo
from common.result import Item, Items, Met, Mets
from muc_scorer.evidence.pages import Side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from muc_scorer.read.definitions import SlotDef
    from muc_scorer.read.objects import Object


class TagSide(Side):
    """The tags of one side: items of the same label are one, and what is their own goes to columns."""

    __slots__ = ("_after", "_extent", "_first", "_items", "_lines", "_tag", "_texts")

    def __init__(self, path: bytes | None, content: bytes) -> None:
        super().__init__(path, content)
        self._items: Memo[str, Item] = Memo(Item)
        self._tag: Object | None = None  # a tag and its fills stand together
        self._extent: tuple[int | None, int, int] = (None, 0, 0)  # of the last one, after its line
        self._begin()

    def _begin(self) -> None:
        self._lines: list[int | None] = []
        self._first: list[int | None] = []
        self._after: list[int | None] = []
        self._texts: list[str | None] = []

    def _item(self, label: str, text: str, item: Object, slot: SlotDef | None = None) -> Item:
        """Return what items of a label share, after their own has been added to the columns."""
        if item is not self._tag:
            self._tag = item
            self._extent = self.at(item.position).line, item.start, max(item.start, item.end)
        self._add(*self._extent, text)
        return self._items[label]

    def skip(self) -> None:
        """Add a missing item."""
        self._add(None, None, None, None)

    def _add(self, line: int | None, begin: int | None, end: int | None, text: str | None) -> None:
        self._lines.append(line)
        self._first.append(begin)
        self._after.append(end)
        self._texts.append(text)

    def taken(self) -> Items:
        """Return the columns, and begin new ones."""
        items = Items(self.file, self._lines, self._texts, self._first, self._after)
        self._begin()
        return items


class SharedMets:
    """Makes meetings of tags, of which equal ones are one."""

    __slots__ = ("_made", "_sides")

    def __init__(self, sides: tuple[TagSide, TagSide]) -> None:
        self._sides = sides
        self._made: Memo[tuple[Any, ...], Met] = Memo(lambda parts: Met(*parts))

    def __call__(self, *parts: Any) -> Met:  # noqa: ANN401
        """Return the meeting that consists of these parts, as :class:`Met` does."""
        return self._made[parts]

    def columns(self, mets: Iterable[Met]) -> Mets:
        """Return the meetings of a document, each of which has just added its items to the sides' columns."""
        key, response = self._sides
        found = []
        for met in mets:
            if met.key is None:
                key.skip()
            if met.response is None:
                response.skip()
            found.append(met)
        return Mets(found, key.taken(), response.taken())
