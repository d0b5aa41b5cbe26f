"""Checks for inputs of all scorers: odd bytes, swapped file names, labels of one side only, overlapping spans."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from common.result import Location
from rescore.checks.finding import Finding, Sampler, counted, listed, quoted, some

_CRLF = b"\r\n"
_ENDS_OF_TEXT = ((b"\xff", "the file"), (b"\0", "the line"))
_OF_KEYS = frozenset(["gold", "key", "keys", "ref", "reference", "references", "target", "targets", "truth"])
_OF_RESPONSES = frozenset([
    "answer", "answers", "hyp", "hypotheses", "hypothesis", "output", "pred", "predicted", "prediction", "predictions",
    "response", "responses", "submission", "submissions", "sys", "system", "systems",
])  # fmt: skip
_WORD = re.compile("[a-z]+")
_WITH_FILE = re.compile(r"(?:MATScore|muc-score): (?P<file>[^:-][^:]*):(?:(?P<line>\d+):)? (?P<problem>.*)")


def line_at(content: bytes, offset: int) -> int:
    """Return the number of the line, from 1, that contains the byte at an offset."""
    return content.count(b"\n", 0, offset) + 1


def byte_order_mark(file: str, content: bytes, what: str = "file") -> Iterator[Finding]:
    """Find the mark that some editors put at the beginning of UTF-8."""
    if content.startswith(codecs.BOM_UTF8):
        yield Finding("byte-order-mark", f"the {what} begins with a byte order mark", file, 1)


def carriage_returns(file: str, content: bytes) -> Iterator[Finding]:
    """Find lines that end in a carriage return and a line feed."""
    if lines := content.count(_CRLF):
        problem = f"{counted(lines, 'line')} with a carriage return at the end"
        yield Finding("crlf", problem, file, line_at(content, content.find(_CRLF)))


def lost_bytes(file: str, content: bytes) -> Iterator[Finding]:
    """Find a last line without a newline, which is lost, and bytes that make the reader drop what follows them."""
    if content and not content.endswith(b"\n"):
        last = content[content.rfind(b"\n") + 1 :]
        problem = f"the last line, {quoted(last)}, has no newline and is lost"
        yield Finding("no-final-newline", problem, file, content.count(b"\n") + 1)
    for byte, what in _ENDS_OF_TEXT:
        if byte in content:
            problem = f"{what} ends at the byte 0x{byte[0]:02X}, the rest is not read"
            yield Finding("cut-by-byte", problem, file, line_at(content, content.find(byte)))


def wide_characters(file: str, content: bytes) -> Iterator[Finding]:
    """Find the mark at the beginning of UTF-16."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        yield Finding("not-utf-8", "the file is in UTF-16", file, 1)


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
        yield from [finding for of_file in found for finding in of_file]


def swapped_by_name(key: str, response: str) -> Iterator[Finding]:
    """Find a key that is called a response while the response is called a key.

    If the score is the same both ways, no other check finds the exchange.
    """
    of_key, of_response = _telling_part(key), _telling_part(response)
    if _is_called(of_key, _OF_RESPONSES, _OF_KEYS) and _is_called(of_response, _OF_KEYS, _OF_RESPONSES):
        problem = f"by their names, the key {quoted(of_key)} is a response and the response {quoted(of_response)} a key"
        yield Finding("sides-swapped", problem, key)


def _telling_part(path: str) -> str:
    """Return the last part of a path that contains a word for key or response."""
    parts = reversed(path.split(os.sep))
    return next((part for part in parts if _words(part) & (_OF_KEYS | _OF_RESPONSES)), "")


def _is_called(part: str, names: frozenset[str], others: frozenset[str]) -> bool:
    return bool(_words(part) & names) and not _words(part) & others


def _words(part: str) -> set[str]:
    return set(_WORD.findall(part.lower()))


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

    ``have_met`` says whether a response item is at the place of a key item, whatever the labels are.
    """

    def __init__(self) -> None:
        self.key: dict[str, Location] = {}
        self.response: dict[str, Location] = {}
        self.right: set[str] = set()
        self.have_met = False

    def findings(self) -> Iterator[Finding]:
        """Find response labels that the key never uses, and key labels that the response never finds."""
        first = next(iter([*self.response.values(), *self.key.values()]), None)
        if first is not None and not self.have_met:
            problem = "no item of the response is at the place of a key item"
            if not self.key or not self.response:
                problem = f"the {'response' if self.key else 'key'} has no items"
            yield Finding("nothing-in-common", problem, first.file, first.line)
        unknown = {label: place for label, place in self.response.items() if label not in self.key}
        yield from listed("label-not-in-key", "{n:label} of the response never used in the key: {names}", unknown)
        if self.have_met:
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


def overlap(extents: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> bool:
    """Return whether an extent of one side overlaps one of the other side; ends are exclusive."""
    reached = [-1, -1]  # last end of the extents of each side so far
    sides = enumerate((extents, others))
    for begin, end, side in sorted([(begin, end, side) for side, of_side in sides for begin, end in of_side]):
        if begin < reached[1 - side]:
            return True
        reached[side] = max(reached[side], end)
    return False


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
