"""The configuration files of muc-score: lexers, grammars, options, messages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from muc_scorer.read.definitions import MULTI, POINTER, SET, STRING, Definitions
from muc_scorer.read.slotmap import read_slot_file
from tests.golden_cases import ROOT
from tests.muc_scorer.runs import named_entities, run, tagged, template_elements
from tests.terminal import shown_on

PERSON = b'<PERSON-1-1> :=\n   PER_NAME: "Ada"\n'


def tokens(content: bytes) -> list[tuple[str, bytes]]:
    from muc_scorer.read.parsing import MAIN, tokens

    return [(token.type, token.value) for token in tokens(MAIN, content, {"QUOTED": "VALUE"})]


def list_tokens(content: bytes) -> list[tuple[str, bytes]]:
    from muc_scorer.read.parsing import map_tokens

    return [(token.type, token.value) for token in map_tokens(content, {b":order": "ORDER"})]


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
def test_kinds_of_slots(types: bytes, kind: str, tmp_path: Path) -> None:
    definitions = slot_file(tmp_path, b"(a A (s S: %s)) (b B)" % types)
    assert [slot.kind for slot in next(iter(definitions)).slots] == [kind]


def slot_file(folder: Path, content: bytes) -> Definitions:
    (folder / "slots").write_bytes(content)
    return read_slot_file(os.fsencode(folder / "slots"))


def test_the_last_definition_of_a_name_and_the_first_of_a_pattern_count(tmp_path: Path) -> None:
    definitions = slot_file(
        tmp_path,
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


FATAL = [
    ({"run.config": b"a"}, b"(config) 1: syntax error at 'a'\nparse of configuration 'run.config' failed.\n", b""),
    ({"run.config": b":scoring_task x\n"}, b"", b"Scoring task 'x' unrecognized.  Cannot continue.\n"),
    (
        {"slots": b"# x\n"},
        b"(slotconfig) 2: syntax error at ''\nparse of slotconfiguration 'slots' failed.\n",
        b"",
    ),
    (
        {"slots": b'(a "B C" (x Y: ()))'},
        b"(slotconfig) 1: syntax error at ')'\nparse of slotconfiguration 'slots' failed.\n",
        b"",
    ),
    (
        {"map": b":scored_slots all all"},
        b"(mapconfig) 1: syntax error at 'all'\nparse of mapconfiguration 'map' failed.\n",
        b"",
    ),
    (
        {"run.config": b"# no option\n\nfoo\n"},
        b"(config) 5: syntax error at 'foo'\nparse of configuration 'run.config' failed.\n",
        b"",
    ),
    ({"run.config": b"#\n"}, b"(config) 3: syntax error at ''\nparse of configuration 'run.config' failed.\n", b""),
    ({"map": b":map_order x"}, b"", b"[map_configuration]: map_order spec:\n  class 'x' undefined.\n"),
    ({"map": b":map_order x ("}, b"", b"[map_configuration]: map_order spec:\n  class 'x' undefined.\n"),
    (
        {"map": b":map_order person ("},
        b"(mapconfig) 1: syntax error at '('\nparse of mapconfiguration 'map' failed.\n",
        b"",
    ),
    (
        {"map": b":map_weights (person 1 (nose 1))"},
        b"",
        b"[map_configuration]: map_weight spec:\n  slot 'nose' undefined for class 'person'.\n",
    ),
    ({"map": b":unscored_slots (x)"}, b"", b"[map_configuration]: unscored_slots spec:\n  class 'x' undefined.\n"),
]


@pytest.mark.parametrize(("changed", "stdout", "stderr"), FATAL)
def test_errors_of_configuration(changed: dict[str, bytes], stdout: bytes, stderr: bytes) -> None:
    done = run({**template_elements(PERSON, PERSON), **changed})
    assert done.exit == 1
    assert done.stdout.endswith(stdout)
    assert done.stderr.endswith(stderr)
    assert not done.files


def test_an_option_of_the_map_file_in_between_is_only_reported() -> None:
    files = template_elements(PERSON, PERSON)
    files["map"] = files["map"].replace(b":map_order", b":nonsense\n:map_order")
    done = run(files)
    assert done.exit == 0
    assert b"(mapconfig) 4: unrecognized option at ':nonsense'\n" in done.stdout


def test_default_names_of_reports_have_the_base_directory_in_front() -> None:
    files = template_elements(PERSON, PERSON)
    for name in ("slots", "map", "keys", "responses"):
        files[f"x-{name}"] = files.pop(name)
    files["run.config"] = b":scoring_task template_element\n:muc_base_directory x-\n:slot_file slots\n:map_file map\n"
    files["run.config"] += b":key_file keys\n:response_file responses\n"
    assert set(run(files).files) == {"x-responses_score-report", "x-responses_map-history"}


def test_named_entities_have_default_inputs() -> None:
    text = tagged(b'<ENAMEX TYPE="PERSON">Ada</ENAMEX>')
    files = named_entities(b"", b"")
    del files["keys"], files["responses"]
    files |= {"key-templates": text, "response-templates": text}
    files["run.config"] = b":scoring_task named-entity\n:slot_file slots\n:map_file map\n"
    done = run(files)
    assert set(done.files) == {f"response-templates_{end}" for end in ("score-report", "report-summary", "map-history")}


def test_templates_without_a_file_go_on_without_that_side() -> None:
    files = template_elements(PERSON, b"")
    files["run.config"] = files["run.config"].replace(b":response_file responses\n", b"")
    done = run(files)
    assert done.exit == 0
    assert b"[parse_templates]: response template file not specified.\n" in done.stderr
    assert done.row("person") == [1, 0, 0, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("weights", "aligned"),
    [
        (b"(person 100 (per_name 1))", True),
        (b"(person 101 (per_name 1))", False),
        (b"(person 2.5x (per_name 1))", True),
        (b"(person x (per_name x))", True),
    ],
)
def test_thresholds_and_weights_are_read_by_atoi(weights: bytes, aligned: bool) -> None:
    map_ = b":scored_slots all\n:map_order person\n:map_weights " + weights
    done = run(template_elements(PERSON, PERSON, map=map_))
    assert done.row("person")[2] == aligned


def test_the_order_of_the_main_file_comes_first_and_unknown_classes_in_it_mean_nothing() -> None:
    files = template_elements(PERSON, PERSON)
    files["run.config"] += b":map_order nobody person\n"
    files["map"] = b":scored_slots all\n"
    assert run(files).row("person") == [1, 1, 1, 0, 0, 0, 0, 0]


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
    line = b"muc-score: configuration, files and reports are explained in the manual page muc-score(1)\n"
    assert b"muc-score(1)" not in recorded.stderr
    assert shown == recorded.stderr + (line if hint else b"")
    assert (done.returncode, done.stdout) == (recorded.returncode, recorded.stdout)


AT_ONCE = [  # a name says what is wrong with it before the word after it does
    ({"map": b":scored_slots (x) ("}, b"scored_slots spec:\n  class 'x' undefined."),
    ({"map": b":scored_slots (x ("}, b"scored_slots spec:\n  class 'x' undefined."),
    ({"map": b":scored_slots (person nose ("}, b"scored_slots spec:\n  slot 'nose' undefined for class 'person'."),
    ({"map": b":unscored_slots (x ("}, b"unscored_slots spec:\n  class 'x' undefined."),
    ({"map": b":unscored_slots (person nose ("}, b"unscored_slots spec:\n  slot 'nose' undefined for class 'person'."),
    ({"map": b":map_order person x ("}, b"map_order spec:\n  class 'x' undefined."),
    ({"map": b":map_weights (x)"}, b"map_weight spec:\n  class 'x' undefined."),
    ({"map": b":map_weights (person 1 (nose)"}, b"map_weight spec:\n  slot 'nose' undefined for class 'person'."),
    ({"slots": b"(a A) (a ("}, b"Warning: [class_def_create]: Redefinition of 'a'."),
    ({"slots": b"(a A (s S: set) (s ("}, b"Warning: [slot_def_create]: Redefinition of slot 's' in class 'a'."),
    ({"keys": b"<NOBODY-1-1> :=\n<NOBODY-1-1> :=\n"}, b"class 'NOBODY' has not been defined."),
]


@pytest.mark.parametrize(("changed", "message"), AT_ONCE)
def test_names_are_looked_up_when_they_are_read(changed: dict[str, bytes], message: bytes) -> None:
    done = run({**template_elements(PERSON, PERSON), **changed})
    assert done.exit == 1
    assert message + b"\n" in done.stderr
    assert (b"syntax error" in done.stdout) == ("slots" in changed)


def test_quoted_words_of_the_slot_file_are_patterns_types_and_set_fills(tmp_path: Path) -> None:
    definitions = slot_file(tmp_path, b"""(a "A  B" (s " S (x): " ("a b" set) ("x  y" z)) (t 'T U' "a  b"))""")
    (definition,) = definitions
    assert definition.pattern == b"A B"
    assert [(slot.pattern, slot.types) for slot in definition.slots] == [
        (b"S (x):", (b"a b", b"set")),
        (b"T U", (b"a b",)),
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("slots", b'("a b" A)'),
        ("slots", b'(a A ("s t" S: set))'),
        ("map", b':scored_slots ("a b")'),
        ("map", b':map_order "a b"'),
        ("map", b':map_weights (person "1 2")'),
    ],
)
def test_quoted_words_are_no_names(name: str, content: bytes) -> None:
    done = run({**template_elements(PERSON, PERSON), name: content})
    assert done.exit == 1
    assert b"1: syntax error at '\"" in done.stdout
