"""The page that explains a run: one file, every figure a link, readable without scripts, and fit for a phone."""

from __future__ import annotations

import re
import subprocess
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.result import Item, Location, Unit
from legacy_scorers.rescore.output import page as html
from legacy_scorers.rescore.output.page import BOTH, MarkedSpan, MatchRow, paged, segments
from legacy_scorers.rescore.runs.explanation import ExplainedMatch, ExplainedUnit
from legacy_scorers.rescore.scorers.scorer2.profile import SCORER2
from tests.golden_cases import ROOT
from tests.rescore.archives import rescore
from tests.rescore.browser import DARK, ROWS, SIZES, VIOLATIONS, WIDTHS, Frame, computed, needs_axe, needs_browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "why.html"
    inputs = [ROOT / "examples" / "scorer2" / name for name in ("answers", "key", "sensemap")]
    done = rescore("explain", "--format", "html", "-o", file, "scorer2", *inputs, "-g", "mixed", "-v")
    assert (done.stdout, done.stderr, done.status) == ("", "", 0)
    return file.read_text(encoding="utf-8")


def links(page: str, within: str = "") -> list[tuple[str, str]]:
    """Return text and target of every link."""
    piece = re.search(rf"<{within}\b.*?</{within}>", page, re.DOTALL) if within else None
    found = re.findall(r'<a [^>]*href="([^"]*)">(.*?)</a>', piece[0] if piece else page, re.DOTALL)
    return [(text, target) for target, text in found]


def test_the_report_is_there_as_it_is_printed_and_every_figure_is_a_link(page: str) -> None:
    found = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)
    assert found
    inputs = [str(ROOT / "examples" / "scorer2" / name) for name in ("answers", "key", "sensemap")]
    command = [str(ROOT / "bin" / "scorer2"), *inputs, "-g", "mixed", "-v"]
    printed = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert unescape(re.sub(r"<.*?>", "", found[1])) == printed
    without_links = re.sub(r"<a .*?</a>", "", found[1]).replace(str(ROOT), "")
    assert not re.findall(r"(?<![\w.])\d+\.\d\d+", without_links)
    summary = ["0.676", "7.17", "10.60", "0.597", "7.17", "12.00", "88.33", "10.60", "12.00"]
    assert [text for text, _ in links(page, "pre")][-9:] == summary


def test_every_link_leads_to_a_place_on_the_page(page: str) -> None:
    places = re.findall(r'\bid="([^"]*)"', page)
    assert len(places) == len(set(places))
    targets = {target for _, target in links(page)}
    assert targets
    assert targets <= {f"#{place}" for place in places}


def test_confused_labels_are_counted_by_word_the_most_frequent_first(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("alpha.n a1 s1\nzeta.n z1 s1\nzeta.n z2 s2\nzeta.n z3 s2\n")
    (tmp_path / "answers").write_text("alpha.n a1 s2\nzeta.n z1 s2\nzeta.n z2 s1\nzeta.n z3 s2\n")
    page = rescore("explain", "--format", "html", "scorer2", tmp_path / "answers", tmp_path / "key").stdout
    assert re.findall("confused: (.*)</figcaption>", page) == ["zeta.n", "alpha.n"]
    assert re.findall('aria-label="(s1 .*?); "', page) == [
        "s1 of the key was answered s2 1 times; s2 of the key was answered s1 1 times, s2 1 times",
        "s1 of the key was answered s2 1 times; s2 of the key was answered with none of these",
    ]


def test_the_rarest_labels_share_a_bar(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("".join(f"{item}.n 1 s\n" for item in "abcdefghijklm"))
    page = rescore("explain", "--format", "html", "scorer2", tmp_path / "key", tmp_path / "key").stdout
    assert "; l.n: 1 right; 1 other: 1 right" in page


def test_filters_links_matrices_and_sentences_are_limited(tmp_path: Path) -> None:
    instances = [f"{'abcd'[number // 16]}.n {number:02}" for number in range(61)]
    (tmp_path / "key").write_text("".join([f"{instance} s{instance[-2:]}\n" for instance in instances]))
    (tmp_path / "answers").write_text("".join([f"{instance} x\n" for instance in instances]))
    page = rescore("explain", "--format", "html", "scorer2", tmp_path / "answers", tmp_path / "key").stdout
    assert page.count('<option id="l') == 60
    assert [part.count("<a ") for part in re.findall("<li>61 × (.*?)</li>", page)] == [20, 20, 20]
    assert re.findall("confused: (.*)</figcaption>", page) == ["a.n", "b.n", "c.n"]
    (tmp_path / "spans").write_text("PER\t500\t500\t500\n\nPER\t501\t501\t501\n")
    (tmp_path / "config").write_text(f"target_in = {tmp_path / 'spans'}\nsystem_in = {tmp_path / 'spans'}\n")
    page = rescore("explain", "--format", "html", "FairEval.py", "--config", tmp_path / "config").stdout
    assert re.findall("<h3>(spans.*)</h3>", page) == ["spans:1"]


def test_settings_are_told_in_words(page: str) -> None:
    assert "; granularity: mixed; minimal: no; verbose: yes</dd>" in page


def test_the_page_needs_nothing_else(page: str) -> None:
    assert not re.findall(r"<(?:script|link|img|iframe|object)\b|\bsrc=|\bon[a-z]+=|url\(|@import", page)
    assert "default-src 'none'" in page


def test_what_the_input_says_is_text(tmp_path: Path) -> None:
    for name in ("answers", "key"):
        (tmp_path / name).write_bytes(b"w.n w.n.1 <script>alert(1)</script>&amp;\xe4\n")
    done = rescore("explain", "--format", "html", "scorer2", tmp_path / "answers", tmp_path / "key", "-v")
    assert done.status == 0
    assert "<script" not in done.stdout
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;" in done.stdout


@needs_browser
def test_a_browser_shows_it_without_scrolling_sideways_and_loads_nothing(page: str, tmp_path: Path) -> None:
    for width, seen in zip(WIDTHS, computed([Frame(page, width, SIZES) for width in WIDTHS], tmp_path)):
        assert seen["needed"] <= width
        assert seen["loaded"] == 0


@needs_axe
def test_axe_finds_nothing_wrong(page: str, tmp_path: Path) -> None:
    assert computed([Frame(page, 400, VIOLATIONS)], tmp_path, *DARK) == [[]]


@needs_browser
def test_what_is_shown_can_be_chosen_without_scripts(page: str, tmp_path: Path) -> None:
    choices = {"": 12, "wrong only": 8, r"missed \(1\)": 1, r"scored \(11\)": 11, r"bank_1 \(1\)": 1}
    chosen = [re.sub(rf"(?=> ?{choice})", " selected checked", page) if choice else page for choice in choices]
    assert len({*chosen}) == len(choices)
    assert computed([Frame(page, 1400, ROWS) for page in chosen], tmp_path) == [*choices.values()]


def test_equal_items_are_one_row(tmp_path: Path) -> None:
    for name in ("answers", "key"):
        (tmp_path / name).write_text("".join([f"w.n w.n.{number} sense_{number % 2}\n" for number in range(10)]))
    page = rescore("explain", "--format", "html", "scorer2", tmp_path / "answers", tmp_path / "key").stdout
    assert page.count('<tr class="row') == 2
    assert page.count("<summary>and 4 more</summary>w.n_w.n.") == 2


def match(unit: str) -> ExplainedMatch:
    return ExplainedMatch(unit, "", 1, None, None, [], "")


def unit(text: str | list[str]) -> ExplainedUnit:
    return ExplainedUnit(Unit("", [], text=text), Memory({}))


def span(begin: int, end: int, side: str, label: str, row: int) -> MarkedSpan:
    return MarkedSpan(begin, end, side, label, MatchRow(row, match(""), "", False, [], []))


def marked(text: str, *spans: MarkedSpan) -> list[tuple[str, str, list[str]]]:
    pieces = segments(unit(text), spans)
    return [(piece, sides, [span.label for span in begun]) for piece, sides, begun in pieces]


def test_spans_are_marked_where_they_stand() -> None:
    key, response = span(2, 6, "key", "K", 1), span(4, 8, "response", "R", 1)
    assert marked("abcdefghij", key, response) == [
        ("ab", "", []), ("cd", "key", ["K"]), ("ef", BOTH, ["R"]), ("gh", "response", []), ("ij", "", []),
    ]  # fmt: skip


def test_what_both_sides_have_is_one_span() -> None:
    assert marked("abcd", span(1, 3, "key", "K", 1), span(1, 3, "response", "K", 1)) == [
        ("a", "", []), ("bc", BOTH, ["K"]), ("d", "", []),
    ]  # fmt: skip


def test_tokens_stand_apart() -> None:
    pieces = segments(unit(["a", "b", "c"]), [span(1, 2, "key", "K", 1)])
    assert [(piece, sides) for piece, sides, _ in pieces] == [
        ("a", ""), (" ", ""), ("b", "key"), (" ", ""), ("c", ""),
    ]  # fmt: skip


def test_an_item_beyond_a_sentence_follows_all_of_its_tokens() -> None:
    assert unit(["a", "b"]).context(Item("L", "", 999, 1000)) == ("a b ", "", " ")


@pytest.mark.parametrize(
    ("item", "pieces"),
    [
        (Item("L", "far", location=Location("file", 1)), ("L's ", "far", " .")),  # 20 lines below
        (Item("L", "farther", location=Location("file", 1)), ("", "", "K of")),
        (Item("K", "", location=Location("file", 1)), ("", "K", " of")),
        (Item("K", "", location=Location("file", None)), ("", "K", "")),
    ],
)
def test_an_item_without_extent_is_shown_in_its_line_or_below(item: Item, pieces: tuple[str, str, str]) -> None:
    host = Memory({"file": b"K of\n" + b"\n" * 19 + b"L's far .\nL's farther .\n"})
    assert ExplainedUnit(Unit("", []), host).context(item) == pieces


@pytest.mark.parametrize(("longer", "cut"), [(0, ""), (1, "…")])
def test_items_and_what_stands_around_them_are_cut_where_they_are_long(longer: int, cut: str) -> None:
    before, inside, after = "a" * (39 + longer), "b" * (120 + longer), "c" * (39 + longer)
    assert unit([before, inside, after]).context(Item("L", "", 1, 2)) == (
        f"{cut}{'a' * 39} ", "b" * 120 + cut, f" {'c' * 39}{cut}",
    )  # fmt: skip
    alone = Item("", "", location=Location("file", 1))
    line = ExplainedUnit(Unit("", []), Memory({"file": inside.encode()})).context(alone)
    assert line == ("", "", "b" * 120 + cut)


def test_spans_beyond_the_text_and_empty_ones_mark_a_place() -> None:
    assert marked("ab", span(1, 1, "key", "E", 1), span(1, 9, "key", "L", 2), span(5, 6, "key", "B", 3)) == [
        ("a", "", []), ("b", "key", ["L", "E"]), ("", "", ["B"]),
    ]  # fmt: skip


@given(
    st.text("abc", max_size=8),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4), st.sampled_from(["key", "response"])), max_size=6),
)
def test_segments_are_the_text_and_each_piece_knows_its_sides(text: str, drawn: list[tuple[int, int, str]]) -> None:
    spans = [span(begin, begin + length, side, "L", row) for row, (begin, length, side) in enumerate(drawn)]
    pieces = list(segments(unit(text), spans))
    assert "".join([piece for piece, _, _ in pieces]) == text
    begun = [(span.begin, span.end) for *_, begun in pieces for span in begun]
    assert sorted(begun) == sorted({(span.begin, span.end) for span in spans})
    sides = [sides for piece, sides, _ in pieces for _ in piece]
    for place, found in enumerate(sides):
        wanted = {span.side for span in spans if span.begin <= place < span.end}
        assert found == (BOTH if len(wanted) > 1 else "".join(wanted))


@pytest.mark.parametrize(("limit", "most"), [("MAX_ROWS", 2), ("MAX_PAGE_BYTES", 900)])
def test_a_page_is_filled_up_to_its_limits(limit: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, limit, most)
    matches = [MatchRow(number, match(str(number)), "", False, [], []) for number in range(5)]
    assert {row.size for row in matches} == {450}
    assert [len(page.rows) for page in paged(matches, [], str, "page.html")] == [2, 2, 1]


@pytest.mark.parametrize(
    ("key", "answer", "pair"),
    [
        ("bank_1.2 bank_2", "bank_2/0.7 bank_1/0.3", ("bank_2", "bank_2")),
        ("bank_1", "bank_1/0.3 bank_2/0.7", ("bank_1", "bank_2")),
        ("bank_1 U", "bank_2", ("bank_1", "bank_2")),
        ("", "", ("", "")),
    ],
)
def test_the_heaviest_sense_of_an_answer_is_compared_with_the_key(key: str, answer: str, pair: tuple[str, str]) -> None:
    items = Item(key), Item(answer)
    assert SCORER2.confused(*items) == pair


def test_wrong_items_come_first_and_tokens_outside_of_all_phrases_are_not_listed(tmp_path: Path) -> None:
    (tmp_path / "tags").write_text("a O O\nb B-A B-A\nc O O\nd B-A O\n")
    page = rescore("explain", "--format", "html", "conlleval", "<", tmp_path / "tags").stdout
    kinds = re.findall('<td data-label="kind"><strong>(.*?)</strong>', page)
    assert kinds == ["other tag", "missed", "same tag", "correct"]
    assert "<li>3 × same tag" in page  # are counted all the same
