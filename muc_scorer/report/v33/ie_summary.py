"""The information extraction report summary: every object, every slot and every single fill, side by side."""

from __future__ import annotations

from muc_scorer.align.codes import UNS
from muc_scorer.align.fills import identification

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.mets import DocumentMets, ObjectMet, SlotMets

_WIDTH = 34  # of a fill: the longest of the manual's sample are cut to this
_LINE = b"%-3s | %-16s | %-34s | %s"


def extraction_summary(mets: DocumentMets) -> bytes:
    """Return the lines of one document, for each object one in capitals, then its fills in lower case.

    Within an object unscored slots come first, then those that both sides fill, those that only the key fills, and
    those that only the response fills. The name of a slot stands in its first line only.
    """
    return b"".join([line for item in mets.objects for line in _object(item)])


def _object(item: ObjectMet) -> list[bytes]:
    lines = [_line(item.code, b"", *[identification(one) if one else b"" for one in (item.key, item.response)])]
    for slot in sorted(item.slots, key=_rank):
        label = slot.definition.pattern
        for fill in slot.all_fills():
            lines.append(_line(fill.code.lower(), label, _cut(fill.key), _cut(fill.response)))
            label = b""
    return lines


def _rank(slot: SlotMets) -> int:
    fills = slot.all_fills()
    if any(fill.code == UNS for fill in fills):
        return 0
    in_key = any(fill.key is not None for fill in fills)
    in_response = any(fill.response is not None for fill in fills)
    return 1 if in_key and in_response else 2 if in_key else 3


def _cut(fill: bytes | None) -> bytes:
    if fill is None:
        return b""
    return fill if len(fill) <= _WIDTH else fill[: _WIDTH - 3] + b"..."


def _line(code: bytes, label: bytes, key: bytes, response: bytes) -> bytes:
    return (_LINE % (code, label, key, response)).rstrip(b" ") + b"\n"
