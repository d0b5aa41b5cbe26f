"""What the headings of published figures mean among the figures that a run prints; what is not printed is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from legacy_scorers.rescore.archive.records import LEFT_OUT
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.headings import figure_called, figure_meant, figures_of_label
from tests.golden_cases import ROOT
from tests.rescore.archives import run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PRINTED = {
    "muc-score": [f"total/{row}/{column}" for row in ("PERSON", "ALL OBJECTS") for column in ("REC", "PRE")]
    + ["total/ALL OBJECTS/F P&R", "total/ALL OBJECTS/F 2P&R"],
    "scorer.pl": [f"{metric}/{row}/F1" for metric in ("muc", "bcub") for row in ("mentions", "coreference")]
    + ["CoNLL/coreference/F1"],
    "scorer2": ["coarse/all/recall", "coarse/all/precision"],
    "evalb": ["overall/All/FMeasure", "overall/len<=40/FMeasure"],
    "conlleval": ["types/PER/FB1", "types/LOC/FB1", "types/PER/precision"],
}


@pytest.mark.parametrize(
    ("command", "heading", "figure"),
    [
        ("muc-score", "R", "total/ALL OBJECTS/REC"), ("muc-score", "recall", "total/ALL OBJECTS/REC"),
        ("muc-score", "F", "total/ALL OBJECTS/F P&R"), ("muc-score", "F1", "total/ALL OBJECTS/F P&R"),
        ("scorer.pl", "Mentions F1", "muc/mentions/F1"), ("scorer.pl", "B3", "bcub/coreference/F1"),
        ("scorer.pl", "F1", "CoNLL/coreference/F1"), ("scorer.pl", "CEAFe", ""), ("scorer.pl", "P", ""),
        ("scorer2", "R", "coarse/all/recall"), ("scorer2", "fine R", "coarse/all/recall"), ("scorer2", "F1", ""),
        ("evalb", "All", "overall/All/FMeasure"), ("evalb", "F", "overall/All/FMeasure"),
        ("conlleval", "F1", ""), ("conlleval", "P", "types/PER/precision"),
    ],
)  # fmt: skip
def test_a_heading_means_a_printed_figure(command: str, heading: str, figure: str) -> None:
    scorer = SCORERS[command]
    assert figure_meant(scorer, figure_called(scorer, heading), PRINTED[command]) == figure


@pytest.mark.parametrize(
    ("command", "headings", "figure"),
    [
        ("scorer.pl", "CoNLL, Avg, average F1, mean, MELA, official score", "CoNLL/coreference/F1"),
        ("scorer.pl", "B3 R, B^3 R, $B^3$ R, b³ recall, BCubed rec, B-cubed R, bcub R", "bcub/coreference/recall"),
        ("scorer.pl", "CEAFm, CEAF-m F1, ceafφ3, CEAF_φ3 F, CEAF$_{\\phi_3}$", "ceafm/coreference/F1"),
        ("scorer.pl", "CEAFe, CEAF-e F1, ceafφ4, CEAF_φ4 F, CEAF_phi4", "ceafe/coreference/F1"),
        ("evalb", "P, LP, LPrec, Bracketing Precision", "precision"), ("evalb", "R, LR, LRec, labelled rec", "recall"),
        ("evalb", "F, LF, LF1, F-score, F_1", "FMeasure"), ("evalb", "CM, Exact match", "complete match"),
        ("evalb", "LR (<=40), len ≤ 40 R, LR $\\leq$ 40", "overall/len<=40/recall"),
        ("evalb", "CB, Avg CB, avg. cb", "average crossing"),
        ("FairEval.py", "trad F1, traditional F, trad", "traditional/overall/F1"),
        ("FairEval.py", "micro P, all prec, fair pre", "fair/overall/Prec"),
        ("MATScore", "micro F, all F1, overall f-measure, tag F, bytag", "bytag/<all>/fmeasure"),
        ("MATScore", "token P", "bytoken/<all>/precision"), ("MATScore", "char R", "bychar/<all>/recall"),
        ("m2scorer", "F, F0.5, F_0.5, F05, F.5, F{β=0.5}, F_{beta=.5}", "F"),
        ("conlleval", "F, F1, FB1, F-value, F_{β=1}, F-1", "FB1"), ("conlleval", "micro F1, all F", "overall/all/FB1"),
        ("conlleval", "A, Acc, accuracy", "accuracy"), ("muc-score", "F, P&R, F P&R, FPR", "F P&R"),
        ("muc-score", "error, ERR", "ERR"), ("scorer2", "coverage, attempted %", "attempted %"),
        ("scorer2", "err, error, error rate", "error rate"), ("scorer2", "fine-grained score R", "fine/all/recall"),
    ],
)  # fmt: skip
def test_a_heading_may_use_the_words_of_papers(command: str, headings: str, figure: str) -> None:
    for heading in headings.split(", "):
        assert (heading, figure_called(SCORERS[command], heading)) == (heading, figure)


@pytest.mark.parametrize(
    "heading", ["PER P", "P PER", "P (PER)", "PER (P)", "P-PER", "PER_prec", "precision: PER", "PER - P"]
)
def test_a_label_stands_before_or_behind_its_measure(heading: str) -> None:
    assert figures_of_label(SCORERS["conlleval"], heading) == ["types/PER/precision"]


def made(folder: Path, example: str, files: Sequence[str], manifest: str, table: str) -> Path:
    """Return an archive with files of an example and a table of figures."""
    for name in files:
        (folder / name).write_bytes((ROOT / "examples" / example / name).read_bytes())
    (folder / "archive.toml").write_text(f'[t]\nrun = "{manifest}"\nsubmissions = "{files[0]}"\nfigures = "t.csv"\n')
    (folder / "t.csv").write_text(table)
    return folder


SENSES = ("scorer2", ("answers", "key", "sensemap"), "scorer2 {submission} key sensemap")
COREFERENCE = ("coref", ("response", "key"), "scorer.pl muc key {submission} none")
PARSES = ("evalb", ("test", "gold", "sample.prm"), "evalb -p sample.prm gold {submission}")


@pytest.mark.parametrize(
    ("archive", "table", "differing", "left_out"),
    [
        (SENSES, "fine R,coarse R,mixed P\nanswers,0.404,.7,.9", [], "coarse/all/recall, mixed/all/precision"),
        (SENSES, "coarse R,fine R\nanswers,0.738,0.414", ["fine/all/recall"], "coarse/all/recall"),
        (SENSES, "coarse R,coarse P\nanswers,0.738,0.835", ["fine/all/recall", "fine/all/precision"], ""),
        (SENSES, "R,fine/all/recall\nanswers,.9,0.404", [], "recall"),
        (SENSES, "fine/all/recall,coarse/all/recall\nanswers,0.404,.9", ["coarse/all/recall"], ""),
        (COREFERENCE, "B3,MUC,Mentions F1\nresponse,9.99,66.66,86.66", [], "bcub/coreference/F1"),
        (PARSES, "NP,All\ntest,77.78,82.05", [], ""),
        (PARSES, "NP,All\ntest,12.34,82.05", ["labels/NP/FMeasure"], ""),
        (PARSES, "All,VBD\ntest,82.05,1.5", [], "labels/VBD/FMeasure"),
    ],
)
def test_what_the_run_does_not_print_is_left_out_with_a_note(
    archive: tuple[str, Sequence[str], str], table: str, differing: list[str], left_out: str, tmp_path: Path
) -> None:
    done = run(made(tmp_path, *archive, f"name,{table}\n"))
    (record,) = done.records
    assert ["/".join((cell["table"], cell["row"], cell["column"])) for cell in record["cells"]] == differing
    assert record["verdict"] == ("figures" if differing else "identical")
    assert [said for said in record["messages"] if said.startswith(LEFT_OUT)] == [f"{LEFT_OUT}{left_out}"] * bool(
        left_out
    )
    note = f"rescore: t: {LEFT_OUT}{left_out}; figures.columns can say which it is\n"
    assert (note in done.stderr) == bool(left_out)


@pytest.mark.parametrize(
    ("archive", "table", "cause"),
    [
        (SENSES, "coarse R,fine R\nanswers,0.738,0.414", ""),  # that of coarse is left out
        (SENSES, "coarse R,coarse P\nanswers,0.738,0.835", "identical with -g coarse"),
        (PARSES, "NP,All\ntest,12.34,82.05", ""),
    ],
)
def test_a_cause_explains_all_figures_that_are_compared(
    archive: tuple[str, Sequence[str], str], table: str, cause: str, tmp_path: Path
) -> None:
    (record,) = run(made(tmp_path, *archive, f"name,{table}\n")).records
    assert [one["text"] for one in record["causes"]] == [cause] * bool(cause)
