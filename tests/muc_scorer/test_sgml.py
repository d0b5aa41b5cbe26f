"""Tagged texts: attributes, extents, sections, date lines, and errors."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.muc_scorer.read import v1997_sgml
from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
from legacy_scorers.muc_scorer.read.messages import Fatal, Messages
from legacy_scorers.muc_scorer.read.objects import Catalogue, Object
from legacy_scorers.muc_scorer.read.slotmap import read_slot_file
from legacy_scorers.muc_scorer.read.v1997_sgml import Tag, read_documents
from tests.muc_scorer.runs import named_entities, run, sample, tagged

DEFINITIONS = read_slot_file(b"slots", Messages(Memory({"slots": sample("ne_mixed", "ne.slots")})))
ADA = b'<ENAMEX TYPE="PERSON">Ada</ENAMEX>'


def read(content: bytes, definitions: Definitions = DEFINITIONS) -> Catalogue:
    catalogue = Catalogue()
    read_documents(b"keys", b"key", definitions, catalogue, Messages(Memory({"keys": content})))
    return catalogue


def entities(body: bytes, definitions: Definitions = DEFINITIONS) -> list[Object]:
    side = next(iter(read(tagged(body), definitions))).key
    assert side is not None
    return list(side)


def strings(item: Object) -> dict[bytes, list[bytes]]:
    return {slot.definition.name: slot.main.strings for slot in item.slots.values()}


@pytest.mark.parametrize(
    ("tag", "slots", "alternatives", "optional"),
    [
        (b'<ENAMEX TYPE="PERSON">', [(b"type", [b"PERSON"])], [], False),
        (b"<ENAMEX TYPE=PERSON>", [(b"type", [b"PERSON"])], [], False),
        (b"<enamex type=PERSON STATUS=OPT>", [(b"type", [b"PERSON"])], [], False),
        (b'<ENAMEX STATUS="opt" TYPE="PERSON">', [(b"type", [b"PERSON"])], [], True),
        (b'<ENAMEX STATUS="OPTIONAL">', [], [], True),
        (b'<ENAMEX STATUS="MAYBE">', [], [], False),
        (b'<ENAMEX ALT="a  b|c" TYPE="PERSON">', [(b"text", [])], [b"a b"], False),
        (b'<ENAMEX TYPE="PERSON" ALT="a">', [(b"type", [b"PERSON"]), (b"text", [])], [b"a"], False),
        (b'<ENAMEX TYPE="A" TYPE="B">', [(b"type", [b"A", b"B"])], [], False),
        (b'<ENAMEX "1TYPE="X">', [(b"type", [b"X"])], [], False),
        (b'<ENAMEX\nTYPE="X">', [], [], False),
        (b'<ENAMEX-1 TYPE="X">', [(b"type", [b"X"])], [], False),
        (b'<ENAMEX "STATUS="OPT">', [(b"status", [b"OPT"])], [], False),
        (b'<ENAMEX "ALT="a|b">', [(b"alt", [b"a|b"])], [], False),
        (b'<ENAMEX TYPE="X"\nALT="a|b" TYPE="Y">', [(b"type", [b"X", b"Y"]), (b"alt", [b"a|b"])], [], False),
        (b'<ENAMEX TYPE=X\n ALT="a">', [(b"type", [b"X\n"]), (b"text", [])], [b"a"], False),
        (b"<ENAMEX>", [], [], False),
    ],
)
def test_attributes(
    tag: bytes, slots: list[tuple[bytes, list[bytes]]], alternatives: list[bytes], optional: bool
) -> None:
    found = Tag(tag, DEFINITIONS)
    assert [(slot.definition.name, slot.main.strings) for slot in found.slots.values()] == slots
    assert [fills.strings for slot in found.slots.values() for fills in slot.alternatives] == [
        [text] for text in alternatives
    ]
    assert found.optional == optional


@pytest.mark.parametrize(
    ("tag", "error", "words"),
    [
        (b'<ENAMEX TYPE="">', InputError, b"TYPE of the tag"),
        (b'<ENAMEX "1"=3>', InputError, b"has no name"),
        (b'<ENAMEX TYPE="MISC PERSON">', Fatal, b"slot 'PERSON\"' is not defined for class 'enamex'"),
        (b"<ENAMEXTRA TYPE=X>", Fatal, b"class 'enamextra' has not been defined"),
    ],
)
def test_attributes_that_make_no_sense(tag: bytes, error: type[Exception], words: bytes) -> None:
    with pytest.raises(error) as raised:
        Tag(tag, DEFINITIONS)
    message = raised.value.message if isinstance(raised.value, Fatal) else str(raised.value).encode()
    assert words in message


def test_extents_do_not_count_the_tags_of_entities() -> None:
    plain = tagged(b"Ada and Ben")
    start = plain.index(b"Ada")
    both = entities(ADA + b' and <ENAMEX\tTYPE="PERSON">Ben</ENAMEX>'.replace(b"\t", b" "))
    assert [(item.start, item.end) for item in both] == [(start, start + 3), (start + 8, start + 11)]
    assert plain[both[1].start : both[1].end] == b"Ben"


def test_nested_entities_share_their_text() -> None:
    outer, inner, date = entities(
        b'<ENAMEX TYPE="ORGANIZATION">Bank <I>of</I>\n<ENAMEX TYPE="LOCATION">Lyon</ENAMEX> Ltd</ENAMEX>'
        b"<TIMEX>x</TIMEX>"
    )
    assert strings(outer)[b"text"] == [b"Bank >of> Lyon Ltd"]
    assert strings(inner)[b"text"] == [b"Lyon"]
    assert (outer.id, inner.id, date.id) == (b"1", b"2", b"1")
    assert outer.start < inner.start < inner.end < outer.end == date.start


def test_an_inner_entity_passes_on_its_attribute_text_too() -> None:
    outer, _ = entities(b'<ENAMEX>Joe <ENAMEX TEXT="X">Smith</ENAMEX> b</ENAMEX>')
    assert strings(outer) == {b"text": [b"Joe XSmith b"]}


@pytest.mark.parametrize(
    ("tag", "slots"),
    [
        (b"<ENAMEX TYPE=X></ENAMEX>", {b"type": [b"X"], b"text": []}),
        (b'<ENAMEX ALT="a"></ENAMEX>', {b"text": []}),
        (b"<ENAMEX TEXT=a></ENAMEX>", {b"text": [b"a"]}),
    ],
)
def test_an_entity_without_text_has_no_fill_for_it(tag: bytes, slots: dict[bytes, list[bytes]]) -> None:
    (item,) = entities(tag)
    assert strings(item) == slots


def test_entities_outside_of_sections_mean_nothing() -> None:
    assert not list(read(b"<DOC><DOCNO> 1 </DOCNO>%s</ENAMEX></DOC>" % ADA))
    assert [item.section for item in entities(b"</TXT>%s<hl>%s</hl><HL><TEXT>%s</TEXT>" % (ADA, ADA, ADA))] == [
        b"hl",
        b"TEXT",
    ]


@pytest.mark.parametrize(
    ("head", "number"),
    [
        (b"<DOCNO> 97-1.2 </DOCNO>", b"9712"),
        (b"<DOCNO>97-1.</DOCNO>", b"971</DOCNO"),
        (b"<DOCNO>\n97\n</DOCNO>", b"97"),
        (b"<DOCID> 5 </DOCID>", b"5"),
        (b"<DOCID> 5 </DOCID><DOCNO> 6 </DOCNO>", b"6"),
        (b"<DOCNO> 6 </DOCNO><DOCID> 5 </DOCID>", b"6"),
        (b"<DOCNO> 6 </DOCNO><DOCNO> 7 </DOCNO>", b"7"),
        (b"<DOCNO></DOCNO> 12 ", b"12"),
        (b"<DOCNO><B> </b> <p 12 ", b"12"),
        (b"<DOCNO> <p>12 ", b"12"),
        (b"<DOCNO> <p-12 ", b"<p12"),
        (b"<DOCNO> <ENAMEX TYPE=PERSON>12 ", b"12"),
    ],
)
def test_document_numbers(head: bytes, number: bytes) -> None:
    (document,) = read(b"<DOC>%s<TXT> x </TXT></DOC>" % head)
    assert document.docnum == number


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"Joe <DOCNO> 7 </DOCNO> b</ENAMEX>", b"Joe  > b"),
        (b"Joe <DOCNO>\t<p>\n7 b</ENAMEX>", b"Joe  b"),
        (b"Joe <DOCNO> 7 b", b"Joe  b"),
        (b"Joe <DOCNO> ", b"Joe "),
    ],
)
def test_what_comes_before_a_document_number_is_no_text(body: bytes, text: bytes) -> None:
    side = next(iter(read(b"<DOC><DOCNO> 1 </DOCNO><TXT><ENAMEX>" + body))).key
    assert side is not None
    assert [strings(item) for item in side] == [{b"text": [text]}]


def test_an_entity_within_one_of_the_date_line_takes_its_place() -> None:
    body = b"</TXT><DD><TIMEX>on <ENAMEX>Monday</ENAMEX></TIMEX></DD><TXT>"
    assert [item.name() for item in entities(body)] == [b"enamex-971-1"]


def test_a_section_closed_twice_does_no_harm_where_nothing_is_tagged_after_it() -> None:
    body = b"</TXT></TXT><TXT>%s</TXT></TXT></TXT></TXT>" % ADA
    assert [item.section for item in entities(body)] == [b"TXT"]


def test_the_end_of_a_document_ends_nothing() -> None:
    keys = tagged(b"<ENAMEX>Ada", b"1") + b"x </ENAMEX> " + ADA + b"<TXT>" + ADA + tagged(ADA, b"2")
    first, second = read(keys)
    assert first.key is not None
    assert [strings(item)[b"text"] for item in first.key] == [[b"Ada > > x  Ada>Ada"], [b"Ada"]]
    assert second.key is not None
    assert len(list(second.key)) == 1


def test_an_inner_entity_adds_its_text_when_it_is_closed() -> None:
    outer, inner = entities(b"<ENAMEX>Bank of <ENAMEX>Lyon")
    assert strings(outer)[b"text"] == [b"Bank of "]
    assert strings(inner)[b"text"] == [b"Lyon > > "]


@pytest.mark.parametrize(
    ("body", "own", "named_text"),
    [
        (b'<ENAMEX TYPE="P">Joe <ENAMEX TYPE="L">May</ENAMEX> x</ENAMEX>', [b"Joe  x"], [b"PL"]),
        (b'<ENAMEX TEXT="A"TYPE="P"><ENAMEX TYPE="L">May</ENAMEX> x</ENAMEX>', [b"A x"], [b"PL"]),
        (b'<ENAMEX TYPE="P">Joe <ENAMEX>May</ENAMEX> x</ENAMEX>', [b"Joe  x"], [b"P"]),
        (b'<ENAMEX>Joe <ENAMEX TYPE="L">May</ENAMEX> x</ENAMEX>', [b"Joe "], [b"L x"]),
        (b'<ENAMEX>Joe <ENAMEX TYPE="L">May</ENAMEX> x<ENAMEX TYPE="M">Bo</ENAMEX>y</ENAMEX>', [b"Joe "], [b"L xMy"]),
        (b'<ENAMEX TYPE="P"><ENAMEX TYPE="L">May</ENAMEX> x</ENAMEX>', [], [b"PL x"]),
        (b'<ENAMEX><ENAMEX TYPE="L">May</ENAMEX> x</ENAMEX>', [], [b"L x"]),
    ],
)
def test_text_after_an_inner_entity_follows_what_that_passed_on(
    body: bytes, own: list[bytes], named_text: list[bytes]
) -> None:
    slots = [SlotDef(b"type", b"TEXT"), SlotDef(b"text", b"TYPE")]
    exchanged = Definitions([ClassDef(b"enamex", b"ENAMEX", slots)])
    exchanged.settle()
    outer, *_ = entities(body, exchanged)
    assert strings(outer) == {b"type": own, b"text": named_text}


def test_the_text_goes_on_from_an_attribute_text() -> None:
    first, second = entities(b'<ENAMEX TEXT="A" TEXT="B">da</ENAMEX><ENAMEX TEXT="C" ALT="D">e</ENAMEX>')
    assert strings(first)[b"text"] == [b"Ada", b"B"]
    assert strings(second)[b"text"] == [b"Ce"]


def test_objects_have_the_number_that_holds_at_their_tags() -> None:
    body = ADA + b"<DOCNO> 5 </DOCNO>" + ADA
    (document,) = read(tagged(body, b"4"))
    assert document.docnum == b"4"
    assert document.key is not None
    assert [item.name() for item in document.key] == [b"enamex-4-1", b"enamex-5-2"]


PIECES = [
    *b"<ENAMEX> </ENAMEX> <B> <TXT> </TXT> <DOC> </DOC> <TIMEX > <DD> </DD".split(),
    ADA,
    b"x\n",
    b"<DOCNO> 1 ",
    b'"',
]


@given(st.lists(st.sampled_from(PIECES)))
def test_any_markup_gives_a_result_or_one_line(pieces: list[bytes]) -> None:
    done = run(named_entities(tagged(b"".join(pieces)), tagged(ADA)))
    lines = [line for line in done.stderr.splitlines() if line.startswith((b"muc-score: ", b"Error: "))]
    assert (done.exit, len(lines)) in ((0, 0), (1, 1))


MARKUP = [
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


@given(st.lists(st.sampled_from(MARKUP)).map(b"".join))
def test_a_whole_entity_is_what_its_tags_and_text_are(body: bytes) -> None:
    content = b"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n" + body
    found = outcome(content)
    with patch.object(v1997_sgml, "_ENTITY", rb"(?P<opening>(?!))(?P<text>)(?P<end>)"):
        assert found == outcome(content)
