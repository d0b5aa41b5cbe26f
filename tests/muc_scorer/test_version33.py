"""Runs of version 3.3 that cannot be scored, definitions, and what is left of a run that fails."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.muc_scorer.runs import run
from tests.muc_scorer.runs33 import COREFERENCE, FILES, NAMED_ENTITY, TEMPLATE_ELEMENT, document, score, totals

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


def test_an_attribute_that_no_slot_takes_gets_one_warning_for_each_name() -> None:
    old = document('<ENAMEX TYPE="PERSON" MIN="Ada" CONF=1>Ada</ENAMEX>\n<ENAMEX TYPE="PERSON" MIN="Bo">Bo</ENAMEX>')
    ended = score(NAMED_ENTITY, old, document(f'{ADA}\n<ENAMEX TYPE="PERSON">Bo</ENAMEX>'))
    assert totals(ended.files["scores"])["ALL SLOTS"] == (4, 4, 4, 0, 0, 0, 0, 0)
    assert ended.stderr.decode().splitlines()[1:] == [
        f"muc-score: keys:4: slot '{name}' is not defined for class 'enamex', so the attribute is ignored; "
        "add it to :slot_defs to score it"
        for name in ("min", "conf")
    ]


# options added to a named entity configuration of its own, what is wrong with them
MISDEFINED = [
    (':class_defs "enamex enamex scored"\n', '2: :class_defs "enamex enamex scored" is not of the form '
     "NAME PATTERN scored|unscored THRESHOLD"),
    (':class_defs "enamex enamex scored 0 1"\n', '2: :class_defs "enamex enamex scored 0 1" is not of the form '
     "NAME PATTERN scored|unscored THRESHOLD"),
    (':slot_defs "enamex text text scored 4 string"\n',
     "2: class 'enamex' is used but not defined; add it to :class_defs"),
    (':class_defs "enamex enamex yes 0"\n', '2: :class_defs "enamex enamex yes 0" is not of the form '
     "NAME PATTERN scored|unscored THRESHOLD"),
    (':class_defs "enamex enamex scored 0"\n:slot_defs "enamex text text scored 4"\n',
     '3: :slot_defs "enamex text text scored 4" is not of the form CLASS SLOT PATTERN scored|unscored WEIGHT FILLTYPE'),
    (':class_defs "enamex enamex scored 0"\n:slot_defs "timex text text scored 4 string"\n',
     "3: class 'timex' is used but not defined; add it to :class_defs"),
    (':class_defs "enamex enamex scored 0"\n:map_order enamex\n numex\n',
     "4: class 'numex' is used but not defined; add it to :class_defs"),
    (':class_defs "enamex enamex scored high"\n', "2: the threshold 'high' is not a number"),
    (':class_defs "enamex enamex scored 1.2.3"\n', "2: the threshold '1.2.3' is not a number"),
    (':class_defs "enamex enamex scored -0"\n:slot_defs\n "enamex text text scored - string"\n',
     "4: the weight '-' is not a number"),
    (':class_defs "enamex enamex scored 0"\n:use_IE_report_summary no\n maybe\n',
     "4: the value of :use_IE_report_summary must be yes or no"),
    (':class_defs "enamex enamex scored 0"\n:NE_allow_incorrect maybe\n',
     "3: the value of :ne_allow_incorrect must be yes or no"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "problem"), MISDEFINED)
def test_definitions_that_make_no_sense(options: str, problem: str) -> None:
    ended = score(f":scoring_task named_entity\n{options}{FILES}", document(ADA), document(ADA))
    assert (ended.exit, ended.stderr) == (1, f"muc-score: run.config:{problem}\n".encode())
    assert not ended.files


def test_a_warning_shows_control_characters_and_obeys_none() -> None:
    ended = score(NAMED_ENTITY, document(ADA, "1\x1b[2J"), document(f"{ADA} ran", "1\x1b[2J"))
    problem = "document 1\\x1b[2J: the texts of key and response differ from offset 38 on"
    assert ended.stderr == NO_TEXTS + f"muc-score: {problem}\n".encode()


def test_definitions_may_come_from_nowhere() -> None:
    ended = score(f":scorer_version 3.3\n:scoring_task named_entity\n{FILES}", "", "")
    assert (ended.exit, ended.stderr) == (1, b"Error: Slot-configuration file unspecified.\n")


def test_the_last_definition_of_a_name_stays() -> None:
    config = NAMED_ENTITY + ':class_defs "enamex enamex unscored 0"\n:slot_defs "enamex type type unscored 4 set"\n'
    ended = score(config, document(ADA), document(ADA))
    assert ended.stderr.startswith(
        b"Warning: [class_def_create]: Redefinition of 'enamex'.\n"
        b"Warning: [slot_def_create]: Redefinition of slot 'type' in class 'enamex'.\n"
    )
    rows = totals(ended.files["scores"])
    assert rows["OBJ enamex"] == rows["SLOT enamex type"] == (0, 0, 0, 0, 0, 0, 0, 1)


@pytest.mark.parametrize(
    ("threshold", "weight", "aligned"),
    [("800.5", "4", False), ("800", "4", False), ("799.5", "4", True), ("1000", "6.5", True), ("1050", "6.5", False)],
)
def test_fractions_of_thresholds_and_weights_count(threshold: str, weight: str, aligned: bool) -> None:
    """The weighted score is 100 times the sum of the weights of text, 4, and type."""
    config = NAMED_ENTITY.replace("enamex enamex scored 0", f"enamex enamex scored {threshold}")
    config = config.replace("enamex type type scored 4", f"enamex type type scored {weight}")
    files = {
        "run.config": f":scorer_version 3.3\n:scoring_task named_entity\n:slot_file slots\n:map_file map\n{FILES}",
        "slots": "(enamex ENAMEX (text text string) (type type set))",
        "map": f":scored_slots all :map_order :map_weights (enamex {threshold} (text 4) (type {weight}))",
    }
    texts = {"keys": document(ADA), "responses": document(ADA)}
    for made in ({"run.config": config, **texts}, {**files, **texts}):
        ended = run({name: text.replace(" :map", "\n:map").encode() for name, text in made.items()})
        assert totals(ended.files["scores"])["OBJ enamex"][2] == aligned


def test_unscored_slots_have_no_part_in_the_alignment() -> None:
    """The manual gives its unscored slot status the weight 4."""
    keys, responses = [document(f'<ENAMEX TYPE="{kind}" STATUS="OPT">Ada</ENAMEX>') for kind in ("PERSON", "OTHER")]
    config = NAMED_ENTITY.replace("enamex text text scored 4", "enamex text text scored 0")
    ended = score(config, keys, responses)
    assert totals(ended.files["scores"])["OBJ enamex"] == (0, 1, 0, 0, 0, 0, 1, 1)


@pytest.mark.parametrize("option", ["score_file", "report_file", "map_history_file", "partition_file"])
def test_no_report_appears_if_one_cannot_be_written(option: str) -> None:
    config = COREFERENCE + f":{option} no/such/folder\n"
    ended = score(config, document('<COREF ID="1">a</COREF>'), document("a"))
    assert ended.exit == 1
    assert ended.stderr.startswith(NO_TEXTS + b"muc-score: no/such/folder: cannot be written")
    assert ended.stderr.count(b"\n") == 2
    assert not ended.files


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (COREFERENCE, b"Could not open ne/co document file 'keys'.\n"),
        (TEMPLATE_ELEMENT, b"Could not open template file 'keys'.\n"),
    ],
)
def test_a_file_that_is_not_there(config: str, message: bytes) -> None:
    ended = run({"run.config": config.encode()})
    assert (ended.exit, ended.stderr, ended.files) == (1, NO_TEXTS + message, {})


def test_a_template_run_without_a_response_is_all_missing() -> None:
    config = TEMPLATE_ELEMENT.replace(":response_file responses\n", "")
    ended = score(config, PERSON, "")
    assert ended.stderr == NO_TEXTS + b"[parse_templates]: response template file not specified.\n"
    assert totals(ended.files["scores"])["ALL SLOTS"][5] == 1


@pytest.mark.parametrize(("one", "other", "offset"), [("abc", "abd", 2), ("abc", "ab", 2), ("xbc", "abc", 0)])
def test_a_warning_says_from_where_on_texts_differ(one: str, other: str, offset: int) -> None:
    offset += document(one).index(one)
    warning = b"document 1: the texts of key and response differ from offset %d on\n" % offset
    assert warning in score(COREFERENCE, document(one), document(other)).stderr


def test_no_warning_says_that_equal_texts_differ() -> None:
    assert b"differ" not in score(COREFERENCE, document("abc"), document("abc")).stderr


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
@settings(max_examples=100)
@given(key=ANYTHING, response=ANYTHING)
def test_any_input_gives_reports_or_a_line(config: str, key: str, response: str) -> None:
    ended = score(config, key, response)
    if ended.exit:
        assert ended.exit == 1
        assert not ended.files
        assert b"muc-score: " in ended.stderr or b"Could not" in ended.stderr
    else:
        assert {"scores", "summary", "history"} <= ended.files.keys()
