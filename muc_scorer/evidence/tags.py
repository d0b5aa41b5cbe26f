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

    Row: TypeAlias = tuple[int | None, int | None, int | None, str | None]  # line, begin, end and text

_MISSING: Row = (None, None, None, None)


class TagSide(Side):
    """The tags of one side: items of the same label are one, and what is their own goes to columns."""

    __slots__ = ("_extent", "_items", "_rows", "_tag")

    def __init__(self, path: bytes | None, content: bytes) -> None:
        super().__init__(path, content)
        self._items: Memo[str, Item] = Memo(Item)
        self._tag: Object | None = None  # a tag and its fills stand together
        self._extent: tuple[int | None, int, int] = (None, 0, 0)  # of the last one, after its line
        self._rows: list[Row] = []

    def _item(self, label: str, text: str, item: Object, slot: SlotDef | None = None) -> Item:
        """Return what items of a label share, after their own has been added to the columns."""
        if item is not self._tag:
            self._tag = item
            self._extent = self.at(item.position).line, item.start, max(item.start, item.end)
        self._rows.append((*self._extent, text))
        return self._items[label]

    def skip(self) -> None:
        """Add a missing item."""
        self._rows.append(_MISSING)

    def taken(self) -> Items:
        """Return the columns, and begin new ones."""
        rows, self._rows = self._rows, []
        return Items(
            self.file,
            [line for line, _, _, _ in rows],
            [text for _, _, _, text in rows],
            [begin for _, begin, _, _ in rows],
            [end for _, _, end, _ in rows],
        )


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
