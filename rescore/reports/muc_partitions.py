"""The partition file of muc-score 3.3: the mentions of each equivalence class of key and response."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.reports.model import EXPLAINED, UNEXPLAINED, Columns, Field, Record, is_too_long, lines_of
from rescore.reports.names import KEY, PARTITIONS

RESPONSE = "response"
RECOGNISED = re.compile(rb"^(?:\*{30,}|={30,})\s*$", re.MULTILINE)
_DOCUMENT = re.compile(r"\s*Document\s+(?P<number>\S.*?)\s*")
_RULE = re.compile(r"\s*(?:(?P<key>\*{10,})|={10,})\s*")
_MENTION = re.compile(
    r'\s*(?P<code>C|M|S)\s+(?P<begin>-?\d+)\s+(?P<end>-?\d+)\s+(?P<id>\S+)\s+(?P<ref>\S+)\s+(?:(?P<partner>\S+)\s+)??"(?P<words>.*)"\s*',
    re.DOTALL,
)
_COLUMNS = ("code", "begin", "end", "ref", "partner", "words")


def table_of(content: bytes) -> str:
    """Return the name of the table."""
    return PARTITIONS


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a file. A row is called after document, side, first mention of the class and mention."""
    document, side, head, is_open = "", KEY, "", False
    for line, content in lines_of(text, first):
        if is_too_long(content):
            yield Record(line, content, UNEXPLAINED)
            continue
        mention = _MENTION.fullmatch(content)
        rule = _RULE.fullmatch(content)
        number = _DOCUMENT.fullmatch(content)
        if mention and is_open:
            head = head or mention["id"]
            row = f"{document} {side} {head} {mention['id']}"
            yield Record(line, content, EXPLAINED, table, row, _mention)
        elif rule:
            is_open, head, side = not is_open, "", KEY if rule["key"] else RESPONSE
            yield Record(line, content)
        elif number:
            document, is_open = number["number"], False
            yield Record(line, content, EXPLAINED, table, document, _document)
        else:
            yield Record(line, content, UNEXPLAINED if content.strip() else EXPLAINED)


def _mention(text: str, columns: Columns) -> Sequence[Field]:
    found = _MENTION.fullmatch(text)
    if not found:
        return ()
    return [Field(column, *found.span(column)) for column in _COLUMNS if found[column] is not None]


def _document(text: str, columns: Columns) -> Sequence[Field]:
    found = _DOCUMENT.fullmatch(text)
    return [Field("document", *found.span("number"))] if found else ()
