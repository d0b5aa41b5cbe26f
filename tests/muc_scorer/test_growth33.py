"""Inputs made by hand to be slow for version 3.3: four times the input takes about four times as long to score."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.growth import assert_linear
from tests.muc_scorer.runs33 import (
    COREFERENCE,
    FILES,
    NAMED_ENTITY,
    SCENARIO_TEMPLATE,
    TEMPLATE_ELEMENT,
    document,
    score,
)

pytestmark = pytest.mark.growth

Files = tuple[str, str, str]  # configuration, key, response
WORDS = "go went gone" * 5 + " "


def nested(n: int, head: str, words: str = "go ") -> str:
    """Return ``n`` mentions inside one another; ``head``, the MIN, may hold the number of the mention."""
    opened = "".join(f'<COREF ID="{number}" MIN="{head % number}">{words}' for number in range(n))
    return document(f"{opened}end{'</COREF>' * n}")


def same_absent_minimum(n: int) -> Files:
    return COREFERENCE, nested(n, "zz%.0s", WORDS), document(WORDS * n + "end")


def different_absent_minimums(n: int) -> Files:
    return COREFERENCE, nested(n, "zz%d", WORDS), document(WORDS * n + "end")


def minimums_that_begin_like_the_text(n: int) -> Files:
    return COREFERENCE, nested(n, "go went gone %d", WORDS), document(WORDS * n + "end")


def minimums_that_occur(n: int) -> Files:
    words = " ".join(f"w{number}" for number in range(n))
    opened = "".join(f'<COREF ID="{number}" MIN="w{number}">' for number in range(n))
    return COREFERENCE, document(f"{opened}{words}{'</COREF>' * n}"), document(words)


def answered_minimums(n: int) -> Files:
    words = [f"w{number}" for number in range(n)]
    opened = "".join(f'<COREF ID="{number}" MIN="w{number}">' for number in range(n))
    answer = " ".join(f'<COREF ID="{number}">{word}</COREF>' for number, word in enumerate(words))
    return COREFERENCE, document(f"{opened}{' '.join(words)}{'</COREF>' * n}"), document(answer)


def alternatives_over_tags(n: int) -> Files:
    words = [f"w{number}" for number in range(n)]
    alternatives = "|".join(reversed(words))
    key = f'<ENAMEX TYPE="PERSON" ALT="{alternatives}">{" ".join(words)}</ENAMEX>'
    response = " ".join(f'<ENAMEX TYPE="PERSON">{word}</ENAMEX>' for word in words)
    return NAMED_ENTITY, document(key), document(response)


def people(names: list[str]) -> str:
    return "".join(f'<PERSON-1-{number}> :=\nPER_NAME: "{name}"\n' for number, name in enumerate(names))


def organization(names: list[str]) -> str:
    return "<ORGANIZATION-1-1> :=\nORG_ALIAS:\n" + "".join(f'"{name}"\n' for name in names)


def minimums_of_objects(n: int) -> Files:
    key = [f"foo{number} [a] bari" for number in range(n)]
    return TEMPLATE_ELEMENT, people(key), people([f"x{number}ai" for number in range(n)])


def minimums_of_equal_objects(n: int) -> Files:
    return TEMPLATE_ELEMENT, people(["foo [a] bari"] * n), people(["xai"] * n)


def minimums_of_fills(n: int) -> Files:
    key = [f"foo{number} [a] bari" for number in range(n)]
    return TEMPLATE_ELEMENT, organization(key), organization([f"x{number}ai" for number in range(n)])


def minimums_of_equal_fills(n: int) -> Files:
    return TEMPLATE_ELEMENT, organization(["foo [a] bari"] * n), organization(["xai"] * n)


def one_fill_many_times(n: int) -> Files:
    return TEMPLATE_ELEMENT, organization(["foo"] * n), organization(["foo"] * n)


def one_fill_that_fits_a_minimum_many_times(n: int) -> Files:
    return TEMPLATE_ELEMENT, organization(["foo [a] bari"] * n), organization(["a bar"] * n)


def subsets_of_slots(n: int) -> Files:
    """Objects that have different slots and nothing in common."""
    slots = range(16)
    definitions = " ".join(f'"thing s{slot} S{slot}: scored 1 string"' for slot in slots)
    config = f':scoring_task template_element\n:class_defs "thing THING scored 0"\n:slot_defs {definitions}\n{FILES}'

    def records(letter: str) -> str:
        return "".join(
            f"<THING-1-{number}> :=\n"
            + "".join(f"S{slot}: {letter}{number}\n" for slot in slots if (number + 1) >> slot & 1)
            for number in range(n)
        )

    return config, records("k"), records("r")


def identical_in_and_outs(n: int) -> Files:
    config = SCENARIO_TEMPLATE.replace("person ", "in_and_out ").replace("PERSON ", "IN_AND_OUT ")
    config = config.replace('scored 1 person"', 'scored 1 in_and_out"')
    pointers = "".join(f"<IN_AND_OUT-1-{number}>\n" for number in range(n))
    objects = "".join(f"<IN_AND_OUT-1-{number}> :=\nPER_NAME: x\n" for number in range(n))
    text = f"<TEMPLATE-1-1> :=\nCONTENT: <EVENT-1-1>\n<EVENT-1-1> :=\nPOST: y\nIN:\n{pointers}{objects}"
    return config, text, text


def alternatives_of_pointers(n: int) -> Files:
    pointers = "/".join(f"<PERSON-1-{number}>\n" for number in range(n))
    event = f"<EVENT-1-1> :=\nPOST: y\nIN:\n{pointers}"
    return SCENARIO_TEMPLATE, event + people([f"p{number}" for number in range(n)]), "<EVENT-1-1> :=\nPOST: y\n"


def records_on_few_lines(n: int) -> Files:
    """Fills, slashes, offsets and quotes that are not closed on long lines."""
    fills = '"a" ##1#2#f /<PERSON-1-1> ' * n
    key = f"<PERSON-1-1> :=\nPER_NAME: {fills}\nPER_TITLE: {'/ ' * n}\n{'<' * n}\n' {'a##' * n}\n\"{' / ' * n}x\n"
    return TEMPLATE_ELEMENT, key, people(["x"])


INPUTS: list[tuple[Callable[[int], Files], int]] = [
    (same_absent_minimum, 2000),
    (different_absent_minimums, 2000),
    (minimums_that_begin_like_the_text, 2000),
    (minimums_that_occur, 2000),
    (answered_minimums, 2000),
    (alternatives_over_tags, 500),
    (minimums_of_objects, 500),
    (minimums_of_equal_objects, 500),
    (minimums_of_fills, 500),
    (minimums_of_equal_fills, 500),
    (one_fill_many_times, 1000),
    (one_fill_that_fits_a_minimum_many_times, 500),
    (subsets_of_slots, 500),
    (identical_in_and_outs, 500),
    (alternatives_of_pointers, 1000),
    (records_on_few_lines, 2000),
]


@pytest.mark.parametrize(("make_input", "n"), INPUTS, ids=lambda value: getattr(value, "__name__", None))
def test_work_grows_with_the_input(make_input: Callable[[int], Files], n: int) -> None:
    assert_linear(make_input, lambda files: score(*files), n)
