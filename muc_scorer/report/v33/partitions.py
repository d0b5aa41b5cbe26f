"""The partition file: the equivalence classes of key and response and the parts that the comparison cuts them into."""

from __future__ import annotations

from muc_scorer.align.v33.mention_alignment import NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.v33.chain_alignment import ChainAlignment, Parts
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
    chunks = [b"Document %s\n" % alignment.docnum]
    chunks += [_class(parts, key, alignment.partners, response, b"M", _KEY_RULE) for parts in alignment.key_parts]
    chunks += [_class(parts, response, alignment.back, key, b"S", _RESPONSE_RULE) for parts in alignment.response_parts]
    return b"".join([*chunks, b"\n"])


def _class(
    parts: Parts, side: MentionSide, partners: list[int], other: MentionSide, alone: bytes, rule: bytes
) -> bytes:
    lines = [rule]
    for part in parts:
        for index in part:
            mention = side.mentions[index]
            attributes = mention.attributes
            fields = (mention.start, mention.end - 1, attributes[b"id"], attributes.get(b"ref", b"NULL"))
            partner = partners[index]
            if partner == NOBODY:
                lines.append(b"%s %d %d %s %s %s\n" % (alone, *fields, side.quotes[index]))
            else:
                lines.append(
                    b"C %d %d %s %s %s %s\n" % (*fields, other.mentions[partner].attributes[b"id"], side.quotes[index])
                )
    return b"".join([*lines, rule])
