"""What is suspicious in a run of scorer2, and changes of it that may explain other figures."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial

from common.result import Location
from rescore.changes import Change, Setup, Sides, cut, doubles, edit, once, reworded, swapped, toggled
from rescore.checks import Finding, Sampler, mixed_encodings, odd_bytes, quoted, some, swapped_by_name, unknown
from rescore.reports.model import Cell
from rescore.scorers import SCORERS
from scorer2.align import INVALID, Key, align, refusal
from scorer2.cells import ATTEMPTED, TOTAL
from scorer2.cli import Options, read_file
from scorer2.credit import COARSE, FINE, MIXED, Granularity
from scorer2.read import COMMENT, read_instances, read_lines, split_tags
from scorer2.search import findable, unended_lines

_FLAGS = ("-g", "-m", "-v")
# The sides may be swapped if their credit, exchanged, is more than so many times as large, and larger by more than a
# share of the lines of the shorter file.
_MIN_TIMES, _MIN_SHARE = 2, 1 / 20
_TEXTS = {
    "answer-refused": "{n:answer} refused: {of} The first is {first}",
    "duplicate-instance": "{n:line} of an instance that already has one, the first is {first}",
    "duplicate-sense": "{n:line} of a sense that already has one, the first is {first}",
    "key-not-sorted": "{n:line} that the search never finds, the first is {first}",
    "not-one-blank": "{n:line} without one blank between item and instance, the first is {first}",
    "sense-map-not-sorted": "{n:line} that the search never finds, the first is {first}",
}
_ITEM_AND_INSTANCE = re.compile(rb"$|[^ \t]+ [^ \t]+( |$)")
INSTANCE = re.compile(rb"(?m)^[ \t]*(\S+[ \t]+\S+).*(?:\n|$)")


def findings(words: Sequence[str], outcome: object) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    names, rest = words[:2], words[2:]
    options = Options(rest)
    if options.granularity != FINE and not options.maps:
        yield Finding("granularity-without-map", f"-g {options.granularity} without a sense map")
    ignored = [word for word in rest if word.startswith("-") and word not in _FLAGS]
    if "-g" in rest and options.granularity == FINE:
        ignored.append("-g")
    if ignored:
        yield Finding("option-ignored", f"options that mean nothing: {some(ignored)}")
    if len(options.maps) > 1:
        yield Finding("option-ignored", f"of {len(options.maps)} sense maps only the last is used", options.maps[0])
    files = {name: read_file(name) or b"" for name in [*names, *options.maps]}
    wide = [finding for file, content in files.items() for finding in odd_bytes(file, content, "not-utf-8")]
    if wide:
        yield from wide  # no other check makes sense for such files
        return
    for file, content in files.items():
        yield from odd_bytes(file, content, "byte-order-mark", "crlf", "no-final-newline", "cut-by-byte")
    yield from mixed_encodings(files)
    for file in dict.fromkeys(names):
        found = Sampler(_TEXTS, file)
        for line, text in enumerate(read_lines(files[file]), 1):
            if not _ITEM_AND_INSTANCE.match(text.partition(COMMENT)[0]):
                found.add("not-one-blank", quoted(text), line)
        yield from found.findings()
    run = _Run(words, options, files)
    yield from run.findings()
    if run.granularity.name != FINE:
        yield from run.check_map(options.maps[-1])


def _not_found(
    names: Sequence[bytes], known: Container[bytes], file: str, missed: str, again: str
) -> Iterator[Finding]:
    """Report lines that the search misses as ``missed``, and further lines of a known name as ``again``."""
    found = Sampler(_TEXTS, file)
    seen = set()
    for line, name in enumerate(names, 1):
        if name not in known:
            found.add(missed, quoted(name), line)
        elif name in seen:
            found.add(again, quoted(name), line)
        seen.add(name)
    return found.findings(missed, again)


class _Run:
    """The key and the answers of a run, and how they are compared."""

    def __init__(self, words: Sequence[str], options: Options, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._answers, self._key_file = words[:2]
        self._minimal = options.minimal
        how, sense_map = (options.granularity, files[options.maps[-1]]) if options.maps else (FINE, None)
        self._key: Key
        self.granularity: Granularity
        read_reference = SCORERS["scorer2"].keywords["read_reference"]  # it may know those of the run
        self._key, self.granularity = read_reference(files[self._key_file], sense_map, how, options.minimal)
        self._texts: dict[bytes, int] = {}  # the distinct tag texts of answers, and the first line of each

    def findings(self) -> Iterator[Finding]:
        """Yield what is suspicious in the key, in the answers, in their senses, and in the roles of the files."""
        key = self._key
        yield from _not_found(key.identifiers, key.found, self._key_file, "key-not-sorted", "duplicate-instance")
        if not any(key.texts):
            yield Finding("nothing-scored", "the key has no line that counts", self._key_file)
        found = Sampler(_TEXTS, self._answers)
        lines = self._read_answers(found)
        yield from found.findings("answer-refused", "duplicate-instance")
        credit = self._credit(self._answers, key)
        if any(key.texts) and credit <= 0.0:
            problem = "no answer earns any credit" if lines else "the file of answers is empty"
            yield Finding("nothing-in-common", problem, self._answers)
        if lines:
            answered = {text.partition(b" ")[0] for text in read_lines(self._files[self._answers])}
            items: dict[bytes, Location] = {}
            for line, text in enumerate(read_lines(self._files[self._key_file]), 1):
                items.setdefault(text.partition(b" ")[0], Location(self._key_file, line))
            problem = "{n:lexical item} of the key without any answer: {names}"
            yield from unknown("missing-document", problem, items, {*answered, b""})
        yield from self._unknown_senses()
        if len(key.found) == len(key.identifiers) and credit * _MIN_TIMES >= len(key.texts):
            yield from swapped_by_name(self._key_file, self._answers)  # no line can earn more than 1
        else:
            yield from self._sides(min(lines, len(key.texts)) * _MIN_SHARE)

    def _aligned(self, answers: str, key: Key) -> Iterator[tuple[bytes, bytes, bytes | None]]:
        """Yield identifier and tags of each answer, and the tags of the line that it is scored against."""
        for identifiers, texts, _, key_texts in align(read_instances(self._files[answers], COMMENT), key):
            yield from zip(identifiers, texts, key_texts)

    def _read_answers(self, found: Sampler) -> int:
        """Find refused answers, keep the distinct texts of tags, and return the number of answers."""
        line = 0
        seen: set[bytes] = set()
        for line, (identifier, text, key_text) in enumerate(self._aligned(self._answers, self._key), 1):
            self._texts.setdefault(text, line)
            reason = refusal(text, key_text)
            if reason and identifier in seen and reason != INVALID:  # only answers with tags are duplicates
                found.add("duplicate-instance", quoted(identifier), line)
            elif reason:
                found.add("answer-refused", quoted(identifier), line, reason.decode())
            seen.add(identifier)
        return line

    def _unknown_senses(self) -> Iterator[Finding]:
        """Find senses of answers that the key never uses, and that no sense map relates to one of its senses."""
        of_key = {tag for text in set(self._key.texts) for tag in self.granularity.key_tags[text].tags}
        places, known = self._senses_of_answers(self.granularity), of_key
        if senses := self.granularity.senses:
            below = {tag for tag in places if senses.shares[tag].keys() & of_key}
            known = of_key.union(below, *[senses.shares[tag] for tag in of_key])
        if of_key:
            yield from unknown("label-not-in-key", "{n:sense} of answers never used in the key: {names}", places, known)

    def _senses_of_answers(self, granularity: Granularity) -> dict[bytes, Location]:
        places: dict[bytes, Location] = {}
        for text, line in self._texts.items():
            for tag, _ in granularity.guesses[text].tags:
                places.setdefault(tag, Location(self._answers, line))
        return places

    def _sides(self, least: float) -> Iterator[Finding]:
        """Find swapped sides, which scorer2 accepts: exchanged, they earn ``least`` more, or their names say so."""
        answers, key = self._answers, self._key_file
        keys = [Key(self._files[file], self.granularity.coarse, self._minimal) for file in (key, answers)]
        for one in keys:  # as if the search found every line
            one.found = {identifier: index for index, identifier in enumerate(one.identifiers)}
        here, there = self._credit(answers, keys[0]), self._credit(key, keys[1])
        if there > here * _MIN_TIMES and there > here + least:
            problem = f"the credits add up to {here:.2f}, with exchanged sides to {there:.2f}"
            yield Finding("sides-swapped", problem, answers)
        else:
            yield from swapped_by_name(key, answers)

    def _credit(self, answers: str, key: Key) -> float:
        signatures, pairs = self.granularity.signatures, self._aligned(answers, key)
        return sum(signatures[text, key_text][0] for _, text, key_text in pairs if text and key_text)

    def check_map(self, file: str) -> Iterator[Finding]:
        """Find lines of the sense map that the search misses, and senses without a line in the map."""
        content = self._files[file]
        heads = [line.partition(b" ") for line in [*read_lines(content), *unended_lines(content)]]
        found = findable([head[0] for head in heads], [head[1] or b"\0" for head in heads])
        known = [sense for sense, _, _ in heads]
        yield from _not_found(known, {known[place] for place in found}, file, "sense-map-not-sorted", "duplicate-sense")
        places = self._senses_of_answers(Granularity(FINE))  # as written in the files
        for line, text in enumerate(self._key.texts, 1):
            for tag in split_tags(text):
                places.setdefault(tag, Location(self._key_file, line))
        yield from unknown("sense-not-in-map", "{n:sense} missing from the sense map: {names}", places, {*known})


def sides_of(setup: Setup) -> Sides:
    """Return the files of key, response and sense map."""
    answers, key, *options = setup.words[1:]
    maps = Options(options).maps[-1:]
    return Sides([setup.path(key)], [setup.path(answers)], [setup.path(name) for name in maps])


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other words of the command line."""
    yield swapped("answers and key", 1)
    for granularity in (FINE, COARSE, MIXED):
        text = f"with -g {granularity}" if granularity != FINE else "without -g"
        yield reworded("granularity", granularity, text, partial(_with_granularity, granularity))
    yield toggled("minimal", "-m", setup.words)
    yield toggled("verbose", "-v", setup.words)


def as_published(setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
    """Yield answers and key, truncated to the published numbers of instances."""
    for path, column in ((sides.response[0], ATTEMPTED), (sides.key[0], TOTAL)):
        yield from cut(INSTANCE, setup, path, published, column)


def of_units(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield sorted files, because scorer2 does not find unsorted lines, then files without repeated instances."""
    for path in (*sides.key, *sides.others):
        yield edit("sorted", "with {} sorted", [path], _sorted)
    yield from doubles(sides.all, partial(once, INSTANCE))


def _with_granularity(granularity: str, words: list[str]) -> list[str]:
    options = Options(words[3:])
    if options.granularity == granularity or (granularity != FINE and not options.maps):
        return words
    if "-g" in words:
        place = words.index("-g")
        del words[place : place + 2]
    return words if granularity == FINE else [*words, "-g", granularity]


def _sorted(text: bytes) -> bytes:
    lines = text.removesuffix(b"\n")
    return b"\n".join(sorted(lines.split(b"\n"))) + text[len(lines) :]
