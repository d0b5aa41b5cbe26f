"""What holds for every run of version 3.3, whatever the key and the response."""

from __future__ import annotations

import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from shutil import which

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacy_scorers.common.tally import Row as Counts
from legacy_scorers.common.tally import complete
from legacy_scorers.muc_scorer.align.chain_alignment import ChainAlignment
from legacy_scorers.muc_scorer.measures import LINK_MEASURES
from tests.muc_scorer.coreference import chained, compared, links
from tests.muc_scorer.runs import Run
from tests.muc_scorer.runs33 import (
    COREFERENCE,
    NAMED_ENTITY,
    SCENARIO_TEMPLATE,
    TEMPLATE_ELEMENT,
    TEMPLATE_RELATION,
    Row,
    document,
    pages,
    record,
    score,
    totals,
)

NAMES = ("Ada", "Bo", "Cy", "Dan", "Eve", "Fay")
TYPES = {"ENAMEX": ("PERSON", "LOCATION", "BRAND"), "TIMEX": ("DATE", "TIME"), "NUMEX": ("MONEY", "PERCENT")}
Tag = tuple[str, str, int]  # class, type, how many of three words


def tags() -> st.SearchStrategy[Tag | None]:
    kinds = [(tag, kind) for tag, kinds in TYPES.items() for kind in kinds]
    tag = st.tuples(st.sampled_from(kinds), st.integers(1, 3)).map(lambda drawn: (*drawn[0], drawn[1]))
    return st.none() | tag


def tagged(tag: Tag | None) -> str:
    """Return three words of which the first ones are tagged."""
    words = ["one", "two", "three"]
    if tag is None:
        return " ".join(words)
    name, kind, size = tag
    return " ".join([f'<{name} TYPE="{kind}">{" ".join(words[:size])}</{name}>', *words[size:]])


def entity_files(sides: list[list[Tag | None]]) -> str:
    return "".join(
        document("\n".join(tagged(tag) for tag in side), str(number)) for number, side in enumerate(sides, 1)
    )


ENTITY_SIDES = st.lists(st.lists(tags(), max_size=6), min_size=1, max_size=3).map(entity_files)
PAIRS_OF_TAGS = st.lists(st.lists(st.tuples(tags(), tags()), max_size=6), min_size=1, max_size=3)


def people(docnum: int, names: list[str], titled: set[str]) -> str:
    """Return person records, of whom some have a title of their own."""
    return "".join(
        record(
            "PERSON", str(docnum), place, [("PER_NAME", [name])] + [("PER_TITLE", [f"Dr. {name}"])] * (name in titled)
        )
        for place, name in enumerate(names, 1)
    )


def organizations(docnum: int, aliases: list[list[str]]) -> str:
    return "".join(
        record(
            "ORGANIZATION",
            str(docnum),
            place,
            [("ORG_NAME", [f"Org {place}"]), ("ORG_ALIAS", fills), ("COMMENT", fills)],
        )
        for place, fills in enumerate(aliases, 1)
    )


@st.composite
def element_files(draw: st.DrawFn) -> str:
    text = ""
    for docnum in range(1, draw(st.integers(1, 3)) + 1):
        names = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1))
        text += people(docnum, names, draw(st.sets(st.sampled_from(NAMES))))
        text += organizations(
            docnum, draw(st.lists(st.lists(st.sampled_from(["a1", "a2", "a3"]), max_size=3), max_size=3))
        )
    return text


@st.composite
def relation_files(draw: st.DrawFn) -> str:
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1))
    text = people(1, names, set())
    text += "".join(record("ORGANIZATION", "1", place, [("ORG_NAME", [f"Org {place}"])]) for place in (1, 2))
    for place in range(draw(st.integers(0, 3))):
        person, organization = draw(st.integers(1, len(names))), draw(st.integers(1, 2))
        pointers = [("PERSON", [f"<PERSON-1-{person}>"]), ("ORGANIZATION", [f"<ORGANIZATION-1-{organization}>"])]
        text += record("EMPLOYEE_OF", "1", place, pointers)
    return text


@st.composite
def scenario_files(draw: st.DrawFn) -> str:
    text = ""
    for docnum in range(1, draw(st.integers(1, 3)) + 1):
        names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=3))
        events = draw(st.integers(0, 3))
        content = [f"<EVENT-{docnum}-{place}>" for place in range(events)]
        text += record("TEMPLATE", str(docnum), 1, [("CONTENT", content)])
        text += people(docnum, names, set())
        for place in range(events):
            people_in = draw(st.lists(st.integers(1, len(names)), max_size=2)) if names else []
            pointers = [f"<PERSON-{docnum}-{number}>" for number in people_in]
            text += record("EVENT", str(docnum), place, [("POST", [f"post {place}"]), ("IN", pointers)])
    return text


TASKS = {
    "named entity": (NAMED_ENTITY, ENTITY_SIDES),
    "template element": (TEMPLATE_ELEMENT, element_files()),
    "template relation": (TEMPLATE_RELATION, relation_files()),
    "scenario template": (SCENARIO_TEMPLATE, scenario_files()),
}
WITH_TASKS = pytest.mark.parametrize(("config", "files"), TASKS.values(), ids=TASKS.keys())
MEASURED = settings(max_examples=25)


@WITH_TASKS
@MEASURED
@given(data=st.data())
def test_key_as_response_is_perfect(config: str, files: st.SearchStrategy[str], data: st.DataObject) -> None:
    key = data.draw(files)
    run = score(config, key, key)
    assert run.exit == 0, run.stderr
    for name, counts in totals(run.files["scores"]).items():
        possible, actual, correct, *others = counts
        assert possible == actual == correct, name
        assert not any(others[:-1]), name


@WITH_TASKS
@MEASURED
@given(data=st.data())
def test_tallies_add_up(config: str, files: st.SearchStrategy[str], data: st.DataObject) -> None:
    run = score(config, data.draw(files), data.draw(files))
    found = pages(run.files["scores"])
    total = found.pop("TOTAL")
    for name, counts in total.items():
        assert counts == summed([page[name] for page in found.values()]), name
        possible, actual, correct, partial, incorrect, missing, spurious, _ = counts
        assert possible == correct + partial + incorrect + missing, name
        assert actual == correct + partial + incorrect + spurious, name
    assert total["ALL SLOTS"] == summed([counts for name, counts in total.items() if name.startswith("SLOT ")])
    if config is NAMED_ENTITY:
        assert total["ALL SLOTS"] == summed([total["SECT Header"], total["SECT Body"]])
        for tag in ("enamex", "timex", "numex"):
            types = [counts for name, counts in total.items() if name.startswith(f"SUBTASK {tag} ")]
            assert total[f"SLOT {tag} type"] == summed(types)


def summed(rows: list[Row]) -> Row:
    return tuple(map(sum, zip(*rows))) or (0,) * 8  # type: ignore[return-value]


@given(PAIRS_OF_TAGS)
@MEASURED
def test_swapping_tags_swaps_recall_and_precision(drawn: list[list[tuple[Tag | None, Tag | None]]]) -> None:
    sides = [entity_files([[pair[side] for pair in pairs] for pairs in drawn]) for side in (0, 1)]
    assert_swapped(score(NAMED_ENTITY, *sides), score(NAMED_ENTITY, sides[1], sides[0]))


@given(element_files(), element_files())
@MEASURED
def test_swapping_elements_swaps_recall_and_precision(key: str, response: str) -> None:
    assert_swapped(score(TEMPLATE_ELEMENT, key, response), score(TEMPLATE_ELEMENT, response, key))


def assert_swapped(run: Run, other: Run) -> None:
    """Rows count the same, but for what key and response have of a kind: types of subtasks, sides of unscored slots."""
    rows, others = totals(run.files["scores"]), totals(other.files["scores"])
    for name, counts in rows.items():
        if not name.startswith("SUBTASK"):
            possible, actual, correct, partial, incorrect, missing, spurious, _ = counts
            assert others[name][:7] == (actual, possible, correct, partial, incorrect, spurious, missing), name


LETTERS = list("ABCDEFGHIJ")


@st.composite
def partitions(draw: st.DrawFn) -> list[str]:
    """Disjoint chains of at least two of the words."""
    order = draw(st.permutations(LETTERS))
    sizes = draw(st.lists(st.integers(2, 4), max_size=3))
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [chain for start, size in zip(starts, sizes) if len(chain := "".join(order[start : start + size])) > 1]


def counted(result: ChainAlignment) -> Counts:
    """Return the counts and measures of a document."""
    return complete(links(result), LINK_MEASURES)


@given(partitions())
def test_a_coreference_key_as_response_is_perfect(chains: list[str]) -> None:
    tally = counted(compared(chained(LETTERS, *chains), chained(LETTERS, *chains)))
    found = sum(len(chain) - 1 for chain in chains)
    assert tally["common"] == tally["key links"] == tally["response links"] == found
    assert tally["key classes"] == tally["response classes"] == len(chains)


@given(partitions(), partitions())
def test_swapping_coreference_swaps_recall_and_precision(key: list[str], response: list[str]) -> None:
    tally = counted(compared(chained(LETTERS, *key), chained(LETTERS, *response)))
    other = counted(compared(chained(LETTERS, *response), chained(LETTERS, *key)))
    assert (tally["recall"], tally["precision"]) == (other["precision"], other["recall"])
    assert tally["common"] == other["common"]


@given(partitions(), partitions(), st.permutations(LETTERS), st.permutations(LETTERS), st.permutations(LETTERS))
def test_names_and_order_of_mentions_do_not_matter(
    key: list[str], response: list[str], words: list[str], key_names: list[str], response_names: list[str]
) -> None:
    tally = counted(compared(chained(LETTERS, *key), chained(LETTERS, *response)))
    key_ids, response_ids = dict(zip(LETTERS, key_names)), dict(zip(LETTERS, response_names))
    renamed = compared(chained(words, *key, ids=key_ids), chained(words, *response, ids=response_ids))
    assert counted(renamed) == tally


@given(partitions(), partitions())
def test_found_links_are_counted_by_parts(key: list[str], response: list[str]) -> None:
    """|S| - |p(S)| by its definition, over the classes of either side."""
    tally = counted(compared(chained(LETTERS, *key), chained(LETTERS, *response)))
    for classes, others in ((key, response), (response, key)):
        parts = [
            {next((place for place, other in enumerate(others) if word in other), -ord(word)) for word in chain}
            for chain in classes
        ]
        assert tally["common"] == sum(len(chain) - len(part) for chain, part in zip(classes, parts))


TCL_COUNTS = """
foreach document $history { foreach class [dict get $document -classes] { foreach pair [dict get $class -objects] {
  foreach slot [dict get $pair -slots] { foreach multi_fill [dict get $slot -multi_fills] {
    foreach fill [lindex $multi_fill 2] {
      puts "SLOT [dict get $class -class] [string range [dict get $slot -slot] 0 10] [dict get $fill -result]"
} } } } } }
"""


def in_tcl(history: bytes, script: str) -> list[str]:
    """Return the lines that a script prints which finds the history in a variable of that name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history"
        path.write_bytes(history)
        read = "set file [open [lindex $argv 0]]\nfconfigure $file -translation binary\nset history [read $file]\n"
        (Path(folder) / "script").write_text(read + script)
        command = ["tclsh", str(Path(folder) / "script"), str(path)]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()


NEEDS_TCL = pytest.mark.skipif(which("tclsh") is None, reason="tclsh is not installed")


@NEEDS_TCL
@WITH_TASKS
@settings(max_examples=5)
@given(data=st.data())
def test_tcl_reads_the_map_history(config: str, files: st.SearchStrategy[str], data: st.DataObject) -> None:
    run = score(config, data.draw(files), data.draw(files))
    found = Counter(in_tcl(run.files["history"], TCL_COUNTS))
    for name, counts in totals(run.files["scores"]).items():
        if name.startswith("SLOT "):
            results = [found[f"{name} {code}"] for code in ("COR", "PAR", "INC", "MIS", "SPU")]
            assert results == list(counts[2:7]), name


@NEEDS_TCL
@settings(max_examples=5)
@given(partitions(), partitions())
def test_tcl_reads_the_map_history_of_coreference(key: list[str], response: list[str]) -> None:
    run = score(COREFERENCE, document(chained(LETTERS, *key)), document(chained(LETTERS, *response)))
    script = (
        "foreach document $history { foreach pair [dict get $document -objects] { puts [dict get $pair -result] } }"
    )
    found = Counter(in_tcl(run.files["history"], script))
    in_key, in_response = set("".join(key)), set("".join(response))
    assert (
        found
        == Counter(COR=len(in_key & in_response), MIS=len(in_key - in_response), SPU=len(in_response - in_key))
        + Counter()
    )
