"""Optional objects and slots of the key, explicit and implied, identical objects, and templates without content."""

from __future__ import annotations

import pytest

from tests.muc_scorer.runs import named_entities, run, scenario_templates, tagged, template_elements

TEMPLATE = b"<TEMPLATE-1-1> :=\n  DOC_NR: 11\n"
EVENT = b"<SUCCESSION_EVENT-1-%d> :=\n  POST: %s\n"


def messages(stdout: bytes) -> list[bytes]:
    return [line for line in stdout.splitlines() if line.startswith((b"removing", b"passing"))]


def person(number: int, name: bytes, status: bytes = b"") -> bytes:
    slot = b"  OBJ_STATUS: %s\n" % status if status else b""
    return b"<PERSON-1-%d> :=\n  PER_NAME: %s\n%s" % (number, name, slot)


@pytest.mark.parametrize("status", [b"OPTIONAL", b"opt", b'"Opt"'])
def test_an_optional_record_that_is_not_paired_does_not_count(status: bytes) -> None:
    done = run(template_elements(person(1, b"Ada") + person(2, b"Ben", status), person(1, b"Ada")))
    assert messages(done.stdout) == [b"removing optional person-1-2...done"]
    assert done.row("person") == [1, 1, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("status", [b"MAYBE", b"x\n  OBJ_STATUS: OPT"])
def test_other_records_count(status: bytes) -> None:
    done = run(template_elements(person(1, b"Ada") + person(2, b"Ben", status), person(1, b"Ada")))
    assert messages(done.stdout) == ([] if status == b"MAYBE" else [b"removing optional person-1-2...done"])


def test_an_optional_status_without_a_fill_means_nothing() -> None:
    done = run(template_elements(person(1, b"Ada") + b"  OBJ_STATUS:\n", person(2, b"Ben")))
    assert done.exit == 0
    assert messages(done.stdout) == []


def test_an_optional_record_that_is_paired_counts() -> None:
    done = run(template_elements(person(1, b"Ada", b"OPT"), person(2, b"Ada")))
    assert done.row("person") == [1, 1, 1, 0, 0, 0, 0, 0]


def test_optional_tags_go_class_by_class() -> None:
    keys = tagged(b'<NUMEX STATUS="OPT">1</NUMEX> <ENAMEX STATUS="OPT">a</ENAMEX> <ENAMEX STATUS="OPT">b</ENAMEX>')
    done = run(named_entities(keys, tagged(b"1 a <ENAMEX>b</ENAMEX>")))
    assert messages(done.stdout) == [b"removing optional enamex-971-1...done", b"removing optional numex-971-1...done"]
    assert done.row("enamex")[:3] == [1, 1, 1]
    assert b"\nMIS" not in done.files["report"]


@pytest.mark.parametrize(
    ("key", "response", "row"),
    [
        (b'  PER_TITLE: / "Ms."\n', b"", [0, 0, 0, 0, 0, 0, 0, 0]),
        (b'  PER_TITLE: / "Ms."\n', b"  PER_TITLE: Ms.\n", [1, 1, 1, 0, 0, 0, 0, 0]),
        (b'  PER_TITLE: / "Ms."\n', b"  PER_TITLE: Dr.\n", [1, 1, 0, 0, 1, 0, 0, 0]),
        (b'  PER_TITLE: "Ms."\n', b"", [1, 0, 0, 0, 0, 1, 0, 0]),
        (b"", b"  PER_TITLE: Ms.\n", [0, 1, 0, 0, 0, 0, 1, 0]),
    ],
)
def test_optional_slots(key: bytes, response: bytes, row: list[int]) -> None:
    assert run(template_elements(person(1, b"Ada") + key, person(1, b"Ada") + response)).row("per_title") == row


def test_a_chain_of_objects_that_only_an_optional_slot_leads_to_goes_from_its_end() -> None:
    keys = TEMPLATE + b"  CONTENT: / <SUCCESSION_EVENT-1-1>\n" + EVENT % (1, b"mayor")
    keys += b"  IN_AND_OUT: <IN_AND_OUT-1-1>\n<IN_AND_OUT-1-1> :=\n  IO_PERSON: <PERSON-1-1>\n" + person(1, b"Ada")
    done = run(scenario_templates(keys, TEMPLATE))
    assert messages(done.stdout) == [
        b"removing optional person-1-1...done",
        b"removing optional in_and_out-1-1...done",
        b"removing optional succession_event-1-1...done",
    ]
    assert done.row("ALL OBJECTS") == [0] * 8


def test_what_something_else_points_to_stays() -> None:
    keys = TEMPLATE + b"  CONTENT: / <SUCCESSION_EVENT-1-1>\n" + EVENT % (1, b"mayor")
    keys += b"  IN_AND_OUT: <IN_AND_OUT-1-1>\n<IN_AND_OUT-1-1> :=\n  IO_PERSON: <PERSON-1-1>\n"
    keys += b"<IN_AND_OUT-1-2> :=\n  IO_PERSON: <PERSON-1-1>\n"
    done = run(scenario_templates(keys, TEMPLATE))
    assert messages(done.stdout) == [
        b"removing optional in_and_out-1-1...done",
        b"removing optional succession_event-1-1...done",
    ]


def test_a_loop_of_pointers_holds_itself() -> None:
    slots = b"(a A (next NEXT: a) (first FIRST: a))"
    keys = (
        b"<A-1-1> :=\n  NEXT: <A-1-2>\n<A-1-2> :=\n  NEXT: <A-1-1>\n<A-1-3> :=\n  FIRST: / <A-1-1>\n  NEXT: / <A-1-3>\n"
    )
    done = run(scenario_templates(keys, b"<A-2-1> :=\n  NEXT:\n", slots=slots, map=b":scored_slots all"))
    assert done.exit == 0
    assert messages(done.stdout) == [b"removing optional a-1-3...done"]


def test_the_longest_chain_is_no_problem() -> None:
    slots = b"(a A (next NEXT: a) (way WAY: a))"
    chain = b"".join([b"<A-1-%d> :=\n  NEXT: <A-1-%d>\n" % (number, number + 1) for number in range(5000)])
    keys = b"<A-1-9999> :=\n  WAY: / <A-1-0>\n" + chain
    done = run(scenario_templates(keys, b"<A-2-1> :=\n  NEXT:\n", slots=slots, map=b":scored_slots all"))
    assert len(messages(done.stdout)) == 5001


def test_losing_alternatives_are_removed_and_the_smallest_wins_without_a_response() -> None:
    keys = TEMPLATE + b"  CONTENT: <SUCCESSION_EVENT-1-1>\n    <SUCCESSION_EVENT-1-2>\n  / <SUCCESSION_EVENT-1-3>\n"
    keys += EVENT % (1, b"mayor") + EVENT % (2, b"dean") + EVENT % (3, b"clerk")
    done = run(scenario_templates(keys, TEMPLATE))
    assert messages(done.stdout) == [b"removing optional succession_event-1-%d...done" % number for number in (1, 2)]
    assert done.row("content") == [1, 0, 0, 0, 0, 1, 0, 0]


def test_pointers_to_a_removed_object_are_gone_from_what_loses() -> None:
    keys = TEMPLATE + b"  CONTENT: <SUCCESSION_EVENT-1-1>\n  / <SUCCESSION_EVENT-1-1>\n    <SUCCESSION_EVENT-1-2>\n"
    keys += EVENT % (1, b"mayor") + EVENT % (2, b"dean")
    responses = TEMPLATE + b"  CONTENT: <SUCCESSION_EVENT-1-7>\n    <SUCCESSION_EVENT-1-8>\n"
    responses += EVENT % (7, b"mayor") + EVENT % (8, b"dean")
    assert run(scenario_templates(keys, responses)).row("content") == [2, 2, 2, 0, 0, 0, 0, 0]
    lonely = TEMPLATE + b"  CONTENT: <SUCCESSION_EVENT-1-7>\n" + EVENT % (7, b"mayor")
    done = run(scenario_templates(keys, lonely))
    assert messages(done.stdout) == [b"removing optional succession_event-1-2...done"]
    assert done.row("content") == [1, 1, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("key", "response", "row"),
    [
        (b"", b"", [0, 0, 0, 0, 0, 0, 0, 1]),
        (b"  CONTENT: <SUCCESSION_EVENT-1-1>\n", b"", [1, 0, 0, 0, 0, 1, 0, 0]),
        (b"  CONTENT: / <SUCCESSION_EVENT-1-1>\n", b"", [0, 0, 0, 0, 0, 0, 0, 1]),
        (b"", b"  CONTENT: <SUCCESSION_EVENT-1-1>\n", [0, 1, 0, 0, 0, 0, 1, 0]),
        (b"  CONTENT:\n", b"  CONTENT:\n", [1, 1, 1, 0, 0, 0, 0, 0]),
    ],
)
def test_text_filtering(key: bytes, response: bytes, row: list[int]) -> None:
    done = run(scenario_templates(TEMPLATE + key, TEMPLATE + response))
    assert done.row("TEXT FILTER") == done.row("template") == row


def test_of_several_templates_the_first_counts() -> None:
    second = TEMPLATE.replace(b"1-1>", b"1-2>") + b"  CONTENT: <SUCCESSION_EVENT-1-1>\n"
    done = run(scenario_templates(TEMPLATE + second, TEMPLATE + second))
    assert done.row("template") == [0, 0, 0, 0, 0, 0, 0, 1]


def test_templates_of_one_side_only() -> None:
    other = EVENT % (1, b"mayor")
    content = TEMPLATE + b"  CONTENT: <SUCCESSION_EVENT-1-1>\n"
    assert run(scenario_templates(other, content + other)).row("template") == [0, 1, 0, 0, 0, 0, 1, 0]
    assert run(scenario_templates(content + other, other)).row("template") == [1, 0, 0, 0, 0, 1, 0, 0]


def test_objects_left_over_are_connected_and_incorrect() -> None:
    keys = person(1, b"Ada") + person(2, b"Ben") + b'  PER_TITLE: "Dr."\n  PER_ALIAS: / "Benny"\n'
    responses = person(3, b"Cal") + b'  PER_ALIAS: "C1"\n    "C2"\n'
    done = run(template_elements(keys, responses))
    assert done.row("person") == [2, 1, 0, 0, 1, 1, 0, 0]
    assert done.row("per_name") == [2, 1, 0, 0, 1, 1, 0, 0]
    assert done.row("per_alias")[:7] == [0, 2, 0, 0, 0, 0, 2]


SLOTS = (
    b"(a A (next NEXT: a) (way WAY: a) (both BOTH: (string a)) (name NAME: string))"
    b"(in_and_out IO (of OF: a) (to TO: in_and_out))"
)
SCORED = b":scored_slots all\n:map_order a in_and_out\n"


def removal(keys: bytes, responses: bytes = b"<A-2-1> :=\n  NEXT:\n", map_: bytes = SCORED) -> list[bytes]:
    """Return the messages about what goes, without the words around the objects."""
    done = run(scenario_templates(keys, responses, slots=SLOTS, map=map_))
    assert done.exit == 0
    return [b" ".join(line.split()[2:]).replace(b"...done", b"") for line in messages(done.stdout)]


def test_candidates_are_collected_before_any_goes() -> None:
    keys = b"<A-1-1> :=\n  WAY: / <A-1-3>\n<A-1-2> :=\n  NEXT: / <A-1-4>\n<A-1-3> :=\n  NAME: name x\n"
    assert removal(keys + b"<A-1-4> :=\n  NEXT: <A-1-3>\n") == [b"a-1-3", b"a-1-4"]


def test_candidates_are_collected_object_by_object() -> None:
    keys = b"<A-1-1> :=\n  WAY: / <A-1-6>\n  NEXT: / <A-1-5>\n<A-1-2> :=\n  WAY: / <A-1-4>\n  NEXT: / <A-1-3>\n"
    assert removal(keys) == [b"a-1-5", b"a-1-6", b"a-1-3", b"a-1-4"]


@pytest.mark.parametrize(("again", "gone"), [(b"", [b"a-1-2"]), (b"  NEXT: name x\n  / name y\n", [])])
def test_what_a_replaced_alternative_pointed_to_stays(again: bytes, gone: list[bytes]) -> None:
    keys = b"<A-1-1> :=\n  WAY: / <A-1-2>\n  NEXT: name x\n  / <A-1-2>\n" + again
    assert removal(keys) == gone


def test_an_object_that_points_to_itself_stays() -> None:
    assert removal(b"<A-1-1> :=\n  NEXT: / <A-1-2>\n<A-1-2> :=\n  WAY: <A-1-2>\n") == []


def test_a_slot_of_several_types_is_optional_like_any_other_and_keeps_its_strings() -> None:
    keys = b'<A-1-1> :=\n  NAME: name x\n  BOTH: / "string"\n    <A-1-2>\n<A-1-2> :=\n  NAME: name y\n'
    done = run(scenario_templates(keys, b'<A-1-1> :=\n  NAME: name x\n  BOTH: "string"\n', slots=SLOTS, map=SCORED))
    assert messages(done.stdout) == [b"removing optional a-1-2...done"]
    assert done.row("both") == [1, 1, 1, 0, 0, 0, 0, 0]


def test_a_winner_that_is_replaced_is_dropped_too_and_a_perfect_one_does_not_end_the_search() -> None:
    people = b"".join(b"<A-1-%d> :=\n  NAME: n%d\n" % (number, number) for number in (2, 3, 4))
    keys = b"<A-1-1> :=\n  NAME: name x\n  WAY: <A-1-2>\n  / <A-1-3>\n  / <A-1-4>\n" + people
    responses = b"<A-1-1> :=\n  NAME: name x\n  WAY: <A-1-3>\n<A-1-3> :=\n  NAME: n3\n"
    twice = b":scored_slots all\n:map_order a a\n"
    assert removal(keys, responses, twice) == [b"a-1-2", b"a-1-4"]


def test_without_a_response_slot_strings_and_pointers_make_an_alternative_longer() -> None:
    keys = b'<A-1-1> :=\n  WAY: <A-1-2>\n    "string"\n  / <A-1-3>\n<A-1-2> :=\n  NAME: name y\n'
    assert removal(keys + b"<A-1-3> :=\n  NAME: name z\n") == [b"a-1-2"]


def test_a_pair_is_handed_over_where_a_pointer_is_dropped_only() -> None:
    both = b"<IO-1-1> :=\n  OF: <A-1-9>\n<IO-1-2> :=\n  OF: <A-1-9>\n<A-1-9> :=\n  NAME: name n\n"
    responses = b"<IO-1-1> :=\n  OF: <A-1-9>\n<A-1-9> :=\n  NAME: name n\n"
    dropped = b"<IO-1-3> :=\n  TO: / <IO-1-1>\n" + both
    assert removal(dropped, responses) == [b"mapping of in_and_out-1-1 to identical in_and_out-1-2", b"in_and_out-1-1"]
    below = b"<IO-1-3> :=\n  TO: / <IO-1-4>\n<IO-1-4> :=\n  TO: <IO-1-1>\n" + both
    assert removal(below, responses) == [b"in_and_out-1-4"]


def test_what_an_object_pointed_to_goes_before_it() -> None:
    keys = b"<A-1-1> :=\n  NEXT: / <IO-1-2>\n<IO-1-2> :=\n  OF: <A-1-3>\n  TO: <IO-1-4>\n"
    assert removal(keys + b"<A-1-3> :=\n  NAME: name y\n<IO-1-4> :=\n  OF: <A-1-5>\n") == [
        b"a-1-3",
        b"a-1-5",
        b"in_and_out-1-4",
        b"in_and_out-1-2",
    ]


def test_objects_of_a_class_share_their_place_among_its_slots() -> None:
    keys = b"<A-1-1> :=\n  WAY: / <A-1-2>\n<A-1-2> :=\n  NEXT: <A-1-3>\n    <A-1-5>\n  WAY: <A-1-4>\n"
    assert removal(keys + b"<A-1-3> :=\n  NAME: name y\n") == [b"a-1-3", b"a-1-5", b"a-1-2"]


def test_optional_records_stay_if_something_points_to_them_and_take_along_what_only_they_point_to() -> None:
    slots = b"(a A (next NEXT: a) (status STATUS: set))"
    keys = b"<A-1-1> :=\n  STATUS: OPT\n  NEXT: <A-1-3>\n<A-1-2> :=\n  STATUS: OPT\n<A-1-4> :=\n  NEXT: <A-1-2>\n"
    done = run(template_elements(keys, b"<A-2-1> :=\n  NEXT:\n", slots=slots, map=b":scored_slots all"))
    assert messages(done.stdout) == [b"removing optional a-1-3...done", b"removing optional a-1-1...done"]


def test_a_template_is_compared_only_if_it_is_paired() -> None:
    text = TEMPLATE + b"  CONTENT: <SUCCESSION_EVENT-1-1>\n" + EVENT % (1, b"mayor")
    files = scenario_templates(text, text)
    files["map"] = b":scored_slots all\n:map_order succession_event\n"
    done = run(files)
    assert done.row("template") == [1, 1, 0, 0, 0, 1, 1, 0]
    assert done.row("content") == [1, 1, 0, 0, 0, 1, 1, 0]
    assert done.row("TEXT FILTER") == [1, 1, 1, 0, 0, 0, 0, 0]


def test_a_class_that_comes_again_in_the_order_pairs_what_became_right() -> None:
    keys = b"<A-1-1> :=\n  NEXT: <A-1-2>\n<A-1-2> :=\n  NAME: name y\n"
    for order, pairs in ((b"a", 1), (b"a a", 2)):
        map_ = b":scored_slots all\n:map_order %s\n" % order
        assert run(scenario_templates(keys, keys, slots=SLOTS, map=map_)).row("a")[2] == pairs


@pytest.mark.parametrize(
    ("key", "response", "row"),
    [
        (b'"s"\n    <A-1-2>', b'"t"\n    <A-1-2>', [1, 1, 1, 0, 0, 0, 0, 0]),
        (b'"s"\n    <A-1-2>', None, [2, 0, 0, 0, 0, 2, 0, 0]),
        (None, b'"s"\n    <A-1-2>', [0, 2, 0, 0, 0, 0, 2, 0]),
    ],
)
def test_strings_in_pointer_slots_count_unless_they_are_compared(
    key: bytes | None, response: bytes | None, row: list[int]
) -> None:
    def side(fills: bytes | None) -> bytes:
        return b"<A-1-2> :=\n  NAME: name y\n<IO-1-1> :=\n  TO: <IO-1-1>\n" + (b"  OF: %s\n" % fills if fills else b"")

    slots = SLOTS.replace(b"(to TO: in_and_out)", b"(to TO: string)")
    keys, responses = side(key).replace(b"<IO-1-1>\n", b'"z"\n'), side(response).replace(b"<IO-1-1>\n", b'"z"\n')
    assert run(scenario_templates(keys, responses, slots=slots, map=SCORED)).row("of") == row


def test_strings_and_pointers_of_connected_objects_count_alike() -> None:
    keys = b'<A-1-1> :=\n  NEXT: "s"\n    <A-1-1>\n'
    responses = b'<A-1-7> :=\n  NEXT: "t"\n    "u"\n    <A-1-7>\n'
    done = run(scenario_templates(keys, responses, slots=SLOTS, map=SCORED))
    assert done.row("next") == [2, 3, 0, 0, 2, 0, 1, 0]
