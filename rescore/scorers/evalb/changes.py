"""What may have been different in a run of evalb whose published figures differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from legacy_scorers.evalb.options import VALUES, Options
from legacy_scorers.evalb.tally import NUMBER
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides, edit, option_change, truncations, word_change

Lines: TypeAlias = list[bytes]

ROOTS = (b"TOP", b"ROOT", b"S1", b"VROOT")
PUNCTUATION = (b",", b":", b"``", b"''", b".")
TRACE = b"-NONE-"
COLLINS = b"".join(  # for the Penn Treebank, as most papers have them
    [
        *[b"DELETE_LABEL %b\n" % label for label in (b"TOP", TRACE, *PUNCTUATION)],
        b"DELETE_LABEL_FOR_LENGTH %b\nEQ_LABEL ADVP PRT\n" % TRACE,
    ]
)
_RULES = "rules.prm"  # the name of an added parameter file
_CUT_OFFS = (10, 15, 20, 30, 40, 50, 70, 100)
_MANY = "100000"  # errors
_VERBOSE = ("-d", "-D")  # print every step
_LENGTH = re.compile(r"len<=(-?\d+)")
_SENTENCE = re.compile(rb"(?m)^([^\n]+)(?:\n|\Z)")
_FUNCTION = re.compile(rb"(\([^\s()=-]+)[-=](?=[^\s()]+\s*\()")  # in the label of a bracket
_FUNCTION_OF_TAG = re.compile(rb"(\([^\s()=-]+)[-=][^\s()]+(?=\s+[^\s()]+\))")
WORD = re.compile(rb"\(([^\s()]*)\s([^\s()]*)\)")
_NEAR = 3  # sentences that may be missing one after the other


def sides_of(setup: Setup) -> Sides:
    """Return the files of key and response, and the parameter files."""
    options = _options(setup)
    key, response, *_ = [setup.path(name) for name in options.files]
    return Sides([key], [response], [setup.path(name) for name in options.parameter_files])


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other options and rules, and trees whose functions count or do not count."""
    yield word_change("swap", "gold and test", "with the sides swapped", _swap)
    if sides.others:
        yield word_change("parameters", "none", "without a parameter file", _without_parameters)
    only_collins = partial(_with_rules, COLLINS, is_added=False)
    yield Change("parameters", "COLLINS", "with the rules of COLLINS.prm alone", only_collins)
    lengths = [found[1] for cell in published if (found := _LENGTH.fullmatch(cell.row))]
    for length in dict.fromkeys([*lengths, *map(str, _CUT_OFFS)]):
        yield option_change("length", length, f"with -c {length}", "-c", length)
    yield option_change("errors", _MANY, f"with -e {_MANY}", "-e", _MANY)
    for option in _VERBOSE:
        yield option_change("verbose", option, f"with {option}", option)
    yield from _rule_changes(setup, sides)
    both = [*sides.key, *sides.response]
    yield edit("functions", "with functions as parts of labels", both, partial(_FUNCTION.sub, rb"\1_"))
    for paths in (both, sides.key, sides.response):
        yield edit("functions", "without functions of tags in {}", paths, partial(_FUNCTION_OF_TAG.sub, rb"\1"))


def _rule_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield other rules of parameter files, one kind at a time."""
    options = _options(setup)
    labelled = options.numbers[b"LABELED"]
    text = "without labels" if labelled else "with labels"
    yield _added("labels", text, b"LABELED %d\n" % (not labelled))
    deleted = options.labels[b"DELETE_LABEL"]
    for root in ROOTS:
        yield _added("root", f"without {root.decode()}", b"DELETE_LABEL %b\n" % root)
    kinds = {"root": ("the root", ROOTS), "traces": ("traces", (TRACE,)), "punctuation": ("punctuation", PUNCTUATION)}
    for kind, (name, labels) in kinds.items():
        if sides.others and not set(deleted).isdisjoint(labels):
            yield _removed(sides, kind, f"with {name}", [b"DELETE_LABEL", *labels])
        if kind != "root":
            yield _added(kind, f"without {name}", b"".join([b"DELETE_LABEL %b\n" % label for label in labels]))
    if sides.others:
        yield _removed(sides, "equal labels", "without equal labels", [b"EQ_LABEL"])
    yield _added("equal labels", "with ADVP and PRT as one label", b"EQ_LABEL ADVP PRT\n")


def published_changes(setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
    """Yield both files, cut off after the published number of sentences."""
    for path in (*sides.response, *sides.key):
        yield from truncations(_SENTENCE, setup, path, published, NUMBER)


def unit_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield files without blank lines, and without the sentences from which on the other side has other words."""
    for paths in sides.all[:2]:
        yield edit("blank lines", "without the blank lines of {}", paths, partial(re.compile(rb"(?m)^\s*\n").sub, b""))
    key, response = [setup.files.get(path, b"").split(b"\n") for path in (*sides.key, *sides.response)]
    for paths, own, other in ((sides.key, key, response), (sides.response, response, key)):
        if surplus := surplus_lines(own, other):
            numbers = ", ".join([str(line + 1) for line in surplus])
            thing = "sentence" if len(surplus) == 1 else "sentences"
            yield edit("sentences", f"without {thing} {numbers} of {{}}", paths, partial(_without_lines, surplus))


def surplus_lines(own: Lines, other: Lines) -> list[int]:
    """Return the indexes of lines of one side that the other lacks: then the next ones have the same words again."""
    found: list[int] = []
    own, other = [[_words(line) for line in lines] for lines in (own, other)]
    place = 0
    while place + len(found) < len(own) and place < len(other):
        here = place + len(found)
        near = own[here : here + _NEAR + 1]
        found += range(here, here + (near.index(other[place]) if other[place] in near else 0))
        place += 1
    return found


def _words(line: bytes) -> bytes:
    return b" ".join([word for tag, word in WORD.findall(line) if tag not in (TRACE, *PUNCTUATION)])


def _without_lines(lines: Sequence[int], content: bytes) -> bytes:
    return b"\n".join([line for index, line in enumerate(content.split(b"\n")) if index not in lines])


def _options(setup: Setup) -> Options:
    def lines_of(name: str) -> Lines:
        return setup.files.get(setup.path(name), b"").split(b"\n")

    return Options(setup.words[1:], lines_of, lambda said: None)


def _places(words: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return the indexes of the words that name files, and of those that name parameter files or say so."""
    files: list[int] = []
    parameters: list[int] = []
    place = 1
    while place < len(words):
        word, begin = words[place], place
        place += 1
        if not word.startswith("-"):
            files.append(begin)
            continue
        place += word[1:] in VALUES  # its value is the next word
        if word[1:2] == "p":
            parameters += range(begin, min(place, len(words)))
    return files, parameters


def _swap(words: list[str]) -> list[str]:
    one, other, *_ = _places(words)[0]
    words[one], words[other] = words[other], words[one]
    return words


def _without_parameters(words: list[str]) -> list[str]:
    _, places = _places(words)
    return [word for place, word in enumerate(words) if place not in places]


def _with_rules(rules: bytes, setup: Setup, *, is_added: bool = True) -> Setup:
    """Return the setup with a further parameter file, or with this one alone."""
    words = [*setup.words] if is_added else _without_parameters([*setup.words])
    before = setup.files.get(setup.path(_RULES), b"") if is_added and _RULES in words else b""
    words += [] if _RULES in words else ["-p", _RULES]
    return replace(setup, words=words, files={**setup.files, setup.path(_RULES): before + rules})


def _added(kind: str, text: str, rules: bytes) -> Change:
    return Change(kind, rules.decode().strip(), text, partial(_with_rules, rules))


def _removed(sides: Sides, kind: str, text: str, rule: Sequence[bytes]) -> Change:
    """Return the change that removes the lines of a keyword, of some values only if these follow it."""
    keyword, *values = [re.escape(word) for word in rule]
    value = b"(?:%b)" % b"|".join(values) if values else b"[^\n]*"
    line = re.compile(rb"(?m)^%b[ \t]+%b[ \t\r]*(?:\n|\Z)" % (keyword, value))
    return edit(kind, text, sides.others, partial(line.sub, b""))
