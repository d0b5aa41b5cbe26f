"""Laws of the counts and figures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.common.result import Match, Observer, Run, Unit
from legacy_scorers.m2_scorer.cli import score
from legacy_scorers.m2_scorer.tally import EDITS
from tests.m2_scorer.runs import Annotation, Block, blocks, counts, scored, written
from tests.running import folder_with


def corrected(source: list[str], edits: list[Annotation]) -> list[str]:
    """Return a source with edits, which do not overlap."""
    words = list(source)
    for begin, end, text in reversed(edits):
        words[begin:end] = [] if text == "-NONE-" else text.split()
    return words


@st.composite
def substituted(draw: st.DrawFn) -> Block:
    """A sentence, in which each word occurs once, corrected as in the gold."""
    source = [f"w{number}" for number in range(draw(st.integers(1, 9)))]
    places = sorted(draw(st.sets(st.integers(0, len(source) - 1), min_size=1, max_size=3)))
    edits = [(place, place + 1, draw(st.sampled_from(["-NONE-", "x", "y z"]))) for place in places]
    return Block(source, [edits], corrected(source, edits))


@given(st.lists(substituted(), min_size=1, max_size=3))
def test_gold_against_itself_is_perfect(found: list[Block]) -> None:
    number = sum(len(block.annotators[0]) for block in found)
    assert counts(scored(*written(found), "-v")) == [number] * 3


@given(st.lists(blocks(), min_size=1, max_size=4), st.sampled_from(["3.2", "2016"]))
def test_a_sentence_more_adds_its_counts(found: list[Block], version: str) -> None:
    alone = [block._replace(annotators=block.annotators[:1]) for block in found]
    each = [counts(scored(*written([block]), "-v", version=version)) for block in alone]
    assert counts(scored(*written(alone), "-v", version=version)) == [sum(column) for column in zip(*each)]


@given(st.lists(blocks(), min_size=1, max_size=3))
def test_the_report_without_v_is_the_end_of_that_with_it(found: list[Block]) -> None:
    files = written(found)
    assert scored(*files, "-v").stdout.endswith(scored(*files).stdout)
    assert scored(*files, "--very_verbose", "-v").stdout == scored(*files, "-v").stdout


class Kept(Observer):
    """Keeps the run, and of each unit its matches, items and reasons."""

    def __init__(self) -> None:
        self.run: Run | None = None
        self.matches: list[tuple[Unit, Match]] = []
        self.items: list[tuple[str, ...]] = []

    def begin(self, run: Run) -> None:
        self.run = run

    def unit(self, unit: Unit) -> None:
        for match in unit.matches:
            self.matches.append((unit, match))
            found = [
                unit.item(side, index) for side, index in enumerate((match.key, match.response)) if index is not None
            ]
            for item in found:
                assert unit.text is not None
                assert item.begin is None or " ".join(map(str, unit.text[item.begin : item.end])) == item.text
            self.items.append((match.signature, *[item.label for item in found], unit.why(match)))


def observed(found: list[Block], *words: str) -> Kept:
    kept = Kept()
    system, gold = written(found)
    with folder_with({"system": system, "gold": gold}):
        score([*words, "system", "gold"], SYSTEM, kept)
    return kept


@given(st.lists(blocks(), min_size=1, max_size=3), st.sampled_from([[], ["--ignore_whitespace_casing"]]))
def test_matches_add_up_to_the_counts(found: list[Block], words: list[str]) -> None:
    kept = observed(found, *words)
    assert kept.run is not None
    sums = dict.fromkeys(["correct", "proposed", "gold"], 0.0)
    for unit, match in kept.matches:
        for table, _, column, amount in kept.run.cells(unit, match):
            assert table == EDITS
            sums[column] += amount
    assert list(sums.values()) == counts(scored(*written(found), "-v", *words))


def test_reasons() -> None:
    source = ["The", "cat", "sat", "at", "mat", "."]
    first = [(3, 4, "on"), (4, 4, "the||a"), (5, 6, "!")]
    found = Block(source, [first, [(0, 1, "A")]], ["the", "cat", "sat", "on", "one", "mat", "."])
    kept = observed([found], "--ignore_whitespace_casing")
    assert [(*item[:-1], item[-1].partition("; ")[0]) for item in kept.items] == [
        ("correct", "on", "on", "the same places and words, and a correction of the key"),
        ("spurious", "one", "the key's 'on' begins 1 token earlier, the key's 'the||a' is at the same places"),
        ("missed", "the||a", "the response's 'on' begins 1 token earlier, the response's 'one' is at the same places"),
        ("missed", "!", "the response has no edit there"),
        ("ignored", "the", "only blanks and capital letters change"),
    ]
    chosen = "chosen: annotator 0 gives F 0.4545, 1 of 2 right, 3 in gold; not chosen: annotator 1 gives F 0.0000, "
    assert chosen in kept.items[0][-1]


def test_an_edit_that_is_twice_in_the_gold_is_correct_twice() -> None:
    kept = observed([Block(["a", "b"], [[(0, 1, "x"), (0, 1, "x")]], ["x", "b"])])
    assert [item[0] for item in kept.items] == ["correct", "correct again"]
    assert "annotator 0 is the only one" in kept.items[0][-1]
