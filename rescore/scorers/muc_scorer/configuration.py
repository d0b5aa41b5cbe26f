"""Drafts of configurations for keys and responses of muc-score, by the rules of 3.3, which need no other files.

Files show the task, and templates their classes and slots. What strings leave out, and how much a slot weighs, no file
shows; people correct that.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from legacy_scorers.rescore.scorers.intake import Items

_SIDES = ':key_file "{key}"\n:response_file "{submission}"\n'
_NUMBER = re.compile(rb"<DOC(?:NO|ID)>\s*([^\s<]+)", re.IGNORECASE)
_COREFERENCE = re.compile(rb"<COREF\s", re.IGNORECASE)
_ENTITY = re.compile(rb"<(?:ENAMEX|TIMEX|NUMEX)\s", re.IGNORECASE)
_OBJECT = re.compile(rb"(?m)^[ \t]*<([A-Za-z]\w*)-(\S+)-[^\s<>-]+>[ \t]*:=")
_SLOT = re.compile(rb"[ \t]*([A-Za-z][\w-]*:)(?![^\s\"'])")
_POINTER = re.compile(rb"<([A-Za-z]\w*)-[^\s<>]+-[^\s<>-]+>")
_NO_FILL = b" \t\r/"
_COMMENTS = (b"#", b";")
_STATUS, _STRING = "OBJ_STATUS:", "string"
_ENTITIES = """:class_defs "enamex ENAMEX scored 0" "timex TIMEX scored 0" "numex NUMEX scored 0"
:slot_defs
  "enamex type TYPE scored 1 set" "enamex text TEXT scored 1 string" "enamex status STATUS unscored 0 set"
  "timex type TYPE scored 1 set" "timex text TEXT scored 1 string" "timex status STATUS unscored 0 set"
  "numex type TYPE scored 1 set" "numex text TEXT scored 1 string" "numex status STATUS unscored 0 set"
"""

Slots = Mapping[str, Mapping[str, set[str]]]  # the types of fills by slot, by class


class Draft(ABC):
    """What the files of a task show, and its configuration."""

    name: str  # of its files, in messages
    advice: str  # what its configuration is, and what to correct

    @abstractmethod
    def documents(self, content: bytes) -> Items:
        """Return the numbers of the documents of a file, none if it is of another task."""

    @abstractmethod
    def configuration(self, contents: Sequence[bytes]) -> str:
        """Return a configuration with placeholders for files of a key and its responses."""


class _Tags(Draft):
    """A task of tagged texts."""

    def __init__(self, task: str, tag: re.Pattern[bytes], definitions: str, advice: str) -> None:
        self.name = task.replace("_", " ")
        self.advice = advice
        self._text = f":scoring_task {task}\n{_SIDES}{definitions}"
        self._tag = tag

    def documents(self, content: bytes) -> Items:
        return _plain(_NUMBER.findall(content)) if self._tag.search(content) else Items()

    def configuration(self, contents: Sequence[bytes]) -> str:
        return self._text


class _Templates(Draft):
    """A task of templates: the classes and slots are those of the files."""

    name = "template"
    advice = "has the rules of 3.3, and all classes and slots of these files, of equal weight; correct it by the task's"

    def documents(self, content: bytes) -> Items:
        return _plain([number for _, number in _OBJECT.findall(content)])

    def configuration(self, contents: Sequence[bytes]) -> str:
        slots: dict[str, dict[str, set[str]]] = {}
        for content in contents:
            _add_slots(content, slots)
        classes = [f'"{name} {name.upper()} scored 0"' for name in _in_order(slots)]
        lines = [f":scoring_task {_task(slots)}\n{_SIDES}:class_defs {' '.join(classes)}", ":slot_defs"]
        for name, own in slots.items():
            lines += [f'  "{name} {_slot(slot, types, slots)}"' for slot, types in own.items()]
        return "\n".join(lines) + "\n"


DRAFTS: Sequence[Draft] = (
    _Tags("coreference", _COREFERENCE, "", "is of the task that the tags show"),
    _Tags(
        "named_entity",
        _ENTITY,
        _ENTITIES,
        "has the rules of 3.3; add premodifiers and designators of the task",
    ),
    _Templates(),
)


def _plain(numbers: Iterable[bytes]) -> Items:
    """Return numbers of documents without the signs that do not matter."""
    return frozenset([number.translate(None, b"-.") for number in numbers])


def _add_slots(content: bytes, slots: dict[str, dict[str, set[str]]]) -> None:
    """Add the classes of a file with their slots, and the types of the fills of these."""
    own: dict[str, set[str]] = {}
    types: set[str] = set()
    for line in content.splitlines():
        place = 0
        if found := _OBJECT.match(line):
            own, types, place = slots.setdefault(found[1].decode().lower(), {}), set(), found.end()
        if found := _SLOT.match(line, place):
            types, place = own.setdefault(found[1].decode().upper(), set()), found.end()
        if not line.startswith(_COMMENTS):
            types |= {name.decode().lower() for name in _POINTER.findall(line, place)}
            types |= {_STRING} if _POINTER.sub(b"", line[place:]).strip(_NO_FILL) else set()


def _in_order(slots: Slots) -> list[str]:
    """Return the classes, each after those that its pointers lead to, unless these form a circle."""
    targets = {
        name: sorted({one for types in own.values() for one in types if one != name}) for name, own in slots.items()
    }
    try:
        return [name for name in TopologicalSorter(targets).static_order() if name in slots]
    except CycleError:
        return [*slots]


def _task(slots: Slots) -> str:
    """Return the task whose templates have such classes, as in MUC-6 and MUC-7."""
    if "template" in slots:
        return "scenario_template"
    return "template_relation" if any(name.endswith("_of") for name in slots) else "template_element"


def _slot(slot: str, types: set[str], slots: Slots) -> str:
    """Return the definition of a slot after its class."""
    if slot == _STATUS:
        return f"status {slot} unscored 0 set"
    fills = [*sorted(types & slots.keys()), *([_STRING] if _STRING in types or not types & slots.keys() else [])]
    return f"{slot[:-1].lower()} {slot} scored 1 {' '.join(fills)}"
