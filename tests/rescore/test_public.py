"""Manifests for public archives, whose data are not here: runs on made-up files of the same form."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.golden_cases import ROOT
from tests.rescore.archives import Done, run

PUBLIC = ROOT / "examples" / "public"
EXAMPLE = ROOT / "examples" / "m2scorer"
KEY = "d00 d00.s00.t{:02} bank%1:14:00::\n"
XML = """<systems_and_gold>
<token doc_id="d00" token_id="d00.s00.t00"><gold_keys><key value="bank%1:14:00::"/></gold_keys>{}</token>
<token doc_id="d00" token_id="d00.s00.t01"><gold_keys><key value="bank%1:14:00::"/><key value="U"/></gold_keys></token>
</systems_and_gold>
"""
SYSTEM = '<systems id="{}"><answer value="bank%1:14:00::" confidence="0.7"/></systems>'


def made(folder: Path, name: str, files: Mapping[str, str], published: Mapping[str, str]) -> Path:
    """Return the manifest of a public archive in a folder with made-up files.

    ``published`` are rows of its table in the place of those with the same name.
    """
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    shutil.copy(PUBLIC / f"{name}.toml", folder)
    if (PUBLIC / f"{name}.tsv").exists():
        rows = [line.split("\t") for line in (PUBLIC / f"{name}.tsv").read_text().splitlines()]
        lines = [published.get(row[0], "\t".join(row)) for row in rows]
        (folder / f"{name}.tsv").write_text("".join([f"{line}\n" for line in lines]))
    return folder / f"{name}.toml"


def names_in(name: str) -> list[str]:
    """Return the published names of a public archive."""
    return [line.partition("\t")[0] for line in (PUBLIC / f"{name}.tsv").read_text().splitlines()[1:]]


def rescored(folder: Path, name: str, files: Mapping[str, str], published: Mapping[str, str]) -> Done:
    """Return the records of made-up files, of which all rows of the table are submissions."""
    done = run(made(folder, name, files, published))
    assert done.status == 1, done.stderr
    assert "no such submission" not in done.stderr
    assert "not compared" not in done.stderr
    return done


def others(verdicts: Mapping[str, str], *names: str) -> set[str]:
    """Return the verdicts of all but some submissions."""
    return {verdict for name, verdict in verdicts.items() if name not in names}


@pytest.mark.parametrize(
    ("name", "suffix", "row"),
    [
        ("senseval2", "", "woody-IIT1\t1.000\t0.500"),
        ("semeval2007", ".task-17.aw.txt", "UBC-UMB.supervised\t66.7"),
        ("semeval2013", "", "EN.ans\t1.000\t0.500\t0.667"),
    ],
)
def test_systems_of_one_xml_file(name: str, suffix: str, row: str, tmp_path: Path) -> None:
    systems = "".join([SYSTEM.format(f"{system}{suffix}") for system in names_in(name)])
    (tmp_path / "all.xml").write_text(XML.format(systems))
    subprocess.run([sys.executable, PUBLIC / "answers_of.py", tmp_path / "all.xml", tmp_path], check=True)
    assert (tmp_path / "key").read_text() == KEY.format(0) + KEY.format(1).replace("\n", " U\n")
    verdicts = rescored(tmp_path, name, {}, {row.partition("\t")[0]: row}).verdicts
    assert list(verdicts) == sorted(names_in(name))
    right = row.partition("\t")[0]
    assert verdicts[right] == ("layout" if name == "semeval2007" else "identical")
    assert others(verdicts, right) == {"figures"}


def test_several_answers_of_one_xml_file_have_their_confidences(tmp_path: Path) -> None:
    answers = SYSTEM.format("a").replace("/></", '/><answer value="U" confidence="0.3"/></')
    (tmp_path / "all.xml").write_text(XML.format(answers))
    subprocess.run([sys.executable, PUBLIC / "answers_of.py", tmp_path / "all.xml", tmp_path], check=True)
    assert (tmp_path / "answers" / "a").read_text() == "d00 d00.s00.t00 bank%1:14:00::/0.7 U/0.3\n"


def test_senseval_3(tmp_path: Path) -> None:
    key = "".join(map(KEY.format, range(4)))
    names = ("1.GAMBL-AW.all-words-test-predictions", "1.UNTaw.x", "1.kuaw.ans", "1.IRST-DDD-00.ans")
    files = {"EnglishAW.test.key": key, **dict.fromkeys(names, key), "2.late.ans": key}
    files = {f"OriginalFiles/{name}": text for name, text in files.items()}
    verdicts = rescored(tmp_path, "senseval3", files, {"kuaw": "kuaw\t1.000\t1.000"}).verdicts
    assert verdicts == {"GAMBL": "figures", "IRST": "figures", "UNTaw": "figures", "kuaw": "identical"}


def test_wsd_framework(tmp_path: Path) -> None:
    sets = ("senseval2", "senseval3", "semeval2007", "semeval2013", "semeval2015", "all")
    lines = "senseval2 senseval2.d000.s000.t000 a%1\nsenseval2 senseval2.d000.s000.t001 b%1\n"
    files = {f"{place}/{one}{name}": lines for one in sets for place, name in (("keys", ""), ("answers", "/kb"))}
    files |= {f"answers/{one}/sup": lines.replace("b%1", "b%2") for one in sets}
    row = "sup\t50.0\t50.0\t50.0\t78.0\t80.5\t50.0"
    done = rescored(tmp_path, "wsd-framework", files, {"sup": row})
    verdicts = {(record["task"], record["submission"]): record["verdict"] for record in done.records}
    right = {(f"wsd-{one}", "sup") for one in sets if one not in ("semeval2013", "semeval2015")}
    assert {name for name, verdict in verdicts.items() if verdict == "layout"} == right
    assert len(verdicts) == 12


def test_w_nut_2017(tmp_path: Path) -> None:
    tags = "O\r\nB-person\r\nI-person\r\n\r\nB-group\r\n"
    words = "".join([f"w\t{tag}\r\n" if tag else "\r\n" for tag in tags.splitlines()])
    files = {"emerging.test.annotated": words, **{f"submissions/{name}": tags for name in names_in("wnut17")}}
    files["submissions/flytxt"] = words
    verdicts = rescored(tmp_path, "wnut17", files, {"flytxt": "flytxt\t100.00", "arcada": "arcada\t100.00"}).verdicts
    assert (verdicts["flytxt"], verdicts["arcada"]) == ("identical", "identical")
    assert others(verdicts, "flytxt", "arcada") == {"figures"}


def test_conll_2003(tmp_path: Path) -> None:
    sets = ("eng.testa", "eng.testb", "deu.testa", "deu.testb")
    gold = "-DOCSTART- -X- -X- O\n\nEU NNP I-NP I-ORG\nrejects VBZ I-VP O\nGerman JJ I-NP I-MISC\n. . O O\n"
    tags = "O\n\nI-ORG\nO\nI-MISC\nO\n"
    printed = (
        "processed 5 tokens with 2 phrases; found: 2 phrases; correct: 2.\n"
        "accuracy: 100.00%; precision: 100.00%; recall: 100.00%; FB1: 100.00\n"
        "             MISC: precision: 100.00%; recall: 100.00%; FB1: 100.00  1\n"
        "              ORG: precision: 100.00%; recall: 100.00%; FB1: 100.00  1\n"
    )
    files = {f"{place}/{one}": text for one in sets for place, text in (("gold", gold), ("results/bender", tags))}
    files |= {f"results/chieu/{one}": tags.replace("MISC", "LOC") for one in sets}
    for team in ("bender", "chieu"):
        files[f"results/{team}/conlleval.out"] = "".join([f"{one}\n{printed}\n" for one in sets])
    records = rescored(tmp_path, "conll03", files, {}).records
    assert [(one["task"], one["submission"], one["verdict"]) for one in records] == [
        (f"conll03-{one}", team, verdict)
        for one in sets
        for team, verdict in (("bender", "layout"), ("chieu", "figures"))
    ]


def test_dutchcoref(tmp_path: Path) -> None:
    gold = "#begin document (knack_file7);\nknack_file7\t1\tAn\t(1)\nknack_file7\t2\tzij\t(1)\n#end document\n"
    texts = {"gold": gold, "groref": gold, "e2e": gold.replace("zij\t(1)", "zij\t(2)")}
    files = {f"manualeval/knack_file7.{name}.conll": text for name, text in texts.items() if name != "groref"}
    files["manualeval/knack_file7.dutchcoref.conll"] = gold
    manifest = made(tmp_path, "dutchcoref", files, {})
    assert run(manifest).verdicts == {"dutchcoref": "unpublished", "e2e": "unpublished"}
    (tmp_path / "published.tsv").write_text("name\tCoNLL\ndutchcoref\t100.00\n")
    manifest.write_text(f'{manifest.read_text()}figures = "published.tsv"\n')
    assert run(manifest).verdicts == {"dutchcoref": "identical", "e2e": "unpublished"}


def test_data_of_faireval(tmp_path: Path) -> None:
    spans = "PER,0,1\n\nLOC,2,2\n"
    files = {f"data/{side}/ner_spans.csv": spans for side in ("target", "system")} | {"src/README": ""}
    settings = "target_in = ./../data/target/ner_spans.csv\nsystem_in = ./../data/system/ner_spans.csv\n"
    settings += "labels = all\nexclude =\nfocus = target\neval_method = all\neval_out = ./../eval/eval_ner.csv\n"
    files["config/ner.config"] = settings
    manifest = made(tmp_path, "faireval", files, {})
    kept = tmp_path.with_name("kept")
    assert run(manifest, "--keep", kept).verdicts == {"ner": "unpublished"}
    (report,) = (kept / "faireval" / "ner").rglob("eval_ner.csv")
    (tmp_path / "eval").mkdir()
    shutil.copy(report, tmp_path / "eval" / "eval_ner.csv")
    assert run(manifest).verdicts == {"ner": "identical"}


def test_official_submissions_to_conll_2014(tmp_path: Path) -> None:
    teams = names_in("conll14")
    (tmp_path / "official_submissions").mkdir()
    for team in teams:
        shutil.copy(EXAMPLE / "system", tmp_path / "official_submissions" / team)
    shutil.copy(EXAMPLE / "gold.m2", tmp_path / "conll14st-test.m2")
    verdicts = rescored(tmp_path, "conll14", {}, {"AMU": "AMU\t0.8333", "UMC": "UMC\t0.8333"}).verdicts
    assert verdicts == {team: "identical" if team in ("AMU", "UMC") else "figures" for team in teams}


def test_every_manifest_says_where_the_data_are_and_what_came_out() -> None:
    for manifest in PUBLIC.glob("*.toml"):
        text = manifest.read_text()
        assert f"rescore run {manifest.name}" in text.replace("--accept layout ", "")
        assert "The data are not here, because they are not ours" in text.replace("\n# ", " ")
        assert "# What came out" in text
        assert f'"{manifest.stem}"' in Path(__file__).read_text()
