"""The map history of version 3.3: one Tcl list of documents, down to the single fills (scoring manual, map history).

Each level is a list of lists of attribute names, which begin with a hyphen, and values.
"""

from __future__ import annotations

from muc_scorer.align.fills import identification
from muc_scorer.report.v33.tcl import tcl_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.mets import DocumentMets, Fills, ObjectMet, SlotMets
    from muc_scorer.read.definitions import ClassDef


def document_history(mets: DocumentMets) -> bytes:
    """Return the element of one document.

    Document: ``-document``, ``-classes``; class: ``-class``, ``-objects``; pair of objects: ``-result``, ``-key`` and
    ``-response`` where that side has one, ``-slots``; slot: ``-slot``, ``-multi_fills``; multi-fill: ``-aligned`` or
    ``-noncommittal``, which have no value, ``-fills``; single fill: ``-result``, ``-key``, ``-response``.
    """
    by_class: dict[ClassDef, list[bytes]] = {}
    for item in mets.objects:
        by_class.setdefault(item.definition, []).append(_object(item))
    classes = [
        b"  {-class %s -objects {\n%s  }}\n" % (tcl_word(definition.name), b"".join(objects))
        for definition, objects in by_class.items()
    ]
    return b"{-document %s -classes {\n%s}}\n" % (tcl_word(mets.docnum), b"".join(classes))


def _object(item: ObjectMet) -> bytes:
    sides = _sides(*[identification(one) if one else None for one in (item.key, item.response)])
    slots = b"".join([_slot(slot) for slot in item.slots])
    return b"    {-result %s%s -slots {\n%s    }}\n" % (item.code, sides, slots)


def _slot(slot: SlotMets) -> bytes:
    multi_fills = [
        _multi_fill(b"-aligned", slot.fills),
        *[_multi_fill(b"-noncommittal", fills) for fills in slot.others],
    ]
    return b"      {-slot %s -multi_fills {%s}}\n" % (tcl_word(slot.definition.name), b" ".join(multi_fills))


def _multi_fill(kind: bytes, fills: Fills) -> bytes:
    elements = [b"{-result %s%s}" % (code, _sides(key, response)) for code, key, response in fills]
    return b"{%s -fills {%s}}" % (kind, b" ".join(elements))


def _sides(key: bytes | None, response: bytes | None) -> bytes:
    return b"".join(
        [
            b" -%s %s" % (side, tcl_word(value))
            for side, value in ((b"key", key), (b"response", response))
            if value is not None
        ]
    )
