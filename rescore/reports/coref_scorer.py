"""Reports of scorer.pl: for each document its chains, counts and scores, and for each metric the totals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from coref_scorer.tally import (
    BLANC,
    CHAINS,
    CORRECT,
    F1,
    JOINED,
    KEY,
    MENTIONS,
    PRECISION,
    RECALL,
    RECALLED,
    RESPONSE,
)
from rescore.reports.model import EXPLAINED, PROSE, UNEXPLAINED, Columns, Field, Record, lines_of, squeezed
from rescore.reports.names import ENTITIES, unique

RECOGNISED = re.compile(
    rb"^(?:======\s+TOTALS\s+=======|Identification\s+of\s+Mentions:\s+Recall:|====>\s|Repeated\s+mention\s+in\s+the\s)",
    re.MULTILINE,
)
_BLANC = re.compile(rb"^BLANC:\s+Recall:", re.MULTILINE)
_LISTED = r"Discarded|Entity \d+:|Repeated mention in the (?:key|response):"
_SHARE = r" (?P<{0}s>\((?P<{1}>[-+\d.e]+) / (?P<{2}>[-+\d.e]+)\)) (?P<{0}>[\d.]+)%"
_SCORES = (
    rf"(?:(?P<name>[\w -]+): )?Recall:{_SHARE.format('recall', 'recalled', 'key')} "
    rf"Precision:{_SHARE.format('precision', 'correct', 'response')} F1: (?P<F1>[\d.]+)%"
)
_ROWS = {"Identification of Mentions": MENTIONS, "Coreference": CHAINS, JOINED: JOINED}
_COUNTS = {
    "Total key mentions": "key mentions",
    "Total response mentions": "response mentions",
    "Strictly correct identified mentions": "identified",
    "Partially correct identified mentions": "partially identified",
    "No identified": "not identified",
    "Invented": "invented",
}
_METRIC, _DOCUMENT, _LIST, _KNOWN, _SCORED, _COUNTED = [
    re.compile(pattern.replace(" ", r"\s+"), re.DOTALL)
    for pattern in (
        r"METRIC (\w+):",
        r"(?P<words>====> (?P<name>.*)):",
        rf"(?P<name>{_LISTED})(?P<words>.*)",
        r"|-{3,}|====== TOTALS =======|Coreference:",
        _SCORES,
        rf"(?P<name>{'|'.join(_COUNTS)}): (\d+)",
    )
]


def table_of(content: bytes) -> str:
    """Return the table before the first title: only BLANC's report shows which metric it is of."""
    return BLANC if _BLANC.search(content) else CHAINS


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a report."""
    state = _State(table)
    for line, content in lines_of(text, first):
        yield state.record(line, content)


class _State:
    """The metric and the document that the next lines belong to.

    A title stands above the lists of a document that was asked for by name, and below those of any other.
    """

    def __init__(self, table: str) -> None:
        self._table = table
        self._asked: str | None = None
        self._row = ""
        self._lists = 0  # of the document: 1 for the key, 2 for the response
        self._names: dict[str, int] = {}

    def record(self, line: int, text: str) -> Record:
        """Return the record of a line."""
        words = text.rstrip()
        if metric := _METRIC.fullmatch(words):
            self._table, self._lists, self._names = metric[1], 0, {}
        elif document := _DOCUMENT.fullmatch(words):
            self._lists = self._lists % 2 + 1
            if self._lists == 1:
                self._row = squeezed(document["name"]) if self._asked is None else self._asked
            return self._list(line, text, "document")
        elif _KNOWN.fullmatch(words):
            self._lists = 0 if words.startswith("=") else self._lists
        elif scores := _SCORED.fullmatch(words):
            name = scores["name"] and squeezed(scores["name"])
            row = _ROWS.get(name, name.lower()) if name else self._row
            return Record(line, text, EXPLAINED, self._table, row, _scores)
        elif _COUNTED.fullmatch(words):
            return Record(line, text, EXPLAINED, self._table, self._row, _count)
        elif listed := _LIST.fullmatch(words):
            return self._list(line, text, squeezed(listed["name"]).rstrip(":"))
        elif words.startswith("version: "):
            return Record(line, text, PROSE)
        elif words.endswith(":"):
            if not self._lists:
                self._asked = squeezed(words[:-1])
            return self._list(line, text, "title")
        else:
            return Record(line, text, UNEXPLAINED)
        return Record(line, text)

    def _list(self, line: int, text: str, name: str) -> Record:
        """Return the record of words that are compared as they are."""
        side = ("", "key", "response")[self._lists]
        row = unique(self._names, squeezed(f"{self._row} {side} {name}"))
        return Record(line, text, EXPLAINED, ENTITIES, row, _words)


def _scores(text: str, columns: Columns) -> Sequence[Field]:
    found = _SCORED.fullmatch(text.rstrip())
    if not found:
        return ()
    if found["name"] == JOINED:
        shares = [Field(name, *found.span(name), squeezed(found[name])) for name in ("recalls", "precisions")]
        figures = [Field(name, *found.span(name)) for name in (RECALL, PRECISION, F1)]
        return [shares[0], figures[0], shares[1], *figures[1:]]
    names = (RECALLED, KEY, RECALL, CORRECT, RESPONSE, PRECISION, F1)
    return [Field(name, *found.span(name)) for name in names]


def _count(text: str, columns: Columns) -> Sequence[Field]:
    found = _COUNTED.fullmatch(text.rstrip())
    return [Field(_COUNTS[squeezed(found["name"])], *found.span(2))] if found else ()


def _words(text: str, columns: Columns) -> Sequence[Field]:
    words = text.rstrip()
    found = _LIST.fullmatch(words)
    begin = found.start("words") if found else 0
    return [Field("words", begin, len(words), squeezed(words[begin:]))]
