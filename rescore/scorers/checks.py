"""Findings and their advice, and what the checks of several scorers share; ``rescore.runs.findings`` checks a run."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from shlex import quote
from typing import Any, AnyStr, NamedTuple

from legacy_scorers.common.align import first_difference
from legacy_scorers.common.result import Location
from legacy_scorers.rescore.reports.words import counted, grouped, listed
from legacy_scorers.rescore.scorers.change import STANDARD_INPUT

Places = dict[str, Location]  # where each of some names occurs first
Span = Sequence[Any]  # label, begin, end (exclusive), and what else tells two spans apart

_MAX_QUOTED = 60  # characters of a piece of the input
_MAX_COMPARED = 20  # names of documents that are compared with all of the other side
_MAX_EXCERPT = 12  # characters or bytes of a text from where it differs

# Advice on findings of several scorers. Those about the whole run come first as hints, in this order.
WHOLE_RUN = {
    "sides-swapped": "Exchange key and response.",
    "texts-differ": "Annotate the same text on both sides; from here on, equal positions are different words.",
    "sentence-counts-differ": "Give both files the same sentences; others are not scored, or end the run.",
    "nothing-in-common": "Check that these are the right files, in the same format; they have nothing in common.",
    "nothing-scored": "Select what to score; the report counts nothing.",
}
ADVICE = WHOLE_RUN | {
    "byte-order-mark": "Save the file without a byte order mark; it becomes part of the first word.",
    "crlf": "End lines in LF only; the carriage return becomes part of the text.",
    "duplicate-document": "List each document once; only one copy is scored.",
    "duplicate-span": "List each span once; every copy is counted, but only one can be correct.",
    "empty-span": "Add text or tokens to the span, or remove it; it cannot match.",
    "label-never-found": "Check that both sides use the label for the same things.",
    "label-not-in-key": "Check that the name is spelled as in the key; every item with this name counts as wrong.",
    "missing-document": "Check whether it was left out by mistake; all items of the other side in it count as wrong.",
    "no-partner": "Give both files the same name; a file without a partner is not scored.",
    "not-utf-8": "Save all files in UTF-8; the same word in two encodings does not match.",
    "option-ignored": "Correct or remove the option; it has no effect.",
    "option-label-unused": "Correct the name; no item of the files has it.",
    "overlapping-spans": "Separate overlapping spans of one label; which of them counts as correct is undefined.",
    "packed": "Unpack it, and name the file in it; scorers read no packed files.",
    "perfect-of-nothing": "Do not average the figure; it is a full score for no items.",
    "sentence-refused": "Correct the line; what it annotates is not scored.",
    "span-outside-text": "Correct the offsets; spans outside of the text are not scored, or hide those after them.",
    "tags-malformed": "Correct the tag, or convert it (iobes --from iobes --to bio); BIO does not define its meaning.",
    "warned": "Correct the cause of the message, or check that it does no harm; the run continued.",
}
_ODD_BYTES = (  # name, pattern, text
    ("byte-order-mark", re.compile(rb"\A\xef\xbb\xbf"), "the {what} begins with a byte order mark"),
    ("tab-in-column", re.compile(rb"\t[^\n]*"), "{n:line} with tabs, which are not delimiters here"),
    ("crlf", re.compile(rb"\r\n"), "{n:line} with a carriage return at the end"),
    ("no-final-newline", re.compile(rb"(?m:^)[^\n]+\Z"), "the last line, {first}, has no newline and is lost"),
    ("cut-by-byte", re.compile(rb"\xff"), "the {what} ends at the byte 0xFF, the rest is not read"),
    ("cut-by-byte", re.compile(rb"\0"), "the line ends at the byte 0x00, the rest is not read"),
    ("not-utf-8", re.compile(rb"\A(?:\xff\xfe|\xfe\xff)"), "the {what} is in UTF-16"),
)
_WITHOUT_ODD_BYTES = {
    "byte-order-mark": "Save the file without a byte order mark: tail -c +4 {file}",
    "crlf": "End lines in LF only: tr -d '\\r' < {file}",
    "no-final-newline": "End the last line with a newline: awk 1 {file}",
    "cut-by-byte": "Remove such bytes: LC_ALL=C tr -d '\\000\\377' < {file}",
    "not-utf-8": "Save the file in UTF-8: iconv -f utf-16 -t utf-8 {file}",
}
_CALLED = {  # words in the names of files, by side
    "key": "golds?|keys?|manual|refs?|references?|targets?|true|truths?",
    "response": (
        "answers?|autos?|guess(?:es)?|hyps?|hypothes[ei]s|models?|outs?|outputs?|parsed|preds?|predicted|predictions?|responses?"
        "|results?|submissions?|sys|systems?"
    ),
}
_MESSAGE = "^(?:%s: ([^:-][^:]*):(?:([0-9]+):)? )?(.*)$"  # of a command; file, line, problem


@dataclass
class Finding:
    """Something suspicious: its ``name``, a message, and the first place where it occurs.

    ``advice`` is what to do. A check leaves it empty if no more can be said than in all runs with such a finding.
    """

    name: str
    message: str
    file: str = ""
    line: int | None = None
    advice: str = ""

    @property
    def text(self) -> str:
        """The finding in a line: location, name and message."""
        place = ":".join([str(part) for part in (self.file, self.line) if part])
        return ": ".join([part for part in (place, self.name, self.message) if part])

    @property
    def record(self) -> dict[str, object]:
        """The finding as a record of JSON lines, with the advice."""
        place = {"file": self.file or None, "line": self.line}
        return {"type": "finding", "name": self.name, **place, "message": self.message, "advice": self.advice}


class Number(int):
    """A number that is formatted with the thing that it counts: ``{n:line}`` is ``1 line`` or ``3 lines``."""

    def __format__(self, thing: str) -> str:
        return counted(int(self), thing)


class Sampler:
    """Counts occurrences of findings in a file by name and subject, and keeps the first of each.

    ``texts`` are the messages by name, by default ``{first}{more}``. In them ``{n:line}`` is the number of lines,
    ``{first}`` the first occurrence, ``{more}`` the number of further ones, and ``{of}`` the subject.
    ``labels`` are the first places of the labels on this side of the run.
    """

    def __init__(self, texts: Mapping[str, str], file: str = "", labels: Places | None = None) -> None:
        self._texts = texts
        self.file = file
        self.labels: Places = {} if labels is None else labels
        self._first: dict[tuple[str, str], tuple[str, int | None]] = {}
        self._times: Counter[tuple[str, str]] = Counter()

    def note(self, label: str, line: int | None = None) -> None:
        """Keep the first place of a label."""
        self.labels.setdefault(label, Location(self.file, line))

    def add(self, name: str, what: str, line: int | None = None, of: str = "") -> None:
        """Count an occurrence; ``what`` is the text that shows it in the message if it is the first."""
        self._first.setdefault((name, of), (what, line))
        self._times[name, of] += 1

    def findings(self, *names: str) -> Iterator[Finding]:
        """Yield the findings of ``names``, in the order of these, or else all in the order of first occurrence."""
        for wanted in names or (None,):
            for (name, of), (first, line) in self._first.items():
                if wanted in (None, name):
                    n = Number(self._times[name, of])
                    more = f", and {n - 1} more" if n > 1 else ""
                    text = self._texts.get(name, "{first}{more}").format(n=n, first=first, more=more, of=of)
                    yield Finding(name, text, self.file, line)


def unknown(name: str, text: str, places: Mapping[Any, Location], known: Collection[Any] = ()) -> Iterator[Finding]:
    """Report names that are not ``known``; in ``text``, ``{n:label}`` is their number, ``{names}`` a list."""
    found = [one for one in places if one not in known]
    if found:
        text = text.format(n=Number(len(found)), names=some(found))
        place = places[found[0]]
        yield Finding(
            name, text, place.file, place.line, other_case(found, known) if name == "label-not-in-key" else ""
        )


def other_case(names: Iterable[Any], known: Iterable[Any]) -> str:
    """Return the advice on names that only differ from known ones in case, empty if there are none."""
    spelled = {one.lower(): one for one in known}
    found = [(one, spelled[one.lower()]) for one in names if one.lower() in spelled]
    if not found:
        return ""
    pairs = listed([f"{quoted(right)} for {quoted(wrong)}" for wrong, right in found])
    return f"Spell the names in the letter case of the key: {pairs}; otherwise every item counts as wrong."


def quoted(text: str | bytes) -> str:
    """Return a piece of the input in quotes, cut short if it is long."""
    word = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
    word = word if len(word) <= _MAX_QUOTED else f"{word[:_MAX_QUOTED]}..."
    return "'" + "".join([sign if sign.isprintable() else ascii(sign)[1:-1] for sign in word]) + "'"


def some(names: Iterable[str | bytes]) -> str:
    """Return names in quotes with commas between: the first ones, and the number of the others."""
    return listed([quoted(name) for name in names])


def odd_bytes(file: str, content: bytes, *names: str, what: str = "file") -> Iterator[Finding]:
    """Find bytes that spoil a file; ``names`` are those of the findings."""
    for name, pattern, text in _ODD_BYTES:
        start = content.rfind(b"\n") + 1 if name == "no-final-newline" else 0  # a search of all lines takes long
        if name in names and (found := pattern.search(content, start)):
            problem = text.format(n=Number(len(pattern.findall(content))), what=what, first=quoted(found[0]))
            line = content.count(b"\n", 0, found.start()) + 1
            yield Finding(name, problem, file, line, new_file(_WITHOUT_ODD_BYTES.get(name, ""), file))


def new_file(advice: str, file: str) -> str:
    """Return advice that ends in a command, whose ``{file}`` is the name of a file, and that saves it as a new file.

    It is empty for standard input, which has no name.
    """
    if not advice or file == STANDARD_INPUT:
        return ""
    name = f"./{file}" if file.startswith("-") else file
    return f"{advice.replace('{file}', quote(name))} > {quote(f'{name}.new')}"


def undecodable(file: str, content: bytes, more: str = "") -> Iterator[Finding]:
    """Find the first byte that is not UTF-8."""
    try:
        content.decode()
    except UnicodeDecodeError as error:
        problem = f"the byte 0x{content[error.start]:02X} is not UTF-8{more}"
        advice = "Save all files in UTF-8; if this one is in Latin-1: iconv -f latin1 -t utf-8 {file}"
        yield Finding("not-utf-8", problem, file, content.count(b"\n", 0, error.start) + 1, new_file(advice, file))


def mixed_encodings(files: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find files that are not UTF-8, if another file is UTF-8 and not only ASCII."""
    more = ", but another file is UTF-8"
    found = [list(undecodable(*file, more)) for file in files.items() if not file[1].isascii()]
    if [] in found:
        yield from chain(*found)


def swapped_by_name(key: str, response: str, more: str = "") -> Iterator[Finding]:
    """Find a key that is called a response while the response is called a key; equal scores do not show this.

    ``more`` is one more word for a response. Words that both names have, such as a suffix, say nothing.
    """
    names = [_name_of_side(path) for path in (key, response)]
    of_key, of_response = [_words_for_sides(name, more) for name in names]
    called = [{side for side, word in one - other} for one, other in ((of_key, of_response), (of_response, of_key))]
    if called == [{"response"}, {"key"}]:
        problem = f"by their names, the key {quoted(names[0])} is a response and the response {quoted(names[1])} a key"
        yield Finding("sides-swapped", problem, key)


def _name_of_side(path: str) -> str:
    """Return the last part of a path with a word for key or response, or else the path."""
    return next((part for part in reversed(path.split(os.sep)) if _words_for_sides(part)), path)


def sides_called(part: str) -> set[str]:
    """Return the sides, ``key`` and ``response``, that words in a part of a path name."""
    return {side for side, _ in _words_for_sides(part)}


def _words_for_sides(part: str, more: str = "") -> set[tuple[str, str]]:
    """Return the words in a part of a path that name a side, each after its side; ``more`` names a response."""
    words = set(re.findall("[a-z]+", part.lower()))
    found = {(side, word) for side, pattern in _CALLED.items() for word in words if re.fullmatch(pattern, word)}
    return found | {("response", word) for word in words if word == more}


def difference_between(text: str, key: AnyStr, response: AnyStr) -> str:
    """Return ``text`` with the first offset at which two texts differ and what is there, or an empty text."""
    offset = first_difference(key, response)
    shown = [] if offset is None else [quoted(one[offset : offset + _MAX_EXCERPT]) for one in (key, response)]
    return text.format(offset, *shown) if shown else ""


def without_partner(text: str, files: Iterable[str]) -> Iterator[Finding]:
    """Report files without a partner on the other side; in ``text``, ``{n:file}`` is their number."""
    return unknown("no-partner", text, {file: Location(file, None) for file in files})


def missing_documents(key: Mapping[str, Location], response: Mapping[str, Location]) -> Iterator[Finding]:
    """Find documents that one side lacks; the arguments are the places of the documents by name."""
    for here, there, side in ((key, response, "response"), (response, key, "key")):
        for finding in unknown("missing-document", f"{{n:document}} missing from the {side}: {{names}}", here, there):
            finding.advice = _other_spelling(here.keys() - there.keys(), there.keys() - here.keys())
            yield finding


def _other_spelling(names: AbstractSet[str], others: AbstractSet[str]) -> str:
    """Return advice on names of documents with the same words as others, or else with more or fewer of them.

    It is empty if there are none.
    """
    spelled = {words_of(other): other for other in sorted(others)}
    same = [(name, spelled[words_of(name)]) for name in sorted(names) if words_of(name) in spelled]
    found = same or [*_with_more_words(names, others)]
    if not found:
        return ""
    pairs = listed([f"{quoted(name)} is {quoted(other)} there" for name, other in found])
    return f"Write the names of documents as on the other side: {pairs}."


def _with_more_words(names: AbstractSet[str], others: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names of which one has the words of the other and more, if neither has another such partner."""
    words = {name: words_of(name) for name in names | others}

    def near(name: str, there: Iterable[str]) -> list[str]:
        own = words[name]
        return [other for other in there if _are_within(own, words[other]) or _are_within(words[other], own)]

    for name in sorted(names)[:_MAX_COMPARED]:
        found = near(name, others)
        if len(found) == 1 and near(found[0], names) == [name]:
            yield name, found[0]


def _are_within(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether words occur among others in this order."""
    rest = iter(others)
    return all(word in rest for word in words)


def words_of(name: str) -> tuple[str, ...]:
    """Return the words and numbers of a name, in small letters and without leading zeros."""
    return tuple(re.sub("^0+(?=.)", "", word) for word in re.findall(r"[^\W_]+", name.lower()))


class Labels:
    """The labels of key and response, each with its first place, and the labels that are right at least once.

    ``share_places`` says whether a response item is at the place of a key item, whatever the labels are.
    """

    def __init__(self) -> None:
        self.sides: tuple[Places, Places] = ({}, {})
        self.right: set[str] = set()
        self.share_places = False

    def samplers(self, texts: Mapping[str, str], files: Iterable[str]) -> list[Sampler]:
        """Return samplers for a file of the key and one of the response, which note their labels here."""
        return [Sampler(texts, file, places) for file, places in zip(files, self.sides)]

    def compare(self, key: AbstractSet[Span], response: AbstractSet[Span]) -> None:
        """Note the labels of spans that are on both sides, and whether any have the same extent."""
        self.right |= {span[0] for span in key & response}
        self.share_places |= not {span[1:3] for span in key}.isdisjoint([span[1:3] for span in response])

    def findings(self) -> Iterator[Finding]:
        """Find response labels that the key never uses, and key labels that the response never finds."""
        key, response = self.sides
        first = next(iter([*response.values(), *key.values()]), None)
        if first is not None and not self.share_places:
            problem = "no item of the response is at the place of a key item"
            if not key or not response:
                problem = f"the {'response' if key else 'key'} has no items"
            yield Finding("nothing-in-common", problem, first.file, first.line)
        yield from unknown(
            "label-not-in-key", "{n:label} of the response never used in the key: {names}", response, key
        )
        if self.share_places:
            text = "{n:label} of the key never found by the response: {names}"
            yield from unknown("label-never-found", text, key, self.right)


def unused(option: str, names: Iterable[str], labels: Collection[str], file: str = "") -> Iterator[Finding]:
    """Find names in an option that are no label of the files."""
    places = dict.fromkeys(names, Location(file, None))
    return unknown("option-label-unused", f"{option} names what no item has: {{names}}", places, labels)


def warnings(command: str, stderr: bytes, names: Mapping[str, str]) -> Iterator[Finding]:
    """Find the messages of a successful run on standard error: the first of each name, and the number of others.

    A message may begin with ``COMMAND: FILE:LINE:``. ``names`` are those of the findings by pattern of the rest, empty
    if another check finds it.
    """
    places, message = [], re.compile(_MESSAGE % re.escape(command))
    lines = filter(None, stderr.decode("utf-8", "surrogateescape").splitlines())
    for file, line, problem in chain.from_iterable(map(message.findall, lines)):
        name = next((name for pattern, name in names.items() if re.search(pattern, problem)), "warned")
        places.append((name, Finding(name, problem, file, int(line) if line else None)))
    for name, (first, *others) in grouped(places).items():
        if name:
            more = f" (and {counted(len(others), 'message')} more)" if others else ""
            first.message = f"{first.message}{more}".rstrip(".")
            yield first


class PlacedSpan(NamedTuple):
    """A span with the text that shows it in a message, its line, and the name of a finding that it is, if any."""

    span: Span
    shown: str
    line: int | None = None
    problem: str = ""


def check_spans(spans: Iterable[PlacedSpan], found: Sampler) -> set[Span]:
    """Find spans of one text that are repeated, or cross another of their label; return all."""
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
        for extent in crossing(of_label):
            found.add("overlapping-spans", *of_label[extent])
    return seen


def crossing(extents: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the extents, ends exclusive, that begin in an earlier one and end after it (not those inside another)."""
    ends: list[int] = []  # of the extents that contain the current place, innermost last
    for begin, end in sorted(extents, key=lambda extent: (extent[0], -extent[1])):
        while ends and ends[-1] <= begin:
            ends.pop()
        if ends and ends[-1] < end:
            yield begin, end
        ends.append(end)
