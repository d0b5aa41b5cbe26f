"""The examples that the manual of version 3.3 prints, typed in."""

from __future__ import annotations

import re

from tests.muc_scorer.runs33 import FILES, Row, document, score, totals

CLASS_DEFS = """\
:class_defs "enamex enamex scored 0" "numex numex scored 0" "timex timex scored 0"
"""
SLOT_DEFS = """\
:slot_defs "enamex text text scored 4 string" "enamex type type scored 4 set" "enamex status status unscored 4 set"
"enamex alt alt unscored 4 string" "timex text text scored 4 string" "timex type type scored 4 set"
"timex status status unscored 4 set" "timex alt alt unscored 4 string" "numex text text scored 4 string"
"numex type type scored 4 set " "numex status status unscored 4 set" "numex alt alt unscored 4 string"
"""
ENTITIES = f":scoring_task named_entity\n{CLASS_DEFS}{SLOT_DEFS}{FILES}"
ELEMENTS = f"""\
:scoring_task template_element
:class_defs "person PERSON scored 0" "organization ORGANIZATION scored 0"
:slot_defs "person name PER_NAME: scored 1 string" "organization name ORG_NAME: scored 1 string"
 "organization alias ORG_ALIAS: scored 1 string" "organization leader ORG_LEADER: scored 1 person"
 "organization type ORG_TYPE: scored 1 set" "organization status OBJ_STATUS: unscored 0 set"
{FILES}"""
RESPONSE_RECORD = """\
<ORGANIZATION-9303020074-1> :=
ORG_NAME: "Evergreen Information Technologies Inc."
ORG_ALIAS: "Evergreen Information Technologies" "Evergreen" "Evergreen Information"
ORG_LEADER: <PERSON-9303020074-57>
ORG_TYPE: COMPANY
"""
KEY_RECORD = """\
<ORGANIZATION-9303020074-1> :=
ORG_NAME: "Evergreen Information Technologies Inc."
ORG_TYPE: /COMPANY
ORG_ALIAS: "Evergreen Information Technologies" "Evergreen" "Evergreen Information"
/"Evergreen" "Evergreen Information"
ORG_LEADER: <PERSON-9303020074-57>
OBJ_STATUS: OPTIONAL
"""
LEADER = '<PERSON-9303020074-57> :=\nPER_NAME: "Barry Patterson"\n'
TIMEX_TAG = '<TIMEX TYPE="DATE" ALT="fiscal 1994">the first six months of fiscal 1994</TIMEX>'
TIMEX_RECORD = """\
<TIMEX-DOCNUM1-1> :=
TEXT: "the first six months of fiscal 1994"
/"fiscal 1994"
TYPE: DATE
"""
RIGHT = (1, 1, 1, 0, 0, 0, 0)
BRIDGE = """\
<ADVICE>
Be glad you don't work
On the <STRUCTURE>Bungle-bung bridge</STRUCTURE>,
That they're building
Across <BODY TYPE="WATER">Boober Bay</BODY>
at <LOC>Bum Ridge</LOC>.
</ADVICE>
"""


def rows_of(config: str, key: str, response: str) -> dict[str, Row]:
    ended = score(config, key, response)
    assert (ended.exit, ended.stderr.count(b"\n")) == (0, 1), ended.stderr
    return totals(ended.files["scores"])


def test_the_records() -> None:
    rows = rows_of(ELEMENTS, KEY_RECORD + LEADER, RESPONSE_RECORD + LEADER)
    assert rows["OBJ organization"] == (1, 1, 1, 0, 0, 0, 0, 0)
    assert rows["SLOT organization alias"] == (3, 3, 3, 0, 0, 0, 0, 2)
    assert rows["SLOT organization type"] == rows["SLOT organization leader"] == (1, 1, 1, 0, 0, 0, 0, 0)
    assert rows["ALL SLOTS"] == (7, 7, 7, 0, 0, 0, 0, 3)


def test_the_key_record_is_optional() -> None:
    rows = rows_of(ELEMENTS, KEY_RECORD + LEADER, LEADER)
    assert rows["OBJ organization"] == (0, 0, 0, 0, 0, 0, 0, 1)
    assert rows["ALL SLOTS"] == (1, 1, 1, 0, 0, 0, 0, 9)


def test_the_key_record_is_optional_without_a_status_slot() -> None:
    rows = rows_of(
        ELEMENTS.replace('"organization status OBJ_STATUS: unscored 0 set"', ""), KEY_RECORD + LEADER, LEADER
    )
    assert rows["OBJ organization"] == (0, 0, 0, 0, 0, 0, 0, 1)
    assert rows["ALL SLOTS"] == (1, 1, 1, 0, 0, 0, 0, 8)


def test_the_fill_with_offsets() -> None:
    config = ELEMENTS.replace("ORG_NAME:", "SLOT_NAME:")
    record = '<ORGANIZATION-1-1> :=\nSLOT_NAME: "a slot fill" ##392#404#textsfilename\n'
    assert rows_of(config, record, record)["SLOT organization name"] == (1, 1, 1, 0, 0, 0, 0, 0)


def test_the_timex_tag() -> None:
    text = re.sub("<[^>]*>", "", TIMEX_TAG)
    for response, alternatives in (
        (TIMEX_TAG, 1),
        (text.replace("fiscal 1994", '<TIMEX TYPE="DATE">fiscal 1994</TIMEX>'), 1),
    ):
        rows = rows_of(ENTITIES, document(TIMEX_TAG), document(response))
        assert rows["SLOT timex text"] == (*RIGHT, alternatives)
        assert rows["SLOT timex type"] == (*RIGHT, 0)


def test_the_timex_record() -> None:
    config = ENTITIES.replace("named_entity", "template_element")
    rows = rows_of(config, TIMEX_RECORD, TIMEX_RECORD.replace('/"fiscal 1994"\n', ""))
    assert (rows["SLOT timex text"], rows["SLOT timex type"]) == ((*RIGHT, 1), (*RIGHT, 0))
    rows = rows_of(config, TIMEX_RECORD, '<TIMEX-DOCNUM1-1> :=\nTEXT: "fiscal 1994"\nTYPE: DATE\n')
    assert (rows["SLOT timex text"], rows["SLOT timex type"]) == ((*RIGHT, 1), (*RIGHT, 0))


def test_the_tag_and_the_record_are_the_same_object() -> None:
    config = ENTITIES + ":use_IE_report_summary yes\n"
    tagged = score(config, document(TIMEX_TAG, "DOCNUM1"), document(TIMEX_TAG, "DOCNUM1"))
    recorded = score(
        config.replace("named_entity", "template_element"), TIMEX_RECORD, TIMEX_RECORD.replace('/"fiscal 1994"\n', "")
    )
    assert [sorted(ended.files["summary"].splitlines()) for ended in (tagged, recorded)] == [
        sorted(
            [
                b"COR |                  | <timex-DOCNUM1-1>                  | <timex-DOCNUM1-1>",
                b"cor | text             | the first six months of fiscal ... | the first six months of fiscal ...",
                b"non |                  | fiscal 1994                        |",
                b"cor | type             | DATE                               | DATE",
            ]
        )
    ] * 2


def test_tags_with_and_without_attributes() -> None:
    names = ("advice", "structure", "body", "loc")
    classes = " ".join(f'"{name} {name} scored 0"' for name in names)
    slots = " ".join(f'"{name} text text scored 4 string"' for name in names)
    config = f":scoring_task named_entity\n:class_defs {classes}\n:slot_defs {slots}\n"
    rows = rows_of(f'{config} "body type type scored 4 set"\n{FILES}', document(BRIDGE), document(BRIDGE))
    for name in names:
        assert rows[f"OBJ {name}"] == (*RIGHT, 0)
    assert rows["SLOT body type"] == (*RIGHT, 0)
    assert rows["ALL SLOTS"] == (5, 5, 5, 0, 0, 0, 0, 0)


def test_tags_that_are_no_entities_are_part_of_the_text() -> None:
    key = document(BRIDGE.replace("Boober Bay", '<ENAMEX TYPE="LOCATION">Boober Bay</ENAMEX>'))
    assert rows_of(ENTITIES, key, key)["ALL SLOTS"] == (2, 2, 2, 0, 0, 0, 0, 0)


def test_the_alternatives_are_shown_on_request() -> None:
    ended = score(ENTITIES + ":use_IE_report_summary yes\n", document(TIMEX_TAG), document(TIMEX_TAG))
    assert b"\nnon |                  | fiscal 1994                        |\n" in ended.files["summary"]
