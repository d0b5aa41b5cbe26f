"""What CPython 2.7.18 did, as it printed it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from legacy_scorers.common.py27 import blank_text, float_text, hash_of, hash_order, integer, lower, real, split, strip

INFINITY = float("inf")


@pytest.mark.parametrize(
    ("key", "number"),
    [
        ("", 0),
        (b"", 0),
        ("a", 12416037344),
        (b"a", 12416037344),
        ("PER", 2149279368100130062),
        ("\u00fc\U0001f600", 32256193788334582),
        ("\u00fc".encode(), 24960149699224375),
        (0, 0),
        (-1, -2),
        (True, 1),
        (2**63, -(2**63)),
        (2**64 - 1, -2),
        (-(2**70), -64),
        (-1.0, -2),
        (2.0**62, 2**62),
        (0.1, 2576882278),
        (1e300, 8474648701417850880),
        (INFINITY, 314159),
        (-INFINITY, -271828),
        (float("nan"), 0),
        ((), 3527539),
        ((1,), 3430019387558),
        ((1, 2, 3), 2528502973977326415),
        (("a", 5), -3828833845464216908),
    ],
)
def test_hash(key: object, number: int) -> None:
    assert hash_of(key) == number


def test_other_things_have_no_known_hash() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        hash_of(None)


LETTERS = ["ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON", "ZETA", "ETA"]
SHUFFLED = ["EPSILON", "BETA", "ETA", "DELTA", "ALPHA", "ZETA", "GAMMA"]


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ([], []),
        ([7, 8], [8, 7]),
        ([1, 3, 8], [8, 1, 3]),
        ([4, 8, 9], [8, 9, 4]),
        (list(range(40, 0, -3)), [1, 34, 4, 37, 7, 40, 10, 13, 16, 19, 22, 25, 28, 31]),
        (["PER", "LOC", "ORG"], ["LOC", "PER", "ORG"]),
        (["PER", "LOC", "PER"], ["LOC", "PER"]),
        ([(0, 5), (5, 9), (9, 12)], [(5, 9), (0, 5), (9, 12)]),
        (["tagclash", "setclash", "overlap"], ["tagclash", "overlap", "setclash"]),
        (LETTERS, SHUFFLED),
    ],
)
def test_order_of_sets(keys: list[object], order: list[object]) -> None:
    assert hash_order(keys) == order


def test_large_tables_grow_more_slowly() -> None:
    numbers = list(range(0, 140_000 * 4, 4))
    assert hash_order(numbers)[:6] == [0, 262144, 4, 436452, 8, 43692]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (2 / 3, "0.666666666667"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (1e-05, "1e-05"),
        (8.014950056561921e-30, "8.01495005656e-30"),
        (99999999999.0, "99999999999.0"),
        (100000000000.4, "1e+11"),
        (123456789012.0, "1.23456789012e+11"),
        (5972140382305.0, "5.97214038230e+12"),
        (1e22, "1e+22"),
        (INFINITY, "inf"),
        (-INFINITY, "-inf"),
        (float("nan"), "nan"),
    ],
)
def test_str_of_floats(number: float, text: str) -> None:
    assert float_text(number) == text


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a b", 2),
        ("a\u180eb", 2),
        ("a\x1cb\x1db\x1eb\x1fb\x85b\xa0b", 7),
        ("a\u200bb\ufeffb", 1),
        ("a\u1680b\u2000b\u200ab\u2028b\u2029b\u202fb\u205fb\u3000b", 9),
    ],
)
def test_white_space(text: str, pieces: int) -> None:
    assert len(blank_text(text).split()) == pieces
    assert len(blank_text(text)) == len(text)


def test_words_and_white_space_at_the_ends() -> None:
    assert split("\u180ea\u00a0b\u200b \x1cc") == ["a", "b\u200b", "c"]
    assert strip("\u180e \u2028a\u180eb\ufeff\x85") == "a\u180eb\ufeff"
    assert strip("\u180e") == ""


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("ABC", "abc"),
        ("\u00c9\u03a3", "\u00e9\u03c3"),
        ("\u0130", "i"),
        ("\u1c89\ua7cb\U00010d50", "\u1c89\ua7cb\U00010d50"),  # Unicode 16
        ("\u0526\u13a0", "\u0526\u13a0"),
    ],
)
def test_small_letters(text: str, small: str) -> None:
    assert lower(text) == small


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("007", 7),
        (" +5\t", 5),
        ("- 1", -1),
        ("+\x0b\u30005", 5),
        ("\u180e5\x1f", 5),
        ("\u0661\U0001d7d0", 12),  # Arabic and mathematical digits
        ("\u19da", 1),  # a digit until Unicode 5.2
        ("9" * 30, 10**30 - 1),
        *[(text, None) for text in ("", "-", "- -1", "1 2", "1_0", "1.0", "5L", "0x5", "\xb2", "5\x00")],
        *[(text, None) for text in ("\u0de7", "\U00011067", "\U00010d41")],  # digits of Unicode 7, 6 and 16
    ],
)
def test_whole_numbers(text: str, number: int | None) -> None:
    _check(integer, text, number)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("-.5", -0.5),
        ("\xa0\u180e1e3\x85", 1000.0),
        ("\u0661.\u0662", 1.2),
        (" Infinity ", INFINITY),
        ("\u19da.", 1.0),
        *[(text, None) for text in ("", "- 1", "1_0", "0x1", "1e", "1,5", "\u0de7", "5L")],
    ],
)
def test_numbers(text: str, number: float | None) -> None:
    _check(real, text, number)


def _check(read: Callable[[str], float], text: str, number: float | None) -> None:
    if number is not None:
        assert read(text) == number
        return
    with pytest.raises(ValueError, match=r"number|could not convert"):
        read(text)
