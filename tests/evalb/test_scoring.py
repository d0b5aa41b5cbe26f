"""Scores of random trees: those of the slow transcription, and the laws that hold for them."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.evalb.literal import Rules, Run
from tests.evalb.runs import joined, scored
from tests.running import Run as Done

LABELS = (b"S", b"NP", b"NP-SBJ", b"VP=2", b"VP", b"TOP", b"PRT", b"ADVP", b"-X", b"")
TAGS = (b"A", b"B", b"''", b"POS", b"-NONE-", b"NP")
RULES = st.builds(
    Rules,
    delete=st.sampled_from([(), (b"TOP", b"''", b"-NONE-"), (b"ADVP", b"POS")]),
    short=st.sampled_from([(), (b"-NONE-", b"B")]),
    quote=st.sampled_from([(), (b"''", b"POS")]),
    labels=st.sampled_from([(), ((b"ADVP", b"PRT"), (b"A", b"B"))]),
    words=st.sampled_from([(), ((b"a", b"b"),)]),
    labeled=st.sampled_from([0, 1, 1]),
    most=st.sampled_from([-1, 0, 1, 10]),
    cutoff=st.sampled_from([0, 3, 40]),
)


@st.composite
def trees(draw: st.DrawFn, words: list[bytes], tags: tuple[bytes, ...] = TAGS) -> bytes:
    """Return a tree over words."""
    if len(words) < 2:
        return b" ".join([b"(%b %b)" % (draw(st.sampled_from(tags)), word) for word in words])
    cut = draw(st.integers(1, len(words) - 1))
    parts = [draw(trees(part, tags)) for part in (words[:cut], words[cut:])]
    for _ in range(draw(st.integers(0, 2))):
        parts = [b"(%b %b)" % (draw(st.sampled_from(LABELS)), b" ".join(parts))]
    return b" ".join(parts)


WORDS = st.lists(st.sampled_from([b"a", b"b", b"'", b'"', b"c"]), min_size=1, max_size=7)
PLAIN = st.lists(st.sampled_from([b"a", b"b", b"c"]), min_size=1, max_size=7)


def both(words: st.SearchStrategy[list[bytes]], tags: tuple[bytes, ...]) -> st.SearchStrategy[tuple[bytes, bytes]]:
    tops = words.flatmap(lambda some: st.tuples(trees(some, tags), trees(some, tags)))
    return tops.map(lambda pair: (b"(TOP %b)" % pair[0], b"(TOP %b)" % pair[1]))


DEBUG = {(): 0, ("-d",): 1, ("-D",): 2}
PAIRS = st.lists(both(WORDS, TAGS), max_size=4)
VALID = st.lists(both(PLAIN, (b"A", b"B")), min_size=1, max_size=4)


@st.composite
def damaged(draw: st.DrawFn) -> tuple[list[bytes], list[bytes]]:
    """Return the lines of both sides, some of them with bytes that are lost or put in, or missing."""
    sides: tuple[list[bytes], list[bytes]] = ([], [])
    for pair in draw(PAIRS):
        for side, line in zip(sides, pair):
            at = draw(st.integers(0, len(line)))
            put_in = draw(st.sampled_from([b"", b"", b"", b")", b"(", b" ", b"))", b"\0", b"x", b"()", b"(A )", b"\t"]))
            lost = draw(st.sampled_from([0, 0, 0, 1, 2]))
            side.append(line[:at] + put_in + line[at + lost :])
    for side in sides:
        side += [b"", b"(S (A a))"][: draw(st.sampled_from([0, 0, 0, 1, 2]))]
    return sides


@given(damaged(), RULES, st.sampled_from([(), ("-d",), ("-D",)]))
def test_runs_are_those_of_the_slow_transcription(
    sides: tuple[list[bytes], list[bytes]], rules: Rules, options: tuple[str, ...]
) -> None:
    done = scored(joined(sides[0]), joined(sides[1]), *options, parameters=rules.file())
    wanted = Run(*sides, rules, DEBUG[options])
    assert (done.stdout, done.stderr, done.exit) == (wanted.stdout(), wanted.stderr, wanted.exit)


def figures(done: Done) -> dict[str, str]:
    """Return the figures of the block of all sentences, and the numbers of the line below the table."""
    text = done.stdout.decode()
    block = text[text.index("-- All --") :].partition("\n\n")[0]
    found = dict(re.findall(r"^(.+?) *= +(\S+)$", block, re.MULTILINE))
    last = text[: text.index("=== Summary ===")].splitlines()[-1].split()
    names = ["words", "tags", "accuracy"] if len(last) == 3 else _NAMES
    return {**found, **dict(zip(names, last))}


_NAMES = ["recall", "precision", "matched", "gold", "test", "crossing", "words", "tags", "accuracy"]
_SUMS = "matched", "gold", "test", "crossing", "words", "tags", "Number of sentence", "Number of Valid sentence"


def sums(done: Done) -> Counter[str]:
    found = figures(done)
    return Counter({name: int(found.get(name, "0")) for name in _SUMS})


def scored_pairs(pairs: list[tuple[bytes, bytes]], *words: str) -> Done:
    return scored(joined([key for key, _ in pairs]), joined([test for _, test in pairs]), *words)


@given(VALID)
def test_a_tree_against_itself_is_perfect(pairs: list[tuple[bytes, bytes]]) -> None:
    found = figures(scored_pairs([(key, key) for key, _ in pairs]))
    for name in ("Bracketing Recall", "Bracketing Precision", "Bracketing FMeasure", "Complete match", "No crossing"):
        assert found[name] == "100.00"
    assert found["Tagging accuracy"] == "100.00"


@given(VALID)
def test_swapped_sides_swap_recall_and_precision(pairs: list[tuple[bytes, bytes]]) -> None:
    found = figures(scored_pairs(pairs))
    swapped = figures(scored_pairs([(test, key) for key, test in pairs]))
    assert found["Bracketing Recall"] == swapped["Bracketing Precision"]
    assert found["Bracketing Precision"] == swapped["Bracketing Recall"]
    assert found["Bracketing FMeasure"] == swapped["Bracketing FMeasure"]
    assert (found["Complete match"], found["tags"]) == (swapped["Complete match"], swapped["tags"])


@given(VALID, VALID)
def test_sentences_add_up(one: list[tuple[bytes, bytes]], other: list[tuple[bytes, bytes]]) -> None:
    assert sums(scored_pairs([*one, *other])) == sums(scored_pairs(one)) + sums(scored_pairs(other))


@given(VALID)
def test_without_labels_nothing_is_lost(pairs: list[tuple[bytes, bytes]]) -> None:
    keys, tests = [joined(side) for side in zip(*pairs)]
    unlabelled = scored(keys, tests, parameters=b"LABELED 0\n")
    assert sums(unlabelled)["matched"] >= sums(scored(keys, tests))["matched"]
