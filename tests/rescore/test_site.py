"""The pages of an archive: complete, linked, the same every time, and safe whatever the archive says."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from html import unescape
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from tqdm import tqdm

from legacy_scorers.common import VERSION
from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.process import CAN_BOUND_MEMORY
from legacy_scorers.rescore.site.explained import MAX_BYTES
from legacy_scorers.rescore.site.folder import SiteFolder
from legacy_scorers.rescore.site.pages import new_name
from legacy_scorers.rescore.site.shown import Axis
from tests.golden_cases import ROOT, is_night, some
from tests.rescore.archives import (
    ANSWERS,
    KEY,
    Done,
    example,
    made_once,
    rescore,
    rescore_in_processes,
    senses,
    store_of,
)
from tests.rescore.browser import (
    CONTRAST,
    DARK,
    ROWS,
    SIZES,
    VIOLATIONS,
    WIDTHS,
    Frame,
    computed,
    document,
    needs_axe,
    needs_browser,
    of_some,
)
from tests.running import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

posix = pytest.mark.skipif(os.name != "posix", reason="file systems elsewhere refuse such names")
EXAMPLE_PAGES = 42


def site(archive: Path, folder: Path, *words: str | Path) -> Done:
    return rescore("site", "--jobs", "2", *words, archive, folder)


def site_in_processes(archive: Path, folder: Path) -> Done:
    return rescore_in_processes("site", "--jobs", "3", archive, folder)


def content(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder by their names."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def pages(folder: Path) -> dict[str, str]:
    return {name: page.decode() for name, page in content(folder).items() if name.endswith(".html")}


def text(page: str) -> str:
    return " ".join(unescape(re.sub(r"<style.*?</style>|<script.*?</script>|<[^>]*>", " ", page, flags=re.S)).split())


def assert_linked(folder: Path) -> None:
    """Check that every link leads to a page and a place that exist, and that every page can be reached."""
    found = pages(folder)
    ids = {name: re.findall(r'\bid="([^"]*)"', page) for name, page in found.items()}
    reached = {"index.html"}
    for name, page in found.items():
        assert len(ids[name]) == len(set(ids[name])), name
        for target in re.findall(r'\b(?:href|src)="([^"]*)"', page):
            parts = urlsplit(unescape(target))
            assert (parts.scheme, parts.netloc, parts.query) == ("", "", ""), target
            path = os.path.normpath(os.path.join(os.path.dirname(name), unquote(parts.path))) if parts.path else name
            assert path in found, (name, target)
            assert not parts.fragment or parts.fragment in ids[path], (name, target)
            reached.add(path)
    assert reached == set(found)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds the example archive and its site."""

    def make(folder: Path) -> None:
        done = site(example(folder), folder / "site")
        assert (done.status, done.stdout) == (3, "")
        assert done.stderr == (
            "21 submissions: 5 identical, 1 layout, 1 rounding, 12 figures, 1 failed, 1 unpublished; "
            f"{EXAMPLE_PAGES} pages in {folder / 'site'}\n"
        )

    return made_once(tmp_path_factory, "example_and_site", make)


def test_every_link_leads_somewhere_and_every_page_is_linked(made: Path) -> None:
    assert_linked(made / "site")
    assert len(pages(made / "site")) == EXAMPLE_PAGES


def test_pages_are_whole_documents_that_need_nothing_else(made: Path) -> None:
    for name, page in pages(made / "site").items():
        document = html.document_fromstring(page)
        assert document.get("lang") == "en", name
        assert len(document.findall(".//h1")) == 1, name
        assert document.findtext(".//title"), name
        assert not re.findall(r"<(?:link|img|iframe|object)\b|\bon[a-z]+=|url\(|@import|https?:", page), name
        assert ("<script" in page) == name.endswith("/index.html"), name
        assert "default-src 'none'" in page
        assert str(made.parent) not in page, name


def test_tables_say_what_their_cells_are(made: Path) -> None:
    for name, page in pages(made / "site").items():
        for table in html.document_fromstring(page).iter("table"):
            columns = table.findall("./thead/tr/th")
            assert all(heading.get("scope") == "col" for heading in columns), name
            assert table.find("./caption") is not None, name
            for row in table.findall("./tbody/tr"):
                assert [cell.tag for cell in row] == ["th", *["td"] * (len(columns) - 1)], name
                assert row[0].get("scope") == "row", name


def test_what_scrolls_can_be_reached_by_keys_and_has_a_name(made: Path) -> None:
    for name, page in pages(made / "site").items():
        document = html.document_fromstring(page)
        for box in [*document.iter("pre"), *document.iterfind(".//div[@class='box']")]:
            assert (box.get("role"), box.get("tabindex")) == ("region", "0"), name
            assert box.get("aria-label") or document.find(f".//*[@id='{box.get('aria-labelledby')}']") is not None, name
        if name != "index.html":
            first = next(document.iter("a"))
            assert (first.get("class"), first.get("href")) == ("skip", "#main"), name


def test_a_task_shows_published_and_recomputed_figures(made: Path) -> None:
    page = (made / "site" / "senses" / "index.html").read_text()
    rows = [[text(html.tostring(cell).decode()) for cell in row] for row in html.document_fromstring(page).iter("tr")]
    assert "mixed/all/recall" in text(page)
    columns = ["submission", "verdict", "published", "recomputed", "interval", "rank", "figures that differ", "cause"]
    assert rows[0] == columns
    assert rows[1] == ["alder", "identical", "0.597", "0.597", "0.381 to 0.801", "1 to 5", "0", ""]
    assert rows[2][2:] == ["0.347", "0.431", "0.221 to 0.647", "1 to 5", "3", "identical with senses/keys/dry"]
    assert rows[5][:4] == ["elm", "unpublished", "", "0.556"]


KINDS_OF_PAGES = [
    "index.html", "about.html", "senses/index.html", "senses/birch.html", "spans/gorse.html", "news/oak.html",
    "news/pine.html", "trip/ivy+juniper.html",
]  # fmt: skip
COLOURFUL = 5  # of them have whatever has a colour of its own


def frames(made: Path, expression: str, kinds: Sequence[str] = KINDS_OF_PAGES) -> list[Frame]:
    return [Frame((made / "site" / name).read_text(), width, expression) for name, width in product(kinds, WIDTHS)]


@needs_browser
def test_a_browser_shows_pages_without_scrolling_sideways(made: Path, tmp_path: Path) -> None:
    shown = some(frames(made, SIZES), len(WIDTHS))  # by day narrow ones, which have least room
    for frame, seen in zip(shown, computed(shown, tmp_path)):
        assert seen["needed"] <= frame.width, frame.page
        assert seen["loaded"] == 0, frame.page


def alternately(shown: list[Frame]) -> list[Frame]:
    """Return by day a frame of each page, the widths in turn; by night all."""
    return shown if is_night() else [frame for number, frame in enumerate(shown) if number // 2 % 2 == number % 2]


@needs_axe
@pytest.mark.parametrize(
    ("expression", "options", "kinds"),
    [
        (VIOLATIONS, (), KINDS_OF_PAGES),
        (CONTRAST, DARK, KINDS_OF_PAGES if is_night() else KINDS_OF_PAGES[:COLOURFUL]),
    ],
    ids=["light", "dark"],
)
def test_axe_finds_nothing_wrong(
    expression: str, options: tuple[str, ...], kinds: Sequence[str], made: Path, tmp_path: Path
) -> None:
    wrong = Frame('<body><p style="color: #888; background: #999">nothing</p></body>', 400, expression)
    first, *others = computed([wrong, *alternately(frames(made, of_some(expression), kinds))], tmp_path, *options)
    assert any(found.startswith("color-contrast") for found in first)
    assert len(others) >= len(kinds)
    assert not any(others)


SORTED = """
  [...document.querySelectorAll("th button")].map(button => {
    const read = () => [button.parentNode.ariaSort, ...[...table.tBodies[0].rows].map(row => row.cells[0].innerText)];
    const table = button.closest("table");
    return [0, 1].map(() => { button.focus(); button.click(); return read().join(" "); });
  })"""


@needs_browser
def test_the_columns_of_a_task_can_be_sorted(made: Path, tmp_path: Path) -> None:
    page = (made / "site" / "senses" / "index.html").read_text()
    [names] = computed([Frame(page, 1400, SORTED)], tmp_path)
    assert names[0] == ["ascending alder birch cedar dogwood elm", "descending elm dogwood cedar birch alder"]
    assert names[1][0] == "ascending alder dogwood cedar birch elm"  # identical, figures, unpublished
    assert names[2] == ["ascending elm cedar birch dogwood alder", "descending alder dogwood birch cedar elm"]
    assert names[6][1] == "descending cedar dogwood birch alder elm"


@needs_browser
def test_the_page_of_a_task_allows_its_own_script(made: Path, tmp_path: Path) -> None:
    shown = document(made / "site" / "senses" / "index.html", tmp_path)
    assert len(re.findall(r'<th [^>]*aria-sort="none"><button type="button">', shown)) == 8


@needs_browser
def test_submissions_can_be_chosen_by_verdict_without_scripts(made: Path, tmp_path: Path) -> None:
    page = (made / "site" / "senses" / "index.html").read_text().replace("<option selected>", "<option>")
    page = re.sub("<script>.*</script>", "", page, flags=re.S)
    choices = {"all verdicts": 5, "figures": 3, "identical": 1}
    chosen = [re.sub(rf"<option(?=[^>]*>{choice})", "<option selected", page) for choice in choices]
    assert computed([Frame(page, 1400, ROWS) for page in chosen], tmp_path) == [*choices.values()]


def test_a_task_says_whether_the_first_two_can_be_told_apart(made: Path) -> None:
    page = text((made / "site" / "senses" / "index.html").read_text())
    assert (
        "alder is first; it and cedar, the second, cannot be told apart (p = 1.0000). birch is last, with 0.431" in page
    )
    assert "are off it: birch (0.347 published, 0.431 recomputed), dogwood (0.597 published, 0.514 recomputed)" in page
    assert f"Signature: scorer2|v:{VERSION}|g:mixed|m:no|key:0e56b6e0|map:eca970fc" in page
    pair = text((made / "site" / "senses" / "alder+cedar.html").read_text())
    assert "alder minus cedar +0.042, 95% interval +0.000 to +0.125; the counts differ on 1 of 12 instances" in pair


def test_the_index_counts_verdicts_and_causes_and_names_first_and_last(made: Path) -> None:
    page = text((made / "site" / "index.html").read_text())
    assert "identical 5 layout 1 rounding 1 figures 12 failed 1 unpublished 1" in page
    assert "identical with the sides swapped spans 1 gorse" in page
    assert "senses scorer2 5 1 3 1 alder 0.597 birch 0.431" in page


def test_readers_are_told_what_the_manifest_says(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", dict.fromkeys(("s10", "s9"), ANSWERS))
    told = "title = 'Sense & words'\nyear = 1998\nurl = 'https://example.org/'\n"
    manifest = (archive / "archive.toml").read_text()
    (archive / "archive.toml").write_text(f"{told}{manifest}description = 'All words'\n")
    site(archive, tmp_path / "site")
    assert "<h1>Sense &amp; words</h1>" in (tmp_path / "site" / "index.html").read_text()
    assert "1998, https://example.org/" in text((tmp_path / "site" / "index.html").read_text())
    task = text((tmp_path / "site" / "senses" / "index.html").read_text())
    assert "All words" in task
    assert task.index("s9 unpublished") < task.index("s10 unpublished")


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page have a tenth of the rows and bytes."""
    monkeypatch.setattr("legacy_scorers.rescore.output.page.MAX_ROWS", 500)
    monkeypatch.setattr("legacy_scorers.rescore.output.page.MAX_PAGE_BYTES", 150_000)


@pytest.mark.usefixtures("short_pages")
def test_rows_that_a_page_has_no_room_for_are_on_further_pages_by_lexical_item(tmp_path: Path) -> None:
    lines = "".join([f"{item}.n {item}.n.{number:04} {item}_{number}\n" for item in "ab" for number in range(260)])
    archive = senses(tmp_path / "archive", {"s": lines.encode()})
    (archive / "key").write_text(lines)
    assert site(archive, tmp_path / "site", "--explain", "all").status == 0
    assert_linked(tmp_path / "site")
    first, second = [(tmp_path / "site" / "senses" / name).read_text() for name in ("s.html", "s~items-2.html")]
    assert (first.count('<tr class="row'), second.count('<tr class="row')) == (260, 260)
    assert "<h1>b.n_b.n.0000 to b.n_b.n.0259</h1>" in second


@pytest.mark.usefixtures("short_pages")
def test_a_page_of_texts_alone_is_named_after_them(tmp_path: Path) -> None:
    folder = tmp_path / "archive" / "run" / "in"
    folder.mkdir(parents=True)
    (folder / "a").write_text("PER\t1\t1\t1\nPER\t3\t3\t3\nPER\t5\t5\t5\nPER\t7\t7\t7\n\n" * 700)
    (folder / "config").write_text("target_in = a\nsystem_in = a\neval_method = fair\n")
    (folder.parent / "cmd").write_text("FairEval.py --config config\n")
    site(tmp_path / "archive", tmp_path / "site", "--explain", "all")
    page = (tmp_path / "site" / "faireval.py" / "run~items-2.html").read_text()
    assert re.search(r"<h1>a:\d+ to a:\d+</h1>", page)
    assert '<tr class="row' not in page


def test_a_figure_that_differs_leads_to_what_it_is_made_of(made: Path) -> None:
    page = (made / "site" / "senses" / "birch.html").read_text()
    found = re.search(r'mixed/all/correct</th><td[^>]*>4.17</td><td[^>]*><a href="#(c\d+)">5.17</a>', page)
    assert found
    assert re.search(rf'<section id="{found[1]}">\s*<h3>mixed/all/correct = 5.17</h3>\s*<p>12 matches</p>', page)


def test_a_submission_without_a_command_line_says_why(tmp_path: Path) -> None:
    scorer2, nonsense = "scorer2 answers key", "nonsense x"
    for name, command in (("a", ""), ("b", nonsense), ("c", scorer2), ("d", scorer2), ("e", nonsense)):
        folder = tmp_path / "archive" / name / "in"
        folder.mkdir(parents=True)
        (folder.parent / "cmd").write_text(f"{command}\n")
        (folder / "key").write_bytes(KEY)
        (folder / "answers").write_bytes(ANSWERS)
    assert site(tmp_path / "archive", tmp_path / "site").status == 3
    assert_linked(tmp_path / "site")
    found = {name: text(page) for name, page in pages(tmp_path / "site").items()}
    assert "does not name one of scorer2" in next(page for name, page in found.items() if name.endswith("/b.html"))
    assert "c is first; it and d, the second, cannot be told apart" in found["scorer2/index.html"]
    causes = found["index.html"].partition("cause")[2]
    assert causes.index("2 b , e") < causes.index("1 a")  # the most frequent first


def test_a_submission_that_failed_says_why(made: Path) -> None:
    page = text((made / "site" / "news" / "pine.html").read_text())
    assert "failed Could not open ne/co document file 'pine.responses'." in page
    assert "exit status 1" in page


def test_a_pair_shows_figures_and_items_that_differ(made: Path) -> None:
    page = text((made / "site" / "trip" / "ivy+juniper.html").read_text())
    assert "bytag/<all>/match 1 0 -1 1" in page
    assert "juniper has 0 items better, 1 worse, 2 only differently." in page
    assert "LOC: Ann Lee flew to Rome with Bo from Acme Corp on Monday. ref.json 16-20" in page
    assert "missing -> clash ivy: " in page
    assert "juniper: tagplusovermark: the labels differ" in page


def test_the_same_archive_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    before = content(made / "site")
    elsewhere = example(tmp_path / "elsewhere")
    for done in (site, site_in_processes):  # at first with an empty store and no old site
        done(elsewhere, tmp_path / "site")
        assert content(tmp_path / "site") == before


@pytest.mark.parametrize(
    ("pairs", "expected"), [("0", ""), ("1", "a+c b+a"), ("2", "a+c b+a b+c"), ("all", "a+c b+a b+c")]
)
def test_pairs_are_neighbours_in_rank(pairs: str, expected: str, tmp_path: Path) -> None:
    answers = {name: ANSWERS.replace(b"bank_2", b"bank_1") if name == "b" else ANSWERS for name in "abc"}
    done = site(senses(tmp_path / "archive", answers), tmp_path / "site", "--pairs", pairs)
    assert done.status == 0
    assert sorted(path.stem for path in (tmp_path / "site" / "senses").glob("*+*")) == expected.split()
    assert_linked(tmp_path / "site")


def test_only_systems_with_the_most_frequent_key_are_ranked_and_none_is_compared_over_another(tmp_path: Path) -> None:
    for name, key, answers in (("a", KEY + b"#\n", KEY), ("b", KEY, KEY), ("c", KEY, ANSWERS)):
        folder = tmp_path / "archive" / name / "in"
        folder.mkdir(parents=True)
        (folder.parent / "cmd").write_text("scorer2 answers key\n")
        (folder / "key").write_bytes(key)
        (folder / "answers").write_bytes(answers)
    assert site(tmp_path / "archive", tmp_path / "site", "--pairs", "all").status == 0
    assert [name for name in pages(tmp_path / "site") if "+" in name] == ["scorer2/b+c.html"]
    page = text((tmp_path / "site" / "scorer2" / "index.html").read_text())
    assert "b is first; it and c, the second, cannot be told apart" in page
    assert "of the best 2 with the same key" in page


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        ([], "0 0.2"),
        ([5.0], "5 6"),
        ([0.0, 1.0], "0 0.2 0.4 0.6 0.8 1"),
        ([1.1, 0.0], "0 0.5 1 1.5"),
        ([-0.5, -4.5], "-5 -4 -3 -2 -1 0"),
        ([0.0, 60.0, 7.0], "0 20 40 60"),
    ],
)
def test_an_axis_has_few_round_numbers_from_side_to_side(values: list[float], numbers: str) -> None:
    axis = Axis(values)
    assert " ".join([text for text, _ in axis.ticks]) == numbers
    assert [round(axis.at(float(text))) for text, _ in (axis.ticks[0], axis.ticks[-1])] == [0, 100]


def test_the_most_frequent_wrong_items_are_shown(tmp_path: Path) -> None:
    lines = [f"w.n w.n.{number:03} s{min(number, 100)}\n" for number in range(102)]
    archive = senses(tmp_path / "archive", {"a": re.sub(r"s(\d+)\n", r"t\1\n", "".join(lines)).encode()})
    (archive / "key").write_text("".join(lines))
    assert site(archive, tmp_path / "site").status == 0
    page = (tmp_path / "site" / "senses" / "a.html").read_text()
    rows = re.findall('<tr class="row.*?<th scope="row">(.*?)<', page)
    assert (len(rows), rows[0], rows[-1]) == (100, "w.n_w.n.100", "w.n_w.n.098")


HOSTILE = [
    "<script>alert(1)<", "x" * 200, "Case", "case", "%2e%2e", "a..b", "index", "CON", "a+b", "a b&c\"'", "é", "\u202e"
]  # fmt: skip


@posix
def test_names_that_strangers_choose_are_text_and_stay_in_the_folder(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", dict.fromkeys(HOSTILE, ANSWERS))
    with open(os.fsencode(archive) + b"/\xff.ans", "wb") as file:
        file.write(ANSWERS)
    manifest = (archive / "archive.toml").read_text()
    (archive / "archive.toml").write_text(manifest.replace("[senses]", '["../<b>senses"]'))
    done = site(archive, tmp_path / "site", "--pairs", "all")
    assert done.status == 0
    assert sorted(os.listdir(tmp_path)) == ["archive", "site"]
    names = list(pages(tmp_path / "site"))
    assert len(names) == 3 + 13 + 13 * 12 // 2
    assert len({name.lower() for name in names}) == len(names)
    assert all(re.fullmatch(r"(?:[a-z0-9_.~+-]{1,150}/)?[a-z0-9_.~+-]{1,150}\.html", name) for name in names)
    assert_linked(tmp_path / "site")
    for page in pages(tmp_path / "site").values():
        assert "<b>" not in page
        assert "alert(1)" not in page or "&lt;script&gt;alert(1)&lt;" in page
        assert "<script>alert" not in page


@needs_browser
def test_long_names_and_labels_do_not_widen_a_page(tmp_path: Path) -> None:
    long = b"x" * 300
    lines = b"".join([b"%s.n %s.%d %s\n" % (long, long, number, long) for number in range(3)])
    archive = senses(tmp_path / "archive", {"a" * 200: lines, "b" * 200: lines.replace(b"1 x", b"1 y")})
    (archive / "key").write_bytes(lines)
    (archive / f"{'a' * 200}.txt").write_bytes(b'score for "x": 0.000\n')
    manifest = (archive / "archive.toml").read_text()
    (archive / "archive.toml").write_text(manifest.replace("[senses]", f"[{'senses' * 50}]").replace(" key", " key -v"))
    assert site(archive, tmp_path / "site").status == 1
    shown = [Frame(page, width, SIZES) for page, width in product(pages(tmp_path / "site").values(), WIDTHS)]
    for frame, seen in zip(shown, computed(shown, tmp_path)):
        assert seen["needed"] <= frame.width, frame.page


def test_no_page_is_too_large_however_long_the_labels_are(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    for name, shift in (("a", 0), ("b", 1)):
        lines = [f"w B-{chr(65 + at) * 20_000} B-{chr(65 + (at + shift) % 20) * 20_000}\n" for at in range(20)]
        (folder / name).write_text("".join(lines))
    (folder / "archive.toml").write_text('[t]\nrun = "conlleval < {submission}"\nsubmissions = "[ab]"\n')
    assert site(folder, tmp_path / "site").status == 0
    sizes = [path.stat().st_size for path in (tmp_path / "site").rglob("*.html")]
    assert max(sizes) <= MAX_BYTES
    assert "not explained" not in (tmp_path / "site" / ".rescore-site").read_text()


@pytest.mark.parametrize(
    ("run", "explain", "note"),
    [
        ("MATScore --file {submission} --help", "all", "the run scores nothing that could be explained"),
        ("conlleval < {submission}", "none", "The figures are not explained; --explain makes pages that do."),
    ],
)
def test_a_page_without_an_explanation_says_why(run: str, explain: str, note: str, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "a").write_text("w B-X B-X\n")
    (folder / "archive.toml").write_text(f'[t]\nrun = "{run}"\nsubmissions = "a"\n')
    assert site(folder, tmp_path / "site", "--explain", explain).status == 0
    assert f"<p>{note}</p>" in (tmp_path / "site" / "t" / "a.html").read_text()
    assert "not explained" not in (tmp_path / "site" / ".rescore-site").read_text()


def test_progress_ends_when_all_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[tqdm[NoReturn]] = []

    def bar(steps: int, unit: str = "submission") -> tqdm[NoReturn]:
        bars.append(tqdm(total=steps, unit=unit, file=io.StringIO()))
        return bars[-1]

    monkeypatch.setattr("legacy_scorers.rescore.output.progress.progress_bar", bar)
    archive = senses(tmp_path / "archive", {"a": ANSWERS, "b": ANSWERS})
    for explain in ("all", "none"):
        assert site(archive, tmp_path / "site", "--explain", explain).status in (0, 1)
    assert [one.unit for one in bars] == ["submission", "task", "page"] * 2
    assert [one.n for one in bars] == [one.total for one in bars]


def test_an_explanation_that_is_too_large_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legacy_scorers.rescore.site.explained.MAX_BYTES", 1_000_000)
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "a").write_text("".join([f"w B-{number} B-{number}\n" for number in range(1300)]))
    (folder / "archive.toml").write_text('[t]\nrun = "conlleval < {submission}"\nsubmissions = "a"\n')
    done = site(folder, tmp_path / "site")
    page = tmp_path / "site" / "t" / "a.html"
    assert (done.status, page.stat().st_size < 1_000_000) == (3, True)
    assert "t/a: the explanation would take more than 1 MB" in done.stderr
    assert "the explanation would take more than 1 MB" in page.read_text()


@given(st.lists(st.text(max_size=80) | st.sampled_from(["a", "A", "a~2", "con", "../x", ""]), max_size=12))
def test_every_text_has_a_safe_name_of_its_own(texts: list[str]) -> None:
    used: Counter[str] = Counter()
    found = [new_name(one, used) for one in texts]
    assert len({name.lower() for name in found}) == len(texts)
    assert all(re.fullmatch(r"[a-z0-9_][a-z0-9_.-]{0,59}(?:~\d+)?", name) for name in found)


@pytest.mark.parametrize("name", ["index", "about", "con", "prn", "aux", "nul", "com0", "lpt9", "con.txt"])
def test_a_name_that_means_something_else_gets_a_number(name: str) -> None:
    assert new_name(name, Counter()) == f"{name}~1"
    assert new_name(f"x{name}", Counter()) == f"x{name}"


@pytest.mark.parametrize("name", ["com10", "lpt", "aux2", "indexes"])
def test_a_name_that_only_begins_like_one_of_those_stays(name: str) -> None:
    assert new_name(name, Counter()) == name


def test_a_folder_that_is_no_site_is_left_alone(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("mine")
    done = site(archive, tmp_path / "notes")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == (f"rescore: {tmp_path / 'notes'}: is neither empty nor a site; name another folder\n")
    assert content(tmp_path / "notes") == {"mine.txt": b"mine"}
    assert not store_of(archive).exists()


def test_a_site_with_files_of_the_user_is_left_alone(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    site(archive, tmp_path / "site")
    (tmp_path / "site" / "senses" / "mine.txt").write_text("mine")
    before = content(tmp_path / "site")
    done = site(archive, tmp_path / "site")
    assert done.status == 2
    assert "has senses/mine.txt, which is not a page of the site; move it" in done.stderr
    assert content(tmp_path / "site") == before
    (tmp_path / "site" / "senses" / "mine.txt").unlink()
    (tmp_path / "site" / "mine").mkdir()
    assert "has mine, which is not a page of the site; move it" in site(archive, tmp_path / "site").stderr


def test_pages_of_submissions_that_are_gone_go_too(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS, "b": ANSWERS})
    site(archive, tmp_path / "site")
    (archive / "b.ans").unlink()
    site(archive, tmp_path / "site")
    assert {"senses/a.html", "senses/b.html"} & content(tmp_path / "site").keys() == {"senses/a.html"}


def test_a_site_that_cannot_be_put_in_place_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    site(archive, tmp_path / "site")
    before = content(tmp_path / "site")
    (archive / "b.ans").write_bytes(ANSWERS)
    rename = os.rename

    def failing(source: str, target: str) -> None:
        if str(source).endswith(f"{os.sep}new"):
            raise OSError(28, "No space left on device")
        rename(source, target)

    monkeypatch.setattr(os, "rename", failing)
    done = site(archive, tmp_path / "site")
    assert (done.status, done.stderr) == (
        2,
        f"rescore: {tmp_path / 'site'}: cannot be written (No space left on device); name another folder\n",
    )
    assert content(tmp_path / "site") == before
    assert sorted(os.listdir(tmp_path / "site")) == [".rescore-site", "about.html", "index.html", "senses"]


def test_a_page_that_takes_too_long_says_so_and_the_others_are_made(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS * 20_000, "b": ANSWERS * 20_000})
    assert rescore("run", archive).status == 0
    done = site(archive, tmp_path / "site", "--timeout", "0.001")
    assert (done.status, done.stdout) == (3, "")
    problem = "not done within 0.001 s; raise --timeout"
    assert done.stderr.splitlines() == [
        f"rescore: senses/a: {problem}",
        f"rescore: senses/b: {problem}",
        f"rescore: senses/a and senses/b: {problem}",
        f"2 submissions: 2 unpublished; 6 pages in {tmp_path / 'site'}",
    ]
    assert problem in (tmp_path / "site" / "senses" / "a.html").read_text()
    assert_linked(tmp_path / "site")


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound memory")
def test_a_page_that_takes_too_much_memory_says_so_and_the_others_are_made(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS, "b": b"bank.n bank.n.001" + b" bank_1" * 700_000 + b"\n"})
    assert rescore("run", archive).status == 0
    done = site(archive, tmp_path / "site", "--memory", "150")
    assert done.status == 3
    *problems, summary = done.stderr.splitlines()
    problem = "needs more memory than there is or --memory allows"
    assert problems == [f"rescore: senses/b: {problem}", f"rescore: senses/a and senses/b: {problem}"]
    assert summary == f"2 submissions: 2 unpublished; 6 pages in {tmp_path / 'site'}"
    assert_linked(tmp_path / "site")


def lacking(room: str, *words: str | Path) -> Done:
    """Run the command where it lacks room for explanations, of a kind that is named."""
    if room == "time":
        return rescore(*words, "--timeout", "0.001")
    command = [sys.executable, str(ROOT / "bin" / "rescore"), *map(str, words)]
    if room == "memory":
        command += ["--memory", "25"]
    else:
        command = ["sh", "-c", 'ulimit -f 40 && exec "$@"', "sh", *command]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # modules would be cut off at the limit, too
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    return Done(Run(done.returncode, done.stdout, done.stderr, {}))


@pytest.fixture(scope="module")
def explained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an archive, its site, and stores from before and after its submissions were scored anew."""
    folder = tmp_path_factory.mktemp("explained")
    answers = b"".join([b"bank.n bank.n.%04d bank_1\n" % number for number in range(700)])
    archive = senses(folder / "archive", {"a": answers, "b": answers})
    (archive / "key").write_bytes(answers)
    assert site(archive, folder / "site", "--store", folder / "unscored").status == 0
    for name in ("a.ans", "b.ans"):
        (archive / name).write_bytes(answers.replace(b"bank_1", b"bank_2", 1))
    shutil.copytree(folder / "unscored", folder / "scored")
    assert rescore("run", "--store", folder / "scored", archive).status == 0
    return folder


LACKS = [
    ("scored", "size of files"), ("unscored", "time"), ("scored", "memory"),
    ("unscored", "size of files"), ("scored", "time"), ("unscored", "memory"),
]  # fmt: skip


@posix
@pytest.mark.parametrize(("known", "room"), LACKS if is_night() else LACKS[:3])
def test_a_site_with_explanations_does_not_make_way_for_one_without(
    known: str, room: str, explained: Path, tmp_path: Path
) -> None:
    archive, folder = explained / "archive", tmp_path / "site"
    shutil.copytree(explained / "site", folder)
    shutil.copytree(explained / known, tmp_path / "store")
    before = content(folder)
    done = lacking(room, "site", "--jobs", "1", "--explain", "all", "--store", tmp_path / "store", archive, folder)
    assert (done.status, done.stdout) == (3, "")
    last = done.stderr.splitlines()[-1]
    if room == "memory":  # which does not even suffice to read the archive
        assert last == f"rescore: {archive}: needs more memory than there is or --memory allows"
    else:
        assert last.startswith(f"rescore: {folder}: is kept, because senses/")
    assert content(folder) == before


def test_a_site_without_explanations_makes_way_for_any_other(tmp_path: Path) -> None:
    archive, folder = senses(tmp_path / "archive", {"a": ANSWERS}), tmp_path / "site"
    assert rescore("run", archive).status == 0
    for limit in ("0.0001", "0.0001", "600"):
        assert site(archive, folder, "--timeout", limit).status in (0, 3)
    before = content(folder)
    assert b" not explained" not in before[".rescore-site"]
    assert site(archive, folder, "--timeout", "0.0001").status == 3
    assert content(folder) == before


def test_two_runs_at_once_make_a_site_each_and_the_later_one_stays(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    with SiteFolder(str(tmp_path / "site")) as earlier:
        earlier.write("index.html", b"earlier")
        assert site(archive, tmp_path / "site").status == 0
        assert len(content(tmp_path / "site")) == 5
        earlier.put()
    assert content(tmp_path / "site") == {".rescore-site": b"index.html\n", "index.html": b"earlier"}
    assert sorted(os.listdir(tmp_path)) == ["archive", "site"]


def test_files_that_the_user_makes_meanwhile_are_left_alone(tmp_path: Path) -> None:
    with SiteFolder(str(tmp_path / "site")) as folder:
        folder.write("index.html", b"new")
        (tmp_path / "site").mkdir()
        (tmp_path / "site" / "mine").write_bytes(b"mine")
        with pytest.raises(InputError, match="is neither empty nor a site"):
            folder.put()
    assert content(tmp_path / "site") == {"mine": b"mine"}


@posix
@pytest.mark.parametrize("what", ["a pipe as the mark", "a link as the mark", "a link", "a pipe", "a file", "itself"])
def test_a_folder_with_anything_but_files_is_left_alone(what: str, tmp_path: Path) -> None:
    archive, folder, mine = senses(tmp_path / "archive", {"a": ANSWERS}), tmp_path / "site", tmp_path / "mine"
    site(archive, mine)
    mark = folder / ".rescore-site"
    if what != "a file":
        site(archive, folder)
    if what.endswith("the mark"):
        mark.unlink()
        os.mkfifo(mark) if what.startswith("a pipe") else mark.symlink_to(mine / ".rescore-site")
    elif what == "a file":
        folder.write_text("mine")
    elif what == "itself":
        shutil.rmtree(folder)
        folder.symlink_to(mine)
    else:
        (folder / "index.html").unlink()
        os.mkfifo(folder / "index.html") if what == "a pipe" else (folder / "index.html").symlink_to(mine)
    before = content(mine)
    done = site(archive, folder)
    assert (done.status, done.stderr.count("\n")) == (2, 1)
    assert content(mine) == before


@posix
@pytest.mark.parametrize("way", ["pages", "new/pages", "link", "link/new", "../elsewhere/archive/pages"])
def test_no_site_is_made_in_the_archive_or_through_it(way: str, tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    site(archive, tmp_path / "mine")
    (archive / "link").symlink_to(tmp_path / "mine")
    (tmp_path / "elsewhere").symlink_to(tmp_path)
    before = content(tmp_path)
    done = site(archive, Path(f"{archive}/{way}"))
    assert (done.status, done.stderr) == (
        2,
        f"rescore: {archive}/{way}: is in the archive; name a folder outside of it\n",
    )
    assert content(tmp_path) == before


def test_the_working_folder_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    (tmp_path / "site").mkdir()
    monkeypatch.chdir(tmp_path / "site")
    assert "is the working folder, which the site would replace" in rescore("site", archive, ".").stderr


@posix
def test_a_site_keeps_its_permissions(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    (tmp_path / "site").mkdir(mode=0o700)
    for mode in (0o700, 0o750):
        (tmp_path / "site").chmod(mode)
        assert site(archive, tmp_path / "site").status == 0
        assert (tmp_path / "site").stat().st_mode & 0o777 == mode


def test_a_site_is_not_made_among_submissions(tmp_path: Path) -> None:
    (tmp_path / "archive" / "a").mkdir(parents=True)
    (tmp_path / "archive" / "a" / "cmd").write_text("scorer2 answers key\n")
    done = site(tmp_path / "archive", tmp_path / "archive" / "site")
    assert (done.status, done.stdout) == (2, "")
    assert "is in the archive; name a folder outside of it" in done.stderr
    assert os.listdir(tmp_path / "archive") == ["a"]


@pytest.mark.parametrize("words", [["--pairs", "some"], ["--pairs", "9" * 5000], ["--only", "nobody"]])
def test_wrong_words_are_refused(words: list[str], tmp_path: Path) -> None:
    done = site(senses(tmp_path / "archive", {"a": ANSWERS}), tmp_path / "site", *words)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith("rescore site: ")
    assert not (tmp_path / "site").exists()


def test_a_wrong_manifest_makes_no_site(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS}, "[senses]\nrun = 'rm -r /'\nsubmissions = '*'\n")
    done = site(archive, tmp_path / "site")
    assert (done.status, done.stdout) == (2, "")
    assert not (tmp_path / "site").exists()


def test_known_submissions_are_not_scored_for_the_tables(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    rescore("run", archive)
    store = store_of(archive).rename(tmp_path / "store")
    before = {path.name: path.read_bytes() for path in store.iterdir()}
    assert site(archive, tmp_path / "site", "--store", store).status == 0
    assert {path.name: path.read_bytes() for path in store.iterdir()} == before
