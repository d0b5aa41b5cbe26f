"""Alignment: which objects meet, in which order pairs are tried, and what fills are the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.align import best_first
from legacy_scorers.common.c import f32
from legacy_scorers.muc_scorer.align.alignment import RankedAligner, ranked, touching
from legacy_scorers.muc_scorer.align.fills import FillComparison, least_size
from legacy_scorers.muc_scorer.align.normalise import Normaliser
from legacy_scorers.muc_scorer.align.partners import Partners
from legacy_scorers.muc_scorer.align.qsort import qsort
from legacy_scorers.muc_scorer.measures import pair_f
from legacy_scorers.muc_scorer.read.definitions import ClassDef, SlotDef
from legacy_scorers.muc_scorer.read.objects import Document, MultiFill, Object, Side, Slot
from tests.muc_scorer.runs import UNHEARD, run, template_elements

PERSON = ClassDef(b"person", b"PERSON")
NORMALISER = Normaliser([b"the", b"A"], [b".", b",x"], [b"Corp", b"Corp.", b"Ltd", b"& Sons", b"& Co."])


def compare(first: float, second: float) -> int:
    """Compare as the C program does: descending, and only whole differences count."""
    return int(second - first)


def by_merging(scores: list[float]) -> list[float]:
    """Sort as glibc does, without short cuts."""
    if len(scores) < 2:
        return scores
    left, right = by_merging(scores[: len(scores) // 2]), by_merging(scores[len(scores) // 2 :])
    merged = []
    while left and right:
        merged.append(left.pop(0) if compare(left[0], right[0]) <= 0 else right.pop(0))
    return merged + left + right


SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.75, 1.0, 1.5, 1.75, 2.0, 2.5, 3.25, 50.0, 100.0]), max_size=24)


@given(SCORES)
def test_qsort_is_a_merge_sort_that_splits_in_the_middle(scores: list[float]) -> None:
    assert qsort(scores, compare) == by_merging(scores)


@given(SCORES)
def test_ranking_is_that_sort(scores: list[float]) -> None:
    objects = [Object(PERSON, b"1", b"%d" % number) for number in range(len(scores))]
    pairs = list(zip(objects, objects, scores))
    assert [pair[2] for pair in ranked(pairs, range(len(pairs)), len(pairs))] == by_merging(scores)


@given(SCORES)
def test_pairs_that_come_last_can_be_left_out_of_the_ranking(scores: list[float]) -> None:
    scores = [score if score >= 1 else 0.0 for score in scores]
    objects = [Object(PERSON, b"1", b"%d" % number) for number in range(len(scores))]
    places = [place for place, score in enumerate(scores) if score]
    pairs = [(objects[place], objects[place], scores[place]) for place in places]
    assert [pair[2] for pair in ranked(pairs, places, len(scores))] == [s for s in by_merging(scores) if s]


def test_scores_less_than_one_apart_count_as_equal() -> None:
    assert qsort([1.0, 1.75], compare) == [1.0, 1.75]
    assert qsort([1.0, 2.0], compare) == [2.0, 1.0]
    assert qsort([1.75, 1.0, 2.25], compare) == [1.75, 2.25, 1.0]
    assert qsort([1.0, 1.75, 2.25], compare) == [1.0, 1.75, 2.25]


def test_the_best_pair_first_and_each_object_once() -> None:
    pairs = [("a", "x", 3.0), ("a", "y", 2.0), ("b", "x", 2.0), ("b", "y", 1.0)]
    assert list(best_first(pairs)) == [("a", "x", 3.0), ("b", "y", 1.0)]


SPANS = st.lists(st.tuples(st.integers(4, 20), st.integers(0, 5)), max_size=8)


@given(SPANS, SPANS)
def test_touching_tags_are_those_whose_extents_meet_or_adjoin(
    first: list[tuple[int, int]], second: list[tuple[int, int]]
) -> None:
    keys, responses = [[_tag(start, start + length) for start, length in spans] for spans in (first, second)]
    wanted = [
        (i, j)
        for (i, key), (j, response) in product(enumerate(keys), enumerate(responses))
        if not (key.end < response.start or response.end < key.start)
    ]
    assert touching(keys, responses) == wanted


def test_a_tag_without_an_end_touches_nothing() -> None:
    assert touching([_tag(5, 0)], [_tag(5, 9), _tag(4, 5)]) == []


def _tag(start: int, end: int) -> Object:
    return Object(PERSON, b"1", b"1", start=start, end=end)


@pytest.mark.parametrize(
    ("key", "response", "same"),
    [
        (b"Ada", b"ADA", True),
        (b"\xc4da", b"\xe4da", False),  # only ASCII letters have cases
        (b"the Ada", b"a  ada", True),
        (b"Ada the First", b"Ada First", True),
        (b"Ada.", b"Ada", True),
        (b"Ada..", b"Ada", False),  # only one is dropped
        (b"Ada,", b"Ada", True),
        (b"Adax", b"Ada", False),  # a postmodifier is its first character
        (b"Ada Corp.", b"Ada", True),
        (b"Ada Ltd", b"Ada", True),
        (b"Ltd Ada", b"Ada", False),  # the blank stays
        (b"Ltd Ada", b"Corp Ada", True),
        (b"Ltd Corp Ada", b"Ltd Ada", True),
        (b"Ltd", b"Corp", True),
        (b"Ada & Sons Steel", b"ada steel", True),
        (b"Ada & SonsX", b"Ada X", True),  # a phrase may end within a word
        (b"Ada& Sons Steel", b"AdaSteel", True),  # it takes the blank behind it along
        (b"Ada & & Sons Sons Steel", b"Ada Steel", True),  # what comes together is a phrase, too
        (b"Ada &[ Sons] Steel", b"sons", True),
        (b"big [maker of sails] here", b"maker of sails", True),
        (b"big [maker of sails] here", b"a big maker of sails", True),
        (b"big [maker of sails] here", b"maker of", False),
        (b"big [maker of sails] here", b"new maker of sails", False),
        (b"big [maker of sails here", b"maker of sails", False),
        (b"one ] two [x] y", b"x", True),
        (b"[]x", b"", True),
        (b"a\tb", b"B", True),
    ],
)
def test_strings_that_count_as_the_same(key: bytes, response: bytes, same: bool) -> None:
    assert NORMALISER.match(key, response) == same


WORD = st.sampled_from(
    [
        b"a",
        b"A.",
        b"b",
        b"[b] c",
        b"b c",
        b"Corp b",
        b"b,",
        b"[]x",
        b"x",
        b"a [b] c",
        b"[a\n]b",
        b"",
        b"x &[ Sons]",
        b"sons",
    ]
)
WORDS = st.lists(WORD, max_size=7)


def matched_one_by_one(keys: list[bytes], responses: list[bytes], exact: bool) -> int:
    free = list(responses)
    matched = 0
    for key in keys:
        for response in free:
            if key.lower() == response.lower() if exact else NORMALISER.match(key, response):
                free.remove(response)
                matched += 1
                break
    return matched


@given(WORDS, WORDS, st.booleans())
def test_strings_of_a_slot_are_matched_one_by_one(keys: list[bytes], responses: list[bytes], exact: bool) -> None:
    kind = "set" if exact else "string"
    counts = FillComparison(NORMALISER).counts(MultiFill(keys), MultiFill(responses), kind, Partners())
    assert counts == (len(keys), len(responses), matched_one_by_one(keys, responses, exact))


@given(st.lists(WORDS, min_size=1, max_size=4), WORDS, st.booleans())
def test_the_alternative_of_the_highest_f_is_best(
    multi_fills: list[list[bytes]], response: list[bytes], exact: bool
) -> None:
    best = max(pair_f(len(keys), len(response), matched_one_by_one(keys, response, exact)) for keys in multi_fills)
    filled = slot(*multi_fills)
    filled.definition.kind = "set" if exact else "string"
    assert pair_f(*FillComparison(NORMALISER).slots(filled, slot(response), Partners())) == best


def slot(*sets: Sequence[bytes]) -> Slot:
    return Slot(SlotDef(b"name", b"NAME:"), MultiFill(sets[0]), [MultiFill(fills) for fills in sets[1:]])


@pytest.mark.parametrize(
    ("sets", "response", "counts"),
    [
        (([b"x"], [b"y"], [b"z"]), [b"z"], (1, 1, 1)),
        (([b"x", b"y"], [b"y"]), [b"y"], (1, 1, 1)),
        (([b"x", b"y", b"z"], [b"p", b"q"]), [b"n"], (2, 1, 0)),  # equal F, fewer fills
        (([b"x", b"y", b"z"], [b"p"]), [b"m", b"n"], (3, 2, 0)),  # but not fewer than the response has
        (([b"x"], [b"p", b"q"]), [b"n"], (1, 1, 0)),
        (([b"x"], [b"x"]), [b"x"], (1, 1, 1)),
        (([], [b"x"]), [b"x"], (1, 1, 1)),
    ],
)
def test_the_best_alternative(
    sets: tuple[list[bytes], ...], response: list[bytes], counts: tuple[int, int, int]
) -> None:
    assert FillComparison(NORMALISER).slots(slot(*sets), slot(response), Partners()) == counts


@pytest.mark.parametrize(
    ("sizes", "missing"), [((3,), 3), ((3, 2), 2), ((2, 3), 2), ((0, 3), 3), ((3, 0), 3), ((3, 0, 2), 2), ((0, 0), 0)]
)
def test_how_many_fills_are_missing(sizes: tuple[int, ...], missing: int) -> None:
    assert least_size(slot(*[[b"x"] * size for size in sizes])) == missing


def test_a_pointer_is_right_if_its_object_or_an_identical_one_is_paired() -> None:
    key, twin, other, response = [Object(PERSON, b"1", b"%d" % number) for number in range(4)]
    partners = Partners()
    comparison = FillComparison(NORMALISER)
    pointers = MultiFill([b"string"], [key, twin, other])
    assert comparison.counts(pointers, MultiFill([], [response]), "pointer", partners) == (3, 1, 0)
    partners.pair(key, response)
    assert comparison.counts(pointers, MultiFill([], [response]), "pointer", partners) == (3, 1, 1)
    partners.link_identical([twin, key, other], lambda first, second: other not in (first, second))
    assert comparison.counts(pointers, MultiFill([b"STRING"], [response]), "multi", partners) == (4, 2, 3)


NAMES = st.lists(st.sampled_from(["Ada", "Ben", "Cal", "Ada Lund", "the Ben"]), max_size=5)


def records(names: Sequence[str]) -> bytes:
    lines = ["<ORGANIZATION-1-1> :=", "   ORG_NAME: OK"]
    for number, name in enumerate(names):
        lines += [f"<PERSON-1-{number}> :=", f'   PER_NAME: "{name}"']
    return "\n".join([*lines, ""]).encode()


@given(NAMES, NAMES)
def test_swapping_key_and_response_swaps_recall_and_precision(first: list[str], second: list[str]) -> None:
    one, other = (run(template_elements(records(a), records(b))) for a, b in ((first, second), (second, first)))
    possible, actual, correct, _, incorrect, missing, spurious, _ = one.row("ALL OBJECTS")
    assert other.row("ALL OBJECTS")[:7] == [actual, possible, correct, 0, incorrect, spurious, missing]


SLOTS = [SlotDef(b"s%d" % number, b"S%d:" % number, scored=number < 5, weight=number % 3) for number in range(7)]
THING = ClassDef(b"thing", b"THING", SLOTS, scored=True, threshold=30)
FILLS = st.lists(st.sampled_from([b"a", b"b", b"c"]), max_size=4)
OBJECTS = st.lists(
    st.tuples(st.dictionaries(st.sampled_from(SLOTS), FILLS, max_size=7), st.integers(4, 40), st.integers(0, 9)),
    max_size=6,
)


def side_of(objects: list[tuple[dict[SlotDef, list[bytes]], int, int]]) -> Side:
    side = Side(b"1")
    for number, (fills, start, length) in enumerate(objects):
        item = Object(THING, b"1", b"%d" % number, start=start, end=start + length)
        item.slots.update({definition: Slot(definition, MultiFill(strings)) for definition, strings in fills.items()})
        side.add(item)
    return side


def one_by_one(document: Document, in_text: bool) -> list[tuple[Object, Object, float]]:
    """Align as the C program does: score all pairs, sort all pairs, go through all pairs."""
    assert document.key is not None
    assert document.response is not None
    comparison = FillComparison(NORMALISER)
    pairs = []
    for key, response in product(document.key, document.response):
        possible = actual = correct = 0
        weighted = 0.0
        for definition in SLOTS:
            slot, other = key.slots.get(definition), response.slots.get(definition)
            if slot is not None and other is not None:
                counts = comparison.slots(slot, other, Partners())
                weighted = f32(weighted + f32(definition.weight * pair_f(*counts)))
            else:
                counts = len(slot.main) if slot else 0, len(other.main) if other else 0, 0
            if definition.scored:
                possible, actual, correct = possible + counts[0], actual + counts[1], correct + counts[2]
        score = pair_f(possible, actual, correct) if in_text or weighted >= THING.threshold else 0.0
        if in_text and (key.end < response.start or response.end < key.start):
            score = -1.0
        pairs.append((key, response, score))
    ordered = qsort(pairs, lambda first, second: int(second[2] - first[2]))
    return list(best_first(pair for pair in ordered if (pair[2] >= 0 if in_text else pair[2] > 0)))


@given(OBJECTS, OBJECTS, st.booleans())
def test_alignment_is_that_of_all_pairs(
    keys: list[tuple[dict[SlotDef, list[bytes]], int, int]],
    responses: list[tuple[dict[SlotDef, list[bytes]], int, int]],
    in_text: bool,
) -> None:
    document = Document(b"1")
    document.key, document.response = side_of(keys), side_of(responses)
    alignment = RankedAligner(FillComparison(NORMALISER), [THING], in_text, UNHEARD.say).align(document)
    assert alignment.accepted.get(THING, []) == one_by_one(document, in_text)


def test_scores_below_one_tie_with_pairs_that_have_nothing_right() -> None:
    many = [b"k%d" % number for number in range(150)]
    keys = [({SLOTS[1]: many}, 4, 0), ({SLOTS[1]: [b"r0", *many]}, 4, 0)]
    responses = [({SLOTS[1]: [b"r%d" % number for number in range(150)]}, 4, 0), ({SLOTS[1]: [b"k1"]}, 4, 0)]
    document = Document(b"1")
    document.key, document.response = side_of(keys), side_of(responses)
    definition = ClassDef(b"thing", b"THING", SLOTS, scored=True)
    for side in (document.key, document.response):
        side.objects = {definition: side.objects[THING]}
    aligner = RankedAligner(FillComparison(NORMALISER), [definition], False, UNHEARD.say)
    accepted = aligner.align(document).accepted[definition]
    assert [(key.id, response.id) for key, response, _ in accepted] == [(b"0", b"1"), (b"1", b"0")]
    assert 0 < accepted[1][2] < 1


POINTED = [Object(PERSON, b"1", b"%d" % number) for number in range(3)]
NOTES = st.lists(st.sampled_from([b"a", b"A", b"b", b"a b", b"the b", b"[b]", b"a [b]"]), max_size=2)
MULTI_FILLS = st.builds(MultiFill, NOTES, st.lists(st.sampled_from(POINTED), max_size=2))
CONTENTS = st.lists(
    st.dictionaries(st.sampled_from(SLOTS[3:6]), st.lists(MULTI_FILLS, min_size=1, max_size=2), max_size=3), max_size=8
)


def identical(first: Object, second: Object, normaliser: Normaliser) -> bool:
    """Say whether the second object has all that the first one has in its scored slots, as the 1997 program looks."""
    for definition in SLOTS[:5]:
        slot, other = first.slots.get(definition), second.slots.get(definition)
        if slot is None or other is None:
            if slot is not other:
                return False
            continue
        if slot.alternatives and len(slot.alternatives) != len(other.alternatives):
            return False
        compared = slot.multi_fills() if slot.alternatives else [slot.main]
        for one, two in zip(compared, other.multi_fills(), strict=False):
            if len(one.strings) != len(two.strings) or len(one.pointers) != len(two.pointers):
                return False
            if not all(pointer in two.pointers for pointer in one.pointers):
                return False
            used: set[int] = set()
            for text in one.strings:
                for place, response in enumerate(two.strings):
                    if place in used:
                        return False
                    if normaliser.match(text, response):
                        used.add(place)
                        break
                else:
                    return False
    return True


def holding(contents: list[dict[SlotDef, list[MultiFill]]]) -> list[Object]:
    items = [Object(THING, b"1", b"%d" % number) for number in range(len(contents))]
    for item, slots in zip(items, contents, strict=True):
        item.slots.update({definition: Slot(definition, fills[0], fills[1:]) for definition, fills in slots.items()})
    return items


def link(items: list[Object], comparison: FillComparison, partners: Partners) -> None:
    partners.link_identical(items, comparison.is_identical)


@given(CONTENTS, st.booleans(), st.data())
def test_identical_are_those_whose_fills_agree_pair_by_pair(
    contents: list[dict[SlotDef, list[MultiFill]]], capitals: bool, data: st.DataObject
) -> None:
    items = holding(contents)
    links: dict[Object, list[Object]] = {item: [] for item in items}
    normaliser = Normaliser([b"the"], [b"B"], []) if capitals else NORMALISER
    for first in items:
        for second in items:
            if first is not second and identical(first, second, normaliser):
                links[first].append(second)
                links[second].append(first)
    for item in items:
        free = data.draw(st.sets(st.sampled_from(items))) - {item}
        partners = Partners()
        link(items, FillComparison(normaliser), partners)
        for other in items:
            if other not in free:
                partners.pair(other, Object(THING, b"1", b"r" + other.id))
        wanted = next((other for other in links[item] if other in free), None)
        assert partners.free_identical(item, ()) is wanted
        if wanted is not None:
            response = partners.of_key[item]
            partners.hand_over(item, wanted)
            assert partners.of_response[response] is wanted
            assert partners.free_identical(wanted, ()) is next(
                (other for other in links[wanted] if other in free | {item} and other is not wanted), None
            )


@pytest.mark.parametrize(
    ("first", "second", "linked"),
    [
        ([[b"a"]], [[b"A"], [b"b"]], True),  # without alternatives of its own those of the other do not matter
        ([[b"a"], [b"b"]], [[b"a"], [b"c"]], False),
        ([[b"a"], [b"b"]], [[b"a"], [b"b"]], True),
        ([[b"a", b"b"]], [[b"a", b"b"]], False),  # the search for the second string meets a used one
        ([[b"a", b"b"]], [[b"b", b"a"]], True),
        ([[b"a", b"a"]], [[b"a", b"a"]], False),
        ([[b"[a] x"]], [[b"a"]], True),  # the other way round it fails, which does not matter
    ],
)
def test_objects_are_identical_one_way(first: list[list[bytes]], second: list[list[bytes]], linked: bool) -> None:
    items = holding([{SLOTS[3]: [MultiFill(strings) for strings in sets]} for sets in (second, first)])
    partners = Partners()
    link(items, FillComparison(NORMALISER), partners)
    partners.pair(items[0], Object(THING, b"1", b"9"))
    assert partners.free_identical(items[0], ()) is (items[1] if linked else None)


def test_pointers_are_identical_if_one_object_has_all_of_the_other() -> None:
    one, two = POINTED[:2]
    items = holding([{SLOTS[4]: [MultiFill([], pointers)]} for pointers in ([one, two], [one, one], [one])])
    partners = Partners()
    link(items, FillComparison(NORMALISER), partners)
    for item in items:
        partners.pair(item, Object(THING, b"1", item.id))
    partners.hand_over(items[0], items[1])
    assert partners.free_identical(items[1], ()) is items[0]
    assert partners.free_identical(items[2], ()) is None
