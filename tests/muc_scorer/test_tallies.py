"""Tallies, the measures made of them in the precision of the C program, and laws of whole runs of 1997."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.tally import Row, Tally, complete
from legacy_scorers.muc_scorer.align.matches import side_by_side
from legacy_scorers.muc_scorer.cells import ALL_SLOTS, COR, INC, LINK_ROWS, MIS, NON, PAGE, SPU, cells, correct
from legacy_scorers.muc_scorer.measures import COUNTS, EXACT, OF_1997, UNDEFINED, Arithmetic, pair_f
from legacy_scorers.muc_scorer.read.definitions import ClassDef, SlotDef
from legacy_scorers.muc_scorer.report.rows import f_measures, row
from tests.muc_scorer.runs import named_entities, run, scenario_templates, tagged, template_elements

NUMBERS = st.integers(0, 3000)


def single(value: float) -> float:
    """Round to single precision in another way than the scorer does."""
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def tallied(correct: int, partial: int, incorrect: int, missing: int, spurious: int, noncommittal: int) -> Row:
    possible = correct + partial + incorrect + missing
    actual = correct + partial + incorrect + spurious
    return Row(zip(COUNTS, (possible, actual, correct, partial, incorrect, missing, spurious, noncommittal)))


TALLIES = st.builds(tallied, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)


@pytest.mark.parametrize(
    ("correct", "of", "recall", "precision"),
    [
        (21, 40, 52, 53),
        (53, 200, 26, 27),
        (59, 200, 29, 30),
        (1, 2, 50, 50),
        (1, 3, 33, 33),
        (2, 3, 67, 67),
        (0, 7, 0, 0),
    ],
)
def test_recall_is_rounded_to_single_precision_before_it_becomes_a_percentage(
    correct: int, of: int, recall: int, precision: int
) -> None:
    tally = complete(tallied(correct, 0, of - correct, 0, 0, 0), OF_1997.percentages)
    assert [int(0.5 + tally[name]) for name in ("REC", "PRE")] == [recall, precision]


@given(NUMBERS, NUMBERS)
def test_recall_and_precision_of_version_33_are_one_arithmetic(correct: int, incorrect: int) -> None:
    counts = tallied(correct, 0, incorrect, 0, 0, 0)
    values = row(b"", counts, EXACT).rpartition(b"|")[2]
    percentage = (200 * correct + counts["POS"]) // (2 * counts["POS"]) if counts["POS"] else 0
    assert values[:8] == b"%4d%4d" % (percentage, percentage)


@given(TALLIES)
def test_measures(tally: Row) -> None:
    possible, actual, correct, partial, incorrect, missing, spurious, _ = tally.values()
    half = partial / 2
    paired = correct + partial + incorrect
    expected = [
        single(single(single(correct + half) / possible) * 100) if possible else UNDEFINED,
        single((correct + half) / actual * 100) if actual else UNDEFINED,
        single(single(missing / possible) * 100) if possible else UNDEFINED,
        single(single(spurious / actual) * 100) if actual else UNDEFINED,
        single((incorrect + half) / paired * 100) if paired else UNDEFINED,
    ]
    whole_row = complete(tally, OF_1997.percentages)
    assert [whole_row[name] for name in ("REC", "PRE", "UND", "OVG", "SUB")] == expected
    whole = paired + missing + spurious
    wrong = half + incorrect + missing + spurious
    assert whole_row["ERR"] == (single(single(wrong / whole) * 100) if whole else UNDEFINED)


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 12))
def test_possible_and_actual_are_what_they_consist_of(possible: int, actual: int, correct: int) -> None:
    """One pointer can make several of the key right, so that more are correct than the response has."""
    slot = SlotDef(b"post")
    correct = min(correct, possible) if actual else 0
    tally = Tally()
    keys, responses = [[(b"%d" % number, None) for number in range(size)] for size in (possible, actual)]
    for code, _, _, times in side_by_side(keys, responses, [(i, min(i, actual - 1)) for i in range(correct)]):
        tally.count(cells((code, (slot,), times)))
    found = tally.row(PAGE, slot)
    assert (found["POS"], found["ACT"], found["COR"]) == (possible, actual, correct)
    assert not found["MIS"] or not found["SPU"]
    assert tally.row(PAGE, ALL_SLOTS) == found


def test_codes_and_their_columns() -> None:
    columns = {code: [column for _, row, column, _ in cells((code, ("row",), 1))] for code in (COR, INC, MIS, SPU, NON)}
    assert columns == {
        COR: ["POS", "ACT", "COR"],
        INC: ["POS", "ACT", "INC"],
        MIS: ["POS", "MIS"],
        SPU: ["ACT", "SPU"],
        NON: ["NON"],
    }


@pytest.mark.parametrize("arithmetic", [OF_1997, EXACT])
def test_f_of_the_sample_page_of_the_manual(arithmetic: Arithmetic) -> None:
    tally = complete(tallied(1058, 0, 368, 1430, 881, 1280), arithmetic.all())
    assert [f"{tally[measure.name]:.2f}" for measure in arithmetic.f_measures] == ["40.98", "43.78", "38.53"]


@pytest.mark.parametrize(
    ("counts", "f"),
    [((0, 3, 0), UNDEFINED), ((3, 0, 0), UNDEFINED), ((2, 2, 0), 0.0), ((1, 3, 1), 50.0), ((2, 2, 2), 100.0)],
)
def test_f_of_a_pair(counts: tuple[int, int, int], f: float) -> None:
    assert pair_f(*counts) == f


def test_a_row() -> None:
    assert row(b"organization", tallied(1058, 1, 36, 1430, 881, 1280)) == (
        b"organization  2525  1976|1058   1   36|1430  881 1280|  42  54  57  45   3  69\n"
    )
    assert row(b"", tallied(67, 0, -1, 1, 0, 0)).endswith(b"| 100 102   1   0   *   0\n")
    assert row(b"", tallied(66, 0, -1, 1, 2, 0)).endswith(b"| 100  99   2   3   *   3\n")
    assert row(b"", Row()) == b" " * 17 + b"0     0|   0   0    0|   0    0    0|   0   0   0   0   0   0\n"


def test_only_fills_and_links_that_are_right_are_correct() -> None:
    slot, of_class = SlotDef(b"slot"), ClassDef(b"class")
    rows = [(COR, (slot,), 1), (COR, LINK_ROWS, 2), (COR, (of_class,), 1), (COR, (), 1), (INC, (slot,), 1)]
    assert [correct({signature: 3}) for signature in [*rows, (MIS, LINK_ROWS, 1)]] == [3, 6, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        (Row(), b"F-MEASURES not available - Recall or Precision invalid.\n"),
        (Row(POS=3, MIS=3), b"F-MEASURES not available - Recall or Precision invalid.\n"),
        (tallied(0, 0, 1, 0, 0, 0), b"F-MEASURES" + b" " * 41 + b"0.00      0.00      0.00\n"),
        (tallied(1, 0, 0, 0, 1, 0), b"F-MEASURES" + b" " * 40 + b"66.67     55.56     83.33\n"),
    ],
)
def test_the_line_of_f(counts: Row, line: bytes) -> None:
    tally = Tally()
    tally.count([(PAGE, ALL_SLOTS, column, count) for column, count in counts.items()])
    heading, last = f_measures(tally).splitlines(keepends=True)
    assert heading == b" " * 52 + b"P&R      2P&R      P&2R\n"
    assert last == line


PHRASES = ["Ada", "Ada Lund", "Corvan Ltd", "Duluth"]
ENTITIES = st.lists(
    st.tuples(st.sampled_from(PHRASES), st.sampled_from(["PERSON", "ORGANIZATION", "THING"]), st.booleans()), max_size=6
)


def marked(entities: list[tuple[str, str, bool]], keep: list[bool]) -> bytes:
    pieces = [
        f'<ENAMEX TYPE="{kind}">{text}</ENAMEX>' if kept else text for (text, kind, _), kept in zip(entities, keep)
    ]
    return " and ".join(pieces).encode() or b"-"


def corpus(documents: list[list[tuple[str, str, bool]]], side: int) -> bytes:
    """Return the documents tagged; the response (1) lacks the entities whose flag says so."""
    bodies = [marked(entities, [not side or flag for *_, flag in entities]) for entities in documents]
    return b"".join([tagged(body, b"%d" % number) for number, body in enumerate(bodies)])


@given(st.lists(ENTITIES, min_size=1, max_size=3))
def test_the_totals_of_a_run_are_the_sums_of_its_documents(documents: list[list[tuple[str, str, bool]]]) -> None:
    keys, responses = corpus(documents, 0), corpus(documents, 1)
    whole = run(named_entities(keys, responses))
    singles = [
        run(named_entities(corpus([document], 0), corpus([document], 1))).row("ALL OBJECTS") for document in documents
    ]
    assert whole.row("ALL OBJECTS") == [sum(column) for column in zip(*singles)]
    for label in ("enamex", "text", "type"):
        possible, actual, correct, partial, incorrect, missing, spurious, _ = whole.row(label)
        assert possible == correct + partial + incorrect + missing
        assert actual == correct + partial + incorrect + spurious


@given(st.lists(ENTITIES, min_size=1, max_size=3))
def test_a_key_as_response_is_perfect(documents: list[list[tuple[str, str, bool]]]) -> None:
    keys = corpus(documents, 0)
    possible, actual, correct, *rest = run(named_entities(keys, keys)).row("ALL OBJECTS")
    assert possible == actual == correct == 2 * sum(map(len, documents))
    assert rest == [0] * 5


@given(st.lists(ENTITIES, min_size=1, max_size=3))
def test_swapping_the_sides_swaps_recall_and_precision(documents: list[list[tuple[str, str, bool]]]) -> None:
    keys, responses = corpus(documents, 0), corpus(documents, 1)
    possible, actual, correct, _, incorrect, missing, spurious, _ = run(named_entities(keys, responses)).row("ALL OBJ")
    assert run(named_entities(responses, keys)).row("ALL OBJECTS")[:7] == [
        actual, possible, correct, 0, incorrect, spurious, missing,
    ]  # fmt: skip


@given(st.lists(ENTITIES, min_size=1, max_size=2))
def test_subtasks_and_sections_cover_the_slots(documents: list[list[tuple[str, str, bool]]]) -> None:
    done = run(named_entities(corpus(documents, 0), corpus(documents, 1)))
    subtasks = [done.row(label, "SUBCATEGORIZATION") for label in ("organizati", "person", "location", "other")]
    assert [sum(column) for column in zip(*subtasks)] == done.row("type")
    assert done.row("TXT", "SECTION SCORES") == done.row("ALL OBJECTS")


NAMES = st.sampled_from(["Ada Lund", "the Corvan Ltd", "Ben", "Harbor & Sons", "Cal [Ruiz] Jr."])
STATUS = st.sampled_from(["IN", "OUT", "IN_ACTING"])


@st.composite
def persons_and_organizations(draw: st.DrawFn) -> bytes:
    """Return records of one document, each with a name and perhaps more."""
    lines = []
    for number in range(draw(st.integers(1, 5))):
        kind, prefix = draw(st.sampled_from([("PERSON", "PER"), ("ORGANIZATION", "ORG")]))
        lines += [f"<{kind}-1-{number}> :=", f'   {prefix}_NAME: "{draw(NAMES)}"']
        aliases = draw(st.lists(NAMES, max_size=3))
        lines += [f"   {prefix}_ALIAS:"] * bool(aliases) + [f'      "{alias}"' for alias in aliases]
    return "\n".join([*lines, ""]).encode()


@st.composite
def scenario(draw: st.DrawFn) -> bytes:
    """Return a document with events, who came and went, and the persons, each pointing to some of the next."""
    persons, movements, events = (draw(st.integers(0, 3)) for _ in range(3))
    lines = ["<TEMPLATE-1-1> :=", '   DOC_NR: "1"']
    lines += [f"   CONTENT: {_pointers('SUCCESSION_EVENT', list(range(events)))}"] * bool(events)
    for number in range(events):
        chosen = draw(st.lists(st.integers(0, movements - 1), unique=True)) if movements else []
        lines += [f"<SUCCESSION_EVENT-1-{number}> :=", f'   POST: "{draw(NAMES)}"']
        lines += [f"   IN_AND_OUT: {_pointers('IN_AND_OUT', chosen)}"] * bool(chosen)
    for number in range(movements):
        chosen = [draw(st.integers(0, persons - 1))] if persons else []
        lines += [f"<IN_AND_OUT-1-{number}> :=", f"   NEW_STATUS: {draw(STATUS)}", f"   ON_THE_JOB: {number}."]
        lines += [f"   IO_PERSON: {_pointers('PERSON', chosen)}"] * bool(chosen)
    for number in range(persons):
        lines += [f"<PERSON-1-{number}> :=", f'   PER_NAME: "{draw(NAMES)}"']
    return "\n".join([*lines, ""]).encode()


def _pointers(kind: str, numbers: list[int]) -> str:
    return "\n      ".join([f"<{kind}-1-{number}>" for number in numbers])


@given(persons_and_organizations())
def test_template_elements_against_themselves_are_perfect(keys: bytes) -> None:
    possible, actual, correct, *rest = run(template_elements(keys, keys)).row("ALL OBJECTS")
    assert possible == actual == correct == keys.count(b'"') // 2
    assert rest[:4] == [0] * 4


@given(scenario())
def test_scenario_templates_against_themselves_are_perfect(keys: bytes) -> None:
    done = run(scenario_templates(keys, keys))
    possible, actual, correct, *rest = done.row("ALL OBJECTS")
    pointers = keys.count(b"<") - keys.count(b":=")
    fills = keys.count(b'"') // 2 - 1 + keys.count(b"NEW_STATUS") + keys.count(b"ON_THE_JOB") + pointers
    assert possible == actual == correct == fills
    assert rest[:4] == [0] * 4
    assert done.row("TEXT FILTER")[2] == (b"CONTENT" in keys)


@given(persons_and_organizations(), persons_and_organizations())
def test_swapping_the_sides_of_template_elements_swaps_recall_and_precision(first: bytes, second: bytes) -> None:
    first, second = first.replace(b"[", b"").replace(b"]", b""), second.replace(b"[", b"").replace(b"]", b"")
    flat = b":scored_slots (organization org_name) (person per_name)\n:map_order person organization\n"
    one, other = (
        run(template_elements(a, b, map=flat)).row("ALL OBJECTS") for a, b in ((first, second), (second, first))
    )
    possible, actual, correct, _, incorrect, missing, spurious, _ = one
    assert other[:7] == [actual, possible, correct, 0, incorrect, spurious, missing]
