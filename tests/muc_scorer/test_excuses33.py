"""Version 3.3: which objects of a scenario template key are optional because of the pointers to them."""

from __future__ import annotations

import pytest

from tests.muc_scorer.runs33 import SCENARIO_TEMPLATE, score, totals

CONFIG = SCENARIO_TEMPLATE.replace(
    ":slot_defs", ':slot_defs "person boss BOSS: scored 1 person" "person status OBJ_STATUS: unscored 0 set"\n'
)


def fate(events: str, more: str = "", people: int = 3) -> dict[str, str]:
    """Return the code of each person of a key whose template points to event 1; the response has nothing but names.

    ``events`` are the slots of event 1, ``more`` other records or slots of the last person.
    """
    persons = "".join(f"<PERSON-1-{number}> :=\nPER_NAME: p{number}\n" for number in range(1, people + 1))
    key = f"<TEMPLATE-1-1> :=\nCONTENT: <EVENT-1-1>\n<EVENT-1-1> :=\nPOST: x\n{events}\n{persons}{more}"
    ended = score(CONFIG, key, "<TEMPLATE-1-1> :=\nCONTENT: <EVENT-1-1>\n<EVENT-1-1> :=\nPOST: x\n")
    assert ended.exit == 0
    lines = [line.split() for line in ended.files["summary"].decode().splitlines()]
    return {line[3][-2]: line[0] for line in lines if line[0].isupper() and line[3].startswith("<PERSON")}


@pytest.mark.parametrize(
    ("slots", "codes"),
    [
        ("IN: <PERSON-1-1>", "MIS MIS MIS"),
        ("IN: /<PERSON-1-1>", "OPT MIS MIS"),
        ("IN: /<PERSON-1-1> <PERSON-1-2>", "OPT OPT MIS"),
        ("IN: <PERSON-1-1>\n/<PERSON-1-2>", "OPT OPT MIS"),
        ("IN: <PERSON-1-1>\n/<PERSON-1-2>\n/<PERSON-1-3>", "OPT OPT OPT"),
        ("IN: <PERSON-1-1>\n/<PERSON-1-1> <PERSON-1-2>", "MIS OPT MIS"),
        ("IN: <PERSON-1-1>\n/<PERSON-1-1>", "MIS MIS MIS"),
        ("IN: <PERSON-1-1>\n/<PERSON-1-1>\n/<PERSON-1-2>", "OPT OPT MIS"),
        ('IN: <PERSON-1-1>\n/"nobody"', "OPT MIS MIS"),
        ("IN: /<PERSON-1-1>\nPOST: <PERSON-1-1>", "MIS MIS MIS"),
        ("IN: <PERSON-1-1>\n/<PERSON-1-2>\nPOST: <PERSON-1-2>", "OPT MIS MIS"),
    ],
)
def test_every_pointer_must_stand_where_it_need_not(slots: str, codes: str) -> None:
    assert fate(slots) == dict(zip("123", codes.split()))


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ("BOSS: <PERSON-1-2>\n", "OPT OPT OPT"),  # optional objects that are not answered demand nothing
        ("BOSS: <PERSON-1-3>\n", "OPT MIS MIS"),  # a pointer to oneself is a pointer
        ("<EVENT-1-2> :=\nIN: <PERSON-1-1>\n", "MIS MIS OPT"),
    ],
)
def test_whose_pointers_count(more: str, codes: str) -> None:
    assert fate("IN: /<PERSON-1-1> <PERSON-1-3>", more) == dict(zip("123", codes.split()))


def test_what_an_optional_object_demands_counts_while_it_is_answered() -> None:
    key = "<EVENT-1-1> :=\nPOST: x\nIN: /<PERSON-1-1>\n<PERSON-1-1> :=\nPER_NAME: a\nBOSS: <PERSON-1-2>\n"
    response = "<EVENT-1-1> :=\nPOST: x\n<PERSON-1-1> :=\nPER_NAME: a\n"
    boss = "<PERSON-1-2> :=\nPER_NAME: b\n"
    assert totals(score(CONFIG, key + boss, response).files["scores"])["OBJ person"] == (2, 1, 1, 0, 0, 1, 0, 0)
    response = "<EVENT-1-1> :=\nPOST: x\n"
    assert totals(score(CONFIG, key + boss, response).files["scores"])["OBJ person"] == (0, 0, 0, 0, 0, 0, 0, 2)
