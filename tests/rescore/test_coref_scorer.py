"""What is special about scorer.pl in rescore: the mean of three F's, and changes of files."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.coref_scorer.read import places
from legacy_scorers.rescore.runs.findings import findings
from legacy_scorers.rescore.runs.running import own_files, run_command
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.change import Setup
from legacy_scorers.rescore.scorers.coref_scorer.changes import choices, sides_of, unit_changes
from legacy_scorers.rescore.statistics.samples import sample
from tests.coref_scorer.runs import document, scored, totals
from tests.coref_scorer.test_documents import CELLS, closed
from tests.fuzzing import Sample, broken_samples, samples_of
from tests.golden_cases import ROOT
from tests.rescore.archives import rescore, run
from tests.running import folder_with

EXAMPLE = ROOT / "examples" / "coref"
FILES = st.lists(st.tuples(st.sampled_from("abc"), CELLS.map(closed)), max_size=4)


def written(documents: list[tuple[str, list[str]]]) -> bytes:
    return b"".join([document(name, *cells) for name, cells in documents])


def changed(kind: str, text: str, key: bytes, response: bytes) -> Setup:
    """Return the run with the change of that kind and text."""
    setup = Setup(["scorer.pl", "muc", "key", "response", "none"], {}, {"key": key, "response": response}, "")
    change = next(
        change
        for change in [*choices(setup, sides_of(setup)), *unit_changes(setup, sides_of(setup))]
        if (change.kind, change.text) == (kind, text)
    )
    return change.apply(setup)


def chains(content: bytes) -> list[list[tuple[bytes, list[tuple[int, int]]]]]:
    return [[(chain.number, chain.mentions) for chain in place.read().chains] for place in places(BytesIO(content))]


@given(FILES)
def test_singletons_are_taken_out_and_nothing_else(documents: list[tuple[str, list[str]]]) -> None:
    content = written(documents)
    result = changed("singletons", "without the singletons of response", b"", content)
    wanted = [[(number, found) for number, found in of if len(found) > 1] for of in chains(content)]
    assert chains(result.files["response"]) == wanted


def test_a_token_of_singletons_alone_is_left_without_brackets() -> None:
    result = changed(
        "singletons", "without the singletons of response", b"", document("a", "(1)|(2)", "(2)|(3)", "(4)")
    )
    assert result.files["response"] == document("a", "(2)", "(2)", "-")


@given(FILES, FILES)
def test_documents_that_a_side_lacks_are_taken_out(
    key: list[tuple[str, list[str]]], response: list[tuple[str, list[str]]]
) -> None:
    before, names = b"comment\n" + written(key), {name for name, _ in response}
    result = changed("documents", "without the documents of key that response lacks", before, written(response))
    left = b"comment\n" + written([(name, cells) for name, cells in key if name in names])
    assert result.files["key"] == left


@pytest.mark.parametrize(("text", "names"), [("sorted by name", "abc"), ("in reverse", "cab")])
def test_documents_in_other_orders(text: str, names: str) -> None:
    texts = {name: document(name, "(1)", "(1)") for name in "bac"}
    result = changed("order", f"with the documents of key {text}", b"".join([texts[name] for name in "bac"]), b"")
    assert result.files["key"] == b"".join([texts[name] for name in names])


@given(broken_samples(samples_of("coref_scorer")))
def test_any_damage_to_a_recorded_run_can_be_checked(damaged: Sample) -> None:
    with folder_with(damaged.files):
        command, *words = damaged.words
        found = list(findings(words, own_files(), run_command(SCORERS[command], words, own_files())))
    assert all(finding.record["advice"] for finding in found)


def test_words_are_changed() -> None:
    setup = Setup(["scorer.pl", "muc", "key", "response", "d"], {}, {"key": document("(d1); part 000", "-")}, "")
    kinds = ("swap", "metric", "name")
    results = {change.text: change.apply(setup) for change in choices(setup, sides_of(setup)) if change.kind in kinds}
    found = {text: result.words[1:] for text, result in results.items() if result != setup}
    metrics = ("bcub", "ceafm", "ceafe", "blanc", "all")
    assert found == {
        "with the sides swapped": ["muc", "response", "key", "d"],
        **{f"with the metric {metric}": [metric, "key", "response", "d"] for metric in metrics},
        "with totals only": ["muc", "key", "response", "none"],
        "with all documents": ["muc", "key", "response"],
        "with the document (d1); part 000": ["muc", "key", "response", "(d1); part 000"],
    }


def test_files_in_different_folders_are_not_called_after_one_of_them() -> None:
    setup = Setup(["scorer.pl", "muc", "gold/key", "sent/response"], {}, {}, "")
    texts = [change.text for change in choices(setup, sides_of(setup)) if change.kind == "singletons"]
    assert texts == [f"without the singletons of {name}" for name in ("sent/response", "gold/key", "all files")]


def test_the_main_measure_is_the_mean_of_three() -> None:
    files = {name: (EXAMPLE / name).read_bytes() for name in ("key", "response")}
    with folder_with(files):
        made = sample(["scorer.pl", "all", "key", "response", "none"], None, own_files())
    figures = [figure for name, figure in totals(scored(files["key"], files["response"])) if name == b"Coreference"]
    muc, bcub, _, ceafe = [2 * (r / k) * (c / s) / (r / k + c / s) for r, k, c, s in figures]
    assert made.value_of(made.units) == pytest.approx(100 * (muc + bcub + ceafe) / 3)
    assert made.figure.name == ("CoNLL", "coreference", "F1")
    assert list(made.units) == ["(news/harbour); part 000", "(news/library); part 000"]


@pytest.mark.parametrize(
    ("published", "verdict"),
    [
        ("64.86", "identical"),
        ("64.87", "rounding"),  # the mean of exact figures, which rescore rank prints
        ("64.8657", "rounding"),
        ("64.9", "rounding"),
        ("64.88", "figures"),
        ("66.66", "figures"),
    ],
)
def test_a_published_mean_of_three_is_compared_though_no_report_prints_it(
    published: str, verdict: str, tmp_path: Path
) -> None:
    files = {name: (EXAMPLE / name).read_bytes() for name in ("key", "response")}
    files["f.tsv"] = f"name\tCoNLL/coreference/F1\nresponse\t{published}\n".encode()
    files["archive.toml"] = (
        b'[task]\nrun = "scorer.pl all key {submission} none"\nsubmissions = "response"\nfigures = "f.tsv"\n'
    )
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    assert run(tmp_path).verdicts == {"response": verdict}


def test_a_site_is_made(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "golden" / "rescore" / "run_coref_scorer" / "in", tmp_path / "archive")
    done = rescore("site", "--jobs", "1", str(tmp_path / "archive"), str(tmp_path / "pages"))
    assert "6 submissions: 1 layout, 5 figures" in done.stdout + done.stderr
    assert "CoNLL/coreference/F1" in (tmp_path / "pages" / "all" / "index.html").read_text(encoding="utf-8")
    page = (tmp_path / "pages" / "all" / "birch.html").read_text(encoding="utf-8")
    assert "without the singletons of responses/birch" in page


def test_standard_input_is_not_checked() -> None:
    done = rescore("check", "scorer.pl", "muc", "-", str(EXAMPLE / "response"), "none")
    problem = "rescore: standard input: can be read only once; put it into a file\n"
    assert (done.stdout, done.stderr, done.status) == ("", problem, 3)
