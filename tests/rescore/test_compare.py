"""``rescore compare``, ``rank`` and ``measures`` as users start them."""

from __future__ import annotations

import json
import os
import re
import shutil
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed for this Python")
pytest.importorskip("click", reason="click is not installed for this Python")
from legacy_scorers.rescore.archive.pool import Call
from legacy_scorers.rescore.output import picture
from legacy_scorers.rescore.process import CAN_BOUND_MEMORY
from legacy_scorers.rescore.runs.conditions import Conditions, citation, citations
from legacy_scorers.rescore.statistics import samples
from legacy_scorers.rescore.statistics.methods import DEFAULT_SEED
from tests.golden_cases import ROOT, is_night
from tests.rescore.archives import ANSWERS, KEY, InOrder, rescore, senses, store_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from legacy_scorers.rescore.archive.submission import Submission

ARCHIVE = str(ROOT / "examples" / "archive")
SENSEVAL = ROOT.parent / "shared" / "data" / "scorer2" / "senseval3-dev"
FAIREVAL = ROOT.parent / "shared" / "data" / "faireval" / "data"
FIELDS = [
    "a", "b", "measure", "value_a", "value_b", "difference", "low", "high", "p", "significant", "test", "trials",
    "seed", "units", "units_differing",
]  # fmt: skip


WRONG, RIGHT = "wrong", "right"
ITEMS = ["bank.n", "take_up.v"]


def write(folder: Path, name: str, tags: str) -> None:
    """Write answers to a key of right ones: R is right, W wrong, and for - there is none."""
    lines = []
    for number, tag in enumerate(tags):
        item = ITEMS[number % len(ITEMS)]
        if tag != "-":
            lines.append(f"{item} {item}.{number:03d} {RIGHT if tag == 'R' else WRONG}\n")
    (folder / name).write_text("".join(sorted(lines)))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "key", "R" * 12)
    write(tmp_path, "good", "RRRRRRRRRRWR")
    write(tmp_path, "bad", "RWRWRWWRW-WR")
    return tmp_path


def lines_of(*systems: str) -> list[str]:
    return [word for system in systems for word in ("--", "scorer2", system, "key")]


def compared(*words: str, of: tuple[str, ...] = ("good", "bad")) -> list[dict[str, Any]]:
    done = rescore("compare", "--format", "json", *words, *lines_of(*of))
    assert done.status == 0, done.stderr
    records: list[dict[str, Any]] = json.loads(done.stdout)
    return records


def test_a_comparison_has_the_agreed_fields(folder: Path) -> None:
    (record,) = compared()
    assert list(record) == FIELDS
    assert (record["a"], record["b"], record["measure"]) == ("good", "bad", "fine/all/recall")
    assert record["value_a"] == pytest.approx(11 / 12)
    assert record["difference"] == record["value_a"] - record["value_b"]
    assert record["low"] < record["difference"] < record["high"]
    assert (record["units"], record["units_differing"], record["seed"]) == (12, 6, DEFAULT_SEED)


def test_p_is_that_of_all_arrangements(folder: Path) -> None:
    (record,) = compared()
    good, bad = [1] * 10 + [0, 1], [1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1]
    observed = sum(good) - sum(bad)
    arrangements = [
        sum((y - x) if swap else (x - y) for x, y, swap in zip(good, bad, swaps))
        for swaps in product((False, True), repeat=12)
    ]
    assert record["p"] == sum(abs(one) >= observed for one in arrangements) / len(arrangements)
    assert record["trials"] == 2**6


@pytest.mark.parametrize("test", ["randomization", "bootstrap", "sign"])
@pytest.mark.parametrize("measure", ["fine/all/recall", "fine/all/precision", "fine/all/correct"])
def test_swapping_the_systems_changes_signs_only(test: str, measure: str, folder: Path) -> None:
    (there,) = compared("--test", test, "--measure", measure)
    (back,) = compared("--test", test, "--measure", measure, of=("bad", "good"))
    assert (back["a"], back["value_a"], back["p"]) == (there["b"], there["value_b"], there["p"])
    assert (back["difference"], back["low"], back["high"]) == pytest.approx(
        (-there["difference"], -there["high"], -there["low"])
    )
    assert {**there, **dict.fromkeys(FIELDS[:8])} == {**back, **dict.fromkeys(FIELDS[:8])}


def test_the_same_words_give_the_same_bytes_and_another_seed_others(folder: Path) -> None:
    first, again = [rescore("compare", *lines_of("good", "bad")) for _ in range(2)]
    assert first.stdout == again.stdout
    assert compared("--seed", "1", "--test", "bootstrap") != compared("--seed", "2", "--test", "bootstrap")


def test_the_help_names_what_is_done_by_default(folder: Path) -> None:
    found = re.findall(r"(--\S+) \S+ +(?:Draw )?(\S+) \(default\)", rescore("compare", "--help").stdout)
    assert [option for option, _ in found] == ["--format", "--test", "--correct", "--interval", "--by"]
    words = lines_of("good", "bad")
    named = rescore("compare", *[word for pair in found for word in pair], *words)
    assert (named.status, named.stdout) == (0, rescore("compare", *words).stdout)


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"name": None, "gold only": False, "ignore": []}, "|gold-only:no"),
        ({"weights": {"TP": {"TP": 1}}, "content": ["PER", "LOC"]}, "|weights:TP (TP 1)|content:PER,LOC"),
        ({"delimiter": "|", "labels": ["long"] * 9}, "|delimiter:cbe5cfdf|labels:3bd0ceaa"),
        ({"one": "x" * 40, "other": "x" * 41}, f"|one:{'x' * 40}|other:3164596d"),
        ({"key file": ["sha256:0e56b6e01061"], "slots file": ["sha256:1", "sha256:2"]}, "|key:0e56b6e0|slots:17f8af97"),
    ],
)
def test_a_citation_stays_short(settings: dict[str, object], shown: str) -> None:
    assert citation("MATScore", {"version": "2.0", **settings}) == f"MATScore|v:2.0{shown}"


def test_runs_under_other_conditions_have_a_citation_each() -> None:
    conditions: list[Conditions] = [{"version": "1.0.0", "minimal": one, "verbose": one} for one in (False, True)]
    assert citations("scorer2", dict(zip("ab", conditions))) == ["a: scorer2|v:1.0.0|m:no", "b: scorer2|v:1.0.0|m:yes"]
    assert citations("scorer2", dict.fromkeys("ab", conditions[0])) == ["scorer2|v:1.0.0|m:no"]


@pytest.mark.parametrize(
    ("systems", "condition", "reference"),
    [
        (["fir", "gorse"], "; weights LE (TP 0.0, FP 0.5, FN 0.5), BE (", "Ortmann, K. (2022)."),
        (["maple", "oak"], "; premodifiers the, a, an; ", "MUC scorer, user's manual "),
    ],
)
def test_settings_are_cited_plainly_and_the_scorer_too(systems: list[str], condition: str, reference: str) -> None:
    sentence, *references = rescore("compare", "--cite", ARCHIVE, *systems).stdout.splitlines()
    assert condition in sentence
    assert not set("[]{}|") & set(sentence)
    assert any(line.startswith(reference) for line in references)


def test_the_suite_is_cited_as_it_asks_for() -> None:
    cited = rescore("compare", "--cite", ARCHIVE, "fir", "gorse").stdout.splitlines()[-1]
    asked = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    (title,), (version,) = [re.findall(rf"^{name}: (.*)$", asked, re.MULTILINE) for name in ("title", "version")]
    assert cited == f"The legacy-scorers authors. {title.strip(chr(34))}. Software, version {version}."


def test_submissions_of_an_archive_are_compared_by_their_names() -> None:
    done = rescore("compare", "--format", "json", ARCHIVE, "alder", "senses/birch")
    (record,) = json.loads(done.stdout)
    assert (record["a"], record["b"], record["measure"]) == ("alder", "birch", "mixed/all/recall")
    assert (record["units"], record["units_differing"], record["trials"], record["p"]) == (12, 2, 4, 0.5)


@pytest.mark.parametrize(("task", "systems"), [("senses", 5), ("spans", 3)])
def test_a_task_of_an_archive_is_ranked(task: str, systems: int) -> None:
    records = json.loads(rescore("rank", "--format", "json", ARCHIVE, task).stdout)
    assert len(records) == systems
    assert [record["value"] for record in records] == sorted([record["value"] for record in records], reverse=True)


@pytest.mark.parametrize("words", [["compare", ARCHIVE, "ivy", "juniper"], ["rank", ARCHIVE, "trip"]])
def test_one_document_is_the_same_unit_whatever_systems_call_it(words: list[str]) -> None:
    done = rescore(*words)
    assert (done.status, done.stdout) == (3, "")
    *left_out, problem = done.stderr.splitlines()
    assert problem == "rescore: ivy, juniper have one unit in common, ref.json; resampling needs two"
    assert all("larch.json " in line and "scored nothing" in line for line in left_out)


def test_a_submission_that_cannot_be_scored_is_left_out_of_a_ranking(folder: Path) -> None:
    (folder / "archive.toml").write_text(
        '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*.ans"\nkey = "key"\n'
    )
    for name in ("good", "bad"):
        shutil.copy(name, f"{name}.ans")
    (folder / "away.ans").symlink_to("/etc/hostname")
    done = rescore("rank", "--format", "json", str(folder), "t")
    assert [record["system"] for record in json.loads(done.stdout)] == ["good", "bad"]
    assert "t/away: away.ans leads out of the archive; copy the file into it; it is left out\n" in done.stderr
    assert rescore("compare", str(folder), "good", "away").status == 3


@pytest.mark.parametrize(
    ("option", "value", "problem"),
    [("--trials", "5", "--trials 5 cannot tell any of 5 systems apart"), ("--by", "document", "can be grouped --by")],
)
def test_options_that_do_not_fit_an_archive_are_refused(option: str, value: str, problem: str) -> None:
    done = rescore("rank", option, value, ARCHIVE, "senses")
    assert (done.status, done.stdout) == (2, "")
    assert problem in done.stderr


@pytest.fixture
def counted(tmp_path: Path) -> Path:
    """Copy the example archive, whose store knows the units of the submissions to senses, spans and news."""
    archive = tmp_path / "archive"
    shutil.copytree(ARCHIVE, archive)
    assert " submissions: " in rescore("run", "--only", "[sn]*", str(archive)).stderr
    assert rescore("table", "--units", str(archive)).status == 0
    return archive


@pytest.mark.parametrize("task", ["senses", "spans"])
def test_units_that_the_store_knows_are_not_counted_again(
    task: str, counted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[str] = []

    def calling(function: Callable[..., Any], root: str, submission: Submission, measure: object) -> Call[Any]:
        scored.append(submission.name)
        return Call(function, root, submission, measure)

    monkeypatch.setattr(samples, "Call", calling)
    answers = counted / "senses" / "answers"
    known = rescore("rank", "--format", "json", str(counted), task)
    assert len(scored) == 1
    (answers / "cedar.ans").write_bytes((answers / "elm.ans").read_bytes())
    rescore("rank", str(counted), "senses")
    assert scored[1:] == ["alder", "cedar"]
    shutil.rmtree(store_of(counted))
    assert known.stdout == rescore("rank", "--format", "json", ARCHIVE, task).stdout


def test_weights_are_those_of_each_submission_whatever_the_store_has(counted: Path) -> None:
    config = counted / "spans" / "gorse.config"
    config.write_text(config.read_text().replace("= 0 TP", "= 1 TP"))
    rescore("run", str(counted))
    rescore("table", "--units", str(counted))
    words = ("rank", "--format", "json", "--measure", "weighted/overall/F1", str(counted), "spans")
    known = rescore(*words)
    shutil.rmtree(store_of(counted))
    assert known.stdout == rescore(*words).stdout


@pytest.mark.skipif(os.name != "posix", reason="needs pipes")
def test_nobody_waits_for_a_pipe_among_submissions(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": KEY, "c": ANSWERS})
    (archive / "c.ans").unlink()
    os.mkfifo(archive / "c.ans")
    limits = ("--timeout", "2")
    problem = 'scorer2 c.ans key: Unable to read "c.ans".'
    done = rescore("rank", *limits, str(archive), "senses")
    assert done.status == 0
    assert f"rescore: {archive}: senses/c: {problem.rstrip('.')}; it is left out\n" in done.stderr
    done = rescore("compare", *limits, str(archive), "a", "c")
    assert (done.status, done.stderr) == (3, f"rescore: {archive}: senses/c: {problem}\n")


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound memory")
def test_a_submission_that_takes_too_much_memory_is_left_out(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": KEY, "c": ANSWERS * 1_000_000})
    done = rescore("rank", "--memory", "150", str(archive), "senses")
    assert done.status == 0
    assert "senses/c: needs more memory than there is or --memory allows; it is left out\n" in done.stderr


@pytest.mark.parametrize("task", ["news", "spans"])
def test_a_failed_submission_is_left_out_whatever_the_store_has_of_it(task: str, counted: Path) -> None:
    with open(counted / "spans" / "hazel" / "letters.spans", "ab") as file:
        file.write(b"\n\xff\n")  # what stands before is scored until the run fails
    forgotten = counted.with_name("forgotten")
    shutil.copytree(counted, forgotten)
    rescore("run", str(counted))
    rescore("table", "--units", str(counted))
    done = rescore("rank", str(counted), task)
    assert "; it is left out\n" in done.stderr
    assert done.stdout == rescore("rank", str(forgotten), task).stdout


def test_damaged_results_are_computed_again(counted: Path) -> None:
    known = rescore("rank", str(counted), "senses")
    for file in store_of(counted).iterdir():
        file.write_bytes(b"x" * 10_000)
    done = rescore("rank", str(counted), "senses")
    assert (done.status, done.stdout) == (0, known.stdout)
    problem = "has results that cannot be used; they are computed again"
    assert done.stderr == f"rescore: {store_of(counted)}: {problem}\n{known.stderr}"


@pytest.fixture
def field(folder: Path) -> Path:
    """Write sixty answers of each of four systems, of which neighbours can hardly be told apart."""
    write(folder, "key", "R" * 60)
    for name, right in (("best", 55), ("second", 50), ("third", 45), ("last", 20)):
        write(folder, name, "R" * right + "W" * (60 - right))
    return folder


SYSTEMS = ("third", "best", "last", "second")


def test_pairs_of_a_ranking_are_those_of_a_comparison(field: Path) -> None:
    three = compared(of=("best", "second", "third"))
    two = compared(of=("best", "third"))
    assert [record for record in three if (record["a"], record["b"]) == ("best", "third")] == two


def mat_lines(folder: Path, names: str, **systems: str) -> list[str]:
    """Write documents of two tokens and return command lines; P is a document with a tag. ``names`` are of both."""
    hypothesis, reference = names.split()
    lines = []
    for name, tags in systems.items():
        for side, found, form in (("ref", "PP", reference), (name, tags, hypothesis)):
            (folder / side).mkdir(exist_ok=True)
            for number, tag in enumerate(found):
                annotations = {"type": "PER", "attrs": [], "annots": [[0, 1]]} if tag == "P" else None
                document = {"signal": "a b", "metadata": {}, "asets": [annotations] if annotations else []}
                (folder / side / form.format(number=number, name=name)).write_text(json.dumps(document))
        words = ["--dir", str(folder / name), "--ref_dir", str(folder / "ref"), "--content_annotations", "PER"]
        lines += ["--", "MATScore", *words]
        if hypothesis != reference:
            lines += ["--ref_fsuff_off", hypothesis.format(number="", name=name), "--ref_fsuff_on", ".json"]
    return lines


@pytest.mark.parametrize("column", ["missing", "refonly"])
def test_errors_rank_from_low_to_high(column: str, tmp_path: Path) -> None:
    lines = mat_lines(tmp_path, "{number}.json {number}.json", many="XX", few="PX", none="PP")
    done = rescore("rank", "--format", "json", "--measure", f"bytag/<all>/{column}", *lines)
    records = json.loads(done.stdout)
    assert [(record["value"], record["units"]) for record in records] == [(0, 2), (1, 2), (2, 2)]
    assert [record["system"] for record in records] == [str(tmp_path / name) for name in ("none", "few", "many")]


def coreference(folder: Path, metric: str, *name: str, **systems: str) -> list[str]:
    """Write two documents of four mentions, in the response by their chains or ``-``, and return command lines."""
    lines = []
    for system, chains in {"key": "0011", **systems}.items():
        with open(folder / system, "w") as file:
            for document, mentions in (("d1", chains), ("d2", "0011")):
                file.write(f"#begin document ({document}); part 000\n")
                for number, chain in enumerate(mentions):
                    file.write(f"{document}\t0\t{number}\tw\t{chain if chain == '-' else f'({chain})'}\n")
                file.write("#end document\n")
        words = ["scorer.pl", metric, str(folder / "key"), str(folder / system), *name]
        lines += ["--", *words] if system in systems else []
    return lines


def test_mentions_that_are_not_identified_are_errors(tmp_path: Path) -> None:
    lines = coreference(tmp_path, "bcub", many="----", few="001-", none="0011")
    done = rescore("rank", "--format", "json", "--measure", "coreference/(d1); part 000/not identified", *lines)
    assert [record["value"] for record in json.loads(done.stdout)] == [0, 1, 4]


VILAIN, BAGGA, LUO, RECASENS = "Vilain, M., ", "Bagga, A., ", "Luo, X. (2005). ", "Recasens, M., and "


@pytest.mark.parametrize(
    ("metric", "measure", "papers"),
    [
        ("muc", "coreference/coreference/F1", [VILAIN]),
        ("BCUB", "coreference/coreference/F1", [BAGGA]),
        ("ceafm", "coreference/coreference/F1", [LUO]),
        ("ceafe", "coreference/coreference/recall", [LUO]),
        ("blanc", "blanc/BLANC/F1", [RECASENS]),
        ("bcub", "coreference/mentions/F1", []),
        ("all", "ceafe/coreference/F1", [LUO]),
        ("all", "CoNLL/coreference/F1", [BAGGA, LUO, VILAIN]),
    ],
)
def test_the_paper_of_the_metric_is_cited(metric: str, measure: str, papers: list[str], tmp_path: Path) -> None:
    lines = coreference(tmp_path, metric, "none", one="001-", other="0011")
    done = rescore("compare", "--cite", "--measure", measure, *lines)
    metrics = (VILAIN, BAGGA, LUO, RECASENS)
    cited = done.stdout.splitlines()
    assert [start for line in cited for start in metrics if line.startswith(start)] == papers
    assert any(line.startswith("Pradhan, S., ") for line in cited)


def test_documents_meet_by_the_name_of_the_key_whatever_systems_call_them(tmp_path: Path) -> None:
    lines = mat_lines(tmp_path, "{number}.{name}.json {number}.json", one="PP", other="PX")
    done = rescore("compare", "--format", "json", *lines)
    (record,) = json.loads(done.stdout)
    assert (record["units"], record["units_differing"]) == (2, 1)
    assert "lack" not in done.stderr


@pytest.mark.parametrize(
    ("command", "form", "begin"),
    [("rank", "svg", b"<?xml"), ("compare", "png", b"\x89PNG"), ("rank", "pdf", b"%PDF")],
)
def test_a_picture_has_the_same_bytes_each_time_whatever_the_settings_of_the_user(
    command: str, form: str, begin: bytes, field: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed for this Python")
    if form != "svg":  # which is drawn in processes, as usual
        monkeypatch.setattr(picture, "Pool", InOrder)
    pictures = []
    for name, settings in (("one", {}), ("other", {"text.usetex": True, "font.family": "serif"})):
        with matplotlib.rc_context(settings):
            done = rescore(command, "--plot", f"{name}.{form}", *lines_of(*SYSTEMS))
        assert done.status == 0, done.stderr
        pictures.append((field / f"{name}.{form}").read_bytes())
    assert pictures[0].startswith(begin)
    assert pictures[0] == pictures[1]


def test_a_picture_shows_the_ranks_in_their_order(field: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figure = pytest.importorskip("matplotlib.figure", reason="matplotlib is not installed for this Python")
    drawn = []
    monkeypatch.setattr(figure.Figure, "savefig", lambda figure, *_, **__: drawn.append(figure.axes[0]))
    monkeypatch.setattr(picture, "Pool", InOrder)  # it is drawn in a process
    done = rescore("rank", "--plot", "p.svg", "--format", "json", *lines_of(*SYSTEMS))
    (axes,), ranks = drawn, json.loads(done.stdout)
    places, top = range(len(ranks)), axes.get_ylim()[1]
    (intervals,), (dots, *bars) = axes.collections, axes.lines
    assert sorted(places, key=lambda place: abs(place - top)) == list(places)
    assert [label.get_text() for label in axes.get_yticklabels()] == [one["system"] for one in ranks]
    assert list(zip(dots.get_xdata(), dots.get_ydata())) == [(one["value"], place) for place, one in enumerate(ranks)]
    assert [line.tolist() for line in intervals.get_segments()] == [
        [[one[end], place] for end in ("low", "high")] for place, one in enumerate(ranks)
    ]
    for bar, letter in zip(bars, axes.texts, strict=True):
        low, high = bar.get_ydata()
        in_group = [place for place in places if letter.get_text() in ranks[place]["groups"]]
        assert [place for place in range(-1, len(ranks) + 1) if low < place < high] == in_group


def test_names_in_a_picture_are_no_formulas_and_it_replaces_pictures_only(field: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed for this Python")
    shutil.copy("best", "$x_1$")
    for before, status in ((997, 2), (996, 0)):  # only the latter is a picture, which may be replaced
        (field / "p.svg").write_text(" " * before + "<svg")
        assert rescore("rank", "--plot", "p.svg", *lines_of("$x_1$", "last")).status == status
    assert "$x_1$" in (field / "p.svg").read_text()


@pytest.mark.skipif(not FAIREVAL.exists(), reason=f"the FairEval data are not in {FAIREVAL}")
def test_the_fair_evaluation_data_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the published chunks, by day some of them, with the same in which some have another label."""
    monkeypatch.chdir(tmp_path)
    system, target = [(FAIREVAL / side / "chunk_spans.csv").read_text("utf-8") for side in ("system", "target")]
    most = None if is_night() else 800  # sentences
    lines = "\n\n".join(system.split("\n\n")[:most]).split("\n")
    worse = [line if number % 20 else line.replace("NX", "PX") for number, line in enumerate(lines)]
    (tmp_path / "chunks").write_text("\n\n".join(target.split("\n\n")[:most]), encoding="utf-8")
    for name, answers in (("ours", lines), ("worse", worse)):
        (tmp_path / f"of_{name}").mkdir()
        (tmp_path / f"of_{name}" / "chunks").write_text("\n".join(answers), encoding="utf-8")
        (tmp_path / name).write_text(f"target_in = chunks\nsystem_in = of_{name}/chunks\neval_method = fair\n")
    words = ["--", "FairEval.py", "--config", "ours", "--", "FairEval.py", "--config", "worse"]
    (record,) = json.loads(rescore("compare", "--format", "json", *words).stdout)
    assert record["measure"] == "fair/overall/F1"
    assert record["value_a"] > record["value_b"]
    assert record["significant"]
    assert record["units"] > record["units_differing"] > 0
    done = rescore("compare", "--format", "json", "--by", "file", *words)
    assert (done.status, "have one unit in common" in done.stderr) == (3, True)


@pytest.mark.skipif(not SENSEVAL.exists(), reason=f"the Senseval-3 data are not in {SENSEVAL}")
def test_senseval_3_is_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SENSEVAL)
    systems = ("English.baseline", "English.answer", "English_0.knn", "English_123.svc")
    lines = [w for s in systems for w in ("--", "scorer2", s, "English-dev.key", "English.sensemap", "-g", "mixed")]
    records = json.loads(rescore("rank", "--format", "json", *lines).stdout)
    assert [record["system"] for record in records] == [
        "English.answer",
        "English_123.svc",
        "English_0.knn",
        "English.baseline",
    ]
    assert [record["groups"] for record in records] == [["A"], ["B"], ["C"], ["D"]]


def test_a_measure_with_other_weights_is_another_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    demo = "examples/faireval/demo.config"
    (tmp_path / "config").write_text((ROOT / demo).read_text().replace("0.25 FP", "0.9 FP"))
    runs = ["--", "FairEval.py", "--config", str(tmp_path / "config"), "--", "FairEval.py", "--config", demo]
    assert rescore("compare", "--measure", "fair/overall/F1", *runs).status == 0
    done = rescore("compare", "--measure", "weighted/overall/F1", *runs)
    assert (done.stdout, done.status) == ("", 3)
    assert done.stderr.endswith("; score both with the same weights\n")
