"""The mentions of a coreference key or response and their chains (scoring manual, coreference; Vilain et al. 1995).

A COREF tag marks a mention. ID names it within its document. REF links it to another mention, unless it has a
TYPE other than IDENT. Links are transitive and have no direction, so they divide the mentions of a document into
equivalence classes, here called chains.
"""

from __future__ import annotations

from legacy_scorers.muc_scorer.read.messages import shown
from legacy_scorers.muc_scorer.read.v33_tagged_text import without_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.muc_scorer.read.messages import Messages
    from legacy_scorers.muc_scorer.read.parsing import Source
    from legacy_scorers.muc_scorer.read.v33_tagged_text import Element, TaggedDocument

COREF = b"coref"
_BREAKS = bytes.maketrans(b"\n\r\t", b"   ")
_MAX_QUOTE_BYTES = 1000


class MentionSide:
    """The mentions of a document in the key or the response: its COREF elements, each with a unique ID.

    ``chains`` are lists of indices of mentions, each in ascending order; every mention is in exactly one of them.
    ``quotes`` are the words of each mention as reports show them.
    """

    def __init__(self, text: bytes, mentions: list[Element], chains: list[list[int]]) -> None:
        self.text = text
        self.mentions = mentions
        self.chains = chains
        line = text.translate(_BREAKS)
        self.quotes = [_quote(line, mention.start, mention.end) for mention in mentions]


def read_mentions(source: Source, document: TaggedDocument | None, messages: Messages) -> MentionSide:
    """Return the mentions of a document that was read for COREF elements; a missing document has none.

    A REF to the mention itself or to an unknown ID is ignored with a warning. Raises :class:`InputError` for a
    mention without an ID and for an ID that occurs twice.
    """
    if document is None:
        return MentionSide(b"", [], [])
    mentions = document.elements
    links = _links(source, mentions, _index_by_id(source, mentions), messages)
    return MentionSide(document.text, mentions, chains_of(len(mentions), links))


def _index_by_id(source: Source, mentions: list[Element]) -> dict[bytes, int]:
    by_id: dict[bytes, int] = {}
    for index, mention in enumerate(mentions):
        name = mention.attributes.get(b"id")
        if not name:
            raise source.error("the COREF tag has no ID", mention.position)
        if by_id.setdefault(name, index) != index:
            raise source.error(f'ID="{shown(name)}" occurs twice in the document', mention.position)
    return by_id


def _links(
    source: Source, mentions: list[Element], by_id: dict[bytes, int], messages: Messages
) -> list[tuple[int, int]]:
    """Return the links of mentions to others, as pairs of indices."""
    links = []
    for index, mention in enumerate(mentions):
        ref = mention.attributes.get(b"ref")
        if ref is None or mention.attributes.get(b"type", b"IDENT").upper() != b"IDENT":
            continue
        target = by_id.get(ref)
        if target is None or target == index:
            problem = "is not a mention of the document" if target is None else "is the mention itself"
            source.warn(f'REF="{shown(ref)}" {problem}; the link is ignored', mention.position, messages)
        else:
            links.append((index, target))
    return links


def _quote(line: bytes, start: int, end: int) -> bytes:
    """Return a quoted line of text without tags, truncated with ``...`` to ``_MAX_QUOTE_BYTES``."""
    words = line[start:end]
    if len(words) > _MAX_QUOTE_BYTES:
        words = words[: _MAX_QUOTE_BYTES - 3] + b"..."
    return b'"%s"' % without_tags(words)


def chains_of(count: int, links: list[tuple[int, int]]) -> list[list[int]]:
    """Return the equivalence classes of ``count`` mentions that are joined by links, ordered by first member."""
    chain_of = [[index] for index in range(count)]
    for one, other in links:
        small, large = sorted([chain_of[one], chain_of[other]], key=len)
        if small is not large:
            large += small
            for index in small:
                chain_of[index] = large
    return [sorted(chain) for chain in {id(chain): chain for chain in chain_of}.values()]
