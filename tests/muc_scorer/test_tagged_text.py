"""Elements are read in large pieces; here in the smallest ones as well, and both ways must agree."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from muc_scorer.read import v33_tagged_text
from muc_scorer.read.parsing import Source
from muc_scorer.read.v33_tagged_text import TaggedFile

TAGS = [
    b"<A>", b'<A ID="1">', b"<a id='2'\n>", b'<B ID="3" X>', b"<B", b"</A>", b"</a >", b"</B>", b"<TXT>", b"</TXT>",
    b"<P>", b"<", b">", b" ", b"\n", b"word", b"<A>word</A>", b'<B ID="4"> x </B>', b"<A->",
]  # fmt: skip
ONE_BY_ONE = rb"<(/)?(?i:(%(names)s)|(%(sections)s))(?![\w-])([^<>]*)(>)?(?:(?!)())?"


def outcome(read: Callable[[bytes], object], text: bytes) -> object:
    try:
        return read(text)
    except InputError as error:
        return str(error)


def elements(body: bytes) -> object:
    """Return all that is read of a document."""
    file = TaggedFile(Source("keys", b"<DOC><DOCNO>1</DOCNO>\n%s</DOC>" % body), [b"a", b"b"])
    document = file.document(b"1")
    assert document is not None
    return document.text, [[getattr(element, name) for name in element.__slots__] for element in document.elements]


@given(st.lists(st.sampled_from(TAGS)).map(b"".join))
def test_a_whole_element_is_what_its_tags_and_text_are(body: bytes) -> None:
    found = outcome(elements, body)
    with patch.object(v33_tagged_text, "_TAG", ONE_BY_ONE):
        assert found == outcome(elements, body)
