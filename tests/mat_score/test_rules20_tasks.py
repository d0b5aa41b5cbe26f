"""More rules of MAT 2.0 about what tasks declare: rows of merged labels, hulls, orders of labels, defaults."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from common.compat.py27 import hash_order
from mat_score.align.selection import hulls
from mat_score.annotations import ANNOTATION, Attribute
from tests.mat_score.builders import PER, Kind, Span, document_of
from tests.mat_score.test_rules20 import Aset, aset, run, task_file


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
