"""The module FairEval: recorded calls of every function, with results, printed text and side effects on arguments."""

from __future__ import annotations

import doctest
import gc
import inspect
import io
import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import redirect_stdout
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import FairEval
from tests.golden_cases import GOLDEN, ROOT

CALLS = [json.loads(line) for line in (GOLDEN / "faireval" / "api.jsonl").read_text(encoding="utf-8").splitlines()]
FUNCTIONS = sorted({call["function"] for call in CALLS})


def decoded(value: Any) -> Any:  # noqa: ANN401
    """Return the Python value of a recorded one."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, items),) = value.items()
    if kind == "__dict__":
        return {decoded(key): decoded(item) for key, item in items}
    return {"__set__": set, "__tuple__": tuple}[kind](decoded(item) for item in items)


def written(value: object) -> str:
    """Return the value with its types and the order of its keys; sets have no order."""
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(written, value))) + "}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({', '.join(map(written, value))})"
    return repr(value)


def observed(call: dict[str, Any]) -> dict[str, str]:
    """Make the call and return what happened, under the names of the record."""
    args, kwargs = decoded(call["args"]), {name: decoded(value) for name, value in call["kwargs"]}
    found = {}
    with redirect_stdout(io.StringIO()) as printed:
        try:
            found["result"] = written(getattr(FairEval, call["function"])(*args, **kwargs))
        except (IndexError, AttributeError, TypeError) as error:
            found["exception"] = written([type(error).__name__, str(error)])
    found["stdout"] = written(printed.getvalue())
    found["args_after"] = written(args)
    found["kwargs_after"] = written([[name, value] for name, value in kwargs.items()])
    return found


def recorded(call: dict[str, Any]) -> dict[str, str]:
    wanted = {
        name: written(decoded(value)) for name, value in call.items() if name not in ("function", "args", "kwargs")
    }
    return {"stdout": written("")} | wanted


@pytest.mark.parametrize("function", FUNCTIONS)
def test_recorded_calls(function: str) -> None:
    for number, call in enumerate(CALLS, 1):
        if call["function"] == function:
            found, wanted = observed(call), recorded(call)
            assert {name: found.get(name) for name in wanted} == wanted, f"api.jsonl:{number}"


def test_there_are_recorded_calls_of_most_functions() -> None:
    counted = Counter(call["function"] for call in CALLS)
    assert len(CALLS) >= 1532
    assert counted.keys() == set(FairEval.__all__) - {"get_sentences", "read_config"}


SIGNATURES = {
    "precision": ["evaldict", "version='traditional'", "weight_dict=None"],
    "recall": ["evaldict", "version='traditional'", "weight_dict=None"],
    "fscore": ["evaldict"],
    "overlap_type": ["span1", "span2"],
    "compare_spans": ["target_spans", "system_spans", "focus='target'"],
    "annotation_stats": ["target_spans", "result_dict=None", "**config"],
    "get_spans": ["sentence", "**config"],
    "get_sentences": ["filename"],
    "add_dict": ["base_dict", "dict_to_add"],
    "calculate_results": ["eval_dict", "**config"],
    "output_results": ["eval_dict", "**config"],
    "read_config": ["config_file"],
}


def test_signatures() -> None:
    found = {
        name: [
            str(parameter.replace(annotation=inspect.Parameter.empty))
            for parameter in inspect.signature(getattr(FairEval, name)).parameters.values()
        ]
        for name in FairEval.__all__
    }
    assert found == SIGNATURES


def test_import_has_no_side_effects() -> None:
    program = "import sys; sys.path.insert(0, sys.argv[1]); import FairEval; print(sorted(FairEval.__all__)[0])"
    done = subprocess.run([sys.executable, "-I", "-c", program, ROOT], capture_output=True, check=True)
    assert (done.stdout.split(), done.stderr) == ([b"add_dict"], b"")


def write_input(folder: Path, settings: str = "") -> str:
    (folder / "system").mkdir()
    (folder / "gold.spans").write_text("A\t1\t2\t1, 2\n\nB\t3\t3\t3\n", encoding="utf-8")
    (folder / "system" / "gold.spans").write_text("A\t1\t2\t1, 2\n\nC\t3\t3\t3\n", encoding="utf-8")
    paths = f"target_in = {folder / 'gold.spans'}\nsystem_in = {folder / 'system'}\n"
    (folder / "run.config").write_text(paths + settings, encoding="utf-8")
    return str(folder / "run.config")


def evaluated(config: dict[str, Any]) -> dict[str, Any]:
    """Evaluate as the documentation of the module shows it."""
    results: dict[str, Any] = {}
    config["data_stats"] = {}
    for target_file, system_file in zip(config["target_files"], config["system_files"]):
        for target, system in zip(FairEval.get_sentences(target_file), FairEval.get_sentences(system_file)):
            spans = FairEval.get_spans(target, **config)
            FairEval.annotation_stats(spans, **config)
            FairEval.add_dict(results, FairEval.compare_spans(spans, FairEval.get_spans(system, **config)))
    return FairEval.calculate_results(results, **config)


@pytest.mark.parametrize("to_file", [False, True])
def test_the_functions_together_write_what_the_command_writes(
    to_file: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "out" / "eval.csv"
    config_file = write_input(tmp_path, f"eval_out = {report}\n" if to_file else "")
    config = FairEval.read_config(config_file)
    assert config is not None
    FairEval.output_results(evaluated(config), **config)
    print("still open")
    printed = capsys.readouterr().out
    written_by_functions = report.read_text(encoding="utf-8") if to_file else ""
    done = subprocess.run(
        [sys.executable, ROOT / "bin" / "FairEval.py", "--config", config_file], capture_output=True, check=True
    )
    assert printed == done.stdout.decode() + "still open\n"
    assert (report.read_text(encoding="utf-8") if to_file else "") == written_by_functions
    assert "C\t0\t1\t0" in (written_by_functions or printed)


def test_the_module_is_a_program_too(tmp_path: Path) -> None:
    config_file = write_input(tmp_path)
    programs = (ROOT / "FairEval.py", ROOT / "bin" / "FairEval.py")
    module, command = (
        subprocess.run([sys.executable, program, "--config", config_file], capture_output=True, check=True).stdout
        for program in programs
    )
    assert module == command


def test_labels_are_counted_into_a_result_as_the_documentation_says() -> None:
    results: dict[str, Any] = {"other": 1}
    FairEval.annotation_stats([["A", 1, 1, {1}], ["B", 2, 2, {2}], ["A", 3, 3, {3}]], results)
    FairEval.annotation_stats([["C", 1, 1, {1}], ["A", 2, 2, {2}]], result_dict=results)
    assert results == {"other": 1, "data_stats": {"A": 3, "B": 1, "C": 1}}


FIRST = ["target_in", "target_files", "system_in", "system_files"]


@pytest.mark.parametrize(
    ("lines", "keys"),
    [
        ("", ["eval_out", "labels", "eval_method"]),
        ("weights = default\nfocus = target", ["weights", "focus", "eval_out", "labels", "eval_method"]),
        ("eval_method = weighted\nexclude\nlabels = A", ["eval_method", "exclude", "labels", "eval_out"]),
        ("labels = A\neval_out = ./o.csv\nlabels = B", ["labels", "eval_out", "eval_method"]),
        ("eval_out = o.csv\nignore_punct =", ["ignore_punct", "eval_out", "labels", "eval_method"]),
    ],
)
def test_settings_are_in_the_order_of_the_file(
    lines: str, keys: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = FairEval.read_config(write_input(tmp_path, lines))
    assert config is not None
    assert list(config) == FIRST + keys


@pytest.mark.parametrize(
    ("precision", "recall", "wanted"),
    [
        (Fraction(1, 3), Fraction(1, 2), Fraction(2, 5)),
        (Decimal("0.1"), Decimal("0.3"), Decimal("0.15")),
        (0.25, 0.75, 0.375),
        (1, 1, 1.0),
        (Fraction(0), Fraction(0), 0.0),
        (Decimal(0), Decimal(0), 0.0),
        (10**400, 0, 0.0),
        (10**400, 10**400, 0.0),
    ],
)
def test_the_f_measure_has_the_type_of_its_numbers(precision: Any, recall: Any, wanted: object) -> None:  # noqa: ANN401
    found = FairEval.fscore({"Prec": precision, "Rec": recall})
    assert (type(found), found) == (type(wanted), wanted)


def test_a_configuration_without_inputs_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.config").write_text("labels = A\n", encoding="utf-8")
    assert FairEval.read_config(str(tmp_path / "run.config")) is None
    assert capsys.readouterr().out == "ERROR: Cannot evaluate without target AND system file(s). Quitting.\n"


def test_weighted_results_need_a_place() -> None:
    counts = FairEval.compare_spans([["A", 1, 1, {1}]], [])
    with pytest.raises(KeyError):
        FairEval.calculate_results(counts, eval_method=["weighted"])


@pytest.mark.parametrize(("kind", "recall"), [("Rec", 1.0), ("F1", 1.0), ("LE", 0.4)])
def test_weighted_types_named_like_scores_count_nothing(kind: str, recall: float) -> None:
    counts = FairEval.compare_spans([["Q", 9, 9, {9}], ["A", 1, 1, {1}]], [["Q", 9, 9, {9}], ["B", 1, 1, {1}]])
    counts["per_label"]["weighted"] = {}
    weights = {kind: {"TP": 0, "FP": 0, "FN": 1.5}, "TP": {"TP": 1}, "FP": {"FP": 1}, "FN": {"FN": 1}}
    methods = ["traditional", "fair", "weighted"]
    results = FairEval.calculate_results(counts, eval_method=methods, weights=weights)
    assert results["overall"]["weighted"]["Rec"] == recall
    assert results["per_label"]["weighted"]["Q"]["Rec"] == 1.0


def test_weighted_sums_are_not_compensated() -> None:
    weights = {"A": {"TP": 0.1}, "B": {"TP": 0.2}, "C": {"TP": 0.3}, "FP": {"FP": 1.0}}
    positives = 0.1 + 0.2 + 0.3  # not quite 0.6
    assert positives != 0.6
    assert FairEval.precision(dict.fromkeys(weights, 1), "weighted", weights) == positives / (positives + 1.0)


NOTHING: dict[str, Any] = {
    "overall": {"traditional": {}, "fair": {}}, "per_label": {"traditional": {}, "fair": {}}, "conf": {},
}  # fmt: skip


def test_what_is_missing_is_written_as_0(capsys: pytest.CaptureFixture[str]) -> None:
    FairEval.output_results(NOTHING, eval_out=None)
    assert capsys.readouterr().out == (
        "\n### Traditional evaluation:\nLabel\tTP\tFP\tFN\tPrec\tRec\tF1\noverall\t0\t0\t0\t0.00\t0.00\t0.00\n"
        "\n### Fair evaluation:\nLabel\tTP\tFP\tLE\tBE\tLBE\tFN\tPrec\tRec\tF1\n"
        "overall\t0\t0\t0\t0\t0\t0\t0.00\t0.00\t0.00\n"
        "\n### Comparison:\nVersion\tPrec\tRec\tF1\nTraditional\t0.00\t0.00\t0.00\nFair\t0.00\t0.00\t0.00\n"
        "\n### Confusion matrix:\nTarget\\System\t\n"
        "\n### Target data stats:\nLabel\tFreq\t%\n"
    )


def test_counts_without_scores_can_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    FairEval.output_results(FairEval.compare_spans([["A", 1, 1, {1}]], [["A", 1, 2, {1, 2}]]))
    assert "A\t0\t0\t0\t1\t0\t0\t0.00\t0.00\t0.00\noverall\t0\t0\t0\t1\t" in capsys.readouterr().out


def test_missing_counts_are_those_of_fair_evaluation(capsys: pytest.CaptureFixture[str]) -> None:
    counts = FairEval.compare_spans([["A", 1, 1, {1}]], [["A", 1, 2, {1, 2}]])
    FairEval.output_results(counts, eval_method=["weighted"], weights={"BE": {"TP": 1}, "XX": {"TP": 1}})
    assert "overall\t1\t0\t0.00" in capsys.readouterr().out


def test_only_text_files_are_closed(tmp_path: Path) -> None:
    memory = io.StringIO()
    FairEval.output_results(NOTHING, eval_out=memory)
    assert not memory.closed
    with open(tmp_path / "report", "w", encoding="utf-8") as file:
        FairEval.output_results(NOTHING, eval_out=file)
        assert file.closed
    assert (tmp_path / "report").read_text(encoding="utf-8") == memory.getvalue()


@pytest.mark.parametrize(("value", "count"), [(True, 0), (1, 0), (1.0, 0), (False, 1), ("True", 1), (2, 1), (None, 1)])
def test_punctuation_is_ignored_if_the_setting_equals_true(value: object, count: int) -> None:
    assert len(FairEval.get_spans([". PUNCT B-A"], labels=["all"], ignore_punct=value)) == count


def report_of(folder: Path) -> tuple[Any, Path]:
    config = FairEval.read_config(write_input(folder, f"eval_out = {folder / 'eval.csv'}\n"))
    assert config is not None
    return config["eval_out"], folder / "eval.csv"


def test_the_report_is_an_ordinary_text_file(tmp_path: Path) -> None:
    report, path = report_of(tmp_path)
    with report:
        print("printed", file=report, flush=True)
        report.writelines(["two ", "pieces\n"])
        report.flush()
        assert (report.name, report.closed, report.isatty()) == (str(path), False, False)
        os.fstat(report.fileno())
        assert not path.exists()
    assert report.closed
    report.close()
    assert path.read_text(encoding="utf-8").endswith("\n\nprinted\ntwo pieces\n")
    with pytest.raises(ValueError, match="closed"):
        report.write("more")


def test_a_report_that_is_dropped_keeps_what_was_written(tmp_path: Path) -> None:
    report, path = report_of(tmp_path)
    report.write("rest")
    del report
    gc.collect()
    assert path.read_text(encoding="utf-8").endswith("\n\nrest")


def test_a_report_that_is_never_closed_keeps_what_was_written(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import FairEval\n"
        "config = FairEval.read_config(sys.argv[2]); config['eval_out'].write('rest')"
    )
    config_file = write_input(tmp_path, f"eval_out = {tmp_path / 'eval.csv'}\n")
    done = subprocess.run([sys.executable, "-I", "-c", program, ROOT, config_file], capture_output=True, check=True)
    assert done.stderr == b""
    assert (tmp_path / "eval.csv").read_text(encoding="utf-8").endswith("\n\nrest")


def test_sentences_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("\n \na\tb \r\n\tc\n\n\n\u00e4\rd".encode())
    assert list(FairEval.get_sentences(str(tmp_path / "text"))) == [["a\tb", "c"], ["\u00e4", "d"]]
    (tmp_path / "text").write_bytes(b"a\n\n\xff\n")
    with pytest.raises(UnicodeDecodeError):
        list(FairEval.get_sentences(str(tmp_path / "text")))


def test_the_examples_in_the_documentation() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "faireval.md"), module_relative=False, encoding="utf-8")
    assert tried > 5
    assert not failed
