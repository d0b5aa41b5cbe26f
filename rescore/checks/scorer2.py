"""What is suspicious in a run of scorer2.

The credits that answers earn are added up in the other direction, too: a response may be scored against the key by
mistake, since a system's answers are a key like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.checks.files import (
    byte_order_mark,
    carriage_returns,
    line_at,
    lost_last_line,
    mixed_encodings,
    wide_characters,
)
from rescore.checks.finding import Finding, Occurrences, counted, quoted, some
from rescore.checks.sides import swapped_by_name
from rescore.scorers.running import Outcome
from scorer2.align import INVALID, Key, align, refusal
from scorer2.cli import Options, read_file
from scorer2.credit import FINE, Granularity
from scorer2.read import COMMENT, END_OF_FILE, read_instances, read_lines, split_tags
from scorer2.search import findable, unended_lines

_FLAGS = ("-g", "-m", "-v")
_MUCH_BETTER = 2  # times as much credit
_WORTH_SAYING = 20  # a line in so many, or more
_ITEM_AND_INSTANCE = re.compile(rb"[^ \t]+ [^ \t]+( |$)")


def findings(words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    options = Options(words[2:])
    yield from _check_options(words, options)
    files = {name: read_file(name) or b"" for name in [*words[:2], *options.maps]}
    wide = [finding for file, content in files.items() for finding in wide_characters(file, content)]
    if wide:
        yield from wide  # nothing else of such files makes sense
        return
    for file, content in files.items():
        yield from byte_order_mark(file, content)
        yield from carriage_returns(file, content)
        yield from lost_last_line(file, content)
        yield from _cutting_bytes(file, content)
    yield from mixed_encodings(files)
    for file in dict.fromkeys(words[:2]):
        yield from _other_blanks(file, files[file])
    is_mapped = bool(options.maps) and options.granularity != FINE
    sense_map = files[options.maps[-1]] if is_mapped else None
    run = _Run(words, files, Granularity(options.granularity if is_mapped else FINE, sense_map), options.minimal)
    yield from run.check_key()
    yield from run.check_answers()
    yield from run.check_senses()
    yield from run.check_sides()
    if sense_map is not None:
        yield from _check_map(options.maps[-1], sense_map, run)


def _check_options(words: Sequence[str], options: Options) -> Iterator[Finding]:
    if options.granularity != FINE and not options.maps:
        yield Finding("granularity-without-map", f"-g {options.granularity} without a sense map")
    ignored = [word for word in words[2:] if word.startswith("-") and word not in _FLAGS]
    if "-g" in words[2:] and options.granularity == FINE:
        ignored.append("-g")
    if ignored:
        yield Finding("option-ignored", f"options that mean nothing: {some(ignored)}")
    if len(options.maps) > 1:
        yield Finding("option-ignored", f"of {len(options.maps)} sense maps only the last is used", options.maps[0])


def _cutting_bytes(file: str, content: bytes) -> Iterator[Finding]:
    for byte, what in ((END_OF_FILE, "the file"), (b"\0", "the line")):
        place = content.find(byte)
        if place >= 0:
            problem = f"{what} ends at the byte 0x{byte[0]:02X}, the rest is not read"
            yield Finding("cut-by-byte", problem, file, line_at(content, place))


def _other_blanks(file: str, content: bytes) -> Iterator[Finding]:
    """Find lines whose item and instance are separated by anything but one blank."""
    those = Occurrences()
    for line, text in enumerate(read_lines(content), 1):
        fields = text.partition(COMMENT)[0]
        if fields and not _ITEM_AND_INSTANCE.match(fields):
            those.add(quoted(text), line)
    if those.count:
        problem = f"{counted(those.count, 'line')} without one blank between item and instance, the first is"
        yield Finding("not-one-blank", f"{problem} {those.first}", file, those.line)


class _Run:
    """Answers and key of one run, read once more."""

    def __init__(self, words: Sequence[str], files: dict[str, bytes], granularity: Granularity, minimal: bool) -> None:
        self._answers_file, self._key_file = words[:2]
        self._answers, self._key_content = files[words[0]], files[words[1]]
        self._granularity = granularity
        self._signatures = granularity.signatures
        self._minimal = minimal
        self._key = Key(self._key_content, granularity.coarse, minimal)
        self._correct = 0.0
        self._lines = 0  # answers
        self.texts: dict[bytes, int] = {}  # the different tags of answers, and the line where they first stand

    def check_key(self) -> Iterator[Finding]:
        """Find lines of the key that the search does not find, and instances that have several lines."""
        known = self._key.found
        missed = Occurrences()
        again = Occurrences()
        seen = set()
        for line, identifier in enumerate(self._key.identifiers, 1):
            if identifier not in known:
                missed.add(quoted(identifier), line)
            elif identifier in seen:
                again.add(quoted(identifier), line)
            seen.add(identifier)
        if missed.count:
            problem = f"{counted(missed.count, 'line')} that the search never finds, the first is {missed.first}"
            yield Finding("key-not-sorted", problem, self._key_file, missed.line)
        if again.count:
            yield _duplicates(again, self._key_file)
        if not any(self._key.texts):
            yield Finding("nothing-scored", "the key has no line that counts", self._key_file)

    def check_answers(self) -> Iterator[Finding]:
        """Find answers that are refused, instances that have several, and lexical items that have none."""
        refused: dict[bytes, Occurrences] = {}
        again = Occurrences()
        seen: set[bytes] = set()
        for identifiers, texts, _, key_texts in align(read_instances(self._answers, COMMENT), self._key):
            for line, (identifier, text, key_text) in enumerate(zip(identifiers, texts, key_texts), self._lines + 1):
                self.texts.setdefault(text, line)
                if reason := refusal(text, key_text):
                    if identifier in seen and reason != INVALID:
                        again.add(quoted(identifier), line)
                    else:
                        refused.setdefault(reason, Occurrences()).add(quoted(identifier), line)
                else:
                    self._correct += self._signatures[text, key_text][0]
                seen.add(identifier)
            self._lines += len(identifiers)
        for reason, those in refused.items():
            problem = f"{counted(those.count, 'answer')} refused: {reason.decode()} The first is {those.first}"
            yield Finding("answer-refused", problem, self._answers_file, those.line)
        if again.count:
            yield _duplicates(again, self._answers_file)
        if self._correct <= 0.0 and any(self._key.texts):
            problem = "no answer earns any credit" if self._lines else "the file of answers is empty"
            yield Finding("nothing-in-common", problem, self._answers_file)
        yield from self._check_items()

    def _check_items(self) -> Iterator[Finding]:
        """Find lexical items of the key without any answer."""
        answered = {line.partition(b" ")[0] for line in read_lines(self._answers)}
        missing: dict[bytes, int] = {}
        for line, text in enumerate(read_lines(self._key_content), 1):
            item = text.partition(b" ")[0]
            if item and item not in answered:
                missing.setdefault(item, line)
        if missing and self._lines:
            problem = f"{counted(len(missing), 'lexical item')} of the key without any answer: {some(missing)}"
            yield Finding("missing-document", problem, self._key_file, min(missing.values()))

    def check_senses(self) -> Iterator[Finding]:
        """Find senses of answers that the key never uses, and that no sense map relates to others."""
        of_key = {tag for text in set(self._key.texts) for tag in self._granularity.key_tags[text].tags}
        senses = self._granularity.senses
        related = of_key.union(*[senses.shares[tag] for tag in of_key]) if senses else of_key
        unknown: dict[bytes, int] = {}
        for text, line in self.texts.items():
            for tag, _ in self._granularity.guesses[text].tags:
                if tag not in related and not (senses and senses.shares[tag].keys() & of_key):
                    unknown.setdefault(tag, line)
        if unknown and of_key:
            problem = f"{counted(len(unknown), 'sense')} of answers never used in the key: {some(unknown)}"
            yield Finding("label-not-in-key", problem, self._answers_file, min(unknown.values()))

    def check_sides(self) -> Iterator[Finding]:
        """Find that the other way round the answers earn much more."""
        here = self._credit(self._answers, self._key_content)
        there = self._credit(self._key_content, self._answers)
        least = min(self._lines, len(self._key.texts)) / _WORTH_SAYING
        if there > here * _MUCH_BETTER and there > here + least:
            problem = f"the credits add up to {here:.2f}, the other way round to {there:.2f}"
            yield Finding("sides-swapped", problem, self._answers_file)
        else:
            yield from swapped_by_name(self._key_file, self._answers_file)

    def _credit(self, answers: bytes, key_content: bytes) -> float:
        """Return what answers would earn if the search found every line of the key."""
        key = Key(key_content, self._granularity.coarse, self._minimal)
        key.found = {identifier: index for index, identifier in enumerate(key.identifiers)}
        return sum(
            self._signatures[text, key_text][0]
            for _, texts, _, key_texts in align(read_instances(answers, COMMENT), key)
            for text, key_text in zip(texts, key_texts)
            if text and key_text
        )

    def senses(self) -> dict[bytes, tuple[str, int]]:
        """Return the senses of both files as they are written, each with the place where it first stands."""
        places: dict[bytes, tuple[str, int]] = {}
        written = Granularity(FINE)
        for text, line in self.texts.items():
            for tag, _ in written.guesses[text].tags:
                places.setdefault(tag, (self._answers_file, line))
        for line, text in enumerate(self._key.texts, 1):
            for tag in split_tags(text):
                places.setdefault(tag, (self._key_file, line))
        return places


def _duplicates(again: Occurrences, file: str) -> Finding:
    problem = f"{counted(again.count, 'line')} of an instance that has one already, the first is {again.first}"
    return Finding("duplicate-instance", problem, file, again.line)


def _check_map(file: str, content: bytes, run: _Run) -> Iterator[Finding]:
    """Find lines of the sense map that the search does not find, and senses that it does not have."""
    heads = [line.partition(b" ") for line in [*read_lines(content), *unended_lines(content)]]
    found = findable([head[0] for head in heads], [head[1] or b"\0" for head in heads])
    known = {heads[place][0] for place in found}
    missed, again, seen = Occurrences(), Occurrences(), set()
    for line, (sense, _, _) in enumerate(heads, 1):
        if sense not in known:
            missed.add(quoted(sense), line)
        elif sense in seen:
            again.add(quoted(sense), line)
        seen.add(sense)
    if missed.count:
        problem = f"{counted(missed.count, 'line')} that the search never finds, the first is {missed.first}"
        yield Finding("sense-map-not-sorted", problem, file, missed.line)
    if again.count:
        problem = f"{counted(again.count, 'line')} of a sense that has one already, the first is {again.first}"
        yield Finding("duplicate-sense", problem, file, again.line)
    unknown = {sense: place for sense, place in run.senses().items() if sense not in seen}
    if unknown:
        problem = f"{counted(len(unknown), 'sense')} that the sense map does not have: {some(unknown)}"
        yield Finding("sense-not-in-map", problem, *next(iter(unknown.values())))
