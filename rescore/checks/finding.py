"""Findings of checks: their names, places and advice, and helpers that word their messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from common.result import Location
from rescore.reports.model import counted

_MAX_CHARACTERS = 60
_MAX_NAMES = 5

ADVICE = {
    "alternatives-in-response": "Remove alternatives and marks of keys; is this file the key?",
    "answer-refused": "Correct or remove these lines; they are not scored.",
    "bracket-discarded": "Write only the number of the chain; the mention is not read.",
    "bracket-unmatched": "Begin and end each mention in its document; otherwise the run stops, or loses the mention.",
    "byte-order-mark": "Save the file without a byte order mark; it becomes part of the first word.",
    "crlf": "End lines in LF only; the carriage return becomes part of the text.",
    "cut-by-byte": "Remove the byte; nothing after it is read.",
    "document-skipped": "Repair the document; its pair is not scored.",
    "duplicate-document": "List each document once; only one copy is scored.",
    "duplicate-instance": "List each instance once; only one of the lines is scored.",
    "duplicate-mention": "Put each mention into one chain; repeats count twice, are dropped, or end the run.",
    "duplicate-object": "Give each object its own number; the records are read as one.",
    "duplicate-sense": "Give each sense one line in the map; only one of them is used.",
    "duplicate-span": "List each span once; every copy is counted, but only one can be correct.",
    "empty-span": "Add text or tokens to the span, or remove it; it cannot match.",
    "end-before-begin": "Number one of the chains differently, or end the mention a token earlier; both are misread.",
    "granularity-without-map": "Name a sense map, or remove -g; the scores are fine-grained.",
    "key-not-sorted": "Sort it by ITEM_INSTANCE (see docs/scorer2.md); answers to the other lines are not scored.",
    "guess-missing": "Put the tags of the response into the last column; the key was read as the response.",
    "label-never-found": "Check that both sides use the label for the same things.",
    "label-not-in-key": "Check that the name is spelled as in the key; every item with this name counts as wrong.",
    "letter-unknown": "Convert the tags (iobes --to bio); conlleval knows the letters B, I, E and O only.",
    "map-file-missing": "Name the map file in the configuration; without it no class is scored.",
    "missing-document": "Check whether it was left out by mistake; all items of the other side in it count as wrong.",
    "no-final-newline": "End the last line with a newline; without one, it is lost.",
    "no-partner": "Give both files the same name; a file without a partner is not scored.",
    "no-tokens": "Tokenise the hypotheses, or name the label of their tokens; nothing is counted by token.",
    "not-one-blank": "Put exactly one blank between item and instance; otherwise wrong names are read.",
    "not-utf-8": "Save all files in UTF-8; the same word in two encodings does not match.",
    "nothing-in-common": "Check that these are the right files, in the same format; they have nothing in common.",
    "nothing-scored": "Select what to score; the report counts nothing.",
    "option-ignored": "Correct or remove the option; it has no effect.",
    "option-label-unused": "Correct the name; no item of the files has it.",
    "overlapping-spans": "Separate overlapping spans of one label; which of them counts as correct is undefined.",
    "perfect-of-nothing": "Do not average the figure; it is a full score for no items.",
    "phrases-joined": "Convert both columns (iobes --to bio); adjacent phrases of one type are scored as one.",
    "pointer-order": "Define each class before those that point to it; otherwise correct pointers count as wrong.",
    "pointer-to-nothing": "Define the object, or remove the pointer; it refers to nothing.",
    "sense-map-not-sorted": "Sort the map by bytes (LC_ALL=C sort); senses in lines not found have no parents.",
    "sense-not-in-map": "Add the sense to the map; without a line, it matches only itself.",
    "sentence-counts-differ": "Give both files the same sentences; those that only one file has are not scored.",
    "sentence-refused": "Correct the line; the sentence has lost all its spans.",
    "sides-swapped": "Exchange key and response.",
    "singletons-one-side": "Remove the singletons, or add them to both sides; all metrics but MUC count them.",
    "span-outside-text": "Correct the offsets; spans outside of the text are not scored, or hide those after them.",
    "tab-in-column": "Name what separates the columns (-d '\\t', or -d '\\s+' for any white space).",
    "table-dropped": "Begin and end annotations at token boundaries, without overlaps; the table is missing.",
    "tag-without-type": "Give the tag a type, or score raw tags with -r; otherwise it has no name or is not a phrase.",
    "tags-malformed": "Correct the tag, or convert it (iobes --from iobes --to bio); BIO does not define its meaning.",
    "texts-differ": "Annotate the same text on both sides; from here on, equal positions are different words.",
    "texts-file-missing": "Correct the name of the texts file, or remove the option.",
    "warned": "Correct the cause of the message, or check that it does no harm; the run continued.",
}

WHOLE_RUN = (  # findings about the whole run; possible causes of others come first
    "sides-swapped", "document-skipped", "key-not-sorted", "sense-map-not-sorted", "map-file-missing", "guess-missing",
    "tab-in-column", "texts-file-missing", "texts-differ", "sentence-counts-differ", "granularity-without-map",
    "no-tokens", "nothing-in-common", "nothing-scored",
)  # fmt: skip


@dataclass
class Finding:
    """Something suspicious: its ``name`` in :data:`ADVICE`, a message, and the first place where it occurs."""

    name: str
    message: str
    file: str = ""
    line: int | None = None

    @property
    def advice(self) -> str:
        """What to do about it."""
        return ADVICE[self.name]

    @property
    def record(self) -> dict[str, object]:
        """The finding as a record of JSON lines."""
        place = {"file": self.file or None, "line": self.line}
        return {"type": "finding", "name": self.name, **place, "message": self.message, "advice": self.advice}


class Number(int):
    """A number that is formatted with the thing that it counts: ``{n:line}`` is ``1 line`` or ``3 lines``."""

    def __format__(self, thing: str) -> str:
        return counted(int(self), thing)


class Sampler:
    """Counts occurrences of findings in a file by name, and keeps the first of each name.

    ``texts`` are the messages by name. In them ``{n:line}`` is the number of lines, ``{first}`` the first occurrence,
    ``{more}`` the number of further ones, and ``{of}`` the subject: each subject is counted apart.
    """

    def __init__(self, texts: Mapping[str, str], file: str = "") -> None:
        self._texts = texts
        self._file = file
        self._first: dict[tuple[str, str], tuple[str, int | None]] = {}
        self._times: Counter[tuple[str, str]] = Counter()

    def add(self, name: str, what: str, line: int | None = None, of: str = "") -> None:
        """Count an occurrence; ``what`` is the text that shows it in the message if it is the first."""
        self._first.setdefault((name, of), (what, line))
        self._times[name, of] += 1

    def count(self, name: str) -> int:
        """Return the number of occurrences of a name."""
        return sum(times for (other, _), times in self._times.items() if other == name)

    def findings(self, *names: str) -> Iterator[Finding]:
        """Yield the findings of ``names``, in the order of these, or else all in the order of first occurrence."""
        for wanted in names or ("",):
            for (name, of), (first, line) in self._first.items():
                if wanted in ("", name):
                    n = Number(self._times[name, of])
                    more = f", and {n - 1} more" if n > 1 else ""
                    text = self._texts[name].format(n=n, first=first, more=more, of=of)
                    yield Finding(name, text, self._file, line)


def listed(name: str, text: str, places: Mapping[Any, Location]) -> Iterator[Finding]:
    """Report names, if any, with the first place; in ``text``, ``{n:label}`` is their number, ``{names}`` a list."""
    if places:
        first = next(iter(places.values()))
        text = text.format(n=Number(len(places)), names=some(places))
        yield Finding(name, text, first.file, first.line)


def quoted(text: str | bytes) -> str:
    """Return a piece of the input in quotes, cut short if it is long."""
    word = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
    word = word if len(word) <= _MAX_CHARACTERS else f"{word[:_MAX_CHARACTERS]}..."
    return "'" + "".join([sign if sign.isprintable() else ascii(sign)[1:-1] for sign in word]) + "'"


def some(names: Iterable[str | bytes]) -> str:
    """Return up to ``_MAX_NAMES`` names with commas between, and the number of further ones."""
    every = [quoted(name) for name in names]
    more = f" and {len(every) - _MAX_NAMES} more" if len(every) > _MAX_NAMES else ""
    return ", ".join(every[:_MAX_NAMES]) + more
