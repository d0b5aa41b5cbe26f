"""Which phrases are found and which are correct: laws, and a slow transcription of the rules beside it."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.phrases import begins
from legacy_scorers.common.tally import Tally
from legacy_scorers.conlleval.align import align, read_tag
from legacy_scorers.conlleval.tally import ALL, CORRECT, FOUND, OVERALL, PHRASES, TYPES, tally
from tests.conlleval import literal
from tests.conlleval.literal import Token
from tests.conlleval.runs import scored, written

TYPES_OF_PHRASES = ("A", "B", "0", "A-B")


def tags_of(letters: str, types: tuple[str, ...] = TYPES_OF_PHRASES, others: tuple[str, ...] = ("O",)) -> list[str]:
    return [*others, *[f"{letter}-{type_}" for letter in letters for type_ in types]]


ANY_TAG = st.one_of(
    st.sampled_from(tags_of("BIEOS.[]Lo", others=("O", "B", "I", "E", "S", ".", "[", "]", "", "-", "-A", "B-", "é-é"))),
    st.sampled_from(tags_of("BI")),
    st.sampled_from(tags_of("BIES", ("A",))),
)
PROPER_TAG = st.sampled_from(tags_of("BIES", ("A", "B")))


def tokens(tags: st.SearchStrategy[str]) -> st.SearchStrategy[list[Token | None]]:
    equal = tags.map(lambda tag: (tag, tag))
    return st.lists(st.one_of(equal, equal, st.tuples(tags, tags), st.none()), max_size=14)


def columns_of(lines: list[Token | None]) -> list[list[bytes]]:
    return [[tag.encode() for tag in line] if line else [] for line in lines]


def counted(lines: list[Token | None]) -> Tally:
    return tally(align(columns_of(lines), read_tag))


@given(tokens(ANY_TAG.filter(bool)))
def test_reports_are_those_of_the_slow_transcription(lines: list[Token | None]) -> None:
    assert scored(written(lines)).stdout == literal.report(lines)


@given(tokens(ANY_TAG))
def test_counts_are_those_of_the_slow_transcription(lines: list[Token | None]) -> None:
    counts, found = literal.count(lines), counted(lines)
    for column, by_type in ((PHRASES, counts.key), (FOUND, counts.found), (CORRECT, counts.correct)):
        assert found.row(OVERALL, ALL)[column] == sum(by_type.values())
        assert Counter({row: found.row(TYPES, row)[column] for row in found.rows(TYPES)}) == Counter(
            {type_.encode(): number for type_, number in by_type.items()}
        )


@given(tokens(st.sampled_from(["O", "PER", "NONE", "0", "B-A"])), st.sampled_from(["O", "NONE", "0"]))
def test_raw_tags_are_those_of_the_slow_transcription(lines: list[Token | None], outside: str) -> None:
    changed = [line and (literal.raw(line[0], outside), literal.raw(line[1], outside)) for line in lines]
    assert scored(written(lines), "-r", "-o", outside).stdout == literal.report(changed)


def phrases(tags: list[str]) -> set[tuple[int, int, str]]:
    """Return begin, end and type of the phrases of a side, found by itself."""
    read = [("O", ""), *map(literal.cut, tags), ("O", "")]
    bounds = [place for place in range(1, len(read)) if literal.ends(*read[place - 1], *read[place])]
    starts = [place for place in range(1, len(read)) if begins(*read[place - 1], *read[place])]
    return {(start, min(bound for bound in (*bounds, *starts) if bound > start), read[start][1]) for start in starts}


def amounts(lines: list[Token | None]) -> Counter[tuple[object, ...]]:
    """Return the amounts of the report by table, row and column."""
    found = counted(lines)
    rows = [(table, row) for table in (OVERALL, TYPES) for row in found.rows(table)]
    return Counter({(*name, column): amount for name in rows for column, amount in found.row(*name).items()})


@given(st.lists(st.tuples(PROPER_TAG, PROPER_TAG), max_size=12))
def test_proper_tags_are_correct_where_begin_end_and_type_are_the_same(lines: list[Token]) -> None:
    key, guess = phrases([tag for tag, _ in lines]), phrases([tag for _, tag in lines])
    row = counted([*lines]).row(OVERALL, ALL)
    assert (row[PHRASES], row[FOUND], row[CORRECT]) == (len(key), len(guess), len(key & guess))


@given(tokens(PROPER_TAG), tokens(PROPER_TAG))
def test_tallies_of_sentences_add_up(one: list[Token | None], other: list[Token | None]) -> None:
    assert amounts([*one, None, *other]) == amounts(one) + amounts(other)


@given(tokens(ANY_TAG))
def test_swapping_the_sides_swaps_phrases_and_found(lines: list[Token | None]) -> None:
    swapped = amounts([line and (line[1], line[0]) for line in lines])
    exchanged: dict[object, str] = {PHRASES: FOUND, FOUND: PHRASES}
    assert swapped == {
        (*name, exchanged.get(column, column)): amount for (*name, column), amount in amounts(lines).items()
    }


@given(st.lists(PROPER_TAG, min_size=1, max_size=12))
def test_a_key_against_itself_is_perfect(tags: list[str]) -> None:
    report = scored(written([(tag, tag) for tag in tags])).stdout.decode()
    assert re.match(r"processed (\d+) tokens with (\d+) phrases; found: \2 phrases; correct: \2\.\n", report)
    assert "accuracy: 100.00%" in report


@pytest.mark.parametrize("options", [[], ["-l"]])
def test_many_tags_are_read_as_few(options: list[str]) -> None:
    """More pairs of tags than are remembered."""
    lines: list[Token | None] = [(f"B-{number}", f"B-{number % 300}") for number in range(20_000)]
    assert scored(written(lines), *options).exit == 0
    assert counted(lines).row(OVERALL, ALL)[CORRECT] == 300
