"""The 3.3 score report of all tasks but coreference: a page for each document, and one of totals (scoring manual).

A page shows text filtering (scenario templates) or subtasks and sections (named entities), then objects, slots, the
sum of all slots and F-measures. Every class and slot is shown. The layout is that of the manual's two sample pages.
"""

from __future__ import annotations

from common.tally import Signatures, Tally
from muc_scorer.report.rows import COLUMNS, RULE, Line, f_measures, printed
from muc_scorer.tally.cells import ALL_SLOTS, FILTERING, cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.report.rows import Page
    from muc_scorer.tally.v33.signatures import Parts

_TOP = b"-" * 78 + b"\n" + b" " * 13 + COLUMNS + RULE
_HEADING = b"%-24s|             |              |\n"


class ScoreReport:
    """The score report of a run, which gets its documents one after the other."""

    __slots__ = ("_page", "_pages", "_totals")

    def __init__(self, page: Page) -> None:
        self._page = page
        self._totals = Signatures()
        self._pages: list[bytes] = []

    def add(self, docnum: bytes, signatures: Signatures) -> None:
        """Add the page of a document."""
        for signature, times in signatures.items():
            self._totals.count(signature, times)
        self._pages += [b"Document: %s\n" % docnum, _printed(self._page, signatures)]

    def content(self) -> bytes:
        """Return the report: the pages so far and that of the totals."""
        return b"".join([*self._pages, b" * * * SUMMARY SCORES * * *\n", _printed(self._page, self._totals)])


def page_layout(definitions: Definitions, with_filtering: bool, parts: Parts | None) -> Page:
    """Return the lines of a page down to the sum of all slots."""
    page: Page = [_TOP]
    if with_filtering:
        page += [Line(FILTERING, b"TEXT FILTERING"), RULE]
    if parts is not None:
        page.append(heading(b"SUBTASK SCORES"))
        for definition, types in parts.types.items():
            above = b"subtask " + _above(definition)
            page += [class_heading(definition), *[Line(part, b" " + part.label, above) for part in types.values()]]
        sections = [Line(part, b" " + part.label, b"section ") for part in (parts.header, parts.body)]
        page += [RULE, heading(b"SECT SCORES"), *sections, RULE]
    page += [heading(b"OBJ SCORES"), *[Line(definition, definition.name) for definition in definitions], RULE]
    page.append(heading(b"SLOT SCORES"))
    for definition in definitions:
        lines = [Line(slot, b" " + slot.name, _above(definition)) for slot in definition.slots]
        page += [class_heading(definition), *lines]
    return [*page, RULE, Line(ALL_SLOTS, b"ALL SLOTS")]


def heading(label: bytes) -> bytes:
    """Return the line that names a block."""
    return _HEADING % label


def class_heading(definition: ClassDef) -> bytes:
    """Return the line that names a class within a block, by 12 characters of its name."""
    return heading(definition.name[:12])


def _above(definition: ClassDef) -> bytes:
    return b"%s." % definition.name[:12].strip()


def _printed(page: Sequence[bytes | Line], signatures: Signatures) -> bytes:
    tally = Tally.of(signatures, cells)
    return b"".join([*printed(page, tally), f_measures(tally), b"\n"])
