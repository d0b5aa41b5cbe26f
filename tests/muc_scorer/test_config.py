"""The configuration files of muc-score: lexers, grammars, options, messages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from legacy_scorers.common.host.memory import Memory
from legacy_scorers.muc_scorer.read.config import MainGrammar
from legacy_scorers.muc_scorer.read.definitions import MULTI, POINTER, SET, STRING, Definitions
from legacy_scorers.muc_scorer.read.messages import Messages
from legacy_scorers.muc_scorer.read.parsing import Grammar, lalr_table
from legacy_scorers.muc_scorer.read.slotmap import MapGrammar, SlotGrammar, read_slot_file
from legacy_scorers.muc_scorer.read.v33_records import RecordReader
from legacy_scorers.muc_scorer.read.v1997_templates import TemplateReader
from tests.golden_cases import ROOT
from tests.muc_scorer.runs import UNHEARD, run, template_elements
from tests.terminal import shown_on


def tokens(content: bytes) -> list[tuple[str, bytes]]:
    from legacy_scorers.muc_scorer.read.parsing import MAIN, tokens

    return [(token.type, token.value) for token in tokens(MAIN, content, {"QUOTED": "VALUE"})]


def list_tokens(content: bytes) -> list[tuple[str, bytes]]:
    from legacy_scorers.muc_scorer.read.parsing import map_tokens

    return [(token.type, token.value) for token in map_tokens(content, {b":order": "ORDER"}, UNHEARD.say)]


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b":a_b-1 x", [("OPTION", b":a_b-1"), ("VALUE", b"x")]),
        (b" :a x", [("VALUE", b":a"), ("VALUE", b"x")]),
        (b":a.b", [("VALUE", b":a.b")]),
        (b':a"x"', [("VALUE", b':a"x"')]),
        (b":1", [("VALUE", b":1")]),
        (b'"a  b\t c "', [("VALUE", b"a b c")]),
        (b'"a b"c', [("VALUE", b"a b"), ("VALUE", b"c")]),
        (b"'a\tb'\"c d\"", [("VALUE", b"a b"), ("VALUE", b"c d")]),
        (b'"the"x y"', [("VALUE", b'"the"x'), ("VALUE", b'y"')]),
        (b"'s", [("VALUE", b"'s")]),
        (b"'it' \"'\"", [("VALUE", b"it"), ("VALUE", b"'")]),
        (b'"a\nb"', [("VALUE", b'"a'), ("VALUE", b'b"')]),
        (b"# x\n#y z\n a #b", [("VALUE", b"a"), ("VALUE", b"#b")]),
        (b'""', [("VALUE", b"")]),
        (b"a\rb", [("VALUE", b"a\rb")]),
        (b"", []),
    ],
)
def test_words_of_the_main_file(content: bytes, wanted: list[tuple[str, bytes]]) -> None:
    assert tokens(content) == wanted


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b"(a b)", [("LEFT", b"("), ("WORD", b"a"), ("WORD", b"b"), ("RIGHT", b")")]),
        (b'"a"', [("WORD", b'"a"')]),
        (b'" a  b"', [("QUOTED", b"a b")]),
        (b'"a(b"c', [("QUOTED", b"a(b"), ("WORD", b"c")]),
        (b'"a b', [("WORD", b'"a'), ("WORD", b"b")]),
        (b"all ALL", [("ALL", b"all"), ("WORD", b"ALL")]),
        (b":Order(x)", [("ORDER", b":Order"), ("LEFT", b"("), ("WORD", b"x"), ("RIGHT", b")")]),
        (b" :order", [("WORD", b":order")]),
        (b":order.x", [("WORD", b":order.x")]),
    ],
)
def test_words_of_slot_and_map_files(content: bytes, wanted: list[tuple[str, bytes]]) -> None:
    assert list_tokens(content) == wanted


@pytest.mark.parametrize(
    ("types", "kind"),
    [
        (b"string", STRING),
        (b"SET", SET),
        (b"location", STRING),
        (b"regularized", STRING),
        (b"b", POINTER),
        (b"B", POINTER),
        (b"(set)", SET),
        (b"(string b)", MULTI),
        (b"set (X Y)", SET),
    ],
)
def test_kinds_of_slots(types: bytes, kind: str) -> None:
    definitions = slot_file(b"(a A (s S: %s)) (b B)" % types)
    assert [slot.kind for slot in next(iter(definitions)).slots] == [kind]


def slot_file(content: bytes) -> Definitions:
    return read_slot_file(b"slots", Messages(Memory({"slots": content})))


def test_the_last_definition_of_a_name_and_the_first_of_a_pattern_count() -> None:
    definitions = slot_file(
        b"(a P (s S: string)) (b Q (s T: string) (t T: string) (S U: set) (u t: set)) (A p (v V: string)) (c q) (d R)",
    )
    assert [definition.name for definition in definitions] == [b"b", b"A", b"c", b"d"]
    assert [getattr(definitions.named(name), "pattern", None) for name in (b"a", b"B", b"e")] == [b"p", b"Q", None]
    found = [definitions.with_pattern(pattern) for pattern in (b"P", b"q", b"x")]
    assert [getattr(definition, "name", None) for definition in found] == [b"A", b"b", None]
    two = definitions.named(b"b")
    assert two is not None
    assert [(slot.name, slot.pattern) for slot in two.slots] == [(b"t", b"T:"), (b"S", b"U:"), (b"u", b"t:")]
    assert [two.slots.named(name) for name in (b"s", b"T")] == [list(two.slots)[place] for place in (1, 0)]
    assert [two.slots.with_pattern(pattern) for pattern in (b"t:", b"S:")] == [next(iter(two.slots)), None]


@pytest.mark.parametrize(("words", "hint"), [("--help", True), ("-h", True), ("", False), ("nothing", False)])
@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_who_asks_for_help_on_a_terminal_is_shown_the_manual_page(words: str, hint: bool) -> None:
    import pty

    command = [sys.executable, str(ROOT / "bin" / "muc-score"), *words.split()]
    recorded = subprocess.run(command, capture_output=True, check=False)
    screen, terminal = pty.openpty()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, check=False)
    os.close(terminal)
    shown = shown_on(screen)
    line = b"muc-score: files, options and report are explained in the manual page muc-score(1)\n"
    assert b"muc-score(1)" not in recorded.stderr
    assert shown == recorded.stderr + (line if hint else b"")
    assert (done.returncode, done.stdout) == (recorded.returncode, recorded.stdout)


def test_quoted_words_of_the_slot_file_are_patterns_types_and_set_fills() -> None:
    definitions = slot_file(b"""(a "A  B" (s " S (x): " ("a b" set) ("x  y" z)) (t 'T U' "a  b"))""")
    (definition,) = definitions
    assert definition.pattern == b"A B"
    assert [(slot.pattern, slot.types) for slot in definition.slots] == [
        (b"S (x):", (b"a b", b"set")),
        (b"T U", (b"a b",)),
    ]


GRAMMARS = [MainGrammar, SlotGrammar, MapGrammar, TemplateReader, RecordReader]
OTHER_USER_OF_PLY = """
import sys
sys.path.insert(0, sys.argv[1])
from legacy_scorers.muc_scorer.read.parsing import _yacc
yacc = _yacc()
print("inspect" in sys.modules)
tokens = ["HELLO"]
def p_greeting(p):
    "greeting : HELLO"
yacc.yacc(write_tables=False, debug=False, errorlog=yacc.NullLogger())
import inspect
print(yacc.inspect.getmodule is inspect.getmodule)
"""


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_grammars_are_sound(grammar: type[Grammar]) -> None:
    table = lalr_table(grammar)
    assert not table.sr_conflicts
    assert not table.rr_conflicts
    assert not table.grammar.undefined_symbols()
    assert not table.grammar.unused_rules()
    assert not table.grammar.unused_terminals()


def test_ply_stays_whole_although_it_is_loaded_without_inspect(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(OTHER_USER_OF_PLY)
    run = subprocess.run([sys.executable, program, ROOT], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["False", "True"], run.stderr


def test_without_ply_a_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ply", None)
    problem = b"files are parsed by PLY; install it: python3 -m pip install ply==3.11\n"
    assert run(template_elements(b"", b"")).stderr == b"muc-score: " + problem
