"""The named entity report summary of version 3.3: a line for each pair of tags and each tag that stands alone."""

from __future__ import annotations

from muc_scorer.align.codes import COR, INC, MIS, OPT, SPU
from muc_scorer.read.definitions import TEXT, TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.mets import DocumentMets, ObjectMet, SlotMets

_RULE = b"-" * 105 + b"\n"
_LINE = b"%-7s %-4s %-4s %-13s %-13s %-29s %s\n"
_COLUMNS = _LINE % (b"TAG", b"TYPE", b"TEXT", b"KEY_TYPE", b"RSP_TYPE", b"KEY_TEXT", b"RSP_TEXT")
_ORDER = (COR, INC, MIS, SPU, OPT)


def entity_summary(mets: DocumentMets) -> bytes:
    """Return the lines of one document: pairs, then missing, spurious and optional tags.

    A line has the tag, what became of its type and its text, the types and the texts of key and response. Of several
    texts that the key allows the one that was aligned is shown.
    """
    head = [_RULE, b"Document %s\n" % mets.docnum, _COLUMNS, _RULE]
    lines = [_line(item) for code in _ORDER for item in mets.objects if item.code == code]
    return b"".join([*head, *lines, b"\n"])


def _line(item: ObjectMet) -> bytes:
    type_code, key_type, response_type = _fields(item.slot_named(TYPE))
    text_code, key_text, response_text = _fields(item.slot_named(TEXT))
    texts = [b'"%s"' % text for text in (key_text, response_text)]
    return _LINE % (item.definition.pattern.upper(), type_code, text_code, key_type, response_type, *texts)


def _fields(slot: SlotMets | None) -> tuple[bytes, bytes, bytes]:
    """Return code, key fill and response fill of a slot, empty where it has none."""
    if slot is None or not slot.fills:
        return b"", b"", b""
    fill = slot.fills[0]
    return fill.code.lower(), fill.key or b"", fill.response or b""
