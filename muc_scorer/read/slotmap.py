"""The slot file and the map file (scoring manual, configuration).

The slot file defines classes, slots and their fill types. The map file says which classes and slots are scored, in
which order classes are aligned, and with which weights.
"""

from __future__ import annotations

from legacy_scorers.common.c import atoi
from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
from legacy_scorers.muc_scorer.read.messages import Fatal
from legacy_scorers.muc_scorer.read.parsing import LIST, Grammar, map_tokens, parse, production, read_file, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ply.yacc import YaccProduction

    from legacy_scorers.common.host import Host
    from legacy_scorers.muc_scorer.read.messages import Messages

    Read = Callable[[bytes, bytes, Host], bytes]

CLASS_AGAIN = b"Warning: [class_def_create]: Redefinition of '%s'."
SLOT_AGAIN = b"Warning: [slot_def_create]: Redefinition of slot '%s' in class '%s'."
_SECTIONS = {
    b":scored_slots": "SCORED",
    b":unscored_slots": "UNSCORED",
    b":scored_templates": "TEMPLATES",
    b":map_order": "ORDER",
    b":map_weights": "WEIGHTS",
}


class SlotGrammar(Grammar):
    """``( NAME PATTERN slot... )``, where a slot is ``( NAME PATTERN types )``; a list of its set fills is ignored.

    Names are defined as soon as they are read. All but names may be quoted.
    """

    label = b"slotconfig"
    tokens = ("LEFT", "RIGHT", "WORD", "QUOTED")
    start = "classes"

    def __init__(self, content: bytes, failure: bytes, messages: Messages) -> None:
        super().__init__(content, failure)
        self.messages = messages
        self.definitions = Definitions()

    @production("classes : class RIGHT", "classes : classes class RIGHT")
    def _classes(self, p: YaccProduction) -> None:
        pass

    @production("named_class : LEFT WORD")
    def _class_name(self, p: YaccProduction) -> None:
        p[0] = ClassDef(p[2])
        if self.definitions.define(p[0]) is not None:
            self.messages.warn(CLASS_AGAIN % p[2])

    @production("class : named_class text")
    def _class_pattern(self, p: YaccProduction) -> None:
        p[1].pattern = p[2]
        p[0] = p[1]

    @production("named_slot : class LEFT WORD")
    def _slot_name(self, p: YaccProduction) -> None:
        slot = SlotDef(p[3])
        if p[1].slots.define(slot) is not None:
            self.messages.warn(SLOT_AGAIN % (p[3], p[1].name))
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


def read_slot_file(path: bytes | None, messages: Messages, read: Read = read_file) -> Definitions:
    """Read the slot file. Nothing in it is scored yet. Raises :class:`Fatal` where the 1997 program stops."""
    if path is None:
        raise Fatal(b"Error: Slot-configuration file unspecified.\n")
    content = read(path, b"slotconfiguration", messages.host)
    grammar = SlotGrammar(content, b"parse of slotconfiguration '%s' failed." % path, messages)
    parse(grammar, tokens(LIST, content, {"OPTION": "WORD"}))
    grammar.definitions.settle()
    return grammar.definitions


class MapGrammar(Grammar):
    """The sections of a map file; each name acts on the definitions as soon as it is read. Quoted words are errors."""

    label = b"mapconfig"
    tokens = ("LEFT", "RIGHT", "WORD", "ALL", *_SECTIONS.values())
    start = "sections"

    def __init__(
        self,
        content: bytes,
        failure: bytes,
        definitions: Definitions,
        order: list[ClassDef],
        number: Callable[[bytes], float],
    ) -> None:
        super().__init__(content, failure)
        self.definitions = definitions
        self.order = order
        self.number = number

    @production(
        "sections : section",
        "sections : sections section",
        "section : TEMPLATES ALL",
        "section : scored",
        "section : UNSCORED",
        "section : unscored",
        "section : order",
        "section : WEIGHTS",
        "section : weights",
        "scored : SCORED scored_class RIGHT",
        "scored : scored scored_class RIGHT",
        "unscored : UNSCORED unscored_class",
        "unscored : unscored unscored_class",
        "unscored_class : unscored_slots RIGHT",
        "weights : WEIGHTS class_weights RIGHT",
        "weights : weights class_weights RIGHT",
    )
    def _structure(self, p: YaccProduction) -> None:
        pass

    @production("section : SCORED", "section : SCORED ALL")
    def _score_all(self, p: YaccProduction) -> None:
        for definition in self.definitions:
            definition.scored = True
            for slot in definition.slots:
                slot.scored = True

    @production("scored_class : LEFT WORD")
    def _score_class(self, p: YaccProduction) -> None:
        p[0] = self._class(p[2], b"scored_slots")
        p[0].scored = True

    @production("scored_class : scored_class WORD")
    def _score_slot(self, p: YaccProduction) -> None:
        _slot(p[1], p[2], b"scored_slots").scored = True
        p[0] = p[1]

    @production("unscored_name : LEFT WORD")
    def _unscored_name(self, p: YaccProduction) -> None:
        p[0] = self._class(p[2], b"unscored_slots")

    @production("unscored_class : unscored_name RIGHT")
    def _unscore_class(self, p: YaccProduction) -> None:
        p[1].scored = False

    @production("unscored_slots : unscored_name WORD", "unscored_slots : unscored_slots WORD")
    def _unscore_slot(self, p: YaccProduction) -> None:
        _slot(p[1], p[2], b"unscored_slots").scored = False
        p[0] = p[1]

    @production("section : ORDER")
    def _order_all(self, p: YaccProduction) -> None:
        self.order.extend(self.definitions)

    @production("order : ORDER WORD", "order : order WORD")
    def _order(self, p: YaccProduction) -> None:
        self.order.append(self._class(p[2], b"map_order"))

    @production("weighted_class : LEFT WORD")
    def _weighted_class(self, p: YaccProduction) -> None:
        p[0] = self._class(p[2], b"map_weight")

    @production("class_weights : weighted_class WORD")
    def _threshold(self, p: YaccProduction) -> None:
        p[1].threshold = self.number(p[2])
        p[0] = (p[1], None)

    @production("weighted_slot : class_weights LEFT WORD")
    def _weighted_slot(self, p: YaccProduction) -> None:
        definition, _ = p[1]
        p[0] = (definition, _slot(definition, p[3], b"map_weight"))

    @production("class_weights : weighted_slot WORD RIGHT")
    def _weight(self, p: YaccProduction) -> None:
        _, slot = p[1]
        slot.weight = self.number(p[2])
        p[0] = p[1]

    def _class(self, name: bytes, section: bytes) -> ClassDef:
        definition = self.definitions.named(name)
        if definition is None:
            raise Fatal(b"[map_configuration]: %s spec:\n  class '%s' undefined.\n" % (section, name))
        return definition


def _slot(definition: ClassDef, name: bytes, section: bytes) -> SlotDef:
    slot = definition.slots.named(name)
    if slot is None:
        raise Fatal(
            b"[map_configuration]: %s spec:\n  slot '%s' undefined for class '%s'.\n" % (section, name, definition.name)
        )
    return slot


def read_map_file(
    path: bytes | None,
    definitions: Definitions,
    order: list[ClassDef],
    messages: Messages,
    number: Callable[[bytes], float] = atoi,
    read: Read = read_file,
) -> None:
    """Read the map file into the definitions and append its alignment order to ``order``.

    Without a file nothing is scored, and a message says so. ``number`` reads thresholds and weights. Raises
    :class:`Fatal` where the 1997 program stops.
    """
    if path is None:
        messages.warn(b"Warning: Map-configuration file unspecified.")
        return
    content = read(path, b"mapconfiguration", messages.host)
    failure = b"parse of mapconfiguration '%s' failed." % path
    parse(MapGrammar(content, failure, definitions, order, number), map_tokens(content, _SECTIONS, messages.say))
