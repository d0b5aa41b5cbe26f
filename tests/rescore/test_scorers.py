"""What is declared of each scorer: which figures are better, and what a paper that reports them cites."""

from __future__ import annotations

import fnmatch
import pickle
import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("numpy", reason="numpy is not installed for this Python")
pytest.importorskip("click", reason="click is not installed for this Python")
from legacy_scorers.rescore import names
from legacy_scorers.rescore.names import SCORER_NAMES
from legacy_scorers.rescore.reports.model import name_of
from legacy_scorers.rescore.runs.running import own_files
from legacy_scorers.rescore.scorers import LAYOUTS, SCORERS, report_of
from legacy_scorers.rescore.scorers.scorer import LESS, MORE
from legacy_scorers.rescore.statistics.samples import CountedFigure, observed, printed_names
from tests.golden_cases import ROOT
from tests.rescore import golden_reports

if TYPE_CHECKING:
    from collections.abc import Mapping


def test_options_name_all_scorers_groups_and_kinds_of_reports() -> None:
    assert [*SCORERS] == SCORER_NAMES
    assert [*dict.fromkeys([word for scorer in SCORERS.values() for word in scorer.groups])] == names.GROUPS
    assert [*LAYOUTS] == names.REPORT_KINDS


@pytest.mark.parametrize("command", SCORERS)
def test_it_is_known_of_every_measure_which_figure_is_better(command: str) -> None:
    scorer = SCORERS[command]
    assert {name: scorer.better(name) for name in scorer.measures if scorer.better(name) not in (MORE, LESS)} == {}


UNPRINTED, UNPRINTED_TABLES = {"correct tags", "without crossing"}, {"labels", "lengths"}


@pytest.mark.parametrize("command", SCORERS)
def test_what_is_said_of_figures_is_about_figures_of_reports(command: str) -> None:
    scorer = SCORERS[command]
    reports = [report_of(report.content) for report in golden_reports.collect() if report.kind in scorer.layouts]
    names = {cell.name for report in reports for cell in report.cells}
    tables, rows, columns = [{name[part] for name in names} for part in range(3)]
    columns |= {relation.measure.name for relation in scorer.derived} | UNPRINTED
    counting = [column for column, _ in scorer.key_totals]
    patterns = {
        *(*scorer.more_is_better, *scorer.less_is_better, *scorer.neither_is_better),
        *(("*", "*", column) for column in (*counting, *scorer.right, *scorer.of_texts, *scorer.main)),
    }
    known = (tables, rows, columns)
    assert [one for one in patterns if not all(fnmatch.filter(*parts) for parts in zip(known, one))] == []
    assert {*scorer.overall} <= {name[:2] for name in names}
    assert {scorer.labels_in} <= {"", *tables}
    assert {table for table, _, _ in scorer.measures} <= {*tables, *UNPRINTED_TABLES}


BETTER = """
scorer2       more     fine/all/recall, mixed/all/attempted %, fine/bank.n.1/score
scorer2       more     mixed/all/correct, mixed/all/attempted
scorer2       neither  fine/all/total, fine/bank.n.1/guess bank_1
FairEval.py   more     fair/overall/TP, comparison/Fair/F1, weighted/PER/Rec, confusion/PER/PER
FairEval.py   less     traditional/PER/FP, fair/PER/FN, fair/PER/LE, fair/PER/BE, fair/overall/LBE, weighted/PER/BEL
FairEval.py   less     confusion/PER/LOC, confusion/_/PER, confusion/PER/TP
FairEval.py   neither  data/PER/Freq, data/PER/%
MATScore      more     bytag/<all>/match, bytoken/PER/tag_blind_accuracy, bytag/PER/recall_mean
MATScore      more     confusability/PER (hyp)/PER (ref)
MATScore      less     bytag/<all>/refonly, bytag/<all>/hyponly, bytag/PER/missing, bytag/PER/spurious
MATScore      less     bytag/PER/refclash, bytag/PER/hypclash, bytag/PER/reftagclash, bytag/PER/hyptagplusovermark
MATScore      less     bytag/PER/refundermark (detail), bytag/PER/hypcomputedtagclash (detail)
MATScore      less     bytoken/PER/tag_blind_error_rate, bychar/PER/tag_sensitive_error_rate_mean
MATScore      less     confusability/PER (hyp)/LOC (ref)
MATScore      neither  bytag/<all>/reftotal, bytag/<all>/hyptotal, bytag/<all>/test docs, bytag/PER/recall_stddev
muc-score     more     total/ALL SLOTS/F P&R, total/PERSON/PRE, total/PERSON/COR, coreference/TOTALS/common
muc-score     less     total/PERSON/MIS, total/PERSON/SPU, total/PERSON/INC, total/ALL SLOTS/UND
muc-score     less     total/ALL SLOTS/OVG, total/ALL SLOTS/SUB, total/ALL SLOTS/ERR
muc-score     neither  total/PERSON/POS, total/PERSON/ACT, total/PERSON/NON, coreference/TOTALS/key links
conlleval     more     overall/all/accuracy, types/NP/FB1, overall/all/correct tags
conlleval     neither  overall/all/tokens, types/NP/found
scorer.pl     more     CoNLL/coreference/F1, muc/coreference/recalled, coreference/(d1); part 000/identified
scorer.pl     less     coreference/(d1); part 000/invented, blanc/(d1); part 000/not identified
m2scorer      more     edits/all/F, edits/all/recall, edits/all/correct
m2scorer      neither  edits/all/proposed, edits/all/gold
evalb         more     overall/All/FMeasure, overall/len<=40/complete match, sentences/1/tags, overall/mean/recall
evalb         less     overall/All/average crossing, sentences/1/crossing, overall/All/errors
evalb         neither  overall/All/gold, sentences/1/length, sentences/1/status, overall/All/sentences
scorer.pl     neither  muc/coreference/key, bcub/mentions/response, coreference/(d1); part 000/key mentions
"""


@pytest.mark.parametrize("line", BETTER.strip().splitlines())
def test_errors_are_better_low_and_sizes_neither(line: str) -> None:
    command, which, written = line.split(maxsplit=2)
    names = written.split(", ")
    assert {name: SCORERS[command].better(name_of(name)) for name in names} == dict.fromkeys(names, which)


GROUPS = {
    "FairEval.py": ("file", "a:b.spans:12", "a:b.spans"),
    "MATScore": ("document", "a.json", "a.json"),
    "muc-score": ("document", "1", "1"),
    "scorer.pl": ("file", "(a; part 1); part 000", "(a; part 1)"),
    "scorer2": ("item", "bank.n_bank.n.001", "bank.n"),
}


@pytest.mark.parametrize("command", GROUPS)
def test_a_unit_is_in_a_group(command: str) -> None:
    word, unit, group = GROUPS[command]
    assert SCORERS[command].groups[word].of(unit) == group


def with_numbers(text: str, values: Mapping[str, int]) -> str:
    """Return a text with the values in the place of their names."""
    pattern = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
    return re.sub(pattern, lambda found: str(values[found[0]]), text)


@pytest.mark.parametrize("command", SCORER_NAMES)
def test_a_relation_says_what_it_computes(command: str) -> None:
    for relation in (*SCORERS[command].relations, *SCORERS[command].derived):
        values = dict(zip(relation.parts, (3, 5, 7, 11, 13))) | {"PAR": 0}  # half of PAR counts, which no text says
        said = with_numbers(relation.says, values)
        if re.fullmatch(r"[\d+/()-]+", said):
            figure = relation.compute(*[values[part] for part in relation.parts])
            assert figure in (pytest.approx(eval(said)), pytest.approx(100 * eval(said))), relation.says
        else:
            assert re.fullmatch(r"\d+ and \d+|its counts", said)


def test_an_undeclared_figure_is_known_as_such() -> None:
    assert SCORERS["conlleval"].better(("overall", "all", "missed")) == ""


def test_the_citation_file_and_the_page_list_what_is_cited() -> None:
    asked, listed = [(ROOT / name).read_text(encoding="utf-8") for name in ("CITATION.cff", "docs/references.md")]
    titles = re.findall(r'^    title: "(.*)"$', asked, re.MULTILINE)
    figures = [(scorer, name) for scorer in SCORERS.values() for name in scorer.measures]
    cited = {paper.lower() for scorer, name in figures for paper in scorer.references(name, {"metric": "muc"})}
    assert len(cited) > len(SCORERS)
    assert [paper for paper in cited if not any(title.lower() in paper for title in titles)] == []
    scorers = listed[: listed.index("## Methods")]
    of_people = re.findall(r"^\| .*\(\d{4}\).* \| .*?\*(.*?)\*", scorers, re.MULTILINE)
    assert len(of_people) >= 8
    assert [title for title in of_people if title not in titles] == []


@pytest.mark.parametrize(
    "line",
    [
        "scorer2 examples/scorer2/answers examples/scorer2/key examples/scorer2/sensemap -g mixed",
        "FairEval.py --config examples/faireval/demo.config",
        "MATScore --file examples/matscore/xml/trip.xml --file_type xml-inline "
        "--ref_file examples/matscore/ref/trip.json "
        "--task_dir examples/matscore/names --task Names",
        "muc-score examples/muc/ne.config",
        "conlleval < examples/conlleval/output",
        "scorer.pl all examples/coref/key examples/coref/response",
        "evalb -p examples/evalb/sample.prm examples/evalb/gold examples/evalb/test",
        "m2scorer examples/m2scorer/system examples/m2scorer/gold.m2",
    ],
    ids=lambda line: line.partition(" ")[0],
)
def test_figures_can_be_sent_by_the_process_that_counts_them(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    outcome, run, units = observed(line.split(), own_files())
    figures = [CountedFigure(run, name) for name in printed_names(outcome)]
    for figure in figures:
        sent = pickle.loads(pickle.dumps(figure))
        sums = [sum(column) for column in zip(*units.of_cells(figure.columns).values())]
        assert sent.of(sums) == pytest.approx(figure.of(sums), nan_ok=True)
    assert figures
