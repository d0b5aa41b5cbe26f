"""What may have been different in a run of m2scorer whose published figures differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import accumulate

from legacy_scorers.m2_scorer.options import VERSION_VARIABLE, VERSIONS, Options
from legacy_scorers.m2_scorer.read import FIELDS
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides, edit, swap_change, version_change, word_change

FILES = 2  # that a command line ends in
_BETAS = ("0.5", "1", "2")
_UNCHANGED = (0, 1, 2, 3, 4)
_MAX_ANNOTATORS = 20
_ENDS_OPTIONS = "--"
_BLOCK = re.compile(rb"(?:[^\n]+(?:\n|\Z))+\n*")  # a sentence of the gold with its edits
_LINE = re.compile(rb"[^\n]*\n|[^\n]+\Z")
_OTHER_CORRECTIONS = re.compile(
    rb"(?m)^(A (?:(?!\|\|\|).)*\|\|\|(?:(?!\|\|\|).)*\|\|\|(?:(?!\|\|).)*)\|\|(?!\|)(?:(?!\|\|\|).)*"
)
_PUNCTUATION = re.compile(rb"(?<=\w)([.,;:?!]+)(?=\s|\Z)")


def sides_of(setup: Setup) -> Sides:
    """Return the files of the gold and of the system."""
    options = Options(setup.words[1:], setup.environment)
    return Sides([setup.path(options.gold)], [setup.path(options.system)])


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other options, the other version, and the gold of some annotators only or without further corrections."""
    options = Options(setup.words[1:], setup.environment)
    yield swap_change("system and gold", len(setup.words) - FILES)
    for version in VERSIONS:
        if version != options.version:
            yield version_change(VERSION_VARIABLE, version, f"with m2scorer {version}")
    for beta in dict.fromkeys([*[cell.text for cell in published if cell.column == "beta"], *_BETAS]):
        yield _with_option("beta", beta, "--beta", beta)
    for most in _UNCHANGED:
        if most != options.most_unchanged:
            yield _with_option("unchanged words", str(most), "--max_unchanged_words", str(most))
    yield _toggled("casing", "--ignore_whitespace_casing", "--i", options.ignores_casing)
    yield _toggled("verbose", "-v", "--verb", options.verbose)
    yield from _annotator_changes(setup, sides.key)
    text = "with the first correction of each edit in {}"
    yield edit("corrections", text, sides.key, partial(_OTHER_CORRECTIONS.sub, rb"\1"))


def unit_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield files without sentences that only one of them has, and systems in the form of the source."""
    (gold,), (system,) = sides.key, sides.response
    blocks, lines = [unit.findall(setup.files.get(path, b"")) for unit, path in ((_BLOCK, gold), (_LINE, system))]
    sources = [_source(block) for block in blocks]
    if len(blocks) > len(lines):
        yield _without_gap(_BLOCK, gold, sources, lines)
    elif len(lines) > len(blocks):
        yield _without_gap(_LINE, system, lines, sources)

    def rewritten(kind: str, text: str, rewrite: Callable[[bytes, bytes], bytes]) -> Change:
        """Return the change of each line of the system, given its source."""
        return edit(kind, text, [system], lambda content: b"".join(map(rewrite, sources, _LINE.findall(content))))

    if len(blocks) == len(lines):
        yield rewritten("sentences", "with the source for empty lines of {}", _filled)
        yield rewritten("case", "with small letters of {} in the case of the source", _in_case_of)
    yield edit("tokens", "with punctuation apart from words in {}", [system], partial(_PUNCTUATION.sub, rb" \1"))


def _place(words: Sequence[str]) -> int:
    """Return where an option has to stand to override those before it."""
    place = len(words) - FILES
    return place - (words[place - 1] == _ENDS_OPTIONS)


def _with_option(kind: str, detail: str, *option: str) -> Change:
    def words(words: list[str]) -> list[str]:
        place = _place(words)
        return [*words[:place], *option, *words[place:]]

    return word_change(kind, detail, f"with {' '.join(option)}", words)


def _toggled(kind: str, option: str, prefix: str, is_on: bool) -> Change:
    """Return the change that removes an option without a value, which may be shortened to ``prefix``, or adds it."""
    if not is_on:
        return _with_option(kind, option, option)

    def words(words: list[str]) -> list[str]:
        place = _place(words)
        return [*[word for word in words[:place] if word != option and not word.startswith(prefix)], *words[place:]]

    return word_change(kind, option, f"without {option}", words)


def _annotator_changes(setup: Setup, paths: Sequence[str]) -> Iterator[Change]:
    """Yield the gold of the first two annotators, of three and so on, without the last, then of each alone."""
    lines = b"".join([setup.files.get(path, b"") for path in paths]).split(b"\n")
    found = {annotator for annotator in map(_annotator, lines) if annotator is not None}
    annotators = sorted(found, key=lambda one: (len(one), one))[:_MAX_ANNOTATORS]
    groups = [annotators[:size] for size in range(2, len(annotators))]
    for group in [*groups, *[[one] for one in annotators]] if len(found) > 1 else ():
        names = " and ".join([one.decode(errors="replace") for one in group])
        text = f"with the edits of annotator{'s' * (len(group) > 1)} {names} alone in {{}}"
        yield edit("annotator", text, paths, partial(_only_of, group))


def _annotator(line: bytes) -> bytes | None:
    fields = line.split(b"|||")
    return fields[FIELDS - 1].strip() if line.startswith(b"A ") and len(fields) >= FIELDS else None


def _only_of(annotators: Collection[bytes], content: bytes) -> bytes:
    kept = {None, *annotators}
    return b"\n".join([line for line in content.split(b"\n") if _annotator(line) in kept])


def _source(block: bytes) -> bytes:
    """Return the sentence of a block, with a line end."""
    found = [line[2:] for line in block.split(b"\n") if line.startswith(b"S ")]
    return b"%b\n" % b" ".join(found)


def _without_gap(unit: re.Pattern[bytes], path: str, longer: Sequence[bytes], shorter: Sequence[bytes]) -> Change:
    """Return the change that takes out neighbouring sentences where the rest then fits the other file best."""
    size = len(longer) - len(shorter)
    before, after = [
        [len({*one.split()} & {*other.split()}) for one, other in zip(sentences, shorter)]
        for sentences in (longer, longer[size:])
    ]
    rest = sum(after)
    fit = [first + rest - last for first, last in zip(accumulate(before, initial=0), accumulate(after, initial=0))]
    begin = max(range(len(fit)), key=fit.__getitem__)
    end = begin + size
    said = f"sentence {end}" if size == 1 else f"sentences {begin + 1} to {end}"

    def cut(content: bytes) -> bytes:
        pieces: list[bytes] = unit.findall(content)
        return b"".join(pieces[:begin] + pieces[end:])

    return edit("sentences", f"without {said} of {{}}", [path], cut)


def _filled(source: bytes, line: bytes) -> bytes:
    return line if line.strip() else source


def _in_case_of(source: bytes, line: bytes) -> bytes:
    """Return a line whose words in small letters are written as in the source, where they are the same words."""
    words, of_source = line.decode(errors="surrogateescape").split(), source.decode(errors="surrogateescape").split()
    sides = [[word.lower() for word in side] for side in (of_source, words)]
    for begin, place, size in SequenceMatcher(None, sides[0], sides[1], autojunk=False).get_matching_blocks():
        for step in range(size):
            if words[place + step].islower():
                words[place + step] = of_source[begin + step]
    return " ".join(words).encode(errors="surrogateescape") + line[len(line.rstrip(b"\n")) :]
