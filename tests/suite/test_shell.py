"""Man pages and completions know every option."""

from __future__ import annotations

import ast
import functools
import re
import shlex
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from legacy_scorers.mat_score import usage
from tests.golden_cases import ROOT
from tests.running import MODULE_OF

OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][a-z0-9_-]*(?![\w-])")
READERS = ("cli", "options", "arguments")  # modules that read words


def words_in(module: Path) -> set[str]:
    """Return the options in the texts of a module, except in its docstrings."""
    tree = ast.parse(module.read_bytes())
    statements = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in statements]
    decoded = [text.decode("latin-1") if isinstance(text, bytes) else text for text in texts]
    return {option for text in decoded if isinstance(text, str) for option in OPTION.findall(text)}


@functools.cache
def options_of(program: str) -> set[str]:
    """Return all options that a program reads: those of its parser, or else those that its modules name."""
    if program == "MATScore":
        return {option.name for option in usage.options_of(None)} | {"--version"}
    if program == "rescore":
        click = pytest.importorskip("click", reason="click is not installed for this Python")
        from legacy_scorers.rescore.commands import rescore

        context = click.Context(rescore)
        commands = [rescore, *[rescore.get_command(context, name) for name in rescore.list_commands(context)]]
        parameters = [one for command in commands if command for one in command.params]
        return {word for one in parameters if isinstance(one, click.Option) for word in one.opts}
    folder = ROOT.joinpath(*MODULE_OF[program].split(".")[1:-1])
    return set().union(*[words_in(path) for name in READERS if (path := folder / f"{name}.py").is_file()])


def page(program: str) -> Path:
    return ROOT / "docs" / "man" / f"{program}.1"


@pytest.mark.parametrize("program", [program for program in MODULE_OF if program != "rescore"])  # that is asked itself
@pytest.mark.parametrize("folder", ["bash", "zsh/_"])
def test_completions_offer_every_option(program: str, folder: str) -> None:
    text = (ROOT / "completions" / (folder + program if folder.endswith("_") else f"{folder}/{program}")).read_text()
    assert set(re.findall(r"(?<![\w-])--?[a-zA-Z][a-z0-9_-]*", text)) >= options_of(program)


@pytest.mark.parametrize("program", [program for program in MODULE_OF if program != "rescore"])
def test_fish_offers_every_option(program: str) -> None:
    words = shlex.split((ROOT / "completions" / "fish" / f"{program}.fish").read_text(), comments=True)
    given = {"-s": "-", "-l": "--"}
    found = {given[word] + following for word, following in pairwise(words) if word in given}
    assert found >= options_of(program)
    assert words[: words.index(program) + 1] == ["complete", "--command", program]


def test_zsh_says_of_each_option_what_the_help_says_and_offers_its_values() -> None:
    words = shlex.split((ROOT / "completions" / "zsh" / "_MATScore").read_text(), comments=True)
    found = [re.match(r"\*?(--\w+)=?\[(.*)", word, re.DOTALL) for word in words]
    specs = {match[1]: match[2] for match in found if match}
    for option in [option for option in usage.options_of(None) if option.help]:
        description, _, values = specs[option.name].partition("]")
        assert description.replace(" - ", ": ") in option.help
        assert all(choice in values for choice in option.choices or ())


@pytest.mark.parametrize("program", MODULE_OF)
def test_the_man_page_explains_every_option(program: str) -> None:
    text = page(program).read_text().replace("\\-", "-")
    assert all(re.search(rf"^\.BI? .*{re.escape(option)}\b|^\.BR .*{re.escape(option)}\b", text, re.MULTILINE)
               for option in options_of(program) - {"--help", "--version"})  # fmt: skip


@pytest.mark.parametrize("program", MODULE_OF)
def test_man_pages_name_all_other_commands(program: str) -> None:
    _, _, named = page(program).read_text(encoding="utf-8").partition(".SH SEE ALSO")
    assert {*re.findall(r"^\.BR (\S+) \(1\)", named.replace("\\-", "-"), re.MULTILINE)} == {*MODULE_OF} - {program}


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
@pytest.mark.parametrize("program", MODULE_OF)
def test_the_man_page_renders_without_warnings(program: str) -> None:
    done = subprocess.run(["man", "--warnings", "-l", str(page(program))], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


EXAMPLE = re.compile(r"^\.EX\n(.*?)^\.EE\n", re.MULTILINE | re.DOTALL)
FILES: dict[str, dict[str, str]] = {
    "scorer2": {"answers": "scorer2/answers", "key": "scorer2/key", "sensemap": "scorer2/sensemap"},
    "FairEval.py": {"gold": "faireval/target", "system": "faireval/system"},
    "MATScore": {
        "hyp.json": "matscore/hyp/trip.json",
        "ref.json": "matscore/ref/trip.json",
        "hyp": "matscore/hyp",
        "ref": "matscore/ref",
    },
    "muc-score": {name: f"muc/{name}" for name in ("ne.slots", "ne.map", "ne.keys", "ne.responses")},
    "conlleval": {"output": "conlleval/output"},
    "scorer.pl": {"key": "coref/key", "response": "coref/response"},
    "evalb": {"gold": "evalb/gold", "test": "evalb/test", "sample.prm": "evalb/sample.prm"},
    "m2scorer": {"system": "m2scorer/system", "gold.m2": "m2scorer/gold.m2"},
    "iobes": {},
}


@pytest.mark.parametrize("program", FILES)
def test_the_examples_of_the_man_page_run(program: str, tmp_path: Path) -> None:
    text = page(program).read_text()
    (tmp_path / "train.conll").write_text("well NN B-NP O\n")
    for name, source in FILES[program].items():
        (tmp_path / name).symlink_to(ROOT / "examples" / source)
    blocks = EXAMPLE.findall(text[text.index("\n.SH EXAMPLES\n") :].replace("\\-", "-"))
    for configuration in blocks[:-1]:
        (tmp_path / re.findall(r"\S+\.config", text)[0]).write_text(configuration)
    for command in blocks[-1].splitlines():
        assert command.startswith(f"{program} ")
        done = subprocess.run(
            ["/bin/sh", "-c", f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'bin'))}/{command}"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("MATScore --csv_", {"--csv_output_dir", "--csv_formula_output"}),
        ("MATScore --file_type x", {"xml-inline"}),
        ("MATScore --file_type = x", {"xml-inline"}),
        ("MATScore --ref_file_type =", {"fake-xml-inline", "mat-json", "xml-inline"}),
        ("MATScore --file_type =", {"fake-xml-inline", "mat-json", "xml-inline"}),
        ("FairEval.py --c", {"--config"}),
        ("scorer.pl ce", {"ceafm", "ceafe"}),
        ("scorer.pl all key response n", {"none"}),
        ("m2scorer --m", {"--max_unchanged_words"}),
        ("scorer2 answers key -g c", {"coarse"}),
        ("iobes --c", {"--check", "--column"}),
        ("iobes --from bio --to bil", {"bilou"}),
        ("scorer2 answers key -", {"-g", "-m", "-v"}),
        ("rescore d", {"diff"}),
        ("rescore diff --f", {"--format"}),
        ("rescore diff --format j", {"jsonl"}),
        ("rescore diff --kind muc-s", {"muc-scores", "muc-summary"}),
        ("rescore diff READ", {"README.md"}),
        ("rescore e", {"explain"}),
        ("rescore explain --format h", {"html"}),
        ("rescore explain sc", {"scorer2", "scorer.pl"}),
        ("rescore explain -o READ", {"README.md"}),
        ("rescore explain scorer2 READ", {"README.md"}),
    ],
)
def test_bash_offers_what_fits(typed: str, offered: set[str]) -> None:
    program, *words = typed.split()
    script = f"""
        PATH={ROOT / "bin"}:{Path(sys.executable).parent}:$PATH
        source completions/bash/{program}
        COMP_WORDS=({typed}); COMP_CWORD={len(words)}
        $(complete -p {program} | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, check=True)
    assert set(done.stdout.decode().split()) == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("program", ["scorer2", "MATScore", "FairEval.py", "iobes"])
def test_bash_offers_a_file_with_a_blank_in_its_name(program: str, tmp_path: Path) -> None:
    (tmp_path / "my answers").touch()
    script = f"""
        source {shlex.quote(str(ROOT / "completions" / "bash" / program))}
        COMP_WORDS=({program} my); COMP_CWORD=1
        $(complete -p {program} | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
        printf '<%s>' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout == b"<my answers>"
