"""Results of ``evaluate`` and ``score``, compared with what the command prints on files that a test wrote."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from legacy_scorers.common.evaluation import Evaluation
from legacy_scorers.coref_scorer.evidence import OF_CONLL
from legacy_scorers.mat_score.tally import STATISTICS, statistic_name
from legacy_scorers.rescore.reports.report import Report
from legacy_scorers.rescore.runs.explanation import figures
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.evalb.tables import MEAN
from legacy_scorers.rescore.scorers.scorer import STDOUT
from tests.rescore.recompute import HALVES_UP, cut, printed_like

RESAMPLES = tuple(statistic_name("", part) for part in STATISTICS)  # ends of names of columns about random samples


def assert_is_printed(result: Evaluation, report: bytes, name: str = STDOUT) -> None:
    """Compare the figures of a report with those of the result, in the format of the report."""
    assert compared(result, report, name)


def compared(result: Evaluation, report: bytes, name: str = STDOUT) -> int:
    """Compare the figures of a report, if it has any, and return how many there are."""
    cells = Report(report, SCORERS[result.command].layouts, name).cells
    found = [cell for cell in figures(cells) if not cell.column.endswith(RESAMPLES) and cell.row != MEAN]
    for cell in found:
        text = cell.text.strip()
        if not text.strip('"').startswith("="):  # a formula of a spreadsheet
            assert printed(result, *cell.name, text) == text, cell.name
    return len(found)


def printed(result: Evaluation, table: str, row: str, column: str, text: str) -> str:
    """Return a figure of the result as reports of its scorer print it, with as many digits as ``text``."""
    value = result[table, row, column]
    measures = (
        result.run.measures.get((table, row)) or result.run.measures.get(table) or result.run.measures.get("", ())
    )
    is_measure = column in [measure.name for measure in measures]
    if result.command == "FairEval.py" and is_measure:
        value *= 100
    elif table == "CoNLL":
        value = sum([cut(result[part]) for part in OF_CONLL]) / len(OF_CONLL)
    elif result.command == "scorer.pl" and is_measure:
        value = cut(value)
    elif result.command == "muc-score" and column in HALVES_UP:
        value = int(0.5 + value)
    return printed_like(text, value)


def assert_threads_agree(evaluate: Callable[[], Evaluation]) -> None:
    """Evaluate in eight threads at once; each finds what one does."""
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: everything(evaluate()), range(8)))
    assert found == [everything(evaluate())] * 8


def everything(result: Evaluation) -> list[object]:
    """Return all that a result says."""
    matches = [(match.unit, match.kind, match.credit, match.why, match.cells, repr(match)) for match in result.matches]
    return [str(result), repr(result), result._repr_html_(), matches]
