"""Records are aligned and connected as if every key object were held against every response object."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.align import best_first
from legacy_scorers.muc_scorer.align.alignment import Aligner, Alignment, RankedAligner, ThresholdAligner
from legacy_scorers.muc_scorer.align.fills import ExactComparison, FillComparison, least_size
from legacy_scorers.muc_scorer.align.normalise import Normaliser
from legacy_scorers.muc_scorer.align.qsort import qsort
from legacy_scorers.muc_scorer.read.definitions import MULTI, POINTER, SET, STRING, ClassDef, SlotDef
from legacy_scorers.muc_scorer.read.objects import Document, MultiFill, Object, Side, Slot
from tests.muc_scorer.runs import UNHEARD

NORMALISER = Normaliser([b"the"], [b"."], [b"Corp"])
PERSON = ClassDef(b"person", b"PERSON")
KEY_PERSONS, RESPONSE_PERSONS = [[Object(PERSON, b"1", b"%d" % number) for number in range(3)] for _ in range(2)]
STRINGS = [b"a", b"A.", b"the a", b"b", b"a [b]", b"b c", b"[] c", b"Corp b"]
KINDS = [STRING, SET, POINTER, MULTI, STRING]

Pair = tuple[Object, Object, float]


@st.composite
def things(draw: st.DrawFn) -> ClassDef:
    """Make a class with a threshold and slots of all kinds, with weights."""
    slots = []
    for number, kind in enumerate(KINDS):
        weight = draw(st.sampled_from([0, 0, 1, 2, 3, -1]))
        slot = SlotDef(b"s%d" % number, b"S%d:" % number, scored=number < 4, weight=weight, kind=kind)
        slots.append(slot)
    return ClassDef(b"thing", b"THING", slots, scored=True, threshold=draw(st.sampled_from([0, 1, 50, 120, -60])))


@st.composite
def sides(draw: st.DrawFn, thing: ClassDef, persons: list[Object], alternatives: int) -> Side:
    """Make the objects of one side."""
    fills = st.builds(
        MultiFill, st.lists(st.sampled_from(STRINGS), max_size=2), st.lists(st.sampled_from(persons), max_size=2)
    )
    side = Side(b"1")
    for number in range(draw(st.integers(0, 5))):
        item = Object(thing, b"1", b"%d" % number)
        for definition in thing.slots:
            if draw(st.booleans()):
                others = draw(st.lists(fills, max_size=alternatives))
                item.slots[definition] = Slot(definition, draw(fills), others, draw(st.integers(0, 3)) == 3)
        side.add(item)
    return side


@st.composite
def documents(draw: st.DrawFn) -> tuple[ClassDef, Document, list[tuple[Object, Object]]]:
    """Make a document with things on both sides, and say which persons are paired."""
    thing = draw(things())
    document = Document(b"1")
    document.key = draw(sides(thing, KEY_PERSONS, 2))
    document.response = draw(sides(thing, RESPONSE_PERSONS, 0))
    paired = zip(KEY_PERSONS, draw(st.permutations(RESPONSE_PERSONS)), strict=True)
    return thing, document, list(paired)[: draw(st.integers(0, 3))]


def scored(
    thing: ClassDef, keys: list[Object], responses: list[Object], comparison: FillComparison, alignment: Alignment
) -> list[tuple[Pair, float]]:
    """Return all pairs with F, and their weighted scores."""
    pairs = []
    for key, response in product(keys, responses):
        possible = actual = correct = 0
        weighted = 0.0
        for definition in thing.slots:
            slot, other = key.slots.get(definition), response.slots.get(definition)
            if slot is not None and other is not None:
                counts = comparison.slots(slot, other, alignment.partners)
                weighted = comparison.narrow(
                    weighted + comparison.narrow(definition.weight * comparison.pair_f(*counts))
                )
            else:
                missing = least_size(slot) if slot is not None and not slot.optional else 0
                counts = missing, len(other.main) if other is not None else 0, 0
            if definition.scored:
                possible, actual, correct = possible + counts[0], actual + counts[1], correct + counts[2]
        pairs.append(((key, response, comparison.pair_f(possible, actual, correct)), weighted))
    return pairs


def by_qsort(pairs: list[Pair]) -> list[Pair]:
    return list(best_first(qsort(pairs, lambda first, second: int(second[2] - first[2]))))


def by_score(pairs: list[Pair]) -> list[Pair]:
    return list(best_first(sorted(pairs, key=lambda pair: -pair[2])))


def begun(document: Document, paired: list[tuple[Object, Object]]) -> Alignment:
    alignment = Alignment(document, len)
    for key, response in paired:
        alignment.partners.pair(key, response)
    return alignment


def run_of(aligner: Aligner, document: Document, paired: list[tuple[Object, Object]], thing: ClassDef) -> Alignment:
    alignment = begun(document, paired)
    aligner.align_class(thing, alignment)
    return alignment


def pairs_of(alignment: Alignment) -> list[tuple[Object, Object]]:
    return sorted(alignment.connected.of_key.items(), key=lambda pair: pair[0].id)


@given(documents())
def test_records_of_1997_meet_as_if_all_pairs_were_sorted(
    made: tuple[ClassDef, Document, list[tuple[Object, Object]]],
) -> None:
    thing, document, paired = made
    comparison = FillComparison(NORMALISER)
    aligner = RankedAligner(comparison, [thing], False, UNHEARD.say)
    alone = begun(document, paired)
    everything = scored(thing, *alone.left_over(thing), comparison, alone)
    wanted = by_qsort([(*pair[:2], pair[2] if weighted >= thing.threshold else 0.0) for pair, weighted in everything])
    alignment = run_of(aligner, document, paired, thing)
    assert alignment.accepted.get(thing, []) == [pair for pair in wanted if pair[2] > 0]
    left = [pair for pair, _ in scored(thing, *alignment.left_over(thing), comparison, alignment)]
    aligner.connect(alignment)
    assert pairs_of(alignment) == sorted([pair[:2] for pair in by_qsort(left)], key=lambda pair: pair[0].id)


@given(documents())
def test_records_of_33_meet_as_if_all_pairs_were_sorted(
    made: tuple[ClassDef, Document, list[tuple[Object, Object]]],
) -> None:
    thing, document, paired = made
    comparison = ExactComparison(NORMALISER)
    aligner = ThresholdAligner(comparison, [thing], False, UNHEARD.say)
    alone = begun(document, paired)
    everything = scored(thing, *alone.left_over(thing), comparison, alone)
    alignment = run_of(aligner, document, paired, thing)
    wanted = by_score([pair for pair, weighted in everything if weighted > thing.threshold + 1e-9])
    assert alignment.accepted.get(thing, []) == wanted
    left = [pair for pair, _ in scored(thing, *alignment.left_over(thing), comparison, alignment)]
    aligner.connect(alignment)
    assert pairs_of(alignment) == sorted([pair[:2] for pair in by_score(left)], key=lambda pair: pair[0].id)
