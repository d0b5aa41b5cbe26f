"""A run is a function of its words and of its host: in memory and in an archive it is the same as on the system."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common.cli import run
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.result import Observer
from legacy_scorers.mat_score.cli import score
from tests.golden_cases import GOLDEN, Case, changed_files, prepare
from tests.mat_score.runs import document
from tests.running import Run, read_files, run_here, working_in

if TYPE_CHECKING:
    from pathlib import Path

    from legacy_scorers.common import result

CASES = {  # by name: the files that are opened, and the folders that are listed, in order
    "a17_unknown_task": (["tasks/ne/task.xml"], ["tasks/ne/"]),
    "b07_csv_oo": (["hyp.json", "ref.json"], []),
    "c01_missing_hyp": (["hyp.json"], []),
    "c03_malformed_json_hyp": (["hyp.json"], []),
    "d07_subdirectory_skipped": (["h/d0.json", "r/d0.json", "h/d1.json", "r/d1.json"], ["h/"]),
    "d10_missing_dir": ([], ["h/"]),
    "d13_confidence_csv_all": ([f"{side}/d{number}.json" for number in range(4) for side in "hr"], ["h/"]),
    "d15_odd_file_names": (["h/.hidden", "r/.hidden", "h/a b,c.json", "r/a b,c.json"], ["h/"]),
    "e05_xml_task_overlay": (["tasks/ne/task.xml", "hyp.xml", "ref.xml"], ["tasks/ne/"]),
    "e21_fake_bogus_tag": (["hyp.txt"], []),
    "f28_task_dir_without_task_xml": ([], ["tasks/gone/"]),
    "f33_two_task_dirs": (
        ["tasks/ne/task.xml", "tasks/two/task.xml", "hyp.json", "ref.json"],
        ["tasks/ne/", "tasks/two/"],
    ),
    "mat13_details_texts_differ": (["hyp.json", "ref.json"], []),
    "mat13_option_of_2_0_in_1_3": ([], []),
    "mat13_overlap_in_second_document": (["h/a.json", "r/a.json", "h/b.json", "r/b.json"], ["h/"]),
}


def on_system(case: Case, folder: Path) -> Run:
    """Return what the case leaves behind in a folder of the system."""
    prepare(case, folder)
    with working_in(folder):
        done = run_here("MATScore", case.words[1:], case.environment)
    return done._replace(files=changed_files(case, folder))


def on_host(case: Case, host: Memory) -> Run:
    """Return what the case leaves behind on another host."""
    status = run("MATScore", score, case.words[1:], host)
    return Run(status, host.stdout.getvalue(), host.stderr.getvalue(), host.reports)


@pytest.mark.parametrize("name", CASES)
def test_a_run_in_memory(name: str, tmp_path: Path) -> None:
    case = Case(GOLDEN / "mat_score" / name)
    folder = tmp_path.resolve()
    wanted = on_system(case, folder)
    shutil.rmtree(folder)
    files = {f"{folder}/{file}": content for file, content in read_files(case.input).items()}
    assert on_host(case, Memory(files, case.environment, str(folder))) == wanted


@pytest.mark.parametrize("name", CASES)
def test_a_run_in_an_archive_notes_what_it_reads(name: str, tmp_path: Path) -> None:
    case = Case(GOLDEN / "mat_score" / name)
    prepare(case, tmp_path)
    host = Archive(str(tmp_path.resolve()), case.environment)
    found = on_host(case, host)
    assert not changed_files(case, tmp_path)
    assert found == on_system(case, tmp_path)
    assert ([*host.noted], [*host.listed]) == CASES[name]


def test_a_document_outside_of_the_archive_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "archive").mkdir()
    for name in ("archive/h", "r"):
        (tmp_path / name).write_text(document("", {}))
    host = Archive(str(tmp_path.resolve() / "archive"))
    words = ["--file", "h", "--ref_file", "../r", "--content_annotations", "PER"]
    assert run("MATScore", score, words, host) == 0
    outside = str(tmp_path.resolve() / "r")
    assert f"Couldn't open reference {outside}; skipping pair.".encode() in host.stdout.getvalue()
    assert [*host.refused] == [outside]


def test_a_report_in_the_place_of_an_input_is_refused() -> None:
    files = {"/home/h/bytag_excel.csv": b"{}", "/home/r/bytag_excel.csv": b"{}"}
    words = ["--dir", "h", "--ref_dir", "r", "--content_annotations", "PER", "--csv_output_dir", "../home/./h"]
    host = Memory(files, {"MATSCORE_VERSION": "2.0"}, "/home")
    assert run("MATScore", score, words, host) == 1
    assert host.stderr.getvalue().startswith(b"MATScore: ../home/./h/bytag_excel.csv: this input would be overwritten")
    assert not host.reports


class _Files(Observer):
    """Keeps the names of the files of a run, as its inputs and as its units have them."""

    def begin(self, run: result.Run) -> None:
        self.inputs = [(found.role, found.path) for found in run.inputs]

    def unit(self, unit: result.Unit) -> None:
        self.sides = [place.file for place in (unit.key, unit.response) if place]


def test_evidence_names_files_from_the_working_folder_of_the_host() -> None:
    host = Memory({"/home/h": document("", {}).encode(), "/r": document("", {}).encode()}, folder="/home")
    observer = _Files()
    assert score(["--file", "h", "--ref_file", "../r", "--content_annotations", "PER"], host, observer) == 0
    assert observer.inputs == [("hypothesis", "h"), ("reference", "/r")]
    assert observer.sides == ["/r", "h"]
