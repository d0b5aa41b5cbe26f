"""Finds reports in files: quoted, indented, on a web page, with text around them, several in one file."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from common.errors import InputError
from rescore.reports.model import LISTS, UNEXPLAINED, ReportRecord, decoded, encoded
from rescore.scorers import kind_of

_PAGE = re.compile(r"<(?:!doctype|html|body|pre|p|br|div)\b", re.IGNORECASE)
_TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]*>", re.DOTALL)
_LINE_END = re.compile(r"<br\s*/?>|</p>", re.IGNORECASE)
_QUOTE = re.compile(r"[ \t>|]*")
_FOOTNOTE = re.compile(r"\s*[A-Za-z*](?=\s*$)")
_MAX_QUOTES = 5  # ways of quoting that are tried


@dataclass(frozen=True)
class Found:
    """A report in a file, and its ``heading``: the words before it."""

    heading: str
    content: bytes


def reports_in(content: bytes) -> list[Found]:
    """Return the readable reports in a file, in order."""
    return [
        Found(" ".join(_text(lead).split()), encoded(_text(of_report)))
        for lead, of_report in _groups(_records(plain(content)))
    ]


def plain(content: bytes) -> bytes:
    """Return a file without the tags, signs of quotation and footnotes that keep its report from being read."""
    records = _records(content)
    if records and all(record.status != UNEXPLAINED for record in records):
        return content
    text, cells = decoded(content), _cells(records)
    if _PAGE.search(text):
        text = html.unescape(_TAG.sub("", _LINE_END.sub("\n", text)))
    for changes in (_unquoted, _without_footnotes):
        for changed in changes(text):
            number = _cells(_records(encoded(changed)))
            if number > cells:
                text, cells = changed, number
    return encoded(text)


def _records(content: bytes) -> Sequence[ReportRecord]:
    kind = kind_of(content)
    try:
        return kind.report(content, "").records if kind else ()
    except InputError:
        return ()


def _cells(records: Sequence[ReportRecord]) -> int:
    return sum(bool(record.columns) for record in records)


def _unquoted(text: str) -> Iterator[str]:
    """Yield the text without what begins the most lines (``>``, ``|``, blanks), the shortest first."""
    lines = text.split("\n")
    quotes = Counter(found[0] for line in lines if line.strip() for found in [_QUOTE.match(line)] if found and found[0])
    for quote, _ in sorted(quotes.most_common(_MAX_QUOTES), key=lambda counted: len(counted[0])):
        yield "\n".join([line.removeprefix(quote) if line.strip() != quote.strip() else "" for line in lines])


def _without_footnotes(text: str) -> Iterator[str]:
    """Yield the text without a letter or asterisk at the end of each line that cannot be read."""
    yield "".join(
        [
            _FOOTNOTE.sub("", record.text) if record.status == UNEXPLAINED else record.text
            for record in _records(encoded(text))
        ]
    )


def _groups(records: Sequence[ReportRecord]) -> Iterator[tuple[list[ReportRecord], list[ReportRecord]]]:
    """For each report, yield the records before it, and its own records up to the last that has cells.

    A report ends before a row that it already has, except in tables that list items.
    """
    seen: set[tuple[object, ...]] = set()
    lead: list[ReportRecord] = []
    group: list[ReportRecord] = []
    waiting: list[ReportRecord] = []
    for record in records:
        waiting.append(record)
        if not record.columns:
            continue
        name = (*record.key, record.columns)
        if name in seen and record.table not in LISTS:
            yield lead, group
            seen, group = set(), []
        if not group:
            lead = waiting[:-1]
            waiting = list(_explained(reversed(waiting)))[::-1]
        seen.add(name)
        group += waiting
        waiting = []
    if group:
        yield lead, [*group, *_explained(waiting)]


def _explained(records: Iterable[ReportRecord]) -> Iterator[ReportRecord]:
    return takewhile(lambda record: record.status != UNEXPLAINED, records)


def _text(records: Iterable[ReportRecord]) -> str:
    return "".join([record.text for record in records])
