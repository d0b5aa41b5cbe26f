"""Documents in xml-inline, and as overlays over their own source."""

from __future__ import annotations

import base64
import json
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.mat_score.annotations import Attribute, DecodeError, DocumentError, LoadError
from legacy_scorers.mat_score.documents.xmlinline import read_xml
from legacy_scorers.mat_score.tasks.task import AnnotationTask, LabelSet, TaskLabel

if TYPE_CHECKING:
    from legacy_scorers.mat_score.annotations import Document

READERS = (read_xml, partial(read_xml, overlay=True))
HEADER = (
    "<_mat:atypes><_mat:atype name='d' hasSpan='yes'/><_mat:atype name='P' hasSpan='yes'>"
    "<_mat:attr name='age' type='int' aggregation='none'/><_mat:attr name='ok' type='boolean' aggregation='none'/>"
    "<_mat:attr name='names' type='string' aggregation='set'/><_mat:attr name='of' type='annotation'/></_mat:atype>"
    "<_mat:atype name='R' hasSpan='no'><_mat:attr name='to' type='annotation' aggregation='list'/></_mat:atype>"
    "</_mat:atypes>"
)


def task() -> AnnotationTask:
    labels = LabelSet("content", "content", {"P": TaskLabel("P", "content"), "Q": TaskLabel("Q", "content")})
    labels.labels["P"].add(Attribute("age", "int"))
    labels.labels["P"].add(Attribute("sex", choices=("m", "f")))
    return AnnotationTask("T", "task.xml", [labels])


def spans(document: Document) -> dict[str, list[str]]:
    """Return what the annotations of each label cover."""
    return {
        label: [document.signal[start:end] for start, end in document.spans_of(label)]
        for label in document.types
        if document.annotations_of(label)
    }


@pytest.mark.parametrize(
    ("source", "signal", "annotated"),
    [
        ("<d><P>Ann</P> &amp; <Q>Bo</Q></d>", "Ann & Bo", {"d": ["Ann & Bo"], "P": ["Ann"], "Q": ["Bo"]}),
        ("<?xml version='1.0'?>\n<d>a</d>\n<!-- c -->", "a", {"d": ["a"]}),
        ("<?xml version='1.0' encoding='latin-1'?><d>é</d>", "é", {"d": ["é"]}),
        ("\ufeff<d>a</d>", "a", {"d": ["a"]}),
        ("<d>a<!-- x --><?pi y?><![CDATA[<b>]]></d>", "a<b>", {"d": ["a<b>"]}),
        ("<d>&#233;&#x1F600;<P>𝄞x</P></d>", "é\U0001f600𝄞x", {"d": ["é\U0001f600𝄞x"], "P": ["𝄞x"]}),
        ("<d>a<P/>b</d>", "ab", {"d": ["ab"], "P": [""]}),
        ("<d><P>a<P>b</P></P></d>", "ab", {"d": ["ab"], "P": ["b", "ab"]}),
        ("<x:d xmlns='u'><P:q>a</P:q></x:d>", "a", {"x:d": ["a"], "P:q": ["a"]}),
        ("<!DOCTYPE d [<!ENTITY n 'Bo'>]><d>a&n;b</d>", "ab", {"d": ["ab"]}),
        ("<!DOCTYPE d [<!ENTITY n SYSTEM 'file:///etc/passwd'>]><d>a&n;b</d>", "ab", {"d": ["ab"]}),
        ("<!DOCTYPE d SYSTEM 'file:///etc/passwd'><d>a&n;b</d>", "ab", {"d": ["ab"]}),
        ("<d>\r\n<P>a</P>\r</d>\r\n", "\r\na\r", {"d": ["\r\na\r"], "P": ["a"]}),
        ("<d\n a='1'>\r</d>", "\r", {"d": ["\r"]}),
        ("\r\n<d>a</d>", "a", {"d": ["a"]}),
        ("<!-- <x></x> -->\r\n<d>a\r\n</d>", "a\n", {"d": ["a\n"]}),
        ("<d><data>\r</data>\r</d>", "\r\r", {"d": ["\r\r"], "data": ["\r"]}),
        ("<d><d>\r</d>\r\n</d >", "\r\n", {"d": ["\r", "\r\n"]}),
        ("<d><![CDATA[\r]]></d>", "&#xD;", {"d": ["&#xD;"]}),
    ],
)  # fmt: skip
def test_elements_are_annotations_of_the_character_data(
    source: str, signal: str, annotated: dict[str, list[str]]
) -> None:
    document = read_xml("d", source, None, False)
    assert (document.signal, spans(document)) == (signal, annotated)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("reason", "source"),
    [
        ("", ""),
        ("", "text"),
        ("", "<d>"),
        ("", "<d><P></d></P>"),
        ("", "<d a='1' a='2'/>"),
        ("", "<d>&n;</d>"),
        ("", "<d>\x00</d>"),
        ("", "<d>\ud800</d>"),
        ("", "<d/><d/>"),
        ("the first start tag is not closed", "<d/>\r\n"),
        ("the first start tag is not closed", "<d>\r"),
        ("the first start tag is not closed", "<d>\r</d >"),
        ("", "<d\r a='1'></d>"),
        ("the first start tag is not closed", "<!-- <x> -->\r\n<d>a</d>"),
        ("the first start tag is not closed", "\r"),
        ("", "<!DOCTYPE d [" + "".join([f"<!ENTITY e{n} '{f'&e{n - 1};' * 10 if n else 'lol'}'>" for n in range(12)])
        + "]><d a='&e11;'/>"),
        ("a type header without 'name'", "<d><_mat:atypes><_mat:atype/></_mat:atypes></d>"),
        ("a type header without 'name'",
         "<d><_mat:atypes><_mat:atype name='P' hasSpan='yes'><_mat:attr type='int'/></_mat:atype></_mat:atypes></d>"),
        ("unknown attribute type or aggregation",
         "<d><_mat:atypes><_mat:atype name='P' hasSpan='no'><_mat:attr name='a' type='x'/></_mat:atype></_mat:atypes>"),
        ("the ID 1 occurs twice", "<d><P _mat:id='1'/><P _mat:id='1'/></d>"),
        ("the metadata comment cannot be read", "<d/><!-- _mat_metadata_ xxxxx -->"),
        ("the metadata comment cannot be read", "<d/><!-- _mat_metadata_ e30x -->"),
        ("the metadata comment cannot be read", "<d/><!-- _mat_metadata_  -->"),
        ("the label N is not declared", f"<d>{HEADER}<N/></d>"),
        ("the attribute new of P is not declared", f"<d>{HEADER}<P new='1'/></d>"),
        ("'seven' is no int", f"<d>{HEADER}<P age='seven'/></d>"),
        ("'1_0' is no int", f"<d>{HEADER}<P age='1_0'/></d>"),
        ("no annotation has the ID nobody", f"<d>{HEADER}<P of='nobody'/></d>"),
        ("'-1' is not an ID", f"<d>{HEADER}<P _mat:id='-1'/></d>"),
        ("no annotation has the ID ", f"<d>{HEADER}<R to=''/></d>"),
        ("an attribute without a type, or of a type that the task does not declare",
         "<d><_mat:atypes><_mat:attr name='a'/></_mat:atypes></d>"),
    ],
)  # fmt: skip
def test_what_cannot_be_decoded(reader: type, reason: str, source: str) -> None:
    with pytest.raises(DecodeError) as caught:
        reader("d", source, None, False)
    assert reason in str(caught.value)


@pytest.mark.parametrize("reader", READERS)
def test_nothing_limits_depth_and_length(reader: type) -> None:
    deep = reader("d", "<d>" * 3000 + "x" + "</d>" * 3000, None, False)
    assert len(deep.annotations_of("d")) == 3000
    assert len(reader("d", f"<d>{'x' * 20_000_000}</d>", None, False).signal) == 20_000_000


def test_entities_are_not_put_in() -> None:
    bomb = "".join([f"<!ENTITY e{n} '{f'&e{n - 1};' * 10 if n else 'lol'}'>" for n in range(12)])
    assert read_xml("d", f"<!DOCTYPE d [{bomb}]><d>&e11;</d>", None, False).signal == ""


def test_header_ids_and_links() -> None:
    source = (
        f"<top>{HEADER}<P age='7' ok='yes' names='b,a,b' _mat:id='1'>Ann</P><P of='1' names=''/><R to='1,1'/></top>"
    )
    document = read_xml("d", source, None, False)
    ann, bo = document.annotations_of("P")
    (link,) = document.annotations_of("R")
    assert (ann.id, ann.values) == ("1", {"age": 7, "ok": True, "names": ("b", "a")})
    assert (bo.id, bo.values) == (None, {"of": ann, "names": ("",)})
    assert (link.start, link.end, link.values) == (None, None, {"to": (ann, ann)})
    assert list(document.types) == ["top", "d", "P", "R"]


@pytest.mark.parametrize("reader", READERS)
def test_metadata_comment(reader: type) -> None:
    metadata = {"phasesDone": ["zone"]}
    comment = f"<!-- _mat_metadata_ {base64.b64encode(json.dumps(metadata).encode()).decode()} -->"
    assert reader("d", f"<d>a</d>{comment}", None, False).metadata == metadata
    assert reader("d", f"<d>a{comment}</d>", None, False).signal == "a"


@pytest.mark.parametrize(
    ("translate_all", "labels"),
    [(False, {"P": ["Ann"]}), (True, {"d": ["Ann to Rome"], "P": ["Ann"], "L": ["Rome"]})],
)
def test_with_a_task_declared_labels_are_annotations(translate_all: bool, labels: dict[str, list[str]]) -> None:
    document = read_xml("d", "<d><P age='7'>Ann</P> to <L>Rome</L></d>", task(), translate_all)
    assert spans(document) == labels
    assert document.annotations_of("P")[0].values == {"age": 7}


@pytest.mark.parametrize("attributes", ["age='x'", "sex='x'"])
def test_a_task_types_attributes(attributes: str) -> None:
    with pytest.raises(DecodeError):
        read_xml("d", f"<P {attributes}/>", task(), False)


@pytest.mark.parametrize(
    ("source", "signal", "annotated"),
    [
        ("<d a='1'><P>A</P> &amp; <b>B</b></d>", "<d a='1'>A &amp; <b>B</b></d>", {"P": ["A"]}),
        ("<?xml version='1.0'?>\n<d>&#233;</d>\n", "<?xml version='1.0'?>\n<d>é</d>\n", {}),
        ("<d>&gt;<![CDATA[<]]></d>", "<d>&gt;<![CDATA[&lt;]]></d>", {}),
        ("<!DOCTYPE d [<!ENTITY n 'B'>]>\n<d>&n;</d>", "<!DOCTYPE d [<!ENTITY n 'B'>]>\n<d>&n;</d>", {}),
        ("<d><?pi x?><!--c--></d>", "<d><?pi x?><!--c--></d>", {}),
        ("<d>é<b k='>'>x</b></d>", "<d>é<b k='>x</b></d>", {}),
        ("<d><b/>x<b/></d>", "<d><b/>x<b/>x<b/></d></d>", {}),
        ("<d/>", "<d/>", {}),
        ("<P>\r\n</P>", "\r\n", {"P": ["\r\n"]}),
    ],
)  # fmt: skip
def test_an_overlay_keeps_its_source(source: str, signal: str, annotated: dict[str, list[str]]) -> None:
    document = read_xml("d", source, task(), False, overlay=True)
    assert (document.signal, spans(document)) == (signal, annotated)


def test_an_overlay_without_task_is_all_annotations() -> None:
    document = read_xml("d", "<!--c--><d><P>A</P>&lt;</d>", None, False, overlay=True)
    assert document.signal == "<!--c-->A&lt;"
    assert spans(document) == {"P": ["A"], "d": ["A&lt;"]}


def test_metadata_of_an_overlay_are_an_object() -> None:
    with pytest.raises(DecodeError, match=r"^the metadata must be an object$"):
        read_xml("d", "<d/><!-- _mat_metadata_ W10= -->", None, False, overlay=True)


def test_tags_of_an_overlay_must_be_ascii() -> None:
    with pytest.raises(DecodeError, match="neither an annotation nor ASCII"):
        read_xml("d", "<d><b k='é'/></d>", task(), False, overlay=True)


MARKUP = st.lists(
    st.sampled_from(
        ["<d>", "</d>", "<P>", "</P>", "<P age='1'>", "<b/>", "&amp;", "&n;", "<!--", "-->", "\r", "\n", "é", "x", ">"]
    ),
    max_size=12,
).map("".join)


@given(MARKUP | MARKUP.map("<d>{}</d>".format), st.booleans(), st.booleans(), st.sampled_from(READERS))
def test_any_source_is_read_or_refused(source: str, with_task: bool, translate_all: bool, reader: type) -> None:
    try:
        document = reader("d", source, task() if with_task else None, translate_all)
    except DocumentError:
        return
    for label in document.types:
        for start, end in document.spans_of(label):
            assert 0 <= start <= end <= len(document.signal)


@given(st.lists(st.tuples(st.sampled_from("PQR"), st.text(st.characters(exclude_categories=["Cs", "Cc"]))), max_size=5))
def test_offsets_count_characters(parts: list[tuple[str, str]]) -> None:
    from xml.sax.saxutils import escape

    document = read_xml(
        "d", "<d>" + "é".join([f"<{label}>{escape(text)}</{label}>" for label, text in parts]) + "</d>", None, False
    )
    for label in "PQR":
        covered = [document.signal[start:end] for start, end in document.spans_of(label)]
        assert covered == [text for other, text in parts if other == label]


def numbers(*attributes: str, body: str) -> str:
    """Return a document with a header; ``attributes`` are label, name and type of each, with a + if it is a set."""
    types: dict[str, list[str]] = {"d": [], "P": [], "Q": []}
    for attribute in attributes:
        label, name, kind = attribute.split()
        many = "set" if kind.endswith("+") else "none"
        types[label].append(f"<_mat:attr name='{name}' type='{kind.rstrip('+')}' aggregation='{many}'/>")
    header = "".join([f"<_mat:atype name='{k}' hasSpan='yes'>{''.join(v)}</_mat:atype>" for k, v in types.items()])
    return f"<d><_mat:atypes>{header}</_mat:atypes>{body}</d>"


@pytest.mark.parametrize(
    ("attributes", "body", "values"),
    [
        (["P n int+"], "<P n='1,2'/>", [{"n": (1, 2)}]),
        (["P b boolean+"], "<P b='yes,1'/>", [{"b": (True, False)}]),
        (["P b boolean+", "P n int"], "<P b='1,0'/>", [{"b": (True, False)}]),
        (["P b boolean+", "P n int"], "<P b='yes'/>", None),
        (["P f float+", "P n int"], "<P f='1,2'/>", [{"f": (1.0, 2.0)}]),
        (["P f float+", "P n int"], "<P f='1.5'/>", None),
        (["P f float+", "P n int+"], "<P f='1,2'/>", None),
        (["P f float+", "Q n int+"], "<P f='1.5'/>", [{"f": (1.5,)}]),
        (["P f float+", "Q n int+"], "<P f='1'/><Q/>", [{"f": (1.0,)}]),
        (["P f float+", "Q n int+"], "<Q/><P f='1'/>", [{"f": (1.0,)}]),
        (["P n int+", "P f float+"], "<P f='1'/>", [{"f": (1.0,)}]),
        (["P b boolean+", "P n int+"], "<P b='1,0'/>", [{"b": (True, False)}]),
        (["P n int+", "P f float"], "<P n='1'/>", None),
        (["P n int+", "P s string+"], "<P n='1' s='1'/>", [{"n": (1,), "s": ("1",)}]),
        (["P n int+", "Q f float"], "<P n='1'/>", [{"n": (1,)}]),
        (["P n int+", "Q f float"], "<P n='1'/><Q/>", [{"n": (1,)}]),
        (["P n int+", "Q f float"], "<Q><P n='1'/></Q>", [{"n": (1,)}]),
        (["P n int+", "Q f float"], "<P/><Q/><P n='1'/>", None),
        (["P n int+"], "<P n=''/>", None),
    ],
)
def test_members_are_read_as_the_last_number_that_was_prepared(
    attributes: list[str], body: str, values: list[dict[str, object]] | None
) -> None:
    source = numbers(*attributes, body=body)
    if values is None:
        with pytest.raises(DecodeError):
            read_xml("d", source, None, False)
    else:
        assert [found.values for found in read_xml("d", source, None, False).annotations_of("P")] == values


@pytest.mark.parametrize("text", ["no", "", "true", "1", "Yes"])
def test_whatever_is_not_yes_is_no(text: str) -> None:
    (found,) = read_xml("d", f"<d>{HEADER}<P ok='{text}'/></d>", None, False).annotations_of("P")
    assert found.values == {"ok": False}


@pytest.mark.parametrize("name", ["_mat:atype", "_mat:attr"])
def test_headers_outside_of_their_place_cannot_be_loaded(name: str) -> None:
    with pytest.raises(LoadError, match=f"^found {name} outside _mat:atypes$"):
        read_xml("d", f"<d><{name} name='x' hasSpan='yes'/></d>", None, False)


def closed_task() -> AnnotationTask:
    closed = TaskLabel("P", "content", all_attributes_known=True)
    labels = LabelSet("content", "content", {"P": closed, "N": TaskLabel("N", "content", has_span=False)})
    return AnnotationTask("T", "task.xml", [labels], all_annotations_known=True)


@pytest.mark.parametrize(
    ("reason", "source", "translate_all"),
    [
        ("", "<a><P x='1'>x</P></a>", True),
        ("the task does not declare the attribute x of P", "<a><P x='1'>x</P></a>", False),
        ("N has no span, and no header declares it", "<a><N/></a>", True),
        ("N has no span, and no header declares it", "<a><N/></a>", False),
        ("", "<a><_mat:atypes/><N/></a>", False),
        ("the label N is declared both with and without a span",
         "<a><_mat:atypes><_mat:atype name='N' hasSpan='yes'/></_mat:atypes></a>", False),
        ("", "<a><_mat:atypes><_mat:atype name='O' hasSpan='yes'/></_mat:atypes><P/></a>", False),
        ("the label O is not declared",
         "<a><_mat:atypes><_mat:atype name='O' hasSpan='yes'/></_mat:atypes><O/></a>", False),
        ("an attribute without a type, or of a type that the task does not declare",
         "<a><_mat:atypes><_mat:atype name='O' hasSpan='yes'><_mat:attr name='x'/></_mat:atype></_mat:atypes></a>",
         False),
    ],
)  # fmt: skip
def test_what_closed_tasks_allow(reason: str, source: str, translate_all: bool) -> None:
    if reason:
        with pytest.raises(DecodeError, match=f"^{reason}$"):
            read_xml("d", source, closed_task(), translate_all)
    else:
        assert read_xml("d", source, closed_task(), translate_all)


@pytest.mark.parametrize(
    ("comment", "metadata"),
    [
        (" _mat_metadata_ eyJh!IjoxfQ== ", {"a": 1}),
        ("_mat_metadata_ eyJhIjoxfQ== ", {}),
        (" _mat_metadata_ eyJhIjoxfQ==", {}),
        (" _mat_metadata_ eyJhI\njoxfQ== ", {}),
        (" _mat_metadata_ W10= ", {}),
    ],
)
def test_what_comments_hold_metadata(comment: str, metadata: dict[str, object]) -> None:
    assert read_xml("d", f"<d/><!--{comment}-->", None, False).metadata == metadata


@pytest.mark.parametrize(("task_given", "overlay"), [(True, False), (False, True)])
def test_metadata_of_tasks_and_overlays_are_objects(task_given: bool, overlay: bool) -> None:
    with pytest.raises(DecodeError):
        read_xml("d", "<d/><!-- _mat_metadata_ W10= -->", task() if task_given else None, False, overlay)
