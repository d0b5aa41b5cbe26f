"""The sizes that the documentation states: inputs made to be slow are scored in seconds; long lines, many tags."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.golden_cases import is_night
from tests.growth import cpu_seconds
from tests.muc_scorer.runs import Run, named_entities, run, scenario_templates, tagged, template_elements
from tests.muc_scorer.runs33 import document

OBJECTS, TAGS, MENTIONS = 400, 5_000, 20_000
TAGS_ALONE, FILLS = (10_000, 4_000) if is_night() else (2_000, 1_000)
MOST = 12.0  # seconds of a busy machine

Files = dict[str, bytes]


def persons(names: list[bytes]) -> bytes:
    return b"".join(b'<PERSON-1-%d> :=\n  PER_NAME: "%s"\n' % (place, name) for place, name in enumerate(names))


def objects_with_minimums() -> Files:
    names = [[form % number for number in range(OBJECTS)] for form in (b"foo%d [a] bari", b"x%dai")]
    return template_elements(*map(persons, names))


def objects_with_alternatives() -> Files:
    key = persons([b"\n  / ".join([b"name %d" % (number + step) for step in range(5)]) for number in range(OBJECTS)])
    return template_elements(key.replace(b'"', b""), persons([b"name %d" % number for number in range(OBJECTS)]))


def objects_with_nothing_in_common() -> Files:
    return template_elements(persons([b"key"] * OBJECTS), persons([b"response"] * OBJECTS))


def fills_of_one_object() -> Files:
    """A slot of an object with many fills, all of which the response has, in reverse."""
    fills = [b'    "foo %d"\n' % number for number in range(OBJECTS)]
    key, response = (b"<PERSON-1-1> :=\n  PER_NAME:\n" + b"".join(side) for side in (fills, fills[::-1]))
    return template_elements(key, response)


def pointers_to_identical_objects() -> Files:
    pointers = b"".join(b"\n    <IN_AND_OUT-1-%d>" % number for number in range(OBJECTS))
    event = b"<TEMPLATE-1-1> :=\n  DOC_NR: 11\n<SUCCESSION_EVENT-1-1> :=\n  POST: mayor\n  IN_AND_OUT: /%s\n" % pointers
    targets = b"".join(b"<IN_AND_OUT-1-%d> :=\n  NEW_STATUS: IN\n" % number for number in range(OBJECTS))
    return scenario_templates(event + targets, event + targets[: len(targets) // 2])


def tags_side_by_side() -> Files:
    tags = b" ".join(b'<ENAMEX TYPE="PERSON">a%d</ENAMEX>' % number for number in range(TAGS))
    return named_entities(tagged(tags), tagged(tags))


def alternatives_over_tags() -> Files:
    words = [b"a%d" % number for number in range(TAGS)]
    tags = b" ".join(b"<ENAMEX>%s</ENAMEX>" % word for word in words)
    return named_entities(
        tagged(b'<ENAMEX ALT="%s">%s</ENAMEX>' % (b"|".join(words[-OBJECTS:]), b" ".join(words))), tagged(tags)
    )


def coreference(key: str, response: str) -> Files:
    config = b":scoring_task coreference\n:key_file keys\n:response_file responses\n:map_history_file history\n"
    return {"run.config": config, "keys": document(key).encode(), "responses": document(response).encode()}


def nested_mentions() -> Files:
    opened = "".join(f'<COREF ID="{number}" MIN="w{number}">' for number in range(MENTIONS))
    words = " ".join(f"w{number}" for number in range(MENTIONS))
    answer = " ".join(f'<COREF ID="{number}">w{number}</COREF>' for number in range(MENTIONS))
    return coreference(f"{opened}{words}{'</COREF>' * MENTIONS}", answer)


def mentions_without_their_minimum() -> Files:
    opened = "".join(f'<COREF ID="{number}" MIN="go z{number}">go ' for number in range(MENTIONS))
    return coreference(f"{opened}{'</COREF>' * MENTIONS}", "go " * MENTIONS)


RECORDS: list[Callable[[], Files]] = [
    objects_with_minimums,
    objects_with_alternatives,
    objects_with_nothing_in_common,
    fills_of_one_object,
    pointers_to_identical_objects,
]
TEXTS: list[Callable[[], Files]] = [tags_side_by_side, alternatives_over_tags]
CASES = [
    *[(make, version) for make in (*RECORDS, *TEXTS) for version in (b"1997", b"3.3")],
    (nested_mentions, b"3.3"),
    (mentions_without_their_minimum, b"3.3"),
]


@pytest.mark.growth
@pytest.mark.parametrize(("make", "version"), CASES, ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_run_of_the_stated_size_ends_in_seconds(make: Callable[[], Files], version: bytes) -> None:
    files = make()
    files["run.config"] += b":scorer_version %s\n" % version
    assert cpu_seconds(lambda: run(files)) < MOST


def is_sound(done: Run) -> bool:
    """Say whether a run ended with status 0 and both reports, or with 1 and a message."""
    if done.exit == 0:
        return {"scores", "history"} <= set(done.files)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line]
    return done.exit == 1 and bool(said) and not done.files.keys() & {"scores", "report"}


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
    body = piece * TAGS_ALONE
    done = run(named_entities(tagged(body), tagged(body)))
    assert done.exit == status
    assert message in done.stderr


def test_thousands_of_fills_in_a_slot_are_matched_by_their_forms() -> None:
    fills = b"".join([b"     name%d\n" % number for number in range(FILLS)])
    record = b"<PERSON-1-1> :=\n   PER_ALIAS:\n" + fills
    backwards = b"<PERSON-1-1> :=\n   PER_ALIAS:\n" + b"\n".join(reversed(fills.splitlines())) + b"\n"
    done = run(template_elements(record + b"   PER_NAME: Ada\n", backwards + b"   PER_NAME: Ada\n"))
    assert done.row("per_alias") == [FILLS, FILLS, FILLS, 0, 0, 0, 0, 0]


def test_the_longest_chain_is_no_problem() -> None:
    slots = b"(a A (next NEXT: a) (way WAY: a))"
    chain = b"".join([b"<A-1-%d> :=\n  NEXT: <A-1-%d>\n" % (number, number + 1) for number in range(5000)])
    keys = b"<A-1-9999> :=\n  WAY: / <A-1-0>\n" + chain
    done = run(scenario_templates(keys, b"<A-2-1> :=\n  NEXT:\n", slots=slots, map=b":scored_slots all"))
    assert done.stdout.count(b"\nremoving optional ") == 5001
