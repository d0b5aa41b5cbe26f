"""The meetings of tags in columns: objects for each of them and of their fills would take longer than scoring them."""

from __future__ import annotations

from common.memo import Memo
from common.result import Item, Items, Met, Mets
from muc_scorer.evidence.pages import Side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from typing import Any, TypeAlias

    from muc_scorer.read.definitions import SlotDef
    from muc_scorer.read.objects import Object
    from muc_scorer.read.parsing import Source

    Texts: TypeAlias = list[str | None]  # of items, None for missing ones
    Extent: TypeAlias = tuple[int | None, int | None, int | None]  # of a tag, after its line

_MISSING: Extent = (None, None, None)


class TagSide(Side):
    """The tags of one side: items of the same label are one, and what is their own goes to columns."""

    __slots__ = ("_extent", "_extents", "_items", "_tag", "_texts")

    def __init__(self, path: bytes | None, source: Source) -> None:
        super().__init__(path, source)
        self._items: Memo[str, Item] = Memo(Item)
        self._tag: Object | None = None  # a tag and its fills stand together
        self._extent = _MISSING  # of the last one
        self._extents: list[Extent] = []
        self._texts: Texts = []

    def _item(self, label: str, text: str, item: Object, slot: SlotDef | None = None) -> Item:
        """Return what items of a label share, after their own has been added to the columns."""
        self.add(item, [text])
        return self._items[label]

    def add(self, tag: Object | None, texts: Texts) -> None:
        """Add items of a tag to the columns; where there is none all are missing."""
        if tag is not None and tag is not self._tag:
            self._tag = tag
            self._extent = self.at(tag.position).line, tag.start, max(tag.start, tag.end)
        self._texts += texts
        self._extents += [self._extent] * len(texts)

    def last_texts(self, number: int) -> Texts:
        """Return the texts of the items that were added last."""
        return self._texts[len(self._texts) - number :]

    def taken(self) -> Items:
        """Return the columns, and begin new ones."""
        texts, extents = self._texts, self._extents
        self._texts, self._extents = [], []
        rows = [_MISSING if text is None else extent for text, extent in zip(texts, extents)]
        return Items(
            self.file,
            [line for line, _, _ in rows],
            texts,
            [begin for _, begin, _ in rows],
            [end for _, _, end in rows],
        )


class SharedMets:
    """Makes meetings of tags, of which equal ones are one."""

    __slots__ = ("_known", "_made", "_sides")

    def __init__(self, sides: tuple[TagSide, TagSide]) -> None:
        self._sides = sides
        self._made: Memo[tuple[Any, ...], Met] = Memo(lambda parts: Met(*parts))
        self._known: Memo[Hashable, list[tuple[list[Met], Texts, Texts]]] = Memo(lambda question: [])

    def __call__(self, kind: str, key: Item | None, response: Item | None, *parts: Any) -> Met:  # noqa: ANN401
        """Return the meeting that consists of these parts, as :class:`Met` does; its items have just been added."""
        for side, item in zip(self._sides, (key, response)):
            if item is None:
                side.add(None, [None])
        met = (kind, key, response, *parts)
        return self._made[met]

    def remembered(
        self, question: Hashable, tags: tuple[Object | None, Object | None], find: Callable[[], Iterable[Met]]
    ) -> list[Met]:
        """Return meetings of two tags, which are only found for the first ones with the same ``question``."""
        known = self._known[question]
        if not known:
            mets = [*find()]
            key_texts, response_texts = [side.last_texts(len(mets)) for side in self._sides]
            known.append((mets, key_texts, response_texts))
            return mets
        mets, *texts = known[0]
        for side, tag, of_tag in zip(self._sides, tags, texts):
            side.add(tag, of_tag)
        return mets

    def columns(self, mets: Iterable[Met]) -> Mets:
        """Return the meetings of a document, each of which adds its items to the columns as it is made."""
        found = [*mets]
        key, response = self._sides
        return Mets(found, key.taken(), response.taken())
