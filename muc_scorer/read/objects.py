"""The compared objects: documents hold objects, objects slots, slots multi-fills, multi-fills single fills.

All texts are bytes of the input files. Objects compare and hash by identity, so that they can be keys of dictionaries.
"""

from __future__ import annotations

from itertools import starmap

from legacy_scorers.common.align import by_identifier
from legacy_scorers.muc_scorer.read.definitions import STATUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import TypeVar

    from legacy_scorers.muc_scorer.read.definitions import ClassDef, SlotDef

    Unit = TypeVar("Unit")

KEY = b"key"
RESPONSE = b"response"


class MultiFill:
    """A group of single fills: strings (also set fills) without quotes, and the targets of pointers."""

    __slots__ = ("pointers", "strings")

    def __init__(self, strings: Iterable[bytes] = (), pointers: Iterable[Object] = ()) -> None:
        self.strings = list(strings)
        self.pointers = list(pointers)

    def __len__(self) -> int:
        return len(self.strings) + len(self.pointers)


class Slot:
    """A slot of an object: its main multi-fill, the alternatives that a key allows, and whether it is optional.

    ``line`` is its first line in the file, or None in a tag.
    """

    __slots__ = ("alternatives", "definition", "line", "main", "optional")

    def __init__(
        self,
        definition: SlotDef,
        main: MultiFill | None = None,
        alternatives: Iterable[MultiFill] = (),
        optional: bool = False,
        line: int | None = None,
    ) -> None:
        self.definition = definition
        self.line = line
        self.main = MultiFill() if main is None else main
        self.alternatives = list(alternatives)
        self.optional = optional

    def multi_fills(self) -> list[MultiFill]:
        """Return the main multi-fill and then the alternatives."""
        return [self.main, *self.alternatives]


class Slots(dict["SlotDef", "Slot"]):
    """The slots of an object in order of appearance, by definition.

    Equal tags of the same text share their slots. Slots compare and hash by identity, so that results for a pair of
    them can be cached.
    """

    __slots__ = ()
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__  # type: ignore[assignment]

    def first_string(self, name: bytes) -> bytes | None:
        """Return the first string of the slot of that name, in lower case, or None."""
        for definition, slot in self.items():
            if definition.folded == name and slot.main.strings:
                return slot.main.strings[0]
        return None


class Object:
    """A record of a template file or a tagged piece of text.

    ``id`` is the one-up string, unique in a class of a document. ``slots`` are in order of appearance. ``line`` is the
    first line of a record (from 1). ``optional`` is the flag from STATUS, or an OBJ_STATUS without a slot. Tags have
    ``position``, the byte of the file where the open tag begins; ``start`` and ``end``, offsets in bytes of the
    document without the tags, end exclusive; and ``section``, the name of the innermost section.
    """

    __slots__ = ("definition", "docnum", "end", "id", "line", "optional", "position", "section", "slots", "start")

    def __init__(
        self,
        definition: ClassDef,
        docnum: bytes,
        id: bytes,  # noqa: A002 - the field's term
        line: int | None = None,
        optional: bool = False,
        start: int = 0,
        end: int = 0,
        section: bytes = b"",
        position: int | None = None,
        slots: Slots | None = None,
    ) -> None:
        self.definition = definition
        self.docnum = docnum
        self.id = id
        self.slots = Slots() if slots is None else slots
        self.line = line
        self.optional = optional
        self.start = start
        self.end = end
        self.section = section
        self.position = position

    def name(self) -> bytes:
        """Return ``class-document-id``, the object's name in messages."""
        return b"%s-%s-%s" % (self.definition.name, self.docnum, self.id)

    def header(self) -> bytes:
        """Return the header of a record, which pointers to it repeat."""
        return b"<%s-%s-%s>" % (self.definition.pattern, self.docnum, self.id)

    def has_optional_status(self) -> bool:
        """Say whether the slot named ``status`` makes the object optional."""
        return means_optional(self.slots.first_string(STATUS) or b"")


def means_optional(status: bytes) -> bool:
    """Say whether this value of a status makes its object optional."""
    return status.lower() in (b"opt", b"optional")


class Side:
    """The objects of a document in the key or the response, by class in order of appearance.

    ``docnum`` is the document number in this side's spelling, ``text`` the text to which extents refer, or None.
    ``lost_targets`` are the targets of alternatives that were replaced.
    """

    def __init__(self, docnum: bytes, line: int | None = None, text: bytes | None = None) -> None:
        self.docnum = docnum
        self.line = line
        self.text = text
        self.objects: dict[ClassDef, dict[bytes, Object]] = {}
        self.lost_targets: list[Object] = []

    def find(self, definition: ClassDef, id: bytes) -> Object | None:  # noqa: A002
        """Return the object of that class with that id (any case), or None."""
        return self.objects.get(definition, {}).get(id.lower())

    def found_or_made(self, definition: ClassDef, id: bytes, docnum: bytes) -> Object:  # noqa: A002
        """Return the object of that class with that id (any case). A missing one is added, without slots."""
        if self.find(definition, id) is None:
            self.add(Object(definition, docnum, id))
        return self.objects[definition][id.lower()]

    def add(self, item: Object) -> None:
        """Add an object whose id is new in its class."""
        self.objects.setdefault(item.definition, {})[item.id.lower()] = item

    def remove(self, item: Object) -> None:
        """Remove an object."""
        del self.objects[item.definition][item.id.lower()]

    def __iter__(self) -> Iterator[Object]:
        return (item for items in self.objects.values() for item in items.values())


def objects_of(side: Side | None, definition: ClassDef) -> list[Object]:
    """Return the objects of one class in order of appearance; a missing side has none."""
    return [] if side is None else list(side.objects.get(definition, {}).values())


class Document:
    """An entry of the catalogue: a document number, with a key, a response, or both."""

    def __init__(self, docnum: bytes, key: Side | None = None, response: Side | None = None) -> None:
        self.docnum = docnum
        self.key = key
        self.response = response


class Catalogue:
    """The documents of a run in order of first appearance in texts, keys and responses; numbers in any case."""

    def __init__(self) -> None:
        self._docnums: dict[bytes, bytes] = {}  # as they are first written, by number in lower case
        self._sides: dict[bytes, dict[bytes, Side]] = {KEY: {}, RESPONSE: {}}

    def add(self, docnum: bytes) -> None:
        """Add a document at the end, unless there is one of that number."""
        self._docnums.setdefault(docnum.lower(), docnum)

    def enter(self, docnum: bytes, role: bytes, side: Side) -> None:
        """Set or replace the key (``role`` is ``KEY``) or the response of a document."""
        self.add(docnum)
        self._sides[role][docnum.lower()] = side

    def __iter__(self) -> Iterator[Document]:
        return starmap(Document, self.pairs(self._sides[KEY], self._sides[RESPONSE]))

    def pairs(
        self, keys: Mapping[bytes, Unit], responses: Mapping[bytes, Unit]
    ) -> Iterator[tuple[bytes, Unit | None, Unit | None]]:
        """Yield the number of each document with its key and its response; those given have small letters."""
        sides = [by_identifier(self._docnums, side) for side in (keys, responses)]
        return zip(self._docnums.values(), *sides)
