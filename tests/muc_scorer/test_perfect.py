"""A key as its own response is perfect, and swapping the sides swaps recall and precision, in the template tasks.

Objects of the class ``in_and_out`` are all different here: identical ones may make one pointer right for several.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.muc_scorer.runs import run, scenario_templates, template_elements

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
