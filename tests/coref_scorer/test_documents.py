"""Where documents are found, how they add up, and when a run breaks off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.coref_scorer.runs import document, scored, totals

CELLS = st.lists(st.sampled_from(["-", "(1)", "(2)", "(3)", "(1", "1)", "(1)|(2)", "(2", "2)"]), max_size=8)


def closed(cells: list[str]) -> list[str]:
    """Return cells in which every mention that begins ends, and none ends that did not begin."""
    result, open_mentions = [], {"1": 0, "2": 0}
    for cell in cells:
        chain = cell.strip("()")
        if cell == f"({chain}":
            open_mentions[chain] += 1
        elif cell == f"{chain})":
            if not open_mentions[chain]:
                continue
            open_mentions[chain] -= 1
        result.append(cell)
    return result + [f"{chain})" for chain, number in open_mentions.items() for _ in range(number)]


@given(st.lists(st.tuples(CELLS.map(closed), CELLS.map(closed)), min_size=1, max_size=4), st.booleans())
def test_documents_add_up(pairs: list[tuple[list[str], list[str]]], turned: bool) -> None:
    keys, responses = [[document(str(n), *pair[side]) for n, pair in enumerate(pairs)] for side in range(2)]
    together = scored(b"".join(keys), b"".join(reversed(responses) if turned else responses), "all", "none")
    alone = [scored(key, response, "all", "none") for key, response in zip(keys, responses)]
    if any(run.exit for run in (together, *alone)):
        return
    for name, *figures in zip([name for name, _ in totals(together)], *[totals(run) for run in (together, *alone)]):
        whole, *parts = [figure for _, figure in figures]
        if name != b"BLANC":
            assert whole == pytest.approx([sum(column) for column in zip(*parts)])


@pytest.mark.parametrize(
    ("key", "response", "words", "figures"),
    [
        ("a", "b", ["none"], (0, 1, 0, 0)),
        ("a", "ab", ["none"], (1, 1, 1, 1)),
        ("ab", "ba", ["none"], (2, 2, 2, 2)),
        ("aa", "a", ["none"], (1, 1, 1, 1)),
        ("ab", "ab", ["b"], (1, 1, 1, 1)),
        ("ab", "ab", ["c"], (0, 0, 0, 0)),
    ],
)
def test_documents_are_found_by_name(key: str, response: str, words: list[str], figures: tuple[int, ...]) -> None:
    of_key, of_response = [b"".join([document(name, "(1)", "(1)") for name in names]) for names in (key, response)]
    assert totals(scored(of_key, of_response, "muc", *words))[-1] == (b"Coreference", figures)


def test_the_last_of_a_name_counts_at_the_place_of_the_first() -> None:
    key = document("a", "(1)") + document("b", "(1)") + document("a", "(1)", "(1)")
    lines = scored(key, b"", "muc").stdout.splitlines()
    assert [line for line in lines if line.startswith(b"Entity")] == [b"Entity 0: (0,0) (1,1)", b"Entity 0: (0,0)"]


@pytest.mark.parametrize(
    ("repeats", "metric", "status", "reports"),
    [(10, "muc", 0, 10), (11, "muc", 1, 11), (2, "all", 0, 10), (3, "all", 1, 11)],
)
def test_repeats_are_counted_over_documents_and_metrics(repeats: int, metric: str, status: int, reports: int) -> None:
    key = b"".join([document(str(number), "(1)") for number in range(repeats)])
    done = scored(key, key.replace(b"(1)", b"(1)(2)"), metric, "none")
    assert (done.exit, done.stdout.count(b"Repeated mention in the response")) == (status, reports)
