"""Coreference documents for tests: made from chains of numbered mentions, and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from legacy_scorers.common.tally import Row, Signatures
from legacy_scorers.muc_scorer.align.chain_alignment import ChainAlignment
from legacy_scorers.muc_scorer.read.parsing import Source
from legacy_scorers.muc_scorer.read.v33_mentions import COREF, MentionSide, read_mentions
from legacy_scorers.muc_scorer.read.v33_tagged_text import TaggedFile
from legacy_scorers.muc_scorer.report.v33_coreference import link_row
from tests.muc_scorer.runs import UNHEARD
from tests.muc_scorer.runs33 import document


def side(text: str) -> MentionSide:
    """Return the mentions of the one document of a file."""
    source = Source("a file", text.encode("latin-1"))
    file = TaggedFile(source, [COREF])
    return read_mentions(source, file.document(file.spans[b"1"]), UNHEARD)


def compared(key: str, response: str) -> ChainAlignment:
    """Return the comparison of two bodies of a document."""
    return ChainAlignment(b"1", side(document(key)), side(document(response)))


def links(alignment: ChainAlignment) -> Row:
    """Return the classes and links of a document, as its line in the score report has them."""
    signatures = Signatures()
    for match in alignment.matches:
        signatures[match.signature] += 1
    return link_row(signatures)


def linked(words: Sequence[str], links: Sequence[tuple[str, str]], ids: Mapping[str, str] | None = None) -> str:
    """Return the words with those of the links marked; each link says which word refers to which.

    The ID of a word is the word itself unless ``ids`` names another one.
    """
    referred = dict(links)
    marked = {word for link in links for word in link}
    names = {word: (ids or {}).get(word, word) for word in marked}
    return " ".join(
        f'<COREF ID="{names[word]}"{_reference(names.get(referred.get(word, "")))}>{word}</COREF>'
        if word in marked
        else word
        for word in words
    )


def _reference(name: str | None) -> str:
    return "" if name is None else f' TYPE="IDENT" REF="{name}"'


def chained(words: Sequence[str], *chains: str, ids: Mapping[str, str] | None = None) -> str:
    """Return the words with those of the chains marked, each chain a string of one-letter words."""
    links = [(word, before) for chain in chains for before, word in pairwise(chain)]
    return linked(words, links, ids)
