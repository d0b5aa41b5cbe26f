"""The open tags of named entities: their attributes become slots (scoring manual, SGML).

A tag is split as in the 1997 program, with the C library's ``strtok``: each kind of piece ends at characters of
its own, whatever quotes say. So a value ends at a blank even within quotes, and anything after ALT is lost.
"""

from __future__ import annotations

from common.errors import InputError
from muc_scorer.read.definitions import ALT, STATUS, TEXT
from muc_scorer.read.messages import Fatal, shown
from muc_scorer.read.objects import MultiFill, Slot, Slots, means_optional
from muc_scorer.read.parsing import squeezed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef


class Tag:
    """What an open tag says of its entity: class, slots from attributes (in order), STATUS and the alternative text.

    ``text_slot`` is the slot that the text of the entity goes into; it is among ``slots`` if an attribute came first.
    """

    __slots__ = ("_filled", "definition", "optional", "slots", "text_slot")

    def __init__(self, definition: ClassDef) -> None:
        self._filled: dict[bytes, Slots] = {}
        self.definition = definition
        self.slots: dict[SlotDef, Slot] = {}
        self.optional = False
        self.text_slot: SlotDef

    def slot(self, pattern: bytes) -> Slot:
        """Return the slot that an attribute fills. Raises :class:`Fatal` if the class has none of that name."""
        definition = _slot_definition(self.definition, pattern)
        return self.slots.setdefault(definition, Slot(definition))

    def filled(self, text: bytes) -> Slots:
        """Return the slots of an entity with this tag and ``text``, which continues the value of an attribute TEXT.

        Entities of the same tag and text share their slots.
        """
        slots = self._filled.get(text)
        if slots is None:
            slots = self._filled[text] = self._slots(text)
        return slots

    def _slots(self, text: bytes) -> Slots:
        slots = Slots(self.slots)
        former = slots.get(self.text_slot)
        if former is None:
            slots[self.text_slot] = Slot(self.text_slot, MultiFill([text]))
        else:
            first, others = b"".join(former.main.strings[:1]), former.main.strings[1:]
            slots[self.text_slot] = Slot(self.text_slot, MultiFill([first + text, *others]), former.alternatives)
        return slots

    def has_text(self) -> bool:
        """Say whether an attribute TEXT begins the text."""
        former = self.slots.get(self.text_slot)
        return former is not None and bool(former.main.strings)


class TagReader:
    """Reads open tags; equal tags are read once and share their slots."""

    __slots__ = (
        "_alternative",
        "_class_name",
        "_definitions",
        "_letter",
        "_name",
        "_quoted",
        "_tag_name",
        "_tags",
        "_value",
    )

    def __init__(self, definitions: Definitions) -> None:
        import re

        self._definitions = definitions
        self._tags: dict[bytes, Tag] = {}
        self._class_name = re.compile(rb"[A-Za-z0-9]*")
        self._tag_name = re.compile(rb"[^ >]+")
        self._name = re.compile(rb"[^ =>]+")
        self._letter = re.compile(rb"[A-Za-z]")
        self._value = re.compile(rb'[^ ">]+')
        self._quoted = re.compile(rb'[^"]+')
        self._alternative = re.compile(rb'[^|"]+')

    def read(self, text: bytes) -> Tag:
        """Return what a tag, angle brackets included, says.

        Raises :class:`Fatal` if it needs a class or slot that is not defined, :class:`InputError` without a place if it
        has an attribute without a name or a value.
        """
        tag = self._tags.get(text)
        if tag is None:
            tag = self._tags[text] = self._cut_up(text)
        return tag

    def _cut_up(self, text: bytes) -> Tag:
        _, position = _next(self._tag_name, text, 1)
        class_name = self._class_name.findall(text, 1)[0].lower()
        definition = self._definitions.named(class_name)
        if definition is None:
            raise Fatal(b"Error: [parse named-entity]: class '%s' has not been defined.\n" % class_name)
        tag = Tag(definition)
        while True:
            attribute, position = _next(self._name, text, position)
            if attribute is None:
                break
            position = self._read_attribute(tag, attribute, text, position)
        tag.text_slot = _slot_definition(definition, TEXT)
        return tag

    def _read_attribute(self, tag: Tag, name: bytes, text: bytes, position: int) -> int:
        letter = self._letter.search(name)
        if letter is None:
            raise InputError(f"an attribute of the tag {shown(text)} has no name")
        is_status = name.lower() == STATUS
        name = name[letter.start() :]
        if is_status:
            value, position = _next(self._quoted, text, position)
            tag.optional = tag.optional or means_optional(value or b"")
        elif name.lower() == ALT:
            value, _ = _next(self._alternative, text, position)
            position = len(text)
            if value is not None:
                tag.slot(TEXT).add_alternative(MultiFill([squeezed(value)]))
        else:
            slot = tag.slot(name)
            value, position = _next(self._value, text, position)
            if value is None:
                raise InputError(f"the attribute {shown(name)} of the tag {shown(text)} has no value")
            slot.main.strings.append(value)
        return position


def _next(piece: Pattern[bytes], text: bytes, position: int) -> tuple[bytes | None, int]:
    """Return the next piece from ``position`` on, None if there is none, and where to go on: past one separator."""
    match = piece.search(text, position)
    return (match[0], match.end() + 1) if match else (None, len(text))


def _slot_definition(definition: ClassDef, pattern: bytes) -> SlotDef:
    slot = definition.slot_with_pattern(pattern)
    if slot is None:
        raise Fatal(
            b"Error: [parse named-entity]: slot '%s' is not defined for class '%s'.\n" % (pattern, definition.name)
        )
    return slot
