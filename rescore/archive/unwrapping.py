"""What keeps a published report from being read: tags of pages, quotation signs, logs, footnotes, encodings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise

from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.archive.markup import unescaped
from legacy_scorers.rescore.archive.table import UTF_16
from legacy_scorers.rescore.reports.model import UNEXPLAINED
from legacy_scorers.rescore.reports.report import Report
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.scorers import report_of

_PAGE = re.compile(r"<(?:!doctype|html|body|pre|p|br|div)\b", re.IGNORECASE)
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|</?[a-zA-Z][^<>]*>", re.DOTALL)
_LINE_END = re.compile(r"<br\s*/?>|</p>", re.IGNORECASE)
_QUOTE = re.compile(r"^(?=.*\S)[ \t>|]+", re.MULTILINE)
_FOOTNOTE = re.compile(r"(?<!\s)\s*[A-Za-z*](?=\s*$)")  # each run of blanks is read from its begin only
_MAX_QUOTES = 5  # ways of quoting that are tried
# A log writes a time, a level, and a name before a message: parts that end in a sign, are words, or look like a time.
_PART_OF_LOG = re.compile(r"[]:|>)-]+|(\b(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR)\b|\d\d:\d\d\S*)")
_MAX_LOG = 80  # characters before a message
_MIN_LOGGED, _MAX_LOGGED = 3, 1000  # lines with the same begin, and the last lines that show it
_LIKE_IN_LOG = {"0": r"\d+", " ": r"[ \t]"}
_SHARE_OF_ONE_MESSAGE = 0.9  # of lines that begin alike: from it on, what follows belongs to the begin
_MAX_LOGS = 8  # begins that are tried
_MAX_PARTS = 5  # of the begin of a line behind its time or level
_NUMBERED = re.compile(r"^[ \t]*\d+(?:\t|:)", re.MULTILINE)  # as cat -n and grep -n print lines
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_DIGITS = re.compile(r"\d+")


def plain(report: Report) -> Report:
    """Return a file in UTF-8, without the tags, quotation signs and footnotes that keep its report from being read."""
    records = report.readable
    if records and all(record.status != UNEXPLAINED for record in records):
        return report
    text, cells = _text_of(report.content), sum(bool(record.cells) for record in records)
    if _PAGE.search(text):
        text = unescaped(_TAG.sub("", _LINE_END.sub("\n", text)))
    for changes in (_unquoted, _unnumbered, _unlogged, _unstamped, _without_footnotes):
        for changed in changes(text):
            number = sum(bool(record.cells) for record in report_of(encoded(changed)).readable)
            if number > cells:
                text, cells = changed, number
    return report_of(encoded(text))


def _text_of(content: bytes) -> str:
    """Return a file as text, also one in UTF-16, as PowerShell writes what a program prints, without colours."""
    text = content.decode("utf-16", "replace") if content.startswith(UTF_16) else decoded(content)
    return _COLOURS.sub("", text.removeprefix("\ufeff"))


def _unquoted(text: str) -> Iterator[str]:
    """Yield the text without what begins the most lines (``>``, ``|``, blanks), the shortest first."""
    lines = text.split("\n")
    for quote, _ in sorted(Counter(_QUOTE.findall(text)).most_common(_MAX_QUOTES), key=lambda counted: len(counted[0])):
        yield "\n".join([line.removeprefix(quote) if line.strip() != quote.strip() else "" for line in lines])


def _unnumbered(text: str) -> Iterator[str]:
    """Yield the text without the number of each line."""
    yield _NUMBERED.sub("", text)


def _unlogged(text: str) -> Iterator[str]:
    """Yield the text without what begins many lines but for its numbers, as a time, a level and a name in a log."""
    lines = text.split("\n")
    begins = [[*_begins_of_log(line)] for line in lines[-_MAX_LOGGED:]]
    for begin in islice(_frequent_begins(begins), _MAX_LOGS):
        pattern = re.compile("".join([_LIKE_IN_LOG.get(sign) or re.escape(sign) for sign in begin]))
        yield "\n".join([pattern.sub("", line, count=1) if pattern.match(line) else line for line in lines])


def _frequent_begins(begins: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield what begins many lines, the most frequent first, unless nearly all of them have the same longer begin.

    ``begins`` are those of each line, the shortest first.
    """
    times = Counter(chain.from_iterable(begins))
    times_longer: Counter[str] = Counter()  # of the most frequent begin that is one part longer
    for begin, longer in chain.from_iterable(map(pairwise, begins)):
        times_longer[begin] = max(times_longer[begin], times[longer])
    for begin, number in times.most_common():
        if number >= _MIN_LOGGED and times_longer[begin] < _SHARE_OF_ONE_MESSAGE * number:
            yield begin


def _begins_of_log(line: str) -> Iterator[str]:
    """Yield what a log may have written before a message, with 0 for each number and a blank for each tab."""
    for part in _PART_OF_LOG.finditer(line, 0, _MAX_LOG):
        begin = _DIGITS.sub("0", line[: part.end()]).replace("\t", " ")
        yield begin
        if line[part.end() :].startswith((" ", "\t")):
            yield f"{begin} "


def _unstamped(text: str) -> Iterator[str]:
    """Yield the text without what a log writes before a message of several lines, which is in its first line only."""
    lines = [(line, _ends_of_stamp(line)) for line in text.split("\n")]
    for number in range(max([len(ends) for _, ends in lines])):
        yield "\n".join([line[ends[min(number, len(ends) - 1)] :] if ends else line for line, ends in lines])


def _ends_of_stamp(line: str) -> list[int]:
    """Return where a log may end the begin of a line: after a time or a level, or one of the next parts."""
    ends: list[int] = []
    for part in _PART_OF_LOG.finditer(line, 0, _MAX_LOG):
        if (ends or part[1]) and len(ends) < _MAX_PARTS:
            ends.append(part.end())
    return ends


def _without_footnotes(text: str) -> Iterator[str]:
    """Yield the text without a letter or asterisk at the end of each line that cannot be read."""
    records = report_of(encoded(text)).readable
    yield "".join([_FOOTNOTE.sub("", one.text) if one.status == UNEXPLAINED else one.text for one in records])
