"""The map file: which classes and slots are scored, in which order classes are aligned, and with which weights."""

from __future__ import annotations

from common.compat.c import atoi
from muc_scorer.messages import Fatal, warn
from muc_scorer.parsing import WordGrammar, parse, production, read_file
from muc_scorer.wordlex import last_line, map_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ply.yacc import YaccProduction

    from muc_scorer.definitions import ClassDef, Definitions, SlotDef

_SECTIONS = {
    b":scored_slots": "SCORED",
    b":unscored_slots": "UNSCORED",
    b":scored_templates": "TEMPLATES",
    b":map_order": "ORDER",
    b":map_weights": "WEIGHTS",
}


class _MapGrammar(WordGrammar):
    """The sections of a map file, which act on the definitions as they are read."""

    label = b"mapconfig"
    tokens = ("LEFT", "RIGHT", "WORD", "ALL", *_SECTIONS.values())
    start = "sections"

    def __init__(self, last_line: int, failure: bytes, definitions: Definitions, order: list[ClassDef]) -> None:
        super().__init__(last_line, failure)
        self.definitions = definitions
        self.order = order

    @production("sections : section", "sections : sections section", "section : TEMPLATES ALL")
    def _sections(self, p: YaccProduction) -> None:
        pass

    @production("section : SCORED", "section : SCORED ALL")
    def _score_all(self, p: YaccProduction) -> None:
        for definition in self.definitions:
            definition.scored = True
            _mark(definition.slots, True)

    @production("section : SCORED lists")
    def _score(self, p: YaccProduction) -> None:
        for name, *slots in p[2]:
            definition = self._class(name, b"scored_slots")
            definition.scored = True
            _mark([_slot(definition, slot, b"scored_slots") for slot in slots], True)

    @production("section : UNSCORED", "section : UNSCORED lists")
    def _unscore(self, p: YaccProduction) -> None:
        for name, *slots in p[2] if len(p) > 2 else ():
            definition = self._class(name, b"unscored_slots")
            if not slots:
                definition.scored = False
            _mark([_slot(definition, slot, b"unscored_slots") for slot in slots], False)

    @production("section : ORDER")
    def _order_all(self, p: YaccProduction) -> None:
        self.order.extend(self.definitions)

    @production("section : ORDER words")
    def _order(self, p: YaccProduction) -> None:
        self.order.extend([self._class(name, b"map_order") for name in p[2]])

    @production(
        "section : WEIGHTS",
        "section : WEIGHTS weights",
        "weights : class_weights RIGHT",
        "weights : weights class_weights RIGHT",
    )
    def _weights(self, p: YaccProduction) -> None:
        pass

    @production("class_weights : LEFT WORD WORD")
    def _threshold(self, p: YaccProduction) -> None:
        p[0] = self._class(p[2], b"map_weight")
        p[0].threshold = atoi(p[3])

    @production("class_weights : class_weights LEFT WORD WORD RIGHT")
    def _weight(self, p: YaccProduction) -> None:
        _slot(p[1], p[3], b"map_weight").weight = atoi(p[4])
        p[0] = p[1]

    @production("lists : LEFT words RIGHT")
    def _list(self, p: YaccProduction) -> None:
        p[0] = [p[2]]

    @production("lists : lists LEFT words RIGHT")
    def _more_lists(self, p: YaccProduction) -> None:
        p[1].append(p[3])
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


def _mark(slots: Iterable[SlotDef], scored: bool) -> None:
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
