"""Documents of MATScore: mat-json, and what annotations hold."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.mat_score.annotations import (
    Annotation,
    AnnotationType,
    Attribute,
    DecodeError,
    Document,
    DocumentError,
    LoadError,
    heading,
)
from legacy_scorers.mat_score.documents.matjson import load_json, read_mat_json
from legacy_scorers.mat_score.tasks.task import AnnotationTask, LabelSet, TaskLabel
from tests.golden_cases import ROOT
from tests.mat_score import builders

if TYPE_CHECKING:
    from collections.abc import Callable

NOT_JSON = "input doesn't appear to be JSON"
OTHER_SPAN = "the rows of A and its type differ: one is declared with a span, one without"
BEYOND = sys.maxsize


def read(content: object, task: AnnotationTask | None = None) -> Document:
    return read_mat_json("d.json", json.dumps(content).encode(), task)


def aset(attrs: list[object], *rows: object, label: str = "A", **slots: object) -> dict[str, object]:
    return {"type": label, "attrs": attrs, "annots": list(rows), **slots}


def document(*asets: dict[str, object], **slots: object) -> dict[str, object]:
    return {"signal": "Ann met Bo", "asets": list(asets), **slots}


def typed(kind: str, aggregation: str | None = None, name: str = "a") -> dict[str, object]:
    return {"name": name, "type": kind, "aggregation": aggregation}


def values_of(read_document: Document, label: str = "A") -> list[dict[str, object]]:
    return [annotation.values for annotation in read_document.annotations_of(label)]


@pytest.mark.parametrize(
    "source",
    [b"", b"Ann", b"{", b'\xef\xbb\xbf{"signal": ""}', b'{"signal": "\n"}', b"[1,]"],
)
def test_what_is_no_json_cannot_be_loaded(source: bytes) -> None:
    with pytest.raises(LoadError) as caught:
        read_mat_json("d", source, None)
    assert str(caught.value) == NOT_JSON


@pytest.mark.parametrize("version", [3, 2.5, "2", [1], {}])
def test_later_versions_cannot_be_loaded(version: object) -> None:
    with pytest.raises(LoadError) as caught:
        read(document(version=version))
    assert str(caught.value) == "MAT-JSON version is later than version 2"


@pytest.mark.parametrize("version", [None, 0, 1, 2, 2.0, True])
def test_earlier_versions_can(version: object) -> None:
    assert read(document(version=version)).signal == "Ann met Bo"


@pytest.mark.parametrize(
    ("reason", "content"),
    [
        ("the outermost value must be an object", []),
        ("the outermost value must be an object", "text"),
        ("the outermost value must be an object", 7),
        ("signal must be a string, metadata an object", document(metadata=None)),
        ("signal must be a string, metadata an object", document(metadata=[])),
        ("signal must be a string, metadata an object", {"signal": None}),
        ("None is not a list", {"asets": None}),
        ("an annotation set must be an object", {"asets": "ab"}),
        ("an annotation set must be an object", {"asets": {"A": []}}),
        ("None is not a list", document({"type": "A", "attrs": [], "annots": None})),
        ("5 is not a list", document({"type": "A", "attrs": 5, "annots": []})),
        ("an annotation set must be an object", {"asets": [[]]}),
        ("an annotation set needs a type and attrs", document({"type": "A", "annots": []})),
        ("None is not a list", document({"type": "A", "attrs": []})),
        ("an annotation set needs a type and attrs", document(aset([], label=None))),  # type: ignore[arg-type]
        ("an annotation has too few or too many elements", document(aset([], [0]))),
        ("an annotation has too few or too many elements", document(aset([], []))),
        ("an annotation must be a list", document(aset([], None))),
        ("an annotation has too few or too many elements", document(aset([], "a"))),
        ("an annotation must be a list", document(aset([], {"0": 1}))),
        ("an annotation has too few or too many elements", document(aset(["a"], [0, 3, "x", "y"]))),
        ("an attribute must be a name or an object with a name", document(aset([3], [0, 3, "x"]))),
        ("an attribute must be a name or an object with a name", document(aset([{"type": "string"}], [0, 3]))),
        ("unknown attribute type or aggregation", document(aset([typed("text")], [0, 3]))),
        ("unknown attribute type or aggregation", document(aset([{"name": "a", "type": ["int"]}], [0, 3]))),
        ("unknown attribute type or aggregation", document(aset([typed("int", "bag")], [0, 3]))),
        ("7 is no string", document(aset([typed("string")], [0, 3, 7]))),
        ("['x'] is no string", document(aset([typed("string")], [0, 3, ["x"]]))),
        ("7 is no set", document(aset([typed("string", "set")], [0, 3, 7]))),
        ("True is no int", document(aset([typed("int", "set")], [0, 3, [True, 1]]))),
        ("True is no int", document(aset([typed("int", "list")], [0, 3, [1, True]]))),
        ("[] cannot be a member of a set", document(aset([typed("string", "set")], [0, 3, [[]]]))),
        ("None is no string", document(aset([typed("string", "set")], [0, 3, [None]]))),
        ("'7' is no int", document(aset([typed("int")], [0, 3, "7"]))),
        ("7.0 is no int", document(aset([typed("int")], [0, 3, 7.0]))),
        ("True is no int", document(aset([typed("int")], [0, 3, True]))),
        ("'7' is no float", document(aset([typed("float")], [0, 3, "7"]))),
        ("9223372036854775808 is no float", document(aset([typed("float")], [0, 3, 2**63]))),
        ("2 is no boolean", document(aset([typed("boolean")], [0, 3, 2]))),
        ("no annotation has the ID nobody", document(aset([typed("annotation")], [0, 3, "nobody"]))),
        ("{} is no annotation", document(aset([typed("annotation")], [0, 3, {}]))),
        ("the ID 1 occurs twice", document(aset([], [0, 3, "1"], [4, 7, "1"], hasID=True))),
        ("['1'] is not an ID", document(aset([], [0, 3, ["1"]], hasID=True))),
        ("the ID True occurs twice", document(aset([], [0, 3, 1], [4, 7, True], hasID=True))),
        ("-1 is not an ID", document(aset([], [0, 3, -1], hasID=True))),
        ("'-1' is not an ID", document(aset([], [0, 3, "-1"], hasID=True))),
        ("-1.5 is not an ID", document(aset([], [0, 3, -1.5], hasID=True))),
        ("inf is not an ID", document(aset([], [0, 3, float("inf")], hasID=True))),
        *[(OTHER_SPAN, document(aset([], [0, 3], hasSpan=span))) for span in (None, "", "no", 5, ["no"])],
        ("an annotation has too few or too many elements", document(aset([], [0, 3], hasID=True))),
        (
            "the ID 1 occurs twice",
            document(aset([], [0, 3, "1"], hasID=True), aset([], [0, 3, "1"], hasID=True, label="B")),
        ),
        (OTHER_SPAN, document(aset([], [0, 3]), aset([], [None], hasSpan=False))),
        ("the attribute a of A is declared in two ways", document(aset(["a"], [0, 3]), aset([typed("int")], [0, 3]))),
        (
            "the attribute a has values; name its type",
            document(aset([typed("int", "set")], [0, 3]), aset(["a"], [0, 3, [1]])),
        ),
        (
            "the attribute a has values; name its type",
            document(aset([typed("annotation")], [0, 3]), aset(["a"], [0, 3, "1"]), aset([], [0, 3, "1"], hasID=True)),
        ),
    ],
)
def test_wrong_structure_cannot_be_decoded(reason: str, content: object) -> None:
    with pytest.raises(DecodeError) as caught:
        read(content)
    assert str(caught.value) == reason


DEEP = "lists and objects are nested too deeply; use fewer levels"


@pytest.mark.parametrize(
    ("reason", "source"),
    [("utf-8", b'{"signal": "\xff"}'), (DEEP, b"[" * 100_000), (DEEP, b'{"a":' * 100_000 + b"1" + b"}" * 100_000)],
)
def test_wrong_bytes_cannot_be_decoded(reason: str, source: bytes) -> None:
    with pytest.raises(DecodeError, match=reason):
        read_mat_json("d", source, None)


def test_everything_may_be_missing() -> None:
    found = read({})
    assert (found.signal, found.metadata, found.types) == ("", {}, {})


def test_version_1() -> None:
    found = read({"signal": "x", "metadata": {"k": 1}, "asets": [aset(["a", "b"], [0, 1, "x"], [0, 1, None, "y"])]})
    assert found.metadata == {"k": 1}
    assert list(found.types["A"].attributes.values()) == [Attribute("a"), Attribute("b")]
    assert values_of(found) == [{"a": "x"}, {"a": None, "b": "y"}]


@pytest.mark.parametrize(
    ("attr", "cell", "value"),
    [
        (typed("string"), "x", "x"),
        (typed("string", "none"), "", ""),
        (typed("int"), -7, -7),
        (typed("float"), 3, 3.0),
        (typed("float"), 2.5, 2.5),
        (typed("boolean"), False, False),
        (typed("string", "list"), ["x", "y", "x"], ("x", "y", "x")),
        (typed("string", "set"), ["x", "y", "x"], ("x", "y")),
        (typed("float", "set"), [1, 1.0, 2.5], (1.0, 2.5)),
        (typed("string", "set"), [], None),
        (typed("string", "list"), [], None),
        (typed("int", "list"), None, None),
    ],
)
def test_values(attr: dict[str, object], cell: object, value: object) -> None:
    (values,) = values_of(read(document(aset([attr], [0, 3, cell]))))
    assert repr(values) == repr({"a": value})


def test_ids_and_what_they_link() -> None:
    people = aset([], [0, 3, "1"], [8, 10, None], [0, 3, 7], label="PER", hasID=True)
    relation = aset(
        [typed("annotation"), typed("annotation", "list", "all")], ["1", [7, "1"]], hasSpan=False, label="REL"
    )
    found = read(document(relation, people))
    (link,) = found.annotations_of("REL")
    ann, _, other = found.annotations_of("PER")
    assert link.values["a"] is ann
    assert link.values["all"] == (other, ann)
    assert [person.id for person in found.annotations_of("PER")] == ["1", None, "7"]
    assert (link.start, link.end, link.id) == (None, None, None)


def test_annotations_may_link_each_other_and_themselves() -> None:
    found = read(document(aset([typed("annotation")], [0, 3, "1", "2"], [4, 7, "2", "2"], hasID=True)))
    first, second = found.annotations_of("A")
    assert first.values["a"] is second
    assert second.values["a"] is second


def test_superfluous_values_are_ignored_where_there_are_no_attributes() -> None:
    found = read(document(aset([], [0, 3, "x"], [4, 7])))
    assert found.spans_of("A") == [(0, 3), (4, 7)]


def test_annotation_sets_of_one_type_are_merged() -> None:
    found = read(document(aset([], [0, 3]), aset(["a"], [4, 7, "x"]), aset([], [8, 10]), aset([], [1, 2])))
    assert list(map(tuple, found.spans_of("A"))) == [(0, 3), (4, 7), (8, 10), (1, 2)]
    assert list(found.types["A"].attributes) == ["a"]


def test_plain_annotation_sets_of_one_type_are_merged_without_objects() -> None:
    found = read(document(aset([], [0, 3]), aset([], [8, 10])))
    assert list(map(tuple, found.spans_of("A"))) == [(0, 3), (8, 10)]
    assert [annotation.start for annotation in found.annotations_of("A")] == [0, 8]


def test_types_stand_in_order_of_appearance() -> None:
    found = read(document(aset([], label="Z"), aset([], [0, 3], label="B"), aset([], [0, 3], label="Z")))
    assert list(found.types) == ["Z", "B"]


@pytest.mark.parametrize(
    ("cells", "span"),
    [
        ((0, 3), (0, 3)),
        ((3, 0), (3, 0)),
        ((-1, 99), (-1, 99)),
        (("0", "3"), (BEYOND, BEYOND)),
        ((None, [3]), (-1, BEYOND)),
        ((True, {}), (1, BEYOND)),
    ],
)
def test_offsets_are_ordered_as_in_python_2(cells: tuple[object, object], span: tuple[int, int]) -> None:
    assert list(map(tuple, read(document(aset([], list(cells)))).spans_of("A"))) == [span]


@pytest.mark.parametrize("cell", [0.5, 3.0, float("nan")])
def test_offsets_must_be_whole_numbers(cell: float) -> None:
    with pytest.raises(InputError) as caught:
        read(document(aset([], [0, cell])))
    assert caught.value.file == "d.json"


def test_unpaired_surrogates_stay_one_character() -> None:
    found = read_mat_json("d", b'{"signal": "a\\ud800b\xed\xa0\x80\\ud83d\\ude00"}', None)
    assert found.signal == "a\ud800b\ud800\U0001f600"


def task(**slots: object) -> AnnotationTask:
    declared = TaskLabel("A", "content", all_attributes_known=bool(slots.get("attributes_known")))
    declared.add(Attribute("kind", choices=("x", "y")))
    declared.add(Attribute("size", "int", bounds=(0, 9)))
    declared.add(Attribute("many", "int", "set", bounds=(None, 9)))
    declared.add(Attribute("to", "annotation", restrictions=(("B", {}),)))
    labels = LabelSet("content", "content", {"A": declared, "B": TaskLabel("B", "content")})
    return AnnotationTask("T", "task.xml", [labels], all_annotations_known=bool(slots.get("labels_known")))


@pytest.mark.parametrize(
    ("attr", "cell"),
    [
        (typed("string", name="kind"), "x"),
        (typed("string", name="kind"), None),
        (typed("int", name="size"), 0),
        (typed("int", "set", name="many"), [-5, 9]),
        (typed("string", name="new"), "z"),
    ],
)
def test_what_a_task_allows(attr: dict[str, object], cell: object) -> None:
    assert values_of(read(document(aset([attr], [0, 3, cell])), task()))


@pytest.mark.parametrize(
    ("attr", "cell"),
    [
        (typed("string", name="kind"), "z"),
        (typed("int", name="kind"), 1),
        (typed("int", name="size"), -1),
        (typed("int", name="size"), 10),
        (typed("int", "set", name="many"), [1, 10]),
        (typed("int", name="many"), 1),
    ],
)
def test_what_a_task_does_not_allow(attr: dict[str, object], cell: object) -> None:
    with pytest.raises(DecodeError):
        read(document(aset([attr], [0, 3, cell])), task())


def test_links_may_be_restricted_to_labels() -> None:
    links = aset([typed("annotation", name="to")], [0, 3, "1"])
    assert read(document(links, aset([], [0, 3, "1"], label="B", hasID=True)), task())
    with pytest.raises(DecodeError, match=r"^to must not refer to C$"):
        read(document(links, aset([], [0, 3, "1"], label="C", hasID=True)), task())


@pytest.mark.parametrize(
    ("id", "shown"), [("", None), (0, None), (False, None), (True, "True"), (1.5, "1.5"), ("-x", "-x"), (-0.5, "-0.5")]
)
def test_ids_are_of_any_type(id: object, shown: str | None) -> None:  # noqa: A002
    links = aset([typed("annotation", name="to")], [0, 3, id])
    found = read(document(links, aset([], [0, 3, id], label="B", hasID=True)))
    (target,) = found.annotations_of("B")
    assert (target.id, values_of(found)) == (shown, [{"to": target}])


@pytest.mark.parametrize(
    "attr", ["a", {"name": "a", "type": None}, {"name": "a", "type": ""}, {"name": "a", "aggregation": "set"}]
)
def test_attributes_without_type_are_what_they_are_elsewhere(attr: object) -> None:
    assert values_of(read(document(aset([typed("int")]), aset([attr], [0, 3, 1])))) == [{"a": 1}]
    held = aset([{"name": "a", "aggregation": "list"}], [0, 3, [1]])
    assert values_of(read(document(aset([typed("int", "set")]), held))) == [{"a": (1,)}]


def test_choices_are_taken_in_any_type_if_the_document_names_none() -> None:
    count = Attribute("count", "int", choices=(1, 2))
    of_task = builders.task(builders.declared("A", count))
    for cell in (True, 1.0):
        (values,) = values_of(read(document(aset(["count"], [0, 3, cell])), of_task))
        assert repr(values["count"]) == repr(cell)
        with pytest.raises(DecodeError):
            read(document(aset([typed("int", name="count")], [0, 3, cell])), of_task)


def test_keys_of_an_object_are_in_the_order_of_a_dictionary_of_python_2() -> None:
    for attrs in ({"one": 1, "two": 2, "six": 6}, {"six": 6, "two": 2, "one": 1}):
        rows = {"type": "A", "attrs": attrs, "annots": [[0, 3, "x", "y", "z"]]}
        assert values_of(read({"asets": [rows]})) == [{"six": "x", "two": "y", "one": "z"}]
    (values,) = values_of(read(document(aset([typed("string", "list")], [0, 3, {"one": 1, "two": 2, "six": 6}]))))
    assert values == {"a": ("six", "two", "one")}


def test_containers_are_walked_through_whatever_they_are() -> None:
    rows = {"type": "A", "attrs": "ab", "annots": [[0, 3, "x", "y"], [4, 7]]}
    assert values_of(read({"asets": [rows]})) == [{"a": "x", "b": "y"}, {}]
    for attrs in (None, 0, False, ""):
        assert values_of(read({"asets": [{"type": "A", "attrs": attrs, "annots": [[0, 3, "x"]]}]})) == [{}]
    assert read({"asets": {}}).types == read({"asets": ""}).types == {}
    assert values_of(read({"asets": [{"type": "A", "attrs": {"a": 1}, "annots": {"xyz": 1}}]})) == [{"a": "z"}]
    assert values_of(read(document(aset([typed("string"), typed("string")], [0, 3, "x", "y"])))) == [{"a": "y"}]


def test_a_label_met_again_has_the_span_of_its_type() -> None:
    assert read(document(aset([], [0, 3]), aset([], hasSpan=False))).types["A"].has_span
    assert not read(document(aset([], hasSpan=""))).types["A"].has_span
    assert values_of(read(document(aset([], [0, 3], hasSpan=1)))) == [{}]


@pytest.mark.parametrize(("cells", "shown"), [((True, 3), "A (1-3)"), ((False, True), "A (0-1)")])
def test_offsets_may_be_booleans(cells: tuple[object, object], shown: str) -> None:
    (found,) = read(document(aset(["a"], [*cells, "x"]))).annotations_of("A")
    assert (found.start, found.end) == cells
    assert heading(found) == shown


@pytest.mark.parametrize(
    ("known", "content"),
    [
        ("labels_known", document(aset([], [0, 3], label="NEW"))),
        ("attributes_known", document(aset(["new"], [0, 3]))),
    ],
)
def test_a_task_may_know_everything(known: str, content: dict[str, object]) -> None:
    assert read(content, task())
    with pytest.raises(DecodeError, match=r"^the task does not declare the (label NEW|attribute new of A)$"):
        read(content, task(**{known: True}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["A", "int", "1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["signal", "asets", "type", "attrs", "annots", "hasID", "hasSpan", "name", "metadata"]),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)
ROWS = st.lists(st.lists(JSON, max_size=4), max_size=3)
ASETS = st.fixed_dictionaries(
    {"type": st.sampled_from(["A", "B"]), "attrs": st.lists(st.just("a") | JSON, max_size=2), "annots": ROWS},
    optional={"hasID": st.booleans(), "hasSpan": st.booleans()},
)


@given(JSON | st.fixed_dictionaries({"asets": st.lists(ASETS, max_size=3)}))
def test_any_json_is_read_or_refused(content: object) -> None:
    try:
        found = read(content)
    except (DocumentError, InputError):
        return
    for label in found.types:
        assert len(found.annotations_of(label)) >= len(found.spans_of(label))


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(source: bytes) -> None:
    try:
        assert isinstance(read_mat_json("d", source, None), Document)
    except DocumentError as error:
        assert str(error)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9))))
def test_plain_spans_and_objects_are_the_same_annotations(spans: list[tuple[int, int]]) -> None:
    plain, objects = Document("p"), Document("o")
    for found in (plain, objects):
        found.types["A"] = AnnotationType("A", True, {})
    plain.add_plain("A", list(spans))
    for start, end in spans:
        objects.add(Annotation(objects.types["A"], start, end))
    assert plain.spans_of("A") == objects.spans_of("A") == spans
    of_plain, of_objects = [
        [(one.type.label, one.start, one.end, one.id, one.values) for one in found.annotations_of("A")]
        for found in (plain, objects)
    ]
    assert of_plain == of_objects


def made_of_json(load: Callable[[str], object], text: str) -> str | None:
    try:
        return repr(load(text))
    except ValueError:
        return None


@given(
    st.text(" \t\n\r\f\ufeff", max_size=2),
    JSON.map(json.dumps) | st.text('[]{}",:1-e.\\u0 tn', max_size=9),
    st.text(" \n\f]1", max_size=2),
)
@example("", "[NaN, -Infinity, 1e400, -0, -0.0]", "")
@example("", '{"a": 1, "a": "\\ud83d\\ude00"}', "")
@example("", '"a line\nbreak"', "")
def test_json_is_read_as_by_the_module_for_it(before: str, value: str, after: str) -> None:
    text = before + value + after
    assert made_of_json(load_json, text) == made_of_json(json.loads, text)


@pytest.mark.parametrize("text", ["", "{", "[1,]", '"a', "{'a': 1}", '["\n"]', "[1] 2"])
def test_what_is_no_json_is_refused_where_the_module_for_it_is_not_loaded(text: str) -> None:
    program = "import sys; from legacy_scorers.mat_score.documents.matjson import load_json; load_json(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", program, text], cwd=ROOT, capture_output=True, check=False)
    said = done.stderr.decode().splitlines()[-1]
    problem = {"": "no JSON value", "[1] 2": "more than one JSON value"}.get(text)
    assert said == f"ValueError: {problem}" if problem else said.startswith(("ValueError", "json.decoder.JSONDecodeE"))
