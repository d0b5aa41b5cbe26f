"""The slot file: the classes of objects, their slots, and what the slots hold (scoring manual, configuration)."""

from __future__ import annotations

from functools import partial

from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
from muc_scorer.read.messages import Fatal, warn
from muc_scorer.read.parsing import END, Tokens, read_file, stop_at
from muc_scorer.read.wordlex import last_line, slot_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


CLASS_AGAIN = b"Warning: [class_def_create]: Redefinition of '%s'."
_TEXT = ("WORD", "QUOTED")
SLOT_AGAIN = b"Warning: [slot_def_create]: Redefinition of slot '%s' in class '%s'."


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
