"""Version 3.3: runs that cannot be scored, definitions, and tagged text in large pieces and in the smallest ones."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.muc_scorer.read import v33_tagged_text
from legacy_scorers.muc_scorer.read.parsing import Source
from legacy_scorers.muc_scorer.read.v33_tagged_text import TaggedFile
from tests.golden_cases import ROOT
from tests.muc_scorer.runs import run
from tests.muc_scorer.runs33 import (
    COREFERENCE,
    NAMED_ENTITY,
    SCENARIO_TEMPLATE,
    TEMPLATE_ELEMENT,
    document,
    score,
    totals,
)

NO_TEXTS = b"[parse_texts] Text file not specified.  Skipping parse.\n"
PERSON = '<PERSON-1-1> :=\n    PER_NAME: "Ada"\n'
ADA = '<ENAMEX TYPE="PERSON">Ada</ENAMEX>'

# configuration, key, what standard error says of it; the response is fine
REFUSED = [
    (COREFERENCE, document('<COREF ID="1">a'), "keys:4: the tag is not closed before the document ends"),
    (COREFERENCE, document('<COREF ID="1">a</COREF></COREF>'), "keys:4: </COREF> closes nothing"),
    (COREFERENCE, document('a\n<COREF ID="1" b</COREF>'), "keys:5: the tag <COREF is not closed by '>'"),
    (COREFERENCE, document('<COREF ID="1">  </COREF>'), "keys:4: the tag marks no text"),
    (COREFERENCE, document("<COREF ID='1>a</COREF>"),
     "keys:4: a quoted value is not closed before the '>' that ends the tag"),
    (NAMED_ENTITY, document('<ENAMEX TYPE="X" ALT="a>b">a</ENAMEX>'),
     "keys:4: a quoted value is not closed before the '>' that ends the tag"),
    (COREFERENCE, document("<COREF OPT>a</COREF>"), 'keys:4: the attributes of the tag must be written NAME="value"'),
    (COREFERENCE, document('<COREF ID="1" id="2">a</COREF>'), "keys:4: an attribute of the tag occurs twice"),
    (COREFERENCE, document('<COREF REF="1">a</COREF>'), "keys:4: the COREF tag has no ID"),
    (COREFERENCE, document('<COREF ID="1">a</COREF>\n<COREF ID="1">a</COREF>'),
     'keys:5: ID="1" occurs twice in the document'),
    (COREFERENCE, document("a") + '<COREF ID="1">a</COREF>', "keys:7: <COREF> is outside of a document"),
    (COREFERENCE, document("a") + "</DOC>", "keys:7: </DOC> closes no document"),
    (COREFERENCE, "<DOC>\n" + document("a"), "keys:2: a document begins before </DOC> closes the previous one"),
    (COREFERENCE, "a\n<DOC>\n<DOCNO> 1 </DOCNO>", "keys:2: the document is not closed by </DOC>"),
    (COREFERENCE, "<DOC>\na\n</DOC>", "keys:1: the document has no number; give it one in <DOCNO>...</DOCNO>"),
    (COREFERENCE, document("a") + document("b"),
     "keys:7: document 1 occurs twice, first in line 1; give each document its own number ('-' and '.' are the same)"),
    (NAMED_ENTITY, document("<ENAMEX>a\n<TIMEX>b</ENAMEX></TIMEX>"), "keys:5: </ENAMEX> crosses the <TIMEX> of line 5"),
    (COREFERENCE, document("a", "1-1") + document("b", "11"),
     "keys:7: document 11 occurs twice, first in line 1; give each document its own number ('-' and '.' are the same)"),
    (NAMED_ENTITY, document('<ENAMEX>a</ENAMEX TYPE="X">'),
     "keys:4: </ENAMEX> has attributes; only start tags may have them"),
    (NAMED_ENTITY.replace('"enamex text text', '"enamex words words'), document(ADA),
     "keys:4: slot 'text' is not defined for class 'enamex'; add it to :slot_defs"),
    (NAMED_ENTITY, document("\n" + "<ENAMEX>" * 101 + "a" + "</ENAMEX>" * 101),
     "keys:5: more than 100 tags are nested; close them"),
    (NAMED_ENTITY.replace('"numex numex scored 0"', "").replace('"numex ', '"enamex n'), document("<NUMEX>3</NUMEX>"),
     "keys:4: class 'numex' is not defined; add it to :class_defs"),
    (TEMPLATE_ELEMENT, PERSON + '<PLACE-1-1> :=\n    NAME: "Bo"\n',
     "keys:3: class 'PLACE' has not been defined; define it in :class_defs or the slot file"),
    (TEMPLATE_ELEMENT, PERSON + '    AGE: "40"\n',
     "keys:3: slot 'AGE:' is not defined for class 'person'; define it, including the colon"),
    (TEMPLATE_ELEMENT, "<PERSON-1-1> :=\n<PERSON-1-2> :=\n",
     "keys:2: syntax error at '<PERSON-1-2> :='; "
     "write objects as <CLASS-DOCUMENT-ID> := and below that their slots as NAME: FILL"),
    (TEMPLATE_ELEMENT, '\n\n<PERSON-1> :=\n    PER_NAME: "Bo"\n',
     "keys:3: ill-formed instance header '<PERSON-1> :='; write <CLASS-DOCUMENT-ID>"),
    (TEMPLATE_ELEMENT, '<PERSON--1> :=\n    PER_NAME: "Bo"\n',
     "keys:1: ill-formed instance header '<PERSON--1> :='; write <CLASS-DOCUMENT-ID>"),
    (TEMPLATE_ELEMENT, PERSON + '    "Bo" <PLACE-1-1>\n',
     "keys:3: the pointer <PLACE-1-1> names a class that is not defined"),
    (TEMPLATE_ELEMENT, PERSON + PERSON.replace("-1-1", "-2-1") + "\n" + PERSON,
     "keys:6: document 1 continues here, but began in line 1 before another document; put its objects in one place"),
    (TEMPLATE_ELEMENT, PERSON + '    PER_TITLE: "Ms." ##12#x4#texts\n',
     "keys:3: the offsets '##12#x4#texts' are not numbers; write ##START#END#FILE"),
    (TEMPLATE_ELEMENT, PERSON + "    PER_TITLE: the one ##12\n",
     "keys:3: the offsets '##12' are not numbers; write ##START#END#FILE"),
    (TEMPLATE_ELEMENT, PERSON + "    PER_TITLE: ##1#2#f\n",
     "keys:3: syntax error at '##1#2#f'; "
     "write objects as <CLASS-DOCUMENT-ID> := and below that their slots as NAME: FILL"),
    (TEMPLATE_ELEMENT, '<PERSON-1-1> :=\n    "Ada"\n',
     "keys:2: syntax error at '\"Ada\"'; "
     "write objects as <CLASS-DOCUMENT-ID> := and below that their slots as NAME: FILL"),
    (TEMPLATE_ELEMENT, PERSON + 'PERSON-1-2 :=\n    PER_NAME: "Bo"\n',
     "keys:3: no header precedes the ':=' of 'PERSON-1-2 :='; begin a line with <CLASS-DOCUMENT-ID> :="),
    (TEMPLATE_ELEMENT, "", "keys:1: the key file has no objects; add at least one"),
]  # fmt: skip


@pytest.mark.parametrize(("config", "key", "problem"), REFUSED)
def test_what_cannot_be_read_is_one_line_with_its_place(config: str, key: str, problem: str) -> None:
    response = PERSON if config is TEMPLATE_ELEMENT else document("a")
    for files, place in (((key, response), problem), ((response, key), problem.replace("key", "response"))):
        if "has no objects" in problem and files[1] == "":
            continue
        ended = score(config, *files)
        assert ended.exit == 1
        lines = [line for line in ended.stderr.decode().splitlines(keepends=True) if "the texts of key" not in line]
        assert "".join(lines) == NO_TEXTS.decode() + f"muc-score: {place}\n"
        assert not ended.files


ANN = '<ENAMEX TYPE="PERSON">Ann</ENAMEX>'
ORGANIZATION = '<ORGANIZATION-1-1> :=\n    ORG_NAME: "Acme"\n    ORG_TYPE: COMPANY\n'


def example(task: str, map_file: str, sides: str, option: str = ":scorer_version 3.3") -> dict[str, bytes]:
    """Return the files of a run of 3.3 with a slot file of the examples; key and response are the same."""
    inputs = ":slot_file slots\n:map_file map\n:key_file keys\n:response_file keys\n:score_file scores\n"
    name = {"named_entity": "ne", "template_element": "te"}[task]
    files = {"run.config": f":scoring_task {task}\n{option}\n{inputs}", "map": map_file, "keys": sides}
    slots = (ROOT / "examples" / "muc" / f"{name}.slots").read_bytes()
    return {"slots": slots, **{name: text.encode() for name, text in files.items()}}


@pytest.mark.parametrize("choice", [":scorer_version 3.3", ":use_IE_report_summary no", ":ne_allow_incorrect yes"])
def test_slots_without_a_weight_in_the_map_file_weigh_1(choice: str) -> None:
    ended = run(example("named_entity", ":scored_slots all\n:map_order enamex\n", document(ANN), choice))
    assert ended.stderr == NO_TEXTS
    assert totals(ended.files["scores"])["ALL SLOTS"] == (2, 2, 2, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    "weights", ["", ":map_weights (person 1 (name 2))", ":map_weights (organization 199 (name 1))"]
)
def test_objects_are_aligned_by_slots_without_a_weight(weights: str) -> None:
    ended = run(example("template_element", f":scored_slots all\n{weights}\n", ORGANIZATION + PERSON))
    assert ended.stderr == NO_TEXTS
    assert totals(ended.files["scores"])["OBJ organization"] == (1, 1, 1, 0, 0, 0, 0, 0)


WITHOUT_WEIGHT = "no scored slot of class '{}' has a weight above 0, so no objects are aligned; give one a weight"


def test_a_class_without_weights_gets_a_warning() -> None:
    config = NAMED_ENTITY.replace("type scored 4", "type scored 0").replace(
        '"timex text text scored 4', '"timex text text scored -1'
    )
    ended = score(config, document(ANN), document(ANN))
    assert ended.stderr.decode() == f"muc-score: run.config:2: {WITHOUT_WEIGHT.format('timex')}\n" + NO_TEXTS.decode()
    assert totals(ended.files["scores"])["OBJ enamex"] == (1, 1, 1, 0, 0, 0, 0, 0)


def test_a_map_file_may_give_no_weight_either() -> None:
    map_file = ":scored_slots (person name)\n:map_weights (person 0 (name 0)) (organization 0 (name 0))\n"
    ended = run(example("template_element", map_file, PERSON))
    assert ended.stderr.decode() == f"muc-score: run.config: {WITHOUT_WEIGHT.format('person')}\n" + NO_TEXTS.decode()
    assert totals(ended.files["scores"])["SLOT person name"] == (1, 1, 0, 0, 1, 0, 0, 0)


def test_objects_above_a_threshold_below_0_need_no_weight() -> None:
    map_file = ":scored_slots (person name)\n:map_weights (person -1 (name 0))\n"
    ended = run(example("template_element", map_file, PERSON))
    assert ended.stderr == NO_TEXTS
    assert totals(ended.files["scores"])["SLOT person name"] == (1, 1, 1, 0, 0, 0, 0, 0)


def test_templates_are_aligned_without_weight() -> None:
    config = SCENARIO_TEMPLATE.replace("unscored 0", "scored 0").replace(
        "content CONTENT: scored 1", "content CONTENT: scored 0"
    )
    ended = score(config, *[PERSON + "<EVENT-1-1> :=\n    POST: a\n<TEMPLATE-1-1> :=\n    CONTENT: <EVENT-1-1>\n"] * 2)
    assert b"weight" not in ended.stderr
    assert totals(ended.files["scores"])["OBJ template"] == (1, 1, 1, 0, 0, 0, 0, 0)


LINE = "word " * 600_000


@pytest.mark.parametrize(
    ("config", "key", "response"),
    [
        (COREFERENCE, f'<COREF ID="1">a</COREF> {LINE}<COREF ID="2" REF="1" MIN="x">b</COREF>', f"a {LINE}b"),
        (COREFERENCE, f'<COREF ID="1" MIN="x">{LINE}</COREF>', f'{LINE[:-5]}<COREF ID="1">word</COREF> '),
        (NAMED_ENTITY, f'<ENAMEX TYPE="PERSON">{LINE}</ENAMEX>', f'<ENAMEX TYPE="PERSON">{LINE}</ENAMEX>'),
        (NAMED_ENTITY, "<" * 1_000_000, "<" * 1_000_000),
    ],
)
def test_megabytes_on_one_line(config: str, key: str, response: str) -> None:
    files = [document(body).replace("\n", " ") for body in (key, response)]
    ended = score(config, *files)
    assert ended.exit == 0
    assert b"differ" not in ended.stderr


PIECES = [
    "<DOC>", "</DOC>", "<DOCNO> 1 </DOCNO>", "<DOCNO>", "<TXT>", "</TXT>",
    "<ENAMEX", '<ENAMEX TYPE="PERSON">', "</ENAMEX>", '<COREF ID="1">', '<COREF ID="2" REF="1" MIN="a">', "</COREF>",
    'TYPE="', '"', "'", "=", ">", "<", " a ", "\n", "\x00", "\xff", "|", 'STATUS="OPT"',
    "<PERSON-1-1> :=\n", "PER_NAME:", '"Ada"', "/", "<PERSON-1-2>", "##1#2#f", "    ",
]  # fmt: skip
ANYTHING = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(
    st.characters(max_codepoint=255), max_size=30
)


@pytest.mark.parametrize("config", [COREFERENCE, NAMED_ENTITY, TEMPLATE_ELEMENT])
@given(key=ANYTHING, response=ANYTHING)
def test_any_input_gives_reports_or_a_line(config: str, key: str, response: str) -> None:
    ended = score(config, key, response)
    if ended.exit:
        assert ended.exit == 1
        assert not ended.files
        assert b"muc-score: " in ended.stderr or b"Could not" in ended.stderr
    else:
        assert {"scores", "summary", "history"} <= ended.files.keys()


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
    document = file.document(file.spans[b"1"])
    return document.text, [[getattr(element, name) for name in element.__slots__] for element in document.elements]


@given(st.lists(st.sampled_from(TAGS)).map(b"".join))
def test_a_whole_element_is_what_its_tags_and_text_are(body: bytes) -> None:
    found = outcome(elements, body)
    with patch.object(v33_tagged_text, "_TAG", ONE_BY_ONE):
        assert found == outcome(elements, body)
