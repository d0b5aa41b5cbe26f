"""What is suspicious in a run of muc-score.

Texts with SGML tags are checked as version 3.3 reads them. Texts that only the version of 1997 accepts are not checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from legacy_scorers.common.align import by_identifier, overlapping
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Location, decoded
from legacy_scorers.muc_scorer.read.config import (
    COREFERENCE,
    NAMED_ENTITY,
    SCENARIO_TEMPLATE,
    V33,
    Config,
    parse_config,
)
from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions
from legacy_scorers.muc_scorer.read.messages import Messages
from legacy_scorers.muc_scorer.read.parsing import Source, Token
from legacy_scorers.muc_scorer.read.slotmap import read_map_file, read_slot_file
from legacy_scorers.muc_scorer.read.v33_class_defs import read_definitions
from legacy_scorers.muc_scorer.read.v33_entities import element_names
from legacy_scorers.muc_scorer.read.v33_mentions import COREF
from legacy_scorers.muc_scorer.read.v33_records import FILL, HEADER, NAME, POINTER, SLASH, RecordLines
from legacy_scorers.muc_scorer.read.v33_tagged_text import TaggedDocument, TaggedFile, numbered_documents
from legacy_scorers.muc_scorer.read.v1997_templates import TemplateLexer
from legacy_scorers.rescore.reports.words import counted, encoded
from legacy_scorers.rescore.scorers import checks
from legacy_scorers.rescore.scorers.checks import Finding, Labels, PlacedSpan, Places, Sampler, quoted, some
from legacy_scorers.rescore.scorers.muc_scorer.unread import failure_findings
from legacy_scorers.rescore.scorers.scorer import Outcome

_TOTAL = "total"
_CLASS_WIDTH, _SLOT_WIDTH = 12, 10  # characters that reports show
_MARKS_OF_KEYS = (b"alt", b"min", b"status")
_TAG_TEXTS = {
    "alternatives-in-response": "{n:tag} with marks that only keys have, first {first}",
    "duplicate-span": "{n:piece} of text with the same tag twice, first {first}",
    "texts-differ": "the texts of {n:document} differ, first {first}",
}
_TEMPLATE_TEXTS = {
    "alternatives-in-response": "{n:alternative} in the response, first in {first}",
    "duplicate-object": "{n:object} given again, first {first}",
    "duplicate-document": "document {first} continues after another one",
    "pointer-to-nothing": "{n:object} pointed to but missing, first {first}",
}
_UNKNOWN = re.compile(rb"^Warning: unrecognized configuration option '(.*)'\.$", re.MULTILINE)
_NO_TEXTS = re.compile(rb"^Could not open text file '(.*)'\.", re.MULTILINE)
_WARNINGS = {
    "a response has no alternatives|^Warning: Map-config|texts? file|Text file|tags ignored|texts of key and response"
    "|points to an object without a record|continues here; use one header": "",
    "^pointers form a circle, |^class '.*' is aligned before '": "pointer-order",
    "^REF=|^the pointer ": "pointer-to-nothing",
    "^no scored slot of class '": "weight-missing",
}


def findings(words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run; in one that failed, files that are not what is read."""
    if outcome.status:
        yield from failure_findings(words, host)
        return
    order: list[ClassDef] = []  # of alignment; version 3.3 reports pointers to later classes itself
    messages = Messages(host.with_files({}))  # on streams of its own, because the run has printed them already
    config = parse_config(os.fsencode(words[0]), messages)
    if config.version != V33:
        definitions = read_slot_file(config.slot_file, messages)
        order = [definition for name in config.map_order if (definition := definitions.named(name.value))]
        read_map_file(config.map_file, definitions, order, messages)
    else:
        definitions = Definitions() if config.task == COREFERENCE else read_definitions(config)[0]
    yield from _configuration(config, definitions, order, outcome)
    yield from _inputs(config, definitions, outcome)
    yield from checks.warnings(outcome.scorer.command, outcome.stderr, _WARNINGS)


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
    if config.task == SCENARIO_TEMPLATE and (early := _early_pointers(definitions, order)):
        problem = f"slots whose pointers lead to classes that are aligned later: {some(early)}"
        yield Finding("pointer-order", problem, file)
    undefined = [name.value for name in config.map_order if definitions.named(name.value) is None]
    if undefined:
        yield Finding("option-label-unused", f":map_order names classes that are not defined: {some(undefined)}", file)


def _early_pointers(definitions: Definitions, order: Sequence[ClassDef]) -> list[bytes]:
    """Return the slots with pointers to classes that are aligned after their own class."""
    places = {definition: place for place, definition in enumerate(order)}
    return [
        definition.name + b"." + slot.name
        for definition, place in places.items()
        for slot in definition.slots
        if any(place < places.get(definitions.named(target) or definition, 0) for target in slot.types)
    ]


def _inputs(config: Config, definitions: Definitions, outcome: Outcome) -> Iterator[Finding]:
    if config.key_file is None or config.response_file is None:
        problem = "the configuration does not name both key and response"
        yield Finding("nothing-scored", problem, os.fsdecode(config.name))
        return
    names = [os.fsdecode(config.key_file), os.fsdecode(config.response_file)]
    files = {name: config.messages.host.read(name) for name in names}
    for name, content in files.items():
        yield from checks.odd_bytes(name, content, "byte-order-mark", "crlf")
    yield from checks.mixed_encodings(files)
    sources = [Source(name, files[name]) for name in names]
    if config.task in (NAMED_ENTITY, COREFERENCE):
        tags = [COREF] if config.task == COREFERENCE else element_names(definitions)
        found = list(_tag_findings(sources, tags))
    else:
        found = list(_template_findings(sources, config, definitions, outcome))
    yield from found
    if not any(one.name == "sides-swapped" for one in found):
        yield from checks.swapped_by_name(*names)


def _tag_findings(sources: Sequence[Source], names: list[bytes]) -> Iterator[Finding]:
    try:
        files = [TaggedFile(source, names) for source in sources]
        yield from checks.missing_documents(*map(_places, sources))
        yield from _pair_findings(files)
    except InputError as error:
        if error.problem.startswith("document ") and "occurs twice" in error.problem:
            yield Finding("duplicate-document", error.problem.partition(";")[0], error.file or "", error.line)


def _places(source: Source) -> Places:
    """Return where the numbered documents of a file begin."""
    begins = [(_folded(number), source.line(begin)) for number, begin, _ in numbered_documents(source)]
    return {number: Location(source.name, line) for number, line in begins}


def _pair_findings(files: Sequence[TaggedFile]) -> Iterator[Finding]:
    labels = Labels()
    found = labels.samplers(_TAG_TEXTS, [file.source.name for file in files])
    numbers = dict.fromkeys([number for file in files for number in file.spans])
    for spans in zip(*[by_identifier(numbers, file.spans) for file in files]):
        documents = [file.document(span) if span else None for file, span in zip(files, spans)]
        key, response = [
            [*checks.check_spans(_spans(document, file, sampler), sampler)]
            for document, file, sampler in zip(documents, files, found)
        ]
        # Only tags that overlap can be aligned.
        pairs = overlapping([(begin, end) for _, begin, end in key], [(begin, end) for _, begin, end in response])
        labels.share_places |= bool(pairs)
        labels.right |= {key[one][0] for one, other in pairs if key[one][0] == response[other][0]}
        there = [document for document in documents if document is not None]
        text = "from offset {} on, {} in the key, {} in the response"
        if there[1:] and (problem := checks.difference_between(text, *[document.text for document in there])):
            found[1].add("texts-differ", f"in document {quoted(there[0].docnum)} {problem}")
    yield from found[1].findings("texts-differ")
    for file, sampler in zip(files, found):
        yield from sampler.findings("duplicate-span")
        if file.left_out:
            problem = f"{counted(file.left_out, 'tag')} outside of all sections, which are ignored"
            yield Finding("span-outside-text", problem, sampler.file)
    yield from labels.findings()
    yield from _marks_of_keys("marks that only keys have", *found)


def _spans(document: TaggedDocument | None, file: TaggedFile, found: Sampler) -> Iterator[PlacedSpan]:
    """Check the elements of a document and yield their spans."""
    if document is None:
        return
    for element in document.elements:
        name = element.name if element.name == COREF else element.name + b"." + element.attributes.get(b"type", b"")
        label, line = _folded(name).rstrip("."), file.source.line(element.position)
        found.note(label, line)
        for mark in [name for name in _MARKS_OF_KEYS if name in element.attributes][:1]:
            found.add("alternatives-in-response", mark.decode().upper(), line)
        text = document.text[element.start : element.end]
        yield PlacedSpan((label, element.start, element.end), quoted(text), line)


def _folded(name: bytes) -> str:
    return name.decode("utf-8", "backslashreplace").lower()


def _marks_of_keys(what: str, key: Sampler, response: Sampler) -> Iterator[Finding]:
    """Find marks in the response that belong to keys; if the key has none, it is probably the response."""
    of_key, of_response = [[*side.findings("alternatives-in-response")] for side in (key, response)]
    yield from of_response
    if of_response and not of_key:
        yield Finding("sides-swapped", f"the response has {what}, and the key has none", key.file)


def _template_findings(
    sources: Sequence[Source], config: Config, definitions: Definitions, outcome: Outcome
) -> Iterator[Finding]:
    labels = Labels()
    found = labels.samplers(_TEMPLATE_TEXTS, [source.name for source in sources])
    documents = []
    for source, sampler in zip(sources, found):
        if config.version == V33:
            tokens = RecordLines(os.fsencode(source.name), definitions, config.messages).tokens(source.data)
        else:
            tokens = TemplateLexer(config.messages.say).tokens(source.data)
        documents.append(_Templates(definitions, sampler).read(tokens))
    yield from checks.missing_documents(*documents)
    for sampler in found:
        yield from sampler.findings("duplicate-object", "duplicate-document", "pointer-to-nothing")
    yield from _marks_of_keys("alternatives", *found)
    cells = outcome.cells
    right = {cell.row.lower() for cell in cells if cell.table == _TOTAL and cell.column == "COR" and cell.value}
    for label in chain(*labels.sides):
        of_class, _, slot = label.partition(".")
        if f"{of_class[:_CLASS_WIDTH]}.{slot[:_SLOT_WIDTH]}".lower() in right:
            labels.right.add(label)
    labels.share_places = bool(right)
    yield from labels.findings()


class _Templates:
    """Reads the tokens of a file of templates; the labels are the scored slots with a fill."""

    def __init__(self, definitions: Definitions, found: Sampler) -> None:
        self._documents: Places = {}
        self._definitions, self._found = definitions, found
        self._objects: set[tuple[str, ...]] = set()
        self._pointers: dict[tuple[str, ...], int] = {}  # the first line of each
        self._definition: ClassDef | None = None  # of the object that is read
        self._document = self._slot = ""
        self._is_filled = False

    def read(self, tokens: Iterable[Token]) -> Places:
        """Return the first place of each document."""
        for token in tokens:
            if token.type == HEADER:
                self._begin(token)
            elif token.type == NAME:
                self._slot, self._is_filled = _scored_slot(self._definition, token.value.strip()), False
            elif token.type in (FILL, POINTER):
                self._fill(token)
            elif token.type in ("ALTERNATIVE", "OPTIONAL") or (token.type == SLASH and self._is_filled):
                self._found.add("alternatives-in-response", self._slot or "a slot", token.line)
        for target, line in self._pointers.items():
            if target not in self._objects:
                self._found.add("pointer-to-nothing", quoted("-".join(target)), line)
        return self._documents

    def _begin(self, token: Token) -> None:
        """Begin an object."""
        name = of_class, document, _ = _identification(token.text)
        self._definition = self._definitions.with_pattern(encoded(of_class))
        if document != self._document and document in self._documents:
            self._found.add("duplicate-document", quoted(document), token.line)
        if name in self._objects:
            self._found.add("duplicate-object", quoted("-".join(name)), token.line)
        self._document = document
        self._documents.setdefault(document, Location(self._found.file, token.line))
        self._objects.add(name)

    def _fill(self, token: Token) -> None:
        """Note a fill of a scored slot, and where a pointer leads to."""
        self._is_filled = True
        if self._slot:
            self._found.note(self._slot, token.line)
        if token.type == POINTER:
            of_class, _, number = _identification(token.text)
            self._pointers.setdefault((of_class, self._document, number), token.line)


def _scored_slot(definition: ClassDef | None, name: bytes) -> str:
    """Return ``CLASS.SLOT`` of a slot that is scored, or else an empty string."""
    if definition is None:
        return ""
    slot = definition.slots.with_pattern(name) or definition.slots.with_pattern(name.removesuffix(b":"))
    return decoded(definition.name + b"." + slot.name) if slot and slot.scored else ""


def _identification(text: bytes) -> tuple[str, str, str]:
    """Return the class, the document and the number of ``<CLASS-DOCUMENT-NUMBER>``, in lower case."""
    of_class, _, rest = decoded(text[1 : text.find(b">")].lower()).partition("-")
    document, _, number = rest.rpartition("-")
    return of_class, document, number
