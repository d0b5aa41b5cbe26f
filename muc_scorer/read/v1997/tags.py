"""The open tags of named entities: their attributes become slots (scoring manual, SGML).

A tag is split as in the 1997 program, with the C library's ``strtok``: each kind of piece ends at characters of
its own, whatever quotes say. So a value ends at a blank even within quotes, and anything after ALT is lost.
"""

from __future__ import annotations

from functools import cache

from common.errors import InputError
from muc_scorer.read.definitions import ALT, STATUS, TEXT
from muc_scorer.read.messages import Fatal, shown
from muc_scorer.read.objects import MultiFill, Slot, Slots, means_optional
from muc_scorer.read.parsing import from_first_letter, squeezed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef


class Tag:
    """What an open tag says of its entity: class, slots from attributes (in order), STATUS and the alternative text.

    ``text_slot`` is the slot that the text of the entity goes into, that with the pattern; it is among ``slots`` if an
    attribute came first. What entities inside one another pass on is in ``inner_slot``, which is found by name.
    ``filled(text, inner)`` are the slots of an entity with this tag, a text, and what inner ones passed on if that has
    a slot of its own. Both continue the values of attributes; entities that say the same share their slots.
    """

    __slots__ = ("definition", "filled", "inner_slot", "optional", "slots", "text_slot")

    def __init__(self, definition: ClassDef) -> None:
        self.filled = cache(self._filled)
        self.definition = definition
        self.slots: dict[SlotDef, Slot] = {}
        self.optional = False
        self.text_slot: SlotDef
        self.inner_slot: SlotDef

    def slot(self, pattern: bytes) -> Slot:
        """Return the slot that an attribute fills. Raises :class:`Fatal` if the class has none of that name."""
        definition = _slot_definition(self.definition, pattern)
        return self.slots.setdefault(definition, Slot(definition))

    def _filled(self, text: bytes, inner: bytes = b"") -> Slots:
        slots = Slots(self.slots)
        slots[self.text_slot] = self._continued(self.text_slot, text)
        if inner:
            slots[self.inner_slot] = self._continued(self.inner_slot, inner)
        return slots

    def _continued(self, definition: SlotDef, text: bytes) -> Slot:
        """Return a slot with a text behind its first string. A text that is empty is no fill."""
        former = self.slots.get(definition, Slot(definition))
        strings = former.main.strings
        if text:
            strings = [b"".join(strings[:1]) + text, *strings[1:]]
        return Slot(definition, MultiFill(strings), former.alternatives)


def read_tag(text: bytes, definitions: Definitions) -> Tag:
    """Return what a tag, angle brackets included, says.

    Raises :class:`Fatal` if it needs a class or slot that is not defined, :class:`InputError` without a place if it has
    an attribute without a name or a value.
    """
    tag = Tag(class_of_tag(text, definitions))
    _, position = _next(b" >", text, 1)
    while True:
        attribute, position = _next(b" =>", text, position)
        if attribute is None:
            break
        position = _read_attribute(tag, attribute, text, position)
    tag.text_slot = _slot_definition(tag.definition, TEXT)
    tag.inner_slot = tag.definition.slots.named(TEXT) or tag.text_slot
    return tag


def class_of_tag(text: bytes, definitions: Definitions) -> ClassDef:
    """Return the class that a tag names. Raises :class:`Fatal` if it is not defined."""
    import re

    class_name = re.compile(b"[A-Za-z0-9]*").findall(text, 1)[0].lower()
    definition = definitions.named(class_name)
    if definition is None:
        raise Fatal(b"Error: [parse named-entity]: class '%s' has not been defined.\n" % class_name)
    return definition


def _read_attribute(tag: Tag, attribute: bytes, text: bytes, position: int) -> int:
    """Read the value of an attribute from ``position`` of a tag on, and return where to go on."""
    name = from_first_letter(attribute)
    if not name:
        raise InputError(f"an attribute of the tag {shown(text)} has no name")
    if attribute.lower() == STATUS:
        value, position = _next(b'"', text, position)
        tag.optional = tag.optional or means_optional(value or b"")
    elif attribute.lower() == ALT:
        value, _ = _next(b'|"', text, position)
        position = len(text)
        if value is not None:
            tag.slot(TEXT).add_alternative(MultiFill([squeezed(value)]))
    else:
        slot = tag.slot(name)
        value, position = _next(b' ">', text, position)
        if value is None:
            raise InputError(f"the attribute {shown(name)} of the tag {shown(text)} has no value")
        slot.main.strings.append(value)
    return position


def _next(separators: bytes, text: bytes, position: int) -> tuple[bytes | None, int]:
    """Return the next piece from ``position`` on, None if there is none, and where to go on: past one separator."""
    import re

    match = re.compile(b"[^%s]+" % separators).search(text, position)
    return (match[0], match.end() + 1) if match else (None, len(text))


def _slot_definition(definition: ClassDef, pattern: bytes) -> SlotDef:
    slot = definition.slots.with_pattern(pattern)
    if slot is None:
        raise Fatal(
            b"Error: [parse named-entity]: slot '%s' is not defined for class '%s'.\n" % (pattern, definition.name)
        )
    return slot
