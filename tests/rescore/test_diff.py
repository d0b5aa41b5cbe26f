"""The verdicts: every golden report against itself, and against mutations of each kind."""

from __future__ import annotations

import csv
import io
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.runs.difference import judge
from legacy_scorers.rescore.runs.running import own_files, run_command
from legacy_scorers.rescore.scorers import LAYOUTS, SCORERS
from tests.golden_cases import GOLDEN, ROOT
from tests.growth import assert_linear
from tests.rescore.golden_reports import GoldenReport, compared, of_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Rows: TypeAlias = list[tuple[str, str, str, str]]  # name, score, key, weight

MATSCORE = ROOT / "examples" / "matscore"
FORMULAS = re.compile(rb"=SUM|=IF")
PATHS = re.compile(r"^\s*(?:Configuration|Mapping history|target_in|system_in|\w+-grained|version:).*", re.MULTILINE)
# Rows of details and texts that hold line breaks are told apart by their length or their quotes.
BROKEN_ROWS = ("b58_text_table_newline_tab", "e14_xml_crlf_ref_lf_hyp", "mat13_details_text")


def without_formulas(kind: str) -> list[GoldenReport]:
    """Return reports of a kind, of more than a line and without formulas."""
    found = of_kind(kind, 9)
    return [report for report in found if b"\n" in report.content[:-1] and not FORMULAS.search(report.content)]


def laid_out(report: GoldenReport) -> list[bytes]:
    """Return the report with other white space."""
    content = report.content
    if report.kind.name == "matscore-csv":
        return [content.replace(b"\r\n", b"\n"), content + b"\r\n"]
    changed = [content + b"\n"]
    if not any(name in report.name for name in BROKEN_ROWS):
        changed += [content.replace(b"\n", b"\r\n"), content.replace(b"\n", b"  \n")]
    if b"Details:" not in content:
        changed += [re.sub(rb"  +", b" ", content), re.sub(rb" +", rb"\g<0> ", content)]
    return [content for content in changed if content != report.content]


@pytest.mark.parametrize("kind", sorted(LAYOUTS))
def test_white_space_and_line_ends_are_layout(kind: str) -> None:
    for report in of_kind(kind, 9):
        for content in laid_out(report):
            assert compared(report.content, content) == ("layout", []), report.name


@pytest.mark.parametrize("kind", sorted(LAYOUTS))
def test_no_digit_changes_without_being_seen(kind: str) -> None:
    for report in without_formulas(kind):
        chance = random.Random(report.name)
        text = decoded(report.content)
        for place in chance.sample(digits := places_of_digits(report, text), min(6, len(digits))):
            digit = str((int(text[place]) + chance.randint(1, 9)) % 10)
            verdict, differences = compared(report.content, encoded(text[:place] + digit + text[place + 1 :]))
            assert verdict in ("rounding", "figures"), f"{report.name}, line {text.count(chr(10), 0, place) + 1}"
            assert differences


def places_of_digits(report: GoldenReport, text: str) -> list[int]:
    """Return where the report has digits, apart from names of columns and paths."""
    paths = set(range(report.content.index(b"\n") if report.kind.name == "matscore-csv" else 0))
    for found in PATHS.finditer(text):
        paths.update(range(*found.span()))
    return [place for place, sign in enumerate(text) if sign in "0123456789" and place not in paths]


def verdict_or_refusal(old: bytes, new: bytes, kind: str) -> str:
    """Return the verdict, ``figures`` too where a brace or quote is left open by a row that is not there."""
    try:
        return compared(old, new, kind)[0]
    except InputError:
        assert kind in ("muc-history", "matscore-csv")
        return "figures"


ROW = re.compile(rb"^[^\n=]*\d[^\n]*\n", re.MULTILINE)
HEADINGS = re.compile(
    rb"\s*P&R +2P&R|Configuration|Mapping history|target_in|system_in|.*-grained|tag,|\S+ profile|file[, ]|version:"
)


@pytest.mark.parametrize(
    ("published", "expected"), [(b"83.99%", "figures"), (b"84.01%", "figures"), (b"84.00%", "rounding")]
)
def test_sums_of_scorer_pl_have_all_digits(published: bytes, expected: str) -> None:
    line = b"Coreference: Recall: (46.2 / 55) 84%\tPrecision: (46.2 / 49) 94.28%\tF1: 88.84%\n"
    assert compared(line.replace(b"84%", published, 1), line)[0] == expected


@pytest.mark.parametrize("kind", sorted(LAYOUTS))
def test_a_row_less_or_more_is_figures(kind: str) -> None:
    for report in without_formulas(kind):
        chance = random.Random(report.name)
        rows = [found.span() for found in ROW.finditer(report.content) if not HEADINGS.match(found[0])]
        for begin, end in chance.sample(rows, min(3, len(rows))):
            less = report.content[:begin] + report.content[end:]
            for pair in ((report.content, less), (less, report.content)):
                assert verdict_or_refusal(*pair, report.kind.name) == "figures", report.name


ONE = b"### Fair evaluation:\nLabel\tTP\tFP\tLE\tBE\tLBE\tFN\tPrec\tRec\tF1\n"
A, B = b"A\t1\t1\t0\t0\t0\t0\t50.00\t100.00\t66.67\n", b"B\t0\t0\t0\t0\t0\t1\t0.00\t0.00\t0.00\n"


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        (A + B, B + A, "layout"),
        (A, A.replace(b"66.67", b"66.66"), "rounding"),
        (A, A.replace(b"66.67", b"66.68"), "figures"),  # no rounding of 2/3
        (A, A.replace(b"66.67", b"66.6"), "rounding"),
        (A, A.replace(b"66.67", b"66.7"), "rounding"),
        (A, A.replace(b"50.00", b"50"), "rounding"),
        (A, A.replace(b"66.67", b"66.5"), "figures"),
        (A, A.replace(b"66.67", b"67"), "rounding"),
        (A, A.replace(b"66.67", b"68"), "figures"),
        (A, A.replace(b"\t1\t1", b"\t1\t2"), "figures"),
        (A, A.replace(b"A", b"C"), "figures"),
        (A + A, A, "figures"),
        (A, A + B, "figures"),
        (A, A + b"\nchecked by hand\n", "layout"),
        (A, A + b"\nchecked: 12\n", "figures"),
        (b"\n### Comparison:\nVersion\n", b"\n### Comparison:\nVersion\n12\n", "figures"),
    ],
)
def test_verdicts_are_as_defined(old: bytes, new: bytes, verdict: str) -> None:
    assert compared(ONE + old, ONE + new)[0] == verdict
    assert compared(ONE + new, ONE + old)[0] == verdict


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("52", "53", "figures"),
        ("0.666", "0.6667", "rounding"),
        ("0.666", "0.667", "rounding"),
        ("0.666", "0.668", "figures"),
        ("0.5", "0.433", "figures"),
        ("0.4", "0.433", "rounding"),
        ("0.5", "0.450", "rounding"),
        ("0.4", "0.499", "rounding"),
        ("-0.4", "-0.499", "rounding"),
        ("-0.5", "-0.433", "figures"),
        ("0.4", "0.349", "figures"),
        ("0.433", "0.4331", "rounding"),
        ("0.433", "0.4341", "figures"),
        ("-nan", "nan", "rounding"),
        ("-nan", "0.000", "figures"),
        ("inf", "-inf", "figures"),
        ("1e-30", "1.0e-30", "rounding"),
        ("1e400", "1e401", "figures"),
        ("1e-400", "2e-999999999", "rounding"),
        ("word", "other", "figures"),
        ("two  words", "two words", "layout"),
        (".404", "0.404", "layout"),
        ("29", "28.57", "rounding"),
        ("28", "28.57", "rounding"),
        ("30", "28.57", "figures"),
        ("4", "4.17", "figures"),
        ("10", "9.96", "figures"),
        ("10", "10.17", "rounding"),
    ],
)
def test_cells_are_judged(old: str, new: str, verdict: str) -> None:
    cells = [Cell("t", "r", "c", text, None, 1) for text in (old, new)]
    assert judge(*cells) == judge(*reversed(cells)) == verdict


LITERAL = (GOLDEN / "mat_score/b12_mismatch_details_csv/out/out/bytag_literal.csv").read_bytes()


@pytest.mark.parametrize(
    ("figure", "other", "verdict"),
    [
        (b",0.2,0.25,", b",0.234,0.25,", "figures"),
        (b",0.25,", b",0.3,", "figures"),
        (b",0.22222222222222224", b",0.2", "figures"),
        (b",0.22222222222222224", b",0.2222222222222222", "rounding"),
        (b",0.22222222222222224", b",0.222222222", "rounding"),
        (b",0.22222222222222224", b",0.222", "rounding"),
        (b",0.22222222222222224", b",0.22", "figures"),
    ],
)
def test_figures_of_csv_files_are_exact(figure: bytes, other: bytes, verdict: str) -> None:
    assert figure in LITERAL
    changed = LITERAL.replace(figure, other)
    assert compared(LITERAL, changed)[0] == compared(changed, LITERAL)[0] == verdict


@pytest.mark.parametrize(
    ("text", "verdict"), [("0.500", "rounding"), ("0.501", "figures"), ("0.5", "identical"), ("0.534", "figures")]
)
def test_a_rounded_figure_is_compared_with_an_exact_one(text: str, verdict: str) -> None:
    assert judge(Cell("t", "r", "c", text, None, 1), Cell("t", "r", "c", "0.5", 0.5, 1)) == verdict


def test_an_exact_figure_that_is_short_is_checked_in_full() -> None:
    _, [difference, _] = compared(LITERAL, LITERAL.replace(b",0.22222222222222224", b",0.2"))
    assert difference.notes == ("NEW: its own precision and recall gives 0.22222222222222224",)


@pytest.mark.parametrize(
    ("report", "old", "new"),
    [
        ("faireval/basic_full_config/stdout", b"overall\t1\t7\t", b"overall\t1\t 7\t"),
        ("mat_score/b12_mismatch_details_csv/out/out/bytag_literal.csv", b"0.2,0.25,", b"0.2, 0.25,"),
        ("mat_score/g01_random_flat_task/out/out/confusability.csv", b"(hyp),2,0,", b"(hyp),2, 0,"),
        ("mat_score/h55_random_regions_17/out/out/details.csv", b",,,0,1,,1\r", b",,,0, 1,,1\r"),
        ("muc_scorer/st_perfect/out/history", b"(100.00)", b"( 100.00)"),
    ],
)
def test_a_blank_more_is_layout(report: str, old: bytes, new: bytes) -> None:
    content = (GOLDEN / report).read_bytes()
    assert old in content
    assert compared(content, content.replace(old, new)) == ("layout", [])


def test_percentages_of_muc_score_may_be_rounded() -> None:
    assert judge(Cell("t", "r", "REC", "52", None, 1), Cell("t", "r", "REC", "53", None, 1)) == "rounding"


@pytest.mark.parametrize("figure", [b"0e999", b"0e-999999999", b"1e-999999999"])
def test_figures_with_any_exponent_are_checked(figure: bytes) -> None:
    old = b'Fine-grained score for "a" using key "k":\n precision: 0.500 (%b correct of 2.00 attempted)\n'
    assert compared(old % b"1.00", old % figure)[0] == "figures"
    assert compared(old % figure, old.replace(b"0.500", b"0.501") % figure)[0] == "figures"


def test_a_heading_that_changes_is_no_layout() -> None:
    assert compared(ONE + A, ONE.replace(b"TP\tFP", b"FP\tTP") + A.replace(b"1\t1", b"2\t1"))[0] == "figures"
    assert compared(ONE + A + B, ONE.replace(b"FP\tLE", b"LE\tFP") + A + B)[0] == "figures"


def test_rows_belong_to_their_own_table_if_one_report_has_fewer_tables() -> None:
    more, data = b"\n### Comparison:\nVersion\tPrec\nFair\t1.00\n", b"\n### Target data stats:\nLabel\tFreq\nA\t3\n"
    _, differences = compared(ONE + A + more + data, ONE + A + data.replace(b"3", b"4"))
    assert [(d.table, d.row, d.column) for d in differences] == [("data", "A", "Freq"), ("comparison", "Fair", "Prec")]


def test_paths_in_headings_are_layout() -> None:
    old = (GOLDEN / "scorer2/basic_mixed_v/stdout").read_bytes()
    assert compared(old, old.replace(b'"sys.ans"', b'"runs/2001/sys.ans"')) == ("layout", [])
    old = (GOLDEN / "faireval/basic_full_config/stdout").read_bytes()
    assert compared(old, old.replace(b"sys/gold.spans", b"other/2022/gold.spans")) == ("layout", [])
    old = (GOLDEN / "muc_scorer/ne_mixed/out/scores").read_bytes()
    assert compared(old, old.replace(b"run.config", b"1997/run.config")) == ("layout", [])


def test_formulas_are_compared_by_what_they_give() -> None:
    folder = GOLDEN / "mat_score/b12_mismatch_details_csv/out/out"
    old = (folder / "bytag_excel.csv").read_bytes()
    assert compared(old, (folder / "bytag_literal.csv").read_bytes()) == ("layout", [])
    verdict, differences = compared(old, old.replace(b"hyp.json,1,ORG,0,0,2", b"hyp.json,1,ORG,0,1,2", 1))
    assert verdict == "figures"
    assert ("<all>", "match", "1", "2") in [(d.row, d.column, d.old, d.new) for d in differences]


@pytest.mark.parametrize(("formula", "verdict"), [("=B2*1.0", "layout"), ("=C2*1.5", "figures")])
def test_formulas_with_the_same_result_must_have_the_same_constants(formula: str, verdict: str) -> None:
    cells = [Cell("t", "r", "c", text, 0, 1) for text in ("=C2*1.0", formula)]
    assert judge(*cells) == verdict


@pytest.mark.parametrize("version", ["1.3", "2.0"])
@pytest.mark.parametrize("formulas", [True, False])
def test_text_and_csv_of_a_table_differ_only_in_rounding(
    version: str, formulas: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATSCORE_VERSION", version)
    folders = ["--dir", str(MATSCORE / "hyp"), "--ref_dir", str(MATSCORE / "ref"), "--by_character"]
    words = [*folders, "--task", "Names", "--task_dir", str(MATSCORE / "names")]
    text = run_command(SCORERS["MATScore"], words, own_files()).stdout
    values = {"1.3": ["--no_csv_formulas"], "2.0": ["--csv_formula_output", "literal"]}[version]
    words += ["--csv_output_dir", "out", *([] if formulas else values)]
    reports = run_command(SCORERS["MATScore"], words, own_files()).written
    assert len(reports) == 2
    for table in reports.values():
        assert compared(text, table)[0] == compared(table, text)[0] == "rounding"
        headings, *rows = csv.reader(table.decode().splitlines())
        rows[-1][headings.index("test docs")] = "9"
        other = io.StringIO()
        csv.writer(other).writerows([headings, *rows])
        verdict, differences = compared(text, other.getvalue().encode())
        of_counts = [(d.row, d.column, d.new) for d in differences if d.verdict == "figures"]
        assert (verdict, of_counts) == ("figures", [("<all>", "test docs", "9")])


def test_tables_that_are_not_the_same_have_nothing_in_common() -> None:
    text = (GOLDEN / "mat_score/b01_perfect/stdout").read_bytes()
    details = (GOLDEN / "mat_score/d02_dir_three_csv/out/out/details.csv").read_bytes()
    assert compared(text, details)[0] == "figures"


def test_arithmetic_that_does_not_hold_is_pointed_out() -> None:
    old = (GOLDEN / "muc_scorer/ne_mixed/out/scores").read_bytes()
    new = old.replace(b"4|   2   0    1|   1    0    0|  50", b"4|   2   0    1|   1    0    0|  50")
    new = re.sub(rb"(  text +4     3\|   2   0    1\|   1    0    0\|)  50", rb"\1  57", old, count=1)
    verdict, [difference] = compared(old, new)
    assert (verdict, difference.table, difference.row) == ("figures", "9701010001", "enamex.text")
    assert difference.notes == ("NEW: its own COR/POS gives 50",)


@pytest.mark.parametrize("kind", [None, "faireval"])
def test_an_empty_report_is_refused_beside_one_that_is_not(kind: str | None) -> None:
    assert compared(b"\n", b"", kind)[0] == "layout"
    for empty in (b"", b" \n\n"):
        with pytest.raises(InputError, match=r"^new: is empty; name a report$"):
            compared(ONE + A, empty, kind)
        with pytest.raises(InputError, match=r"^old: is empty; name a report$"):
            compared(empty, ONE + A, kind)


def test_reports_of_different_kinds_are_refused() -> None:
    other = (GOLDEN / "scorer2/basic_mixed_v/stdout").read_bytes()
    with pytest.raises(
        InputError, match=r"^new: is of kind scorer2, but old is of kind faireval; name reports of the same kind$"
    ):
        compared(ONE + A, other)


def test_a_kind_may_be_named_for_a_report_without_rows() -> None:
    assert compared(ONE + A, ONE, "faireval")[0] == "figures"


def test_what_is_no_report_is_refused() -> None:
    with pytest.raises(InputError, match=r"^new:1: is not a known report"):
        compared(ONE + A, b"something else\n")


LABELS = st.lists(st.tuples(st.sampled_from("ABCDE"), st.integers(0, 3)), max_size=8, unique_by=lambda pair: pair[0])


@given(old=LABELS, new=LABELS)
def test_the_verdict_is_that_of_the_cells(old: list[tuple[str, int]], new: list[tuple[str, int]]) -> None:
    reports = [
        b"### Traditional evaluation:\nLabel\tTP\tx\n"
        + b"".join(b"%s\t%d\t0\n" % (name.encode(), n) for name, n in rows)
        for rows in (old, new)
    ]
    wanted = "identical" if old == new else "layout" if dict(old) == dict(new) else "figures"
    assert compared(reports[0], reports[1])[0] == wanted


@pytest.mark.growth
@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("muc-summary", 'enamex {}"a" "b"x'),
        ("muc-summary", "cor | name |{}| x"),
        ("muc-coreference", "doc 1 1 1 / 1 100.0{}x"),
        ("muc-coreference", "doc 1 1 1 / 1 100.0 1 / 1 100.0{}x"),
    ],
)
def test_lines_are_read_in_time_that_grows_with_their_blanks(kind: str, line: str) -> None:
    def read(content: bytes) -> None:
        for _ in LAYOUTS[kind].records(content, "old"):
            pass

    assert_linear(lambda blanks: line.format(" " * blanks).encode(), read, 3600)


@pytest.mark.growth
@pytest.mark.parametrize(
    "repeated", [b"\n", b" ", b"tag,match,", b"====> a: ", b'" ', b"COR | ", b"=", b"\n" + b"=" * 30]
)
@pytest.mark.parametrize("kind", sorted(LAYOUTS))
def test_a_kind_is_recognised_in_time_that_grows_with_the_text(kind: str, repeated: bytes) -> None:
    assert_linear(lambda times: repeated * times + b"x", LAYOUTS[kind].is_in, 4000)


@pytest.mark.parametrize("kind", sorted(LAYOUTS))
def test_every_kind_can_be_forced_on_what_has_something_of_it(kind: str) -> None:
    report = of_kind(kind)[0].content
    assert compared(report, report + b"\n", kind) == ("layout", [])
    with pytest.raises(
        InputError, match=rf"^old: has no line of a report of kind {kind}; name another --kind, or none"
    ):
        compared(b"nothing\n", report, kind)


def test_what_is_printed_again_differs_once() -> None:
    old = (GOLDEN / "scorer2/basic_fine_v/stdout").read_bytes()
    assert old.count(b"(1.45 correct of") == 2
    _, differences = compared(old, old.replace(b"(1.45 correct of", b"(1.55 correct of"))
    assert [(difference.column, difference.old, difference.new) for difference in differences] == [
        ("correct", "1.45", "1.55")
    ]


def test_values_of_settings_have_no_blanks_around_them() -> None:
    old = (GOLDEN / "faireval/basic_full_config/stdout").read_bytes()
    _, [difference] = compared(old, old.replace(b"focus: target", b"focus: system"))
    assert (difference.old, difference.new) == ("target", "system")


def scorer2_report(rows: Rows) -> bytes:
    """Return a report of scorer2 that begins with an answer refused."""
    lines = [f'score for "$": {score}\n key = {key}\n guess = u/{weight}\n\n' for _, score, key, weight in rows]
    named = [line.replace("$", name) for line, (name, *_) in zip(lines, rows)]
    return ('Unable to score answer for "x" (line 1): no key\n' + "".join(named)).encode()


def faireval_report(rows: Rows) -> bytes:
    """Return a report of FairEval.py with one table."""
    lines = [f"{name}\t{score}\t{weight}\n" for name, score, _, weight in rows]
    return ("### Fair evaluation:\nLabel\tTP\tPrec\n" + "".join(lines)).encode()


@pytest.mark.parametrize(("kind", "report"), [("scorer2", scorer2_report), ("faireval", faireval_report)])
def test_a_report_may_be_cut_off_anywhere(kind: str, report: Callable[[Rows], bytes]) -> None:
    whole = report([("a", "1", "k", "0.50"), ("b", "0.50", "k", "0.5")])
    for end in range(len(report([])), len(whole)):
        _, differences = compared(whole[:end], whole, kind)
        assert all(one.old != one.new for one in differences)


def test_a_line_belongs_to_the_row_above_it() -> None:
    old, new = [[("a", "1", 'k\n score for "in $": 1\n guess = t/1', weight)] for weight in ("0.5", "1")]
    _, [difference] = compared(scorer2_report(old), scorer2_report(new))
    assert (difference.row, difference.column) == ("in a", "guess u")


def test_a_line_without_cells_is_called_by_its_number() -> None:
    _, [difference] = compared(ONE + A + B, ONE + A + B + b"checked: 12\n")
    assert (difference.row, difference.new) == ("line 5", "checked: 12")


def test_a_last_row_without_line_end_is_layout() -> None:
    assert compared(ONE + A + B, ONE + A + B[:-1]) == ("layout", [])
    assert compared(ONE + A + B[:-1], ONE + A + B + b"\n") == ("layout", [])
