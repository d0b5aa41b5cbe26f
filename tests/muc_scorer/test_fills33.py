"""Version 3.3: strings, set fills and pointers of a multi-fill are single fills alike, in every slot."""

from __future__ import annotations

import pytest

from tests.muc_scorer.runs33 import FILES, score, totals

CONFIG = f"""\
:scoring_task template_element
:class_defs "person PERSON scored 0" "team TEAM scored 0"
:slot_defs "person name NAME: scored 1 string" "team name NAME: scored 1 string"
 "team lead LEAD: scored 1 person" "team kind KIND: scored 1 set" "team note NOTE: scored 1 string person"
:premodifiers the
{FILES}"""
PEOPLE = '<PERSON-1-1> :=\n    NAME: "Ada"\n<PERSON-1-2> :=\n    NAME: "Bo"\n'


def slot_row(slot: str, key: list[str], response: list[str]) -> tuple[int, ...]:
    """Return POS ACT COR INC MIS SPU NON of a slot of a team whose name is right."""
    sides = []
    for fills in (key, response):
        lines = [f"        {fill}" for fill in fills]
        sides.append("\n".join([PEOPLE + '<TEAM-1-1> :=\n    NAME: "T"', f"    {slot}:", *lines, ""]))
    ended = score(CONFIG, *sides)
    assert ended.exit == 0
    possible, actual, correct, _, incorrect, missing, spurious, noncommittal = totals(ended.files["scores"])[
        f"SLOT team {slot.lower()}"
    ]
    return possible, actual, correct, incorrect, missing, spurious, noncommittal


@pytest.mark.parametrize(
    ("slot", "key", "response", "row"),
    [
        ("LEAD", ["<PERSON-1-1>"], ['"Joe"'], (1, 1, 0, 1, 0, 0, 0)),
        ("LEAD", ["<PERSON-1-1>"], ["<PERSON-1-1>", '"junk one"', '"junk two"'], (1, 3, 1, 0, 0, 2, 0)),
        ("LEAD", ["<PERSON-1-1>"], ['"junk one"', '"junk two"', "<PERSON-1-1>"], (1, 3, 1, 0, 0, 2, 0)),
        ("LEAD", ["<PERSON-1-1>", '"Joe"'], ['"JOE"', "<PERSON-1-2>"], (2, 2, 1, 1, 0, 0, 0)),
        ("LEAD", ["<PERSON-1-1>", "<PERSON-1-2>"], ['"Joe"', "<PERSON-1-2>"], (2, 2, 1, 1, 0, 0, 0)),
        ("LEAD", ["<PERSON-1-1>", "<PERSON-1-2>", '"Joe"'], ['"Al"'], (3, 1, 0, 1, 2, 0, 0)),
        ("LEAD", [], ['"Joe"', "<PERSON-1-1>"], (0, 2, 0, 0, 0, 2, 0)),
        ("LEAD", ['"Joe"', "/<PERSON-1-1>"], ["<PERSON-1-1>"], (1, 1, 1, 0, 0, 0, 1)),
        ("NAME", ['"T"'], ['"T"', "<PERSON-1-1>"], (1, 2, 1, 0, 0, 1, 0)),
        ("NAME", ['"T"', "<PERSON-1-1>"], ['"T"', "<PERSON-1-1>"], (2, 2, 2, 0, 0, 0, 0)),
        ("KIND", ["CITY"], ["<PERSON-1-1>"], (1, 1, 0, 1, 0, 0, 0)),
        ("KIND", ["CITY"], ["city", "<PERSON-1-1>"], (1, 2, 1, 0, 0, 1, 0)),
        ("KIND", ["the CITY"], ["CITY"], (1, 1, 0, 1, 0, 0, 0)),
        ("NOTE", ["the one", "<PERSON-1-1>"], ["ONE", "<PERSON-1-1>"], (2, 2, 2, 0, 0, 0, 0)),
        ("NOTE", ["<PERSON-1-1>", "one"], ["two", "three"], (2, 2, 0, 2, 0, 0, 0)),
    ],
)
def test_every_fill_counts(slot: str, key: list[str], response: list[str], row: tuple[int, ...]) -> None:
    if slot == "NAME":
        key, response = key[1:], response[1:]
    assert slot_row(slot, key, response) == row


def test_fills_of_all_kinds_are_missing_and_spurious_with_their_objects() -> None:
    team = '<TEAM-1-1> :=\n    LEAD:\n        <PERSON-1-1>\n        "Joe"\n    KIND:\n        <PERSON-1-2>\n'
    rows = totals(score(CONFIG, PEOPLE + team, PEOPLE).files["scores"])
    assert (rows["SLOT team lead"], rows["SLOT team kind"]) == ((2, 0, 0, 0, 0, 2, 0, 0), (1, 0, 0, 0, 0, 1, 0, 0))
    rows = totals(score(CONFIG, PEOPLE, PEOPLE + team).files["scores"])
    assert (rows["SLOT team lead"], rows["SLOT team kind"]) == ((0, 2, 0, 0, 0, 0, 2, 0), (0, 1, 0, 0, 0, 0, 1, 0))
