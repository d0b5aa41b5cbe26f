"""The map file: which classes and slots are scored, in which order classes are aligned, and with which weights."""

from __future__ import annotations

from common.compat.c import atoi
from muc_scorer.messages import Fatal, warn
from muc_scorer.parsing import Grammar, parse, read_file
from muc_scorer.wordlex import last_line, map_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from muc_scorer.definitions import ClassDef, Definitions, SlotDef

_SECTIONS = {
    b":scored_slots": "SCORED",
    b":unscored_slots": "UNSCORED",
    b":scored_templates": "TEMPLATES",
    b":map_order": "ORDER",
    b":map_weights": "WEIGHTS",
}


class _MapGrammar(Grammar):
    """The sections of a map file, which act on the definitions as they are read."""

    label = b"mapconfig"
    tokens = ("LEFT", "RIGHT", "WORD", "ALL", *_SECTIONS.values())
    start = "sections"

    def __init__(self, last_line: int, failure: bytes, definitions: Definitions, order: list[ClassDef]) -> None:
        super().__init__(last_line, failure)
        self.definitions = definitions
        self.order = order

    def p_sections(self, p: Any) -> None:
        """sections : section
        | sections section"""

    def p_scored_all(self, p: Any) -> None:
        """section : SCORED
        | SCORED ALL"""
        for definition in self.definitions:
            definition.scored = True
            _mark(definition.slots, True)

    def p_scored(self, p: Any) -> None:
        """section : SCORED lists"""
        for name, *slots in p[2]:
            definition = self._class(name, b"scored_slots")
            definition.scored = True
            _mark([_slot(definition, slot, b"scored_slots") for slot in slots], True)

    def p_unscored(self, p: Any) -> None:
        """section : UNSCORED
        | UNSCORED lists"""
        for name, *slots in p[2] if len(p) > 2 else ():
            definition = self._class(name, b"unscored_slots")
            if not slots:
                definition.scored = False
            _mark([_slot(definition, slot, b"unscored_slots") for slot in slots], False)

    def p_templates(self, p: Any) -> None:
        """section : TEMPLATES ALL"""

    def p_order_all(self, p: Any) -> None:
        """section : ORDER"""
        self.order.extend(self.definitions)

    def p_order(self, p: Any) -> None:
        """section : ORDER words"""
        for name in p[2]:
            self.order.append(self._class(name, b"map_order"))

    def p_weights(self, p: Any) -> None:
        """section : WEIGHTS
        | WEIGHTS weights"""

    def p_all_weights(self, p: Any) -> None:
        """weights : class_weights RIGHT
        | weights class_weights RIGHT"""

    def p_class_weights(self, p: Any) -> None:
        """class_weights : LEFT WORD WORD"""
        p[0] = self._class(p[2], b"map_weight")
        p[0].threshold = atoi(p[3])

    def p_slot_weight(self, p: Any) -> None:
        """class_weights : class_weights LEFT WORD WORD RIGHT"""
        _slot(p[1], p[3], b"map_weight").weight = atoi(p[4])
        p[0] = p[1]

    def p_list(self, p: Any) -> None:
        """lists : LEFT words RIGHT"""
        p[0] = [p[2]]

    def p_lists(self, p: Any) -> None:
        """lists : lists LEFT words RIGHT"""
        p[1].append(p[3])
        p[0] = p[1]

    def p_word(self, p: Any) -> None:
        """words : WORD"""
        p[0] = [p[1]]

    def p_words(self, p: Any) -> None:
        """words : words WORD"""
        p[1].append(p[2])
        p[0] = p[1]

    def _class(self, name: bytes, section: bytes) -> ClassDef:
        definition = self.definitions.named(name)
        if definition is None:
            raise Fatal(b"[map_configuration]: %s spec:\n  class '%s' undefined.\n" % (section, name))
        return definition


def _slot(definition: ClassDef, name: bytes, section: bytes) -> SlotDef:
    slot = definition.slot_named(name)
    if slot is None:
        raise Fatal(
            b"[map_configuration]: %s spec:\n  slot '%s' undefined for class '%s'.\n" % (section, name, definition.name)
        )
    return slot


def _mark(slots: list[SlotDef], scored: bool) -> None:
    for slot in slots:
        slot.scored = scored


def read_map_file(path: bytes | None, definitions: Definitions, order: list[ClassDef]) -> None:
    """Read the map file into the definitions and append its alignment order to ``order``.

    Without a file nothing is scored, which is said. Raise :class:`Fatal` where the 1997 program stops.
    """
    if path is None:
        warn(b"Warning: Map-configuration file unspecified.")
        return
    content = read_file(path, b"mapconfiguration")
    failure = b"parse of mapconfiguration '%s' failed." % path
    parse(_MapGrammar(last_line(content), failure, definitions, order), map_tokens(content, _SECTIONS))
