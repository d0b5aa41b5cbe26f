"""The coreference report summary: how the mentions of each document were aligned, a line for each."""

from __future__ import annotations

from muc_scorer.align.v33.mention_alignment import NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.tally.v33.coreference import DocumentResult

_LINE = b"%s  %-40s  %s\n"
_NOTHING = b'""'


def coreference_summary(result: DocumentResult) -> bytes:
    """Return the lines of one document: COR aligned, MIS missing, SPU spurious, OPT optional and not answered."""
    key, response = result.key, result.response
    optional = set(result.optional)
    lines = [b"Document %s\n" % result.docnum]
    missing = []
    for index, partner in enumerate(result.partners):
        if partner != NOBODY:
            lines.append(_LINE % (b"COR", key.quotes[index], response.quotes[partner]))
        elif index not in optional:
            missing.append(_LINE % (b"MIS", key.quotes[index], _NOTHING))
    lines += missing
    lines += [
        _LINE % (b"SPU", _NOTHING, response.quotes[index])
        for index, partner in enumerate(result.back)
        if partner == NOBODY
    ]
    lines += [_LINE % (b"OPT", key.quotes[index], _NOTHING) for index in result.optional]
    return b"".join([*lines, b"\n"])
