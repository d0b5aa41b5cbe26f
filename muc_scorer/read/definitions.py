"""The classes of objects and their slots, as configured for a run."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from typing import TypeVar

    Definition = TypeVar("Definition", bound="ClassDef | SlotDef")

STRING = "string"
SET = "set"
POINTER = "pointer"
MULTI = "multi"
MULTI_SET = "multi set"

# Names, in lower case, that have rules of their own: of classes, and of slots and attributes.
TEMPLATE, IN_AND_OUT = b"template", b"in_and_out"
NAMED_ENTITIES = ENAMEX, NUMEX, TIMEX = b"enamex", b"numex", b"timex"
CONTENT, STATUS, TEXT, TYPE, ALT = b"content", b"status", b"text", b"type", b"alt"


class SlotDef:
    """A slot of a class: its name, what it holds, and whether and how it counts.

    ``name`` is used in reports and map files, ``pattern`` in template files (colon included) or as an attribute of SGML
    tags; both are compared without regard to ASCII case, the name as ``folded``. ``types`` are the configured fill
    types, from which ``kind`` follows: ``STRING`` (also locations and regularised fills), ``SET``, ``POINTER`` or
    ``MULTI`` (several types). In version 3.3 every slot may hold strings and pointers: ``MULTI``, or ``MULTI_SET`` if
    its strings are set fills. ``weight`` is the slot's weight in the alignment of objects.
    """

    def __init__(
        self, name: bytes, pattern: bytes = b"", scored: bool = False, weight: float = 0, kind: str = STRING
    ) -> None:
        self.name = name
        self.folded = name.lower()
        self.pattern = pattern
        self.types: tuple[bytes, ...] = (b"string",)
        self.scored = scored
        self.weight = weight
        self.kind = kind


class Named(list["Definition"]):
    """Classes of a run or slots of a class, in the order of definition and of the reports."""

    def __init__(self, definitions: Iterable[Definition] = ()) -> None:
        super().__init__(definitions)
        self._by_name = {definition.folded: definition for definition in self}
        self._by_pattern: dict[bytes, Definition] = {}

    def define(self, definition: Definition) -> Definition | None:
        """Add a definition at the end; remove and return an earlier one of the same name (any case)."""
        former = self._by_name.pop(definition.folded, None)
        if former is not None:
            self.remove(former)
        self.append(definition)
        self._by_name[definition.folded] = definition
        return former

    def named(self, name: bytes) -> Definition | None:
        """Return the definition with that name (any case), or None."""
        return self._by_name.get(name.lower())

    def with_pattern(self, pattern: bytes) -> Definition | None:
        """Return the first definition with that pattern (any case), or None. The definitions must be settled."""
        return self._by_pattern.get(pattern.lower())

    def settle(self) -> None:
        """Set which definition each pattern means."""
        self._by_pattern = {definition.pattern.lower(): definition for definition in reversed(self)}


class ClassDef:
    """A class of objects with its slots.

    ``name`` is used in reports (``folded``: in lower case), ``pattern`` in the headers and pointers of template files;
    ``threshold`` is the weighted score that a pair of objects needs to be aligned.
    """

    def __init__(
        self,
        name: bytes,
        pattern: bytes = b"",
        slots: Iterable[SlotDef] = (),
        scored: bool = False,
        threshold: float = 0,
    ) -> None:
        self.name = name
        self.folded = name.lower()
        self.pattern = pattern
        self.scored = scored
        self.threshold = threshold
        self.slots = Named(slots)

    def in_order(self, slots: Container[SlotDef]) -> list[SlotDef]:
        """Return some slots of the class in the order of definition."""
        return [slot for slot in self.slots if slot in slots]

    def scored_slots(self) -> list[SlotDef]:
        """Return the scored slots in the order of definition."""
        return [slot for slot in self.slots if slot.scored]


class Definitions(Named["ClassDef"]):
    """All classes of a run."""

    def settle(self) -> None:
        """Set which class or slot each pattern means, and every slot's ``kind``.

        A slot whose only fill type is a class holds pointers.
        """
        super().settle()
        for definition in self:
            definition.slots.settle()
            for slot in definition.slots:
                slot.kind = self._kind(slot.types)

    def _kind(self, types: tuple[bytes, ...]) -> str:
        if len(types) > 1:
            return MULTI
        folded = types[0].lower()
        if folded == b"string":
            return STRING
        if self.named(folded) is not None:
            return POINTER
        return SET if folded == b"set" else STRING
