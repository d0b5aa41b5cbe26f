"""Reports are read into cells: the names of these, their arithmetic, and whatever looks like a report."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.reports.model import UNEXPLAINED, Cell, Layout, number
from legacy_scorers.rescore.runs.arithmetic import Fault, faults_between, relations_between
from legacy_scorers.rescore.scorers import LAYOUTS, SCORERS, report_of
from legacy_scorers.rescore.scorers.scorer import Relation
from tests.golden_cases import GOLDEN, is_night
from tests.rescore.golden_reports import collect, of_kind
from tests.rescore.questions import content_of


def test_reports_of_all_kinds_are_there() -> None:
    counts = Counter(report.kind.name for report in collect())
    assert set(counts) == set(LAYOUTS)
    assert counts.total() > 1000


PARTIAL = {
    "": "total", "POS": "7", "ACT": "8", "COR": "3", "PAR": "2", "INC": "1", "MIS": "1", "SPU": "2", "REC": "57",
    "PRE": "50", "UND": "14", "OVG": "25", "SUB": "33", "ERR": "56",
}  # fmt: skip
PHRASES = {  # which the report prints in two lines
    "": "overall", "phrases": "8", "found": "7", "correct": "5", "precision": "71.43", "recall": "62.50",
}  # fmt: skip
EDITS = {
    "": "edits",
    "correct": "4",
    "proposed": "5",
    "gold": "6",
    "precision": "0.8000",
    "recall": "0.6667",
}  # in lines
BRACKETS = {  # of a block, which has a line for each figure
    "": "overall", "recall": "62.50", "precision": "71.43", "FMeasure": "66.67",
}  # fmt: skip


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    """Rows of true reports in which all is what is printed: the texts by column, under ``""`` the table."""
    reports = [report for kind in LAYOUTS for report in of_kind(kind)[:60]]
    records = [record for report in reports for record in report.kind.report(report.content, report.name)]
    return [
        PARTIAL,
        PHRASES,
        EDITS,
        BRACKETS,
        *[
            {"": record.cells[0].table, **{cell.column: cell.text for cell in record.cells}}
            for record in records
            if record.cells and all(cell.given is None for cell in record.cells)
        ],
    ]


PRINTED = [relation for scorer in SCORERS.values() for relation in scorer.relations]


@pytest.mark.parametrize("relation", PRINTED, ids=lambda relation: f"{relation.column} of {relation.parts}")
def test_a_figure_that_does_not_fit_its_row_is_pointed_out(relation: Relation, rows: list[dict[str, str]]) -> None:
    fitting = [
        row
        for row in rows
        if row[""] in (relation.tables or (row[""],))
        and all(row.get(name, "").strip(" 0.") for name in relation.columns)
    ]
    assert fitting, "no line of a golden report has all these figures; write a row, such as PHRASES"
    row = fitting[0]
    text = row[relation.column]
    decimals = len(text.partition(".")[2])
    wrong = f"{float(text) + (0.1 if float(text) <= 1 and decimals else 2):.{decimals}f}"
    assert not faults_in(row)
    said = f"its own {relation.says} gives "
    seen = faults_in({**row, relation.column: wrong})
    (found,) = [
        says.removeprefix(said) for other, says in seen if other.column == relation.column and says.startswith(said)
    ]
    assert all(relation.column in other.columns for other, _ in seen)
    assert float(found) == pytest.approx(float(text), abs=2 * 10**-decimals if decimals else 0.5)


def test_relations_of_a_scorer_hold_in_no_report_of_another() -> None:
    of_scorer = {
        layout: {*scorer.relations, *scorer.derived} for scorer in SCORERS.values() for layout in scorer.layouts
    }
    for report in [report for kind in LAYOUTS for report in of_kind(kind)]:
        for record in report.kind.report(report.content, report.name):
            assert {*relations_between(record.table, record.columns)} <= of_scorer[report.kind], report.name


def faults_in(row: dict[str, str]) -> list[Fault]:
    return faults_between(row[""], [Cell(row[""], "", name, text, None, 1) for name, text in row.items() if name])


@pytest.mark.parametrize(("counts", "percentage", "fits"), [("-7/8", "-87", True), ("1/250", "1", False)])
def test_only_negative_percentages_are_cut(counts: str, percentage: str, fits: bool) -> None:
    spurious, actual = counts.split("/")
    row = {"": "total", "ACT": actual, "SPU": spurious, "OVG": percentage}
    assert (not faults_in(row)) == fits


def cells_of(content: bytes, kind: type[Layout]) -> list[Cell]:
    return [cell for record in kind.report(content, "report") for cell in record.cells]


def cells(name: str) -> dict[tuple[str, str, str], str]:
    content = (GOLDEN / name).read_bytes()
    kind = report_of(content).layout
    assert kind
    found: dict[tuple[str, str, str], str] = {}
    for cell in cells_of(content, kind):
        found.setdefault((cell.table, cell.row, cell.column), cell.text)
    return found


@pytest.mark.parametrize(
    ("name", "cell", "text"),
    [
        ("scorer2/basic_mixed_v/stdout", "mixed/all/precision", "0.602"),
        ("evalb/cutoff/stdout", "sentences/2/length", "1"),
        ("evalb/cutoff/stdout", "overall/All/sentences", "2"),
        ("scorer2/basic_mixed_v/stdout", "mixed/all/attempted %", "83.33"),
        ("scorer2/basic_mixed_v/stdout", "mixed/apple.n_apple.002/guess apple_1.2", "0.750"),
        ("scorer2/basic_mixed_v/stdout", "mixed/apple.n_apple.002/key", "apple_1.1 apple_2"),
        ("scorer2/crlf_all/stdout", "fine/wt.n_02/guess b\r", "0.500"),
        ("faireval/basic_full_config/stdout", "fair/PER/LBE", "1"),
        ("faireval/basic_full_config/stdout", "confusion/PER/LOC", "1"),
        ("faireval/basic_full_config/stdout", "data/OTH/%", "12.50"),
        ("faireval/basic_full_config/stdout", "comparison/Weighted/Rec", "52.17"),
        ("mat_score/b05_mixed_all_stdout/stdout", "bychar/<all>/tag_blind_error_rate", "0.427"),
        ("mat_score/b05_mixed_all_stdout/stdout", "confusability/PER (hyp)/LOC (ref)", "2"),
        ("mat_score/b05_mixed_all_stdout/stdout", "details/hyp.json 6-10 -/refcontent", '"Beta"'),
        ("mat_score/b08_csv_literal/out/out/bytag_literal.csv", "bytag/PER in hyp.json/match", "1"),
        ("muc_scorer/ne_mixed/out/scores", "9701010001/enamex.type/INC", "1"),
        ("muc_scorer/ne_mixed/out/scores", "total/subtask enamex.person/ERR", "100"),
        ("muc_scorer/ne_mixed/out/scores", "total/section TXT/POS", "12"),
        ("muc_scorer/ne_mixed/out/scores", "total/ALL OBJECTS/F P&R", "60.00"),
        ("muc_scorer/muc33_st_right/out/scores", "total/TEXT FILTERING/COR", "1"),
        ("muc_scorer/muc33_st_right/out/scores", "1/ALL SLOTS/F 2P&R", "100.00"),
        ("muc_scorer/muc33_co_clinton_summary/out/scores", "coreference/TOTALS/f", "57.1"),
        ("muc_scorer/muc33_co_clinton_summary/out/partitions", "partitions/930620083 key 5 6/ref", "5"),
        ("muc_scorer/muc33_co_clinton_summary/out/history", "history/930620083 key 5/result", "MIS"),
        ("muc_scorer/muc33_co_clinton_summary/out/summary", 'summary/930620083 "an aide"/code', "SPU"),
        ("muc_scorer/ne_mixed/out/history", "history/enamex 9701010001-3/f_score", "100.00"),
        ("muc_scorer/muc33_ne_alt_several/out/scores", "1/subtask enamex.person/POS", "0"),
        ("muc_scorer/muc33_ne_alt_several/out/scores", "1/enamex/POS", "0"),
        ("m2_scorer/whole/stdout", "edits/all/F", "0.8"),
        ("m2_scorer/whole_3_2/stdout", "edits/all/correct", "2"),
        ("m2_scorer/whole_3_2/stdout", "edits/all/precision", "0.4"),
        ("m2_scorer/whole_3_2/stdout", "edits/all/beta", "0.5"),
        ("m2_scorer/whole_3_2/stdout", "details/2 by 0/gold", "3"),
        ("m2_scorer/whole_3_2/stdout", "details/2 by 0/hypothesis", "We are in the garden ."),
        ("m2_scorer/whole_3_2/stdout", "details/3/chosen", "0"),
        ("coref_scorer/args_name_absent/stdout", "coreference/other/invented", "0"),
    ],
)
def test_cells_have_their_names(name: str, cell: str, text: str) -> None:
    table, rest = cell.split("/", 1)
    row, column = rest.rsplit("/", 1)
    assert cells(name)[table, row, column] == text


def test_chains_have_the_same_names_in_each_metric_of_scorer_pl() -> None:
    content = (GOLDEN / "coref_scorer/ceaf_repeated_key/stdout").read_bytes()
    rows = [record.row for record in LAYOUTS["coref"].report(content, "report")]
    assert rows.count("Repeated mention in the key") == len(re.findall(rb"METRIC", content))


@pytest.mark.parametrize(
    "heading", [b"------\n", b"Coreference:\n", b"version: 8.01 /x:\n", b"====== TOTALS =======\n"]
)
def test_headings_of_scorer_pl_are_no_titles(heading: bytes) -> None:
    (record,) = LAYOUTS["coref"].report(heading, "report")
    assert not record.cells and record.status != UNEXPLAINED


def test_a_fill_without_a_slot_belongs_to_the_slot_above() -> None:
    content = b"COR | <a-1> | <a-1> |\ncor | text | one | one\nnon | | two |\nCOR | | <b-1> |\nnon | | x |\n"
    records = LAYOUTS["muc-summary"].report(content, "report")
    assert [record.cells[0].row for record in records] == [
        "<a-1>",
        "<a-1> text",
        "<a-1> text",
        "<b-1>",
        "<b-1> ",
    ]


def test_odd_guesses_are_one_cell_in_the_table_of_the_summary() -> None:
    content = (
        b'score for "Fine-grained score for a": 1\n guess = t/1 odd\n\nMixed-grained score for "a" using key "b":\n'
    )
    assert [cell.name[::2] for cell in cells_of(content, LAYOUTS["scorer2"])] == [
        ("mixed", "score"),
        ("mixed", "guess"),
    ]


def test_elements_of_a_list_have_their_lines_and_names() -> None:
    content = b"{-document misaligned -fills none -objects {\n{-key a}\n}}\n"
    records = LAYOUTS["muc-history"].report(content, "report")
    assert [(record.line, record.row, record.columns) for record in records] == [
        (1, "misaligned", ("document", "fills")),
        (2, "misaligned key a", ("key",)),
    ]


@pytest.mark.parametrize("kind", LAYOUTS.values(), ids=lambda kind: kind.name)
@given(data=st.data())
def test_any_bytes_are_read_or_refused_with_their_line(kind: type[Layout], data: st.DataObject) -> None:
    own = [report.content for report in of_kind(kind.name)[:3]]
    whole = data.draw(st.sampled_from(own))
    begin, end = sorted(data.draw(st.tuples(st.integers(0, len(whole)), st.integers(0, len(whole)))))
    content = whole[:begin] + data.draw(st.binary(max_size=30)) + whole[end:]
    try:
        assert content_of(kind.report(content, "report")) == content
    except InputError as error:
        assert error.file == "report"
        assert error.line is not None
        assert error.status == 3


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"tag,match,refclash\r\nPER,=SUM(,1\r\n", ":2: formula =SUM( is not complete"),
        (
            f"tag,match,refclash\r\nPER,=C2={'9' * 400},1\r\n".encode(),
            f":2: formula =C2={'9' * 400} has a number that is",
        ),
        (b"tag,match,refclash\r\nPER,=NOW(),1\r\n", ":2: formula =NOW() is not a formula that MATScore writes"),
        (f"tag,match,refclash\r\nPER,={'1+' * 101}1,1\r\n".encode(), f":2: formula ={'1+' * 101}1 is not complete"),
        (b"tag,match,refclash\r\nPER,=SUM(5),1\r\n", ":2: formula =SUM(5) is not complete"),
        (b'tag,match,refclash\r\nPER,"1,1\r\n', ":2: a quote in a field is not closed"),
        (b"{-document 1 -objects {\n{-result COR\n", ":1: the Tcl list has a brace that is not closed"),
        (b"{-document 1 -objects {\n{-result COR} word\n}}\n", ":2: the Tcl list has a word instead"),
        (
            b"{-document 1 %s\n-fills {}%s}\n" % (b"-fills {{-key a " * 10, b"}}" * 10),
            ":2: the Tcl list is nested too deeply",
        ),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(content: bytes, problem: str) -> None:
    kind = report_of(content).layout
    assert kind
    with pytest.raises(InputError) as error:
        _ = [cell.value for cell in cells_of(content, kind)]
    assert str(error.value).startswith(f"report{problem}")


@pytest.mark.parametrize(
    ("case", "number"),
    [("b05_mixed_all_stdout", 6), ("mat13_confusability", 2), ("h07_remainder_dimensions_in_details", 4)],
)
def test_each_table_of_matscore_is_known_alone(case: str, number: int) -> None:
    content = (GOLDEN / "mat_score" / case / "stdout").read_bytes()
    tables = [content[found.start() :] for found in re.finditer(rb"(?m)^[A-Z][\w -]+:$", content)]
    assert [report_of(table).layout for table in tables] == [LAYOUTS["matscore"]] * number


def test_white_space_of_all_kinds_may_surround_a_number() -> None:
    assert [number(text) for text in ("\x1f 7", " .5\x1c", "\x1dnan\x1e")] == [
        7,
        0.5,
        pytest.approx(float("nan"), nan_ok=True),
    ]


def test_contents_in_quotes_lose_these() -> None:
    content = b'Details:\n\nfile refcontent\n---- ----------\n   a         ""\n   b          "\n'
    assert [cell.value for cell in cells_of(content, LAYOUTS["matscore"])] == ["a", "", "b", '"']


HUGE = 100_000 if is_night() else 30_000
ODD_LINES = [
    " " * HUGE + "x",
    "x" + " " * HUGE + "y",
    '" ' * HUGE,
    "|" * HUGE,
    "1 " * HUGE,
    "{" * HUGE,
    "{-a " * HUGE,
    "/" * HUGE,
]
STARTS = {
    "scorer2": 'score for "a": 1\n key = ',
    "faireval": "### Confusion matrix:\n",
    "matscore": "Confusability matrix:\n\n",
    "matscore-csv": "tag,match,refclash\n=",
    "muc-history": "{-document ",
}


@pytest.mark.parametrize("line", ODD_LINES, ids=lambda line: repr(line[:5]))
@pytest.mark.parametrize("kind", LAYOUTS)
def test_odd_lines_take_no_time(kind: str, line: str) -> None:
    """Patterns that try again and again would take hours."""
    content = f"{STARTS.get(kind, '')}{line}\n{line}\n".encode()
    try:
        assert content_of(LAYOUTS[kind].report(content, "report")) == content
    except InputError as error:
        assert error.line is not None


def test_columns_after_z_have_two_letters() -> None:
    content = b"tag,match,refclash%s\r\nPER,=AA2%s,7\r\n" % (b",x" * 24, b",0" * 24)
    assert cells_of(content, LAYOUTS["matscore-csv"])[1].value == 7


def test_formulas_are_computed() -> None:
    content = b'tag,match,refclash,x\r\nPER,2,1,"=IF(C2 = 0,1.00,B2 / C2)"\r\nLOC,=SUM(B2:C2),=B2/0,=SUM(B3:C3)\r\n'
    content += b"ORG,=%s1,2,3\r\n" % (b"1+" * 100)
    values = [cell.value for cell in cells_of(content, LAYOUTS["matscore-csv"])]
    assert values == ["PER", 2, 1, 2.0, "LOC", 3, "#DIV/0!", "#DIV/0!", "ORG", 101, 2, 3]


def test_a_formula_that_needs_thousands_of_others_is_not_computed() -> None:
    content = b"tag,match,refclash\r\n" + b"".join([b"PER,=B%d,1\r\n" % row for row in range(3, 5000)])
    with pytest.raises(InputError, match="needs too many others; write the table again"):
        cells_of(content, LAYOUTS["matscore-csv"])


def test_cells_outside_of_the_sheet_are_empty() -> None:
    content = b"tag,match,refclash,x\r\nPER,2,=B0,=SUM(B0:B9)\r\nLOC,1,=E2,=SUM(A9:Z12)\r\n"
    values = [cell.value for cell in cells_of(content, LAYOUTS["matscore-csv"])]
    assert values == ["PER", 2, 0, 3, "LOC", 1, 0, 0]
