"""The reports of coreference: score report, report summary, partition file and map history."""

from __future__ import annotations

from legacy_scorers.common.tally import Tally, complete
from legacy_scorers.muc_scorer import measures
from legacy_scorers.muc_scorer.align.chain_alignment import NOBODY
from legacy_scorers.muc_scorer.cells import COR, LINKS, MIS, OPT, SPU, TOTALS, cells
from legacy_scorers.muc_scorer.report.v33 import tcl_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from legacy_scorers.common.tally import Row, Signatures
    from legacy_scorers.muc_scorer.align.chain_alignment import ChainAlignment
    from legacy_scorers.muc_scorer.read.v33_mentions import MentionSide

_HEADINGS = b"%-13s%5s%5s\n%-13s%5s%5s%20s %19s %6s\n" % (
    b"", b"Key", b"Rsp",
    b"Document No.", b"Cls", b"Cls", b"Recall", b"Precision", b"f",
)  # fmt: skip
_COLUMNS = (
    measures.KEY_CLASSES, measures.RESPONSE_CLASSES, measures.COMMON, measures.KEY_LINKS, measures.RECALL,
    measures.COMMON, measures.RESPONSE_LINKS, measures.PRECISION, measures.F,
)  # fmt: skip
_DOCUMENT = b"%-13s %4d %4d %5d / %4d %6.1f %5d / %4d %6.1f %6.1f\n"
_TOTALS = b"%-13s %4d %4d %5d / %4d %6.1f%% %4d / %4d %6.1f%% %5.1f%%\n"


def link_row(signatures: Signatures) -> Row:
    """Return the counts of a line of the score report."""
    return Tally.of(signatures, cells).row(LINKS, TOTALS)


def link_table(documents: Iterable[tuple[bytes, Row]], totals: Row) -> bytes:
    """Return the score report: a line for each document, given by number and counts, and one of totals."""
    lines = [_HEADINGS, *[_scores(_DOCUMENT, docnum, counts) for docnum, counts in documents]]
    lines.append(_scores(_TOTALS, b"TOTALS:", totals))
    return b"".join(lines)


def _scores(layout: bytes, label: bytes, counts: Row) -> bytes:
    row = complete(counts, measures.LINK_MEASURES)
    return layout % (label, *[row[column] for column in _COLUMNS])


def coreference_summary(alignment: ChainAlignment) -> bytes:
    """Return a line for each mention: COR aligned, MIS missing, SPU spurious, OPT optional and not aligned."""
    lines: dict[bytes, list[bytes]] = {code: [] for code in (COR, MIS, SPU, OPT)}
    for code, key, response in _mentions(alignment, alignment.key.quotes, alignment.response.quotes):
        lines[code].append(b"%s  %-40s  %s\n" % (code, key or b'""', response or b'""'))
    return b"".join([b"Document %s\n" % alignment.docnum, *[line for some in lines.values() for line in some], b"\n"])


def _mentions(
    alignment: ChainAlignment, keys: list[bytes], responses: list[bytes]
) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield the code of each match of mentions, and the texts of key and response, empty for an absent mention."""
    for match in alignment.mentions:
        key = b"" if match.key is None else keys[match.key]
        yield match.signature[0], key, b"" if match.response is None else responses[match.response]


def partitions(alignment: ChainAlignment) -> bytes:
    """Return the classes of the key, between stars, and of the response, between equal signs, part by part.

    A line has a code, first and last offset, ID, REF or ``NULL``, for C the ID on the other side, and the words. The
    code of an aligned mention is C; that of another one is M (missing) in the key and S (spurious) in the response.
    """
    key, response = alignment.key, alignment.response
    chunks = [b"Document %s\n" % alignment.docnum]
    for lines, chains, sign in (
        (_placed(key, alignment.partners, response, b"M"), alignment.key_parts, b"*"),
        (_placed(response, alignment.back, key, b"S"), alignment.response_parts, b"="),
    ):
        rule = sign * 52 + b"\n"
        for parts in chains:
            chunks += [rule, *[lines[index] for part in parts for index in part], rule]
    return b"".join([*chunks, b"\n"])


def _placed(side: MentionSide, partners: list[int], other: MentionSide, alone: bytes) -> list[bytes]:
    found = []
    for mention, quote, partner in zip(side.mentions, side.quotes, partners):
        attributes = mention.attributes
        first, last, name, ref = mention.start, mention.end - 1, attributes[b"id"], attributes.get(b"ref", b"NULL")
        if partner == NOBODY:
            found.append(b"%s %d %d %s %s %s\n" % (alone, first, last, name, ref, quote))
        else:
            partner_id = other.mentions[partner].attributes[b"id"]
            found.append(b"C %d %d %s %s %s %s\n" % (first, last, name, ref, partner_id, quote))
    return found


def coreference_history(alignment: ChainAlignment) -> bytes:
    """Return the element of a Tcl list for a document: ``-document`` and ``-objects``, a list of pairs.

    A pair has ``-result`` COR, MIS, SPU or OPT, and for each of its mentions the id, the extent (offsets, end
    inclusive) and the words.
    """
    keys, responses = _described(alignment.key, b"key"), _described(alignment.response, b"response")
    pairs = [b"    {-result %s%s%s}\n" % sides for sides in _mentions(alignment, keys, responses)]
    return b"{-document %s -objects {\n%s}}\n" % (tcl_word(alignment.docnum), b"".join(pairs))


def _described(side: MentionSide, role: bytes) -> list[bytes]:
    layout = b" -%s %%s -%s_start %%d -%s_end %%d -%s_text %%s" % (role, role, role, role)
    return [
        layout % (tcl_word(mention.attributes[b"id"]), mention.start, mention.end - 1, tcl_word(quote[1:-1]))
        for mention, quote in zip(side.mentions, side.quotes)
    ]
