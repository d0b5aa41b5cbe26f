"""Template files: the objects of key and response as records of slots and fills (scoring manual, template files)."""

from __future__ import annotations

import os

from common.errors import InputError
from muc_scorer.read.definitions import STATUS, SlotDef
from muc_scorer.read.messages import say, shown, warn, warn_at
from muc_scorer.read.objects import KEY, MultiFill, Object, Side, Slot, means_optional
from muc_scorer.read.parsing import Grammar, Token, parse, production, read_file
from muc_scorer.read.texts import document_number
from muc_scorer.read.v33.record_lines import FILL, HEADER, NAME, OFFSETS, POINTER, SLASH, RecordLines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ply.yacc import YaccProduction

    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.objects import Catalogue

_FORM = "write objects as <CLASS-DOCUMENT-ID> := and below that their slots as NAME: FILL"
_STATUS_PATTERN = b"OBJ_STATUS:"


class RecordReader(Grammar):
    """Reads the objects of one side, one after the other, each a header and at least one slot.

    ``slot`` and ``fills`` are where the next fill goes. ``numbers`` are the documents of the texts file, which a
    document number means with or without ``-`` and ``.``.
    """

    tokens = (HEADER, NAME, SLASH, FILL, POINTER, OFFSETS)
    start = "file"

    def __init__(
        self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue, last_line: int
    ) -> None:
        super().__init__(last_line, b"")
        self.file = os.fsdecode(path)
        self.role = role
        self.definitions = definitions
        self.catalogue = catalogue
        self.numbers = {document.docnum.lower() for document in catalogue}
        self.sides: dict[bytes, Side] = {}
        self.side: Side | None = None
        self.object: Object
        self.slot: Slot
        self.fills: MultiFill
        self.at_alternative = False

    def stop(self, token: Token | None) -> None:
        """Stop at a token that does not fit, None for the end of the file."""
        line, text = (self.last_line, b"") if token is None else (token.line, token.text)
        raise self.error(f"syntax error at '{shown(text)}'; {_FORM}", line)

    def error(self, problem: str, line: int) -> InputError:
        """Return the error to raise for something in a line."""
        return InputError(problem, self.file, line)

    @production("file :", "file : slots", "slots : filled")
    def _structure(self, p: YaccProduction) -> None:
        pass

    @production("header : HEADER", "header : slots HEADER")
    def _header(self, p: YaccProduction) -> None:
        """Continue or begin the object of that header, in a new document if its number changes."""
        header: Token = p.slice[len(p) - 1]
        pattern, docnum, one_up = _identification(header.value)
        if not (pattern and docnum and one_up):
            problem = f"ill-formed instance header '{shown(header.text)}'; write <CLASS-DOCUMENT-ID>"
            raise self.error(problem, header.line)
        definition = self.definitions.with_pattern(pattern)
        if definition is None:
            problem = f"class '{shown(pattern)}' has not been defined; define it in :class_defs or the slot file"
            raise self.error(problem, header.line)
        if self.side is None or self.side.docnum.lower() != docnum.lower():
            self._open_document(docnum, header.line)
        self.object = self._find(definition, one_up)
        self.object.line = self.object.line or header.line

    def _open_document(self, docnum: bytes, line: int) -> None:
        earlier = self.sides.get(docnum.lower())
        if earlier is not None:
            problem = f"document {shown(docnum)} goes on here, but began in line {earlier.line}"
            raise self.error(f"{problem} and was left since; put its objects in one place", line)
        if self.side is not None:
            say(b"done.\n")
        say(b"parsing %s %s..." % (self.role, docnum))
        self.side = self.sides[docnum.lower()] = Side(docnum, line)
        bare = document_number(docnum)
        self.catalogue.entry(bare if bare.lower() in self.numbers else docnum).enter(self.role, self.side)

    @production("slots : header NAME", "slots : slots NAME")
    def _name(self, p: YaccProduction) -> None:
        """Continue or begin the slot of that name."""
        name: Token = p.slice[2]
        definition = self._slot_definition(name)
        self.slot = self.object.slots.get(definition) or Slot(definition, line=name.line)
        if definition is not _STATUS_OF_OBJECT:
            self.object.slots[definition] = self.slot
        self.fills = self.slot.main
        self.at_alternative = False

    def _slot_definition(self, name: Token) -> SlotDef:
        """Return the definition of a slot, whose pattern may lack the colon. A status without any flags the object."""
        of_class = self.object.definition
        slot = of_class.slots.with_pattern(name.value) or of_class.slots.with_pattern(name.value[:-1])
        is_status = name.value.upper() == _STATUS_PATTERN
        if slot is None and is_status:
            return _STATUS_OF_OBJECT
        if slot is None:
            problem = f"slot '{shown(name.value)}' is not defined for class '{shown(of_class.name)}'"
            raise self.error(f"{problem}; define it, colon included", name.line)
        if is_status and slot.folded != STATUS and self.role == KEY:
            problem = f"OBJ_STATUS: fills the slot '{shown(slot.name)}' and makes no object optional; name it status"
            warn_at(problem, self.file, name.line)
        return slot

    @production("slots : slots SLASH")
    def _slash(self, p: YaccProduction) -> None:
        """Make the slot optional or, once it has a fill, let the next fill begin an alternative."""
        if not len(self.slot.main):
            self.slot.optional = True
            return
        self.at_alternative = True
        if self.role != KEY:
            warn_at("a response has no alternatives; only the fills before the '/' count", self.file, p.slice[2].line)

    @production("filled : slots FILL")
    def _fill(self, p: YaccProduction) -> None:
        if self._goes_on():
            self.fills.strings.append(p[2])
        if self.slot.definition is _STATUS_OF_OBJECT:
            self.object.optional |= means_optional(p[2])

    @production("filled : slots POINTER")
    def _pointer(self, p: YaccProduction) -> None:
        """Add a pointer to an object of the current document, whatever its number says, made if necessary."""
        token: Token = p.slice[2]
        pattern, _, one_up = _identification(token.value)
        definition = self.definitions.with_pattern(pattern)
        if definition is None:
            raise self.error(f"the pointer {shown(token.text)} names a class that is not defined", token.line)
        if self._goes_on():
            self.fills.add_pointer(self._find(definition, one_up))

    def _goes_on(self) -> bool:
        """Say whether the next fill counts, and begin its alternative if it is the first of one."""
        if self.at_alternative and self.role == KEY:
            self.at_alternative = False
            self.fills = MultiFill()
            self.slot.add_alternative(self.fills)
        return not self.at_alternative

    @production("filled : filled OFFSETS")
    def _offsets(self, p: YaccProduction) -> None:
        """Raise :class:`InputError` unless ``##START#END`` begins with two numbers; they play no part in scoring."""
        token: Token = p.slice[2]
        start, _, rest = token.text[2:].partition(b"#")
        if not (start.isdigit() and rest.partition(b"#")[0].isdigit()):
            problem = f"the offsets '{shown(token.text)}' are no numbers; write ##START#END#FILE"
            raise self.error(problem, token.line)

    def _find(self, definition: ClassDef, one_up: bytes) -> Object:
        assert self.side is not None
        return self.side.found_or_made(definition, one_up)


_STATUS_OF_OBJECT = SlotDef(STATUS, _STATUS_PATTERN)


def _identification(text: bytes) -> tuple[bytes, bytes, bytes]:
    """Return type, document number and one-up string of ``<TYPE-DOCUMENT-ONEUP>``, empty where they are missing.

    The type ends at the first hyphen, the one-up string begins after the last one.
    """
    pattern, _, rest = text[1:-1].partition(b"-")
    docnum, _, one_up = rest.rpartition(b"-")
    return pattern, docnum, one_up


def read_records(path: bytes | None, role: bytes, definitions: Definitions, catalogue: Catalogue) -> None:
    """Read a template file into the side ``role`` (``KEY`` or ``RESPONSE``) of the catalogue's documents.

    Raises :class:`InputError` for what does not fit, and for a key without objects; a response without any is one of a
    system that found nothing, and a warning says so.
    """
    if path is None:
        warn(b"[parse_templates]: %s template file not specified." % role)
        return
    content = read_file(path, b"template")
    last_line = content.count(b"\n") + 1
    reader = RecordReader(path, role, definitions, catalogue, last_line)
    parse(reader, RecordLines(path).tokens(content))
    if reader.side is not None:
        say(b"done.\n")
    elif role == KEY:
        raise reader.error("the key file holds no objects; write at least one", last_line)
    else:
        warn_at("the response file holds no objects", reader.file, last_line)
