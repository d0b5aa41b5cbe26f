"""Answers, sense maps, credit and the tally: tables of small cases, and the laws that hold between them."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.c import add
from legacy_scorers.common.memo import Memo
from legacy_scorers.scorer2 import read
from legacy_scorers.scorer2.align import DOES_NOT_EXIST, EXCLUDED, INVALID, Key, align, refusal
from legacy_scorers.scorer2.credit import Granularity, Guess, SenseMap
from legacy_scorers.scorer2.read import COMMENT, read_instances

if TYPE_CHECKING:
    from legacy_scorers.scorer2.cells import Signature


def sense_map(lines: list[bytes]) -> SenseMap:
    return SenseMap(b"".join(line + b"\n" for line in lines))


# the senses of the documentation's table: 1 with 1.1 and 1.2; 2 with 2.1 to 2.5; 3
DOCUMENTED_MAP = b"1\n1.1 2 1\n1.2 2 1\n2\n2.1 5 2\n2.2 5 2\n2.3 5 2\n2.4 5 2\n2.5 5 2\n3\n"
DOCUMENTED = SenseMap(DOCUMENTED_MAP)
ROWS = [
    ("1", "1", 1.0, 1.0, 1.0),
    ("1 3", "1", 1.0, 1.0, 1.0),
    ("1", "2", 0.0, 0.0, 0.0),
    ("1 2", "2", 1.0, 1.0, 1.0),
    ("1 3", "2", 0.0, 0.0, 0.0),
    ("1.1", "1.1", 1.0, 1.0, 1.0),
    ("1.1 3", "1.1", 1.0, 1.0, 1.0),
    ("1.1", "1.2", 0.0, 1.0, 0.0),
    ("1.1 3", "1.2", 0.0, 1.0, 0.0),
    ("1", "1.1", 0.0, 1.0, 1.0),
    ("1.1", "1", 0.0, 1.0, 0.5),
    ("2.1", "2", 0.0, 1.0, 0.2),
    ("1.1 1.2", "1.1", 1.0, 1.0, 1.0),
    ("1.1 1.2", "1", 0.0, 1.0, 1.0),
    ("2.1 2.2", "2", 0.0, 1.0, 0.4),
    ("1", "1/0.6 2/0.4", 0.6, 0.6, 0.6),
    ("2", "1/0.6 2/0.4", 0.4, 0.4, 0.4),
    ("1", "1.1/0.6 2/0.4", 0.0, 0.6, 0.6),  # the documentation prints 0.3, the mixed score of row 20
    ("1", "1.1/0.6 1.2/0.4", 0.0, 1.0, 1.0),
    ("1.1", "1/0.6 2/0.4", 0.0, 0.6, 0.3),  # the documentation prints 0.6 for fine and mixed
    ("1 3", "1/0.6 2/0.4", 0.6, 0.6, 0.6),
    ("1 2", "1/0.6 2/0.4", 1.0, 1.0, 1.0),
]
TAGS = st.sampled_from([b"1", b"1.1", b"1.2", b"2", b"2.1", b"2.2", b"3", b"4", b"odd", b"deep"])
KEY_TAGS = st.lists(TAGS, min_size=1, max_size=6).map(tuple)
WEIGHTED = st.lists(st.tuples(TAGS, st.sampled_from(["", "/1", "/0.5", "/.25", "/3"])), min_size=1, max_size=6).map(
    lambda pairs: " ".join(tag.decode() + weight for tag, weight in pairs).encode()
)
ODD = sense_map(
    sorted([b"1", b"1.1 2 1", b"2.1 0 2", b"2.2 -3 2 2.5 1", b"3 nan 1", b"deep 2 odd 3 1 2 deep", b"odd 2  1 x 2"])
)
SENSES = st.sampled_from([None, DOCUMENTED, ODD])


def score(key: str, answer: str, granularity: str) -> float:
    compared = Granularity(granularity, None if granularity == "fine" else DOCUMENTED_MAP)
    return compared.signatures[answer.encode(), key.encode()][0]


@pytest.mark.parametrize(("key", "answer", "fine", "coarse", "mixed"), ROWS)
def test_documented_table(key: str, answer: str, fine: float, coarse: float, mixed: float) -> None:
    scores = [score(key, answer, granularity) for granularity in ("fine", "coarse", "mixed")]
    assert [f"{value:.3f}" for value in scores] == [f"{value:.3f}" for value in (fine, coarse, mixed)]


@pytest.mark.parametrize(
    ("text", "tags", "weights", "attempted"),
    [
        ("", (), (), 0.0),
        ("a", (b"a",), (1.0,), 1.0),
        ("a b", (b"a", b"b"), (0.5, 0.5), 1.0),
        ("a/0.25 b/0.25", (b"a", b"b"), (0.25, 0.25), 0.5),  # a sum up to 1 stays
        ("a/3 b/1", (b"a", b"b"), (0.75, 0.25), 1.0),
        ("a/0.9 b", (b"a", b"b"), (0.5, 0.5), 1.0),  # one tag without a weight, and none counts
        ("a/x b/0.5/7", (b"a", b"b"), (0.0, 0.5), 0.5),
        ("a/-1 b/0.5", (b"a", b"b"), (-1.0, 0.5), -0.5),
        ("/0.5", (b"",), (0.5,), 0.5),
        ("a/ b/0x1p-1", (b"a", b"b"), (0.0, 0.5), 0.5),
        ("a/inf b/1", (b"a", b"b"), (math.nan, 0.0), 1.0),
    ],
)
def test_guesses(text: str, tags: tuple[bytes, ...], weights: tuple[float, ...], attempted: float) -> None:
    guess = Guess(text.encode(), None)
    assert tuple(tag for tag, _ in guess.tags) == tags
    assert tuple(weight for _, weight in guess.tags) == pytest.approx(weights, nan_ok=True)
    assert guess.attempted == attempted


@pytest.mark.parametrize(
    ("text", "tags", "weights"),
    [
        ("1.1", (b"1",), (1.0,)),
        ("1.1 1.2 2", (b"1", b"2"), (2 / 3, 1 / 3)),
        ("1.1/0.25 2.1/0.5 1/0.25", (b"1", b"2"), (0.5, 0.5)),
        ("4 4", (b"4",), (1.0,)),
    ],
)
def test_coarse_guesses_merge_equal_tags(text: str, tags: tuple[bytes, ...], weights: tuple[float, ...]) -> None:
    guess = Guess(text.encode(), DOCUMENTED.coarse)
    assert tuple(tag for tag, _ in guess.tags) == tags
    assert tuple(weight for _, weight in guess.tags) == pytest.approx(weights)


@pytest.mark.parametrize(
    ("line", "coarse", "shares"),
    [
        (b"a", b"a", {b"a": 1.0}),
        (b"a 2 b", b"b", {b"a": 1.0, b"b": 0.5}),
        (b"a 2 b 4 c", b"c", {b"a": 1.0, b"b": 0.5, b"c": 0.125}),
        (b"a 2", b"2", {b"a": 1.0}),
        (b"a 2 b ", b"", {b"a": 1.0, b"b": 0.5}),  # behind the last blank is no sense ...
        (b"a 3 ", b"", {b"a": 1.0}),
        (b"a 3  ", b"", {b"a": 1.0, b"": 1 / 3}),  # ... but between two blanks is one without a name
        (b"a  3 b", b"b", {b"a": 1.0, b"3": 1 / 3}),  # the empty field reads the number behind it
        (b"a 0 b", b"b", {b"a": 1.0, b"b": math.inf}),
        (b"a two b", b"b", {b"a": 1.0, b"b": math.inf}),
        (b"a -2 b", b"b", {b"a": 1.0, b"b": -0.5}),
        (b"a \t 2 b", b"b", {b"a": 1.0, b"2": 0.5}),
        (b"a 2 b 5 a", b"a", {b"a": 1.0, b"b": 0.5}),  # the first place of a sense counts
        (b"a 2 b\r", b"b\r", {b"a": 1.0, b"b\r": 0.5}),
    ],
)
def test_map_lines(line: bytes, coarse: bytes, shares: dict[bytes, float]) -> None:
    senses = sense_map([line])
    assert senses.coarse(b"a") == coarse
    assert {sense: senses.shares[b"a"][sense] for sense in shares} == pytest.approx(shares)
    assert (b"" in senses.shares[b"a"]) is (b"" in shares)


def test_an_unmapped_tag_is_its_own_coarse_sense() -> None:
    assert DOCUMENTED.coarse(b"other") == b"other"
    assert DOCUMENTED.shares[b"other"] == {b"other": 1.0}


@given(st.lists(TAGS, min_size=1, max_size=6), KEY_TAGS, SENSES)
def test_credits_of_many_tags_are_those_of_each(
    tags: list[bytes], key_tags: tuple[bytes, ...], senses: SenseMap | None
) -> None:
    together = credits_of(tags, key_tags, senses)
    assert repr(together) == repr({tag: tag_credit(tag, key_tags, senses) for tag in tags})


def credits_of(tags: list[bytes], key_tags: tuple[bytes, ...], senses: SenseMap | None) -> dict[bytes, float]:
    """Return the credit of each tag of an answer to a key line."""
    compared = Granularity("mixed")
    compared.senses = senses
    return {tag: compared.credits[tag, b" ".join(key_tags)] for tag in tags}


def tag_credit(tag: bytes, key_tags: tuple[bytes, ...], senses: SenseMap | None) -> float:
    """Return the credit of a tag, looking at every tag of the key line."""
    if senses is None:
        return 1.0 if tag in key_tags else 0.0
    credit = 0.0
    for key_tag in key_tags:
        if key_tag == tag or senses.shares[tag].get(key_tag, 0.0) > 0.0:
            credit = add(credit, 1.0)
        else:
            credit = add(senses.shares[key_tag].get(tag, 0.0), credit)
    return 1.0 if credit > 1.0 else credit


@pytest.mark.parametrize(
    ("key", "answer", "lines", "negative"),
    [
        ("x", "w", b"x nan y -nan w\n", True),  # the factor just read, not the product so far
        ("x", "w", b"x -nan y nan w\n", False),
        ("x", "w", b"x inf y 0 w\n", True),
        ("x", "w", b"x inf y 0 v nan w\n", False),
        ("x", "w/-nan", b"x nan w\n", True),  # the weight, not the credit
        ("x", "w/nan", b"x -nan w\n", False),
        ("x y", "w", b"x nan w\ny -nan w\n", True),  # the new credit, not the sum so far
        ("x y", "w", b"x -nan w\ny nan w\n", False),
        ("x y", "w/1 v/0", b"x nan w\ny -nan w\n", True),
        ("x y", "v/0 w/1", b"x -nan w\ny nan w\n", False),
    ],
)
def test_of_two_nans_the_newest_decides(key: str, answer: str, lines: bytes, negative: bool) -> None:
    result = Granularity("mixed", lines).signatures[answer.encode(), key.encode()][0]
    assert math.isnan(result)
    assert (math.copysign(1.0, result) < 0) is negative


@given(WEIGHTED, KEY_TAGS, st.sampled_from(["fine", "mixed"]))
def test_a_score_is_at_most_what_was_attempted(answer: bytes, key_tags: tuple[bytes, ...], granularity: str) -> None:
    attempted = Guess(answer, None).attempted
    assert 0.0 <= score(b" ".join(key_tags).decode(), answer.decode(), granularity) <= attempted * (1 + 1e-6)


@given(WEIGHTED, KEY_TAGS)
def test_coarser_is_never_worse(answer: bytes, key_tags: tuple[bytes, ...]) -> None:
    key = b" ".join(key_tags).decode()
    fine, mixed, coarse = [score(key, answer.decode(), granularity) for granularity in ("fine", "mixed", "coarse")]
    assert fine <= mixed * (1 + 1e-6) <= coarse * (1 + 1e-5)


class Scored(NamedTuple):
    """What became of answers: signatures by instance, refusals in order, and the number of key lines that count."""

    signatures: dict[bytes, Signature]
    refusals: list[tuple[int, bytes, bytes]]
    total: int


def run(answers: bytes, key: bytes, minimal: bool = False) -> Scored:
    known_signatures = Granularity("fine").signatures
    lines_of_key = Key(key, None, minimal)
    scored = Scored({}, [], len(list(filter(None, lines_of_key.texts))))
    numbers = itertools.count()
    for identifiers, texts, _, key_texts in align(read_instances(answers, COMMENT), lines_of_key):
        for identifier, text, key_text, line in zip(identifiers, texts, key_texts, numbers):
            reason = refusal(text, key_text)
            signature = known_signatures[text, key_text]
            assert bool(reason) is not bool(signature)
            if reason:
                scored.refusals.append((line, identifier, reason))
            else:
                assert identifier not in scored.signatures
                scored.signatures[identifier] = signature
    return scored


def test_refusals_and_their_order() -> None:
    key = b"w 1 a\nw 2 a b\nw 3\nw 4 a\n"
    answers = b"w 0 a\nw 1 a\n\nw 1 a\nw 2 a\nw 3 a\nw 4 !! a\nw 4 a\nw 5\n"
    scored = run(answers, key, minimal=True)
    assert scored.signatures == {b"w_1": (1.0, 1.0, 1.0), b"w_4": (1.0, 1.0, 1.0)}
    assert scored.refusals == [
        (0, b"w_0", DOES_NOT_EXIST),
        (2, b"", DOES_NOT_EXIST),
        (3, b"w_1", EXCLUDED),
        (4, b"w_2", EXCLUDED),
        (5, b"w_3", EXCLUDED),
        (6, b"w_4", INVALID),
        (8, b"w_5", DOES_NOT_EXIST),
    ]
    assert scored.total == 2


IDENTIFIERS = st.lists(st.integers(0, 99), min_size=1, max_size=15, unique=True).map(sorted)
LINES = st.lists(
    st.tuples(st.sampled_from(["w 1", "w 2", "w 3", "x 1", "W 1"]), st.sampled_from(["", " ", " a", " b c"]))
)


def written(lines: list[tuple[str, str]]) -> bytes:
    return "".join(f"{instance}{tags}\n" for instance, tags in lines).encode()


def aligned_one_by_one(answers: list[tuple[str, str]], key: list[tuple[str, str]]) -> list[bytes | None]:
    """Return the text of the key line that each answer meets, looked for line by line."""
    lines = Key(written(key), None, False)
    open_lines = {identifier: lines.texts[index] for identifier, index in lines.found.items()}
    met = []
    for instance, tags in answers:
        identifier = instance.replace(" ", "_").encode()
        met.append(open_lines.get(identifier))
        if identifier in open_lines and tags.strip():
            open_lines[identifier] = b""
    return met


@given(LINES, LINES, st.booleans(), st.integers(0, 5), st.integers(1, 40))
def test_answers_meet_their_lines_once(
    answers: list[tuple[str, str]], key: list[tuple[str, str]], sort: bool, copied: int, block: int
) -> None:
    if sort:
        key = sorted(dict(key).items())
    answers = key[:copied] + answers  # in the order of the key first
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read, "_BLOCK", block)
        blocks = list(align(read_instances(written(answers)), Key(written(key), None, False)))
    assert [text for *_, key_texts in blocks for text in key_texts] == aligned_one_by_one(answers, key)


@given(IDENTIFIERS, st.data())
def test_a_sorted_key_with_single_tags_answers_itself_perfectly(numbers: list[int], data: st.DataObject) -> None:
    key = b"".join(b"word.n %02d %b\n" % (number, data.draw(TAGS)) for number in numbers)
    scored = run(key, key)
    assert list(scored.signatures.values()) == [(1.0, 1.0, 1.0)] * scored.total
    assert scored.total == len(numbers)


@given(IDENTIFIERS, st.data())
def test_answers_need_no_order(numbers: list[int], data: st.DataObject) -> None:
    key = b"".join(b"word.n %02d %b\n" % (number, b" ".join(data.draw(KEY_TAGS))) for number in numbers)
    answers = [b"word.n %02d %b\n" % (number, data.draw(TAGS)) for number in numbers]
    shuffled = data.draw(st.permutations(answers))
    assert run(b"".join(answers), key) == run(b"".join(shuffled), key)


@given(IDENTIFIERS, st.data())
def test_a_second_answer_never_counts(numbers: list[int], data: st.DataObject) -> None:
    key = b"".join(b"word.n %02d 1\n" % number for number in numbers)
    answers = b"".join(b"word.n %02d %b\n" % (number, data.draw(TAGS)) for number in numbers)
    once, twice = run(answers, key), run(answers + answers, key)
    assert once.signatures == twice.signatures
    assert [reason for _, _, reason in twice.refusals] == [EXCLUDED] * len(numbers)


def test_a_memo_stays_small_and_right() -> None:
    memo: Memo[int, int] = Memo(lambda number: number * number)
    numbers = [*range(40_000), 3, 39_999]
    assert [memo[number] for number in numbers] == [number * number for number in numbers]
    assert len(memo) <= 2**14


def test_lines_of_a_map_are_those_of_its_file() -> None:
    senses = SenseMap(b"a 2 b\nb\nc 2 b")
    assert [senses.coarse(tag) for tag in (b"a", b"b", b"c")] == [b"b", b"b", b"c"]


@pytest.mark.parametrize(
    ("content", "tag", "coarse", "shares"),
    [
        (b"1 3 2.2 3 1", b"1", b"1\xff", {b"1": 1.0, b"2.2": 1 / 3, b"1\xff": 1 / 9}),
        (b"381.1 2 381 1 380", b"381.1", b"380\xff", {b"381.1": 1.0, b"381": 0.5, b"380\xff": 0.5}),
        (b"1 3 2\xff\n1 2 4\n", b"1", b"2\xff", {b"1": 1.0, b"2\xff": 1 / 3}),
        (b"1", b"1", b"1", {b"1": 1.0}),  # the line is 1 and the byte 0xFF
        (b"1\0", b"1", b"1", {b"1": 1.0}),
        (b"ab 2 c", b"ab", b"ab", {b"ab": 1.0}),
    ],
)
def test_a_map_without_newline_is_one_line(
    content: bytes, tag: bytes, coarse: bytes, shares: dict[bytes, float]
) -> None:
    senses = SenseMap(content)
    assert senses.coarse(tag) == coarse
    assert senses.shares[tag] == pytest.approx(shares)


@pytest.mark.parametrize(
    ("key", "answers", "reasons"),
    [
        (b"W_1 a", b"W 1 a\nW 1\n", [EXCLUDED, INVALID]),
        (b"W 1 a", b"W 1 a\nW\n", [DOES_NOT_EXIST, INVALID]),  # no blank of it becomes an underscore
        (b"W_1", b"W 1 a\n", [DOES_NOT_EXIST]),  # 0xFF follows the identifier
        (b"W_1\0", b"W 1 a\n", [EXCLUDED]),
        (b"W_1 a\xff\nX 1 a\n", b"W 1\nX 1 a\n", [INVALID, DOES_NOT_EXIST]),
        (b"wo_1 a", b"wo 1 a\n", [DOES_NOT_EXIST]),
    ],
)
def test_a_key_without_newline_has_an_identifier_and_no_tags(key: bytes, answers: bytes, reasons: list[bytes]) -> None:
    scored = run(answers, key)
    assert [reason for _, _, reason in scored.refusals] == reasons
    assert (scored.signatures, scored.total) == ({}, 0)


def test_a_key_line_of_one_field_repeated_gives_the_same_credit_to_tags_below_it() -> None:
    senses = sense_map([b"S", b"a 2 S", b"b 4 S", b"c 8 S"])
    assert credits_of([b"a", b"b", b"c"], (b"S",) * 9, senses) == {b"a": 1.0, b"b": 1.0, b"c": 1.0}
