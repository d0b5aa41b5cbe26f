"""muc-score sees and touches nothing but its host: runs in memory and in an archive are those of the system."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from legacy_scorers.common import cli
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.muc_scorer.cli import score
from tests.golden_cases import GOLDEN, Case
from tests.muc_scorer.runs import named_entities, tagged
from tests.running import Run, folder_with, read_files, run_on

CASES = {  # what each run opens, in order and whether it is there or not
    "ne_mixed": "run.config ne.slots keys responses ne.map",
    "ne_base_dir": "run.config data/ne.slots data/keys data/responses data/ne.map",
    "ne_text_file": "run.config ne.slots texts keys responses ne.map",
    "ne_text_file_absent": "run.config ne.slots nowhere keys responses ne.map",
    "te_mixed": "run.config te.slots keys responses te.map",
    "st_pass_mapping": "run.config st.slots keys responses st.map",
    "derived_co_1997": "run.config slots keys responses map",
    "muc33_ne_slot_and_map_file": "run.config slots map keys responses",
    "muc33_te_offsets": "run.config keys responses",
    "muc33_tr_right": "run.config keys responses",
    "muc33_st_dangling_pointer": "run.config keys responses",
    "muc33_co_reference_warnings": "run.config keys responses",
    "cfg_unknown_option": "run.config te.slots keys responses te.map",
    "cfg_slot_redefinition": "run.config te.slots keys responses te.map",
    "cfg_map_bad_option": "run.config te.slots keys responses te.map",
    "cfg_slot_syntax": "run.config te.slots",
    "cfg_slotfile_absent": "run.config s",
    "muc33_err_class_def": "run.config",
    "muc33_err_co_unclosed": "run.config keys responses",
    "cli_no_args": "",
    "cli_no_config": "nowhere.config",
}


def run_in(host: Memory, words: Sequence[str]) -> Run:
    """Run the command on a host that keeps its streams and reports."""
    status = cli.run("muc-score", score, words, host)
    return Run(status, host.stdout.getvalue(), host.stderr.getvalue(), host.reports)


@pytest.mark.parametrize("name", CASES)
def test_a_run_is_the_same_on_every_host(name: str) -> None:
    case = Case(GOLDEN / "muc_scorer" / name)
    files, words = read_files(case.input), case.words[1:]
    wanted = run_on(files, "muc-score", words)
    assert run_in(Memory(files), words) == wanted
    with folder_with(files) as folder:
        host = Archive(str(folder.resolve()))
        assert run_in(host, words) == wanted
        assert " ".join(host.noted) == CASES[name]
        assert not host.refused
        assert read_files(folder) == files


def test_reports_are_kept_from_inputs_in_memory_too() -> None:
    config = named_entities(b"", b"")["run.config"] + b":score_file ./keys\n"
    files = named_entities(tagged(b"x"), tagged(b"x"), **{"run.config": config})
    wanted = run_on(files, "muc-score", ["run.config"])
    assert wanted == Run(1, b"", b"muc-score: ./keys: is an input file; give the report another name\n", {})
    assert run_in(Memory(files), ["run.config"]) == wanted


def test_a_run_in_an_archive_opens_no_file_outside_of_it() -> None:
    config = b":scoring_task named_entity\n:slot_file ../slots\n"
    with folder_with({"slots": b"", "inside/run.config": config}) as folder:
        host = Archive(str(folder.resolve() / "inside"))
        wanted = Run(1, b"", b"Could not open slotconfiguration file '../slots'.\n", {})
        assert run_in(host, ["run.config"]) == wanted
        assert [*host.refused] == ["../slots"]
