"""The partition file: the equivalence classes of key and response and the parts that the comparison cuts them into."""

from __future__ import annotations

from muc_scorer.align.v33.mention_alignment import NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.chain_alignment import ChainAlignment
    from muc_scorer.read.v33.mentions import MentionSide

_KEY_RULE = b"*" * 52 + b"\n"
_RESPONSE_RULE = b"=" * 52 + b"\n"


def partitions(alignment: ChainAlignment) -> bytes:
    """Return the classes of one document: those of the key between stars, those of the response between equal signs.

    A line is C for a mention that the other side has, M (missing) or S (spurious) for one that it lacks; first and
    last offset, ID, REF or ``NULL``, for C the ID on the other side, and the words. The mentions of a part stand
    together.
    """
    key, response = alignment.key, alignment.response
    key_lines = _lines(key, alignment.partners, response, b"M")
    response_lines = _lines(response, alignment.back, key, b"S")
    chunks = [b"Document %s\n" % alignment.docnum]
    for parts in alignment.key_parts:
        chunks += [_KEY_RULE, *[key_lines[index] for part in parts for index in part], _KEY_RULE]
    for parts in alignment.response_parts:
        chunks += [_RESPONSE_RULE, *[response_lines[index] for part in parts for index in part], _RESPONSE_RULE]
    return b"".join([*chunks, b"\n"])


def _lines(side: MentionSide, partners: list[int], other: MentionSide, alone: bytes) -> list[bytes]:
    """Return the lines of the mentions of a side."""
    found = []
    for mention, quote, partner in zip(side.mentions, side.quotes, partners):
        attributes = mention.attributes
        first, last, name, ref = mention.start, mention.end - 1, attributes[b"id"], attributes.get(b"ref", b"NULL")
        if partner == NOBODY:
            found.append(b"%s %d %d %s %s %s\n" % (alone, first, last, name, ref, quote))
        else:
            met = other.mentions[partner].attributes[b"id"]
            found.append(b"C %d %d %s %s %s %s\n" % (first, last, name, ref, met, quote))
    return found
