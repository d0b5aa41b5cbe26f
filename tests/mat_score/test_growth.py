"""Documents of the size that the page states, and inputs made by hand to be slow.

Eight times the input takes about eight times as long.
"""

from __future__ import annotations

import json
import os
import sys
import tracemalloc
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from legacy_scorers.common.py27 import hash_order, key_of
from legacy_scorers.mat_score import version20
from legacy_scorers.mat_score.cli import main
from tests.growth import assert_linear
from tests.mat_score.runs import EVERYTHING, Outcome, run_here
from tests.running import folder_with, variables

pytestmark = pytest.mark.growth

FORESEEN = sys.hash_info.modulus  # whole numbers that differ by multiples of it have one hash
Pair = tuple[str, str]


def text(
    signal: str,
    annotations: Mapping[str, list[Any]],
    attributes: Mapping[str, tuple[str, str | None]] = {},
    **more: object,
) -> str:
    """Return a document; every label has the attributes, of which name, type and aggregation are given."""
    attrs = [{"name": name, "type": kind, "aggregation": many} for name, (kind, many) in attributes.items()]
    asets = [{"type": label, "attrs": attrs, "annots": annots, **more} for label, annots in annotations.items()]
    return json.dumps({"signal": signal, "asets": asets})


def run(pair: Pair, *options: str, version: str = "2.0", labels: str = "A", file_type: str = "mat-json") -> Outcome:
    """Score hypothesis and reference."""
    words = ["--file", "h", "--ref_file", "r", "--file_type", file_type, "--ref_file_type", file_type]
    with folder_with(dict(zip("hr", pair))):
        return run_here([*words, "--content_annotations", labels, *options], {"MATSCORE_VERSION": version})


def of_a_document(n: int) -> Pair:
    spans = [[10 * number, 10 * number + 9] for number in range(n)]
    shifted = [[start, end - number % 2] for number, (start, end) in enumerate(spans)]
    return text("x" * 10 * n, {"A": spans, "lex": spans}), text("x" * 10 * n, {"A": shifted, "lex": spans})


def test_documents_of_thousands_of_annotations() -> None:
    options = ("--token_annotations", "lex", *EVERYTHING)
    assert_linear(of_a_document, lambda made: run(made, *options), 2000)


def on_one_span(n: int) -> Pair:
    rows = [[0, 10, [f"{number}", f"{number % 7}"]] for number in range(n)]
    return (text("x" * 20, {"A": rows}, {"s": ("string", "set")}),) * 2


def test_chains_of_annotations_on_one_span() -> None:
    assert run(on_one_span(200)).exit == 0
    with mock.patch.object(version20, "MAX_PAIRS", 100):
        outcome = run(on_one_span(11))
    assert (outcome.exit, outcome.stdout) == (1, b"")
    assert outcome.stderr.endswith(b"/h: too many annotations overlap; score fewer labels at a time\n")


def sets_of_numbers(n: int) -> Pair:
    rows = [[0, 10, [number * FORESEEN for number in range(n)]]]
    document = text("x" * 20, {"A": rows}, {"s": ("int", "set")})
    return document, document


def identifiers(n: int) -> Pair:
    rows = [[0, 10, number * FORESEEN] for number in range(n)]
    document = text("x" * 20, {"B": rows}, hasID=True)
    return document, document


@pytest.mark.parametrize("pair", [sets_of_numbers, identifiers])
def test_numbers_of_one_hash(pair: Callable[[int], Pair]) -> None:
    assert_linear(pair, lambda made: run(made, "--details"), 20_000)


@pytest.mark.parametrize("step", [FORESEEN, 2**64 - 1])
def test_orders_of_numbers_of_one_hash(step: int) -> None:
    assert_linear(lambda n: [step * number for number in range(1, n)], hash_order, 20_000)


def test_numbers_of_one_hash_have_keys_of_many() -> None:
    numbers = [sign * FORESEEN * number for number in range(1, 1000) for sign in (1, -1)]
    assert len({hash(key_of(number)) for number in numbers}) > 0.9 * len(numbers)
    assert len({key_of(number) for number in numbers}) == len(numbers)
    assert key_of(hex(FORESEEN)) != key_of(FORESEEN)


def attributes(elements: Callable[[int], str], n: int) -> Pair:
    declarations = " ".join([f"<!ATTLIST {elements(number)} a{number} ID #IMPLIED>" for number in range(n)])
    return (f"<!DOCTYPE d [{declarations}]><d>t</d>",) * 2


@pytest.mark.parametrize("elements", [lambda _: "d", lambda number: f"e{number // 4000}"], ids=["one", "many"])
def test_attributes_that_the_document_type_declares(elements: Callable[[int], str]) -> None:
    assert_linear(lambda n: attributes(elements, n), lambda made: run(made, file_type="xml-inline"), 100_000)


def levels_of_entities(n: int) -> Pair:
    declarations = "".join([f'<!ENTITY e{number} "&e{number - 1};">' for number in range(1, n)][::-1])
    return (f'<!DOCTYPE d [{declarations}<!ENTITY e0 "x">]><d a="&e{n - 1};">t</d>',) * 2


def test_levels_of_entities() -> None:
    assert_linear(levels_of_entities, lambda made: run(made, file_type="xml-inline"), 60_000)


def tags_with_default_values(n: int) -> Pair:
    return (f"<!DOCTYPE d [<!ATTLIST b a CDATA '{'y' * n}'>]><d>{'<b/>' * n}</d>",) * 2


@pytest.mark.parametrize("version", ["1.3", "2.0"])
def test_default_values_of_attributes_need_no_memory(version: str) -> None:
    options = ("--file_type", "xml-inline", "--ref_file_type", "xml-inline")
    assert memory_of(tags_with_default_values(5000), *options, version=version) < 3 * MEGABYTES  # of 25 in tags


def gold_segments(n: int) -> Pair:
    segments = [[2 * number, 2 * number + 1, "human gold"] for number in range(n)]
    document = text("x" * (2 * n), {"SEGMENT": segments}, {"status": ("string", None)})
    return document, document


def test_gold_segments_of_both_sides() -> None:
    assert_linear(gold_segments, lambda made: run(made, "--gold_only", "--ref_gold_only"), 8000)


def memory_of(pair: Pair, *options: str, version: str, labels: str = "A") -> int:
    """Return the most bytes that a run needs whose standard output goes nowhere."""
    words = ["--file", "h", "--ref_file", "r", "--content_annotations", labels, *options]
    with (
        folder_with(dict(zip("hr", pair))),
        Path(os.devnull).open("w") as nowhere,
        redirect_stdout(nowhere),
        variables({"MATSCORE_VERSION": version}),
    ):
        tracemalloc.start()
        try:
            assert main(words) == 0
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


MEGABYTES = 1_000_000


def nested(n: int) -> Pair:
    document = text("x" * 100 * n, {"A": [[0, 100 * n - number] for number in range(n)]})
    return document, text("x" * 100 * n, {})


@pytest.mark.parametrize("options", [[], ["--csv_output_dir", "out"]])
def test_details_of_long_contents_need_no_memory(options: list[str]) -> None:
    assert memory_of(nested(1000), "--details", *options, version="2.0") < 10 * MEGABYTES  # of a table of 100


@pytest.mark.parametrize("version", ["1.3", "2.0"])
def test_one_long_cell_needs_no_memory(version: str) -> None:
    long, short = [0, 100_000], [[100_001 + number, 100_002 + number] for number in range(1000)]
    pair = text("x" * 102_000, {"A": [long, *short]}), text("x" * 102_000, {})
    assert memory_of(pair, "--details", version=version) < 10 * MEGABYTES  # of a table of 100


@pytest.mark.parametrize("options", [[], ["--csv_output_dir", "out"]])
def test_the_confusability_of_many_labels_needs_no_memory(options: list[str]) -> None:
    labels = [f"L{number:04d}" for number in range(500)]
    document = text("x" * 1000, {label: [[2 * n, 2 * n + 1]] for n, label in enumerate(labels)})
    needed = memory_of((document, document), "--confusability", *options, version="1.3", labels=",".join(labels))
    assert needed < 3 * MEGABYTES  # of a matrix of 250,000 cells
