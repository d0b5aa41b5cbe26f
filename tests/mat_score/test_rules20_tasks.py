"""More rules of MAT 2.0 about what tasks declare: rows of merged labels, hulls, orders of labels, defaults."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from common.compat.py27 import hash_order
from mat_score.align.selection import hulls
from mat_score.attributes import ANNOTATION, Attribute
from tests.mat_score.builders import PER, Kind, Span, document_of
from tests.mat_score.runs import Outcome
from tests.mat_score.test_rules20 import Aset, aset, ends, run, task_file

MERGED = ("--equivalence_class", "Q", "A,B")


def decompositions(**attributes: str) -> str:
    """Return a score profile: attributes of decompositions, joined by blanks, by true label."""
    found = [(label, name) for label, names in attributes.items() for name in names.split()]
    parts = [f"<attr_decomposition true_labels='{label}' attrs='{name}'/>" for label, name in found]
    return f"<score_profile>{''.join(parts)}</score_profile>"


STRINGS = "<attribute name='s' of_annotation='A,B'/><attribute name='t' of_annotation='A,B'/>"


def merged(first: str, second: str, profile: str) -> Outcome:
    found = [aset(label, [[place, place + 1, "x", "y"]], "s", "t") for label, place in ((first, 0), (second, 2))]
    return run(found, found, *MERGED, of_task=task_file(STRINGS, profile))


def test_true_labels_reported_as_one_share_the_rows_of_the_decomposition_in_the_same_place() -> None:
    rows = merged("A", "B", decompositions(A="s", B="t")).table("bytag_literal")
    found = [(row["tag"], row["tag subset"], row["match"]) for row in rows if row["file"] == "<all>"]
    label = [("Q", "<none>", "2"), ("Q", "s=x", "1"), ("Q", "t=y", "1")]
    assert found == [*label, *label, ("<all>", "<none>", "2"), ("<all>", "s=x", "1"), ("<all>", "t=y", "1")]


def test_a_subset_in_two_places_ends_the_run() -> None:
    assert ends(merged("A", "B", decompositions(A="s t", B="t s")), "divide Q into subsets called")


def test_the_label_counted_first_says_how_many_decompositions_there_are() -> None:
    profile = decompositions(A="s", B="s t")
    assert ends(merged("A", "B", profile), "more decompositions of the score profile divide B")
    assert merged("B", "A", profile).exit == 0


@pytest.mark.parametrize(
    ("members", "hull"),
    [
        ([(4, 6), (1, 2)], (1, 6)),
        ([None, (4, 6), (1, 2)], (1, 6)),
        ([(1, 2), None, (4, 6)], (4, 6)),
        ([(4, 9), None, (1, 2)], (1, 9)),
        ([(1, 2), None], None),
    ],
)
def test_a_hull_starts_behind_the_last_member_without_one(members: list[Span | None], hull: Span | None) -> None:
    attributes = [Attribute(f"to{place}", ANNOTATION) for place in range(len(members))]
    holder = Kind("HOLDER", *attributes, spanned=False)
    lonely = Kind("LONELY", spanned=False).annotation()
    values = [PER.annotation(span) if span else lonely for span in members]
    found = holder.annotation(**{f"to{place}": value for place, value in reversed(list(enumerate(values)))})
    assert hulls(document_of(PER.annotation((0, 9)), lonely, found)).get(id(found)) == hull


def test_left_overs_that_hardly_overlap_as_a_whole_do_not_meet() -> None:
    profile = (
        "<similarity_profile><tag_profile true_labels='A'>"
        "<dimension name='_span' weight='1' overlap_mismatch_upper_bound='.9'/></tag_profile></similarity_profile>"
    )
    references, hypotheses = aset("A", [[0, 4], [0, 5]]), aset("A", [[3, 9], [2, 9]])
    found = run([hypotheses], [references], "--by_character", of_task=task_file(profiles=profile))
    (row,) = [row for row in found.table("bychar_literal") if (row["file"], row["tag"]) == ("<all>", "A")]
    assert [row[name] for name in ("match", "refclash", "missing", "spurious")] == ["0", "0", "9", "13"]


def test_an_effective_label_is_not_shared_as_an_attribute() -> None:
    effective = "<attribute name='k' of_annotation='B'><choice effective_label='X'>x</choice></attribute>"
    found = run(
        [aset("B", [[0, 4, "x"]], "k")],
        [aset("A", [[0, 4, "x"]], "k")],
        "--details",
        of_task=task_file(
            f"<attribute name='k' of_annotation='A'/>{effective}",
            "<similarity_profile><tag_profile true_labels='A,B'><dimension name='_span' weight='1'/>"
            "<dimension name='_nonannotation_attribute_remainder' weight='1'/></tag_profile></similarity_profile>",
        ),
    )
    assert [row["type"] for row in found.table("details")] == ["unknownclash"]


@pytest.mark.parametrize(("residue", "kind"), [("2", "match"), ("inf", "match"), ("nan", "match"), (".9", "clash")])
def test_a_dimension_agrees_unless_its_value_is_less_than_one(residue: str, kind: str) -> None:
    choices = "".join(f"<choice effective_label='A{value}'>{value}</choice>" for value in "xy")
    found = run(
        [aset("A", [[0, 4, "x"]], "k")],
        [aset("A", [[0, 4, "y"]], "k")],
        "--details",
        of_task=task_file(
            f"<attribute name='k' of_annotation='A'>{choices}</attribute>",
            "<similarity_profile><tag_profile true_labels='A'><dimension name='_span' weight='1'/>"
            f"<dimension name='_label' weight='1' true_residue='{residue}'/></tag_profile></similarity_profile>",
        ),
    )
    assert [row["type"] for row in found.table("details")] == [kind if kind == "match" else "computedtagclash"]


def test_labels_are_in_the_order_of_the_names_of_their_sets() -> None:
    sets = "".join(
        f"<annotation_set_descriptor name='{name}' category='content'><annotation label='{label}'/>"
        "</annotation_set_descriptor>"
        for name, label in (("zz", "A"), ("misc", "B"))
    )
    source = f"<task name='T'><annotation_set_descriptors>{sets}</annotation_set_descriptors><workflows/></task>"
    found = [aset(label, [[0, 4]]) for label in "AB"]
    rows = run(found, found, "--details", of_task=source).table("details")
    assert [row["reflabel"] for row in rows] == ["B", "A"]


def test_aggregations_of_all_files_are_in_the_order_of_a_dictionary_of_their_rows() -> None:
    names = ["G0", "G1", "G2", "G3", "G4", "G5", "NAMES", "PLACES"]
    parts = "".join(f"<aggregation name='{name}' true_labels='A,B'/>" for name in names)
    found = [aset("A", [[0, 4]])]
    outcome = run(found, found, of_task=task_file(profiles=f"<score_profile>{parts}</score_profile>"))
    rows = outcome.table("bytag_literal")
    of_file, of_all = [
        [row["tag"] for row in rows if row["file"] == file and row["tag"] in names] for file in ("d", "<all>")
    ]
    assert sorted(of_file) == sorted(of_all) == names
    assert of_file != of_all


def described(attribute: str, *rows: Sequence[object], known: bool = False, signal: str = "abcdefghij") -> list[str]:
    """Return how annotations of A are described, whose attribute p is declared as ``attribute`` says."""
    labels = f"<annotation label='A'{' all_attributes_known=' + repr('yes') if known else ''}/>"
    found = [aset("A", rows, "p")]
    of_task = task_file(f"<attribute name='p' of_annotation='A' {attribute}", labels=labels)
    outcome = run(found, found, "--details", of_task=of_task, signal=signal)
    assert outcome.exit == 0, outcome.stderr
    return [row["refdescription"] for row in outcome.table("details")]


@pytest.mark.parametrize(
    ("attribute", "known", "shown"),
    [
        ("default='v'/>", False, " p=v"),
        ("default=''/>", False, " p="),
        ("type='int' default='7L'/>", False, " p=7"),
        ("type='int' default=''/>", False, " p="),
        ("type='float' default='1.50'/>", True, " p=1.5"),
        ("type='float' default='1.50'/>", False, ""),
        ("type='boolean' default='yes'/>", True, " p=yes"),
        ("type='boolean' default='no'/>", False, ""),
        ("type='' default='x'><choice>x</choice></attribute>", False, " p=x"),
    ],
)
def test_a_missing_value_is_the_default_and_null_is_null(attribute: str, known: bool, shown: str) -> None:
    assert described(attribute, [0, 1], [2, 3, None], known=known) == [f"A (0-1){shown}", "A (2-3)"]


@pytest.mark.parametrize(
    ("attribute", "shown"),
    [
        (">", ["the", "12", " 7L ", "-.5", "1_0"]),
        ("type='int'>", [None, "12", "7", None, None]),
        ("type='int'><range from='8L' to=''/>", [None, "12", None, None, None]),
        ("type='float'>", [None, "12.0", None, "-0.5", None]),
        ("><choice>12</choice>", [None, "12", None, None, None]),
    ],
)
def test_a_missing_value_is_what_the_text_says(attribute: str, shown: list[str | None]) -> None:
    spans = [(0, 3), (4, 6), (6, 10), (10, 13), (14, 17)]
    found = described(f"default_is_text_span='yes' {attribute}</attribute>", *spans, signal="the 12 7L -.5 1_0")
    values = ["" if value is None else f" p={value}" for value in shown]
    assert found == [f"A ({start}-{end}){value}" for (start, end), value in zip(spans, values)]


@pytest.mark.parametrize(
    "attribute",
    [
        "of_annotation='A' default='z'><choice>x</choice></attribute>",
        "of_annotation='A' type='int' default='3'><range to='2'/></attribute>",
        "of_annotation='A' type='int' default='x'/>",
        "of_annotation='A' type='float' default='3'/>",
        "of_annotation='A' type='boolean' default='true'/>",
        "of_annotation='A' aggregation='set' default='x'/>",
        "of_annotation='A' default='x' default_is_text_span='yes'/>",
        "of_annotation='A' type='boolean' default_is_text_span='yes'/>",
        "of_annotation='R' default_is_text_span='yes'/>",
    ],
)
def test_defaults_that_do_not_fit_end_every_run_that_loads_the_task(attribute: str) -> None:
    outcome = run([], [], of_task=task_file(f"<attribute name='p' {attribute}"))
    assert ends(outcome, "t/task.xml:1: the ")


def test_a_default_is_a_slot_behind_which_others_are_null() -> None:
    content = (
        "<attribute name='o' of_annotation='A' distinguishing_attribute_for_equality='yes'/>"
        "<attribute name='p' of_annotation='A' default='v'/>"
    )
    found = [aset("A", [[0, 1]])]
    assert ends(run(found, found, of_task=task_file(content)), "the distinguishing attribute o of A (0-1) is null")


def test_names_to_inherit_that_are_unknown_or_empty_are_ignored() -> None:
    found = [aset("A", [[0, 1]])]
    assert run(found, found, of_task=task_file(inherit="others,,category:token")).exit == 0


def test_restrictions_and_choices_may_be_long_and_choices_keep_blanks() -> None:
    content = (
        "<attribute name='i' of_annotation='A' type='int'><choice>1L</choice></attribute>"
        "<attribute name='s' of_annotation='A'><choice> x </choice></attribute>"
        "</annotation_set_descriptor><annotation_set_descriptor name='none'><annotation label='N' span='no'/>"
        "<attribute name='to' of_annotation='N' type='annotation'><label_restriction label='A'><attributes i='1L'/>"
        "</label_restriction></attribute>"
    )
    found = [aset("A", [[0, 1, "a", 1, " x "]], "i", "s", ids=True)]
    found.append(aset("N", [["a"]], {"name": "to", "type": "annotation"}, spans=False))
    outcome = run(found, found, of_task=task_file(content))
    assert (outcome.exit, outcome.stdout) == (0, b"")


def test_labels_outside_of_the_text_have_no_row_but_a_place_in_the_order() -> None:
    labels = ["PER", "LOC", "ORG", "DATE", "TIME"]
    found = [aset(label, [[place, place + 1]]) for place, label in enumerate(labels)]
    beyond = aset("BEYOND", [[50, 51]])

    def rows(*asets: Aset, ignored: str = "") -> list[str]:
        words = ("--content_annotations", "BEYOND," + ",".join(labels), "--ignore", ignored)
        return [row["tag"] for row in run(asets, found, *words).table("bytag_literal") if row["file"] == "<all>"][:-1]

    assert rows(*found) == rows(*found, beyond, ignored="BEYOND") == hash_order(labels)
    assert rows(*found, beyond) == [label for label in hash_order([*labels, "BEYOND"]) if label in labels]
    assert rows(*found, beyond) != rows(*found)


@pytest.mark.parametrize("residue", ["inf", "-inf", "nan"])
def test_partners_cannot_be_chosen_by_what_is_no_number(residue: str) -> None:
    choices = "".join(f"<choice effective_label='A{value}'>{value}</choice>" for value in "xy")
    profile = (
        "<similarity_profile><tag_profile true_labels='A'><dimension name='_span' weight='1'/>"
        f"<dimension name='_label' weight='1' true_residue='{residue}'/></tag_profile></similarity_profile>"
    )
    references, hypotheses = aset("A", [[0, 4, "x"], [1, 5, "x"]], "k"), aset("A", [[0, 5, "y"], [1, 4, "y"]], "k")
    of_task = task_file(f"<attribute name='k' of_annotation='A'>{choices}</attribute>", profile)
    assert ends(run([hypotheses], [references], of_task=of_task), "true_residue")
