"""The comparison of one sentence: against a plain transcription of the algorithm, and what holds of any two sides."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import FairEval
from legacy_scorers.common.align import first_free
from legacy_scorers.faireval.align import FIRST_VERSION, Alignment, align
from legacy_scorers.faireval.arguments import VERSION_VARIABLE
from legacy_scorers.faireval.spans import BOTH, FAIR, TP, TokenRange, UnlistedTokensError
from legacy_scorers.faireval.tally import KINDS, MatchCounts
from tests.running import variables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from legacy_scorers.common.result import Match

Span = list[Any]
VERSIONS = st.sampled_from(["", FIRST_VERSION])


class Plain:
    """The algorithm step by step, with lists and searches through all spans: slow, and easy to compare with a paper."""

    def __init__(self, target: list[Span], system: list[Span], focus: str, version: str) -> None:
        self.target, self.system, self.focus, self.version = target, system, focus, version
        self.used_target: list[Span] = []
        self.used_system: list[Span] = []
        self.labels = list(dict.fromkeys(span[0] for span in target + system))
        self.traditional = {label: dict.fromkeys(("TP", "FP", "FN"), 0) for label in self.labels}
        self.fair = {label: dict.fromkeys(KINDS[FAIR], 0) for label in self.labels}
        self.all_traditional = dict.fromkeys(("TP", "FP", "FN"), 0)
        self.all_fair = dict.fromkeys(KINDS[FAIR], 0)
        rows = list(dict.fromkeys([*self.labels, "_"]))
        self.conf = {row: dict.fromkeys(rows, 0) for row in rows}

    def run(self) -> dict[str, Any]:
        self.count_traditional()
        self.take_true_positives()
        self.take_labelling_errors()
        self.target.sort(key=lambda span: span[2] - span[1])
        self.system.sort(key=lambda span: span[2] - span[1])
        for same_label in (True, False):
            self.meet_free(same_label)
            self.meet_used_system(same_label)
            self.meet_used_target(same_label)
        for span in self.target:
            self.count("FN", span[0])
            self.conf[span[0]]["_"] += 1
        for span in self.system:
            self.count("FP", span[0])
            self.conf["_"][span[0]] += 1
        return {
            "overall": {"traditional": self.all_traditional, "fair": self.all_fair},
            "per_label": {"traditional": self.traditional, "fair": self.fair},
            "conf": self.conf,
        }

    def count(self, kind: str, label: str | None) -> None:
        self.all_fair[kind] += 1
        if label is not None:
            self.fair[label][kind] += 1

    def count_by_focus(self, kind: str, target: Span, system: Span) -> None:
        self.count(kind, {"target": target[0], "system": system[0]}.get(self.focus))
        self.conf[target[0]][system[0]] += 1

    def count_traditional(self) -> None:
        for span in self.target:
            kind = "TP" if span in self.system else "FN"
            self.all_traditional[kind] += 1
            self.traditional[span[0]][kind] += 1
        for span in self.system:
            if span not in self.target:
                self.all_traditional["FP"] += 1
                self.traditional[span[0]]["FP"] += 1

    def take_true_positives(self) -> None:
        for span in [span for span in self.target if span in self.system]:
            if span in self.system:
                self.count("TP", span[0])
                self.target.remove(span)
                self.system.remove(span)

    def take_labelling_errors(self) -> None:
        def others(span: Span) -> list[Span]:
            return [other for other in self.system if other[0] != span[0] and other[1:3] == span[1:3]]

        for span in [span for span in self.target if others(span)]:
            if others(span):
                other = others(span)[0]
                self.count_by_focus("LE", span, other)
                self.target.remove(span)
                self.system.remove(other)

    def partners(self, target: Span, system: Span, same_label: bool) -> bool:
        overlap = overlap_in_words(target[1], target[2], system[1], system[2])
        return (target[0] == system[0]) is same_label and overlap not in ("TP", False)

    def meet(self, target: Span, system: Span) -> None:
        if target[0] == system[0]:
            kind = overlap_in_words(target[1], target[2], system[1], system[2])
            self.count("BE", target[0])
            self.count(str(kind), target[0])
            self.conf[target[0]][system[0]] += 1
        else:
            self.count_by_focus("LBE", target, system)
        common = target[3] & system[3]
        target[3], system[3] = target[3] - common, system[3] - common

    def walk(self, spans: list[Span]) -> Iterator[Span]:
        """Go through a list that gets shorter; in January 2022 the span behind one that is gone was passed over."""
        at = 0
        while at < len(spans):
            before = len(spans)
            yield spans[at]
            at += self.version == FIRST_VERSION or len(spans) == before

    def meet_free(self, same_label: bool) -> None:
        for target in self.walk(self.target):
            candidates = [system for system in self.system if self.partners(target, system, same_label)]
            if candidates:
                system = closest(target, candidates)
                self.target.remove(target)
                self.system.remove(system)
                self.meet(target, system)
                self.used_target.append(target)
                self.used_system.append(system)

    def meet_used_system(self, same_label: bool) -> None:
        for target in self.walk(self.target):
            candidates = [
                system
                for system in self.used_system
                if self.partners(target, system, same_label) and target[3] & system[3]
            ]
            if candidates:
                self.target.remove(target)
                self.meet(target, closest(target, candidates))
                self.used_target.append(target)

    def meet_used_target(self, same_label: bool) -> None:
        for system in self.walk(self.system):
            candidates = [
                target
                for target in self.used_target
                if self.partners(target, system, same_label) and target[3] & system[3]
            ]
            if candidates:
                self.system.remove(system)
                self.meet(closest(system, candidates), system)
                self.used_system.append(system)


def overlap_in_words(b1: int, e1: int, b2: int, e2: int) -> str | bool:
    if (b1, e1) == (b2, e2):
        return "TP"
    if b1 == b2:
        return "BES" if b1 <= e2 < e1 else "BEL"
    if b2 < b1:
        return False if e2 < b1 else "BEO" if e2 < e1 else "BEL"
    if b1 <= b2 <= e1:
        return "BES" if e2 <= e1 else "BEO"
    return False


def closest(span: Span, candidates: list[Span]) -> Span:
    return sorted(
        candidates,
        key=lambda other: (
            -len(span[3] & other[3]),
            len(span[3] - other[3]),
            len(other[3] - span[3]),
            other[2] - other[1],
        ),
    )[0]


@st.composite
def any_span(draw: st.DrawFn, reversed_too: bool = True) -> Span:
    begin = draw(st.integers(1, 12))
    end = draw(st.integers(1 if reversed_too else begin, 14))
    tokens = draw(
        st.one_of(st.just(set(range(begin, end + 1))), st.sets(st.integers(begin, max(begin, end)), max_size=6))
    )
    return [draw(st.sampled_from("ABC_")), begin, end, tokens]


def sides(longest: int = 10) -> st.SearchStrategy[tuple[list[Span], list[Span]]]:
    """Two sentences that have some spans in common, some of them more than once."""
    pool = st.lists(any_span(), min_size=1, max_size=longest)
    return pool.flatmap(
        lambda spans: st.tuples(
            st.lists(st.one_of(st.sampled_from(spans), any_span()), max_size=longest),
            st.lists(st.one_of(st.sampled_from(spans), any_span()), max_size=longest),
        )
    ).map(lambda pair: (copy.deepcopy([*map(list, pair[0])]), copy.deepcopy([*map(list, pair[1])])))


def read(spans: list[Span]) -> list[Any]:
    return [(label, begin, end, frozenset(tokens)) for label, begin, end, tokens in spans]


def named(text: str) -> list[Span]:
    """Return spans with all their tokens: ``A1-3 A4-4``."""
    extents = [(name[0], int(name[1]), int(name[3])) for name in text.split()]
    return [[label, begin, end, {*range(begin, end + 1)}] for label, begin, end in extents]


@given(sides(), st.sampled_from(["target", "system", "neither"]), VERSIONS)
@example((named("A3-3 A1-4"), named("A1-3 A1-3 A4-4 A2-3")), "target", FIRST_VERSION)  # one of equals counts twice
@example((named("A2-2 A1-3 A1-3"), named("A1-1 A3-3 A2-3")), "target", FIRST_VERSION)  # one is free and used
def test_results_and_side_effects_are_those_of_the_plain_algorithm(
    pair: tuple[list[Span], list[Span]], focus: str, version: str
) -> None:
    target, system = pair
    plain_target, plain_system = copy.deepcopy(pair)
    every, plain_every = target + system, plain_target + plain_system
    wanted = Plain(plain_target, plain_system, focus, version).run()
    with variables({VERSION_VARIABLE: version}):
        got = FairEval.compare_spans(target, system, focus)
    assert got == wanted
    assert str(got) == str(wanted), "the order of labels"
    assert (target, system, every) == (plain_target, plain_system, plain_every)


@given(st.lists(sides(6), max_size=4), VERSIONS)
def test_matches_of_sentences_are_added_results_of_sentences(
    pairs: list[tuple[list[Span], list[Span]]], version: str
) -> None:
    evaluation = MatchCounts()
    added: dict[str, Any] = {}
    for target, system in pairs:
        sides = read(target), read(system)
        evaluation.count(sides[0], align(*sides, version).others)
        with variables({VERSION_VARIABLE: version}):
            FairEval.add_dict(added, FairEval.compare_spans(target, system))
    got = evaluation.counts("target")
    if pairs:
        assert (got["overall"], got["per_label"]) == (added["overall"], added["per_label"])
    assert {
        row: {column: n for column, n in cells.items() if n} for row, cells in added.get("conf", {}).items()
    } == got["conf"]


def matches(target: list[Span], system: list[Span]) -> list[tuple[Any, int | None, int | None]]:
    return [told(match) for match in align(target, system).matches()]


def told(match: Match) -> tuple[Any, int | None, int | None]:
    return match.signature, match.key, match.response


@given(sides())
def test_comparing_changes_neither_side(pair: tuple[list[Span], list[Span]]) -> None:
    target, system = map(read, pair)
    before = copy.deepcopy((target, system))
    found = matches(target, system)
    assert (target, system) == before
    assert found == matches(target, system)


@given(sides())
def test_equal_spans_match_one_to_one_in_order(pair: tuple[list[Span], list[Span]]) -> None:
    target, system = map(read, pair)
    first = [(place, partner) for place, partner in enumerate(first_free(target, system)) if partner is not None]
    found = matches(target, system)
    assert [(place, partner) for _, place, partner in found[: len(first)]] == first
    for signature, place, _ in found[: len(first)]:
        assert place is not None
        assert signature == (BOTH, TP, target[place][0], target[place][0])
    assert not any(method == BOTH for (method, _, _, _), _, _ in found[len(first) :])


@given(sides())
def test_a_side_against_itself_is_perfect(pair: tuple[list[Span], list[Span]]) -> None:
    spans = pair[0]
    overall = FairEval.compare_spans(copy.deepcopy(spans), copy.deepcopy(spans))["overall"]
    assert overall["fair"] == {**dict.fromkeys(KINDS[FAIR], 0), "TP": len(spans)}
    assert overall["traditional"] == {"TP": len(spans), "FP": 0, "FN": 0}


@given(sides())
def test_exchanging_the_sides_exchanges_the_errors(pair: tuple[list[Span], list[Span]]) -> None:
    target, system = ([span for at, span in enumerate(side) if span not in side[:at]] for side in pair)
    mine = FairEval.compare_spans(copy.deepcopy(target), copy.deepcopy(system))["overall"]
    theirs = FairEval.compare_spans(copy.deepcopy(system), copy.deepcopy(target))["overall"]
    assert mine["traditional"]["TP"] == theirs["traditional"]["TP"]
    assert mine["traditional"]["FP"] == theirs["traditional"]["FN"]
    assert mine["traditional"]["FN"] == theirs["traditional"]["FP"]
    assert mine["fair"]["TP"] == theirs["fair"]["TP"]


@given(sides())
def test_every_span_is_accounted_for(pair: tuple[list[Span], list[Span]]) -> None:
    target, system = pair
    size = len(target), len(system)
    fair = FairEval.compare_spans(target, system)["overall"]["fair"]
    assert fair["BE"] == fair["BES"] + fair["BEL"] + fair["BEO"]
    assert (fair["FN"], fair["FP"]) == (len(target), len(system))
    matched = fair["TP"] + fair["LE"] + fair["BE"] + fair["LBE"]
    assert max(size[0] - fair["FN"], size[1] - fair["FP"]) <= matched
    assert matched <= size[0] - fair["FN"] + size[1] - fair["FP"]


@given(st.integers(-3, 6), st.integers(-3, 6), st.integers(-3, 6), st.integers(-3, 6))
@example(3, 1, 3, 2)
def test_overlap_type_is_that_of_the_documentation(b1: int, e1: int, b2: int, e2: int) -> None:
    assert FairEval.overlap_type((b1, e1), (b2, e2)) == overlap_in_words(b1, e1, b2, e2)


@pytest.mark.parametrize(
    ("system", "wanted"),
    [
        ((4, 7), "TP"),
        ((5, 8), "BEO"),
        ((3, 6), "BEO"),
        ((5, 6), "BES"),
        ((4, 5), "BES"),
        ((3, 8), "BEL"),
        ((3, 7), "BEL"),
        ((2, 2), False),
    ],
)
def test_table_of_overlaps(system: tuple[int, int], wanted: str | bool) -> None:
    assert FairEval.overlap_type((4, 7), system) == wanted
    assert FairEval.overlap_type([4, 7, 1], (*system, 3)) == wanted


@pytest.mark.parametrize(
    ("target", "system", "wanted"),
    [
        ((1, 2.5), (2.7, 3), False),
        ((1, 2.5), (2.5, 3), "BEO"),
        ((1.5, 2.5), (1.25, 2.5), "BEL"),
        ((0.5, 1.0), (0.5, 1), "TP"),
    ],
)
def test_positions_may_be_fractions(
    target: tuple[float, float], system: tuple[float, float], wanted: str | bool
) -> None:
    assert FairEval.overlap_type(target, system) == wanted
    overall = FairEval.compare_spans([["A", *target, {1}]], [["A", *system, {1}]])["overall"]["fair"]
    assert {kind for kind in ("TP", "BEO", "BEL", "FN") if overall[kind]} == {wanted or "FN"}


UNLISTED = [(TokenRange(3, 4, ""), UnlistedTokensError), ([3, 4], AttributeError)]


def fair_errors(target: list[Span], system: list[Span]) -> list[tuple[Any, int | None, int | None]]:
    alignment = Alignment(target, system)
    alignment.match_equal([("target", place) for place in range(len(target))], range(len(system)))
    alignment.find_errors()
    return [told(match) for match in alignment.others if match.signature[0] == FAIR]


@pytest.mark.parametrize("listed", [listed for listed, _ in UNLISTED])
def test_a_system_span_with_unlisted_tokens_that_shares_none_is_spurious(listed: object) -> None:
    errors = fair_errors([["A", 1, 3, {1, 2}]], [["A", 1, 1, {1}], ["B", 3, 4, listed]])
    assert errors == [(("fair", "BES", "A", "A"), 0, 0), (("fair", "FP", None, "B"), None, 1)]


@pytest.mark.parametrize(("listed", "error"), UNLISTED)
@pytest.mark.parametrize("used", [{1, 2}, {1}])
def test_a_target_span_with_unlisted_tokens_matches_no_used_span(
    used: set[int], listed: object, error: type[Exception]
) -> None:
    with pytest.raises(error):
        fair_errors([["A", 1, 1, {1}], ["A", 3, 4, listed]], [["A", 1, 3, used]])


@pytest.mark.parametrize("more", [("x",), ({1: 2},), ([1], {"a"})])
def test_spans_may_have_more_parts(more: tuple[object, ...]) -> None:
    spans: list[Span] = [["A", 1, 2, {1, 2}, *more], ["A", 4, 5, {4, 5}, *more]]
    other: list[Span] = [["A", 1, 2, {1, 2}, *copy.deepcopy(more)], ["A", 4, 5, {4, 5}, "other"]]
    overall = FairEval.compare_spans(spans, other)["overall"]["fair"]
    assert (overall["TP"], overall["FN"], overall["FP"]) == (1, 1, 1)
    assert spans == [["A", 4, 5, {4, 5}, *more]]


def test_a_list_cannot_be_compared_with_itself() -> None:
    spans: list[Span] = [["A", 1, 2, {1, 2}]]
    with pytest.raises(ValueError, match="not in list"):
        FairEval.compare_spans(spans, spans)
    assert FairEval.compare_spans([], [])["overall"]["fair"]["TP"] == 0


def test_token_lists_that_are_no_sets_match_each_other_only() -> None:
    listed = ["A", 1, 2, [1, 2]]
    same = FairEval.compare_spans([list(listed)], [list(listed)])
    other = FairEval.compare_spans([list(listed)], [["A", 1, 2, {1, 2}]])
    assert same["overall"]["fair"]["TP"] == 1
    assert (other["overall"]["fair"]["FN"], other["overall"]["fair"]["FP"]) == (1, 1)
    with pytest.raises(AttributeError):
        FairEval.compare_spans([list(listed)], [["A", 1, 3, {1, 2, 3}]])
