"""What is asked of runs of scorers, above all of those of golden cases; each question returns what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from math import isfinite

from jsonschema import Draft202012Validator

from legacy_scorers.common.errors import InputError
from legacy_scorers.coref_scorer.evidence import CONLL
from legacy_scorers.rescore.archive.records import UnitCounter
from legacy_scorers.rescore.output.against import Changes
from legacy_scorers.rescore.output.page import View
from legacy_scorers.rescore.output.text import TextExplanation
from legacy_scorers.rescore.reports.model import UNEXPLAINED, Name, ReportLine
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.runs.arithmetic import faults_between
from legacy_scorers.rescore.runs.difference import cell_differences
from legacy_scorers.rescore.runs.explanation import ExplainedRun, Selection, measure_of
from legacy_scorers.rescore.runs.findings import findings
from legacy_scorers.rescore.runs.replay import replay
from legacy_scorers.rescore.scorers import LISTS
from legacy_scorers.rescore.scorers.scorer import LESS, MORE, NEITHER
from legacy_scorers.rescore.statistics.samples import CountedFigure, Sample, printed_names, sample_of
from tests.golden_cases import ROOT, is_night
from tests.observed import ObservedRun
from tests.rescore.recompute import Recomputed

SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "explain.schema.json").read_text(encoding="utf-8")))
VALIDATED = 10  # lines at either end
NAMED = ("type", "schema", "command")  # strings and numbers of which the schema says more than the type
VALID: set[object] = set()
MANY = 2_000  # lines
HEADINGS = {"evalb": 3}  # lines of a heading
MESSAGES = (
    "WARNING: ", "Error: ", "ERROR: ", "Couldn't ", "Ignoring ", "Skipping ", "Producing ", "Aborting ", "Found ",
    "A token or pseudo-token",
)  # fmt: skip
UNSAMPLED = ("cannot be resampled", "scored nothing", "has no figure")  # why a run has no main measure
KNOWN: set[tuple[str, Name]] = set()  # figures of which it is known whether more is better


def shape(value: object, key: str = "") -> object:
    """Return what the schema can tell of a value: a record is validated only if none of its shape was."""
    if isinstance(value, dict):
        return tuple([(name, shape(one, name)) for name, one in value.items()])
    if isinstance(value, list):
        return tuple([shape(one) for one in value])
    if key in NAMED or value in ("inf", "-inf", "nan", "-nan"):
        return value
    return type(value), isinstance(value, int) and max(-1, min(value, 1))


def lines_keep_to_the_schema(observed: ObservedRun) -> list[object]:
    lines = observed.lines
    wrong: list[object] = []
    for record in map(json.loads, [*lines[:VALIDATED], *lines[-VALIDATED:]]):
        if shape(record) not in VALID:
            wrong += [] if SCHEMA.is_valid(record) else [record]
            VALID.add(shape(record))
    return wrong


def figures_come_from_the_lines_alone(observed: ObservedRun) -> list[object]:
    if len(observed.lines) > MANY and not is_night():
        return []
    recomputed = Recomputed(observed.lines)
    has_cells = any(record.cells for report in observed.reports for record in report.records)
    return [*recomputed.mismatches(), *([] if bool(recomputed.cells) == has_cells else ["no cells"])]


def content_of(report: Sequence[ReportLine]) -> bytes:
    """Return the bytes of a report, made of its cells and of what stands between them."""
    pieces = []
    for record in report:
        at = 0
        for cell in record.cells:
            pieces += [record.text[at : cell.begin], cell.text]
            at = cell.begin + len(cell.text)
        pieces.append(record.text[at:])
    return encoded("".join(pieces))


def cells_and_messages_make_up_every_report(observed: ObservedRun) -> list[object]:
    wrong: list[object] = []
    for report in observed.reports:
        assert report.layout
        kind = report.layout.name
        if content_of(report.records) != report.content:
            wrong.append(f"{report.name} is not made of its cells")
        is_heading = len(report.content.splitlines()) == HEADINGS.get(kind, 1)  # of a table without rows
        if not is_heading and not any(record.cells for record in report.records):
            wrong.append(f"{report.name} has no cells")
        remaining = [record.text for record in report.records if record.status == UNEXPLAINED]
        messages = (*MESSAGES, f"{observed.host.folder}/hyp.json: Found ")
        wrong += [text for text in remaining if kind not in ("faireval", "matscore") or not text.startswith(messages)]
    return wrong


def arithmetic_of_every_row_holds(observed: ObservedRun) -> list[object]:
    rows = [record.cells for report in observed.reports for record in report.records if record.cells]
    return [fault for row in rows for fault in faults_between(row[0].table, row)]


def reports_are_identical_with_themselves(observed: ObservedRun) -> list[object]:
    return [one for report in observed.reports for one in cell_differences(report.records, report.records)]


def it_is_known_which_figures_are_better(observed: ObservedRun) -> list[object]:
    scorer = observed.outcome.scorer
    reports = [
        report for report in observed.reports if report.layout and report.layout.table_of(report.content) not in LISTS
    ]
    cells = [cell for report in reports for record in report.records for cell in record.cells]
    names = {cell.name for cell in cells if not isinstance(cell.value, str)}
    new = [name for name in names if name[0] not in LISTS and (scorer.command, name) not in KNOWN]
    KNOWN.update([(scorer.command, name) for name in new])
    return [name for name in new if scorer.better(name) not in (MORE, LESS, NEITHER)]


def every_form_can_be_made_of_the_lines(observed: ObservedRun) -> list[object]:
    if len(observed.lines) > MANY:
        return []
    page, text = View(Selection()), TextExplanation(Selection(most=MANY))
    old, new = ExplainedRun(Selection()), ExplainedRun(Selection())
    for form in (page, text, old, new):
        assert observed.result
        form.review(observed.result)
    html = b"".join(page.blocks()).decode()
    targets, places = {*re.findall(r'href="#([^"]*)"', html)}, re.findall(r'\bid="([^"]*)"', html)
    wrong: list[object] = [*(targets - {*places}), *[place for place in {*places} if places.count(place) > 1]]
    signs = {sign for sign in "".join(text.blocks()) if sign < " "}
    changes = Changes(old, new)
    return [*wrong, *(signs - {"\n", "\x1b"}), *changes.text(), *([changes.figures] if changes.figures else [])]


def main_measures_are_what_is_printed(observed: ObservedRun) -> list[object]:
    """Compare the main measure, by its own choice, and a few of the other measures."""
    assert observed.result
    if len(observed.lines) > MANY and not is_night():
        return []
    counter = UnitCounter(observed.host)
    replay(observed.outcome.scorer, observed.result, counter)
    assert counter.run
    run, printed = counter.run, printed_names(observed.explained.outcome)
    try:
        main = sample_of(observed.result, None, "system")
    except InputError as error:
        return [] if any(reason in str(error) for reason in UNSAMPLED) else [error]
    is_printed = {main.figure.name, main.figure.name[0]} & {*printed, CONLL}
    is_positive = any(main.figure.of(row) > 0 for row in main.rows())
    wrong: list[object] = [main.figure.name] if is_positive and not is_printed else []
    of_measures = [name for name in printed if measure_of(run, name)]
    for name in printed.keys() & {main.figure.name, *of_measures[:: max(1, len(of_measures) // 4)]}:
        figure = CountedFigure(run, name)
        one = Sample(observed.typed, None, figure, counter.counts)
        value = one.value_of(one.units)
        wrong += [] if value != value or is_printed_as(value, printed[name]) else [(name, value, printed[name])]
        wrong += _of_arrays(figure) if find_spec("numpy") else []
    return wrong


def is_printed_as(value: float, text: str) -> bool:
    decimals = len(text.partition(".")[2])
    if value != value:
        return "." not in text
    if not isfinite(float(text)):  # there is no such value
        return True
    return text in (f"{value:.{decimals}f}", repr(value), f"{int(value * 100) / 100:.15g}")  # rounded, in full, or cut


def _of_arrays(figure: CountedFigure) -> list[object]:
    """Compare a figure of several rows of counts with those of each row."""
    import numpy as np

    sums = np.random.default_rng(1).integers(0, 5, (30, len(figure.columns))).astype(float)
    is_same = np.array_equal(figure(sums), [figure.of(row) for row in sums.tolist()], equal_nan=True)
    return [] if is_same else [f"{figure.name} of arrays"]


def findings_have_advice(observed: ObservedRun) -> list[object]:
    found = findings(observed.words, observed.host, observed.outcome)
    return [one for one in found if not one.advice or (one.line is not None and one.line <= 0) or "\n" in one.message]


Question = Callable[[ObservedRun], Sequence[object]]
OF_SCORED: dict[Question, int] = {  # asked of every run that scored; by day, of every so manieth
    lines_keep_to_the_schema: 3,
    figures_come_from_the_lines_alone: 1,
    every_form_can_be_made_of_the_lines: 20,
    main_measures_are_what_is_printed: 10,
}
OF_REFUSED: dict[Question, int] = {findings_have_advice: 1}  # of every run that did not score
OF_ALL: dict[Question, int] = {
    cells_and_messages_make_up_every_report: 1,
    arithmetic_of_every_row_holds: 1,
    reports_are_identical_with_themselves: 1,
    it_is_known_which_figures_are_better: 3,
    findings_have_advice: 6,
}


def wrong_answers(observed: ObservedRun) -> dict[str, Sequence[object]]:
    """Ask a run, and return what is wrong by question."""
    asked = {**OF_ALL, **(OF_SCORED if observed.result else OF_REFUSED)}
    steps = {question: 1 if is_night() else step for question, step in asked.items()}
    answers = {question.__name__: question(observed) for question, step in steps.items() if not observed.number % step}
    return {question: wrong for question, wrong in answers.items() if wrong}
