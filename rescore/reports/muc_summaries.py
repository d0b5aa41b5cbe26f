"""The report summaries of muc-score: a line for each pair of objects, mentions or fills and each that stands alone.

Four layouts: named entities of 1997 and of 3.3, coreference, information extraction. Lines have no names of their own;
a row is called after the words of the key, or of the response where the key has none.
"""

from __future__ import annotations

import re

from rescore.reports.model import EXPLAINED, UNEXPLAINED, Field, Record, is_too_long, lines_of
from rescore.reports.names import KEY, SUMMARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rescore.reports.model import Columns

BLOCKS = ()
RESPONSE, CODE, TYPE, TEXT = "response", "code", "type", "text"
_RECOGNISED = re.compile(
    rb"^(?:\s*\*\s+\*\s+\*\s+REPORT\s+SUMMARY\s|TAG\s+TYPE\s+TEXT\s+KEY_TYPE\s|(?:COR|MIS|SPU|OPT)\s+\"|"
    rb"[A-Za-z]{3}\s*\|[^|\n]*\|[^\n]*\|)",
    re.MULTILINE,
)
_HEADINGS = re.compile(
    r"\s*(?:-{20,}|\*\s+\*\s+\*\s+REPORT\s+SUMMARY\s+\*\s+\*\s+\*|TAG\s+TYPE\s+TEXT\s+KEY_TYPE\s+RSP_TYPE\s+KEY_TEXT\s+RSP_TEXT"
    r"|map/score\s+map/score\s.*|category\s+category\s.*|type\s+text\s+type\s+text\s+type\s+text)\s*",
    re.DOTALL,
)
_DOCUMENT = re.compile(r"\s*Document\s+(?P<number>\S.*?)\s*")
_MENTIONS = re.compile(r'\s*(?P<code>COR|MIS|SPU|OPT)\s+"(?P<key>.*)"\s+"(?P<response>.*)"\s*', re.DOTALL)
_ENTITIES = re.compile(
    r"(?P<tag>\S+)\s+(?:(?P<type>cor|inc|mis|spu|non|opt|uns|par)\s+)?(?P<text>cor|inc|mis|spu|non|opt|uns|par)?\s*"
    r'(?P<types>[^"]*?)\s*"(?P<key>.*?)"\s*"(?P<response>.*)"\s*',
    re.DOTALL,
)
_FILLS = re.compile(
    r"\s*(?P<code>[A-Za-z]{3})\s*\|(?P<slot>[^|]*)\|(?P<key>.*?)(?:\s\|\s?|\|(?=\s*$))(?P<response>.*?)\s*", re.DOTALL
)
_PAIR_1997 = re.compile(
    r"(?P<type>COR|INC|MIS|SPU|NON)\s+(?P<text>COR|INC|MIS|SPU|NON)\s+(?P<strings>.*?)\s*", re.DOTALL
)
_TYPES = ["KEY_TYPE", "RSP_TYPE"]
_WORD = re.compile(r"\S+")
_ALONE_1997 = re.compile(r"(?P<type>MIS|SPU)\s+(?P<strings>.*?)\s*", re.DOTALL)


def recognised(content: bytes) -> bool:
    """Whether this is such a report."""
    return bool(_RECOGNISED.search(content))


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
        found = _DOCUMENT.fullmatch(text)
        if found:
            self._document = found["number"] + " "
            return Record(line, text, EXPLAINED, self._table, found["number"], _document)
        found = _MENTIONS.fullmatch(text)
        if found:
            row = " ".join((found["key"] or found["response"]).split())
            return Record(line, text, EXPLAINED, self._table, f'{self._document}"{row}"', _mentions)
        found = _FILLS.fullmatch(text)
        if found:
            return Record(line, text, EXPLAINED, self._table, self._fill_row(found), _fills)
        found = _ENTITIES.fullmatch(text)
        if found:
            row = " ".join((found["key"] or found["response"]).split())
            return Record(line, text, EXPLAINED, self._table, f'{self._document}{found["tag"]} "{row}"', _entities)
        found = _PAIR_1997.fullmatch(text) or _ALONE_1997.fullmatch(text)
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
    return _spans(_DOCUMENT.fullmatch(text), number="document")


def _mentions(text: str, columns: Columns) -> Sequence[Field]:
    return _spans(_MENTIONS.fullmatch(text), code=CODE, key=KEY, response=RESPONSE)


def _fills(text: str, columns: Columns) -> Sequence[Field]:
    return _spans(_FILLS.fullmatch(text), code=CODE, key=KEY, response=RESPONSE)


def _entities(text: str, columns: Columns) -> Sequence[Field]:
    found = _ENTITIES.fullmatch(text)
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
    found = _PAIR_1997.fullmatch(text)
    if found:
        return _spans(found, type=TYPE, text=TEXT, strings="strings")
    return _spans(_ALONE_1997.fullmatch(text), type=TYPE, strings="strings")
