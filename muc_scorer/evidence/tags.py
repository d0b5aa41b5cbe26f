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

    __slots__ = ("_extent", "_extents", "_items", "_tag", "texts")

    def __init__(self, path: bytes | None, source: Source) -> None:
        super().__init__(path, source)
        self._items: Memo[str, Item] = Memo(Item)
        self._tag: Object | None = None  # the last one; its fills follow it
        self._extent = _MISSING
        self._extents: list[Extent] = []
        self.texts: Texts = []

    def _item(self, label: str, text: str, item: Object, slot: SlotDef | None = None) -> Item:
        """Return what items of a label share, after their own has been added to the columns."""
        self.add(item, [text])
        return self._items[label]

    def add(self, tag: Object | None, texts: Texts) -> None:
        """Add a tag or fills of it to the columns, where it has a text; None for a missing tag."""
        if tag is not None and tag is not self._tag:
            self._tag = tag
            self._extent = self.at(tag.position).line, tag.start, max(tag.start, tag.end)
        self.texts += texts
        self._extents += [self._extent] * len(texts)

    def taken(self) -> Items:
        """Return the columns, and begin new ones."""
        texts, extents = self.texts, self._extents
        self.texts, self._extents = [], []
        rows = [_MISSING if text is None else extent for text, extent in zip(texts, extents)]
        lines, begins, ends = zip(*rows) if rows else ((), (), ())
        return Items(self.file, lines, [text or "" for text in texts], begins, ends)


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

    def known(self, question: Hashable, tags: Iterable[Object | None], find: Callable[[], Iterable[Met]]) -> list[Met]:
        """Return the meetings of two tags and of their fills, which are found once for each question."""
        known = self._known[question]
        if known:
            mets, *texts = known[0]
            for side, tag, of_tag in zip(self._sides, tags, texts):
                side.add(tag, of_tag)
        else:
            mets = list(find())
            key_texts, response_texts = [side.texts[-len(mets) :] for side in self._sides]
            known.append((mets, key_texts, response_texts))
        return mets

    def columns(self, mets: Iterable[Met]) -> Mets:
        """Return the meetings of a document, each of which adds its items to the columns as it is made."""
        found = [*mets]
        key, response = self._sides
        return Mets(found, key.taken(), response.taken())
