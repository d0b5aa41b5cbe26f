"""What MATScore promises of inputs and surroundings that nobody expects: its inputs stay, any doctype."""

from __future__ import annotations

import pytest

from legacy_scorers.mat_score.annotations import DecodeError, Document, RefusedError
from legacy_scorers.mat_score.document_type import MAX_ATTRIBUTES, MAX_LEVELS
from legacy_scorers.mat_score.documents.xmlinline import read_xml
from tests.mat_score.runs import document, run_here
from tests.running import folder_with

TEXT = document("Ann met Bo", {"PER": [[0, 3]]})


def chain(length: int, forwards: bool) -> str:
    """Return declarations of entities of which each names the one before; the first is e0."""
    links = [f'<!ENTITY e{number} "&e{number - 1};">' for number in range(1, length)]
    return '<!ENTITY e0 "x">' + "".join(links if forwards else links[::-1])


def read(text: str) -> Document:
    return read_xml("d.xml", text, None, translate_all=False)


@pytest.mark.parametrize("forwards", [True, False])
@pytest.mark.parametrize("use", ['<d a="&e59999;">t</d>', "<d>t</d>"])
def test_entities_may_not_lead_deep_or_name_many(forwards: bool, use: str) -> None:
    with pytest.raises(DecodeError, match="more than 1000 entities that refer to others"):
        read(f"<!DOCTYPE d [{chain(60000, forwards)}]>{use}")
    with pytest.raises(DecodeError, match="more than 1000 entities that refer to others"):
        read(f'<!DOCTYPE d [{chain(60000, forwards)}<!ATTLIST d a CDATA "&e59999;">]><d>t</d>')


@pytest.mark.parametrize("forwards", [True, False])
def test_entities_of_some_levels_are_put_in_attribute_values(forwards: bool) -> None:
    document_type = f"<!DOCTYPE d [{chain(MAX_LEVELS + 1, forwards)}]>"
    (found,) = read(f'{document_type}<d a="&e{MAX_LEVELS};&lt;">t</d>').annotations_of("d")
    assert found.values == {"a": "x<"}
    with pytest.raises(DecodeError):
        read(f"<!DOCTYPE d [{chain(MAX_LEVELS + 2, forwards)}]><d>t</d>")


def test_entities_that_name_each_other_are_refused_where_they_are_used() -> None:
    document_type = '<!DOCTYPE d [<!ENTITY a "&b;"><!ENTITY b "&a;">]>'
    assert read(f"{document_type}<d>t</d>").signal == "t"
    with pytest.raises(DecodeError):
        read(f'{document_type}<d a="&a;">t</d>')


def test_entities_that_double_the_text_are_refused() -> None:
    links = [f'<!ENTITY e{number} "&e{number - 1};&e{number - 1};">' for number in range(1, MAX_LEVELS)]
    with pytest.raises(DecodeError):
        read(f'<!DOCTYPE d [<!ENTITY e0 "x">{"".join(links)}]><d a="&e{MAX_LEVELS - 1};">t</d>')


def test_the_first_declaration_of_an_entity_counts() -> None:
    twice = '<!ENTITY a "x">' * 2 + '<!ENTITY a "&a;">'
    (found,) = read(f'<!DOCTYPE d [{twice}]><d a="&a;">t</d>').annotations_of("d")
    assert found.values == {"a": "x"}


def test_an_overlay_shows_its_declarations() -> None:
    declarations = f"<!DOCTYPE d [{chain(3, forwards=True)}<!ATTLIST d a CDATA #IMPLIED>]>\n"
    assert (
        read_xml("d.xml", f"{declarations}<d>t</d>", None, translate_all=False, overlay=True).signal
        == f"{declarations}t"
    )


@pytest.mark.parametrize("declared", ["CDATA 'v'", "CDATA ''", "CDATA #FIXED 'v'", "(v|w) 'v'"])
def test_default_values_of_attributes_are_refused(declared: str) -> None:
    problem = r"^the document type declares a default for the attribute a of b; write it in the tags that need it$"
    with pytest.raises(RefusedError, match=problem) as caught:
        read(f"<!DOCTYPE d [\n<!ATTLIST b a {declared}>\n]><d>t</d>")
    assert caught.value.line == 2


@pytest.mark.parametrize("declared", ["CDATA #IMPLIED", "CDATA #REQUIRED", "ID #IMPLIED"])
def test_many_attributes_of_one_element_are_refused(declared: str) -> None:
    def attributes(number: int) -> str:
        return "<!DOCTYPE d [<!ATTLIST d " + " ".join([f"a{n} {declared}" for n in range(number)]) + ">]><d>t</d>"

    assert read(attributes(MAX_ATTRIBUTES)).signal == "t"
    with pytest.raises(DecodeError, match="more than 5000 attributes of d; remove"):
        read(attributes(MAX_ATTRIBUTES + 1))


REFUSED = b": this input would be overwritten by a report; name another --csv_output_dir\n"


def test_a_report_does_not_overwrite_an_input_under_another_name() -> None:
    with folder_with({"h.json": TEXT, "r.json": TEXT, "out/x": ""}) as folder:
        (folder / "out/bytag.csv").symlink_to(folder / "r.json")
        words = ["--file", "h.json", "--ref_file", "r.json", "--content_annotations", "PER", "--csv_output_dir", "out"]
        outcome = run_here(words)
        assert (folder / "r.json").read_text() == TEXT
    assert (outcome.exit, outcome.stderr) == (1, b"MATScore: out/bytag.csv" + REFUSED)


def test_a_document_that_is_refused_although_well_formed_is_explained() -> None:
    deep = f"<!DOCTYPE d [{chain(MAX_LEVELS + 2, forwards=True)}]><d>t</d>"
    words = ["--file", "h", "--ref_file", "r", "--content_annotations", "d", "--file_type", "xml-inline"]
    with folder_with({"h": deep, "r": TEXT}) as folder:
        outcome = run_here(words, {"MATSCORE_VERSION": "2.0"})
        path = folder.resolve() / "h"
    assert outcome.stdout.startswith(f"Couldn't decode target {path}; skipping pair.\n".encode())
    why = "the document type declares more than 1000 entities that refer to others; write them out"
    assert outcome.stderr.decode() == f"MATScore: {path}:1: {why}\n"
