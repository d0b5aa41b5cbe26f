"""The 3.3 score report of all tasks but coreference: a page for each document, and one of totals (scoring manual).

A page shows text filtering (scenario templates) or subtasks and sections (named entities), then objects, slots, the
sum of all slots and F-measures. Every class and slot is shown. The layout is that of the manual's two sample pages.
"""

from __future__ import annotations

from muc_scorer.cells import ALL_SLOTS, FILTERING
from muc_scorer.measures import EXACT
from muc_scorer.report.rows import COLUMNS, RULE, Line, f_measures, printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from common.tally import Tally
    from muc_scorer.cells import Parts33
    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.report.rows import Page

_TOP = b"-" * 78 + b"\n" + b" " * 13 + COLUMNS + RULE
_HEADING = b"%-24s|             |              |\n"


def page_layout(definitions: Definitions, with_filtering: bool, parts: Parts33 | None) -> Page:
    """Return the lines of a page down to the sum of all slots."""
    page: Page = [_TOP]
    if with_filtering:
        page += [Line(FILTERING, b"TEXT FILTERING"), RULE]
    if parts is not None:
        page.append(heading(b"SUBTASK SCORES"))
        for definition in definitions:
            above, types = b"subtask " + _above(definition), parts.types[definition.folded].values()
            page += [class_heading(definition), *[Line(part, b" " + part.label, above) for part in types]]
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


def page_scores(page: Page, tally: Tally, docnum: bytes | None = None) -> bytes:
    """Return the page of a document or, without a number, of the whole run, the last one."""
    title = b" * * * SUMMARY SCORES * * *\n" if docnum is None else b"Document: %s\n" % docnum
    return b"".join([title, *printed(page, tally, EXACT), f_measures(tally, EXACT), b"\n"])
