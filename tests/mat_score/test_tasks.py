"""Tasks of MATScore: both grammars of task.xml, inheritance, reported labels, profiles."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.host.system import System
from legacy_scorers.mat_score.annotations import CONTENT, TOKEN, Annotation, AnnotationType
from legacy_scorers.mat_score.cli import Request
from legacy_scorers.mat_score.options import V1, V2, HelpNeeded
from legacy_scorers.mat_score.tasks.directories import TaskDirectories
from legacy_scorers.mat_score.tasks.taskxml import parse_task_file
from legacy_scorers.mat_score.usage import options_of, parse

if TYPE_CHECKING:
    from pathlib import Path

    from legacy_scorers.mat_score.tasks.task import AnnotationTask

ENAMEX = """
<annotation label='ENAMEX'/><annotation label='REL' span='no'/>
<attribute name='type' of_annotation='ENAMEX'>
  <choice effective_label='PERSON'>PER</choice><choice effective_label='PLACE'>LOC</choice>
</attribute>
<attribute name='tense' of_annotation='ENAMEX, REL' distinguishing_attribute_for_equality='yes'/>
<attribute name='age' of_annotation='ENAMEX' type='int'><range from='0' to='150'/></attribute>
<attribute name='arg' of_annotation='REL' type='annotation' aggregation='set'>
  <label_restriction label='ENAMEX'/></attribute>
"""


def descriptors(content: str, inherit: str = "category:zone,category:token", **attributes: str) -> str:
    more = "".join([f" {name}='{value}'" for name, value in attributes.items()])
    return (
        f"<annotation_set_descriptors inherit='{inherit}'{more}>"
        f"<annotation_set_descriptor name='own' category='content'>{content}"
        "</annotation_set_descriptor></annotation_set_descriptors><workflows/>"
    )


def tasks_of(source: str, version: str = V2) -> dict[str, AnnotationTask]:
    directories = TaskDirectories(Memory({"tasks/task.xml": source.encode()}), version)
    directories.read("tasks")
    return directories.tasks


def task(source: str, name: str = "T", version: str = V2) -> AnnotationTask:
    return tasks_of(source, version)[name]


def refusal(source: str, version: str = V2) -> InputError:
    with pytest.raises(InputError) as caught:
        tasks_of(source, version)
    return caught.value


def annotation(label: str, **values: object) -> Annotation:
    return of_type(AnnotationType(label, True, {}), values)


def of_type(found: AnnotationType, values: dict[str, object]) -> Annotation:
    made = Annotation(found, 0, 3)
    made.values.update(values)
    return made


def test_labels_by_category() -> None:
    found = task(f"<task name='T'>{descriptors(ENAMEX)}</task>")
    assert found.labels_in(CONTENT) == ["ENAMEX", "REL"]
    assert found.labels_in(TOKEN) == ["lex"]
    assert [attribute.name for attribute in found.attributes_of("zone")] == ["region_type"]
    assert found.attributes_of("nothing") == ()
    assert {"SEGMENT", "VOTE", "zone"} <= set(found.labels)
    assert (found.labels["ENAMEX"].has_span, found.labels["REL"].has_span) == (True, False)


def test_declared_attributes() -> None:
    found = task(f"<task name='T'>{descriptors(ENAMEX)}</task>")
    kind, _, age = found.attributes_of("ENAMEX")
    assert kind.choices == ("PER", "LOC")
    assert (age.kind, age.bounds) == ("int", (0.0, 150.0))
    arg = found.labels["REL"].attributes["arg"]
    assert (arg.kind, arg.aggregation) == ("annotation", "set")
    assert arg.restrictions == (("ENAMEX", {}),)
    assert found.labels["ENAMEX"].effective is kind
    assert found.labels["REL"].effective is None


@pytest.mark.parametrize(
    ("found", "reported", "effective"),
    [
        (annotation("ENAMEX", type="PER", tense="past"), "PERSON_tense=past", "PERSON"),
        (annotation("ENAMEX", type="LOC"), "PLACE_tense=<null>", "PLACE"),
        (annotation("ENAMEX"), "ENAMEX_tense=<null>_type=<null>", "ENAMEX"),
        (annotation("REL", tense="x"), "REL_tense=x", "REL"),
        (annotation("lex", tense="x"), "lex", "lex"),
        (annotation("other", type="PER"), "other", "other"),
    ],
)
def test_reported_labels(found: Annotation, reported: str, effective: str) -> None:
    declared = task(f"<task name='T'>{descriptors(ENAMEX)}</task>")
    assert declared.reported_label(found) == reported
    assert declared.effective_label(found) == effective
    assert declared.true_label(effective) == found.type.label


@pytest.mark.parametrize(
    ("kind", "aggregation", "value"),
    [
        ("string", "none", None),
        ("int", "none", 7),
        ("float", "none", 0.5),
        ("boolean", "none", True),
        ("string", "list", ("b", "a")),
    ],
)
def test_distinguishing_values_other_than_strings_are_refused(kind: str, aggregation: str, value: object) -> None:
    content = (
        f"<annotation label='A'/><attribute name='k' of_annotation='A' type='{kind}' aggregation='{aggregation}' "
        "distinguishing_attribute_for_equality='yes'/>"
    )
    declared = task(f"<task name='T'>{descriptors(content)}</task>")
    found = of_type(declared.labels["A"].new_type(), {"k": value})
    with pytest.raises(InputError, match=r"the distinguishing attribute k of A \(0-3\) is "):
        declared.reported_label(found)


@pytest.mark.parametrize(
    ("values", "label"),
    [({}, "A_k=<null>"), ({"before": "x"}, "A_k=<null>"), ({"k": ""}, "A_k="), ({"after": None}, None)],
)
def test_slots_of_distinguishing_attributes_exist_up_to_the_last_one_that_is_set(
    values: dict[str, object], label: str | None
) -> None:
    content = (
        "<annotation label='A'/><attribute name='before' of_annotation='A'/>"
        "<attribute name='k' of_annotation='A' distinguishing_attribute_for_equality='yes'/>"
        "<attribute name='after' of_annotation='A'/>"
    )
    declared = task(f"<task name='T'>{descriptors(content)}</task>")
    found = of_type(declared.labels["A"].new_type(), values)
    if label is None:
        with pytest.raises(InputError):
            declared.reported_label(found)
    else:
        assert declared.reported_label(found) == label


FAMILY = f"""<tasks>
<task name='Child' parent='Parent'>{descriptors("<annotation label='DATE'/>", inherit="INHERIT")}</task>
<task name='Parent' visible='no'>{descriptors("<annotation label='PER'/>", inherit="category:token")}</task>
</tasks>"""


@pytest.mark.parametrize(
    ("inherit", "content", "tokens"),
    [
        ("own", ["PER", "DATE"], []),
        ("category:content", ["PER", "DATE"], []),
        ("category:token, own", ["PER", "DATE"], ["lex"]),
        ("category:zone", ["DATE"], []),
        ("category:admin", ["DATE"], []),
    ],
)
def test_inheritance(inherit: str, content: list[str], tokens: list[str]) -> None:
    found = task(FAMILY.replace("INHERIT", inherit), "Child")
    assert (found.labels_in(CONTENT), found.labels_in(TOKEN)) == (content, tokens)


def test_a_child_does_not_change_its_parent() -> None:
    child = descriptors("<attribute name='a' of_annotation='PER'/>", inherit="own")
    parent = descriptors("<annotation label='PER'/>")
    source = f"<tasks><task name='P'>{parent}</task><task name='C' parent='P'>{child}</task></tasks>"
    tasks = tasks_of(source)
    assert [len(tasks[name].attributes_of("PER")) for name in "PC"] == [0, 1]


def test_a_label_that_is_declared_again_gets_later_attributes_in_its_new_declaration() -> None:
    again = "<annotation label='lex' span='no'/><attribute name='kind' of_annotation='lex'/>"
    found = task(f"<task name='T'>{descriptors(again)}</task>")
    assert not found.labels["lex"].has_span
    assert [attribute.name for attribute in found.attributes_of("lex")] == ["kind"]
    of_text = again.replace("name='kind'", "name='kind' default_is_text_span='yes'")
    refused = refusal(f"<task name='T'>{descriptors(of_text)}</task>")
    assert refused.problem == "the attribute kind cannot be the text of lex, which has no span"


def test_invisible_tasks_cannot_be_named() -> None:
    words = ["--file", "h", "--ref_file", "r", "--task", "Parent", "--task_dir", "tasks"]
    asked = request_on(FAMILY.replace("INHERIT", "own"), words)
    with pytest.raises(HelpNeeded, match="task 'Parent' unknown"):
        asked.check(print)
    assert "Known tasks are: Child" in " ".join(asked.help().split())


def test_long_lineages() -> None:
    ones = [f"<task name='t{n}' parent='t{n - 1}'><workflows/></task>" for n in range(3000, 0, -1)]
    assert task(f"<tasks>{''.join(ones)}<task name='t0'><workflows/></task></tasks>", "t3000")


TAGS = """<task name='T'><tags inherit_structure='yes'>
<tag name='ENAMEX' category='content'>
  <ui css='x'/>
  <attr_set name='PERSON'><attr name='type' value='PER'/><ui css='x'/></attr_set>
  <attr_set name='CITY'><attr name='type' value='LOC'/><attr name='kind' value='city'/></attr_set>
  <attr_set name='PLACE'><attr name='type' value='LOC'/></attr_set>
</tag>
<tag name='NUMEX' category='content'/>
<tag name='x' category='untaggable'/>
<tag_group name='g' children='PERSON,CITY'/>
</tags></task>"""


@pytest.mark.parametrize(
    ("values", "label"),
    [
        ({"type": "PER"}, "PERSON"),
        ({"type": "LOC", "kind": "city"}, "CITY"),
        ({"type": "LOC", "kind": "river"}, "PLACE"),
        ({"type": "LOC", "kind": None}, "PLACE"),
        ({"type": "ORG"}, "ENAMEX"),
        ({}, "ENAMEX"),
    ],
)
def test_tags_grammar(values: dict[str, object], label: str) -> None:
    found = task(TAGS, version=V1)
    assert (found.labels_in(CONTENT), found.labels_in(TOKEN)) == (["ENAMEX", "NUMEX"], ["lex"])
    assert found.effective_label(annotation("ENAMEX", **values)) == label
    assert found.true_label(label) == "ENAMEX"


def test_tags_may_inherit_content() -> None:
    child = "<task name='C' parent='T'><tags inherit_content='yes'><tag name='D' category='content'/></tags></task>"
    found = task(f"<tasks>{TAGS}{child}</tasks>", "C", V1)
    assert (found.labels_in(CONTENT), found.labels_in(TOKEN)) == (["ENAMEX", "NUMEX", "D"], [])


def test_both_grammars_in_1_3_only_one_in_2_0() -> None:
    assert task(f"<task name='T'>{descriptors(ENAMEX)}</task>", version=V1).labels_in(CONTENT)
    error = refusal(TAGS)
    assert error.line == 1
    assert "MATSCORE_VERSION=1.3" in error.problem


PROFILES = """
<similarity_profile><stratum true_labels='ENAMEX'/><stratum true_labels='REL'/>
<tag_profile true_labels='ENAMEX, REL'>
<attr_equivalences name='when' attrs='tense,age'/>
<dimension name='_label' weight='.25' true_residue='.5'/><dimension name='when' weight='1' method='m'/>
</tag_profile></similarity_profile>
<similarity_profile name='other'/>
<score_profile name='s'><aggregation name='N' true_labels='ENAMEX,REL'/>
<attr_decomposition true_labels='REL' attrs='tense'/>
<partition_decomposition true_labels='REL' method='x.y'/><label_limitation true_labels='REL'/></score_profile>
"""


def test_profiles() -> None:
    found = task(f"<task name='T'>{descriptors(ENAMEX)}{PROFILES}</task>")
    first, second = found.similarity_profiles
    assert (first.name, second.name, second.strata) == (None, "other", ())
    assert first.strata == (("ENAMEX",), ("REL",))
    (tag_profile,) = first.tag_profiles
    assert tag_profile.true_labels == ("ENAMEX", "REL")
    assert tag_profile.equivalences == {"when": ("tense", "age")}
    label, when = tag_profile.dimensions
    assert (label.name, label.weight, label.method, label.params) == ("_label", 0.25, None, {"true_residue": ".5"})
    assert (when.name, when.weight, when.method, when.params) == ("when", 1.0, "m", {})
    (score,) = found.score_profiles
    assert score.aggregations == {"N": ("ENAMEX", "REL")}
    assert score.decompositions == ((("REL",), ("tense",)),)
    assert (score.partition_methods, score.label_limitation) == (("x.y",), ("REL",))


@pytest.mark.parametrize(
    ("profiles", "asked", "chosen"),
    [
        (["n"], [], "n"),
        (["n"], ["nope"], "n"),
        (["", "n"], [], ""),
        (["", "n"], ["n"], "n"),
        ([], [], None),
        ([], ["m"], None),
        (["", "n"], [""], ""),
    ],
)
def test_choice_of_profiles(profiles: list[str], asked: list[str], chosen: str | None) -> None:
    options, _ = request(profiles, asked).check(print)
    for profile in (options.similarity_profile, options.score_profile):
        assert (profile and (profile.name or "")) == chosen


@pytest.mark.parametrize(("profiles", "asked"), [(["", "n"], ["m"]), (["m", "n"], [])])
def test_profiles_that_are_not_there(profiles: list[str], asked: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        request(profiles, asked).check(print)
    assert "the task has no similarity profile" in caught.value.problem


def request(profiles: list[str], asked: list[str]) -> Request:
    names = [f" name='{name}'" if name else "" for name in profiles]
    content = "".join([f"<similarity_profile{name}/><score_profile{name}/>" for name in names])
    words = [word for name in asked for word in ("--similarity_profile", name, "--score_profile", name)]
    words += ["--file", "h", "--ref_file", "r", "--task", "T", "--task_dir", "tasks"]
    assert parse(options_of(V2), words)
    return request_on(f"<task name='T'>{content}<workflows/></task>", words)


def request_on(source: str, words: list[str]) -> Request:
    return Request(words, Memory({"tasks/task.xml": source.encode()}, {"MATSCORE_VERSION": V2}))


def test_task_directories() -> None:
    sources = {"a/task.xml": b"<task name='a'><workflows/></task>", "b/demo.xml": b"<task name='b'><workflows/></task>"}
    directories = TaskDirectories(Memory(sources), V2)
    for name in ("a", "./a/", "b"):
        directories.read(name)
    assert [name for name, found in directories.tasks.items() if found.visible] == ["a"]
    assert directories.files == ["a/task.xml"]


def test_the_last_task_of_a_name_counts_and_a_file_is_read_once(tmp_path: Path) -> None:
    sources = {name: f"<task name='T'>{descriptors(f'<annotation label={name!r}/>')}</task>" for name in "ab"}
    for name, source in sources.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "task.xml").write_text(source)
    (tmp_path / "link").symlink_to(tmp_path / "a")
    directories = TaskDirectories(System(), V2)
    for name in ("a", "b", "link"):
        directories.read(str(tmp_path / name))
    assert directories.tasks["T"].labels_in(CONTENT) == ["b"]
    assert len(directories.files) == 2


def test_a_directory_without_tasks() -> None:
    with pytest.raises(InputError) as caught:
        TaskDirectories(Memory({"empty/file": b""}), V2).read("empty")
    assert caught.value.file == "empty"
    assert "neither task.xml nor demo.xml" in caught.value.problem


@pytest.mark.parametrize("name", ["nothing", "file"])
def test_what_is_no_directory(name: str) -> None:
    with pytest.raises(OSError) as caught:
        TaskDirectories(Memory({"file": b""}), V2).read(name)
    assert caught.value.filename == name


def test_without_lxml_a_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lxml", None)
    assert "pip install lxml" in refusal("<task name='T'><workflows/></task>").problem


DEFAULT = "the document type declares a default for the attribute span of annotation; write it in the tags that need it"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_default_values_of_attributes_are_refused(encoding: str) -> None:
    declared = "<!DOCTYPE task [\n<!ATTLIST annotation span CDATA 'no'>]>"
    source = f"<?xml version='1.0' encoding='{encoding}'?>{declared}<task name='\xc9'/>"
    with pytest.raises(InputError) as caught:
        parse_task_file("task.xml", source.encode(encoding))
    assert (caught.value.problem, caught.value.line) == (DEFAULT, 2)


@pytest.mark.parametrize("declared", ["", "[<!ATTLIST task name CDATA #REQUIRED x CDATA #IMPLIED>]"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "cp1251", "shift_jis"])
def test_other_document_types_are_read_in_any_encoding(declared: str, encoding: str) -> None:
    source = f"<?xml version='1.0' encoding='{encoding}'?><!DOCTYPE task {declared}><task name='T'/>"
    assert parse_task_file("task.xml", source.encode(encoding)).get("name") == "T"
