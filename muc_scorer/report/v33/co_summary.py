"""The coreference report summary: how the mentions of each document were aligned, a line for each."""

from __future__ import annotations

from muc_scorer.align.codes import COR, MIS, OPT, SPU
from muc_scorer.align.v33.mention_alignment import NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.chain_alignment import ChainAlignment

_LINE = b"%s  %-40s  %s\n"
_NOTHING = b'""'


def coreference_summary(alignment: ChainAlignment) -> bytes:
    """Return the lines of one document: COR aligned, MIS missing, SPU spurious, OPT optional and not answered."""
    keys, responses = alignment.key.quotes, alignment.response.quotes
    lines: dict[bytes, list[bytes]] = {code: [] for code in (COR, MIS, SPU, OPT)}
    for code, key, response in alignment.mets:
        quotes = (_NOTHING if key == NOBODY else keys[key], _NOTHING if response == NOBODY else responses[response])
        lines[code].append(_LINE % (code, *quotes))
    return b"".join([b"Document %s\n" % alignment.docnum, *[line for some in lines.values() for line in some], b"\n"])
