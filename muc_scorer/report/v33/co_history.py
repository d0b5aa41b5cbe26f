"""The map history of coreference: a Tcl list of the mentions of each document and how they were aligned."""

from __future__ import annotations

from muc_scorer.align.v33.mention_alignment import NOBODY
from muc_scorer.report.v33.tcl import tcl_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.chain_alignment import ChainAlignment
    from muc_scorer.read.v33.mentions import MentionSide


_KEY = b" -key %s -key_start %d -key_end %d -key_text %s"
_RESPONSE = b" -response %s -response_start %d -response_end %d -response_text %s"


def coreference_history(alignment: ChainAlignment) -> bytes:
    """Return the element of one document: ``-document`` and ``-objects``, a list of pairs.

    A pair has ``-result`` COR, MIS, SPU or OPT, and for each side that takes part its id, its extent (offsets, the end
    inclusive) and its words.
    """
    keys, responses = _described(_KEY, alignment.key), _described(_RESPONSE, alignment.response)
    pairs = []
    for code, key, response in alignment.mets:
        sides = (b"" if key == NOBODY else keys[key], b"" if response == NOBODY else responses[response])
        pairs.append(b"    {-result %s%s%s}\n" % (code, *sides))
    return b"{-document %s -objects {\n%s}}\n" % (tcl_word(alignment.docnum), b"".join(pairs))


def _described(layout: bytes, side: MentionSide) -> list[bytes]:
    """Return the attributes of each mention of a side."""
    return [
        layout % (tcl_word(mention.attributes[b"id"]), mention.start, mention.end - 1, tcl_word(quote[1:-1]))
        for mention, quote in zip(side.mentions, side.quotes)
    ]
