"""The reports of the 1997 program.

The score report has a page for each document, the totals, and the tables of named entities. The map history has the
pairs of objects and their F. The report summary of named entities has all pairs and unpaired objects, with their fills.
"""

from __future__ import annotations

from functools import cache

from legacy_scorers.muc_scorer.cells import ALL_SLOTS, COR, FILTERING, INC, MIS, NON, SECTIONS, SPU
from legacy_scorers.muc_scorer.read.definitions import TEXT, TYPE
from legacy_scorers.muc_scorer.report.rows import COLUMNS, RULE, Line, f_measures, printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Hashable, Iterable, Iterator, Sequence

    from legacy_scorers.common.tally import Tally
    from legacy_scorers.muc_scorer.align.alignment import Alignment
    from legacy_scorers.muc_scorer.cells import Parts
    from legacy_scorers.muc_scorer.read.definitions import Definitions
    from legacy_scorers.muc_scorer.read.objects import Document, Object, Side, Slots
    from legacy_scorers.muc_scorer.report.rows import Page

_HEADING = RULE + b"SLOT         " + COLUMNS + RULE
_TITLE = b" * * * TOTAL SLOT SCORES * * *\n"
_SUMMARY_RULE = b"-" * 116 + b"\n"
_SUMMARY_HEADING = (
    b"\n * * * REPORT SUMMARY * * *\n"
    + _SUMMARY_RULE
    + b"map/score map/score  key                       key                      Response                 Response\n"
    b"category  category   str                       str                      str                      str\n"
    b"type      text       type                      text                     type                     text\n"
    + _SUMMARY_RULE
)


class PageLayout:
    """The pages of a run: classes with their slots, the sum, and text filtering for scenario templates."""

    def __init__(self, definitions: Definitions, with_filtering: bool, parts: Parts | None) -> None:
        self._parts = parts
        self._lines: list[Line] = []
        self._end: Page = [RULE, Line(FILTERING, b"TEXT FILTER"), RULE] if with_filtering else [RULE]
        for definition in definitions:
            if definition.scored:
                above = b"%s." % definition.name[:12].strip()
                self._lines.append(Line(definition, definition.name))
                self._lines += [Line(slot, b"  " + slot.name, above) for slot in definition.scored_slots()]

    def document(self, shown: Container[Hashable]) -> Page:
        """Return the page of a document, with the ``shown`` slots only."""
        lines = [line for line in self._lines if not line.above or line.row in shown]
        return [_HEADING, *lines, RULE, Line(ALL_SLOTS, b"TOTAL"), *self._end]

    def totals(self) -> Page:
        """Return the page of the whole run, with all slots."""
        return [_TITLE, _HEADING, *self._lines, RULE, Line(ALL_SLOTS, b"ALL OBJECTS"), *self._end]

    def parts(self) -> Page:
        """Return the tables of named entities by type and by section; they are empty for other tasks."""
        if self._parts is None:
            return []
        page: Page = [b"\n * * * TASK SUBCATEGORIZATION SCORES * * *\n", _HEADING]
        for name, types in self._parts.types.items():
            lines = [Line(part, b"  " + part.label, b"subtask %s." % name) for part in types.values()]
            page += [name.capitalize() + b":\n", *lines, RULE]
        page += [b"\n * * * DOCUMENT SECTION SCORES * * *\n", _HEADING]
        for group in SECTIONS:
            page += [*[Line(part, part.label, b"section ") for part in group], RULE]
        return [*page, RULE]


def score_report(
    configuration: bytes, documents: Iterable[tuple[Document, Page, Tally]], total: Tally, layout: PageLayout
) -> Iterator[bytes]:
    """Yield the lines of the score report; each document comes with its page and tally."""
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


def report_summary(alignments: Sequence[Alignment]) -> list[bytes]:
    """Return the lines: all pairs, then all unpaired key objects, then all unpaired response objects."""
    lines = [_SUMMARY_HEADING]
    pair_line = cache(_pair_line)  # equal tags share their slots
    missing, spurious = [], []
    for alignment in alignments:
        document, partners = alignment.document, alignment.partners
        for key in [item for item in document.key or () if item not in alignment.excused]:
            response = partners.of_key.get(key)
            if response is None:
                missing.append(b"\n%-21s%s\n" % (MIS, _columns(_all_strings(key))))
            else:
                lines.append(pair_line(key.slots, response.slots))
        left_over = [response for response in document.response or () if response not in partners.of_response]
        spurious += [b"\n%-70s%s\n" % (SPU, _columns(_all_strings(response))) for response in left_over]
    return [*lines, *missing, *spurious]


def _pair_line(key: Slots, response: Slots) -> bytes:
    types = key.first_string(TYPE), response.first_string(TYPE)
    texts = key.first_string(TEXT), response.first_string(TEXT)
    type_code = _code(*[None if text is None else text.lower() for text in types])
    fills = [text or b"" for text in (types[0], texts[0], types[1], texts[1])]
    return b"%s       %s        %s\n" % (type_code, _code(*texts), _columns(fills))


def _code(key: bytes | None, response: bytes | None) -> bytes:
    """Return the code of a fill; the bytes are compared, without normalisation or alternatives."""
    if key is None:
        return NON if response is None else SPU
    if response is None:
        return MIS
    return COR if key == response else INC


def _all_strings(item: Object) -> list[bytes]:
    return [text for slot in item.slots.values() for text in slot.main.strings]


def _columns(fills: Iterable[bytes]) -> bytes:
    return b"".join([b"%-25s" % fill for fill in fills]).replace(b"\n", b" ")
