"""What an observer receives of a run: units and matches whose amounts are the figures printed."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.result import KEY, RESPONSE, Item, Match, Observer, Run, Unit
from common.tally import Tally, complete
from rescore.reports.model import COUNTS, F_MEASURES, MEASURES
from rescore.scorers import kind_of
from rescore.scorers.running import run_command
from tests.golden_cases import GOLDEN, Case, prepare
from tests.muc_scorer.runs import named_entities, scenario_templates, tagged, template_elements
from tests.muc_scorer.runs33 import COREFERENCE, document
from tests.running import folder_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rescore.reports.model import Cell

CASES = [case for case in map(Case, sorted((GOLDEN / "muc_scorer").iterdir())) if case.expected("exit") == b"0\n"]
LINKS = ("key classes", "response classes", "common", "key links", "response links")
RATIOS = ("recall", "precision", "f")


class Met(NamedTuple):
    """A match with its items."""

    kind: str
    key: Item | None
    response: Item | None
    why: str
    match: Match


class Listener(Observer):
    """Keeps all that it receives, and adds up all amounts."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.units: list[tuple[Unit, list[Met]]] = []
        self.tally = Tally()
        self.by_unit: list[Tally] = []

    def begin(self, run: Run) -> None:
        self.runs.append(run)

    def unit(self, unit: Unit) -> None:
        [run] = self.runs
        found = []
        own = Tally()
        for match in unit.matches:
            key = unit.item(KEY, match.key) if match.key is not None else None
            response = unit.item(RESPONSE, match.response) if match.response is not None else None
            found.append(Met(run.kind(match), key, response, unit.why(match), match))
            own.count(run.cells(unit, match))
        self.units.append((unit, found))
        self.by_unit.append(own)
        self.tally.count(own.cells())


def observed(words: list[str]) -> tuple[Listener, dict[str, bytes]]:
    listener = Listener()
    outcome = run_command("muc-score", words, listener)
    assert outcome.status == 0, outcome.stderr
    return listener, outcome.reports


def score_cells(reports: dict[str, bytes]) -> list[Cell]:
    """Return the cells of the score report."""
    cells = []
    for content in reports.values():
        kind = kind_of(content)
        if kind is not None and kind.name in ("muc-scores", "muc-coreference"):
            cells += kind.report(content, "scores").cells
    return cells


def figure(listener: Listener, cell: Cell) -> str:
    """Return a figure as it has to be printed, by what the observer was told."""
    [run] = listener.runs
    measures = run.measures.get(cell.table) or run.measures[""]
    value = complete(listener.tally.row(cell.table, cell.row), measures)[cell.column]
    if cell.column in (*COUNTS, *LINKS):
        return str(value)
    if cell.column in MEASURES:
        return "*" if int(0.5 + value) == -1 else str(int(0.5 + value))
    return f"{value:.2f}" if cell.column in F_MEASURES else f"{value:.1f}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_amounts_add_up_to_the_figures_printed(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    listener, reports = observed(case.words[1:])
    printed = [cell for cell in score_cells(reports) if cell.row != "document"]
    figures = [cell for cell in printed if not isinstance(cell.value, str)]
    assert figures
    assert [(cell.table, cell.row, cell.column, figure(listener, cell)) for cell in figures] == [
        (cell.table, cell.row, cell.column, cell.text) for cell in figures
    ]
    assert all(figure(listener, cell) in ("-1.00", "*") for cell in printed if cell not in figures)
    shown = {(cell.table, cell.row) for cell in printed}
    assert {(table, row) for table, row, *_ in listener.tally.cells()} <= shown
    names = [unit.name for unit, _ in listener.units]
    assert len(set(names)) == len(names)
    assert all(unit.sizes == {"documents": 1} for unit, _ in listener.units)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_items_stand_where_they_say(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    listener, _ = observed(case.words[1:])
    [run] = listener.runs
    paths = {source.role: source.path for source in run.inputs}
    for _, mets in listener.units:
        for met in mets:
            assert met.key or met.response
            for item, role in ((met.key, "key"), (met.response, "response")):
                if item is None or item.label == "TEXT FILTERING":
                    continue
                assert item.location is not None
                assert item.location.file == paths[role]
                lines = (tmp_path / paths[role]).read_bytes().count(b"\n") + 1
                assert item.location.line is None or 1 <= item.location.line <= lines
                if item.begin is not None and item.end is not None:
                    assert 0 <= item.begin <= item.end


def told(files: dict[str, bytes]) -> list[tuple[str, str, str, str]]:
    """Return kind, fill or object of the key and of the response, and reason of each meeting of a run."""
    listener, _ = received(files)
    return [
        (met.kind, met.key.text if met.key else "", met.response.text if met.response else "", met.why)
        for _, mets in listener.units
        for met in mets
    ]


def received(files: dict[str, bytes]) -> tuple[Listener, dict[str, bytes]]:
    """Return what an observer receives of a run on these files, and the reports."""
    with folder_with(files):
        return observed(["run.config"])


def assert_adds_up(files: dict[str, bytes]) -> None:
    listener, reports = received(files)
    cells = [cell for cell in score_cells(reports) if cell.row != "document" and not isinstance(cell.value, str)]
    assert cells
    assert [figure(listener, cell) for cell in cells] == [cell.text for cell in cells]
    whole, parts = Tally(), Tally()
    for unit, mets in listener.units:
        for met in mets:
            whole.count(listener.runs[0].cells(unit, met.match))
    for own in listener.by_unit:
        parts.count(own.cells())
    assert sorted(whole.cells()) == sorted(parts.cells()) == sorted(listener.tally.cells())


FILL = st.sampled_from(['"mayor"', '"the mayor"', '"[chief] of police"', "<PERSON-1-1>", "<PERSON-1-2>"])
POINTER = st.sampled_from([f"<IN_AND_OUT-1-{number}>" for number in range(1, 5)])
LINES = {"POST": FILL, "IN_AND_OUT": POINTER, "PER_NAME": FILL, "PER_TITLE": FILL, "NEW_STATUS": FILL}
SLOTS_OF = {
    "SUCCESSION_EVENT": ("POST", "IN_AND_OUT"),
    "IN_AND_OUT": ("NEW_STATUS",),
    "PERSON": ("PER_NAME", "PER_TITLE"),
}


@st.composite
def records(draw: st.DrawFn) -> bytes:
    """Objects of a scenario template with optional slots, alternatives and pointers."""
    text = ["<TEMPLATE-1-1> :=\n  DOC_NR: 1\n  CONTENT: <SUCCESSION_EVENT-1-1>\n"] if draw(st.booleans()) else []
    for name, slots in SLOTS_OF.items():
        for number in range(1, draw(st.integers(1, 4))):
            text.append(f"<{name}-1-{number}> :=\n")
            for slot in draw(st.lists(st.sampled_from(slots), min_size=1, max_size=2, unique=True)):
                groups = draw(st.lists(st.lists(LINES[slot], min_size=1, max_size=3), min_size=1, max_size=2))
                mark = "/ " if draw(st.booleans()) else ""
                fills = "\n    / ".join(["\n    ".join(group) for group in groups])
                text.append(f"  {slot}: {mark}{fills}\n")
    return "".join(text or ["<PERSON-1-1> :=\n  PER_NAME: Ada\n"]).encode()


@given(records(), records(), st.booleans())
def test_whatever_is_scored_adds_up(keys: bytes, responses: bytes, newer: bool) -> None:
    files = scenario_templates(keys, responses)
    if newer:
        files["run.config"] += b":scorer_version 3.3\n"
    assert_adds_up(files)


def test_fills_say_what_became_of_them() -> None:
    keys = b'<PERSON-1-1> :=\n  PER_NAME: "Ada Lund"\n  PER_TITLE: / "Ms."\n<PERSON-1-2> :=\n  PER_NAME: "Bo"\n'
    responses = b'<PERSON-1-1> :=\n  PER_NAME: "the Ada Lund"\n  PER_ALIAS: "Ada"\n'
    assert told(template_elements(keys, responses)) == [
        ("COR", "<PERSON-1-1>", "<PERSON-1-1>", "aligned with an F of 66.67"),
        ("COR", "Ada Lund", "the Ada Lund", ""),
        ("OPT", "Ms.", "", "optional, and not in the response"),
        ("SPU", "", "Ada", "the key does not fill the slot"),
        ("MIS", "<PERSON-1-2>", "", "no object of the response has a fill in common with it"),
        ("MIS", "Bo", "", "the response does not fill the slot"),
    ]


def test_excused_objects_and_pairs_handed_over_are_told() -> None:
    excused = b"<PERSON-1-2> :=\n  PER_NAME: Bo\n  OBJ_STATUS: OPT\n"
    mets = told(
        template_elements(b"<PERSON-1-1> :=\n  PER_NAME: Ada\n" + excused, b"<PERSON-1-1> :=\n  PER_NAME: Ada\n")
    )
    assert mets[-1] == ("OPT", "<PERSON-1-2>", "", "optional, and not in the response")
    slots = b"(a A (name NAME: string)) (in_and_out IO (of OF: a) (to TO: in_and_out))"
    map_ = b":scored_slots all\n:map_order a in_and_out\n"
    person = b"<A-1-9> :=\n  NAME: name n\n"
    keys = b"<IO-1-3> :=\n  TO: / <IO-1-1>\n<IO-1-1> :=\n  OF: <A-1-9>\n<IO-1-2> :=\n  OF: <A-1-9>\n" + person
    mets = told(scenario_templates(keys, b"<IO-1-1> :=\n  OF: <A-1-9>\n" + person, slots=slots, map=map_))
    why = "aligned with an F of 100.00, handed over by <IO-1-1>"
    assert ("COR", "<IO-1-2>", "<IO-1-1>", why) in mets
    assert ("OPT", "<IO-1-1>", "", "optional, and not in the response") in mets


def test_tags_say_where_they_stand() -> None:
    keys = tagged(b'Here the <ENAMEX TYPE="PERSON">Ada Lund</ENAMEX>\nor <TIMEX TYPE="DATE">May</TIMEX>')
    responses = tagged(b'Here <ENAMEX TYPE="LOCATION">the Ada Lund</ENAMEX>\nor May')
    for version in (b"1997", b"3.3"):
        files = named_entities(keys, responses)
        files["run.config"] += b":scorer_version %s\n" % version
        listener, _ = received(files)
        [(unit, mets)] = listener.units
        assert unit.name == "971"
        if unit.text is not None:
            assert isinstance(unit.text, bytes)
            key, response = mets[0].key, mets[0].response
            assert key is not None and response is not None
            assert unit.text[key.begin : key.end] == b"Ada Lund"
            assert unit.text[response.begin : response.end] == b"the Ada Lund"
        lines = {(met.key.text, met.key.location.line) for met in mets if met.key and met.key.location}
        assert {("Ada Lund", 4), ("May", 5)} <= lines
        assert ("INC", 'types differ ("PERSON" / "LOCATION")') in [(met.kind, met.why) for met in mets]
        assert ("MIS", "no tag of the response overlaps or adjoins it") in [(met.kind, met.why) for met in mets]


def test_links_say_why_they_are_missing() -> None:
    key = document('<COREF ID="1">a</COREF> <COREF ID="2" REF="1">b</COREF> <COREF ID="3" REF="1">c</COREF>')
    response = document('<COREF ID="1">a</COREF> <COREF ID="2">b</COREF> c <COREF ID="4" REF="1">d</COREF>')
    files = {"run.config": COREFERENCE.encode(), "keys": key.encode(), "responses": response.encode()}
    listener, _ = received(files)
    [(_, mets)] = listener.units
    assert [(met.kind, met.key and met.key.label, met.response and met.response.label, met.why) for met in mets] == [
        ("class", "1", None, ""),
        ("MIS", "1 - 2", None, "the response has its mentions in different classes"),
        ("MIS", "2 - 3", None, "the response lacks a mention of it"),
        ("class", None, "1", ""),
        ("SPU", None, "1 - 4", "the key lacks a mention of it"),
        ("class", None, "2", ""),
    ]
