"""The reports of version 3.3 for all tasks but coreference: score report, summaries, map history (scoring manual).

The score report has a page for each document, and one of totals. A page shows text filtering (scenario templates) or
subtasks and sections (named entities), then objects, slots, the sum of all slots and F-measures. Every class and slot
is shown. The layout is that of the manual's two sample pages.

The map history is a Tcl list of documents, down to single fills. Each level is a list of lists of attributes, which
begin with a hyphen, and values.
"""

from __future__ import annotations

from itertools import islice

from legacy_scorers.muc_scorer.cells import ALL_SLOTS, BODY, COR, FILTERING, HEADER, INC, MIS, NON, OPT, SPU, UNS
from legacy_scorers.muc_scorer.measures import EXACT
from legacy_scorers.muc_scorer.read.definitions import TEXT, TYPE
from legacy_scorers.muc_scorer.report.rows import COLUMNS, RULE, Line, f_measures, printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from legacy_scorers.common.tally import Tally
    from legacy_scorers.muc_scorer.align.matches import Fill, FillMatch, MatchTree, ObjectMatch, Pair
    from legacy_scorers.muc_scorer.cells import Parts
    from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from legacy_scorers.muc_scorer.report.rows import Page

_TOP = b"-" * 78 + b"\n" + b" " * 13 + COLUMNS + RULE
HEADING = b"%-24s|             |              |\n"  # of a block, or a class in it
_RULE = b"-" * 105 + b"\n"
_ENTITY = b"%-7s %-4s %-4s %-13s %-13s %-29s %s\n"
_COLUMNS = _ENTITY % (b"TAG", b"TYPE", b"TEXT", b"KEY_TYPE", b"RSP_TYPE", b"KEY_TEXT", b"RSP_TEXT")
_ORDER = (COR, INC, MIS, SPU, OPT)
_WIDTH = 34  # of a fill: the manual's sample truncates to this

# Characters that need no escape in words of Tcl lists, and the escapes of the others.
_PLAIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,:/<>=+*%@&'()!?^~|"
_ESCAPES = {
    bytes([byte]): b"\\%c" % letter for byte, letter in zip(b'\\{}[]$"; \n\r\t\v\f', b'\\{}[]$"; nrtvf', strict=True)
}


def page_layout(definitions: Definitions, with_filtering: bool, parts: Parts | None) -> Page:
    """Return the lines of a page down to the sum of all slots."""
    page: Page = [_TOP]
    if with_filtering:
        page += [Line(FILTERING, b"TEXT FILTERING"), RULE]
    if parts is not None:
        page.append(HEADING % b"SUBTASK SCORES")
        for definition in definitions:
            above, types = b"subtask " + _above(definition), parts.types[definition.folded].values()
            page += [HEADING % definition.name[:12], *[Line(part, b" " + part.label, above) for part in types]]
        sections = [Line(part, b" " + part.label, b"section ") for part in (HEADER, BODY)]
        page += [RULE, HEADING % b"SECT SCORES", *sections, RULE]
    page += [HEADING % b"OBJ SCORES", *[Line(definition, definition.name) for definition in definitions], RULE]
    page.append(HEADING % b"SLOT SCORES")
    for definition in definitions:
        lines = [Line(slot, b" " + slot.name, _above(definition)) for slot in definition.slots]
        page += [HEADING % definition.name[:12], *lines]
    return [*page, RULE, Line(ALL_SLOTS, b"ALL SLOTS")]


def _above(definition: ClassDef) -> bytes:
    return b"%s." % definition.name[:12].strip()


def page_scores(page: Page, tally: Tally, docnum: bytes | None = None) -> bytes:
    """Return the page of a document, or the page of the whole run if ``docnum`` is None."""
    title = b" * * * SUMMARY SCORES * * *\n" if docnum is None else b"Document: %s\n" % docnum
    return b"".join([title, *printed(page, tally, EXACT), f_measures(tally, EXACT), b"\n"])


def document_history(outcome: MatchTree) -> bytes:
    """Return the element of the map history for one document.

    Document: ``-document``, ``-classes``; class: ``-class``, ``-objects``; pair of objects: ``-result``, ``-key`` and
    ``-response`` where that side has one, ``-slots``; slot: ``-slot``, ``-multi_fills``; multi-fill: ``-aligned`` or
    ``-noncommittal``, which have no value, ``-fills``; single fill: ``-result``, ``-key``, ``-response``.
    """
    by_class: dict[ClassDef, list[bytes]] = {}
    for code, pair, fills in outcome.objects():
        [definition, *_] = [item.definition for item in pair if item is not None]
        sides = _sides(*[item.header() if item else None for item in pair])
        slots = b"".join([_slot(slot, pair, fills.get(slot, ()), outcome) for slot in definition.slots])
        lines = by_class.setdefault(definition, [])
        lines.append(b"    {-result %s%s -slots {\n%s    }}\n" % (code, sides, slots))
    classes = [
        b"  {-class %s -objects {\n%s  }}\n" % (tcl_word(definition.name), b"".join(objects))
        for definition, objects in by_class.items()
    ]
    return b"{-document %s -classes {\n%s}}\n" % (tcl_word(outcome.alignment.document.docnum), b"".join(classes))


def _slot(definition: SlotDef, pair: Pair, fills: Sequence[FillMatch], outcome: MatchTree) -> bytes:
    """Return the element of a slot, empty if neither object has it."""
    key, response = [item.slots.get(definition) if item else None for item in pair]
    if key is None and response is None:
        return b""
    elements = [_multi_fill(b"-aligned", [fill for fill in fills if fill[0] != NON])]
    if key is not None and key.alternatives:
        left = iter([fill for fill in fills if fill[0] == NON])
        chosen = outcome.chosen.get(key, key.main)
        others = [multi_fill for multi_fill in key.multi_fills() if multi_fill is not chosen]
        elements += [_multi_fill(b"-noncommittal", list(islice(left, len(other)))) for other in others]
    return b"      {-slot %s -multi_fills {%s}}\n" % (tcl_word(definition.name), b" ".join(elements))


def _multi_fill(kind: bytes, fills: Sequence[FillMatch]) -> bytes:
    elements = [
        b"{-result %s%s}" % (code, _sides(key and key[0], response and response[0])) for code, key, response, _ in fills
    ]
    return b"{%s -fills {%s}}" % (kind, b" ".join(elements))


def _sides(key: bytes | None, response: bytes | None) -> bytes:
    sides = ((b"key", key), (b"response", response))
    return b"".join([b" -%s %s" % (side, tcl_word(value)) for side, value in sides if value is not None])


def entity_summary(outcome: MatchTree) -> bytes:
    """Return the named entity summary, a line for each pair of tags, then for missing, spurious and optional tags.

    A line has the tag, the codes of its type and text, and the types and texts of key and response. If the key allows
    several texts, the aligned one is shown.
    """
    head = [_RULE, b"Document %s\n" % outcome.alignment.document.docnum, _COLUMNS, _RULE]
    tags = outcome.objects()
    lines = [_entity(tag) for wanted in _ORDER for tag in tags if tag[0] == wanted]
    return b"".join([*head, *lines, b"\n"])


def _entity(tag: ObjectMatch) -> bytes:
    _, pair, slots = tag
    fills_of = {slot.folded: fills for slot, fills in slots.items()}
    type_code, key_type, response_type = _first_fill(fills_of.get(TYPE, ()))
    text_code, key_text, response_text = _first_fill(fills_of.get(TEXT, ()))
    texts = [b'"%s"' % text for text in (key_text, response_text)]
    [name, *_] = [item.definition.pattern.upper() for item in pair if item is not None]
    return _ENTITY % (name, type_code, text_code, key_type, response_type, *texts)


def _first_fill(fills: Iterable[FillMatch]) -> tuple[bytes, bytes, bytes]:
    """Return code, key fill and response fill of a slot's first aligned fill, each maybe empty."""
    for code, key, response, _ in fills:
        if code != NON:
            return code.lower(), key[0] if key else b"", response[0] if response else b""
    return b"", b"", b""


def extraction_summary(outcome: MatchTree) -> bytes:
    """Return the information extraction summary: for each object a line in capitals, then its fills in lower case.

    Within an object unscored slots come first, then those that both sides fill, those that only the key fills, and
    those that only the response fills. Only the first line of a slot has its name.
    """
    return b"".join([line for one in outcome.objects() for line in _object(one)])


def _object(found: ObjectMatch) -> list[bytes]:
    code, pair, slots = found
    lines = [_line(code, b"", *[item.header() if item else b"" for item in pair])]
    for slot, fills in sorted(slots.items(), key=_rank):
        label = slot.pattern
        for fill_code, key, response, _ in fills:
            lines.append(_line(fill_code.lower(), label, _cut(key), _cut(response)))
            label = b""
    return lines


def _rank(of_slot: tuple[SlotDef, list[FillMatch]]) -> int:
    _, fills = of_slot
    if any(code == UNS for code, *_ in fills):
        return 0
    if all(key is None for _, key, _, _ in fills):
        return 3
    return 2 if all(response is None for _, _, response, _ in fills) else 1


def _cut(fill: Fill | None) -> bytes:
    text = fill[0] if fill else b""
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + b"..."


def _line(code: bytes, label: bytes, key: bytes, response: bytes) -> bytes:
    return (b"%-3s | %-16s | %-34s | %s" % (code, label, key, response)).rstrip(b" ") + b"\n"


def tcl_word(value: bytes) -> bytes:
    """Return ``value`` as one element of a Tcl list: bare, in braces or, if that is impossible, with backslashes."""
    if value and not value.translate(None, _PLAIN):
        return value
    if not (b"{" in value or b"}" in value or b"\\" in value):
        return b"{%s}" % value
    characters = [value[index : index + 1] for index in range(len(value))]
    return b"".join([_ESCAPES.get(character, character) for character in characters])
