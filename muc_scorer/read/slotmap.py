"""The slot file and the map file (scoring manual, configuration).

The slot file holds the classes of objects, their slots, and what the slots hold, the map file which classes and slots
are scored, in which order classes are aligned, and with which weights.
"""

from __future__ import annotations

from functools import partial

from common.compat.c import atoi
from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
from muc_scorer.read.messages import Fatal, warn
from muc_scorer.read.parsing import END, Tokens, last_line, map_tokens, read_file, slot_tokens, stop_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef

CLASS_AGAIN = b"Warning: [class_def_create]: Redefinition of '%s'."
_TEXT = ("WORD", "QUOTED")
SLOT_AGAIN = b"Warning: [slot_def_create]: Redefinition of slot '%s' in class '%s'."
_SECTIONS = {
    b":scored_slots": "SCORED",
    b":unscored_slots": "UNSCORED",
    b":scored_templates": "TEMPLATES",
    b":map_order": "ORDER",
    b":map_weights": "WEIGHTS",
}


def read_slot_file(path: bytes | None, read: Callable[[bytes, bytes], bytes] = read_file) -> Definitions:
    """Read the slot file. Nothing in it is scored yet. Raises :class:`Fatal` where the 1997 program stops."""
    if path is None:
        raise Fatal(b"Error: Slot-configuration file unspecified.\n")
    content = read(path, b"slotconfiguration")
    failure = b"parse of slotconfiguration '%s' failed." % path
    tokens = Tokens(slot_tokens(content), partial(stop_at, b"slotconfig", failure, last_line(content), 1))
    definitions = Definitions()
    while not (definitions and tokens.comes(END)):
        _read_class(tokens, definitions)
    definitions.settle()
    return definitions


def _read_class(tokens: Tokens, definitions: Definitions) -> None:
    """Read ``( NAME PATTERN slot... )``. Names are defined as soon as they are read. All but names may be quoted."""
    tokens.take("LEFT")
    definition = ClassDef(tokens.take("WORD").value)
    if definitions.define(definition) is not None:
        warn(CLASS_AGAIN % definition.name)
    definition.pattern = tokens.take(*_TEXT).value
    while tokens.comes("LEFT"):
        _read_slot(tokens, definition)
    tokens.take("RIGHT")


def _read_slot(tokens: Tokens, definition: ClassDef) -> None:
    """Read ``( NAME PATTERN types )``; a list of its set fills behind the types is ignored."""
    tokens.take("LEFT")
    slot = SlotDef(tokens.take("WORD").value)
    if definition.slots.define(slot) is not None:
        warn(SLOT_AGAIN % (slot.name, definition.name))
    slot.pattern = tokens.take(*_TEXT).value
    slot.types = _read_list(tokens) if tokens.comes("LEFT") else (tokens.take("LEFT", *_TEXT).value,)
    if tokens.comes("LEFT"):
        _read_list(tokens)
    tokens.take("RIGHT")


def _read_list(tokens: Tokens) -> tuple[bytes, ...]:
    tokens.take("LEFT")
    texts = [tokens.take(*_TEXT).value]
    while tokens.comes(*_TEXT):
        texts.append(tokens.take(*_TEXT).value)
    tokens.take("RIGHT")
    return tuple(texts)


class _MapReader:
    """Reads the sections of a map file, of which every name acts on the definitions as soon as it is read.

    Quoted words fit nowhere. ``number`` reads thresholds and weights.
    """

    def __init__(
        self, tokens: Tokens, definitions: Definitions, order: list[ClassDef], number: Callable[[bytes], float]
    ) -> None:
        self.tokens = tokens
        self.definitions = definitions
        self.order = order
        self.number = number

    def read(self) -> None:
        """Read all sections, at least one."""
        sections = {
            "SCORED": self._scored,
            "UNSCORED": self._unscored,
            "TEMPLATES": lambda: self.tokens.take("ALL"),
            "ORDER": self._order,
            "WEIGHTS": self._weights,
        }
        sections[self.tokens.take(*sections).type]()
        while not self.tokens.comes(END):
            sections[self.tokens.take(*sections).type]()

    def _scored(self) -> None:
        tokens = self.tokens
        if not tokens.comes("LEFT"):
            if tokens.comes("ALL"):
                tokens.take("ALL")
            for definition in self.definitions:
                definition.scored = True
                for slot in definition.slots:
                    slot.scored = True
            return
        while tokens.comes("LEFT"):
            definition = self._class(b"scored_slots")
            definition.scored = True
            while tokens.comes("WORD"):
                self._slot(definition, b"scored_slots").scored = True
            tokens.take("RIGHT")

    def _unscored(self) -> None:
        while self.tokens.comes("LEFT"):
            definition = self._class(b"unscored_slots")
            if self.tokens.comes("RIGHT"):
                definition.scored = False
            while self.tokens.comes("WORD"):
                self._slot(definition, b"unscored_slots").scored = False
            self.tokens.take("RIGHT")

    def _order(self) -> None:
        if not self.tokens.comes("WORD"):
            self.order.extend(self.definitions)
        while self.tokens.comes("WORD"):
            self.order.append(self._named(b"map_order"))

    def _weights(self) -> None:
        tokens = self.tokens
        while tokens.comes("LEFT"):
            definition = self._class(b"map_weight")
            definition.threshold = self.number(tokens.take("WORD").value)
            while tokens.comes("LEFT"):
                tokens.take("LEFT")
                slot = self._slot(definition, b"map_weight")
                weight = tokens.take("WORD").value
                tokens.take("RIGHT")
                slot.weight = self.number(weight)
            tokens.take("RIGHT")

    def _class(self, section: bytes) -> ClassDef:
        """Return the class whose name stands behind a parenthesis."""
        self.tokens.take("LEFT")
        return self._named(section)

    def _named(self, section: bytes) -> ClassDef:
        name = self.tokens.take("WORD").value
        definition = self.definitions.named(name)
        if definition is None:
            raise Fatal(b"[map_configuration]: %s spec:\n  class '%s' undefined.\n" % (section, name))
        return definition

    def _slot(self, definition: ClassDef, section: bytes) -> SlotDef:
        name = self.tokens.take("WORD").value
        slot = definition.slots.named(name)
        if slot is None:
            problem = b"slot '%s' undefined for class '%s'" % (name, definition.name)
            raise Fatal(b"[map_configuration]: %s spec:\n  %s.\n" % (section, problem))
        return slot


def read_map_file(
    path: bytes | None,
    definitions: Definitions,
    order: list[ClassDef],
    number: Callable[[bytes], float] = atoi,
    read: Callable[[bytes, bytes], bytes] = read_file,
) -> None:
    """Read the map file into the definitions and append its alignment order to ``order``.

    Without a file nothing is scored, and a message says so. ``number`` reads thresholds and weights. Raises
    :class:`Fatal` where the 1997 program stops.
    """
    if path is None:
        warn(b"Warning: Map-configuration file unspecified.")
        return
    content = read(path, b"mapconfiguration")
    failure = b"parse of mapconfiguration '%s' failed." % path
    stop = partial(stop_at, b"mapconfig", failure, last_line(content), 1)
    _MapReader(Tokens(map_tokens(content, _SECTIONS), stop), definitions, order, number).read()
