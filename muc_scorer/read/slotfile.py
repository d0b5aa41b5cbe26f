"""The slot file: the classes of objects, their slots, and what the slots hold (scoring manual, configuration)."""

from __future__ import annotations

from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
from muc_scorer.read.messages import Fatal, warn
from muc_scorer.read.parsing import Grammar, parse, production, read_file
from muc_scorer.read.wordlex import last_line, slot_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ply.yacc import YaccProduction


CLASS_AGAIN = b"Warning: [class_def_create]: Redefinition of '%s'."
SLOT_AGAIN = b"Warning: [slot_def_create]: Redefinition of slot '%s' in class '%s'."


class SlotGrammar(Grammar):
    """``( NAME PATTERN slot... )``, where a slot is ``( NAME PATTERN types )``; a list of its set fills is ignored.

    Names are defined as soon as they are read. All but names may be quoted.
    """

    label = b"slotconfig"
    tokens = ("LEFT", "RIGHT", "WORD", "QUOTED")
    start = "classes"

    def __init__(self, last_line: int, failure: bytes) -> None:
        super().__init__(last_line, failure)
        self.definitions = Definitions()

    @production("classes : class RIGHT", "classes : classes class RIGHT")
    def _classes(self, p: YaccProduction) -> None:
        pass

    @production("named_class : LEFT WORD")
    def _class_name(self, p: YaccProduction) -> None:
        p[0] = ClassDef(p[2])
        if self.definitions.define(p[0]) is not None:
            warn(CLASS_AGAIN % p[2])

    @production("class : named_class text")
    def _class_pattern(self, p: YaccProduction) -> None:
        p[1].pattern = p[2]
        p[0] = p[1]

    @production("named_slot : class LEFT WORD")
    def _slot_name(self, p: YaccProduction) -> None:
        slot = SlotDef(p[3])
        if p[1].slots.define(slot) is not None:
            warn(SLOT_AGAIN % (p[3], p[1].name))
        p[0] = (p[1], slot)

    @production("class : named_slot text types RIGHT", "class : named_slot text types LEFT texts RIGHT RIGHT")
    def _slot(self, p: YaccProduction) -> None:
        p[0], slot = p[1]
        slot.pattern, slot.types = p[2], tuple(p[3])

    @production("types : LEFT texts RIGHT")
    def _types(self, p: YaccProduction) -> None:
        p[0] = p[2]

    @production("types : text", "texts : text")
    def _first_text(self, p: YaccProduction) -> None:
        p[0] = [p[1]]

    @production("texts : texts text")
    def _more_texts(self, p: YaccProduction) -> None:
        p[1].append(p[2])
        p[0] = p[1]

    @production("text : WORD", "text : QUOTED")
    def _text(self, p: YaccProduction) -> None:
        p[0] = p[1]


def read_slot_file(path: bytes | None, read: Callable[[bytes, bytes], bytes] = read_file) -> Definitions:
    """Read the slot file. Nothing in it is scored yet. Raises :class:`Fatal` where the 1997 program stops."""
    if path is None:
        raise Fatal(b"Error: Slot-configuration file unspecified.\n")
    content = read(path, b"slotconfiguration")
    grammar = SlotGrammar(last_line(content), b"parse of slotconfiguration '%s' failed." % path)
    parse(grammar, slot_tokens(content))
    grammar.definitions.settle()
    return grammar.definitions
