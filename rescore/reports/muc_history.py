"""The map histories of muc-score: that of 1997, a line for each pair, and that of 3.3, one nested Tcl list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.reports.model import EXPLAINED, PROSE, UNEXPLAINED, Columns, Field, Record, is_too_long, lines_of
from rescore.reports.names import HISTORY

RESPONSE, F_SCORE = "response", "f_score"
RECOGNISED = re.compile(
    rb"^[^\S\n]*(?:Mapping\s+history\s+for\s+configuration|\{-(?:document|class|result|slot)\s)", re.MULTILINE
)
_CONFIGURATION = re.compile(r"\s*Mapping\s+history\s+for\s+configuration.*", re.DOTALL)
_HEADINGS = re.compile(r"\s*key\s+response\s+\(f_score\)\s*")
_NAME = re.compile(r"\s+(?P<name>\S.*?):\s*")
_PAIR = re.compile(r"\s*(?P<key>\S.*?)\s*<-->\s*(?P<response>\S.*?)\s*\(\s*(?P<score>-?[\d.]+)\s*\)\s*")


def table_of(content: bytes) -> str:
    """Return the name of the table."""
    return HISTORY


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a history."""
    if text.lstrip().startswith("{"):
        from rescore.reports.tcl import read_list

        yield from read_list(text, first, table)
    else:
        yield from _read_lines(text, first, table)


def _read_lines(text: str, first: int, table: str) -> Iterator[Record]:
    above = ""  # the class, or the document where there is none yet
    for line, content in lines_of(text, first):
        if is_too_long(content):
            yield Record(line, content, UNEXPLAINED)
            continue
        pair = _PAIR.fullmatch(content)
        name = _NAME.fullmatch(content)
        if pair:
            yield Record(line, content, EXPLAINED, table, f"{above} {pair['key']}", _pair)
        elif name:
            above = name["name"]
            yield Record(line, content, EXPLAINED, table, above, _name)
        elif _CONFIGURATION.fullmatch(content):
            yield Record(line, content, PROSE)
        else:
            known = not content.strip() or _HEADINGS.fullmatch(content)
            yield Record(line, content, EXPLAINED if known else UNEXPLAINED)


def _pair(text: str, columns: Columns) -> Sequence[Field]:
    found = _PAIR.fullmatch(text)
    return [Field(RESPONSE, *found.span("response")), Field(F_SCORE, *found.span("score"))] if found else ()


def _name(text: str, columns: Columns) -> Sequence[Field]:
    found = _NAME.fullmatch(text)
    return [Field("name", *found.span("name"))] if found else ()
