"""Version 3.3: types of fills, the order of classes, and how configuration files are written."""

from __future__ import annotations

import pytest

from tests.muc_scorer.runs import run
from tests.muc_scorer.runs33 import FILES, NAMED_ENTITY, SCENARIO_TEMPLATE, document, score, totals

ADA = '<ENAMEX TYPE="PERSON">Ada</ENAMEX>'
RECORD = "<A-1-1> :=\nN: x\n"


@pytest.mark.parametrize("fill_type", ["number", "location", "person enamex", "set strings"])
def test_a_fill_type_is_string_or_set_or_a_class(fill_type: str) -> None:
    config = NAMED_ENTITY + f':slot_defs "numex type type scored 4 set"\n "numex text text scored 4 {fill_type}"\n'
    ended = score(config, document(ADA), document(ADA))
    bad = fill_type.split()[-1] if fill_type == "set strings" else fill_type.split()[0]
    line = config.count("\n")
    problem = f"the fill type '{bad}' is neither string nor set nor one of the classes enamex, timex, numex"
    assert ended.exit == 1
    assert ended.stderr.decode().splitlines()[-1] == f"muc-score: run.config:{line}: {problem}"
    assert not ended.files


def warnings(classes: str, pointers: str, task: str) -> list[str]:
    """Return the warnings of a run with classes in that order; ``pointers`` are pairs like ``ab``: a points to b."""
    class_defs = "\n".join(f' "{name} {name.upper()} scored 0"' for name in classes)
    slots = [f'"{name} n N: scored 1 string"' for name in sorted(classes)]
    slots += [f'"{one} to_{other} TO_{other}: scored 1 {other}"' for one, other in map(tuple, pointers.split())]
    config = f":scoring_task {task}\n:class_defs\n{class_defs}\n:slot_defs {' '.join(slots)}\n{FILES}"
    ended = score(config, RECORD, RECORD)
    assert ended.exit == 0
    found = [line for line in ended.stderr.decode().splitlines() if "text" not in line]
    prefix = "muc-score: run.config:"
    assert all(line.startswith(prefix) for line in found)
    return [line.removeprefix(prefix) for line in found]


def before(line: int, one: str, other: str) -> str:
    reason = f"which its slot 'to_{other}' points to; define '{other}' first"
    return f"{line}: class '{one}' is aligned before '{other}', {reason}"


def circle(line: int, way: str) -> str:
    return f"{line}: pointers form a circle, {way}, so no order of these classes is right"


@pytest.mark.parametrize(
    ("classes", "pointers", "problems"),
    [
        ("dbca", "ab ac bd cd", []),  # the manual: D-B-C-A or D-C-B-A
        ("dcba", "ab ac bd cd", []),
        ("dbac", "ab ac bd cd", [before(5, "a", "c")]),
        ("abcd", "ab ac bd cd", [before(3, *"ab"), before(3, *"ac"), before(4, *"bd"), before(5, *"cd")]),
        ("a", "aa", [circle(3, "a -> a")]),
        ("ab", "ab ba", [circle(3, "a -> b -> a")]),
        ("abc", "ab bc ca", [circle(3, "a -> b -> c -> a")]),
        ("cab", "ab ba ac", [circle(4, "a -> b -> a")]),
        ("abc", "ab ba ac", [circle(3, "a -> b -> a"), before(3, *"ac")]),
        ("abcd", "ab ba cd dc", [circle(3, "a -> b -> a"), circle(5, "c -> d -> c")]),
    ],
)
def test_an_order_of_classes_that_cannot_be_right(classes: str, pointers: str, problems: list[str]) -> None:
    tasks = ("template_element", "template_relation", "scenario_template")
    assert [warnings(classes, pointers, task) for task in tasks] == [problems] * 3


@pytest.mark.parametrize(
    ("options", "problems"),
    [
        (":map_order numex enamex\n",
         ["1: :map_order does not change the order of :class_defs; list classes there in the order of alignment"]),
        (":premodifiers\n:Display_type\n",
         [f"{line}: the option {name} has no value; add one, or remove the option"
          for line, name in ((1, ":premodifiers"), (2, ":Display_type"))]),
    ],
)  # fmt: skip
def test_options_without_effect_get_a_warning(options: str, problems: list[str]) -> None:
    ended = score(options + NAMED_ENTITY, document(ADA), document(ADA))
    told = ended.stderr.decode().splitlines()
    assert (ended.exit, told[:-1]) == (0, [f"muc-score: run.config:{problem}" for problem in problems])


@pytest.mark.parametrize("file", ["run.config", "slots", "map", "texts", "keys", "responses"])
@pytest.mark.parametrize("task", ["named_entity", "template_element"])
def test_a_byte_order_mark_is_skipped(file: str, task: str) -> None:
    files = {
        "run.config": f":scoring_task {task}\n:slot_file slots\n:map_file map\n:text_file texts\n{FILES}",
        "slots": "(enamex ENAMEX (text text string))",
        "map": ":scored_slots all\n:map_order\n:map_weights (enamex 0 (text 1))",
        "texts": document("Ada"),
    }
    body = document("<ENAMEX>Ada</ENAMEX>") if task == "named_entity" else "<ENAMEX-1-1> :=\ntext: Ada\n"
    files.update(keys=body, responses=body)
    files[file] = "\ufeff" + files[file]
    ended = run({name: text.encode() for name, text in files.items()})
    assert (ended.exit, ended.stderr) == (0, b"")
    assert totals(ended.files["scores"])["ALL SLOTS"] == (1, 1, 1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("config", [NAMED_ENTITY, SCENARIO_TEMPLATE, ":scoring_task coreference\n" + FILES])
def test_a_configuration_with_carriage_returns(config: str) -> None:
    ended = score(f"# one\n{config}".replace("\n", "\r\n").replace("one\r\n", "one\n"), document(ADA), document(ADA))
    problem = "the line ends in CR LF; end lines in LF only"
    assert (ended.exit, ended.stdout) == (1, b"")
    assert ended.stderr == f"muc-score: run.config:2: {problem}\n".encode()


@pytest.mark.parametrize("option", ["use_IE_report_summary no", "ne_allow_incorrect yes", "partition_file parts"])
@pytest.mark.parametrize(("choice", "is_33"), [("", True), (":scorer_version 1997\n", False)])
def test_an_option_that_only_33_has_chooses_it_with_slot_and_map_file_too(
    option: str, choice: str, is_33: bool
) -> None:
    files = {
        "run.config": f":scoring_task named_entity\n:slot_file slots\n:map_file map\n{FILES}".replace(
            ":partition_file partitions\n", f":{option}\n{choice}"
        ),
        "slots": "(enamex ENAMEX (text text string))",
        "map": ":scored_slots all\n:map_order\n:map_weights (enamex 0 (text 1))",
        "keys": document("<ENAMEX>Ada</ENAMEX>"),
        "responses": document("<ENAMEX>Ada</ENAMEX>"),
    }
    ended = run({name: text.encode() for name, text in files.items()})
    assert (ended.exit, b"unrecognized" in ended.stdout) == (0, not is_33)
    assert (b"SUMMARY SCORES" in ended.files["scores"]) == is_33
