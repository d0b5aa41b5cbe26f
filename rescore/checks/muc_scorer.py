"""What is suspicious in a run of muc-score: its configuration, and then key and response.

Texts with SGML tags are read as version 3.3 reads them. Texts that only the version of 1997 accepts are not checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain

from common.align import overlapping
from common.errors import InputError
from common.result import Location
from muc_scorer.read.config import COREFERENCE, NAMED_ENTITY, SCENARIO_TEMPLATE, V33, Config, parse_config
from muc_scorer.read.definitions import ClassDef, Definitions
from muc_scorer.read.parsing import Source, Token
from muc_scorer.read.slotmap import read_map_file, read_slot_file
from muc_scorer.read.v33_class_defs import order_problems, read_definitions
from muc_scorer.read.v33_entities import element_names
from muc_scorer.read.v33_mentions import COREF
from muc_scorer.read.v33_records import FILL, HEADER, NAME, POINTER, SLASH, RecordLines
from muc_scorer.read.v33_tagged_text import Element, TaggedDocument, TaggedFile, numbered_documents
from muc_scorer.read.v1997_templates import TemplateLexer
from rescore.checks import inputs
from rescore.checks.finding import Finding, Sampler, quoted, some
from rescore.reports.model import counted, decoded, encoded
from rescore.scorers.running import Outcome, captured_streams, printed_cells

File = tuple[str, bytes]  # its name, and its content
Spans = dict[str, dict[tuple[int, int], None]]  # extents by label

_TOTAL = "total"
_CLASS_WIDTH, _SLOT_WIDTH = 12, 10  # characters that reports show
_MARKS_OF_KEYS = (b"alt", b"min", b"status")
_OF_TAGS = {
    "alternatives-in-response": "{n:tag} with marks that only keys have, first {first}",
    "duplicate-span": "{n:piece} of text with the same tag twice, first {first}",
    "texts-differ": "the texts of {n:document} differ, first {first}",
}
_OF_TEMPLATES = {
    "alternatives-in-response": "{n:alternative} in the response, first in {first}",
    "duplicate-object": "{n:object} given again, first {first}",
    "duplicate-document": "document {first} continues after another one",
    "pointer-to-nothing": "{n:object} pointed to but missing, first {first}",
}
_UNKNOWN = re.compile(rb"^Warning: unrecognized configuration option '(.*)'\.$", re.MULTILINE)
_FOUND_HERE = re.compile(
    "a response has no alternatives|^Warning: Map-config|texts? file|Text file|tags ignored|texts of key and response"
    "|points to an object without a record|continues here; use one header"
)
_NO_TEXTS = re.compile(rb"^Could not open text file '(.*)'\.", re.MULTILINE)


def findings(words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    with captured_streams():  # the run has printed these messages already
        config = parse_config(os.fsencode(words[0]))
        definitions, order = _definitions(config)
        found = [*_configuration(config, definitions, order, outcome), *_inputs(config, definitions, outcome)]
    yield from found
    of_order = {problem for _, problem in order_problems(definitions, order)}

    def name_of(problem: str) -> str | None:
        if _FOUND_HERE.search(problem):
            return None
        if problem in of_order:
            return "pointer-order"
        return "pointer-to-nothing" if problem.startswith(("REF=", "the pointer ")) else "warned"

    yield from inputs.warnings(outcome.stderr, name_of)


def causes(words: Sequence[str]) -> Iterator[Finding]:
    """Yield a possible cause of a failed run: carriage returns in its configuration, which become part of values."""
    with suppress(OSError), open(words[0], "rb") as file:
        yield from inputs.odd_bytes(words[0], file.read(), "crlf")


def _definitions(config: Config) -> tuple[Definitions, list[ClassDef]]:
    """Return the classes of a run, and those of them that are aligned, in the order of alignment."""
    if config.version == V33:
        return read_definitions(config) if config.task != COREFERENCE else (Definitions(), [])
    definitions = read_slot_file(config.slot_file)
    named = [definitions.named(name.value) for name in config.map_order]
    order = [definition for definition in named if definition is not None]
    read_map_file(config.map_file, definitions, order)
    return definitions, order


def _configuration(
    config: Config, definitions: Definitions, order: Sequence[ClassDef], outcome: Outcome
) -> Iterator[Finding]:
    """Find unknown options, missing files, undefined classes, and settings that leave nothing to score."""
    file = os.fsdecode(config.name)
    unknown = _UNKNOWN.findall(outcome.stdout)
    if unknown:
        yield Finding("option-ignored", f"options that are not known: {some(unknown)}", file)
    for name in _NO_TEXTS.findall(outcome.stderr):
        yield Finding("texts-file-missing", "the texts file cannot be opened and is left out", os.fsdecode(name))
    if config.task == COREFERENCE:
        if config.version != V33:
            yield Finding("nothing-scored", "the version of 1997 reads coreference but scores none of it", file)
        return
    if config.map_file is None and config.version != V33:
        yield Finding("map-file-missing", "the configuration names no map file", file)
    elif not any(definition.scored or definition.scored_slots() for definition in definitions):
        yield Finding("nothing-scored", "no class is scored, and no slot", file)
    if config.task == SCENARIO_TEMPLATE and config.version != V33:
        yield from _too_early(definitions, order, file)
    undefined = [name.value for name in config.map_order if definitions.named(name.value) is None]
    if undefined:
        yield Finding("option-label-unused", f":map_order names classes that are not defined: {some(undefined)}", file)


def _too_early(definitions: Definitions, order: Sequence[ClassDef], file: str) -> Iterator[Finding]:
    """Find slots that point to classes that are aligned later. Version 3.3 reports these itself."""
    places = {definition: place for place, definition in enumerate(order)}
    early: dict[bytes, None] = {}
    for definition, place in places.items():
        for slot in definition.slots:
            targets = filter(None, map(definitions.named, slot.types))
            if any(place < places.get(target, place) for target in targets):
                early[definition.name + b"." + slot.name] = None
    if early:
        problem = f"slots whose pointers lead to classes that are aligned later: {some(early)}"
        yield Finding("pointer-order", problem, file)


def _inputs(config: Config, definitions: Definitions, outcome: Outcome) -> Iterator[Finding]:
    if config.key_file is None or config.response_file is None:
        problem = "the configuration does not name both key and response"
        yield Finding("nothing-scored", problem, os.fsdecode(config.name))
        return
    names = key_file, response_file = os.fsdecode(config.key_file), os.fsdecode(config.response_file)
    files = {}
    for name in dict.fromkeys(names):
        with open(name, "rb") as file:
            files[name] = file.read()
        yield from inputs.odd_bytes(name, files[name], "byte-order-mark", "crlf")
    yield from inputs.mixed_encodings(files)
    key, response = [(name, files[name]) for name in names]
    if config.task in (NAMED_ENTITY, COREFERENCE):
        found = list(_of_tags(config, definitions, key, response))
    else:
        found = list(_of_templates(config, definitions, key, response, outcome))
    yield from found
    if not any(finding.name == "sides-swapped" for finding in found):
        yield from inputs.swapped_by_name(key_file, response_file)


def _of_tags(config: Config, definitions: Definitions, key: File, response: File) -> Iterator[Finding]:
    names = [COREF] if config.task == COREFERENCE else element_names(definitions)
    try:
        sides = [_TaggedSide(Source(*side), names) for side in (key, response)]
        yield from inputs.missing_documents(sides[0].places, sides[1].places)
        yield from _compared(*sides)
    except InputError as error:
        if error.problem.startswith("document ") and "occurs twice" in error.problem:
            yield Finding("duplicate-document", error.problem.partition(";")[0], error.file or "", error.line)
        return
    yield from inputs.marks_of_keys("marks that only keys have", *[(side.source.name, side.found) for side in sides])


class _TaggedSide:
    """The key or the response: its documents with their places, and the findings in it."""

    def __init__(self, source: Source, names: list[bytes]) -> None:
        self.source = source
        self.file = TaggedFile(source, names)
        self.places = {
            number.decode("utf-8", "backslashreplace").lower(): Location(source.name, source.line(begin))
            for number, begin, _ in numbered_documents(source)
        }
        self.found = Sampler(_OF_TAGS, source.name)

    def spans(self, document: TaggedDocument, labels: dict[str, Location]) -> Spans:
        """Check the elements of a document, and return their extents by label."""
        spans: Spans = {}
        for element in document.elements:
            line = self.source.line(element.position)
            label = _label(element)
            labels.setdefault(label, Location(self.source.name, line))
            of_label = spans.setdefault(label, {})
            extent = (element.start, element.end)
            if extent in of_label:
                self.found.add("duplicate-span", quoted(document.text[element.start : element.end]), line)
            of_label[extent] = None
            mark = next((name for name in _MARKS_OF_KEYS if name in element.attributes), None)
            if mark is not None:
                self.found.add("alternatives-in-response", mark.decode().upper(), line)
        return spans


def _label(element: Element) -> str:
    label = element.name if element.name == COREF else element.name + b"." + element.attributes.get(b"type", b"")
    return label.decode("utf-8", "backslashreplace").lower().rstrip(".")


def _compared(key: _TaggedSide, response: _TaggedSide) -> Iterator[Finding]:
    labels = inputs.Labels()
    differing = Sampler(_OF_TAGS, response.source.name)
    for number in dict.fromkeys([*key.file.docnums(), *response.file.docnums()]):
        documents = [side.file.document(number) for side in (key, response)]
        pairs = zip((key, response), documents, (labels.key, labels.response))
        spans = [side.spans(document, known) if document else {} for side, document, known in pairs]
        # Only tags that overlap can be aligned.
        labels.share_places |= bool(overlapping(*[chain(*side.values()) for side in spans]))
        labels.right |= {label for label, of_key in spans[0].items() if overlapping(of_key, spans[1].get(label, ()))}
        texts = [document.text for document in documents if document is not None]
        if len(texts) == len(documents) and (difference := inputs.texts_differ(*texts)):
            offset, text, other = difference
            place = f"in document {quoted(number)} from offset {offset} on"
            differing.add("texts-differ", f"{place}, {text} in the key, {other} in the response")
    yield from differing.findings()
    for side in (key, response):
        yield from side.found.findings("duplicate-span")
        if side.file.left_out:
            problem = f"{counted(side.file.left_out, 'tag')} outside of all sections, which are ignored"
            yield Finding("span-outside-text", problem, side.source.name)
    yield from labels.findings()


def _of_templates(
    config: Config, definitions: Definitions, key: File, response: File, outcome: Outcome
) -> Iterator[Finding]:
    sides = []
    for file, content in (key, response):
        lines = RecordLines(os.fsencode(file), definitions) if config.version == V33 else TemplateLexer()
        sides.append(_TemplateSide(file, lines.tokens(content), definitions))
    yield from inputs.missing_documents(*[side.documents for side in sides])
    for side in sides:
        yield from side.findings()
    yield from inputs.marks_of_keys("alternatives", *[(side.file, side.found) for side in sides])
    cells = [cell for cell in printed_cells(outcome) if cell.table == _TOTAL and cell.column == "COR" and cell.value]
    right = {cell.row.lower() for cell in cells}
    labels = inputs.Labels()
    labels.key, labels.response = [side.slots for side in sides]
    labels.right = {label for label in [*labels.key, *labels.response] if _as_printed(label) in right}
    labels.share_places = bool(right)
    yield from labels.findings()


def _as_printed(label: str) -> str:
    of_class, _, slot = label.partition(".")
    return f"{of_class[:_CLASS_WIDTH]}.{slot[:_SLOT_WIDTH]}".lower()


class _TemplateSide:
    """A template file: the first place of each document and of each scored slot with a fill, and the findings."""

    def __init__(self, file: str, tokens: Iterable[Token], definitions: Definitions) -> None:
        self.file = file
        self.documents: dict[str, Location] = {}
        self.slots: dict[str, Location] = {}
        self.found = Sampler(_OF_TEMPLATES, file)
        self._definitions = definitions
        self._objects: set[tuple[str, str, str]] = set()
        self._pointers: dict[tuple[str, str, str], int] = {}
        self._document = ""
        self._class: ClassDef | None = None
        self._slot = ""
        self._is_filled = False
        for token in tokens:
            self._take(token)

    def _take(self, token: Token) -> None:
        if token.type == HEADER:
            self._open_object(*_identification(token.text), token.line)
        elif token.type == NAME:
            self._slot = self._label(token.value)
            self._is_filled = False
        elif token.type in (FILL, POINTER):
            self._is_filled = True
            if self._slot:
                self.slots.setdefault(self._slot, Location(self.file, token.line))
            if token.type == POINTER:
                of_class, _, number = _identification(token.text)
                self._pointers.setdefault((of_class, self._document, number), token.line)
        elif token.type in ("ALTERNATIVE", "OPTIONAL") or (token.type == SLASH and self._is_filled):
            self.found.add("alternatives-in-response", self._slot or "a slot", token.line)

    def _open_object(self, of_class: str, document: str, number: str, line: int) -> None:
        self._class = self._definitions.with_pattern(encoded(of_class))
        if document != self._document and document in self.documents:
            self.found.add("duplicate-document", quoted(document), line)
        self._document = document
        self.documents.setdefault(document, Location(self.file, line))
        if (of_class, document, number) in self._objects:
            self.found.add("duplicate-object", quoted(f"{of_class}-{document}-{number}"), line)
        self._objects.add((of_class, document, number))

    def _label(self, name: bytes) -> str:
        """Return ``CLASS.SLOT`` of a slot that is scored, or else an empty string."""
        if self._class is None:
            return ""
        pattern = name.strip()
        slot = self._class.slots.with_pattern(pattern) or self._class.slots.with_pattern(pattern.removesuffix(b":"))
        if slot is None or not slot.scored:
            return ""
        return decoded(self._class.name + b"." + slot.name)

    def findings(self) -> Iterator[Finding]:
        """Find repeated objects, documents that continue after another one, and pointers to missing objects."""
        for name, line in self._pointers.items():
            if name not in self._objects:
                self.found.add("pointer-to-nothing", quoted("-".join(name)), line)
        return self.found.findings("duplicate-object", "duplicate-document", "pointer-to-nothing")


def _identification(text: bytes) -> tuple[str, str, str]:
    """Return the class, the document and the number of ``<CLASS-DOCUMENT-NUMBER>``, in lower case."""
    of_class, _, rest = text[1 : text.find(b">")].partition(b"-")
    document, _, number = rest.rpartition(b"-")
    return decoded(of_class.lower()), decoded(document.lower()), decoded(number.lower())
