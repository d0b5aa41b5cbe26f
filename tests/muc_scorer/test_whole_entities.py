"""Entities that hold nothing but text are read as a whole; here tag by tag as well, and both ways must agree."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from muc_scorer.read import v1997_sgml
from muc_scorer.read.messages import Fatal
from tests.muc_scorer.test_sgml import read, strings

PIECES = [
    b'<ENAMEX TYPE="PERSON">Ada</ENAMEX>', b'<TIMEX TYPE="DATE">1 May</TIMEX>', b"<enamex>", b'<NUMEX TYPE="MONEY">',
    b'<ENAMEX TEXT="A" STATUS="OPT">', b"</ENAMEX>", b"</timex>", b"</NUMEX >", b"<ENAMEX ", b"<", b">", b"a b", b"\n",
    b"<DD>", b"</DD>", b"<TXT>", b"</TXT>", b"<p>", b"<DOC>\n<DOCNO> 2 </DOCNO>", b"</DOC>", b"<DOCNO>",
]  # fmt: skip


def outcome(content: bytes) -> list[object]:
    """Return all that is read of a file, or the error."""
    try:
        return [
            (
                document.docnum,
                item.name(),
                item.start,
                item.end,
                item.position,
                item.section,
                item.optional,
                strings(item),
            )
            for document in read(content)
            for item in document.key or ()
        ]
    except InputError as error:
        return [error.problem, error.line]
    except Fatal as fatal:
        return [fatal.message]


@given(st.lists(st.sampled_from(PIECES)).map(b"".join))
def test_a_whole_entity_is_what_its_tags_and_text_are(body: bytes) -> None:
    content = b"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n" + body
    found = outcome(content)
    with patch.object(v1997_sgml, "_ENTITY", rb"(?P<opening>(?!))(?P<text>)(?P<end>)"):
        assert found == outcome(content)
