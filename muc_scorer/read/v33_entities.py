"""The named entities of version 3.3: tagged pieces of text as objects (scoring manual, SGML).

The words of an element fill the slot ``text``; each attribute fills the slot of its name. The values of ALT, separated
by ``|``, are alternatives of the text. STATUS makes the object optional, and fills a slot if the class has one.
"""

from __future__ import annotations

from legacy_scorers.muc_scorer.read.definitions import ALT, NAMED_ENTITIES, STATUS, TEXT
from legacy_scorers.muc_scorer.read.messages import shown
from legacy_scorers.muc_scorer.read.objects import MultiFill, Object, Side, Slot, Slots
from legacy_scorers.muc_scorer.read.v33_tagged_text import without_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions
    from legacy_scorers.muc_scorer.read.messages import Messages
    from legacy_scorers.muc_scorer.read.parsing import Source
    from legacy_scorers.muc_scorer.read.v33_tagged_text import Element, TaggedDocument

_MAX_DEPTH = 100
_BLANKS = bytes.maketrans(b"\t\n\v\f\r", b"     ")


def element_names(definitions: Definitions) -> list[bytes]:
    """Return the generic identifiers to search for: those of the classes, and always those of named entities."""
    return list(dict.fromkeys([*NAMED_ENTITIES, *[definition.pattern.lower() for definition in definitions]]))


class EntityReader:
    """Makes objects of the elements of the documents of one file."""

    def __init__(self, source: Source, definitions: Definitions, messages: Messages) -> None:
        self._messages = messages
        self._source = source
        self._definitions = definitions
        self._unknown: set[bytes] = set()  # attributes without a slot

    def side(self, document: TaggedDocument) -> Side:
        """Return the objects of a document, numbered class by class.

        An attribute without a slot is ignored, with one warning for each name. Raises :class:`InputError` for a tag
        whose class is undefined or has no slot for the text, and for more than ``_MAX_DEPTH`` nested tags.
        """
        side = Side(document.docnum, text=document.text)
        around: list[Element] = []
        for element in document.elements:
            while around and around[-1].end <= element.start:
                around.pop()
            around.append(element)
            if len(around) > _MAX_DEPTH:
                problem = f"more than {_MAX_DEPTH} tags are nested; close them"
                raise self._source.error(problem, element.position)
            definition = self._class(element)
            number = len(side.objects.get(definition, ())) + 1
            place = element.start, element.end, element.section, element.position
            item = Object(definition, document.docnum, b"%d" % number, None, element.is_optional(), *place)
            item.slots = self._slots(definition, element, words(document.text[element.start : element.end]))
            side.add(item)
        return side

    def _class(self, element: Element) -> ClassDef:
        definition = self._definitions.with_pattern(element.name)
        if definition is None:
            problem = f"class '{shown(element.name)}' is not defined; add it to :class_defs"
            raise self._source.error(problem, element.position)
        return definition

    def _slots(self, definition: ClassDef, element: Element, text: bytes) -> Slots:
        slots = Slots()
        for name, value in {**element.attributes, TEXT: text}.items():
            slot = definition.slots.with_pattern(name)
            if slot is None and name not in (ALT, STATUS):
                self._miss(definition, name, element.position)
            if slot is not None and name != ALT and value:
                alternatives = _alternatives(element) if name == TEXT else []
                slots[slot] = Slot(slot, MultiFill([words(value)]), alternatives)
        return slots

    def _miss(self, definition: ClassDef, name: bytes, position: int) -> None:
        """Refuse a class without a slot for its text; warn of an attribute without a slot if its name is new."""
        problem = f"slot '{shown(name)}' is not defined for class '{shown(definition.name)}'"
        if name == TEXT:
            raise self._source.error(f"{problem}; add it to :slot_defs", position)
        if name not in self._unknown:
            self._unknown.add(name)
            problem = f"{problem}, so the attribute is ignored; add it to :slot_defs to score it"
            self._source.warn(problem, position, self._messages)


def _alternatives(element: Element) -> list[MultiFill]:
    texts = map(words, element.attributes.get(ALT, b"").split(b"|"))
    return [MultiFill([text]) for text in texts if text]


def words(text: bytes) -> bytes:
    """Return the words of a text without its tags, separated by single blanks."""
    text = without_tags(text).translate(_BLANKS)
    while b"  " in text:
        text = text.replace(b"  ", b" ")
    return text.strip(b" ")
