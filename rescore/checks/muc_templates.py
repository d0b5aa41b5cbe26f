"""What is suspicious in template files: objects, their slots, and pointers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from common.result import Location
from muc_scorer.read.config import V33, Config
from muc_scorer.read.definitions import ClassDef, Definitions
from muc_scorer.read.parsing import Token
from muc_scorer.read.v33.records import FILL, HEADER, NAME, POINTER, SLASH, RecordLines
from muc_scorer.read.v1997.templates import TemplateLexer
from rescore.checks.figures import score_tables
from rescore.checks.finding import Finding, Occurrences, counted, quoted
from rescore.checks.labels import Labels
from rescore.checks.sides import missing_documents
from rescore.scorers.running import Outcome

Side = tuple[str, bytes]  # name of a file, and its content

_TOTAL = "total"
_CLASS_WIDTH, _SLOT_WIDTH = 12, 10  # characters that reports show


def findings(
    config: Config, definitions: Definitions, key: Side, response: Side, outcome: Outcome
) -> Iterator[Finding]:
    """Yield what is suspicious in key and response."""
    lexer = TemplateLexer()
    sides = []
    for file, content in (key, response):
        lines = RecordLines(os.fsencode(file), definitions) if config.version == V33 else lexer
        sides.append(_File(file, lines.tokens(content), definitions))
    yield from missing_documents(*[side.documents for side in sides])
    for side in sides:
        yield from side.findings()
    yield from _keys_marks(*sides)
    labels = Labels()
    labels.key, labels.response = [side.slots for side in sides]
    right = _right_rows(outcome)
    labels.right = {label for label in [*labels.key, *labels.response] if _as_printed(label) in right}
    labels.have_met = bool(right)
    yield from labels.findings()


def _right_rows(outcome: Outcome) -> set[str]:
    """Return the rows of the report that have anything correct."""
    return {
        cell.row.lower()
        for _, report in score_tables(outcome)
        for cell in report.cells
        if cell.table == _TOTAL and cell.column == "COR" and cell.value
    }


def _as_printed(label: str) -> str:
    of_class, _, slot = label.partition(".")
    return f"{of_class[:_CLASS_WIDTH]}.{slot[:_SLOT_WIDTH]}".lower()


class _File:
    """A template file: its documents, the slots that are filled and scored, each with its first place, and oddities."""

    def __init__(self, file: str, tokens: Iterable[Token], definitions: Definitions) -> None:
        self.file = file
        self.documents: dict[str, Location] = {}
        self.slots: dict[str, Location] = {}
        self.marks = Occurrences()
        self._definitions = definitions
        self._objects: dict[tuple[str, str, str], int] = {}
        self._pointers: dict[tuple[str, str, str], int] = {}
        self._again = Occurrences()
        self._documents_again = Occurrences()
        self._document = ""
        self._class: ClassDef | None = None
        self._slot = ""
        self._is_filled = False
        for token in tokens:
            self._take(token)

    def _take(self, token: Token) -> None:
        if token.type == HEADER:
            self._open_object(token)
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
            self.marks.add(self._slot or "a slot", token.line)

    def _open_object(self, token: Token) -> None:
        of_class, document, number = _identification(token.text)
        self._class = self._definitions.with_pattern(of_class.encode("utf-8", "surrogateescape"))
        if document != self._document and document in self.documents:
            self._documents_again.add(quoted(document), token.line)
        self._document = document
        self.documents.setdefault(document, Location(self.file, token.line))
        identity = (of_class, document, number)
        if identity in self._objects:
            self._again.add(quoted("-".join(identity)), token.line)
        self._objects.setdefault(identity, token.line)

    def _label(self, name: bytes) -> str:
        """Return ``CLASS.SLOT`` of a slot that is scored, else nothing."""
        if self._class is None:
            return ""
        pattern = name.strip()
        slot = self._class.slots.with_pattern(pattern) or self._class.slots.with_pattern(pattern.removesuffix(b":"))
        if slot is None or not slot.scored:
            return ""
        return _decoded(self._class.name + b"." + slot.name)

    def findings(self) -> Iterator[Finding]:
        """Find objects that come twice, documents that come back, and pointers that lead nowhere."""
        if self._again.count:
            problem = f"{counted(self._again.count, 'object')} that there is already, first {self._again.first}"
            yield Finding("duplicate-object", problem, self.file, self._again.line)
        if self._documents_again.count:
            problem = f"document {self._documents_again.first} comes back after another one"
            yield Finding("duplicate-document", problem, self.file, self._documents_again.line)
        dangling = {name: line for name, line in self._pointers.items() if name not in self._objects}
        if dangling:
            first = quoted("-".join(next(iter(dangling))))
            problem = f"{counted(len(dangling), 'object')} pointed to that there is not, first {first}"
            yield Finding("pointer-to-nothing", problem, self.file, min(dangling.values()))


def _identification(text: bytes) -> tuple[str, str, str]:
    """Return class, document and number of ``<CLASS-DOCUMENT-NUMBER>``, all in lower case."""
    of_class, _, rest = text[1 : text.find(b">")].partition(b"-")
    document, _, number = rest.rpartition(b"-")
    return _decoded(of_class.lower()), _decoded(document.lower()), _decoded(number.lower())


def _decoded(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def _keys_marks(key: _File, response: _File) -> Iterator[Finding]:
    """Find alternatives in the response; if the key has none, it is probably the response."""
    marks = response.marks
    if marks.count:
        problem = f"{counted(marks.count, 'alternative')} in the response, first in {marks.first}"
        yield Finding("alternatives-in-response", problem, response.file, marks.line)
        if not key.marks.count:
            problem = "the response has alternatives, the key has none"
            yield Finding("sides-swapped", problem, key.file)
