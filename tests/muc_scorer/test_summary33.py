"""Report summaries and partition file of version 3.3: what their lines say, and that they agree with the tallies."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muc_scorer.report.v33_coreference import coreference_summary, partitions
from tests.muc_scorer.coreference import chained, compared
from tests.muc_scorer.runs33 import COREFERENCE, NAMED_ENTITY, TEMPLATE_ELEMENT, document, record, score, totals

LETTERS = list("ABCDEFGH")
FILLS = st.lists(st.sampled_from(["x1", "x2", "x3", "y1"]), max_size=3)


def aliased(fills: list[str]) -> str:
    return record("ORGANIZATION", "1", 1, [("ORG_NAME", ["Ara Mills"]), ("ORG_ALIAS", fills)])


@pytest.mark.parametrize(
    ("length", "shown"), [(33, "a" * 33), (34, "a" * 34), (35, "a" * 31 + "..."), (99, "a" * 31 + "...")]
)
def test_long_fills_are_cut(length: int, shown: str) -> None:
    ended = score(TEMPLATE_ELEMENT, aliased(["a" * length]), aliased([]))
    assert f"mis | ORG_ALIAS:       | {shown:34} |\n" in ended.files["summary"].decode()


@settings(max_examples=40)
@given(FILLS, FILLS)
def test_fills_are_correct_then_incorrect_then_alone(key: list[str], response: list[str]) -> None:
    ended = score(TEMPLATE_ELEMENT, aliased(key), aliased(response))
    codes = [line[:3] for line in ended.files["summary"].decode().splitlines()[2:]]
    assert codes == sorted(codes, key=["cor", "inc", "mis", "spu"].index)
    _, _, correct, _, incorrect, missing, spurious, _ = totals(ended.files["scores"])["SLOT organization alias"]
    assert Counter(codes) == Counter(cor=correct, inc=incorrect, mis=missing, spu=spurious) + Counter()
    assert correct == sum((Counter(key) & Counter(response)).values())


def test_the_name_of_a_slot_stands_in_its_first_line() -> None:
    lines = score(TEMPLATE_ELEMENT, aliased(["x1", "x2"]), aliased(["x2"])).files["summary"].decode().splitlines()
    assert [line[6:22].strip() for line in lines] == ["", "ORG_NAME:", "ORG_ALIAS:", ""]


def test_a_line_of_the_named_entity_summary_has_seven_fields() -> None:
    key = document('<ENAMEX TYPE="ORGANIZATION">Ara\nMills</ENAMEX> in <ENAMEX TYPE="LOCATION">Leeds</ENAMEX>')
    response = document('Ara\n<ENAMEX TYPE="ORGANIZATION">Mills</ENAMEX> in Leeds')
    lines = score(NAMED_ENTITY, key, response).files["summary"].decode().splitlines()
    assert lines[4:] == [
        'ENAMEX  cor  inc  ORGANIZATION  ORGANIZATION  "Ara Mills"                   "Mills"',
        'ENAMEX  mis  mis  LOCATION                    "Leeds"                       ""',
        "",
    ]
    assert lines[0] == lines[3] == "-" * 105
    names = ("TAG", "TYPE", "TEXT", "KEY_TYPE", "RSP_TYPE", "KEY_TEXT", "RSP_TEXT")
    assert [lines[2].index(name) for name in names] == [0, 8, 13, 18, 32, 46, 76]


def test_words_of_a_mention_stand_on_one_line() -> None:
    body = '<COREF ID="1">Ara\n<s>Mills</s>\r\nof Leeds</COREF>'
    assert b'COR  "Ara Mills  of Leeds"                     "Ara Mills  of Leeds"\n' in coreference_summary(
        compared(body, body)
    )


def test_endless_mentions_are_cut() -> None:
    body = f'<COREF ID="1">{"word " * 1000}end</COREF>'
    line = coreference_summary(compared(body, "nothing")).splitlines()[1]
    assert line.startswith(b'MIS  "word word ')
    assert line.endswith(b'..."  ""')
    assert len(line) == len('MIS  ""  ""') + 1000


chains_of_letters = st.permutations(LETTERS).map(lambda order: ["".join(order[:3]), "".join(order[3:5])])


@given(chains_of_letters, chains_of_letters)
def test_partitions_show_every_class_and_mention_once(key: list[str], response: list[str]) -> None:
    result = compared(chained(LETTERS, *key), chained(LETTERS, *response))
    report = partitions(result).decode()
    classes = [block.splitlines() for block in report.replace("=" * 52, "*" * 52).split("*" * 52 + "\n")]
    shown = ["".join(sorted(line.split('"')[1] for line in block)) for block in classes[1::2]]
    assert sorted(shown[: len(key)]) == sorted("".join(sorted(chain)) for chain in key)
    assert sorted(shown[len(key) :]) == sorted("".join(sorted(chain)) for chain in response)
    in_both = set("".join(key)) & set("".join(response))
    for block in classes[1::2]:
        for line in block:
            assert (line[0] == "C") == (line.split('"')[1] in in_both)
        assert [line[0] for line in block] == sorted(line[0] for line in block)


def test_ten_thousand_nested_mentions_make_reports_of_reasonable_size() -> None:
    body = "".join(f'<COREF ID="{number}">go ' for number in range(10_000)) + "end" + "</COREF>" * 10_000
    ended = score(COREFERENCE, document(body), document(body))
    assert ended.exit == 0
    assert ended.files["scores"].decode().splitlines()[-1].split()[:3] == ["TOTALS:", "10000", "10000"]
    assert all(len(report) < 50_000_000 for report in ended.files.values())
