"""Whatever configuration, keys and responses hold, muc-score writes its reports or says why not."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from tests.fuzzing import Sample, broken, broken_samples, files_named, is_refused, run, samples_of
from tests.running import Run

CONFIGURATION = "run.config"
SAMPLES = [sample for sample in samples_of("muc_scorer") if sample.words == ["muc-score", CONFIGURATION]]
MARKS_OF_33 = (b":class_defs", b":slot_defs", b"coreference", b"template_relation", b":scorer_version 3.3")
SAMPLES_OF_33 = [
    sample
    for sample in SAMPLES
    if any(mark in sample.files[CONFIGURATION] for mark in MARKS_OF_33)
    and b":scorer_version 1997" not in sample.files[CONFIGURATION]
]
SAMPLES_OF_1997 = [sample for sample in SAMPLES if sample not in SAMPLES_OF_33]
MESSAGES_OF_1997 = (
    *(
        b"syntax error at '",
        b"Could not open ",
        b"unspecified.",
        b" has not been defined.",
        b" is not defined for class '",
    ),
    *(b" undefined for class '", b"  class '", b"ill-formed instance header '", b"Cannot continue."),
)


def is_told(ended: Run) -> bool:
    """Say whether a run that failed ended with a line of ours or with words of the 1997 program."""
    said = ended.stdout + ended.stderr
    return is_refused(ended, "muc-score") or (ended.exit == 1 and any(words in said for words in MESSAGES_OF_1997))


@given(broken_samples(SAMPLES_OF_1997, "keys", "responses", ".slots", ".map", "texts"))
def test_any_damage_to_a_run_of_1997(sample: Sample) -> None:
    ended = run(sample)
    if ended.exit == 0:
        assert ended.stdout.endswith(b"Score Report Completed.\n")
        assert len(ended.files) >= 2
    else:
        assert is_told(ended)
        assert len(ended.files) <= 1 or b"\nCould not open file '" in ended.stderr  # the map history, or all but one


@given(broken_samples(SAMPLES_OF_33, "keys", "responses", ".slots", ".map", "texts"))
def test_any_damage_to_a_run_of_33(sample: Sample) -> None:
    assert reports_or_a_line(run(sample))


def reports_or_a_line(ended: Run) -> bool:
    """Say whether a run of version 3.3 wrote all its reports, or none and a line."""
    return len(ended.files) in (3, 4) if ended.exit == 0 else is_told(ended) and not ended.files


@given(broken_samples(SAMPLES, CONFIGURATION))
def test_any_damage_to_a_configuration(sample: Sample) -> None:
    assume(b"\0" not in sample.files[CONFIGURATION])  # names with it have tests of their own
    ended = run(sample)
    assert ended.exit == 0 or is_told(ended)


SGML = [content for content in files_named(SAMPLES, "keys", "responses") if b"<DOC>" in content]
TEMPLATES = [content for content in files_named(SAMPLES, "keys", "responses") if b":=" in content]
TASKS = {
    task: next(sample for sample in SAMPLES_OF_33 if task in sample.files[CONFIGURATION])
    for task in (b"named_entity", b"coreference", b"template_element", b"template_relation", b"scenario_template")
}


@pytest.mark.parametrize("task", [b"named_entity", b"coreference"])
@given(keys=broken(SGML), responses=broken(SGML))
def test_any_damage_to_tagged_texts(task: bytes, keys: bytes, responses: bytes) -> None:
    assert reports_or_a_line(run_files(task, keys, responses))


@pytest.mark.parametrize("task", [b"template_element", b"template_relation", b"scenario_template"])
@given(keys=broken(TEMPLATES), responses=broken(TEMPLATES))
def test_any_damage_to_templates(task: bytes, keys: bytes, responses: bytes) -> None:
    assert reports_or_a_line(run_files(task, keys, responses))


def run_files(task: bytes, keys: bytes, responses: bytes) -> Run:
    sample = TASKS[task]
    return run(sample._replace(files={**sample.files, "keys": keys, "responses": responses}))
