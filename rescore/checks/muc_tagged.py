"""What is suspicious in texts with SGML tags: named entities and coreference.

They are read as version 3.3 reads them. What only the version of 1997 accepts is left unsaid.
"""

from __future__ import annotations

from collections.abc import Iterator

from common.errors import InputError
from common.result import Location
from mat_score.encoding import first_difference, piece
from muc_scorer.read.config import COREFERENCE, Config
from muc_scorer.read.definitions import Definitions
from muc_scorer.read.parsing import Source
from muc_scorer.read.v33.entities import element_names
from muc_scorer.read.v33.mentions import COREF
from muc_scorer.read.v33.tagged_text import Element, TaggedDocument, TaggedFile, numbered_documents
from rescore.checks.finding import Finding, Occurrences, counted, quoted
from rescore.checks.labels import Labels
from rescore.checks.sides import missing_documents
from rescore.checks.spans import overlap
from rescore.scorers.running import Outcome

Side = tuple[str, bytes]  # name of a file, and its content
Spans = dict[str, dict[tuple[int, int], None]]  # extents by label

_MARKS_OF_KEYS = (b"alt", b"min", b"status")


def findings(
    config: Config, definitions: Definitions, key: Side, response: Side, outcome: Outcome
) -> Iterator[Finding]:
    """Yield what is suspicious in key and response."""
    names = [COREF] if config.task == COREFERENCE else element_names(definitions)
    try:
        sides = [_File(Source(*side), names) for side in (key, response)]
    except InputError as error:
        if error.problem.startswith("document ") and "second time" in error.problem:
            yield Finding("duplicate-document", error.problem.partition(";")[0], error.file, error.line)
        return
    yield from missing_documents(sides[0].places, sides[1].places)
    try:
        yield from _compare(*sides)
    except InputError:
        return
    yield from _keys_marks(*sides)


class _File:
    """The key or the response: its documents with their places, and what is found in it."""

    def __init__(self, source: Source, names: list[bytes]) -> None:
        self.source = source
        self.file = TaggedFile(source, names)
        self.places = {
            number.decode("utf-8", "backslashreplace").lower(): Location(source.name, source.line(begin))
            for number, begin, _ in numbered_documents(source)
        }
        self.marks = Occurrences()
        self.again = Occurrences()

    def spans(self, document: TaggedDocument, labels: dict[str, Location]) -> Spans:
        """Return the elements of a document by label and extent, and check them."""
        spans: Spans = {}
        for element in document.elements:
            line = self.source.line(element.position)
            label = _label(element)
            labels.setdefault(label, Location(self.source.name, line))
            of_label = spans.setdefault(label, {})
            extent = (element.start, element.end)
            if extent in of_label:
                self.again.add(quoted(document.text[element.start : element.end]), line)
            of_label[extent] = None
            mark = next((name for name in _MARKS_OF_KEYS if name in element.attributes), None)
            if mark is not None:
                self.marks.add(mark.decode().upper(), line)
        return spans


def _label(element: Element) -> str:
    label = element.name if element.name == COREF else element.name + b"." + element.attributes.get(b"type", b"")
    return label.decode("utf-8", "backslashreplace").lower().rstrip(".")


def _compare(key: _File, response: _File) -> Iterator[Finding]:
    labels = Labels()
    differing = Occurrences()
    for number in dict.fromkeys([*key.file.docnums(), *response.file.docnums()]):
        documents = [side.file.document(number) for side in (key, response)]
        pairs = zip((key, response), documents, (labels.key, labels.response))
        spans = [side.spans(document, known) if document else {} for side, document, known in pairs]
        _meet(labels, *spans)
        if documents[0] is not None and documents[1] is not None:
            one, other = documents[0].text, documents[1].text
            offset = first_difference(one, other)
            if offset is not None:
                texts = f"{quoted(piece(one, offset))} in the key, {quoted(piece(other, offset))} in the response"
                differing.add(f"in document {quoted(number)} from offset {offset} on, {texts}")
    if differing.count:
        problem = f"the texts of {counted(differing.count, 'document')} differ, first {differing.first}"
        yield Finding("texts-differ", problem, response.source.name)
    for side in (key, response):
        if side.again.count:
            problem = f"{counted(side.again.count, 'piece')} of text tagged twice alike, first {side.again.first}"
            yield Finding("duplicate-span", problem, side.source.name, side.again.line)
        if side.file.left_out:
            problem = f"{counted(side.file.left_out, 'tag')} outside of all sections, which are left out"
            yield Finding("span-outside-text", problem, side.source.name)
    yield from labels.findings()


def _meet(labels: Labels, key: Spans, response: Spans) -> None:
    """Note which labels stand at the same place on both sides; only such tags can be aligned."""
    labels.have_met |= overlap(
        *[[extent for of_label in side.values() for extent in of_label] for side in (key, response)]
    )
    for label, extents in key.items():
        if label not in labels.right and overlap(extents, response.get(label, {})):
            labels.right.add(label)


def _keys_marks(key: _File, response: _File) -> Iterator[Finding]:
    """Find marks in the response that belong to keys; if the key has none, it is probably the response."""
    marks = response.marks
    if marks.count:
        problem = f"{counted(marks.count, 'tag')} with marks that only keys have, first {marks.first}"
        yield Finding("alternatives-in-response", problem, response.source.name, marks.line)
        if not key.marks.count:
            problem = "the response has marks that only keys have, the key has none"
            yield Finding("sides-swapped", problem, key.source.name)
