"""The score report of the 1997 program: a page for each document, the totals, and the tables of named entities; and its
map history: which objects were paired, and their F.
"""

from __future__ import annotations

from muc_scorer.cells import ALL_SLOTS, FILTERING, SECTIONS
from muc_scorer.report.rows import COLUMNS, RULE, Line, f_measures, printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from common.tally import Tally
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.cells import Parts1997
    from muc_scorer.read.definitions import Definitions
    from muc_scorer.read.objects import Document, Side
    from muc_scorer.report.rows import Page

_HEADING = RULE + b"SLOT         " + COLUMNS + RULE
_TITLE = b" * * * TOTAL SLOT SCORES * * *\n"


class PageLayout:
    """The pages of a run: the classes with their slots, then their sum, and text filtering of scenario templates."""

    __slots__ = ("_classes", "_end", "_lines", "_parts", "_places")

    def __init__(self, definitions: Definitions, with_filtering: bool, parts: Parts1997 | None) -> None:
        self._parts = parts
        self._lines: list[Line] = []
        self._classes: list[int] = []  # places of their lines
        self._places: dict[Hashable, int] = {}  # of the lines of slots
        self._end: Page = [RULE, Line(FILTERING, b"TEXT FILTER"), RULE] if with_filtering else [RULE]
        for definition in definitions:
            if definition.scored:
                self._classes.append(len(self._lines))
                self._lines.append(Line(definition, definition.name))
                above = b"%s." % definition.name[:12].strip()
                for slot in definition.scored_slots():
                    self._places[slot] = len(self._lines)
                    self._lines.append(Line(slot, b"  " + slot.name, above))

    def document(self, shown: Iterable[Hashable]) -> Page:
        """Return the page of a document, which has only the ``shown`` ones of the slots."""
        places = sorted([*self._classes, *[self._places[slot] for slot in shown if slot in self._places]])
        lines = [self._lines[place] for place in places]
        return [_HEADING, *lines, RULE, Line(ALL_SLOTS, b"TOTAL"), *self._end]

    def totals(self) -> Page:
        """Return the page of the whole run, which has all slots."""
        return [_TITLE, _HEADING, *self._lines, RULE, Line(ALL_SLOTS, b"ALL OBJECTS"), *self._end]

    def parts(self) -> Page:
        """Return the tables of named entities by type and by section, nothing for other tasks."""
        if self._parts is None:
            return []
        page: Page = [b"\n * * * TASK SUBCATEGORIZATION SCORES * * *\n", _HEADING]
        for name, types in self._parts.types.items():
            above = b"subtask %s." % name
            lines = [Line(part, b"  " + part.label, above) for part in types.values()]
            page += [name.capitalize() + b":\n", *lines, RULE]
        page += [b"\n * * * DOCUMENT SECTION SCORES * * *\n", _HEADING]
        for group in SECTIONS:
            page += [*[Line(part, part.label, b"section ") for part in group], RULE]
        return [*page, RULE]


def score_report(
    configuration: bytes,
    documents: Iterable[tuple[Document, Page, Tally]],
    total: Tally,
    layout: PageLayout,
) -> Iterator[bytes]:
    """Yield the score report of documents, each with its page, line by line: these can be many."""
    yield b"Configuration: %s\n\n" % configuration
    for document, page, tally in documents:
        yield b"%-15skey: %-15sresponse:%15s\n" % (document.docnum, _number(document.key), _number(document.response))
        yield from printed(page, tally)
        yield b"\f\n"
    yield from printed(layout.totals(), total)
    yield f_measures(total)
    yield from printed(layout.parts(), total)


def _number(side: Side | None) -> bytes:
    return b"<NONE>" if side is None else side.docnum


def map_history(configuration: bytes, alignments: Sequence[Alignment], definitions: Definitions) -> bytes:
    """Return the history: for each document and class the accepted pairs in order of acceptance."""
    lines = [
        b"Mapping history for configuration '%s'\n" % configuration,
        b"      key                 response        (f_score)\n",
    ]
    for alignment in alignments:
        lines.append(b"\n  %s:\n" % alignment.document.docnum)
        for definition in definitions:
            pairs = alignment.accepted.get(definition, ())
            if pairs:
                lines.append(b"\n    %s:\n" % definition.name)
            for key, response, score in pairs:
                numbers = (key.docnum, key.id, response.docnum, response.id, score)
                lines.append(b"      %s-%-4s<--> %s-%-5s(%.2f)\n" % numbers)
    return b"".join(lines)
