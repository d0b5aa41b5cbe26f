"""Published reports as they are found: quoted, in pages and texts, in excerpts, several in one file."""

from __future__ import annotations

import html
import re
import textwrap
from functools import cache
from pathlib import Path

import pytest

from legacy_scorers import score
from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.archive.draft import draft
from legacy_scorers.rescore.archive.published import Published, compare, reports_in
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.archive.unwrapping import plain
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.scorers import SCORERS, report_of
from legacy_scorers.rescore.scorers.scorer import Outcome
from tests.golden_cases import GOLDEN, ROOT
from tests.growth import assert_linear
from tests.rescore.archives import ANSWERS, run, senses

SCORED = (
    'Fine-grained score for "x.ans" using key "key":\n'
    " precision: 0.500 (1.00 correct of 2.00 attempted)\n"
    " recall: 0.500 (1.00 correct of 2.00 in total)\n"
    " attempted: 100.00 % (2.00 attempted of 2.00 in total)\n"
)
OTHER = SCORED.replace("0.500 (1.00", "1.000 (2.00")


def verdict(folder: Path, published: str, name: str = "x") -> tuple[str, dict[str, object]]:
    archive = senses(folder, {name: ANSWERS})
    (archive / f"{name}.txt").write_text(published)
    (record,) = run(archive).records
    return record["verdict"], record


def quoted(text: str) -> str:
    return textwrap.indent(text, "> ", lambda line: True)


def indented(text: str) -> str:
    return textwrap.indent(text, "        ")


def logged(text: str) -> str:
    lines = [
        f"2024-03-01 12:0{number % 10}:07,{number} - INFO - eval: {line}"
        for number, line in enumerate(text.split("\n"))
    ]
    return "\n".join(["2024-03-01 12:00:01,9 - DEBUG - data: 7 files", *lines])


def logged_once(text: str) -> str:
    return f"2024-03-01 12:00:07,123 - INFO - eval: {text}\n2024-03-01 12:00:09,001 - INFO - eval: done in 3.4 s\n"


def numbered(text: str) -> str:
    return "".join([f"{number:6}\t{line}\n" for number, line in enumerate(text.split("\n"), 1)])


def logged_with_blanks(text: str) -> str:
    return "".join([f"\x1b[32m12:03:{number:02}\x1b[0m INFO\t{line}\n" for number, line in enumerate(text.split("\n"))])


def marked(text: str) -> str:
    return f"\ufeff{text}"


def page(text: str) -> str:
    return f"<html><body><h1>Results 2001</h1>\n<pre>\n{html.escape(text)}</pre></body></html>\n"


def lines_of_page(text: str) -> str:
    return "".join([f"{html.escape(line)}<br/>\n" for line in text.splitlines()])


def bold_lines(text: str) -> str:
    return "".join([f"<p><b>{html.escape(line)}</b></p>" for line in text.splitlines()])


def read_me(text: str) -> str:
    return f"# Results\n\nThese are from 2 March 2001.\n\n{text}\nSee also 3 other files.\n"


def footnoted(text: str) -> str:
    return text.replace("in total)\n", "in total) b\n", 1)


@pytest.mark.parametrize(
    "wrapped",
    [
        *(quoted, indented, marked, logged, logged_once, logged_with_blanks, numbered, page, lines_of_page, bold_lines),
        *(read_me, footnoted),
    ],
)
def test_a_report_is_found_in_what_is_wrapped_around_it(wrapped: object, tmp_path: Path) -> None:
    assert callable(wrapped)
    assert verdict(tmp_path / "same", wrapped(SCORED))[0] == "layout"
    found, record = verdict(tmp_path / "other", wrapped(OTHER))
    assert found == "figures"
    cells = record["cells"]
    assert isinstance(cells, list)
    assert ("recall", "1.000", "0.500") in [(cell["column"], cell["published"], cell["recomputed"]) for cell in cells]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_report_in_utf_16_is_read(encoding: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"x": ANSWERS})
    (archive / "x.txt").write_bytes(f"\ufeff{SCORED}".encode(encoding))
    (record,) = run(archive).records
    assert record["verdict"] == "layout"


def test_what_a_log_begins_with_is_told_from_what_a_report_begins_with() -> None:
    report = (GOLDEN / "conlleval" / "accuracy_letter_differs" / "stdout").read_text()
    before = [f"INFO:train: epoch: {number}: loss: {number / 7}: lr: 1e-3\n" for number in range(2000)]
    log = "".join([*before, *[f"INFO:eval:{line}\n" for line in report.splitlines()]])
    [(_, found)] = reports_in(report_of(log.encode()))[0]
    assert found.content == report.encode()


def test_quotes_of_quotes_are_taken_off() -> None:
    assert plain(report_of(quoted(quoted(SCORED)).encode())).content.split() == SCORED.encode().split()


@pytest.mark.parametrize(
    "reference", ["&#" + "9" * 5000 + ";", "&#9" * 3 + "&#x" + "9" * 5000, "<!-- never closed", "<!--" * 9]
)
def test_bytes_of_a_page_that_mean_nothing_are_only_text(reference: str, tmp_path: Path) -> None:
    assert verdict(tmp_path, f"{page(SCORED)}{reference}")[0] == "layout"


def test_a_reference_of_many_digits_stops_no_draft(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"x": ANSWERS})
    (archive / "x.txt").write_text(f"{page(SCORED)}&#{'9' * 5000};")
    assert 'report = "{name}.txt"' in draft(str(archive))


@pytest.mark.growth
@pytest.mark.parametrize("text", ["{}x!", "<pre>\n{}<!--", "&{}", "x{}x!", "<p{}"])
@pytest.mark.parametrize("repeated", [" ", "\t", "<!--", "<br ", "&#1", "* "])
def test_a_page_is_read_in_time_that_grows_with_it(text: str, repeated: str) -> None:
    assert_linear(lambda times: report_of((SCORED + text.format(repeated * times)).encode()), plain, 20000)


@pytest.mark.growth
def test_a_heading_is_read_in_time_that_grows_with_it() -> None:
    heading = 'Mixed-grained score for "{}\n'
    assert_linear(
        lambda times: heading.format('x" using key "' * times).encode(), lambda page: report_of(page).cells, 5000
    )


def test_what_no_report_can_be_found_in_stays_as_it_is(tmp_path: Path) -> None:
    assert reports_in(report_of(b"nothing\n> of the kind\n"))[0] == []
    assert verdict(tmp_path, "> nothing of the kind\n")[0] == "failed"


def test_an_excerpt_is_good(tmp_path: Path) -> None:
    first, second, *_ = SCORED.splitlines(keepends=True)
    found, record = verdict(tmp_path / "same", first + second)
    assert (found, record["cells"]) == ("excerpt", [])
    found, record = verdict(tmp_path / "wrong", (first + second).replace("0.500", "0.600"))
    assert found == "figures"
    cells = record["cells"]
    assert isinstance(cells, list)
    assert [cell["column"] for cell in cells] == ["precision"]
    archive = senses(tmp_path / "status", {"x": ANSWERS})
    (archive / "x.txt").write_text(first + second)
    assert run(archive).status == 0


def test_of_several_reports_the_one_counts_that_is_named(tmp_path: Path) -> None:
    several = "== wye ==\n" + OTHER.replace("x.ans", "1") + "\n== x ==\n" + SCORED.replace("x.ans", "2")
    assert verdict(tmp_path / "x", several)[0] == "layout"
    assert verdict(tmp_path / "wye", several, "wye")[0] == "figures"


SEVERAL = "first\n" + OTHER.replace("x.ans", "1") + "second\n" + SCORED.replace("x.ans", "2")


def test_of_several_reports_the_one_counts_whose_figures_fit(tmp_path: Path) -> None:
    assert verdict(tmp_path, SEVERAL)[0] == "layout"


@pytest.mark.parametrize(("text", "figure"), [(quoted(OTHER), "1.000"), (SEVERAL, "0.500"), (None, "")])
def test_tables_show_the_figure_of_the_report_that_counts(text: str | None, figure: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"x": ANSWERS})
    if text:
        (archive / "x.txt").write_text(text)
    lines = run(archive, "--format", "tsv").stdout.splitlines()
    assert lines[1].split("\t")[5:7] == [figure, "0.500"]


def test_several_reports_none_of_which_fits_are_listed(tmp_path: Path) -> None:
    several = "first\n" + OTHER.replace("x.ans", "1") + "second\n" + OTHER.replace("x.ans", "2")
    found, record = verdict(tmp_path, several)
    assert found == "failed"
    assert isinstance(record["messages"], list)
    (message,) = record["messages"]
    assert message.startswith("x.txt: holds several reports, 'first Fine-grained score for")
    assert ", 'second Fine-grained score for" in message
    assert message.endswith("leave that of the submission")


@cache
def reports() -> list[Path]:
    """Return recorded reports of every kind, each of one piece: a verbose report is read as several."""
    by_kind: dict[str, Path] = {}
    for path in sorted(GOLDEN.glob("[a-qs-z]*/*/stdout")):
        kind = report_of(path.read_bytes()).layout
        if kind and kind.name not in by_kind and len(reports_in(report_of(path.read_bytes()))[0]) == 1:
            by_kind[kind.name] = path
    return list(by_kind.values())


@pytest.mark.parametrize("path", reports(), ids=lambda path: path.parent.parent.name)
@pytest.mark.parametrize("wrapped", [quoted, marked, logged, logged_with_blanks, numbered, page, read_me])
def test_reports_of_all_kinds_are_found(path: Path, wrapped: object) -> None:
    assert callable(wrapped)
    content = path.read_bytes()
    ((bare,), _) = reports_in(report_of(content))
    ((found,), _) = reports_in(report_of(encoded(wrapped(decoded(content)))))
    assert found[1].content.split() == bare[1].content.split()


def test_two_lines_of_each_metric_are_an_excerpt() -> None:
    printed = (GOLDEN / "coref_scorer" / "total_micro" / "stdout").read_bytes()
    lines = [line for line in printed.splitlines(keepends=True) if line.startswith((b"METRIC", b"Coreference:"))]
    published = Published(Submission("chains", "x", ["scorer.pl"]), {"": report_of(b"".join(lines))})
    assert compare(published, Outcome(SCORERS["scorer.pl"], 0, printed, b"", {})).verdict == "excerpt"


def test_a_report_is_one_even_if_it_prints_figures_twice() -> None:
    printed = (GOLDEN / "m2_scorer" / "beta_0" / "stdout").read_bytes()
    (found,), _ = reports_in(report_of(printed))
    assert found[1].content == printed
    false = re.sub(rb"(?m)^(F_\S+ +: ).*", rb"\g<1>0.1234", printed)
    published = Published(Submission("edits", "x", ["m2scorer"]), {"": report_of(false)})
    assert compare(published, Outcome(SCORERS["m2scorer"], 0, printed, b"", {})).verdict == "figures"


@pytest.mark.parametrize("path", reports(), ids=lambda path: path.parent.parent.name)
def test_figures_of_all_kinds_are_read_below_the_begin_of_a_log(path: Path) -> None:
    content = path.read_bytes()
    ((bare,), _) = reports_in(report_of(content))
    ((found,), _) = reports_in(report_of(encoded(logged_once(decoded(content)))))
    assert [(cell.name, cell.text) for cell in found[1].cells] == [(cell.name, cell.text) for cell in bare[1].cells]


@pytest.mark.parametrize("path", reports(), ids=lambda path: path.parent.parent.name)
def test_false_numbers_with_a_decimal_comma_are_not_taken_for_the_text_around_a_report(path: Path) -> None:
    printed = path.read_bytes()
    false = re.sub(rb"(?<!version: )\b\d+[.]\d+", b"11,11", printed)
    published = Published(Submission("words", "x", []), {"": report_of(false)})
    verdict = compare(published, Outcome(SCORERS["scorer2"], 0, printed, b"", {})).verdict
    assert (verdict == "figures") == (false != printed)


SPOILED = [  # command, pattern of a printed line, what stands in its place, and whether its numbers are others
    ("conlleval", r"(LOC: precision: ).*", r"\g<1> 99.99%; recall:", True),
    ("conlleval", r"(PER: precision: .*%;) FB1.*", r"\1 F", False),
    ("scorer2", r"attempted: .*", "attempted: 11.33 % (21.60 attem", True),
    ("scorer2", r"(attempted: .*) in total.*", r"\1", False),
    ("scorer2", r"attempted: .*", "9.1 % of 3 attempted", True),
    ("scorer2", r"attempted: .*", "9 % of 3 attempted", False),
    ("evalb", r"^ +1 (.*?)\d+$", r"*  1 \g<1>99", True),
    ("evalb", r"Tagging accuracy += +[\d.]+", "* Tagging accuracy = 11.11", True),
]


@pytest.mark.parametrize(("command", "line", "spoiled", "is_other"), SPOILED)
def test_a_spoiled_line_with_other_numbers_is_no_text(command: str, line: str, spoiled: str, is_other: bool) -> None:
    names = {"conlleval": ["output"], "scorer2": ["answers", "key"], "evalb": ["gold", "test"]}[command]
    files = [str(ROOT / "examples" / command / name) for name in names]
    printed = str(score(command, ["<", *files] if command == "conlleval" else files)).encode()
    old, number = re.subn(line, spoiled, decoded(printed), count=1, flags=re.MULTILINE)
    published = Published(Submission("words", "x", []), {"": report_of(old.encode())})
    found = compare(published, Outcome(SCORERS[command], 0, printed, b"", {})).verdict
    assert (number, found == "figures") == (1, is_other)


def test_a_column_names_a_figure_if_it_is_printed_once() -> None:
    printed = ["scores/F-MEASURES/2P&R", "scores/F-MEASURES/P&R", "scores/NAME/REC", "scores/TITLE/REC"]
    figures = dict.fromkeys(["p&r", "2P&R", "REC", "none"], "1")
    published = Published(Submission("", "", ["muc-score"], figures=figures), {})
    assert [name for name, *_ in published.figures(printed)] == [printed[1], printed[0], "REC", "none"]
