"""Version 3.3: documents of the texts file, tags in and outside of sections, and columns that overflow."""

from __future__ import annotations

import re

import pytest

from common.tally import Row
from tests.muc_scorer.runs import Run, run
from tests.muc_scorer.runs33 import NAMED_ENTITY, TEMPLATE_ELEMENT, document, score, totals

ADA = '<ENAMEX TYPE="PERSON">Ada</ENAMEX>'
BO = '<ENAMEX TYPE="PERSON">Bo</ENAMEX>'
RIGHT = (2, 2, 2, 0, 0, 0, 0, 0)


def with_texts(config: str, texts: str, records: str) -> Run:
    files = {"run.config": config + ":text_file texts\n", "texts": texts, "keys": records, "responses": records}
    return run({name: text.encode() for name, text in files.items()})


def page_numbers(ended: Run) -> list[str]:
    return re.findall("^Document: (.*)", ended.files["scores"].decode(), re.MULTILINE)


def test_texts_of_muc_7_give_the_order_of_the_documents() -> None:
    texts = (
        "<DOC>\n<DOCID> nyt960214.0704 </DOCID>\n<TEXT> a </TEXT>\n</DOC>\n"
        "<DOC><DOCNO>2</DOCNO><TXT></TXT></DOC>\n<DOC>\n<DOCNO> 1 </DOCNO>\n</DOC>\nend\n"
    )
    record = '<PERSON-%s-1> :=\n    PER_NAME: "Ada"\n'
    ended = with_texts(TEMPLATE_ELEMENT, texts, record % 1 + record % 2 + record % "nyt960214.0704" + record % 3)
    assert (ended.exit, ended.stderr) == (0, b"")
    assert page_numbers(ended) == ["nyt9602140704", "2", "1", "3"]


@pytest.mark.parametrize("section", ["HL", "SLUG", "NWORDS", "txt", "TRAILER", "DATELINE"])
def test_tags_in_sections_count(section: str) -> None:
    text = f"<DOC>\n<DOCNO> 1 </DOCNO>\n{BO}\n<{section}>\n{ADA}\n</{section}>\n</DOC>\n"
    ended = score(NAMED_ENTITY, text, text)
    rows = totals(ended.files["scores"])
    assert rows["SECT Body" if section == "txt" else "SECT Header"] == rows["ALL SLOTS"] == RIGHT
    warning = "tags ignored because they are outside of all sections: 1"
    assert ended.stderr.decode().splitlines()[1:] == [f"muc-score: {name}: {warning}" for name in ("keys", "responses")]


def test_the_warning_counts_the_tags_of_all_documents_and_unknown_classes_among_them() -> None:
    key = document(ADA) + document(ADA, "2").replace("</TXT>", f"</TXT>{ADA}{BO}").replace("<TXT>", f"{BO}<TXT>")
    response = document("Ada") + document("Ada", "2").replace("</TXT>", "</TXT>AdaBo").replace("<TXT>", "Bo<TXT>")
    ended = score(NAMED_ENTITY, key, response)
    warning = "tags ignored because they are outside of all sections: 3"
    assert ended.stderr.decode().splitlines()[1:] == [f"muc-score: keys: {warning}"]
    assert totals(ended.files["scores"])["OBJ enamex"] == (2, 0, 0, 0, 0, 2, 0, 0)


def test_without_any_section_all_tags_are_body() -> None:
    text = f"<DOC>\n<DOCNO> 1 </DOCNO>\n<P>{ADA}</P>\n</DOC>\n"
    ended = score(NAMED_ENTITY, text, text)
    assert ended.stderr.count(b"\n") == 1
    rows = totals(ended.files["scores"])
    assert (rows["SECT Body"], rows["SECT Header"]) == (RIGHT, (0,) * 8)


def test_long_fields_of_the_entity_summary_stay_apart() -> None:
    words = "a person with a name of more than thirty letters"
    text = document(f'<ENAMEX TYPE="ORGANIZATION_OR_PERSON">{words}</ENAMEX>')
    config = NAMED_ENTITY.replace("enamex enamex", "enamex very_long_tag")
    text = text.replace("ENAMEX", "VERY_LONG_TAG")
    line = score(config, text, text).files["summary"].decode().splitlines()[4]
    kind = "ORGANIZATION_OR_PERSON"
    assert line == f'VERY_LONG_TAG cor  cor  {kind} {kind} "{words}" "{words}"'


def test_large_counts_of_the_coreference_table_stay_apart() -> None:
    from muc_scorer.measures import LINK_COUNTS
    from muc_scorer.report.v33_coreference import link_table

    row = Row(zip(LINK_COUNTS, (123456, 234567, 1234567, 2345678, 3456789)))
    *_, line, total = link_table([(b"nyt9602140704", row)], row).decode().splitlines()
    assert " ".join(line.split()) == "nyt9602140704 123456 234567 1234567 / 2345678 52.6 1234567 / 3456789 35.7 42.6"
    assert " ".join(total.split()) == "TOTALS: 123456 234567 1234567 / 2345678 52.6% 1234567 / 3456789 35.7% 42.6%"


def test_tags_of_a_class_called_template_must_touch_like_any_others() -> None:
    config = NAMED_ENTITY.replace("numex numex", "template template").replace('"numex ', '"template ')
    apart = [document(text) for text in ("<TEMPLATE>one</TEMPLATE> two", "one <TEMPLATE>two</TEMPLATE>")]
    assert totals(score(config, *apart).files["scores"])["OBJ template"] == (1, 1, 0, 0, 0, 1, 1, 0)
