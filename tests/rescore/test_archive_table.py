"""Tables as people write them: each form has the same rows; and what headings and fields of papers mean."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.fields import figure_in
from legacy_scorers.rescore.archive.figures import read_figures, with_nearest
from legacy_scorers.rescore.archive.manifest import FiguresTable
from legacy_scorers.rescore.archive.markup import of_latex, plain
from legacy_scorers.rescore.archive.names import PublishedNames
from legacy_scorers.rescore.archive.table import delimiter_in, tables_in
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.headings import figure_called
from tests.golden_cases import ROOT
from tests.growth import assert_linear
from tests.rescore.archives import run

if TYPE_CHECKING:
    from pathlib import Path

    from legacy_scorers.rescore.archive.figures import FiguresRead

FORMS = {
    "Markdown": "# Results\n\n| System | P | R |\n|:--|--:|:-:|\n| heron | .682 | 60 |\n"
    "| **ibis** | *.550* | `44` |\n\nok",
    "Markdown without outer bars": "System | P | R\n---|---|---\nheron | .682 | 60\n[ibis](http://x.org/a) | .550 | 44",
    "org": "| System | P | R |\n|---+---+---|\n| heron | .682 | 60 |\n|---+---+---|\n| ibis | .550 | 44 |",
    "LaTeX": "\\begin{tabular}{lrr}\n\\toprule\nSystem & P & R \\\\ \\midrule\nheron & .682 & 60 \\\\\n"
    "\\hline \\textbf{ibis} & {\\bf .550} & $44$ \\\\[2pt] % good\n\\end{tabular}",
    "LaTeX in one line": "System & P & R \\\\ \\hline heron & .682 & 60 \\\\ ibis & .550 & 44 \\\\",
    "LaTeX in many lines": "System\n & P\n & R \\tabularnewline\nheron\n& .682\n& 60\\tabularnewline\n"
    "\\emph{ibis}\n& .550 % good\n& 44\\tabularnewline",
    "HTML": "<h1>Results</h1>\n<table><tr><th>System<th>P<th>R\n<tr><td>heron</td><td>.682</td><td>60</td></tr>\n"
    "<TR><TD align=left><a href='x'>ibis</a></TD><td><b>.550</b></td><td>44&nbsp;</td></TR></table>",
    "rules": "+------+----+----+\n|System| P  | R  |\n+======+====+====+\n| heron|.682| 60 |\n+------+----+----+\n"
    "| ibis |.550| 44 |\n+------+----+----+\n",
    "bars without a rule": "|System|P|R|\n|heron|.682|60|\n|ibis|.550|44|",
    "text around": "Results, fine\n=============\n\n"
    "System   P      R\n-------  ----   --\nheron    .682  60\nibis     .550  44\n",
    "comments": "# Results, fine\nSystem,P,R\nheron,.682,60\nibis,.550,44\n\nThe end",
    "blanks": "System   P      R\nheron    .682  60\nibis     .550  44\n",
    "blanks with names of two words": "System  P     R\nheron   .682  60\nibis    .550  44",
    "tabs": "System\tP\tR\nheron\t.682\t60\nibis\t.550\t44",
    "semicolons": "System;P;R\nheron;.682;60\nibis;.550;44\n",
    "commas": 'System,P,R\n"heron",.682,60\n__ibis__,**.550**,44\n',
}

NAMES = {"heron": "test/heron", "ibis": "test/ibis"}


def read(folder: Path, text: str, command: str = "scorer2", **layout: Any) -> FiguresRead:  # noqa: ANN401
    """Return what is read of a table with the figures of heron and ibis."""
    (folder / "t").write_text(text, encoding="utf-8")
    return read_figures(str(folder), FiguresTable("t", **layout), command, PublishedNames(NAMES))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_the_same_rows(form: str) -> None:
    ((head, *rows),) = tables_in(FORMS[form])
    assert head.fields == ["System", "P", "R"]
    assert [row.fields for row in rows] == [["heron", ".682", "60"], ["ibis", ".550", "44"]]
    for row in rows:
        assert row.fields[0] in FORMS[form].splitlines()[row.line - 1]


def test_fields_stand_below_their_headings(tmp_path: Path) -> None:
    text = "name      precision  recall\nheron         0.682   0.600\nibis                  0.440\n"
    assert read(tmp_path, text).figures == {
        "heron": {"precision": "0.682", "recall": "0.600"},
        "ibis": {"recall": "0.440"},
    }


@pytest.mark.parametrize("text", ["P R\nheron .6 .5\nibis .4 .3\n", "P,R\nheron,.6,.5\nibis,.4,.3\n"])
def test_the_names_may_have_no_heading(text: str, tmp_path: Path) -> None:
    assert read(tmp_path, text).figures["ibis"] == {"precision": ".4", "recall": ".3"}


def test_decimal_commas_divide_no_columns(tmp_path: Path) -> None:
    found = read(tmp_path, "name   precision  recall\nheron  0,682  0,600\nibis  0,550  0,440\n")
    assert found.figures["ibis"] == {"precision": "0.550", "recall": "0.440"}


def test_a_table_may_be_in_utf_16(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes("name\trecall\r\nheron\t.6\r\n".encode("utf-16"))
    assert read_figures(str(tmp_path), FiguresTable("t"), "scorer2").figures == {"heron": {"recall": ".6"}}


def test_a_spreadsheet_is_named(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"PK\x03\x04\xff")
    problem = "is a zip archive or a spreadsheet; unpack it, or save the table as CSV in UTF-8"
    with pytest.raises(InputError, match=problem):
        read_figures(str(tmp_path), FiguresTable("t"), "scorer2")


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("t.json", '[{"name": "heron", "recall": 0.6}]', "is JSON; save the table as CSV"),
        ("t", "heron,.6\nibis,.4\n", "heron is a submission, not a heading; begin with a line of column names"),
        ("t", "measure,heron,ibis\nrecall,.6,.4\n", "submissions have columns here; write a row for each"),
        (
            "t",
            "team,run,recall\nx,1,.6\n",
            "no column is called name or has names of submissions; begin with a line of column names",
        ),
    ],
)
def test_a_table_without_rows_of_submissions_is_a_mistake(file: str, text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(text)
    names = PublishedNames({"heron": "x/heron", "ibis": "x/ibis"})
    with pytest.raises(InputError, match=re.escape(problem)):
        read_figures(str(tmp_path), FiguresTable(file), "scorer2", names)


def test_a_field_that_csv_does_not_read_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "t").write_text(f"name,recall\nheron,{'.' * 200_000}\n")
    with pytest.raises(InputError, match=r"t:2: cannot be read as a table \(field larger than field limit"):
        read_figures(str(tmp_path), FiguresTable("t"), "scorer2")


def test_a_last_group_has_no_more_columns_than_the_others(tmp_path: Path) -> None:
    text = "| | MUC | | B3 | | |\n|-|-|-|-|-|-|\n| Team | R | P | R | P | Avg. F1 |\n| heron | 1 | 2 | 3 | 4 | 5 |\n"
    assert read(tmp_path, text, "scorer.pl").figures == {
        "heron": {
            "muc/coreference/recall": "1",
            "muc/coreference/precision": "2",
            "bcub/coreference/recall": "3",
            "bcub/coreference/precision": "4",
            "CoNLL/coreference/F1": "5",
        }
    }


@pytest.mark.parametrize("text", ["name,Attempted\nheron,88.0 %\n", "name,attempted (%)\nheron,88\n"])
def test_a_word_for_a_share_and_a_count_is_a_share_in_per_cent(text: str, tmp_path: Path) -> None:
    assert list(read(tmp_path, text).figures["heron"]) == ["attempted %"]
    assert read(tmp_path, text.replace(" (%)", "").replace(" %", "")).figures == {"heron": {}}


@pytest.mark.parametrize("other", ["System", "Team"])
def test_of_several_tables_the_one_with_figures_is_read(other: str, tmp_path: Path) -> None:
    text = (
        f"| {other} | size |\n|-|-|\n| heron | 3 |\n| ibis | 4 |\n\n| System | R |\n|-|-|\n| heron | .6 |\n| x | 0 |\n"
    )
    assert read(tmp_path, text).figures["heron"] == {"recall": ".6"}
    assert read(tmp_path, text, name="System").figures["heron"] == {"recall": ".6"}


@pytest.mark.parametrize(
    ("above", "which"),
    [
        (("## Results on dev", "## Results on test"), 1),
        (("## Results on test", "## Results on dev"), 0),
        (("# Test of 1999\n\nAll on dev.", "On dev."), 0),
        (("## Test, first run", "## Test, second run"), 0),
        (("The test set is new.\n## Dev", "## Test"), 1),
        (("<h2>Dev</h2>", "<h2>Test</h2>"), 1),
        (("", ""), 0),
    ],
)
def test_of_two_tables_the_one_below_words_of_the_task_is_read(
    above: tuple[str, str], which: int, tmp_path: Path
) -> None:
    table = "\n\n| name | R |\n|-|-|\n| heron | .{} |\n| ibis | .3 |\n\n"
    text = "".join(f"{said}{table.format(number)}" for number, said in enumerate(above))
    found = read(tmp_path, text)
    lines = [number for number, row in enumerate(text.split("\n"), 1) if row == "| name | R |"]
    problem = f"this table is read; that of line {lines[not which]} has the submissions, too; put the one to read into"
    assert found.notes == [f"{tmp_path}/t:{lines[which]}: {problem} its own file"]
    assert found.figures["heron"] == {"recall": f".{which}"}


def test_of_tables_of_other_rows_nothing_is_said(tmp_path: Path) -> None:
    table = "| name | R |\n|-|-|\n| {} | .6 |\n| mean | .5 |\n\n"
    found = read(tmp_path, table.format("ibis") + table.format("x") + "| name | size |\n|-|-|\n| ibis | 6 |\n")
    assert (found.figures["ibis"], found.notes) == ({"recall": ".6"}, [])


def test_only_the_likeliest_table_must_be_right(tmp_path: Path) -> None:
    wrong = "| name | R |\n|-|-|\n| ibis | .6 |\n| ibis | .7 |\n\n"
    right = wrong.replace("ibis | .6", "heron | .6")
    assert read(tmp_path, right + wrong).figures["ibis"] == {"recall": ".7"}
    with pytest.raises(InputError, match="ibis has two rows"):
        read(tmp_path, wrong)


TRACKS = "name,track,rank,R\nheron,{0},1,.6\nheron,{1},2,.5\nibis,{0},3,.4\nibis,{1},4,.3\n"


@pytest.mark.parametrize("layout", [{}, {"where": {"track": "test"}}])
def test_of_several_rows_those_with_a_word_of_the_task_are_read(layout: dict[str, Any], tmp_path: Path) -> None:
    found = read(tmp_path, TRACKS.format("dev", "test"), **layout)
    assert (found.figures, found.where) == ({"heron": {"recall": ".5"}, "ibis": {"recall": ".3"}}, {"track": "test"})
    entry = '{ file = "t", where = { track = "test" } }'
    notes = [] if layout else [f"{tmp_path}/t:1: only the rows of figures = {entry} are read"]
    assert found.notes == notes


@pytest.mark.parametrize(
    ("text", "layout", "advice"),
    [
        (TRACKS.format("dev", "train"), {}, 'choose rows, as in figures = { file = "t", where = { track = "dev" } }'),
        (
            TRACKS.format("dev", "train"),
            {"columns": {"R": "fine/all/recall"}},
            'choose rows, as in figures = { file = "t", where = { track = "dev" }, '
            'columns = { R = "fine/all/recall" } }',
        ),
        (
            TRACKS.format("test 1", "test 2"),
            {},
            'choose rows, as in figures = { file = "t", where = { track = "test 1" } }',
        ),
        (TRACKS.format("dev", "dev"), {}, "remove one"),
        (TRACKS.replace("rank", "run").replace(",3,", ",1,").replace(",4,", ",2,"), {}, "remove one"),
        ("name,rank,R\nheron,1,.6\nheron,2,.5\n", {}, "remove one"),
    ],
)
def test_two_rows_of_a_submission_are_chosen_by_a_column(
    text: str, layout: dict[str, Any], advice: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=re.escape(f"t:3: heron has two rows; {advice}") + "$"):
        read(tmp_path, text, **layout)


def test_a_heading_may_have_a_word_of_the_task(tmp_path: Path) -> None:
    assert read(tmp_path, "name,dev R,test R\nheron,.1,.2\n").figures["heron"] == {"recall": ".2"}


def test_a_group_of_columns_may_say_per_cent(tmp_path: Path) -> None:
    found = read(tmp_path, "System;fine (%);\n;P;R\nheron;0,7;0,6\n")
    assert found.powers == {"fine/all/precision": -2, "fine/all/recall": -2}


def test_figures_of_labels_are_compared_if_they_are_printed(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "conlleval" / "output", tmp_path / "heron.out")
    (tmp_path / "archive.toml").write_text(
        '[ner]\nrun = "conlleval < {submission}"\nsubmissions = "*.out"\nfigures = "t"\n'
    )
    rows = "name\tPER\tLOC R\tYEAR\tLANG\tTEST F1\tORG\tMISC\nheron\t{}\t50.00\t2003\ten\t1.5\t1200\t4\n"
    for figure, verdict in (("66.67", "identical"), ("66.76", "figures")):
        (tmp_path / "t").write_text(rows.format(figure))
        done = run(tmp_path)
        assert done.verdicts == {"heron": verdict}
        assert (
            f"{tmp_path / 't'}: read so: PER is types/PER/FB1 if printed, LOC R is types/LOC/recall if printed; "
            in (done.stderr)
        )
        assert "not compared" in done.stderr
        assert all(name in done.stderr for name in ("YEAR", "TEST F1", "ORG", "MISC"))
    (tmp_path / "t").write_text("name\tDEV F1\nheron\t66.67\n")
    assert run(tmp_path).verdicts == {"heron": "unpublished"}
    words = (tmp_path / "heron.out").read_bytes()
    (tmp_path / "heron.out").write_bytes(words + b"MISC NNP O O\n")  # no label, though a word of the data
    (tmp_path / "t").write_text("name\tFB1\tMISC\nheron\t33.33\t12.5\n")
    assert run(tmp_path).verdicts == {"heron": "identical"}


def test_a_label_is_a_near_name() -> None:
    assert with_nearest(["PER", "Rank"], "conlleval") == "PER (perhaps types/PER/FB1), Rank"
    assert with_nearest(["PER"], "scorer2") == "PER"
    assert with_nearest(["PER P", "LOC F1"], "conlleval") == (
        "PER P (perhaps types/PER/precision), LOC F1 (perhaps types/LOC/FB1)"
    )


def test_headings_and_fields_of_html_span_rows(tmp_path: Path) -> None:
    text = """<table><tr><th rowspan="2">System</th><th colspan="2">fine</th><th rowspan=2>coarse R</th></tr>
    <tr><th>P</th><th>R</th></tr><tr><td>heron</td><td>.7</td><td rowspan="2">.6</td><td>.5</td></tr>
    <tr><td>ibis</td><td>.4</td><td>.3</td></tr></table>"""
    assert read(tmp_path, text, name="System").figures == {
        "heron": {"fine/all/precision": ".7", "fine/all/recall": ".6", "coarse/all/recall": ".5"},
        "ibis": {"fine/all/precision": ".4", "coarse/all/recall": ".3"},
    }


@pytest.mark.parametrize("field", [r"heron~\cite{x}", r"\textsc{heron} \citep[p.~1]{x,y}", r"\citet*{z} heron"])
def test_citations_are_no_part_of_a_name(field: str, tmp_path: Path) -> None:
    text = f"\\begin{{tabular}}{{lr}}\nname & recall \\\\\n{field} & .6 \\\\\n\\end{{tabular}}\n"
    assert read(tmp_path, text).figures == {"heron": {"recall": ".6"}}


def test_columns_with_two_figures_are_named(tmp_path: Path) -> None:
    assert read(tmp_path, "name,P/R,team,R\nheron,.6/.7,a,.7\n").others == ["P/R"]


@pytest.mark.parametrize("form", FORMS)
def test_names_of_submissions_show_their_column(form: str, tmp_path: Path) -> None:
    found = read(tmp_path, FORMS[form])
    assert found.figures == {
        "heron": {"precision": ".682", "recall": "60"},
        "ibis": {"precision": ".550", "recall": "44"},
    }
    assert found.powers == {"recall": -2}
    assert found.meant == {"P": "precision", "R": "recall"}


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("59.1", "59.1"), ("59,1", "59.1"), (",591", "0.591"), ("\u22121.5", "-1.5"), ("n/a", ""), ("\u2014", ""),
        ("59.1\u00b14.5", "59.1"), ("59.1 +- 4.5", "59.1"), ("59.1 (4.5)", "59.1"), ("59.1 [57; 61]", "59.1"),
        ("**59.1**", "59.1"), ("59.1*", "59.1"), ("59.1\u2020", "59.1"), ("59.1<sup>a</sup>", "59.1"),
        ("59.1 %", "59.1"), ("59.1a", "59.1"), ("59.1_\u00b1 .2", "59.1"), ("59.1^a", "59.1"), ("n. a.", ""),
        ("1,234.5", "1234.5"), ("1,234,567", "1234567"), ("1'234", "1234"), ("0,433", "0.433"),
        ("1e9", "1e9"), ("1e99999", None),
        ("first", None), ("1st", None), ("12-13", None), ("59.1 of 60", None), ("1.2.3", None),
    ],
)  # fmt: skip
def test_a_field_has_a_figure_or_none(text: str, figure: str | None) -> None:
    found = figure_in(text)
    assert (found and found[0]) == figure


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (r"59\pm4", "59\u00b14"), (r"59\%", "59%"), (r"a\_b", "a_b"), (r"a\&b", "a&b"), (r"\#1", "#1"), ("a~b", "a b"),
        (r"1\,234", "1234"), ("--", "\u2013"),
    ],
)  # fmt: skip
def test_signs_of_latex_are_read(field: str, text: str) -> None:
    assert of_latex(field) == text


def test_a_comma_divides_the_thousands_of_counts(tmp_path: Path) -> None:
    found = read(tmp_path, "name;fine/all/total;recall\nheron;2,081;0,433\n")
    assert found.figures == {"heron": {"fine/all/total": "2081", "recall": "0.433"}}
    assert read(tmp_path, "name;total\nheron;2,081\n").figures == {"heron": {"total": "2081"}}


def test_what_is_left_out_is_said_once(tmp_path: Path) -> None:
    found = read(tmp_path, "name,recall\nheron,.6\u00b1.1\nibis,.44 (3)\n")
    assert found.figures == {"heron": {"recall": ".6"}, "ibis": {"recall": ".44"}}
    assert found.notes == [f"{tmp_path}/t:2: only the figure is read of '.6\u00b1.1', and so in 2 fields"]


@pytest.mark.parametrize(
    "text",
    [
        ",fine,fine,coarse,coarse\nname,P,R,P,R\nheron,.1,.2,.3,.4\nibis,.5,.6,.7,.8\n",
        ",fine,,coarse,\nname,P,R,P,R\nheron,.1,.2,.3,.4\nibis,.5,.6,.7,.8\n",
        "System & \\multicolumn{2}{c}{fine} & \\multicolumn{2}{c}{coarse} \\\\\n & P & R & P & R \\\\\n"
        "heron & .1 & .2 & .3 & .4 \\\\\nibis & .5 & .6 & .7 & .8 \\\\\n",
    ],
)
def test_headings_may_have_two_lines(text: str, tmp_path: Path) -> None:
    figures = [f"{grain}/all/{column}" for grain in ("fine", "coarse") for column in ("precision", "recall")]
    assert read(tmp_path, text).figures == {
        "heron": dict(zip(figures, (".1", ".2", ".3", ".4"))),
        "ibis": dict(zip(figures, (".5", ".6", ".7", ".8"))),
    }


def test_a_paper_may_have_other_tables_in_latex(tmp_path: Path) -> None:
    tables = ("Corpus & tokens \\\\\nA & 10 \\\\\n", "System & P & R \\\\\nheron & .1 & .2 \\\\\nibis & .3 & .4 \\\\\n")
    text = "".join(
        [f"\\begin{{table}}\\begin{{tabular}}{{lrr}}\n{rows}\\end{{tabular}}\\end{{table}}\n" for rows in tables]
    )
    assert read(tmp_path, f"We had\ntokens.\n{text}").figures == {
        "heron": {"precision": ".1", "recall": ".2"},
        "ibis": {"precision": ".3", "recall": ".4"},
    }


def test_the_table_with_the_column_of_names_is_read(tmp_path: Path) -> None:
    first = "| team | size |\n|--|--|\n| heron | 3 |\n\n"
    assert read(tmp_path, f"{first}| name | R |\n|--|--|\n| heron | .6 |\n").figures == {"heron": {"recall": ".6"}}


@pytest.mark.parametrize(
    ("command", "heading", "figure"),
    [
        ("conlleval", "P", "precision"), ("conlleval", "F1", "FB1"), ("conlleval", "F-score", "FB1"),
        ("conlleval", "Acc.", "accuracy"), ("FairEval.py", "Precision", "Prec"),
        ("FairEval.py", "fair F", "fair/overall/F1"),
        ("MATScore", "F", "fmeasure"), ("muc-score", "F1", "F P&R"), ("scorer2", "F1", "F1"),
        ("scorer2", "coarse recall", "coarse/all/recall"), ("scorer.pl", "MUC", "muc/coreference/F1"),
        ("scorer.pl", "B3 F1", "bcub/coreference/F1"), ("scorer.pl", "Avg. F1", "CoNLL/coreference/F1"),
        ("scorer.pl", "CEAFe P", "ceafe/coreference/precision"), ("scorer2", "kappa", ""), ("scorer2", "", ""),
        ("scorer2", "recall of nouns", ""), ("conlleval", "rank", ""), ("m2scorer", "F0.5", "F"),
        ("evalb", "F1", "FMeasure"), ("evalb", "LP", "precision"), ("m2scorer", "F_{0.5}", "F"),
        ("scorer2", "coverage", "attempted %"), ("scorer2", "attempted %", "attempted %"),
        ("scorer2", "Error", "error rate"),
        ("scorer2", "Fine-grained recall", "fine/all/recall"), ("conlleval", "F β=1", "FB1"),
        ("conlleval", "micro F1", "overall/all/FB1"), ("scorer.pl", "CEAF_E P", "ceafe/coreference/precision"),
        ("MATScore", "Token F", "bytoken/<all>/fmeasure"), ("FairEval.py", "Trad. F1", "traditional/overall/F1"),
        ("muc-score", "P&R", "F P&R"),
    ],
)  # fmt: skip
def test_words_of_papers_mean_figures(command: str, heading: str, figure: str) -> None:
    assert figure_called(SCORERS[command], heading) == figure


@pytest.mark.parametrize(
    ("text", "layout", "powers"),
    [
        ("name,recall (%)\nheron,0.9\n", {}, {"recall": -2}),
        ("name,recall\nheron,0.9 %\n", {}, {"recall": -2}),
        ("name,recall\nheron,0.9\n", {"per_cent": True}, {"recall": -2}),
        ("name,x\nheron,0.9\n", {"columns": {"x": "fine/all/recall (%)"}}, {"fine/all/recall": -2}),
        ("name,recall\nheron,60\nibis,44\n", {}, {"recall": -2}),
        ("name,recall\nheron,60\nibis,.44\n", {}, {}),
        ("name,recall\nheron,60\nibis,44\nteal,0.8\nkite,0\n", {}, {"recall": -2}),
        ("name,recall\nheron,60\nibis,440\n", {}, {"recall": -2}),
        ("name,recall\nheron,.60\nibis,.44\nteal,6.2\n", {}, {}),
        ("name,recall\nheron,.60\nibis,.44\n", {}, {}),
        ("name,fine/all/total,attempted %\nheron,60,60\n", {"per_cent": True}, {}),
    ],
)
def test_a_column_says_or_shows_that_it_is_in_per_cent(
    text: str, layout: dict[str, Any], powers: dict[str, int], tmp_path: Path
) -> None:
    assert read(tmp_path, text, **layout).powers == powers


def test_a_column_shows_shares_of_1(tmp_path: Path) -> None:
    assert read(tmp_path, "name,FB1,P\nheron,.6,.9\nibis,.4,1.5\n", "conlleval").powers == {"FB1": 2}


@given(st.text(st.sampled_from('|&\\-:{}\n,;\t"ab1. *[](')))
def test_any_text_is_a_table_or_a_mistake(text: str) -> None:
    try:
        tables = tables_in(text)
    except InputError as error:
        assert error.problem
    else:
        assert all(row.line > 0 and any(row.fields) for table in tables for row in table)


LATEX = r"name & P & R \\ heron & 1{} & 2 \\ {} & 3"
HTML = "<table><tr><td>name<td>P<tr><td>heron<td>1{}</table>"


@pytest.mark.growth
@pytest.mark.parametrize(
    ("text", "repeated"),
    [
        (LATEX, " "), (LATEX, "x "), (LATEX, "~"), (LATEX, r"\\["), (LATEX, r"\cite["), (LATEX, r"\tnote["),
        (LATEX, r"\cmidrule("), (LATEX, r"\cmidrule["), (LATEX, r"\begin{tabular}["), (LATEX, r"\a{"),
        (LATEX, "x\\\\\n"), (HTML, "<sup>"), (HTML, "<sup"), (HTML, "*"), (HTML, "[a]("),
        (HTML, "<tr><td>\n"), (HTML, "&"),
    ],
)  # fmt: skip
def test_a_table_is_read_in_time_that_grows_with_it(text: str, repeated: str) -> None:
    assert_linear(lambda times: text.replace("{}", repeated * times), tables_in, 20000)


@pytest.mark.growth
@pytest.mark.parametrize("field", ["{}x", "1{}!", "1,{}", "a{}%x", "a{}(b", "1 ({}"])
@pytest.mark.parametrize("repeated", [" ", "0", "1,", "*", ")"])
def test_a_field_is_read_in_time_that_grows_with_it(field: str, repeated: str, tmp_path: Path) -> None:
    def read_one(text: str) -> None:
        figure_in(text)
        read(tmp_path, f"name\t{text}\n{text}\t1\n")

    assert_linear(lambda times: field.format(repeated * times), read_one, 20000)


@pytest.mark.parametrize("field", ["&#" + "9" * 5000 + ";", "&#" + "9" * 5000, "*" * 5000, r"\a{" * 5000])
def test_a_field_that_means_nothing_is_only_text(field: str, tmp_path: Path) -> None:
    assert plain(field)
    assert read(tmp_path, f"name,recall\nheron,1\n{field},2\n").figures["heron"] == {"recall": "1"}


def test_a_page_cannot_have_any_number_of_fields() -> None:
    """A few characters can make a field span thousands of others."""
    spans = "<td colspan=99 rowspan=99>x"
    assert tables_in(f"<table><tr>{spans * 11}</table>") == [[]]
    with pytest.raises(InputError, match="more than 1000000 fields; put the table of the task into its own file"):
        tables_in(f"<table><tr>{spans * 11}{'<tr><td>a' * 98}" * 12)


def test_fields_are_separated_as_in_the_first_line() -> None:
    assert [delimiter_in(text) for text in ("a,b\nc;d\te\n", "\na;b,c\n", "a,b\tc", "ab\nc,d")] == [",", ";", "\t", ""]
