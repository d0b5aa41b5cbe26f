"""The report summaries of version 3.3 of all tasks but coreference, document by document."""

from __future__ import annotations

from muc_scorer.cells import COR, INC, MIS, NON, OPT, SPU, UNS
from muc_scorer.read.definitions import TEXT, TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from muc_scorer.align.outcome import Fill, FillMatch
    from muc_scorer.align.v33.matches import ObjectMatch, Outcome33
    from muc_scorer.read.definitions import SlotDef

_RULE = b"-" * 105 + b"\n"
_ENTITY = b"%-7s %-4s %-4s %-13s %-13s %-29s %s\n"
_COLUMNS = _ENTITY % (b"TAG", b"TYPE", b"TEXT", b"KEY_TYPE", b"RSP_TYPE", b"KEY_TEXT", b"RSP_TEXT")
_ORDER = (COR, INC, MIS, SPU, OPT)
_WIDTH = 34  # of a fill: the longest of the manual's sample are cut to this


def entity_summary(outcome: Outcome33) -> bytes:
    """Return the named entity summary, a line for each pair of tags, then for missing, spurious and optional tags.

    A line has the tag, what became of its type and its text, the types and the texts of key and response. Of several
    texts that the key allows the one that was aligned is shown.
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
    """Return code, key fill and response fill of the aligned multi-fill of a slot, empty where it has none."""
    for code, key, response, _ in fills:
        if code != NON:
            return code.lower(), key[0] if key else b"", response[0] if response else b""
    return b"", b"", b""


def extraction_summary(outcome: Outcome33) -> bytes:
    """Return the information extraction summary: for each object a line in capitals, then its fills in lower case.

    Within an object unscored slots come first, then those that both sides fill, those that only the key fills, and
    those that only the response fills. The name of a slot stands in its first line only.
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
    in_key = any(key is not None for _, key, _, _ in fills)
    in_response = any(response is not None for _, _, response, _ in fills)
    return 1 if in_key and in_response else 2 if in_key else 3


def _cut(fill: Fill | None) -> bytes:
    text = fill[0] if fill else b""
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + b"..."


def _line(code: bytes, label: bytes, key: bytes, response: bytes) -> bytes:
    return (b"%-3s | %-16s | %-34s | %s" % (code, label, key, response)).rstrip(b" ") + b"\n"
