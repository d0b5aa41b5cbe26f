"""What is suspicious in a run of scorer2."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain
from shlex import join
from typing import TYPE_CHECKING

from legacy_scorers.common.host import Host
from legacy_scorers.common.result import Location
from legacy_scorers.rescore.scorers.checks import (
    Finding,
    Sampler,
    mixed_encodings,
    new_file,
    odd_bytes,
    quoted,
    some,
    swapped_by_name,
    unknown,
)
from legacy_scorers.rescore.scorers.scorer2.fields import (
    in_case_of_key,
    joined_in_key,
    lemma,
    odd_answers,
    other_items,
    weights_in_key,
    without_item,
)
from legacy_scorers.scorer2.align import INVALID, Key, refusal
from legacy_scorers.scorer2.cli import Options, read_answers, read_file, read_reference
from legacy_scorers.scorer2.credit import FINE, Granularity
from legacy_scorers.scorer2.read import COMMENT, read_lines, split_tags
from legacy_scorers.scorer2.search import findable, unended_lines

if TYPE_CHECKING:
    from legacy_scorers.rescore.scorers.scorer import Outcome
    from legacy_scorers.scorer2.align import Aligned

_KEY_LINES = "Write lines of item, instance and senses, with one blank between; other lines are not scored."
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
_SORTED = {
    "key-not-sorted": 'Sort it by ITEM_INSTANCE: awk \'{print $1 "_" $2 "\\t" $0}\' {file} | LC_ALL=C sort | cut -f 2-',
    "sense-map-not-sorted": "Sort it by bytes: LC_ALL=C sort {file}",
}
_BLANKS = re.compile(rb"^[ \t]|^[^ \t\n]+(?: [ \t]|\t)", re.MULTILINE)
_ONE_BLANK = "Put one blank between fields: sed -E 's/^[[:blank:]]+//; s/[[:blank:]]+/ /g' {file}"
_SIGNS = re.compile(rb"[^\s,;]+([,;])[^\s,;]+\1[^,;]")
_BLANK_FOR_SIGN = "Put one blank between fields: tr '%s' ' ' < {file}"
_ITEM_AND_INSTANCE = re.compile(rb"$|[^ \t]+ [^ \t]+( |$)")
_NO_SENSE = frozenset([b"U", b"P"])  # unassignable, proper name


def findings(words: Sequence[str], host: Host, outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded, or that options precede the files."""
    if not outcome.is_scored:
        yield from _options_first(words)
        return
    names, rest = words[:2], words[2:]
    options = Options(rest)
    yield from _option_findings(rest, options)
    files = {name: read_file(host, name) or b"" for name in [*names, *options.maps]}
    for file, content in files.items():
        yield from odd_bytes(file, content, "byte-order-mark", "crlf", "no-final-newline", "cut-by-byte")
    yield from mixed_encodings(files)
    short = [*without_item({name: files[name] for name in names})]
    if short:
        yield from short  # all other fields are misread, too
        return
    how, sense_map = (options.granularity, options.maps[-1]) if options.maps else (FINE, "")
    reference = _Reference(names[1], files[names[1]], sense_map, files.get(sense_map), how, options.minimal)
    run = _Run(names[0], files[names[0]], reference)
    yield from _without_one_blank(names[0], files[names[0]])
    if names[1] != names[0]:
        yield from reference.without_one_blank
    yield from reference.of_key
    yield from run.findings()
    yield from reference.of_map
    yield from run.not_in_map()


def _options_first(words: Sequence[str]) -> Iterator[Finding]:
    """Find options before the files, which are read as files."""
    if not words or not words[0].startswith("-"):
        return
    files = (place for place, word in enumerate(words) if not word.startswith("-") and words[place - 1] != "-g")
    if begin := next(files, 0):
        advice = f"Put options behind the files: {join(['scorer2', *words[begin:], *words[:begin]])}"
        yield Finding("option-ignored", f"{quoted(words[0])} is read as the file of answers", advice=advice)


def _is_of_option(word: str, before: Sequence[str]) -> bool:
    return word.startswith("-") or before[-1:] in (["-g"], ("-g",))


def _option_findings(words: Sequence[str], options: Options) -> Iterator[Finding]:
    """Find options that do nothing."""
    if options.granularity != FINE and not options.maps:
        yield Finding("granularity-without-map", f"-g {options.granularity} without a sense map")
    ignored = [word for word in words if word.startswith("-") and word not in _FLAGS]
    if "-g" in words and options.granularity == FINE:
        ignored.append("-g")
    if ignored:
        yield Finding("option-ignored", f"options that mean nothing: {some(ignored)}")
    if len(options.maps) > 1:
        yield Finding("option-ignored", f"of {len(options.maps)} sense maps only the last is used", options.maps[0])


def _without_one_blank(file: str, content: bytes) -> Iterator[Finding]:
    """Find lines without one blank between item and instance."""
    found = Sampler(_TEXTS, file)
    lines = [*read_lines(content)]
    are_good = COMMENT not in content and all(map(_ITEM_AND_INSTANCE.match, lines))
    for line, text in enumerate(() if are_good else lines, 1):
        if not _ITEM_AND_INSTANCE.match(text.partition(COMMENT)[0]):
            found.add("not-one-blank", quoted(text), line)
    for finding in found.findings():
        finding.advice = new_file(_separation(content), file)
        yield finding


def _separation(content: bytes) -> str:
    """Return advice on what is between fields, empty if it is neither blanks nor a sign."""
    if _BLANKS.search(content):
        return _ONE_BLANK
    separated = _SIGNS.match(content)
    return _BLANK_FOR_SIGN % separated[1].decode() if separated else ""


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
    for finding in found.findings(missed, again):
        finding.advice = new_file(_SORTED.get(finding.name, ""), file)
        yield finding


class _Reference:
    """The key and the sense map of runs, and what is suspicious in them.

    ``items`` are the lexical items of the key, with their places, ``senses`` its senses, and ``in_map`` those of the
    sense map, or None if it is not used.
    """

    def __init__(
        self, file: str, content: bytes, map_file: str, sense_map: bytes | None, how: str, minimal: bool
    ) -> None:
        self.key: Key
        self.granularity: Granularity
        self.key, self.granularity = key, granularity = read_reference(content, sense_map, how, minimal)
        self.file, self.content, self.minimal = file, content, minimal
        self.without_one_blank = [*_without_one_blank(file, content)]
        self.of_key = [*_not_found(key.identifiers, key.found, file, "key-not-sorted", "duplicate-instance")]
        if not any(key.texts):
            self.of_key.append(Finding("nothing-scored", "the key has no line that counts", file, None, _KEY_LINES))
        self.items: dict[bytes, Location] = {}
        for line, text in enumerate(read_lines(content), 1):
            self.items.setdefault(text.partition(b" ")[0], Location(file, line))
        self.senses = {tag for text in set(key.texts) for tag in granularity.key_tags[text].tags}
        self.written = Granularity(FINE)  # reads senses as they are written
        self.of_map: list[Finding] = []
        self.in_map: Container[bytes] | None = None
        if sense_map is not None and granularity.name != FINE:
            self._check_map(map_file, sense_map)

    def _check_map(self, file: str, content: bytes) -> None:
        """Find lines of the sense map that the search misses, and senses of the key without a line in the map."""
        heads = [line.partition(b" ") for line in [*read_lines(content), *unended_lines(content)]]
        found = findable([head[0] for head in heads], [head[1] or b"\0" for head in heads])
        names = [sense for sense, _, _ in heads]
        search_finds = {names[place] for place in found}
        self.of_map = [*_not_found(names, search_finds, file, "sense-map-not-sorted", "duplicate-sense")]
        self.in_map = {*names}
        self.not_in_map: dict[bytes, Location] = {}
        for line, text in enumerate(self.key.texts, 1):
            for tag in split_tags(text):
                if tag not in self.in_map:
                    self.not_in_map.setdefault(tag, Location(self.file, line))


class _Run:
    """The answers of a run, and how they are compared with the key."""

    def __init__(self, file: str, content: bytes, reference: _Reference) -> None:
        self._file, self._content = file, content
        self._reference = reference
        blocks = [*read_answers(content, reference.key)]
        self._pairs = _pairs(blocks)
        columns = [[*chain.from_iterable(column)] for column in zip(*blocks)] or [[], [], [], []]
        self._identifiers, self._texts, _, self._key_texts = columns

    def findings(self) -> Iterator[Finding]:
        """Yield what is suspicious in the answers, in their senses, and in the roles of the files."""
        reference, key = self._reference, self._reference.key
        guesses = reference.granularity.guesses
        credit = _credit(self._pairs, reference.granularity)
        lines = len(self._texts)
        differing = [*other_items(self._file, self._content, reference.file, reference.content)]
        answered = {tag for text in {*self._texts} for tag, _ in guesses[text].tags}
        by_name = [*swapped_by_name(reference.file, self._file, "ans")]
        causes = [] if by_name else [*weights_in_key(reference.file, reference.content, answered)]
        causes += joined_in_key(reference.file, reference.content, answered)
        causes += odd_answers(self._file, self._content, reference.senses)
        yield from [*differing, *causes]
        if not differing:
            yield from self._answer_findings(credit, is_explained=bool(causes))
        weighted = any(finding.name == "weight-in-key" for finding in causes)
        if weighted or (len(key.found) == len(key.identifiers) and credit * _MIN_TIMES >= len(key.texts)):
            sides = by_name  # no line can earn more than 1
        else:
            sides = [*self._sides(min(lines, len(key.texts)) * _MIN_SHARE)]
        yield from sides
        if not causes and not sides:
            yield from self._sense_findings()

    def _answer_findings(self, credit: float, *, is_explained: bool) -> Iterator[Finding]:
        """Find answers without an instance, and items without answers."""
        yield from self._refusal_findings()
        lines = len(self._texts)
        if any(self._reference.key.texts) and credit <= 0.0 and not is_explained:
            problem = "no answer earns any credit" if lines else "the file of answers is empty"
            yield Finding("nothing-in-common", problem, self._file)
        if lines:
            answered = {text.partition(b" ")[0] for text in read_lines(self._content)}
            problem = "{n:lexical item} of the key without any answer: {names}"
            yield from unknown("missing-document", problem, self._reference.items, {*answered, b""})

    def _refusal_findings(self) -> Iterator[Finding]:
        found = Sampler(_TEXTS, self._file)
        seen: set[bytes] = set()
        rows = zip(self._identifiers, self._texts, self._key_texts) if not all(map(all, self._pairs)) else ()
        for line, (identifier, text, key_text) in enumerate(rows, 1):
            reason = refusal(text, key_text)
            if reason and identifier in seen and reason != INVALID:  # only answers with tags are duplicates
                found.add("duplicate-instance", quoted(identifier), line)
            elif reason:
                found.add("answer-refused", quoted(identifier), line, reason.decode())
            seen.add(identifier)
        for finding in found.findings("answer-refused", "duplicate-instance"):
            if finding.name == "answer-refused":
                reference = self._reference
                finding.advice = in_case_of_key(self._file, self._content, reference.file, reference.content)
            yield finding

    def _senses(self, granularity: Granularity, known: Container[bytes]) -> dict[bytes, Location]:
        """Return the senses of answers that are not known, each with its first place."""
        texts: dict[bytes, bytes] = {}  # the first one with each sense
        for text in dict.fromkeys(self._texts):
            for tag, _ in granularity.guesses[text].tags:
                if tag not in known:
                    texts.setdefault(tag, text)
        return {tag: Location(self._file, self._texts.index(text) + 1) for tag, text in texts.items()}

    def _sense_findings(self) -> Iterator[Finding]:
        """Find senses of answers that the key never uses, and that no sense map relates to one of its senses."""
        of_key, senses = self._reference.senses, self._reference.granularity.senses
        if not of_key:
            return
        places = self._senses(self._reference.granularity, of_key)
        known: set[bytes] = set()
        if places and senses:
            below = {tag for tag in places if senses.shares[tag].keys() & of_key}
            known = below.union(*[senses.shares[tag] for tag in of_key])
        places = {tag: place for tag, place in places.items() if tag not in known}
        if not self._mostly_in(places):
            lemmas = {*map(lemma, of_key)}
            places = {tag: place for tag, place in places.items() if lemma(tag) not in lemmas and tag not in _NO_SENSE}
        yield from unknown(
            "label-not-in-key", "{n:sense} of answers never used in the key: {names}", places, of_key | known
        )

    def _mostly_in(self, senses: Container[bytes]) -> bool:
        """Return whether most answers have only such senses."""
        guesses = self._reference.granularity.guesses
        only = {text: all(tag in senses for tag, _ in guesses[text].tags) for text in {*self._texts}}
        return sum(only[text] for text in self._texts) * 2 > len(self._texts)

    def not_in_map(self) -> Iterator[Finding]:
        """Find senses of the answers and of the key without a line in the sense map."""
        if self._reference.in_map is not None:
            places = self._senses(self._reference.written, self._reference.in_map)
            for sense, place in self._reference.not_in_map.items():
                places.setdefault(sense, place)
            yield from unknown("sense-not-in-map", "{n:sense} missing from the sense map: {names}", places)

    def _sides(self, least: float) -> Iterator[Finding]:
        """Find swapped sides, which scorer2 accepts: exchanged, they earn ``least`` more, or their names say so."""
        reference, contents = self._reference, [self._reference.content, self._content]
        keys = [Key(content, reference.granularity.coarse, reference.minimal) for content in contents]
        for one in keys:  # as if the search found every line
            one.found = {identifier: index for index, identifier in enumerate(one.identifiers)}
        exchanged = [read_answers(content, one) for content, one in zip(reversed(contents), keys)]
        here, there = [_credit(_pairs(blocks), reference.granularity) for blocks in exchanged]
        if there > here * _MIN_TIMES and there > here + least:
            problem = f"the credits add up to {here:.2f}, with exchanged sides to {there:.2f}"
            yield Finding("sides-swapped", problem, self._file)
        else:
            yield from swapped_by_name(reference.file, self._file, "ans")


def _pairs(blocks: Iterable[Aligned]) -> Counter[tuple[bytes, bytes | None]]:
    """Count the pairs of the tags of an answer, and those of the line that it is scored against."""
    return Counter(chain.from_iterable([zip(texts, key_texts) for _, texts, _, key_texts in blocks]))


def _credit(pairs: Counter[tuple[bytes, bytes | None]], granularity: Granularity) -> float:
    return sum(times * granularity.signatures[pair][0] for pair, times in pairs.items() if all(pair))
