"""The report summaries of version 3.3 of all tasks but coreference, document by document."""

from __future__ import annotations

from muc_scorer.align.codes import COR, INC, MIS, OPT, SPU, UNS
from muc_scorer.align.fills import identification
from muc_scorer.read.definitions import TEXT, TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.mets import DocumentMets, ObjectMet, SlotMets

_RULE = b"-" * 105 + b"\n"
_ENTITY = b"%-7s %-4s %-4s %-13s %-13s %-29s %s\n"
_COLUMNS = _ENTITY % (b"TAG", b"TYPE", b"TEXT", b"KEY_TYPE", b"RSP_TYPE", b"KEY_TEXT", b"RSP_TEXT")
_ORDER = (COR, INC, MIS, SPU, OPT)
_WIDTH = 34  # of a fill: the longest of the manual's sample are cut to this


def entity_summary(mets: DocumentMets) -> bytes:
    """Return the named entity summary, a line for each pair of tags, then for missing, spurious and optional tags.

    A line has the tag, what became of its type and its text, the types and the texts of key and response. Of several
    texts that the key allows the one that was aligned is shown.
    """
    head = [_RULE, b"Document %s\n" % mets.docnum, _COLUMNS, _RULE]
    lines = [_entity(item) for code in _ORDER for item in mets.objects if item.code == code]
    return b"".join([*head, *lines, b"\n"])


def _entity(item: ObjectMet) -> bytes:
    type_code, key_type, response_type = _first_fill(item.slot_named(TYPE))
    text_code, key_text, response_text = _first_fill(item.slot_named(TEXT))
    texts = [b'"%s"' % text for text in (key_text, response_text)]
    return _ENTITY % (item.definition.pattern.upper(), type_code, text_code, key_type, response_type, *texts)


def _first_fill(slot: SlotMets | None) -> tuple[bytes, bytes, bytes]:
    """Return code, key fill and response fill of a slot, empty where it has none."""
    if slot is None or not slot.fills:
        return b"", b"", b""
    code, key, response = slot.fills[0]
    return code.lower(), key or b"", response or b""


def extraction_summary(mets: DocumentMets) -> bytes:
    """Return the information extraction summary: for each object a line in capitals, then its fills in lower case.

    Within an object unscored slots come first, then those that both sides fill, those that only the key fills, and
    those that only the response fills. The name of a slot stands in its first line only.
    """
    return b"".join([line for item in mets.objects for line in _object(item)])


def _object(item: ObjectMet) -> list[bytes]:
    lines = [_line(item.code, b"", *[identification(one) if one else b"" for one in (item.key, item.response)])]
    for slot in sorted(item.slots, key=_rank):
        label = slot.definition.pattern
        for code, key, response in slot.all_fills():
            lines.append(_line(code.lower(), label, _cut(key), _cut(response)))
            label = b""
    return lines


def _rank(slot: SlotMets) -> int:
    fills = slot.all_fills()
    if any(code == UNS for code, _, _ in fills):
        return 0
    in_key = any(key is not None for _, key, _ in fills)
    in_response = any(response is not None for _, _, response in fills)
    return 1 if in_key and in_response else 2 if in_key else 3


def _cut(fill: bytes | None) -> bytes:
    if fill is None:
        return b""
    return fill if len(fill) <= _WIDTH else fill[: _WIDTH - 3] + b"..."


def _line(code: bytes, label: bytes, key: bytes, response: bytes) -> bytes:
    return (b"%-3s | %-16s | %-34s | %s" % (code, label, key, response)).rstrip(b" ") + b"\n"
