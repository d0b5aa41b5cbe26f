"""The sizes that the documentation states: inputs made to be slow are scored in seconds up to there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.growth import cpu_seconds
from tests.muc_scorer.runs import named_entities, run, scenario_templates, tagged, template_elements
from tests.muc_scorer.runs33 import document

pytestmark = pytest.mark.growth

OBJECTS, TAGS, MENTIONS = 400, 5_000, 20_000
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


@pytest.mark.parametrize(("make", "version"), CASES, ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_run_of_the_stated_size_ends_in_seconds(make: Callable[[], Files], version: bytes) -> None:
    files = make()
    files["run.config"] += b":scorer_version %s\n" % version
    assert cpu_seconds(lambda: run(files)) < MOST
