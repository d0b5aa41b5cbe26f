"""The classes of objects and their slots, as configured for a run."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STRING = "string"
SET = "set"
POINTER = "pointer"
MULTI = "multi"


class SlotDef:
    """A slot of a class: what it is called, what it holds, whether and how it counts.

    ``name`` stands in reports and map files, ``pattern`` in template files (colon included) or as an attribute of SGML
    tags; both are compared without regard to ASCII case. ``types`` are the fill types as configured; ``kind`` is what
    they come to: ``STRING`` (locations and regularised fills too), ``SET``, ``POINTER`` or ``MULTI`` (several
    types). ``weight`` is the slot's weight in the alignment of objects.
    """

    __slots__ = ("kind", "name", "pattern", "scored", "types", "weight")

    def __init__(
        self,
        name: bytes,
        pattern: bytes,
        types: Iterable[bytes] = (b"string",),
        scored: bool = False,
        weight: int = 0,
        kind: str = STRING,
    ) -> None:
        self.name = name
        self.pattern = pattern
        self.types = tuple(types)
        self.scored = scored
        self.weight = weight
        self.kind = kind

    def __repr__(self) -> str:
        return f"SlotDef({self.name!r}, {self.pattern!r}, {self.kind})"


class ClassDef:
    """A class of objects with its slots in the order of definition.

    ``name`` stands in reports, ``pattern`` in the headers and pointers of template files; ``threshold`` is
    the weighted score that a pair of objects needs for being aligned.
    """

    __slots__ = ("name", "pattern", "scored", "slots", "threshold")

    def __init__(
        self,
        name: bytes,
        pattern: bytes,
        slots: Iterable[SlotDef] = (),
        scored: bool = False,
        threshold: int = 0,
    ) -> None:
        self.name = name
        self.pattern = pattern
        self.slots = list(slots)
        self.scored = scored
        self.threshold = threshold

    def slot_named(self, name: bytes) -> SlotDef | None:
        """Return the slot with that name (any case), or None."""
        folded = name.lower()
        return next((slot for slot in self.slots if slot.name.lower() == folded), None)

    def slot_with_pattern(self, pattern: bytes) -> SlotDef | None:
        """Return the slot with that pattern (any case), or None."""
        folded = pattern.lower()
        return next((slot for slot in self.slots if slot.pattern.lower() == folded), None)

    def scored_slots(self) -> list[SlotDef]:
        """Return the scored slots in the order of definition."""
        return [slot for slot in self.slots if slot.scored]

    def __repr__(self) -> str:
        return f"ClassDef({self.name!r}, {self.pattern!r})"


class Definitions:
    """All classes of a run in the order of definition, which is the order of the reports."""

    __slots__ = ("classes",)

    def __init__(self, classes: Iterable[ClassDef] = ()) -> None:
        self.classes = list(classes)

    def __iter__(self) -> Iterator[ClassDef]:
        return iter(self.classes)

    def named(self, name: bytes) -> ClassDef | None:
        """Return the class with that name (any case), or None."""
        folded = name.lower()
        return next((definition for definition in self.classes if definition.name.lower() == folded), None)

    def with_pattern(self, pattern: bytes) -> ClassDef | None:
        """Return the class with that pattern (any case), or None."""
        folded = pattern.lower()
        return next((definition for definition in self.classes if definition.pattern.lower() == folded), None)

    def settle_kinds(self) -> None:
        """Set every slot's ``kind`` from its fill types: a single type that names a class makes a pointer."""
        names = {definition.name.lower() for definition in self.classes}
        for definition in self.classes:
            for slot in definition.slots:
                slot.kind = _kind(slot.types, names)


def _kind(types: tuple[bytes, ...], class_names: set[bytes]) -> str:
    if len(types) > 1:
        return MULTI
    folded = types[0].lower()
    if folded == b"string":
        return STRING
    if folded in class_names:
        return POINTER
    return SET if folded == b"set" else STRING
