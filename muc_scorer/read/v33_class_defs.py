"""The definitions of a 3.3 run: ``:class_defs`` and ``:slot_defs`` of the main configuration file, and slot and map
files for what these do not define (scoring manual, configuration).

Classes are aligned in the order of ``:class_defs``. They are reported in the order of the slot file, then of
``:slot_defs``: the manual's named entity page follows ``:slot_defs`` (enamex, timex, numex) and not ``:class_defs``
(enamex, numex, timex), and its scenario template page begins with the class that has to be aligned last.

A pointer is right if the objects that it leads to are aligned, so the classes that pointers lead to come first
(scoring manual, TR and ST tasks). If the pointers between classes form a cycle, no order is right.

A pair of objects must exceed the threshold of its class (scoring manual, alignment), which nothing does if no slot has
a weight. So a scored slot without a weight in the map file weighs 1.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8

from legacy_scorers.common.c import atoi
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import decoded
from legacy_scorers.muc_scorer.read.config import refuse_carriage_returns
from legacy_scorers.muc_scorer.read.definitions import MULTI, MULTI_SET, SET, TEMPLATE, ClassDef, Definitions, SlotDef
from legacy_scorers.muc_scorer.read.messages import shown
from legacy_scorers.muc_scorer.read.parsing import read_file
from legacy_scorers.muc_scorer.read.slotmap import CLASS_AGAIN, SLOT_AGAIN, read_map_file, read_slot_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from legacy_scorers.common.host import Host
    from legacy_scorers.muc_scorer.read.config import Config
    from legacy_scorers.muc_scorer.read.parsing import Token

    Edges = dict[ClassDef, dict[ClassDef, SlotDef]]
    Entry = tuple[int, list[bytes]]

_CLASS_FORM = "NAME PATTERN scored|unscored THRESHOLD"
_SLOT_FORM = "CLASS SLOT PATTERN scored|unscored WEIGHT FILLTYPE"


def order_problems(definitions: Definitions, order: Sequence[ClassDef]) -> Iterator[tuple[bytes, str]]:
    """Yield the problems of an order of classes, each as the name of a class and a text.

    A problem is a cycle of pointers, or a class that precedes another class that its pointers lead to. Two classes of
    the same cycle are reported only as that cycle.
    """
    edges = {definition: _targets(definition, definitions) for definition in order}
    number_of: dict[ClassDef, int] = {}
    for number, cycle in enumerate(_cycles(edges)):
        number_of.update(dict.fromkeys(cycle, number))
        way = " -> ".join([shown(definition.name) for definition in [*cycle, cycle[0]]])
        yield cycle[0].name, f"pointers form a circle, {way}, so no order of these classes is right"
    places = {definition: place for place, definition in enumerate(order)}
    for definition, targets in edges.items():
        for target, slot in targets.items():
            in_cycle = definition in number_of and number_of[definition] == number_of.get(target)
            if places[definition] < places.get(target, 0) and not in_cycle:
                pointer = f"its slot '{shown(slot.name)}' points to"
                problem = f"class '{shown(definition.name)}' is aligned before '{shown(target.name)}', which {pointer}"
                yield definition.name, f"{problem}; define '{shown(target.name)}' first"


def _targets(definition: ClassDef, definitions: Definitions) -> dict[ClassDef, SlotDef]:
    """Return the classes that pointers of a class may lead to, each with the first slot that holds such pointers."""
    targets: dict[ClassDef, SlotDef] = {}
    for slot in definition.slots:
        for fill_type in slot.types:
            target = definitions.named(fill_type)
            if target is not None:
                targets.setdefault(target, slot)
    return targets


def _cycles(edges: Edges) -> Iterator[list[ClassDef]]:
    """Yield cycles without a common class, at least one from each part of the graph that has a cycle."""
    done: set[ClassDef] = set()
    for start in edges:
        if start in done:
            continue
        path: dict[ClassDef, Iterator[ClassDef]] = {start: iter(edges[start])}
        while path:
            last = next(reversed(path))
            target = next(path[last], None)
            if target is None:
                done.add(path.popitem()[0])
            elif target in path:
                members = list(path)
                cycle = members[members.index(target) :]
                yield cycle
                done.update(cycle)
                for definition in cycle:
                    del path[definition]
            elif target in edges and target not in done:
                path[target] = iter(edges[target])


def weight_problems(definitions: Definitions, in_text: bool) -> Iterator[tuple[bytes, str]]:
    """Yield the classes whose objects are never aligned because no scored slot has a weight, each as name and text.

    A threshold below 0 needs no weight, and neither do templates, unless they are tags, that is ``in_text``.
    """
    for definition in definitions:
        weights = [slot.weight for slot in definition.scored_slots()]
        is_paired_in_order = definition.folded == TEMPLATE and not in_text
        if is_paired_in_order or definition.threshold < 0:
            continue
        if weights and max(weights) <= 0:
            problem = (
                f"no scored slot of class '{shown(definition.name)}' has a weight above 0, so no objects are aligned"
            )
            yield definition.name, f"{problem}; give one a weight"


def read_definitions(config: Config) -> tuple[Definitions, list[ClassDef]]:
    """Return the classes of a run in the order of reports, and again in the order of alignment.

    Definitions in the main file override those of the slot and map files, which are needed only if it has none.
    Raises :class:`InputError` for a definition that is malformed or belongs to an undefined class. Errors of the
    readers of the two files pass through.
    """
    messages = config.messages
    entries = _Entries(config)
    alone = config.slot_file is None and (entries.classes or entries.slots)
    definitions = Definitions() if alone else read_slot_file(config.slot_file, messages, _read)
    for definition in definitions:
        for slot in definition.slots:
            slot.weight = 1
    entries.enter(definitions)
    order = [entries.known(definitions, *name) for name in entries.order]
    if entries.classes and config.map_order:
        problem = ":map_order does not change the order of :class_defs; list classes there in the order of alignment"
        messages.warn_at(problem, os.fsdecode(config.name), config.map_order[0].line)
    if config.map_file is not None or not entries.classes:
        read_map_file(config.map_file, definitions, order, messages, _number, _read)
        entries.enter(definitions)
    _settle_slots(definitions)
    order = list(dict.fromkeys(order or definitions))
    _warn_of_problems(config, entries, definitions, order)
    return definitions, order


def _warn_of_problems(config: Config, entries: _Entries, definitions: Definitions, order: list[ClassDef]) -> None:
    problems = [] if config.in_text else [*order_problems(definitions, order)]  # tags have no pointers
    problems += weight_problems(definitions, config.in_text)
    for name, problem in problems:
        line, _ = entries.classes.get(name.lower(), (None, []))
        config.messages.warn_at(problem, os.fsdecode(config.name), line)


def _read(path: bytes, kind: bytes, host: Host) -> bytes:
    """Return the content of a slot or map file, in which no line may end in CR LF."""
    content = read_file(path, kind, host).removeprefix(BOM_UTF8)
    refuse_carriage_returns(content, path)
    return content


def _settle_slots(definitions: Definitions) -> None:
    """Let every slot hold strings and pointers, and set the weight of unscored slots to 0."""
    for definition in definitions:
        for slot in definition.slots:
            slot.kind = MULTI_SET if slot.kind == SET else MULTI
            if not slot.scored:
                slot.weight = 0


class _Entries:
    """The definitions in the main file, each a line number and words: classes by name, slots by class and name.

    ``order`` lists the classes in the order of alignment, each as a line number and a name.
    """

    def __init__(self, config: Config) -> None:
        self._file = os.fsdecode(config.name)
        warn = config.messages.host.warn
        self.classes: dict[bytes, Entry] = {}
        self.slots: dict[tuple[bytes, bytes], Entry] = {}
        for token in config.class_defs:
            words = self._words(token, b":class_defs", _CLASS_FORM)
            if words[0].lower() in self.classes:
                warn(decoded(CLASS_AGAIN % words[0]))
            self.classes[words[0].lower()] = (token.line, words)
        for token in config.slot_defs:
            words = self._words(token, b":slot_defs", _SLOT_FORM)
            names = (words[0].lower(), words[1].lower())
            if names in self.slots:
                warn(decoded(SLOT_AGAIN % (words[1], words[0])))
            self.slots[names] = (token.line, words)
        self.order = [(line, name) for name, (line, _) in self.classes.items()]
        self.order += [(token.line, token.value) for token in config.map_order]

    def _words(self, token: Token, option: bytes, form: str) -> list[bytes]:
        """Return the words of a definition: names, a flag, and then a threshold or weight."""
        words = token.value.split()
        names = form.split()
        flag = names.index("scored|unscored")
        is_long = len(words) > len(names) and option == b":class_defs"
        if len(words) < len(names) or is_long or words[flag].lower() not in (b"scored", b"unscored"):
            problem = f'{shown(option)} "{shown(token.value)}" is not of the form {form}'
            raise InputError(problem, self._file, token.line)
        if not _is_number(words[flag + 1]):
            problem = f"the {names[flag + 1].lower()} '{shown(words[flag + 1])}' is not a number"
            raise InputError(problem, self._file, token.line)
        return words

    def enter(self, definitions: Definitions) -> None:
        """Define the classes and slots, or change those that are already defined."""
        with_slots = [name for name, _ in self.slots if name in self.classes]
        for name in dict.fromkeys([*with_slots, *self.classes]):  # reports have the order of :slot_defs
            _, words = self.classes[name]
            _enter_class(definitions, words)
        for (name, slot_name), (line, words) in self.slots.items():
            definition = self.known(definitions, line, name)
            slot = definition.slots.named(slot_name)
            if slot is None:
                slot = SlotDef(words[1], words[2])
                definition.slots.define(slot)
            slot.pattern = words[2]
            slot.scored = words[3].lower() == b"scored"
            slot.weight = _number(words[4])
            slot.types = tuple(words[5:])
            self._check_types(definitions, line, slot)
        definitions.settle()

    def _check_types(self, definitions: Definitions, line: int, slot: SlotDef) -> None:
        for fill_type in slot.types:
            if fill_type.lower() not in (b"string", b"set") and definitions.named(fill_type) is None:
                classes = ", ".join([shown(definition.name) for definition in definitions])
                problem = (
                    f"the fill type '{shown(fill_type)}' is neither string nor set nor one of the classes {classes}"
                )
                raise InputError(problem, self._file, line)

    def known(self, definitions: Definitions, line: int, name: bytes) -> ClassDef:
        """Return the class of that name. ``line`` is where the main file uses the class."""
        definition = definitions.named(name)
        if definition is None:
            problem = f"class '{shown(name)}' is used but not defined; add it to :class_defs"
            raise InputError(problem, self._file, line)
        return definition


def _enter_class(definitions: Definitions, words: list[bytes]) -> None:
    definition = definitions.named(words[0])
    if definition is None:
        definition = ClassDef(words[0], words[1])
        definitions.define(definition)
    definition.pattern = words[1]
    definition.scored = words[2].lower() == b"scored"
    definition.threshold = _number(words[3])


def _number(word: bytes) -> float:
    """Return a threshold or weight. A word of a map file that is no decimal number is read by ``atoi``, as in 1997."""
    return float(word) if _is_number(word) else atoi(word)


def _is_number(word: bytes) -> bool:
    digits = word[1:] if word[:1] in (b"+", b"-") else word
    return digits.replace(b".", b"", 1).isdigit()
