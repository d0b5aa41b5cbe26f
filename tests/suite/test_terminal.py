"""What scorers add to the originals' output where a person reads it, and nowhere else."""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

import pytest

from legacy_scorers.common.cli import run
from legacy_scorers.common.host.memory import Memory
from tests.golden_cases import ROOT
from tests.running import MODULE_OF

COREFERENCE = b"#begin document (d); part 000\nd 0 a (1)\nd 0 b (%d)\n#end document\n"
EDITS = b"S a b\nA 0 1|||X|||c|||REQUIRED|||-NONE-|||0\n\n"
MUC = {file.name: file.read_bytes() for file in (ROOT / "examples" / "muc").iterdir()}
NAMED_ENTITIES = {
    **MUC,
    "ne.config": MUC["ne.config"].replace(b"examples/muc", b"./"),
    "ne.texts": b"",
    "none": b"".join(line for line in MUC["ne.keys"].splitlines(keepends=True) if line.startswith(b"<D")),
}
FAIREVAL = b"target_in = key/a\nsystem_in = response/a\n"
ANNOTATED = (
    b'{"signal": "ab cd", "metadata": {}, "version": 2, "asets": [{"type": "%b", "hasID": false, "hasSpan": true, '
    b'"attrs": [], "annots": [[0, 2]]}]}'
)


class Terminal(io.BytesIO):
    """A stream that a person reads or writes."""

    def isatty(self) -> bool:
        return True


class Seat(Memory):
    """A host whose streams are the terminals that are named."""

    def __init__(self, files: Mapping[str, bytes], terminals: str) -> None:
        super().__init__(files)
        self.stdin_name = "input" if "input" in files else self.stdin_name
        self._types = "stdin" in terminals
        if "stdout" in terminals:
            self.stdout = Terminal()
        if "stderr" in terminals:
            self.stderr = Terminal()

    @property
    def stdin(self) -> io.BytesIO:
        return Terminal() if self._types else io.BytesIO(self._files.get("input", b""))


class Done(NamedTuple):
    status: int
    stdout: bytes
    stderr: bytes


def shown(command: str, words: list[str], files: Mapping[str, bytes], terminals: str) -> Done:
    """Run a command where the named streams are terminals."""
    host = Seat(files, terminals)
    status = run(command, import_module(MODULE_OF[command]).score, words, host)
    return Done(status, host.stdout.getvalue(), host.stderr.getvalue())


SAME = {  # by command: words, files of a run that scores something, and those that are others if nothing is correct
    "scorer2": (["answers", "key"], {"answers": b"a 1 x\n", "key": b"a 1 x\n"}, {"answers": b"b 1 x\n"}),
    "FairEval.py": (
        ["--config", "config"],
        {"config": FAIREVAL, "key/a": b"X\t1\t1\t1\n", "response/a": b"X\t1\t1\t1\n"},
        {"response/a": b"Y\t1\t1\t1\n"},
    ),
    "MATScore": (
        ["--file", "/hyp", "--ref_file", "/ref", "--content_annotations", "X,Y"],
        {"/hyp": ANNOTATED % b"X", "/ref": ANNOTATED % b"X"},
        {"/hyp": ANNOTATED % b"Y"},
    ),
    "muc-score": (["ne.config"], NAMED_ENTITIES, {"ne.responses": MUC["ne.responses"].replace(b"EX", b"")}),
    "conlleval": ([], {"input": b"a B-X B-X\n"}, {"input": b"a B-X O\n"}),
    "scorer.pl": (
        ["muc", "key", "response", "none"],
        {"key": COREFERENCE % 1, "response": COREFERENCE % 1},
        {"response": (COREFERENCE % 1).replace(b"(d)", b"(e)")},
    ),
    "evalb": (
        ["gold", "test"],
        {"gold": b"(S (NP (N a)))\n", "test": b"(S (NP (N a)))\n"},
        {"test": b"(X (Y (N a)))\n"},
    ),
    "m2scorer": (["system", "gold"], {"system": b"c b\n", "gold": EDITS}, {"system": b"a b\n"}),
}


@pytest.mark.parametrize("command", SAME)
def test_a_run_without_anything_correct_names_the_check_on_a_terminal_only(command: str) -> None:
    words, files, others = SAME[command]
    zero = {**files, **others}
    plain = shown(command, words, zero, "")
    assert b"rescore check" not in plain.stdout + plain.stderr
    for terminals in ("stdout", "stderr"):
        assert shown(command, words, zero, terminals) == plain
    both = shown(command, words, zero, "stdout stderr")
    assert (both.status, both.stdout) == (plain.status, plain.stdout)
    line = both.stderr.removeprefix(plain.stderr).decode()
    typed = " ".join([*words, *["'<' FILE"] * (command == "conlleval")])
    check = " ".join(["rescore check", command, typed]).replace("  ", " ")
    assert line.startswith(f"{command}: nothing was correct; ")
    assert line.endswith(f": {check}\n")


@pytest.mark.parametrize("command", SAME)
def test_a_run_with_something_correct_does_not(command: str) -> None:
    words, files, _ = SAME[command]
    both = shown(command, words, files, "stdout stderr")
    assert both == shown(command, words, files, "")
    assert both.status == 0


@pytest.mark.parametrize(
    ("command", "words", "terminals", "hint"),
    [
        ("conlleval", "--help", "stderr", True),
        ("conlleval", "-h", "stdout stderr", True),
        ("conlleval", "FILE", "stderr", True),
        ("conlleval", "-l -d", "stderr", True),
        ("conlleval", "--help", "stdin stdout", False),
        ("conlleval", "FILE", "", False),
        ("conlleval", "", "stdin stderr", True),
        ("conlleval", "-r", "stdin stdout stderr", True),
        ("conlleval", "", "stdin", False),
        ("conlleval", "", "stderr", False),
        ("evalb", "", "stderr", True),
        ("evalb", "", "stdout", False),
        ("evalb", "gold", "stderr", False),
        ("scorer2", "-h", "stderr", True),
        ("scorer2", "", "stderr", False),
        ("muc-score", "--help", "stderr", True),
        ("muc-score", "nothing", "stderr", False),
    ],
)
def test_who_is_lost_on_a_terminal_is_shown_the_manual_page(
    command: str, words: str, terminals: str, hint: bool
) -> None:
    plain = shown(command, words.split(), {}, "")
    there = shown(command, words.split(), {}, terminals)
    form = "type conlleval < FILE; " if command == "conlleval" else ""
    manual = f"{command}: {form}files, options and report are explained in the manual page {command}(1)\n".encode()
    lines = there.stderr.removeprefix(plain.stderr).splitlines(keepends=True)
    assert (manual in lines) == hint
    assert (there.status, there.stdout) == (plain.status, plain.stdout)
    assert b"manual page" not in plain.stderr


OF_MUC4 = b"0.  MESSAGE: ID                  TST9-0005\n1.  MESSAGE: TEMPLATE            1\n"
TEMPLATES = {**MUC, "te.config": MUC["te.config"].replace(b"examples/muc", b"./"), "te.keys": OF_MUC4}


@pytest.mark.parametrize(
    ("words", "files", "advice"),
    [
        ("ne.keys ne.responses", MUC, "name one configuration file"),
        ("ne.keys", MUC, "name one configuration file"),
        ("te.config", TEMPLATES, "templates of MUC-3 and MUC-4 are not read"),
        ("te.keys other", TEMPLATES, "name one configuration file"),
        ("config", {"config": b"nonsense\n"}, ""),
        ("config", {"config": b":scoring_task none\n"}, ""),
    ],
)
def test_muc_score_says_on_a_terminal_what_it_was_given(words: str, files: Mapping[str, bytes], advice: str) -> None:
    plain = shown("muc-score", words.split(), files, "stdout")
    there = shown("muc-score", words.split(), files, "stderr")
    assert plain.status == there.status == 1
    assert plain.stdout == there.stdout
    line = there.stderr.removeprefix(plain.stderr).decode()
    assert line.startswith(f"muc-score: {advice}") if advice else line == ""


def test_version_33_says_that_it_reads_no_templates_of_muc4() -> None:
    config = TEMPLATES["te.config"] + b":scorer_version 3.3\n"
    done = shown("muc-score", ["te.config"], {**TEMPLATES, "te.config": config}, "")
    assert b"templates of MUC-3 and MUC-4 are not read" in done.stderr
