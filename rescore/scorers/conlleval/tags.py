"""Tags of conlleval's input that mean something else than it reads: raw, for tokens outside, misspelled, malformed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from shlex import join
from typing import TYPE_CHECKING

from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.checks import Finding, Number, Sampler, quoted
from legacy_scorers.rescore.scorers.conlleval.encoding import TagColumn, conversion, named, reading, scoring

if TYPE_CHECKING:
    from legacy_scorers.conlleval.align import Aligned

_SIDES = ("key", "response")
_TYPED = re.compile(rb".-.+|.+-.", re.DOTALL)
_PREFIXED = re.compile(rb"[BIESLUMW]-.+", re.DOTALL)
_LETTER = re.compile(rb"[BIOESLUMWbioeslumw.\[\]]")
_PLAIN = re.compile(rb"[\w/.-]+")  # what stands in a program of awk for itself
FOR_OUTSIDE = frozenset(
    [b"0", b"_", b"-", b"*", b"NO", b"NONE", b"OTHER", b"OUTSIDE", b"OUT", b"NULL", b"NIL"]
)  # in upper case
_GLUED = re.compile(rb"[BIESLUMW][_:/|].+", re.DOTALL)
_BARE = re.compile(rb"[BIESLUMW]")
_KNOWN_BARE = frozenset([b"B", b"I", b"E"])  # that conlleval knows without a type
_GLUED_LAST = re.compile(rb".+[_:/|][BIESLUMW]", re.DOTALL)
_MISSPELLED = {
    "letter-last": "{n:tag} with the letter after the type, first {first}; conlleval reads the type as the letter",
    "letter-lower-case": "{n:tag} with a letter in lower case, first {first}; conlleval does not know it",
}
_REPLACE = 'NF > 1 {for (i = NF - 1; i <= NF; i++) if (%s) $i = "O"} 1'  # program of awk
_HYPHENATE = (
    'NF > 1 {for (i = NF - 1; i <= NF; i++) if ($i ~ /^[BIESLUMW][_:\\/|]/) $i = substr($i, 1, 1) "-" substr($i, 3)} 1'
)
_LETTER_FIRST = (
    "NF > 1 {for (i = NF - 1; i <= NF; i++) if ($i ~ /.[_:\\/|][BIESLUMW]$/) "
    '$i = substr($i, length($i)) "-" substr($i, 1, length($i) - 2)} 1'
)
_WITH_TYPE = 'NF > 1 {for (i = NF - 1; i <= NF; i++) if ($i ~ /^[BIESLUMW]$/) $i = $i "-X"} 1'
_NO_LETTERS = 'NF > 1 {for (i = NF - 1; i <= NF; i++) sub(/^[BIESLUMW]-/, "", $i)} 1'
_WITH_TABS = 'BEGIN {FS = OFS = "\\t"} '  # the beginning of one


class Vocabulary:
    """The tags of both sides, and what most of them are. ``for_outside`` are those that stand for ``O``."""

    def __init__(self, lines: Iterable[Aligned]) -> None:
        self._tags: tuple[Counter[bytes], Counter[bytes]] = Counter(), Counter()
        self._first: dict[bytes, int] = {}
        for line, (columns, _) in enumerate(lines, 1):
            for tags, tag in zip(self._tags, columns[-2:]):
                tags[tag] += 1
                self._first.setdefault(tag, line)
        key, response = self._tags
        self._all = key + response
        self.for_outside = [tag for tag in self._all if tag.upper() in FOR_OUTSIDE] or self._only_other()
        long = [tag for tag in self._all if len(tag) > 1 or tag.isdigit()]
        self._raw = [tag for tag in long if tag not in self.for_outside]
        shared = key.keys() & response.keys()
        self.is_raw = bool(shared and self._raw) and not any(map(_TYPED.fullmatch, self._all))
        self.are_glued = bool(self._raw) and all(map(_GLUED.fullmatch, self._raw))
        others = self._all.keys() - {b"O"}
        self.are_letters = all(map(_BARE.fullmatch, others)) and not others <= _KNOWN_BARE
        self.are_glued_last = bool(self._raw) and all(map(_GLUED_LAST.fullmatch, self._raw))

    def _only_other(self) -> list[bytes]:
        """Return the tag of at least half of the tokens if it is no ``O``, and all others have a letter and a type."""
        others = [tag for tag in self._all if tag and not _TYPED.fullmatch(tag)]
        if len(others) != 1 or len(self._all) == 1 or _LETTER.fullmatch(others[0]) or not _PLAIN.fullmatch(others[0]):
            return []
        return [tag for tag in others if self._is_usual(tag)]

    def _is_usual(self, tag: bytes) -> bool:
        """Whether at least half of the tokens have a tag on both sides."""
        return all(2 * tags[tag] >= sum(tags.values()) for tags in self._tags)

    def without_letters(self, file: str, words: Sequence[str]) -> Iterator[Finding]:
        """Find that all tags of one side are types of the other's, so that only these have letters."""
        sides = [{tag: times for tag, times in tags.items() if tag != b"O"} for tags in self._tags]
        types = [{tag.partition(b"-")[2] for tag in side} for side in sides]
        raw = next((own for own, others in zip(sides, types[::-1]) if own and own.keys() <= others), None)
        if raw is None:
            return
        first, times = next(iter(raw)), sum(raw.values())
        problem = f"{counted(times, 'tag')} without a letter, which the other side has, first {quoted(first)}"
        command = f"awk '{_beginning(words)}{_NO_LETTERS}'{named(file)} | {scoring([*words, '-r'])}"
        advice = f"Write letters on both sides, or score tags without letters: {command}"
        yield Finding("tag-without-type", problem, file, self._first[first], advice)

    def glued(self, file: str, words: Sequence[str]) -> Finding:
        """Return the finding of tags with another sign than a hyphen after the letter."""
        first, times = self._raw[0], sum(self._all[tag] for tag in self._raw)
        problem = f"{counted(times, 'tag')} with another sign than a hyphen after the letter, first {quoted(first)}"
        command = f"awk '{_beginning(words)}{_HYPHENATE}'{named(file)} | {scoring(words)}"
        return Finding("letter-unknown", problem, file, self._first[first], f"Put a hyphen after the letter: {command}")

    def glued_last(self, file: str, words: Sequence[str]) -> Finding:
        """Return the finding of tags with the letter after the type and another sign than a hyphen between."""
        first, times = self._raw[0], sum(self._all[tag] for tag in self._raw)
        problem = _MISSPELLED["letter-last"].format(n=Number(times), first=quoted(first))
        command = f"awk '{_beginning(words)}{_LETTER_FIRST}'{named(file)} | {scoring(words)}"
        return Finding("letter-last", problem, file, self._first[first], f"Put the letter first: {command}")

    def letters(self, file: str, words: Sequence[str], content: bytes) -> Finding:
        """Return the finding of letters without a type, as in word segmentation."""
        first, times = next(tag for tag in self._all if tag != b"O"), sum(self._all.values()) - self._all[b"O"]
        typed = _with_tags_replaced(content, b"[BIESLUMW]", rb"\g<0>-X")
        before = f"awk '{_beginning(words)}{_WITH_TYPE}'{named(file)}"
        command = conversion((TagColumn(typed, -2), TagColumn(typed, -1)), file, words, before)
        problem = f"{counted(times, 'tag')} without a type, first {quoted(first)}"
        advice = f"Give the letters a type, and convert the tags: {command}" if command else ""
        return Finding("tag-without-type", problem, file, self._first[first], advice)

    def scored_raw(self, file: str, words: Sequence[str]) -> Finding:
        """Return the finding of tags without letters."""
        first, times = self._raw[0], sum(self._all[tag] for tag in self._raw)
        outside = self.for_outside or [tag for tag in self._raw if self._is_usual(tag)]
        outside = [] if b"O" in self._all or "-o" in words else outside[:1]
        options = [word for tag in outside for word in ("-o", decoded(tag))]
        command = scoring([*words, "-r", *options], file)
        problem = f"{counted(times, 'tag')} without letter and type, first {quoted(first)}; no phrase begins at them"
        return Finding("raw-tags", problem, file, self._first[first], f"Score raw tags with -r: {command}")

    def scored_typed(self, file: str, words: Sequence[str]) -> Iterator[Finding]:
        """Find that all tags but ``O`` have a letter and a type, so that spans are scored token by token."""
        typed = [tag for tag in self._all if tag != b"O"]
        if typed and all(map(_PREFIXED.fullmatch, typed)):
            times = sum(self._all[tag] for tag in typed)
            problem = f"{counted(times, 'tag')} with a letter and a type, first {quoted(typed[0])}; each is a phrase"
            command = scoring([word for word in words if word != "-r"], file)
            yield Finding("raw-tags", problem, file, self._first[typed[0]], f"Score spans without -r: {command}")

    def outside(self, file: str, words: Sequence[str]) -> Iterator[Finding]:
        """Find tags that stand for ``O``."""
        for tag in self.for_outside[:1]:
            times = sum(self._all[one] for one in self.for_outside)
            problem = f"{counted(times, 'tag')} that may mean O, first {quoted(tag)}; conlleval knows only O"
            command = self.writing_o(file, words)
            advice = f"Write O for tokens outside of phrases: {command} | {scoring(words)}" if command else ""
            yield Finding("outside-tag", problem, file, self._first[tag], advice)

    def writing_o(self, file: str, words: Sequence[str]) -> str:
        """Return the command that writes ``O`` for what stands for it, empty if nothing does, or awk cannot."""
        if not self.for_outside or ("-d" in words and "\\t" not in words):  # awk separates by blanks or tabs
            return ""
        tests = " || ".join([f'$i == "{decoded(one)}"' for one in self.for_outside])
        return f"awk '{_beginning(words)}{_REPLACE % tests}'{named(file)}"

    def with_o(self, content: bytes) -> bytes:
        """Return a file as :meth:`writing_o` writes it."""
        tags = b"|".join(map(re.escape, self.for_outside))
        return _with_tags_replaced(content, tags, b"O")


def _beginning(words: Sequence[str]) -> str:
    """Return how a program of awk begins that separates columns as a run with these words."""
    return _WITH_TABS if "\\t" in words else ""


def misspelled_tags(file: str, sides: Sequence[TagColumn], lines: Iterable[Aligned]) -> Iterator[Finding]:
    """Find tags with the letter after the type, or in lower case."""
    found = Sampler(_MISSPELLED, file)
    spellings = [side.spelling for side in sides]
    for line, (columns, _) in enumerate(lines if any(map(any, spellings)) else (), 1):
        for tag, spelling in zip(columns[-2:], spellings):
            letter = tag.rpartition(b"-")[2] if spelling.suffix else tag.partition(b"-")[0]
            if spelling.suffix and b"-" in tag:
                found.add("letter-last", quoted(tag), line)
            if spelling.any_case and letter.islower() and len(letter) == 1:
                found.add("letter-lower-case", quoted(tag), line)
    yield from found.findings()


def malformed_tags(
    file: str, sides: Sequence[TagColumn], lines: Sequence[Aligned], before: str = ""
) -> Iterator[Finding]:
    """Find the malformed tags of one side if the other side is well-formed in an encoding with the same letters.

    ``before`` is a command that prints the file as it is checked.
    """
    for index, side in enumerate(sides):
        other = sides[not index]
        if not other.scheme or side.scheme or side.spelling != other.spelling:
            continue
        spans, spoilt, bad = side.read(other.scheme)
        if not all(one.kind.startswith("Illegal") for one in bad):
            continue  # letters of another encoding
        begins = any(step.signature[index] is not None for _, step in lines[bad[0].line - 1 : bad[0].line])
        fb1 = _fb1(spans - spoilt, other.read(other.scheme)[0])
        problem = (
            f"{counted(len(bad), 'tag')} malformed in the {_SIDES[index]}, and none in the {_SIDES[not index]} "
            f"(which is {other.scheme.upper()}), first {quoted(bad[0].tag)}, {bad[0].kind}: conlleval "
            f"{'begins a phrase' if begins else 'goes on'} here; a strict reading drops "
            f"{counted(len(spoilt), 'phrase')}, and FB1 is {fb1:.2f}"
        )
        command = reading(file, join(side.words(other.scheme, "--check")), before)
        yield Finding("tags-malformed", problem, file, bad[0].line, f"List and correct them: {command}")


def _fb1(spans: AbstractSet[object], others: AbstractSet[object]) -> float:
    return 200 * len(spans & others) / ((len(spans) + len(others)) or 1)


def _with_tags_replaced(content: bytes, tags: bytes, replacement: bytes) -> bytes:
    """Return a file in which ``replacement`` stands for what fits a pattern in the last two columns."""
    return re.sub(rb"(?m)(?<=[ \t])(?:%b)(?=(?:[ \t]+[^ \t\r\n]+)?[ \t\r]*$)" % tags, replacement, content)
