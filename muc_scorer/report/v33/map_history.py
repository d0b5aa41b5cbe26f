"""The map history of version 3.3: one Tcl list of documents, down to the single fills (scoring manual, map history).

Each level is a list of lists of attribute names, which begin with a hyphen, and values.
"""

from __future__ import annotations

from itertools import islice

from muc_scorer.cells import NON
from muc_scorer.report.v33.tcl import tcl_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.align.outcome import FillMatch, Pair
    from muc_scorer.align.v33.matches import Outcome33
    from muc_scorer.read.definitions import ClassDef, SlotDef


def document_history(outcome: Outcome33) -> bytes:
    """Return the element of one document.

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


def _slot(definition: SlotDef, pair: Pair, fills: Sequence[FillMatch], outcome: Outcome33) -> bytes:
    """Return the element of a slot, nothing if neither of two objects has it."""
    key, response = [item.slots.get(definition) if item else None for item in pair]
    if key is None and response is None:
        return b""
    elements = [_multi_fill(b"-aligned", [fill for fill in fills if fill[0] != NON])]
    if key is not None and key.alternatives:
        left = iter([fill for fill in fills if fill[0] == NON])
        chosen = outcome.chosen.get(key, key.main)
        others = [fills for fills in key.multi_fills() if fills is not chosen]
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
