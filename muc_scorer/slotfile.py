"""The slot file: the classes of objects, their slots, and what the slots hold (scoring manual, configuration)."""

from __future__ import annotations

from muc_scorer.definitions import ClassDef, Definitions, SlotDef
from muc_scorer.messages import Fatal, warn
from muc_scorer.parsing import Grammar, parse, read_file
from muc_scorer.wordlex import last_line, slot_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _SlotGrammar(Grammar):
    """``( NAME PATTERN slot... )``, where a slot is ``( NAME PATTERN types )`` or names its fills in a list that is ignored."""

    label = b"slotconfig"
    tokens = ("LEFT", "RIGHT", "WORD")
    start = "classes"

    def __init__(self, last_line: int, failure: bytes) -> None:
        super().__init__(last_line, failure)
        self.definitions = Definitions()

    def p_classes(self, p: Any) -> None:
        """classes : class RIGHT
        | classes class RIGHT"""

    def p_class(self, p: Any) -> None:
        """class : LEFT WORD WORD"""
        p[0] = _define_class(self.definitions, p[2], p[3])

    def p_class_slot(self, p: Any) -> None:
        """class : class slot RIGHT"""
        _define_slot(p[1], p[2])
        p[0] = p[1]

    def p_slot(self, p: Any) -> None:
        """slot : LEFT WORD WORD types
        | LEFT WORD WORD types LEFT words RIGHT"""
        p[0] = SlotDef(p[2], p[3], p[4])

    def p_type(self, p: Any) -> None:
        """types : WORD"""
        p[0] = [p[1]]

    def p_types(self, p: Any) -> None:
        """types : LEFT words RIGHT"""
        p[0] = p[2]

    def p_word(self, p: Any) -> None:
        """words : WORD"""
        p[0] = [p[1]]

    def p_words(self, p: Any) -> None:
        """words : words WORD"""
        p[1].append(p[2])
        p[0] = p[1]


def _define_class(definitions: Definitions, name: bytes, pattern: bytes) -> ClassDef:
    former = definitions.named(name)
    if former is not None:
        warn(b"Warning: [class_def_create]: Redefinition of '%s'." % name)
        definitions.classes.remove(former)
    definition = ClassDef(name, pattern)
    definitions.classes.append(definition)
    return definition


def _define_slot(definition: ClassDef, slot: SlotDef) -> None:
    former = definition.slot_named(slot.name)
    if former is not None:
        warn(b"Warning: [slot_def_create]: Redefinition of slot '%s' in class '%s'." % (slot.name, definition.name))
        definition.slots.remove(former)
    definition.slots.append(slot)


def read_slot_file(path: bytes | None) -> Definitions:
    """Read the slot file. Nothing in it is scored yet. Raise :class:`Fatal` where the 1997 program stops."""
    if path is None:
        raise Fatal(b"Error: Slot-configuration file unspecified.\n")
    content = read_file(path, b"slotconfiguration")
    grammar = _SlotGrammar(last_line(content), b"parse of slotconfiguration '%s' failed." % path)
    parse(grammar, slot_tokens(content))
    grammar.definitions.settle_kinds()
    return grammar.definitions
