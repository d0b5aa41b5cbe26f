"""What an observer receives of a run: pairs of documents, and matches whose amounts are the figures printed."""

from __future__ import annotations

import math
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from common.result import KEY, RESPONSE, Unit
from common.tally import Tally, complete
from mat_score.cli import score
from rescore.scorers import kind_of
from tests.golden_cases import GOLDEN, Case, changed_files, prepare
from tests.listener import Receiver
from tests.mat_score.random_documents import pairs_of_documents
from tests.mat_score.runs import document
from tests.running import variables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rescore.reports.model import Cell

CASES = [case for case in map(Case, sorted((GOLDEN / "mat_score").iterdir())) if case.expected("exit") == b"0\n"]
WORDS = ("similarity profile", "score profile", "file", "tag", "tag subset")
RESAMPLES = "resamples"


class TableReceiver(Receiver):
    """Keeps all that it receives, and adds up all amounts and sizes."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: dict[str, int] = {}

    def unit(self, unit: Unit) -> None:
        super().unit(unit)
        for name, size in unit.sizes.items():
            self.sizes[name] = self.sizes.get(name, 0) + size

    @property
    def by_table(self) -> list[tuple[str, str, str, str, int, str]]:
        """Table, kind, key and response, amount and reason of each match."""
        [run] = self.runs
        found = []
        for unit, matches in self.units:
            for match in matches:
                [(table, *_, amount), *_] = run.cells(unit, match)
                key, response = shown(unit, KEY, match.key), shown(unit, RESPONSE, match.response)
                found.append((table, run.kind(match), key, response, int(amount), unit.why(match)))
        return found


def shown(unit: Unit, side: int, index: int | None) -> str:
    if index is None:
        return ""
    item = unit.item(side, index)
    return f"{item.label} {item.begin}-{item.end} {item.text}"


def check(receiver: TableReceiver, cell: Cell) -> bool:
    """See that a figure is the sum of the amounts; return whether it is one."""
    [run] = receiver.runs
    if cell.column in WORDS or not cell.column or cell.table == "details" or cell.text.strip(' "') == "":
        return False
    counted = run.sizes.get((cell.table, cell.column))
    if counted == RESAMPLES:
        return False
    file = next((unit for unit, _ in receiver.units if cell.row.endswith(f" in {unit.name}")), None)
    if counted:
        expected: float = (file.sizes if file else receiver.sizes).get(counted, 0)
    else:
        row = dict(receiver.tally.row(cell.table, cell.row))
        for (table, column), name in run.sizes.items():
            if table == cell.table:
                row[column] = (file.sizes if file else receiver.sizes).get(name, 0)
        figures = complete(receiver.tally.row(cell.table, cell.row) | row, run.measures.get(cell.table, ()))
        expected = figures[cell.column]
    if cell.value == "#DIV/0!":
        return False
    assert not isinstance(cell.value, str), (cell.table, cell.row, cell.column, cell.text)
    if isinstance(cell.value, float) and re.fullmatch(r"-?\d+\.\d{3}", cell.text.strip()):
        assert cell.text.strip() in (f"{expected:.3f}", repr(expected)), (cell.table, cell.row, cell.column)
    else:
        assert math.isclose(cell.value, expected, rel_tol=1e-15), (cell.table, cell.row, cell.column)
    return True


def without_details(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Leave out the files that hold sets of annotations, whose order is random."""
    return {name: content for name, content in files.items() if not name.endswith("details.csv")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_amounts_add_up_to_the_figures_printed(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    prepare(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    receiver = TableReceiver()
    with variables(case.environment):
        assert score(case.words[1:], receiver) == 0
    sys.stdout.flush()
    files = changed_files(case, tmp_path)
    assert without_details(files) == without_details(case.expected_files())
    printed = [capfdbinary.readouterr().out, *files.values()]
    checked = 0
    for content in printed:
        kind = kind_of(content)
        for cell in kind.report(content, "printed").cells if kind else ():
            checked += check(receiver, cell)
    assert bool(checked) == bool(receiver.runs)
    for unit, matches in receiver.units:
        assert all(unit.why(match) and receiver.runs[0].cells(unit, match) for match in matches)
        assert unit.key and unit.response
    assert len({unit.name for unit, _ in receiver.units}) == len(receiver.units)
    assert all(os.path.exists(source.path) for run in receiver.runs for source in run.inputs)


def observed(pairs: Mapping[str, tuple[str, str]], words: Sequence[str], version: str = "2.0") -> TableReceiver:
    """Score hypotheses and references by name."""
    receiver = TableReceiver()
    with tempfile.TemporaryDirectory() as folder:
        for place, side in enumerate(("h", "r")):
            (Path(folder) / side).mkdir()
            for name, pair in pairs.items():
                (Path(folder) / side / name).write_bytes(pair[place].encode("utf-8", "surrogatepass"))
        directories = ["--dir", f"{folder}/h", "--ref_dir", f"{folder}/r"]
        with variables({"MATSCORE_VERSION": version}):
            assert score([*directories, "--csv_output_dir", f"{folder}/out", *words], receiver) == 0
    return receiver


CONTENT = ["--content_annotations", "PER,LOC,ORG,X", "--token_annotations", "lex"]
UNITS = ["--by_token", "--by_pseudo_token", "--by_character", "--confusability"]


@given(pairs_of_documents())
def test_units_add_up_to_the_whole(pairs: Mapping[str, tuple[str, str]]) -> None:
    receiver = observed(pairs, [*CONTENT, *UNITS, "--tag_output_mismatch_details"])
    [run] = receiver.runs
    units = Tally()
    for unit, matches in receiver.units:
        of_unit = Tally()
        for match in matches:
            of_unit.count(run.cells(unit, match))
        units += of_unit
    assert units == receiver.tally


HYPOTHESIS = document(
    "Ann met Bo in Rome", {"PER": [[0, 3], [5, 7]], "ORG": [[8, 10]], "X": [[8, 9]], "LOC": [[14, 17]]}
)
REFERENCE = document("Ann met Bo in Rome", {"PER": [[0, 3], [8, 10]], "LOC": [[14, 18]], "X": [[11, 13]]})


def test_every_match_says_what_became_of_it() -> None:
    receiver = observed({"d": (HYPOTHESIS, REFERENCE)}, ["--content_annotations", "PER,LOC,ORG,X"])
    assert receiver.by_table == [
        ("bytag", "match", "PER 0-3 Ann", "PER 0-3 Ann", 1, "alike"),
        ("bytag", "spurious", "", "PER 5-7 et", 1, "overlaps nothing of the other side"),
        ("bytag", "clash", "PER 8-10 Bo", "ORG 8-10 Bo", 1, 'tagclash: the labels differ ("PER" / "ORG")'),
        ("bytag", "spurious", "", "X 8-9 B", 1, "beaten by the better pair PER (8-10) and ORG (8-10)"),
        ("bytag", "missing", "X 11-13 in", "", 1, "overlaps nothing of the other side"),
        (
            "bytag",
            "clash",
            "LOC 14-18 Rome",
            "LOC 14-17 Rom",
            1,
            "overmark, seen from the reference: the hypothesis ends 1 character earlier",
        ),
    ]
    [run] = receiver.runs
    assert [(source.role, os.path.basename(os.path.dirname(source.path))) for source in run.inputs] == [
        ("hypothesis", "h"),
        ("reference", "r"),
    ]
    [(unit, matches)] = receiver.units
    assert (unit.name, unit.sizes) == ("d", {"documents": 1, "tokens": 0})
    assert [sorted(run.cells(unit, match)) for match in matches[2:3]] == [
        [
            ("bytag", "<all>", "hypclash", 1),
            ("bytag", "<all>", "refclash", 1),
            ("bytag", "<all> in d", "hypclash", 1),
            ("bytag", "<all> in d", "refclash", 1),
            ("bytag", "ORG", "hypclash", 1),
            ("bytag", "ORG in d", "hypclash", 1),
            ("bytag", "PER", "refclash", 1),
            ("bytag", "PER in d", "refclash", 1),
        ]
    ]


def test_units_are_passed_on_by_stretch() -> None:
    receiver = observed({"d": (HYPOTHESIS, REFERENCE)}, ["--content_annotations", "LOC", "--by_character"])
    assert receiver.by_table[1:] == [
        ("bychar", "match", "LOC 14-18 Rome", "LOC 14-17 Rom", 3, "alike"),
        ("bychar", "missing", "LOC 14-18 Rome", "", 1, "no hypothesis covers 17-18"),
    ]


def test_mat_13_tells_where_an_annotation_is_counted() -> None:
    split = document("Ann met Bo in Rome", {"LOC": [[14, 16], [16, 18]]})
    words = ["--content_annotations", "LOC", "--confusability", "--by_character"]
    receiver = observed({"d": (split, REFERENCE)}, words, "1.3")
    seen = "undermark, seen from the hypothesis: the hypothesis"
    assert [(kind, why) for table, kind, *_, why in receiver.by_table if table == "bytag"] == [
        ("clash", f"{seen} ends 2 characters earlier"),
        ("clash", f"{seen} begins 2 characters later; the reference is counted in another match"),
    ]
    assert receiver.runs[0].version == "1.3"
    assert receiver.tally.row("bytag", "LOC") == {"refclash": 1, "refovermark": 1, "hypclash": 2, "hypundermark": 2}


def test_a_table_that_is_given_up_is_not_passed_on() -> None:
    on = document("word word", {"PER": [[0, 4]], "lex": [[0, 4], [5, 9]]})
    off = document("word word", {"PER": [[0, 3]], "lex": [[0, 4], [5, 9]]})
    receiver = observed({"a": (on, on), "b": (off, on)}, [*CONTENT, *UNITS])
    assert {table for table, *_ in receiver.by_table} == {"bytag", "bypseudotoken", "bychar"}
