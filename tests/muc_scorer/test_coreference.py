"""Coreference: reading of mentions, alignment, scoring by equivalence classes, and the score report."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.tally import Row
from legacy_scorers.muc_scorer.align.chain_alignment import NOBODY
from legacy_scorers.muc_scorer.measures import LINK_COUNTS
from legacy_scorers.muc_scorer.read.v33_mentions import chains_of
from legacy_scorers.muc_scorer.report.v33_coreference import link_table
from tests.golden_cases import GOLDEN
from tests.muc_scorer.coreference import chained, compared, linked, links, side
from tests.muc_scorer.runs33 import document

WORDS = list("ABCDEFGH")


def counts(*numbers: int) -> Row:
    """Return a row: classes of key and response, links in common, of the key, of the response."""
    return Row(zip(LINK_COUNTS, numbers))


# key chains, response chains; found and all links of the key, of the response (Vilain et al. 1995, and by its rule)
EXAMPLES = [
    (["ABCD"], ["AB", "CD"], (2, 3), (2, 2)),
    (["AB", "CD"], ["ABCD"], (2, 2), (2, 3)),
    (["ABCD"], ["ABCD"], (3, 3), (3, 3)),
    (["ABCD"], ["DBAC"], (3, 3), (3, 3)),
    (["ABCD"], ["AC"], (1, 3), (1, 1)),
    (["ABCD"], ["ABC"], (2, 3), (2, 2)),
    (["ABC"], ["ABCD"], (2, 2), (2, 3)),
    (["ABC"], ["AD", "BE"], (0, 2), (0, 2)),
    (["ABC", "DEF"], ["ABD", "CEF"], (2, 4), (2, 4)),
    (["ABCD", "EF"], ["AB", "CDEF"], (3, 4), (3, 4)),
    (["AB"], ["CD"], (0, 1), (0, 1)),
]


@pytest.mark.parametrize(("key", "response", "recall", "precision"), EXAMPLES)
def test_links_are_found_class_by_class(
    key: list[str], response: list[str], recall: tuple[int, int], precision: tuple[int, int]
) -> None:
    row = links(compared(chained(WORDS, *key), chained(WORDS, *response)))
    assert (row["common"], row["key links"]) == recall
    assert (row["common"], row["response links"]) == precision


def test_links_of_another_shape_make_the_same_class() -> None:
    key = linked(WORDS, [("B", "A"), ("C", "B"), ("D", "C")])
    response = linked(WORDS, [("A", "C"), ("B", "C"), ("D", "B"), ("C", "D")])
    assert links(compared(key, response)) == counts(1, 1, 3, 3, 3)


LINKS = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=14)


@given(LINKS)
def test_chains_are_the_classes_of_the_transitive_closure(links: list[tuple[int, int]]) -> None:
    count = 12
    reached = [[one == other for other in range(count)] for one in range(count)]
    for one, other in links:
        reached[one][other] = reached[other][one] = True
    for middle in range(count):
        for one in range(count):
            for other in range(count):
                reached[one][other] = reached[one][other] or (reached[one][middle] and reached[middle][other])
    expected = {tuple(other for other in range(count) if reached[one][other]) for one in range(count)}
    assert [tuple(chain) for chain in chains_of(count, links)] == sorted(expected)


# body of the key, body of the response, which response mention each key mention is aligned with
ALIGNMENTS = [
    ('<COREF ID="1">Ada</COREF>', '<COREF ID="1">Ada</COREF>', [0]),
    ('<COREF ID="1"> Ada </COREF>', ' <COREF ID="1">Ada</COREF> ', [0]),
    ('<COREF ID="1">the man</COREF>', 'the <COREF ID="1">man</COREF>', [NOBODY]),
    ('<COREF ID="1" MIN="man">the man</COREF>', 'the <COREF ID="1">man</COREF>', [0]),
    ('<COREF ID="1" MIN="MAN">the\nman</COREF>', 'the\n<COREF ID="1">man</COREF>', [0]),
    ('<COREF ID="1" MIN="old man">the old\nman</COREF>', 'the <COREF ID="1">old\nman</COREF>', [0]),
    ('<COREF ID="1" MIN="man">the man</COREF>', '<COREF ID="1">the</COREF> man', [NOBODY]),
    ('the <COREF ID="1" MIN="man">man</COREF>', '<COREF ID="1">the man</COREF>', [NOBODY]),
    ('<COREF ID="1" MIN="x">the man</COREF>', 'the <COREF ID="1">man</COREF>', [NOBODY]),
    ('<COREF ID="1" MIN="">the man</COREF>', 'the <COREF ID="1">man</COREF>', [NOBODY]),
    ('<COREF ID="1" MIN="b">a b c</COREF>', 'a <COREF ID="1">b</COREF> <COREF ID="2">c</COREF>', [0]),
    ('<COREF ID="1" MIN="b">a b c</COREF>', '<COREF ID="1">a <COREF ID="2">b</COREF></COREF> c', [1]),
    ('<COREF ID="1" MIN="b">a <COREF ID="2" MIN="b">b c</COREF></COREF>',
     '<COREF ID="1">a <COREF ID="2">b</COREF></COREF> c', [0, 1]),
    ('<COREF ID="1" MIN="a">a a a</COREF>', 'a a <COREF ID="1">a</COREF>', [0]),
    (f'<COREF ID="1" MIN="a">{"a " * 32}a</COREF>', f'{"a " * 31}<COREF ID="1">a</COREF> a', [0]),
    (f'<COREF ID="1" MIN="a">{"a " * 32}a</COREF>', f'{"a " * 32}<COREF ID="1">a</COREF>', [NOBODY]),
    ('<COREF ID="1"><COREF ID="2">a</COREF></COREF>', '<COREF ID="1"><COREF ID="2">a</COREF></COREF>', [0, 1]),
    ('<COREF ID="1" MIN="a">x a</COREF> <COREF ID="2" MIN="a">a y</COREF>',
     'x <COREF ID="1">a</COREF> <COREF ID="2">a</COREF> y', [0, 1]),
]  # fmt: skip


@pytest.mark.parametrize(("key", "response", "partners"), ALIGNMENTS)
def test_alignment(key: str, response: str, partners: list[int]) -> None:
    assert compared(key, response).partners == partners


def naive_alignment(key: str, response: str) -> list[int]:
    """Align by looking at every pair; occurrences by their end, inner key mentions first, smallest mention first."""
    keys, responses = side(document(key)), side(document(response))
    partners = [NOBODY] * len(keys.mentions)

    def extent(mention: object) -> tuple[int, int]:
        return mention.start, mention.end  # type: ignore[attr-defined]

    for index, mention in enumerate(keys.mentions):
        for other, candidate in enumerate(responses.mentions):
            if partners[index] == NOBODY and other not in partners and extent(mention) == extent(candidate):
                partners[index] = other
    places = []
    for index, mention in enumerate(keys.mentions):
        head = mention.attributes.get(b"min", b"")
        if partners[index] == NOBODY and head:
            starts = range(mention.start, mention.end - len(head) + 1)
            places += [(start + len(head), -index, start) for start in starts if keys.text[start:].startswith(head)]
    for end, minus_index, start in sorted(places):
        mention = keys.mentions[-minus_index]
        around = [
            (candidate.end - candidate.start, -other)
            for other, candidate in enumerate(responses.mentions)
            if other not in partners and candidate.start <= start and end <= candidate.end
        ]
        if around and partners[-minus_index] == NOBODY:
            other = -min(around)[1]
            candidate = responses.mentions[other]
            if mention.start <= candidate.start and candidate.end <= mention.end:
                partners[-minus_index] = other
    return partners


@st.composite
def bodies(draw: st.DrawFn) -> tuple[str, str]:
    """Two ways to mark the same words, the first with MIN at some mentions."""
    words = [draw(st.sampled_from("ab")) for _ in range(draw(st.integers(1, 7)))]
    return draw(marked(words, ['MIN="a"', 'MIN="b"', 'MIN="a b"', ""])), draw(marked(words, [""]))


@st.composite
def marked(draw: st.DrawFn, words: list[str], attributes: list[str]) -> str:
    """Mark nested pieces of the words."""
    spans = draw(st.sets(st.tuples(st.integers(0, len(words) - 1), st.integers(1, len(words))), max_size=6))
    nested: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if begin < end and all(end <= a or b <= begin or (begin <= a and b <= end) or (a <= begin and end <= b)
                               for a, b in nested):  # fmt: skip
            nested.append((begin, end))
    opening: dict[int, str] = {}
    for number, (begin, _) in enumerate(sorted(nested, key=lambda span: (span[0], -span[1]))):
        opening[begin] = opening.get(begin, "") + f'<COREF ID="{number}" {draw(st.sampled_from(attributes))}>'
    closing = {place: "</COREF>" * sum(end == place for _, end in nested) for place in range(len(words) + 1)}
    return " ".join(opening.get(place, "") + word + closing[place + 1] for place, word in enumerate(words))


@given(bodies())
def test_alignment_is_that_of_looking_at_every_pair(pair: tuple[str, str]) -> None:
    assert compared(*pair).partners == naive_alignment(*pair)


@given(bodies())
def test_minimums_are_found_whatever_white_space_stands_between_their_words(pair: tuple[str, str]) -> None:
    apart = [body.replace(" ", "\n \t") for body in pair]
    assert compared(*apart).partners == compared(*pair).partners


def test_ten_thousand_nested_mentions() -> None:
    def nested(word: str, head: str) -> str:
        opened = "".join(f'<COREF ID="{number}" {head.format(number)}>{word} ' for number in range(10_000))
        return opened + "end" + "</COREF>" * 10_000

    aligned = compared(nested("go", ""), nested("go", ""))
    assert aligned.partners == list(range(10_000))
    inner = nested("go", "").replace(" end", ' <COREF ID="last">end</COREF>', 1).replace('<COREF ID="0" >', "", 1)
    shifted = compared(nested("go", 'MIN="end"'), inner[: -len("</COREF>")])
    assert NOBODY not in shifted.partners


@given(st.lists(st.tuples(*[st.text(" \n\t\r\f\v", max_size=3)] * 2), min_size=1, max_size=5), st.sampled_from("a\x1c"))
def test_the_white_space_at_both_ends_is_not_part_of_a_mention(blanks: list[tuple[str, str]], word: str) -> None:
    body = f"{word} {word}"
    for number, (before, after) in enumerate(blanks):
        body = f'<COREF ID="{number}">{before}{body}{after}</COREF>'
    mentions = side(document(f"{body} end"))
    assert {mentions.text[mention.start : mention.end] for mention in mentions.mentions} == {f"{word} {word}".encode()}
    with pytest.raises(InputError, match="the tag marks no text"):
        side(document(body.replace(f"{word} {word}", "\n")))


def test_mentions_without_a_place_of_their_own_are_refused() -> None:
    for body, problem in [
        ('<COREF REF="1">a</COREF>', "a file:4: the COREF tag has no ID"),
        ('<COREF ID="">a</COREF>', "a file:4: the COREF tag has no ID"),
        ('a\n<COREF ID="1">a</COREF> <COREF ID="1">b</COREF>', 'a file:5: ID="1" occurs twice in the document'),
    ]:
        with pytest.raises(InputError) as error:
            side(document(body))
        assert str(error.value) == problem


# the coreference table of the manual: document, classes, found links, links and percentage of key and response, F
TABLE = """\
930620083 23 20 25 43 58.1 40 62.5 60.2
930620057 4 5 11 15 73.3 14 78.6 75.9
930560132 11 6 14 20 70.0 16 87.5 77.8
930380019 18 10 50 69 72.5 59 84.7 78.1
930350079 3 2 8 11 72.7 10 80.0 76.2
930220297 34 39 101 157 64.3 133 75.9 69.7
930220050 2 5 1 3 33.3 6 16.7 22.2
930090013 8 2 7 17 41.2 8 87.5 56.0
930050011 10 13 26 35 74.3 31 83.9 78.8
931290244 12 8 11 21 52.4 16 68.8 59.5
931250227 35 26 37 85 43.5 59 62.7 51.4
931110023 5 9 25 36 69.4 33 75.8 72.5
931090230 4 3 8 12 66.7 10 80.0 72.7
931020207 10 10 25 41 61.0 32 78.1 68.5
930900283 16 16 52 75 69.3 66 78.8 73.8
930860108 7 6 20 31 64.5 23 87.0 74.1
930710271 3 4 5 8 62.5 6 83.3 71.4
940460255 3 7 11 17 64.7 14 78.6 71.0
940430215 4 3 4 9 44.4 5 80.0 57.1
940430078 5 6 15 19 78.9 19 78.9 78.9
940410075 13 14 22 34 64.7 32 68.8 66.7
940370255 41 43 72 133 54.1 115 62.6 58.1
940280231 44 50 65 126 51.6 103 63.1 56.8
940270193 22 23 46 75 61.3 69 66.7 63.9
940260231 14 25 102 124 82.3 121 84.3 83.3
940190235 22 21 61 78 78.2 81 75.3 76.7
940120142 31 35 116 165 70.3 146 79.5 74.6
940090210 18 22 33 59 55.9 59 55.9 55.9
940080212 4 3 5 7 71.4 7 71.4 71.4
940050261 9 5 12 21 57.1 12 100.0 72.7
"""
PRINTED_TOTALS = "TOTALS: 435 441 990 / 1546 64.0% 990 / 1345 73.6% 68.5%"


def manual_rows() -> list[tuple[bytes, Row]]:
    rows = []
    for line in TABLE.splitlines():
        docnum, key_classes, response_classes, common, key_links, _, response_links, _, _ = line.split()
        columns = (key_classes, response_classes, common, key_links, response_links)
        rows.append((docnum.encode(), counts(*map(int, columns))))
    return rows


def test_the_table_of_the_manual_from_its_counts() -> None:
    rows = manual_rows()
    totals = counts(*[sum(row[column] for _, row in rows) for column in LINK_COUNTS])
    lines = link_table(rows, totals).decode().splitlines()
    for line, manual in zip(lines[2:-1], TABLE.splitlines()):
        fields = line.replace("/", " ").split()
        assert fields[5 + 1] == fields[3], "the found links stand in both fractions"
        del fields[6]
        assert fields == manual.split()
    assert " ".join(lines[-1].replace("%", "% ").replace("%  ", "% ").split()) == PRINTED_TOTALS
    assert len(lines) == 2 + 30 + 1


def test_the_table_of_the_manual_from_a_run() -> None:
    rows = manual_rows()
    totals = counts(435, 441, 990, 1546, 1345)
    assert (GOLDEN / "muc_scorer" / "muc33_co_manual_table" / "out" / "scores").read_bytes() == link_table(rows, totals)


def test_the_columns_stand_under_their_headings() -> None:
    tally = counts(1234, 1234, 1234, 1234, 1234)
    heading, columns, line, total = link_table([(b"9306200831234", tally)], tally).decode().splitlines()
    assert heading.index("Key") + 3 == columns.index("Cls") + 3 == 13 + 5
    assert heading.index("Rsp") + 3 == columns.rindex("Cls") + 3 == 13 + 5 + 5
    assert columns.index("Recall") + len("Recall") == line.index("100.0") + 5
    assert columns.index("Precision") + len("Precision") == line.index("100.0", 45) + 5
    assert len(columns) == len(line)
    assert total.endswith("100.0% 1234 / 1234  100.0% 100.0%")


def test_what_cannot_be_divided_is_zero() -> None:
    line = link_table([(b"1", Row())], Row()).decode().splitlines()[2]
    assert line.split() == ["1", "0", "0", "0", "/", "0", "0.0", "0", "/", "0", "0.0", "0.0"]
