"""The report summaries of muc-score: a line for each pair of objects, mentions or fills and each that stands alone.

Four layouts: named entities of 1997 and of 3.3, coreference, information extraction. Lines have no names of their own;
a row is called after the words of the key, or of the response where the key has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.reports.model import EXPLAINED, UNEXPLAINED, Columns, Field, Record, is_too_long, lines_of
from rescore.reports.names import KEY, SUMMARY

RESPONSE, CODE, TYPE, TEXT = "response", "code", "type", "text"
RECOGNISED = re.compile(
    rb"^(?:[^\S\n]*\*\s+\*\s+\*\s+REPORT\s+SUMMARY\s|TAG\s+TYPE\s+TEXT\s+KEY_TYPE\s|(?:COR|MIS|SPU|OPT)\s+\"|"
    rb"[A-Za-z]{3}\s*\|[^|\n]*\|[^\n]*\|)",
    re.MULTILINE,
)
_HEADINGS = re.compile(
    r"\s*(?:-{20,}|\*\s+\*\s+\*\s+REPORT\s+SUMMARY\s+\*\s+\*\s+\*|TAG\s+TYPE\s+TEXT\s+KEY_TYPE\s+RSP_TYPE\s+KEY_TEXT\s+RSP_TEXT"
    r"|map/score\s+map/score\s.*|category\s+category\s.*|type\s+text\s+type\s+text\s+type\s+text)\s*",
    re.DOTALL,
)
# All of these are for lines without blanks at the end, and try no more than one way to divide a run of blanks.
_DOCUMENT = re.compile(r"\s*Document\s+(?P<number>\S.*)", re.DOTALL)
_MENTIONS = re.compile(r'\s*(?P<code>COR|MIS|SPU|OPT)\s+"(?P<key>.*)"\s+"(?P<response>.*)"', re.DOTALL)
_ENTITIES = re.compile(
    r"(?P<tag>\S+)\s+(?=\S)(?:(?P<type>cor|inc|mis|spu|non|opt|uns|par)\s+(?=\S))?"
    r"(?:(?P<text>cor|inc|mis|spu|non|opt|uns|par)(?=[\s\"]))?"
    r'(?P<types>[^"]*)"(?P<key>.*?)"\s*"(?P<response>.*)"',
    re.DOTALL,
)
_FILLS = re.compile(
    r"\s*(?P<code>[A-Za-z]{3})\s*\|(?P<slot>[^|]*)\|(?P<key>.*?)(?:\s\|\s?|\|$)(?P<response>.*)", re.DOTALL
)
_PAIR_1997 = re.compile(
    r"(?P<type>COR|INC|MIS|SPU|NON)\s+(?P<text>COR|INC|MIS|SPU|NON)(?!\S)\s*(?P<strings>.*)", re.DOTALL
)
_ALONE_1997 = re.compile(r"(?P<type>MIS|SPU)(?!\S)\s*(?P<strings>.*)", re.DOTALL)
_TYPES = ["KEY_TYPE", "RSP_TYPE"]
_WORD = re.compile(r"\S+")


def table_of(content: bytes) -> str:
    """Return the name of the table."""
    return SUMMARY


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a report."""
    reader = _Reader(table)
    for line, content in lines_of(text, first):
        yield reader.record(line, content)


class _Reader:
    """Knows the document and the object that a line belongs to."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._document = ""
        self._object = ""
        self._slot = ""

    def record(self, line: int, text: str) -> Record:
        """Return the record of a line."""
        if is_too_long(text):
            return Record(line, text, UNEXPLAINED)
        if not text.strip() or _HEADINGS.fullmatch(text):
            return Record(line, text)
        words = text.rstrip()
        found = _DOCUMENT.fullmatch(words)
        if found:
            self._document = found["number"] + " "
            return Record(line, text, EXPLAINED, self._table, found["number"], _document)
        found = _quoted(_MENTIONS, words)
        if found:
            row = " ".join((found["key"] or found["response"]).split())
            return Record(line, text, EXPLAINED, self._table, f'{self._document}"{row}"', _mentions)
        found = _FILLS.fullmatch(words)
        if found:
            return Record(line, text, EXPLAINED, self._table, self._fill_row(found), _fills)
        found = _quoted(_ENTITIES, words)
        if found:
            row = " ".join((found["key"] or found["response"]).split())
            return Record(line, text, EXPLAINED, self._table, f'{self._document}{found["tag"]} "{row}"', _entities)
        found = _PAIR_1997.fullmatch(words) or _ALONE_1997.fullmatch(words)
        if found:
            return Record(line, text, EXPLAINED, self._table, " ".join(found["strings"].split()), _old_entities)
        return Record(line, text, UNEXPLAINED)

    def _fill_row(self, found: re.Match[str]) -> str:
        """Return the name of a line: an object, or a slot of the object above."""
        key, response = found["key"].strip(), found["response"].strip()
        slot = found["slot"].strip()
        if found["code"].isupper():
            self._object, self._slot = key or response, ""
            return self._object
        self._slot = slot or self._slot
        return f"{self._object} {self._slot}"


def _quoted(pattern: re.Pattern[str], words: str) -> re.Match[str] | None:
    """Match words whose last character is a quotation mark, without which the pattern would look long for one."""
    return pattern.fullmatch(words) if words.endswith('"') else None


def _spans(found: re.Match[str] | None, **columns: str) -> Sequence[Field]:
    """Return a field for each group that took part, without the blanks around it."""
    if not found:
        return ()
    fields = []
    for group, column in columns.items():
        text = found[group]
        if text is not None:
            begin = found.start(group) + len(text) - len(text.lstrip())
            fields.append(Field(column, begin, max(begin, found.start(group) + len(text.rstrip()))))
    return fields


def _document(text: str, columns: Columns) -> Sequence[Field]:
    return _spans(_DOCUMENT.fullmatch(text.rstrip()), number="document")


def _mentions(text: str, columns: Columns) -> Sequence[Field]:
    return _spans(_quoted(_MENTIONS, text.rstrip()), code=CODE, key=KEY, response=RESPONSE)


def _fills(text: str, columns: Columns) -> Sequence[Field]:
    return _spans(_FILLS.fullmatch(text.rstrip()), code=CODE, key=KEY, response=RESPONSE)


def _entities(text: str, columns: Columns) -> Sequence[Field]:
    found = _quoted(_ENTITIES, text.rstrip())
    if not found:
        return ()
    types = [match.span() for match in _WORD.finditer(text, *found.span("types"))]
    if len(types) == 1:
        names = ["RSP_TYPE" if found["type"] == "spu" else "KEY_TYPE"]
    elif len(types) > len(_TYPES):
        types, names = [(types[0][0], types[-1][1])], ["types"]
    else:
        names = _TYPES
    return [
        *_spans(found, tag="TAG", type="TYPE", text="TEXT"),
        *[Field(name, *place) for name, place in zip(names, types)],
        *_spans(found, key="KEY_TEXT", response="RSP_TEXT"),
    ]


def _old_entities(text: str, columns: Columns) -> Sequence[Field]:
    found = _PAIR_1997.fullmatch(text.rstrip())
    if found:
        return _spans(found, type=TYPE, text=TEXT, strings="strings")
    return _spans(_ALONE_1997.fullmatch(text.rstrip()), type=TYPE, strings="strings")
