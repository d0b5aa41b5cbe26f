"""The classes of objects and their slots, as configured for a run."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Iterator

STRING = "string"
SET = "set"
POINTER = "pointer"
MULTI = "multi"
MULTI_SET = "multi set"

# Names, in lower case, that rules are about: of classes, and of slots and attributes.
TEMPLATE, IN_AND_OUT = b"template", b"in_and_out"
NAMED_ENTITIES = ENAMEX, NUMEX, TIMEX = b"enamex", b"numex", b"timex"
CONTENT, STATUS, TEXT, TYPE, ALT = b"content", b"status", b"text", b"type", b"alt"


class SlotDef:
    """A slot of a class: its name, what it holds, and whether and how it counts.

    ``name`` is used in reports and map files, ``pattern`` in template files (colon included) or as an attribute of SGML
    tags; both are compared without regard to ASCII case, the name as ``folded``. ``types`` are the fill types as
    configured; ``kind`` is what they come to: ``STRING`` (locations and regularised fills too), ``SET``, ``POINTER`` or
    ``MULTI`` (several types). In version 3.3 every slot may hold both strings and pointers: ``MULTI``, or ``MULTI_SET``
    if its strings are set fills. ``weight`` is the slot's weight in the alignment of objects.
    """

    __slots__ = ("folded", "kind", "name", "pattern", "scored", "types", "weight")

    def __init__(
        self, name: bytes, pattern: bytes = b"", scored: bool = False, weight: int = 0, kind: str = STRING
    ) -> None:
        self.name = name
        self.folded = name.lower()
        self.pattern = pattern
        self.types: tuple[bytes, ...] = (b"string",)
        self.scored = scored
        self.weight = weight
        self.kind = kind

    def __repr__(self) -> str:
        return f"SlotDef({self.name!r}, {self.pattern!r}, {self.kind})"


class ClassDef:
    """A class of objects with its slots in the order of definition.

    ``name`` is used in reports (``folded``: in lower case), ``pattern`` in the headers and pointers of template files;
    ``threshold`` is the weighted score that a pair of objects needs in order to be aligned.
    """

    __slots__ = ("_by_name", "_by_pattern", "_places", "folded", "name", "pattern", "scored", "threshold")

    def __init__(
        self, name: bytes, pattern: bytes = b"", slots: Iterable[SlotDef] = (), scored: bool = False, threshold: int = 0
    ) -> None:
        self.name = name
        self.folded = name.lower()
        self.pattern = pattern
        self.scored = scored
        self.threshold = threshold
        self._by_name = {slot.folded: slot for slot in slots}
        self._places: dict[SlotDef, int] = {}
        self._by_pattern: dict[bytes, SlotDef] = {}

    @property
    def slots(self) -> Collection[SlotDef]:
        """The slots in the order of definition."""
        return self._by_name.values()

    def define(self, slot: SlotDef) -> SlotDef | None:
        """Add a slot at the end; remove and return the one that had its name (in upper or lower case)."""
        former = self._by_name.pop(slot.folded, None)
        self._by_name[slot.folded] = slot
        return former

    def slot_named(self, name: bytes) -> SlotDef | None:
        """Return the slot with that name (any case), or None."""
        return self._by_name.get(name.lower())

    def slot_with_pattern(self, pattern: bytes) -> SlotDef | None:
        """Return the first slot with that pattern (any case), or None. The definitions must be settled."""
        return self._by_pattern.get(pattern.lower())

    def settle(self, class_names: Container[bytes]) -> None:
        """Set what depends on all definitions: the slots' kinds, and which slot a pattern means."""
        self._by_pattern = {slot.pattern.lower(): slot for slot in reversed(self._by_name.values())}
        for slot in self.slots:
            slot.kind = _kind(slot.types, class_names)

    def in_order(self, slots: Collection[SlotDef]) -> Collection[SlotDef]:
        """Return some slots of the class in the order of definition, which must be settled by now."""
        if len(slots) < 2:
            return slots
        if not self._places:
            self._places = {slot: place for place, slot in enumerate(self.slots)}
        return sorted(slots, key=self._places.__getitem__)

    def scored_slots(self) -> list[SlotDef]:
        """Return the scored slots in the order of definition."""
        return [slot for slot in self.slots if slot.scored]

    def __repr__(self) -> str:
        return f"ClassDef({self.name!r}, {self.pattern!r})"


class Definitions:
    """All classes of a run in the order of definition, which is the order of the reports."""

    __slots__ = ("_by_name", "_by_pattern")

    def __init__(self) -> None:
        self._by_name: dict[bytes, ClassDef] = {}
        self._by_pattern: dict[bytes, ClassDef] = {}

    def __iter__(self) -> Iterator[ClassDef]:
        return iter(self._by_name.values())

    def define(self, definition: ClassDef) -> ClassDef | None:
        """Add a class at the end; remove and return the one that had its name (in upper or lower case)."""
        former = self._by_name.pop(definition.folded, None)
        self._by_name[definition.folded] = definition
        return former

    def named(self, name: bytes) -> ClassDef | None:
        """Return the class with that name (any case), or None."""
        return self._by_name.get(name.lower())

    def with_pattern(self, pattern: bytes) -> ClassDef | None:
        """Return the first class with that pattern (any case), or None. The definitions must be settled."""
        return self._by_pattern.get(pattern.lower())

    def settle(self) -> None:
        """Set what depends on all definitions: which class or slot a pattern means, and every slot's ``kind``.

        A single fill type that names a class makes a pointer.
        """
        self._by_pattern = {definition.pattern.lower(): definition for definition in reversed(self._by_name.values())}
        for definition in self:
            definition.settle(self._by_name)


def _kind(types: tuple[bytes, ...], class_names: Container[bytes]) -> str:
    if len(types) > 1:
        return MULTI
    folded = types[0].lower()
    if folded == b"string":
        return STRING
    if folded in class_names:
        return POINTER
    return SET if folded == b"set" else STRING
