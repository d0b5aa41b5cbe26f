"""What the checks of several scorers find: odd bytes, swapped names, labels of one side only, overlapping spans."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from common.result import Location
from mat_score.encoding import first_difference
from rescore.checks.finding import Finding, Number, Sampler, listed, quoted, some
from rescore.reports.model import counted

Words = TypeVar("Words", str, bytes)
Span: TypeAlias = Sequence[Any]  # label, begin, end, and what else tells two spans apart

_SHOWN = 12  # characters or bytes of a text that a finding quotes
_ODD_BYTES = (  # name, pattern, text
    ("byte-order-mark", re.compile(rb"\A\xef\xbb\xbf"), "the {what} begins with a byte order mark"),
    ("crlf", re.compile(rb"\r\n"), "{n:line} with a carriage return at the end"),
    ("cut-by-byte", re.compile(rb"\xff"), "the {what} ends at the byte 0xFF, the rest is not read"),
    ("cut-by-byte", re.compile(rb"\0"), "the line ends at the byte 0x00, the rest is not read"),
    ("not-utf-8", re.compile(rb"\A(?:\xff\xfe|\xfe\xff)"), "the {what} is in UTF-16"),
)
_CALLED = {  # words in the names of files, by side
    "key": frozenset(["gold", "key", "keys", "ref", "reference", "references", "target", "targets", "truth"]),
    "response": frozenset([
        "answer", "answers", "hyp", "hypotheses", "hypothesis", "output", "pred", "predicted", "prediction",
        "predictions", "response", "responses", "submission", "submissions", "sys", "system", "systems",
    ]),
}  # fmt: skip
_WORD = re.compile("[a-z]+")
_WITH_FILE = re.compile(r"(?:MATScore|muc-score): (?P<file>[^:-][^:]*):(?:(?P<line>\d+):)? (?P<problem>.*)")


def line_at(content: bytes, offset: int) -> int:
    """Return the number of the line, from 1, that contains the byte at an offset."""
    return content.count(b"\n", 0, offset) + 1


def odd_bytes(file: str, content: bytes, *names: str, what: str = "file") -> Iterator[Finding]:
    """Find bytes that spoil a file; ``names`` are those of the findings, in this order if there are several."""
    for name, pattern, text in _ODD_BYTES:
        found = pattern.search(content) if name in names else None
        if found:
            problem = text.format(n=Number(content.count(found[0])), what=what)
            yield Finding(name, problem, file, line_at(content, found.start()))


def lost_line(file: str, content: bytes) -> Iterator[Finding]:
    """Find a last line without a newline, which is lost."""
    _, _, last = content.rpartition(b"\n")
    if last:
        problem = f"the last line, {quoted(last)}, has no newline and is lost"
        yield Finding("no-final-newline", problem, file, line_at(content, len(content)))


def undecodable(file: str, content: bytes, more: str = "") -> Iterator[Finding]:
    """Find the first byte that is not UTF-8."""
    try:
        content.decode()
    except UnicodeDecodeError as error:
        problem = f"the byte 0x{content[error.start]:02X} is not UTF-8{more}"
        yield Finding("not-utf-8", problem, file, line_at(content, error.start))


def mixed_encodings(files: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find files that are not UTF-8, if another file is UTF-8 and not only ASCII."""
    more = ", but another file is UTF-8"
    found = [list(undecodable(*file, more)) for file in files.items() if not file[1].isascii()]
    if [] in found:
        yield from chain(*found)


def swapped_by_name(key: str, response: str) -> Iterator[Finding]:
    """Find a key that is called a response while the response is called a key.

    If the score is the same both ways, no other check finds the exchange.
    """
    # The last part of a path that contains a word for key or response is its name.
    names = [next(filter(_called, reversed(path.split(os.sep))), "") for path in (key, response)]
    if [_called(name) for name in names] == [{"response"}, {"key"}]:
        problem = f"by their names, the key {quoted(names[0])} is a response and the response {quoted(names[1])} a key"
        yield Finding("sides-swapped", problem, key)


def _called(part: str) -> set[str]:
    words = _WORD.findall(part.lower())
    return {side for side, names in _CALLED.items() if not names.isdisjoint(words)}


def texts_differ(key: Words, response: Words) -> tuple[int, str, str] | None:
    """Return the first offset at which two texts differ, and what they are there; None if they are equal."""
    offset = first_difference(key, response)
    if offset is None:
        return None
    return offset, quoted(key[offset : offset + _SHOWN]), quoted(response[offset : offset + _SHOWN])


def without_partner(text: str, files: Iterable[str]) -> Iterator[Finding]:
    """Report files without a partner on the other side; in ``text``, ``{n:file}`` is their number."""
    return listed("no-partner", text, {file: Location(file, None) for file in files})


def marks_of_keys(what: str, key: tuple[str, Sampler], response: tuple[str, Sampler]) -> Iterator[Finding]:
    """Find marks in the response that belong to keys; if the key has none, it is probably the response."""
    name = "alternatives-in-response"
    yield from response[1].findings(name)
    if response[1].count(name) and not key[1].count(name):
        yield Finding("sides-swapped", f"the response has {what}, and the key has none", key[0])


def missing_documents(key: Mapping[str, Location], response: Mapping[str, Location]) -> Iterator[Finding]:
    """Find documents that one side lacks; the arguments are the places of the documents by name."""
    for here, there, side in ((key, response, "response"), (response, key, "key")):
        lonely = {number: place for number, place in here.items() if number not in there}
        yield from listed("missing-document", f"{{n:document}} missing from the {side}: {{names}}", lonely)


class Labels:
    """The labels of both sides, each with its first place, and the labels that are right at least once.

    ``share_places`` says whether a response item is at the place of a key item, whatever the labels are.
    """

    def __init__(self) -> None:
        self.key: dict[str, Location] = {}
        self.response: dict[str, Location] = {}
        self.right: set[str] = set()
        self.share_places = False

    def compare(self, key: AbstractSet[Span], response: AbstractSet[Span]) -> None:
        """Note the labels of spans that are on both sides, and whether any have the same extent."""
        self.right |= {span[0] for span in key & response}
        self.share_places |= not {span[1:3] for span in key}.isdisjoint([span[1:3] for span in response])

    def keep(self, labels: AbstractSet[str]) -> None:
        """Forget all other labels."""
        self.key = {label: place for label, place in self.key.items() if label in labels}
        self.response = {label: place for label, place in self.response.items() if label in labels}

    def findings(self) -> Iterator[Finding]:
        """Find response labels that the key never uses, and key labels that the response never finds."""
        first = next(iter([*self.response.values(), *self.key.values()]), None)
        if first is not None and not self.share_places:
            problem = "no item of the response is at the place of a key item"
            if not self.key or not self.response:
                problem = f"the {'response' if self.key else 'key'} has no items"
            yield Finding("nothing-in-common", problem, first.file, first.line)
        unknown = {label: place for label, place in self.response.items() if label not in self.key}
        yield from listed("label-not-in-key", "{n:label} of the response never used in the key: {names}", unknown)
        if self.share_places:
            wrong = {label: place for label, place in self.key.items() if label not in self.right}
            yield from listed("label-never-found", "{n:label} of the key never found by the response: {names}", wrong)


def unused(option: str, names: Iterable[str], labels: Iterable[str], file: str = "") -> Iterator[Finding]:
    """Find names in an option that are no label of the files."""
    known = set(labels)
    unknown = [name for name in dict.fromkeys(names) if name not in known]
    if unknown:
        yield Finding("option-label-unused", f"{option} names what no item has: {some(unknown)}", file)


def warnings(stderr: bytes, name_of: Callable[[str], str | None]) -> Iterator[Finding]:
    """Find the messages of a successful run on standard error: the first of each name, and the number of others.

    A message may begin with ``COMMAND: FILE:LINE:``; ``name_of`` the rest is None if another check finds it.
    """
    found: dict[str, list[Finding]] = {}
    for text in filter(None, stderr.decode("utf-8", "surrogateescape").splitlines()):
        match = _WITH_FILE.fullmatch(text)
        file, line, problem = match.group("file", "line", "problem") if match else ("", None, text)
        name = name_of(problem)
        if name is not None:
            found.setdefault(name, []).append(Finding(name, problem, file, int(line) if line else None))
    for first, *others in found.values():
        more = f" (and {counted(len(others), 'message')} more)" if others else ""
        first.message = f"{first.message}{more}".rstrip(".")
        yield first


def check_spans(spans: Iterable[tuple[Span, str, int | None, str]], found: Sampler) -> None:
    """Find spans of one text that are repeated, or that cross another of their label; ends are exclusive.

    Each comes with what shows it in a message, its line, and the name of another finding, or an empty text.
    """
    seen: set[Span] = set()
    extents: dict[str, dict[tuple[int, int], tuple[str, int | None]]] = {}
    for span, shown, line, problem in spans:
        if problem:
            found.add(problem, shown, line)
        if span in seen:
            found.add("duplicate-span", shown, line)
        seen.add(span)
        extents.setdefault(span[0], {}).setdefault((span[1], span[2]), (shown, line))
    for of_label in extents.values():
        places = [*of_label.values()]
        for index in crossing([*of_label]):
            found.add("overlapping-spans", *places[index])


def crossing(extents: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the indexes of extents, ends exclusive, that begin in an earlier one and end after it.

    An extent inside another does not cross it.
    """
    ends: list[int] = []  # of the extents that contain the current place, innermost last
    for index in sorted(range(len(extents)), key=lambda index: (extents[index][0], -extents[index][1])):
        begin, end = extents[index]
        while ends and ends[-1] <= begin:
            ends.pop()
        if ends and ends[-1] < end:
            yield index
        ends.append(end)
