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
