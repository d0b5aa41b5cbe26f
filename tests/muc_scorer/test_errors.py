"""Whatever a file holds, a run ends with a result or the message of an error, and leaves no half-written report."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden_cases import GOLDEN
from tests.muc_scorer.runs import Run, named_entities, run, scenario_templates, tagged, template_elements

CASES = ["ne_mixed", "te_mixed", "st_mixed"]
INPUTS = {"ne_mixed": ["ne.slots", "ne.map"], "te_mixed": ["te.slots", "te.map"], "st_mixed": ["st.slots", "st.map"]}
PIECES = st.sampled_from(
    [
        b"<",
        b">",
        b"(",
        b")",
        b":",
        b"\n",
        b" ",
        b'"',
        b"'",
        b"#",
        b"/",
        b"-",
        b"\0",
        b"\xff",
        b":=",
        b"<DOC>",
        b"</DOC>",
    ]
)


def files_of(case: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (GOLDEN / "muc_scorer" / case / "in").iterdir()}


def is_sound(done: Run) -> bool:
    """Say whether a run ended with status 0 and both reports, or with 1 and a message."""
    if done.exit == 0:
        return {"scores", "history"} <= set(done.files)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line]
    return done.exit == 1 and bool(said) and not done.files.keys() & {"scores", "report"}


@given(
    st.sampled_from(CASES),
    st.sampled_from(["keys", "responses", "slots", "map", "run.config"]),
    st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 12), PIECES), min_size=1, max_size=4),
)
def test_any_damage_to_any_file(case: str, name: str, damages: list[tuple[int, int, bytes]]) -> None:
    files = files_of(case)
    name = dict(zip(("slots", "map"), INPUTS[case])).get(name, name)
    content = files[name]
    for start, length, piece in damages:
        place = start % (len(content) + 1)
        content = content[:place] + piece + content[place + length :]
    done = run({**files, name: content})
    if name == "run.config":  # which may name other reports, or reports that cannot be written
        assert done.exit in (0, 1)
        assert done.stdout or done.stderr
    else:
        assert is_sound(done)


@given(st.sampled_from(CASES), st.sampled_from(["keys", "responses", "slots", "map"]), st.binary(max_size=60))
def test_any_bytes_in_the_place_of_a_file(case: str, name: str, content: bytes) -> None:
    name = dict(zip(("slots", "map"), INPUTS[case])).get(name, name)
    assert is_sound(run({**files_of(case), name: content}))


@given(st.binary(max_size=80))
def test_any_bytes_as_configuration(content: bytes) -> None:
    done = run({"run.config": content})
    assert done.exit == 1
    assert done.stdout or done.stderr


PERSON = b'<PERSON-1-1> :=\n   PER_NAME: "Ada"\n'


def test_a_very_long_line() -> None:
    line = b"x" * 3_000_000
    for files in (
        named_entities(tagged(line), tagged(line)),
        named_entities(tagged(b"<ENAMEX TYPE=X>%s</ENAMEX>" % line), tagged(b"<ENAMEX %s" % line)),
        template_elements(PERSON.replace(b"Ada", line), PERSON + line),
    ):
        assert is_sound(run(files))


@pytest.mark.parametrize(
    ("piece", "status", "message"),
    [
        (b"<ENAMEX TYPE=X>", 1, b"more than 10 entities are nested"),
        (b"<ENAMEX TYPE=X>x", 1, b"more than 10 entities are nested"),
        (b"<ENAMEX ", 1, b"is not defined for class 'enamex'"),
        (b"<TXT>", 1, b"more than 10 sections are nested"),
        (b"</ENAMEX>", 0, b"unmatched '</ENAMEX>' in 971, line 4"),
        (b"<B>", 0, b""),
        (b"<ENAMEX TYPE=X>x</ENAMEX>", 0, b""),
    ],
)
def test_thousands_of_tags(piece: bytes, status: int, message: bytes) -> None:
    body = piece * 10_000
    done = run(named_entities(tagged(body), tagged(body)))
    assert done.exit == status
    assert message in done.stderr


def test_thousands_of_fills_in_a_slot_are_matched_by_their_forms() -> None:
    fills = b"".join([b"     name%d\n" % number for number in range(4000)])
    record = b"<PERSON-1-1> :=\n   PER_ALIAS:\n" + fills
    backwards = b"<PERSON-1-1> :=\n   PER_ALIAS:\n" + b"\n".join(reversed(fills.splitlines())) + b"\n"
    done = run(template_elements(record + b"   PER_NAME: Ada\n", backwards + b"   PER_NAME: Ada\n"))
    assert done.row("per_alias") == [4000, 4000, 4000, 0, 0, 0, 0, 0]


def test_the_longest_chain_is_no_problem() -> None:
    slots = b"(a A (next NEXT: a) (way WAY: a))"
    chain = b"".join([b"<A-1-%d> :=\n  NEXT: <A-1-%d>\n" % (number, number + 1) for number in range(5000)])
    keys = b"<A-1-9999> :=\n  WAY: / <A-1-0>\n" + chain
    done = run(scenario_templates(keys, b"<A-2-1> :=\n  NEXT:\n", slots=slots, map=b":scored_slots all"))
    assert done.stdout.count(b"\nremoving optional ") == 5001
