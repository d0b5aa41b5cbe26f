"""The command line of MATScore: optparse's rules and texts, versions, and the checks in their order."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.mat_score.cli import Request, choose_version
from legacy_scorers.mat_score.options import POINTLESS, V1, V2, HelpNeeded
from legacy_scorers.mat_score.usage import TASKS_COME_FROM, UsageError, options_of, parse

if TYPE_CHECKING:
    from legacy_scorers.mat_score.options import Options

PAIR = ["--file", "h", "--ref_file", "r"]
SCORED = [*PAIR, "--content_annotations", "A"]


def refusal(words: list[str], version: str = V2) -> str:
    with pytest.raises(UsageError) as caught:
        parse(options_of(version), words)
    return str(caught.value)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bogus"], "no such option: --bogus"),
        (["--bogus=3"], "no such option: --bogus"),
        (["-x"], "no such option: -x"),
        (["-xyz"], "no such option: -x"),
        (["--fil"], "ambiguous option: --fil (--file, --file_re, --file_type?)"),
        (["--fil=a"], "ambiguous option: --fil (--file, --file_re, --file_type?)"),
        (["--ta"], "ambiguous option: --ta (--tag_output_mismatch_details, --task?)"),
        (["--file"], "--file option requires an argument"),
        (["--equivalence_class", "A"], "--equivalence_class option requires 2 arguments"),
        (["--equivalence_class=A"], "--equivalence_class option requires 2 arguments"),
        (["--details=yes"], "--details option does not take a value"),
        (["--det=yes"], "--details option does not take a value"),
        (["--help=yes"], "--help option does not take a value"),
        (
            ["--file_type", "raw"],
            "option --file_type: invalid choice: 'raw' (choose from 'fake-xml-inline', 'mat-json', 'xml-inline')",
        ),
        (
            ["--ref_file_type=it's"],
            'option --ref_file_type: invalid choice: "it\'s" '
            "(choose from 'fake-xml-inline', 'mat-json', 'xml-inline')",
        ),
        (["--no_csv_formulas"], "no such option: --no_csv_formulas"),
    ],
)
def test_errors_are_worded_as_in_python_2(words: list[str], message: str) -> None:
    assert refusal(words) == message


def test_an_option_of_the_other_version_is_unknown() -> None:
    assert refusal(["--gold_only"], V1) == "no such option: --gold_only"


@pytest.mark.parametrize(
    ("words", "uses", "positionals"),
    [
        (["--file", "a"], [("--file", ("a",))], []),
        (["--file=a=b"], [("--file", ("a=b",))], []),
        (["--file="], [("--file", ("",))], []),
        (["--file", "--details"], [("--file", ("--details",))], []),
        (["--deta"], [("--details", ())], []),
        (["--tas", "T"], [("--task", ("T",))], []),
        (["--task_d", "T"], [("--task_dir", ("T",))], []),
        (["--equiv", "A", "b,c"], [("--equivalence_class", ("A", "b,c"))], []),
        (["--equiv=A", "b,c"], [("--equivalence_class", ("A", "b,c"))], []),
        (["x", "--details", "y"], [("--details", ())], ["x", "y"]),
        (["--details", "--", "--file", "y"], [("--details", ())], ["--file", "y"]),
        (["-"], [], ["-"]),
        (["--h", "--bogus"], [("--help", ())], []),
        (["-hx", "--bogus"], [("--help", ())], []),
    ],
)
def test_words_are_read_as_by_optparse(
    words: list[str], uses: list[tuple[str, tuple[str, ...]]], positionals: list[str]
) -> None:
    line = parse(options_of(V2), words)
    assert line.uses == uses
    assert line.positionals == positionals


@given(st.lists(st.text(max_size=8) | st.sampled_from(["--file", "--", "--equivalence_class", "--x=", "-h"])))
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    try:
        line = parse(options_of(V2), words)
    except UsageError as error:
        assert str(error)
    else:
        assert all(name.startswith("--") for name, _ in line.uses)


@pytest.mark.parametrize(
    ("words", "environment", "version"),
    [
        ([], {}, V1),
        (SCORED, {}, V1),
        (SCORED, {"MATSCORE_VERSION": V2}, V2),
        (["--gold_only"], {"MATSCORE_VERSION": V1}, V1),
        (["--gold"], {}, V2),
        (["--oo"], {}, V1),
        (["--score_profile=x"], {}, V2),
        (["--s", "x"], {}, V2),
        (["--tag"], {}, V1),
        (["--xml"], {}, V1),
        (["--csv", "d"], {}, V1),
        (["--task", "--gold_only"], {}, V1),
        (["--task=x", "--gold_only"], {}, V2),
        (["--equivalence_class", "--gold_only", "--gold_only"], {}, V1),
        (["--equivalence_class=A", "--oo_separator", "--gold_only"], {}, V2),
        (["--", "--gold_only"], {}, V1),
    ],
)
def test_version(words: list[str], environment: dict[str, str], version: str) -> None:
    assert choose_version(words, environment) == version


def test_options_of_both_versions_are_refused() -> None:
    with pytest.raises(UsageError) as caught:
        choose_version(["--gold_only", "--oo_separator", "--no_csv_formulas"], {})
    assert "--oo_separator is an option of MAT 1.3 only" in str(caught.value)
    assert "--gold_only of MAT 2.0 only" in str(caught.value)


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        choose_version([], {"MATSCORE_VERSION": "2"})
    assert caught.value.status == 2


def checked(words: list[str], version: str = V2, **environment: str) -> tuple[Options, list[str]]:
    notices: list[str] = []
    options, _ = Request(words, Memory({}, {"MATSCORE_VERSION": version, **environment})).check(notices.append)
    return options, notices


@pytest.mark.parametrize(
    ("words", "message", "complaint"),
    [
        ([], "One of --file or --dir must be specified.", ""),
        (["--ref_file", "r"], "One of --file or --dir must be specified.", ""),
        (["--file", "a", "--dir", "b"], "Only one of --file or --dir can be specified.", ""),
        (["--file", "a", "--ref_dir", "b"], "--file requires --ref_file.", ""),
        (["--dir", "a", "--ref_file", "b"], "--dir requires --ref_dir.", ""),
        (PAIR, "", POINTLESS),
        ([*PAIR, "--content_annotations", ""], "", POINTLESS),
        ([*PAIR, "--task", "T"], "", "Error: task 'T' unknown."),
        ([*SCORED, "extra"], "", ""),
        (["extra"], "", ""),
    ],
)
def test_checks_answered_with_the_help(words: list[str], message: str, complaint: str) -> None:
    with pytest.raises(HelpNeeded) as caught:
        checked(words)
    assert (caught.value.message, caught.value.complaint, caught.value.status) == (message, complaint, 1)


def test_an_unknown_task_is_answered_with_where_tasks_come_from() -> None:
    with pytest.raises(HelpNeeded) as caught:
        checked([*PAIR, "--task", "T"], V1)
    assert caught.value.complaint == (
        "Error: task 'T' unknown.\n"
        "MATScore: Tasks come from the directories that --task_dir and MATSCORE_TASK_DIRS name."
    )
    help_text = " ".join(Request([], Memory({}, {"MATSCORE_VERSION": V2})).help().split())  # where 2.0 has room for it
    assert TASKS_COME_FROM in help_text


@pytest.mark.parametrize(
    ("version", "word", "name", "other"),
    [
        (V1, "--csv_formula_output", "--csv_formula_output", V2),
        (V1, "--csv_f=oo", "--csv_formula_output", V2),
        (V2, "--no_csv_formulas", "--no_csv_formulas", V1),
        (V2, "--oo_separator", "--oo_separator", V1),
        (V2, "--tag_span_details", "--tag_span_details", V1),
    ],
)
def test_an_option_of_the_other_version_is_said_to_be_that(version: str, word: str, name: str, other: str) -> None:
    with pytest.raises(UsageError) as caught:
        Request([word], Memory({}, {"MATSCORE_VERSION": version}))
    written = word.partition("=")[0]
    assert str(caught.value) == (
        f"no such option: {written}; {name} is an option of MAT {other} (set MATSCORE_VERSION={other})"
    )


@pytest.mark.parametrize(
    ("version", "words", "notices"),
    [
        (V1, ["--oo_separator"], ["--oo_separator: no effect without --csv_output_dir"]),
        (
            V1,
            ["--oo_separator", "--compute_confidence_data", "--no_csv_formulas"],
            ["--compute_confidence_data, --no_csv_formulas, --oo_separator: no effect without --csv_output_dir"],
        ),
        (V1, ["--oo_separator", "--csv_output_dir", "d"], []),
        (V1, ["--details"], []),
        (V2, ["--compute_confidence_data"], []),
    ],
)
def test_options_without_effect(version: str, words: list[str], notices: list[str]) -> None:
    request = Request([*SCORED, *words], Memory({}, {"MATSCORE_VERSION": version}))
    options, _ = request.check(print)
    assert request.notices(options) == notices


def test_help_is_no_failure() -> None:
    with pytest.raises(HelpNeeded) as caught:
        checked(["--help"])
    assert caught.value.status == 0


@pytest.mark.parametrize(
    ("words", "notices"),
    [
        (
            [*SCORED, "--file_re", "x", "--ref_dir", "d", "--ref_fsuff_on", "a", "--ref_fsuff_off", "b"],
            [
                "Ignoring --ref_dir with --file.",
                "Ignoring --ref_fsuff_off with --file.",
                "Ignoring --ref_fsuff_on with --file.",
                "Ignoring --file_re with --file.",
            ],
        ),
        (
            [*SCORED, "--equivalence_class", "N", "A, B", "--ignore", "B,A,C"],
            ["Ignoring label 'B' in equivalence classes", "Ignoring label 'A' in equivalence classes"],
        ),
        ([*SCORED, "--equivalence_class", "N", "A", "--ignore", "N"], []),
    ],
)
def test_notices(words: list[str], notices: list[str]) -> None:
    assert checked(words)[1] == notices


def test_label_lists() -> None:
    options, _ = checked([*PAIR, "--content_annotations", "A, B", "--token_annotations", "lex,"])
    assert options.content_labels == ["A", " B"]
    assert options.token_labels == ["lex", ""]


def test_the_last_equivalence_class_wins() -> None:
    words = ["--equivalence_class", "N", "A , B", "--equivalence_class", "M", "B"]
    assert checked([*SCORED, *words])[0].equivalences == {"A": "N", "B": "M"}


@pytest.mark.parametrize(
    ("version", "words", "formats"),
    [
        (V2, [], ("excel",)),
        (V2, ["--csv_formula_output", " literal , oo,literal"], ("literal", "oo")),
        (V1, [], ("excel",)),
        (V1, ["--oo_separator"], ("oo",)),
        (V1, ["--oo_separator", "--no_csv_formulas"], ("literal",)),
    ],
)
def test_formats(version: str, words: list[str], formats: tuple[str, ...]) -> None:
    assert checked([*SCORED, *words], version)[0].csv_formats == formats


@pytest.mark.parametrize(
    ("words", "folder"), [([], ""), (["--csv_output_dir", ""], "."), (["--csv_output_dir", "d"], "d")]
)
def test_without_a_folder_for_csv_files_the_report_is_text(words: list[str], folder: str) -> None:
    assert checked([*SCORED, *words])[0].csv_output_dir == folder


@pytest.mark.parametrize("value", ["html", "excel,html", "excel,", ""])
def test_unknown_formats_are_refused(value: str) -> None:
    with pytest.raises(InputError) as caught:
        checked([*SCORED, "--csv_formula_output", value])
    assert caught.value.status == 1


@pytest.mark.parametrize(
    ("version", "words", "kind"),
    [
        (V2, ["--xml_input_is_overlay"], InputError),
        (V2, ["--file_type", "mat-json", "--xml_translate_all"], InputError),
        (V2, ["--file_type", "xml-inline", "--ref_xml_translate_all"], InputError),
        (V1, ["--xml_input_is_overlay"], UsageError),
        (V1, ["--xml_input_is_overlay", "--file_type", "xml-inline"], UsageError),
        (V1, ["--file_type", "xml-inline", "--ref_xml_input_is_overlay"], UsageError),
    ],
)
def test_reader_options_need_their_file_type(version: str, words: list[str], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        checked([*SCORED, *words], version)


@pytest.mark.parametrize(
    ("version", "words"),
    [
        (V2, ["--xml_translate_all", "--file_type", "xml-inline"]),
        (V2, ["--xml_translate_all", "--file_type", "xml-inline", "--file_type", "mat-json"]),
        (V1, ["--file_type", "xml-inline", "--xml_input_is_overlay"]),
        (V1, ["--ref_file_type", "xml-inline", "--file_type", "mat-json", "--ref_xml_input_is_overlay"]),
    ],
)
def test_reader_options_with_their_file_type(version: str, words: list[str]) -> None:
    assert checked([*SCORED, *words], version)[1] == []


def test_without_task_and_list_the_documents_decide_in_1_3() -> None:
    assert checked(PAIR, V1)[0].content_labels is None


@pytest.mark.parametrize(("seed", "number"), [("", None), ("7", 7), ("-1", -1)])
def test_seed(seed: str, number: int | None) -> None:
    assert checked(SCORED, MATSCORE_SEED=seed)[0].seed == number


def test_a_seed_that_is_no_number_is_refused() -> None:
    with pytest.raises(InputError):
        checked(SCORED, MATSCORE_SEED="x")


@pytest.mark.parametrize("version", [V1, V2])
def test_help_has_the_layout_of_optparse(version: str) -> None:
    help_text = Request([], Memory({}, {"MATSCORE_VERSION": version})).help()
    lines = help_text.splitlines()
    assert lines[:4] == [
        "Usage: MATScore [options]",
        "",
        "Options:",
        "  -h, --help            show this help message and exit",
    ]
    assert [line for line in lines if line.startswith("  ") and line.endswith("options:")] == [
        "  Core options:",
        "  Hypothesis options:",
        "  Reference options:",
        "  Score output options:",
    ]
    assert max(map(len, lines)) <= 78
    assert ("    --gold_only" in help_text) == (version == V2)
    assert ("    --oo_separator" in help_text) == (version == V1)
    assert "Further help may be available for --file_type, --ref_file_type." in help_text


def test_help_shows_the_options_of_chosen_readers() -> None:
    words = ["--file_type", "xml-inline", "--ref_file_type", "mat-json"]
    help_text = Request(words, Memory({}, {"MATSCORE_VERSION": V2})).help()
    assert "\n    --xml_translate_all\n" in help_text
    assert "--ref_xml_translate_all" not in help_text
    assert "Further help" not in help_text


def test_task_directories_of_both_origins() -> None:
    files = {f"{name}/task.xml": f"<task name='{name}'><workflows/></task>".encode() for name in "AB"}
    host = Memory(files, {"MATSCORE_VERSION": V2, "MATSCORE_TASK_DIRS": f"{os.pathsep}A{os.pathsep}"})
    words = [*PAIR, "--task", "B", "--task_dir", "B", "--task_dir", "A"]
    options, _ = Request(words, host).check(print)
    assert options.task is not None
    assert options.task.name == "B"
