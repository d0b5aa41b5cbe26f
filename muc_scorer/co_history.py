"""The map history of coreference: a Tcl list of the mentions of each document and how they were aligned."""

from __future__ import annotations

from muc_scorer.mention_alignment import NOBODY
from muc_scorer.tcl import tcl_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.coreference import DocumentResult
    from muc_scorer.mentions import MentionSide


def coreference_history(result: DocumentResult) -> bytes:
    """Return the element of one document: ``-document`` and ``-objects``, a list of pairs.

    A pair has ``-result`` COR, MIS, SPU or OPT, and for each side that takes part its id, its extent (offsets, the end
    inclusive) and its words.
    """
    optional = set(result.optional)
    pairs = []
    for index, partner in enumerate(result.partners):
        key = _mention(b"key", result.key, index)
        if partner != NOBODY:
            pairs.append(b"    {-result COR%s%s}\n" % (key, _mention(b"response", result.response, partner)))
        else:
            pairs.append(b"    {-result %s%s}\n" % (b"OPT" if index in optional else b"MIS", key))
    for index, partner in enumerate(result.back):
        if partner == NOBODY:
            pairs.append(b"    {-result SPU%s}\n" % _mention(b"response", result.response, index))
    return b"{-document %s -objects {\n%s}}\n" % (tcl_word(result.docnum), b"".join(pairs))


def _mention(side: bytes, mentions: MentionSide, index: int) -> bytes:
    mention = mentions.mentions[index]
    words = tcl_word(mentions.quotes[index][1:-1])
    return b" -%s %s -%s_start %d -%s_end %d -%s_text %s" % (
        side, tcl_word(mention.attributes[b"id"]), side, mention.start, side, mention.end - 1, side, words,
    )  # fmt: skip
