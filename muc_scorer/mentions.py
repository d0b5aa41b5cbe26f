"""The mentions of a coreference key or response and their chains (scoring manual, coreference; Vilain et al. 1995).

A COREF tag marks a mention. ID names it within its document; REF, unless TYPE says something else than IDENT, links
it to another one. Links are transitive and have no direction, so the mentions of a document fall into equivalence
classes, here called chains.
"""

from __future__ import annotations

from muc_scorer.messages import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.annotated_text import AnnotatedDocument, Element, Source

COREF = b"coref"
_BREAKS = bytes.maketrans(b"\n\r\t", b"   ")
_LONGEST_QUOTE = 1000


class Mention:
    """One COREF element.

    ``start`` and ``end`` are offsets in the text of the document (exclusive end). ``ref`` and ``head`` (the string of
    MIN) are None where the tag has none. ``parent`` is the index of the mention around it, -1 if there is none.
    """

    __slots__ = ("end", "head", "id", "optional", "parent", "ref", "start")

    def __init__(
        self,
        id: bytes,  # noqa: A002 - the field's term
        ref: bytes | None,
        start: int,
        end: int,
        parent: int = -1,
        head: bytes | None = None,
        optional: bool = False,
    ) -> None:
        self.id = id
        self.ref = ref
        self.start = start
        self.end = end
        self.parent = parent
        self.head = head
        self.optional = optional


class MentionSide:
    """The mentions that the key or the response has in one document, in the order of their open tags.

    ``chains`` are lists of indices of mentions, each in ascending order; every mention is in exactly one of them.
    ``quotes`` are the words of each mention as reports show them.
    """

    __slots__ = ("chains", "mentions", "quotes", "text")

    def __init__(self, text: bytes, mentions: list[Mention], chains: list[list[int]]) -> None:
        self.text = text
        self.mentions = mentions
        self.chains = chains
        self.quotes = [_quote(text, mention.start, mention.end) for mention in mentions]


def read_mentions(source: Source, document: AnnotatedDocument) -> MentionSide:
    """Return the mentions of a document that was read for COREF elements.

    A reference to the mention itself or to one that the document does not have is left out, with a warning. Raises
    :class:`InputError` for a mention without ID and an ID given twice.
    """
    mentions = []
    by_id: dict[bytes, int] = {}
    for index, element in enumerate(document.elements):
        mention = _mention(source, element)
        if by_id.setdefault(mention.id, index) != index:
            raise source.error(f'ID="{shown(mention.id)}" is given twice in the document', element.position)
        mentions.append(mention)
    links = []
    for index, mention in enumerate(mentions):
        if mention.ref is None or not _is_identity(document.elements[index]):
            continue
        target = by_id.get(mention.ref)
        if target is None or target == index:
            problem = "names no mention of the document" if target is None else "names the mention itself"
            source.warn(
                f'REF="{shown(mention.ref)}" {problem}; the link is left out', document.elements[index].position
            )
        else:
            links.append((index, target))
    return MentionSide(document.text, mentions, chains_of(len(mentions), links))


def _mention(source: Source, element: Element) -> Mention:
    attributes = element.attributes
    name = attributes.get(b"id")
    if not name:
        raise source.error("the COREF tag has no ID", element.position)
    optional = attributes.get(b"status", b"").lower() in (b"opt", b"optional")
    return Mention(
        name, attributes.get(b"ref"), element.start, element.end, element.parent, attributes.get(b"min"), optional
    )


def _is_identity(element: Element) -> bool:
    """Say whether the link of a tag is one of identity, as it is unless TYPE says otherwise."""
    return element.attributes.get(b"type", b"IDENT").upper() == b"IDENT"


def _quote(text: bytes, start: int, end: int) -> bytes:
    """Return words of a text in double quotes, on one line and without tags; very long ones end in ``...``."""
    words = text[start:end] if end - start <= _LONGEST_QUOTE else text[start : start + _LONGEST_QUOTE - 3] + b"..."
    if b"<" in words:
        words = _without_tags(words)
    return b'"%s"' % words.translate(_BREAKS)


def _without_tags(words: bytes) -> bytes:
    import re

    return re.sub(rb"<[^<>]*>", b"", words)


def chains_of(count: int, links: list[tuple[int, int]]) -> list[list[int]]:
    """Return the equivalence classes that links make of ``count`` mentions, by first member."""
    leader = list(range(count))
    for one, other in links:
        leader[find(leader, one)] = find(leader, other)
    chains: dict[int, list[int]] = {}
    for index in range(count):
        chains.setdefault(find(leader, index), []).append(index)
    return list(chains.values())


def find(leader: list[int], index: int) -> int:
    """Return the representative of an element of disjoint sets, shortening the way to it.

    ``leader`` holds for each element another one of its set, and for the representative the element itself.
    """
    while leader[index] != index:
        leader[index] = leader[leader[index]]
        index = leader[index]
    return index
