"""The slot file: the classes of objects, their slots, and what the slots hold (scoring manual, configuration)."""

from __future__ import annotations

from muc_scorer.definitions import ClassDef, Definitions, SlotDef
from muc_scorer.messages import Fatal, warn
from muc_scorer.parsing import WordGrammar, parse, production, read_file
from muc_scorer.wordlex import last_line, slot_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ply.yacc import YaccProduction


CLASS_AGAIN = b"Warning: [class_def_create]: Redefinition of '%s'."
SLOT_AGAIN = b"Warning: [slot_def_create]: Redefinition of slot '%s' in class '%s'."


class _SlotGrammar(WordGrammar):
    """``( NAME PATTERN slot... )``, where a slot is ``( NAME PATTERN types )``; a list of its set fills is ignored."""

    label = b"slotconfig"
    tokens = ("LEFT", "RIGHT", "WORD")
    start = "classes"

    def __init__(self, last_line: int, failure: bytes) -> None:
        super().__init__(last_line, failure)
        self.definitions = Definitions()

    @production("classes : class RIGHT", "classes : classes class RIGHT")
    def _classes(self, p: YaccProduction) -> None:
        pass

    @production("class : LEFT WORD WORD")
    def _class(self, p: YaccProduction) -> None:
        p[0] = _define_class(self.definitions, p[2], p[3])

    @production("class : class slot RIGHT")
    def _class_slot(self, p: YaccProduction) -> None:
        _define_slot(p[1], p[2])
        p[0] = p[1]

    @production("slot : LEFT WORD WORD types", "slot : LEFT WORD WORD types LEFT words RIGHT")
    def _slot(self, p: YaccProduction) -> None:
        p[0] = SlotDef(p[2], p[3], p[4])

    @production("types : WORD")
    def _type(self, p: YaccProduction) -> None:
        p[0] = [p[1]]

    @production("types : LEFT words RIGHT")
    def _types(self, p: YaccProduction) -> None:
        p[0] = p[2]


def _define_class(definitions: Definitions, name: bytes, pattern: bytes) -> ClassDef:
    definition = ClassDef(name, pattern)
    if definitions.define(definition) is not None:
        warn(CLASS_AGAIN % name)
    return definition


def _define_slot(definition: ClassDef, slot: SlotDef) -> None:
    if definition.define(slot) is not None:
        warn(SLOT_AGAIN % (slot.name, definition.name))


def read_slot_file(path: bytes | None) -> Definitions:
    """Read the slot file. Nothing in it is scored yet. Raise :class:`Fatal` where the 1997 program stops."""
    if path is None:
        raise Fatal(b"Error: Slot-configuration file unspecified.\n")
    content = read_file(path, b"slotconfiguration")
    grammar = _SlotGrammar(last_line(content), b"parse of slotconfiguration '%s' failed." % path)
    parse(grammar, slot_tokens(content))
    grammar.definitions.settle()
    return grammar.definitions
