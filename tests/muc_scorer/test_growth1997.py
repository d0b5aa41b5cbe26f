"""Inputs made by hand to be slow for the 1997 scorer: four times the input takes about four times as long to score."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.growth import assert_linear
from tests.muc_scorer.runs import named_entities, run, scenario_templates, tagged, template_elements

pytestmark = pytest.mark.growth

Files = dict[str, bytes]
Name = Callable[[int], bytes]

TEMPLATE = b"<TEMPLATE-1-1> :=\n  DOC_NR: 11\n"
KEY_NAME = b"foo%d [a] bari"
RESPONSE_NAME = b"x%dai"


def persons(names: list[bytes], slot: bytes = b"PER_NAME:") -> bytes:
    return b"".join(b'<PERSON-1-%d> :=\n  %s "%s"\n' % (place, slot, name) for place, name in enumerate(names))


def numbered(name: bytes, n: int) -> list[bytes]:
    return [name % number for number in range(n)]


def person_of(fills: list[bytes]) -> bytes:
    return b"<PERSON-1-1> :=\n  PER_NAME:\n" + b"".join(b'    "%s"\n' % fill for fill in fills)


def minimums_as_objects(n: int) -> Files:
    return template_elements(persons(numbered(KEY_NAME, n)), persons(numbered(RESPONSE_NAME, n)))


def minimums_as_equal_objects(n: int) -> Files:
    return template_elements(persons([b"foo [a] bari"] * n), persons([b"xai"] * n))


def minimums_as_fills(n: int) -> Files:
    return template_elements(person_of(numbered(KEY_NAME, n)), person_of(numbered(RESPONSE_NAME, n)))


def minimums_as_equal_fills(n: int) -> Files:
    return template_elements(person_of([b"foo [a] bari"] * n), person_of([b"xai"] * n))


def one_fill_many_times(n: int) -> Files:
    return template_elements(person_of([b"foo [a] bari"] * n), person_of([b"foo a bari"] * n))


def one_plain_fill_many_times(n: int) -> Files:
    return template_elements(person_of([b"foo"] * n), person_of([b"foo"] * n))


def one_name_of_many_objects(n: int) -> Files:
    return template_elements(persons([b"foo"] * n), persons([b"foo"] * n))


def a_class_of_slots(number: int) -> tuple[bytes, bytes]:
    slots = b"".join(b"(s%d S%d: string)" % (slot, slot) for slot in range(number))
    return b"(person PERSON %s)" % slots, b":scored_slots all\n:map_order person\n"


def subsets_of_slots(n: int) -> Files:
    slots, map_ = a_class_of_slots(n.bit_length())

    def objects(fill: bytes) -> bytes:
        records = []
        for number in range(1, n + 1):
            filled = [bit for bit in range(n.bit_length()) if number >> bit & 1]
            records.append(b"<PERSON-1-%d> :=\n" % number + b"".join(b'  S%d: "%s"\n' % (bit, fill) for bit in filled))
        return b"".join(records)

    return template_elements(objects(b"key"), objects(b"response"), slots=slots, map=map_)


def numbers_of_fills(n: int) -> Files:
    """Objects that differ in how many fills they have, and have nothing in common."""
    slots, map_ = a_class_of_slots(3)

    def objects(fill: bytes) -> bytes:
        records = []
        for number in range(n):
            counts = number % 10, number // 10 % 10, number // 100 % 10
            fills = [b"  S%d:\n" % slot + b'    "%s"\n' % fill * count for slot, count in enumerate(counts)]
            records.append(b"<PERSON-1-%d> :=\n" % number + b"".join(fills))
        return b"".join(records)

    return template_elements(objects(b"key"), objects(b"response"), slots=slots, map=map_)


def in_and_outs(n: int) -> bytes:
    return b"".join(b"<IN_AND_OUT-1-%d> :=\n  NEW_STATUS: IN\n" % number for number in range(n))


def event_with(pointers: bytes) -> bytes:
    return TEMPLATE + b"<SUCCESSION_EVENT-1-1> :=\n  POST: mayor\n  IN_AND_OUT:%s\n" % pointers


def pointers_to_identical_objects(n: int) -> Files:
    pointers = b"".join(b"\n    <IN_AND_OUT-1-%d>" % number for number in range(n))
    return scenario_templates(event_with(pointers) + in_and_outs(n), event_with(pointers) + in_and_outs(n))


def optional_pointers_to_identical_objects(n: int) -> Files:
    pointers = b"".join(b"\n    <IN_AND_OUT-1-%d>" % number for number in range(n))
    return scenario_templates(event_with(b" /" + pointers) + in_and_outs(n), event_with(pointers) + in_and_outs(n // 2))


def alternatives_to_identical_objects(n: int) -> Files:
    pointers = b"".join(b"\n  / <IN_AND_OUT-1-%d>" % number for number in range(n))
    return scenario_templates(event_with(pointers) + in_and_outs(n), event_with(b" <IN_AND_OUT-1-1>") + in_and_outs(n))


def documents_and_slots(n: int) -> Files:
    slots, map_ = a_class_of_slots(n)
    records = b"".join(b'<PERSON-%d-1> :=\n  S%d: "a"\n' % (number, number) for number in range(n))
    return scenario_templates(records, records, slots=slots, map=map_)


def alternatives_over_tags(n: int) -> Files:
    alternatives = b"|".join(b"a%d" % number for number in range(n))
    tags = b" ".join(b"<ENAMEX>a%d</ENAMEX>" % number for number in range(n))
    text = b" ".join(b"a%d" % number for number in range(n))
    return named_entities(tagged(b'<ENAMEX ALT="%s">%s</ENAMEX>' % (alternatives, text)), tagged(tags))


def alternatives_of_many_tags(n: int) -> Files:
    """Tags that all lie in one another's reach."""
    tags = b"".join(b'<ENAMEX ALT="a%d">b</ENAMEX>' % number for number in range(n))
    return named_entities(tagged(tags), tagged(tags))


def alternatives_of_one_object(n: int) -> Files:
    key = b'<PERSON-1-1> :=\n  PER_NAME: "b"\n' + b"".join(b'  / "name %d"\n' % number for number in range(n))
    return template_elements(key, persons(numbered(b"name %d", n)))


def entities_without_end(n: int) -> Files:
    tags = b" ".join(b"<ENAMEX>a%d</ENAMEX>" % number for number in range(n))
    return named_entities(tagged(b"<NUMEX>" * 9 + tags), tagged(b"<NUMEX>" * 9 + tags))


def brackets_without_end(n: int) -> Files:
    return template_elements(b"<A\n" * n, b"")


def chain_of_optional_objects(n: int) -> Files:
    slots = b"(a A (next NEXT: a) (way WAY: a))"
    chain = b"".join(b"<A-1-%d> :=\n  NEXT: <A-1-%d>\n" % (number, number + 1) for number in range(n))
    keys = b"<A-1-9999999> :=\n  WAY: / <A-1-0>\n" + chain
    return scenario_templates(keys, b"<A-2-1> :=\n  NEXT:\n", slots=slots, map=b":scored_slots all")


CASES = [
    (minimums_as_objects, 500),
    (minimums_as_equal_objects, 500),
    (minimums_as_fills, 500),
    (minimums_as_equal_fills, 500),
    (one_fill_many_times, 500),
    (one_plain_fill_many_times, 500),
    (one_name_of_many_objects, 500),
    (subsets_of_slots, 500),
    (numbers_of_fills, 250),
    (pointers_to_identical_objects, 500),
    (optional_pointers_to_identical_objects, 500),
    (alternatives_to_identical_objects, 500),
    (documents_and_slots, 250),
    (alternatives_over_tags, 500),
    (alternatives_of_many_tags, 250),
    (alternatives_of_one_object, 500),
    (entities_without_end, 500),
    (brackets_without_end, 2000),
    (chain_of_optional_objects, 500),
]


@pytest.mark.parametrize(("make", "n"), CASES, ids=lambda value: getattr(value, "__name__", str(value)))
def test_time_grows_with_the_input(make: Callable[[int], Files], n: int) -> None:
    assert_linear(make, run, n)
