"""The report summary of named entities of the 1997 program: every pair and every object left over, with their fills."""

from __future__ import annotations

from functools import cache

from muc_scorer.cells import COR, INC, MIS, NON, SPU
from muc_scorer.read.definitions import TEXT, TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.read.objects import Object, Slots

_RULE = b"-" * 116 + b"\n"
_HEADING = (
    b"\n * * * REPORT SUMMARY * * *\n"
    + _RULE
    + b"map/score map/score  key                       key                      Response                 Response\n"
    b"category  category   str                       str                      str                      str\n"
    b"type      text       type                      text                     type                     text\n" + _RULE
)


def report_summary(alignments: Sequence[Alignment]) -> list[bytes]:
    """Return the lines: all pairs, then all key objects left over, then all response objects left over."""
    lines = [_HEADING]
    pair_line = cache(_pair_line)  # tags that say the same share their slots
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
    types = _first_string(key, TYPE), _first_string(response, TYPE)
    texts = _first_string(key, TEXT), _first_string(response, TEXT)
    type_code = _code(*[None if text is None else text.lower() for text in types])
    fills = [text or b"" for text in (types[0], texts[0], types[1], texts[1])]
    return b"%s       %s        %s\n" % (type_code, _code(*texts), _columns(fills))


def _code(key: bytes | None, response: bytes | None) -> bytes:
    """Return what became of a fill. Bytes are compared, without normalisation and alternatives."""
    if key is None:
        return NON if response is None else SPU
    if response is None:
        return MIS
    return COR if key == response else INC


def _first_string(slots: Slots, name: bytes) -> bytes | None:
    for definition, slot in slots.items():
        if definition.folded == name and slot.main.strings:
            return slot.main.strings[0]
    return None


def _all_strings(item: Object) -> list[bytes]:
    return [text for slot in item.slots.values() for text in slot.main.strings]


def _columns(fills: Iterable[bytes]) -> bytes:
    return b"".join([b"%-25s" % fill for fill in fills]).replace(b"\n", b" ")
