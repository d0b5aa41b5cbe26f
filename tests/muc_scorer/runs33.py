"""Runs of version 3.3 for tests: configurations, tagged documents, records, and rows of the reports."""

from __future__ import annotations

from collections.abc import Iterable

from tests.muc_scorer.runs import Run, run

Row = tuple[int, int, int, int, int, int, int, int]

FILES = """\
:key_file keys
:response_file responses
:score_file scores
:report_file summary
:map_history_file history
:partition_file partitions
"""
COREFERENCE = ":scoring_task coreference\n" + FILES
NAMED_ENTITY = f"""\
:scoring_task named_entity
:class_defs "enamex enamex scored 0" "numex numex scored 0" "timex timex scored 0"
:slot_defs
 "enamex text text scored 4 string" "enamex type type scored 4 set" "enamex status status unscored 4 set"
 "timex text text scored 4 string" "timex type type scored 4 set" "timex status status unscored 4 set"
 "numex text text scored 4 string" "numex type type scored 4 set" "numex status status unscored 4 set"
{FILES}"""
TEMPLATE_ELEMENT = f"""\
:scoring_task template_element
:class_defs "organization ORGANIZATION scored 0" "person PERSON scored 0"
:slot_defs
 "organization name ORG_NAME: scored 2 string" "organization alias ORG_ALIAS: scored 1 string"
 "organization type ORG_TYPE: scored 1 set" "organization comment COMMENT: unscored 0 string"
 "person name PER_NAME: scored 2 string" "person title PER_TITLE: scored 1 string"
 "person status OBJ_STATUS: unscored 0 set"
{FILES}"""
TEMPLATE_RELATION = f"""\
:scoring_task template_relation
:class_defs "person PERSON scored 0" "organization ORGANIZATION scored 0" "employee_of EMPLOYEE_OF scored 0"
:slot_defs "person name PER_NAME: scored 1 string" "organization name ORG_NAME: scored 1 string"
 "employee_of person PERSON: scored 1 person" "employee_of organization ORGANIZATION: scored 1 organization"
{FILES}"""
SCENARIO_TEMPLATE = f"""\
:scoring_task scenario_template
:class_defs "person PERSON scored 0" "event EVENT scored 0" "template TEMPLATE unscored 0"
:slot_defs "template content CONTENT: scored 1 event" "event post POST: scored 1 string"
 "event person IN: scored 1 person" "person name PER_NAME: scored 1 string"
{FILES}"""


def score(config: str, keys: str, responses: str) -> Run:
    """Run the command on a key and a response."""
    files = {"run.config": config, "keys": keys, "responses": responses}
    return run({name: text.encode("latin-1") for name, text in files.items()})


def document(body: str, docnum: str = "1") -> str:
    """Return a document whose section TXT holds ``body``."""
    return f"<DOC>\n<DOCNO> {docnum} </DOCNO>\n<TXT>\n{body}\n</TXT>\n</DOC>\n"


def record(class_name: str, docnum: str, one_up: int, slots: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Return an object of a template file; ``slots`` are names without colon and their fills."""
    lines = [f"<{class_name}-{docnum}-{one_up}> :="]
    for name, fills in slots:
        lines += [f"    {name}:", *[f"        {fill}" for fill in fills]]
    return "\n".join(lines) + "\n"


def pages(report: bytes) -> dict[str, dict[str, Row]]:
    """Return the rows of each page of a score report by document number, and of the totals as ``TOTAL``.

    A row is POS ACT COR PAR INC MIS SPU NON; its name is block, class and label, as ``SLOT person name``.
    """
    found: dict[str, dict[str, Row]] = {}
    page: dict[str, Row] = {}
    block = class_name = ""
    for line in report.decode("latin-1").splitlines():
        if line.startswith("Document: "):
            page = found.setdefault(line[10:], {})
        elif line == " * * * SUMMARY SCORES * * *":
            page = found.setdefault("TOTAL", {})
        elif line.startswith("---"):
            block = class_name = ""
        elif "|" in line and not any(character.isdigit() for character in line[24:]):
            label = line.partition("|")[0].strip()
            if label.endswith(" SCORES"):
                block = label.split()[0]
            else:
                class_name = label
        elif "|" in line and "POS" not in line:
            counts = [int(number) for number in line[13:].replace("|", " ").split()[:8]]
            of_class = class_name if line.startswith(" ") and block != "SECT" else ""
            page[" ".join(" ".join([block, of_class, line[:13]]).split())] = (
                counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], counts[7],
            )  # fmt: skip
    return found


def totals(report: bytes) -> dict[str, Row]:
    """Return the rows of the page of totals."""
    return pages(report)["TOTAL"]
