"""Reports of muc-score, both versions: scores, report summaries, map histories, coreference and its partitions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain

from legacy_scorers.rescore.reports.model import Form, Layout, ReportLine
from legacy_scorers.rescore.reports.words import squeezed
from legacy_scorers.rescore.scorers.muc_scorer.tcl import WITHOUT_VALUE, TclElement, TclList

COUNTS = ("POS", "ACT", "COR", "PAR", "INC", "MIS", "SPU", "NON")
MEASURES = ("REC", "PRE", "UND", "OVG", "SUB", "ERR")
F_MEASURES = ("F P&R", "F 2P&R", "F P&2R")
COREFERENCE = "coreference"  # names of tables
SUMMARY, HISTORY, PARTITIONS = "summary", "history", "partitions"
_COUNTED = r"\s*(-?\d+)"
_TALLY = rf"(?P<_label>.*?) (-?\d+) (-?\d+)\s*\|{_COUNTED * 3}\s*\|{_COUNTED * 3}\s*\|" + r"\s*(-?\d+|\*)" * 6
_OBJECTS, _SLOTS, _SUBTASKS, _SECTIONS = "OBJ SCORES", "SLOT SCORES", "SUBTASK SCORES", "SECT SCORES"
_TITLES = {
    "SUMMARY SCORES": _OBJECTS,
    "TOTAL SLOT SCORES": "",
    "TASK SUBCATEGORIZATION SCORES": _SUBTASKS,
    "DOCUMENT SECTION SCORES": _SECTIONS,
}
_TOTAL = "total"  # the page
_SUMS = ("TOTAL", "ALL OBJECTS", "ALL SLOTS")


class ScoreReport(Layout):
    """A page for each document and one of totals. A page is a table of blocks and classes, with a tally in each row."""

    name = "muc-scores"
    recognised = rb"^(?:[^\S\n]*SLOT)?[^\S\n]+POS\s+ACT\s*\|\s*COR\s+PAR\s+INC\s*\|\s*MIS\s+SPU"
    names_in = tuple([("document", column) for column in ("document", "key", "response")])
    whole = MEASURES
    block = above = ""  # title and class of the lines above
    sums = _SUMS[-1]

    @Form(_TALLY, columns=(*COUNTS, *MEASURES), numbered=True)
    def _tally(self, found: re.Match[str]) -> str:
        name = squeezed(found["_label"])
        if name.startswith("TEXT FILTER"):
            return "TEXT FILTERING"
        if name in _SUMS:
            self.sums = name
            return name
        if self.block == _SECTIONS:
            return f"section {name}"
        if found["_label"][:1] != " ":
            self.above = name
            return name
        return f"{'subtask ' if self.block == _SUBTASKS else ''}{self.above}.{name}"

    _f_measures = Form(
        r"\s*F-MEASURES (?:([\d.]+) ([\d.]+) ([\d.]+)|(not available\s.*))",
        "{reader.sums}",
        (*F_MEASURES, F_MEASURES[0]),
    )

    @Form(
        r"\s*Document:\s*(?P<document>\S.*)"
        r"|(?P<_page>\S.*?)\s*key:\s*(?P<key>\S.*?)\s*response:\s*(?P<response>\S.*)"
    )
    def _page(self, found: re.Match[str]) -> str:
        self._turn(found["document"] or found["_page"], _OBJECTS if found["document"] else "")
        return "document"

    @Form(rf"\s*\* \* \* (?P<_name>{'|'.join(_TITLES)}) \* \* \*")
    def _title(self, found: re.Match[str]) -> str:
        block = _TITLES[squeezed(found["_name"])]
        if self.table != _TOTAL or block not in (_SUBTASKS, _SECTIONS):
            self._turn(_TOTAL, "")
        self.block = block
        return ""

    @Form(r"(?P<_group>Enamex|Timex|Numex):|(?P<_name>\S.*?)\s*\|\s*\|\s*\|")
    def _heading(self, found: re.Match[str]) -> str:
        name = squeezed(found["_name"] or "")
        if name in (_OBJECTS, _SLOTS, _SUBTASKS, _SECTIONS):
            self.block = name
        else:
            self.above = found["_name"] or found["_group"].lower()
        return ""

    _headings = Form(r"\s*-{10}[-+\s]*|(?:\s*SLOT)? POS ACT\s*\|.*|\s*P&R 2P&R P&2R|\s*Configuration:.*")

    def _turn(self, page: str, block: str) -> None:
        self.table, self.block, self.above, self.sums, self.names = page, block, "", _SUMS[-1], {}


# Each form of a summary has only one way to divide a run of blanks.
_IN_QUOTES = r'(?=.*"\Z)'  # without a quotation mark at the end a pattern fails at once, not after a long search
_SCORE = "cor|inc|mis|non|opt|uns|par"
_TYPE = r"[^\s\"]+"
_TYPES = rf"({_TYPE}) ({_TYPE})|({_TYPE}(?: {_TYPE}){{2,}})|(?(_spurious)({_TYPE})|({_TYPE}))|"


class ReportSummary(Layout):
    """A line for each pair of objects, mentions or fills. A row is called after the key, or else the response."""

    name = "muc-summary"
    repeats = True
    recognised = (
        rb"^(?:[^\S\n]*\*\s+\*\s+\*\s+REPORT\s+SUMMARY\s|TAG\s+TYPE\s+TEXT\s+KEY_TYPE\s|(?:COR|MIS|SPU|OPT)\s+\"|"
        rb"(?:COR|INC|MIS|NON|OPT|PAR|SPU|UNS)[^\S\n]*\|[^\S\n]*\|[^\n]*\|)"  # an object, whose fills are below it
    )
    table = SUMMARY
    listings = (SUMMARY,)
    document = object = slot = ""

    _headings = Form(
        r"\s*(?:-{20,}|\* \* \* REPORT SUMMARY \* \* \*|TAG TYPE TEXT KEY_TYPE RSP_TYPE KEY_TEXT RSP_TEXT"
        r"|map/score map/score.*|category category.*|type text type text type text)"
    )

    @Form(r"\s*Document (?P<document>\S.*)")
    def _title(self, found: re.Match[str]) -> str:
        self.document = found["document"] + " "
        return str(found["document"])

    @Form(rf'{_IN_QUOTES}\s*(?P<code>COR|MIS|SPU|OPT) "(?P<key>.*)" "(?P<response>.*)"', trimmed=True)
    def _mentions(self, found: re.Match[str]) -> str:
        return f'{self.document}"{squeezed(found["key"] or found["response"])}"'

    @Form(r"\s*(?P<code>[A-Za-z]{3})\s*\|(?P<_slot>[^|]*)\|(?P<key>.*?)(?:\s\|\s?|\|$)(?P<response>.*)", trimmed=True)
    def _fills(self, found: re.Match[str]) -> str:
        if found["code"].isupper():
            self.object, self.slot = found["key"].strip() or found["response"].strip(), ""
            return self.object
        self.slot = found["_slot"].strip() or self.slot
        return f"{self.object} {self.slot}"

    @Form(
        rf"{_IN_QUOTES}(?P<TAG>\S+) (?=\S)(?:(?P<TYPE>{_SCORE}|(?P<_spurious>spu)) (?=\S))?"
        rf'(?:(?P<TEXT>{_SCORE}|spu)(?=[\s\"]))?\s*(?:{_TYPES})\s*"(?P<KEY_TEXT>.*?)"\s*"(?P<RSP_TEXT>.*)"',
        columns=("KEY_TYPE", "RSP_TYPE", "types", "RSP_TYPE", "KEY_TYPE"),
        trimmed=True,
    )
    def _entities(self, found: re.Match[str]) -> str:
        return f'{self.document}{found["TAG"]} "{squeezed(found["KEY_TEXT"] or found["RSP_TEXT"])}"'

    @Form(
        r"(?:(?P<type>COR|INC|MIS|SPU|NON) (?P<text>COR|INC|MIS|SPU|NON)|(MIS|SPU))(?!\S)\s*(?P<strings>.*)",
        columns=("type",),
    )
    def _entities_of_1997(self, found: re.Match[str]) -> str:
        return squeezed(found["strings"])


_LINKS = r"(\d+)\s*/\s*(\d+) ([\d.]+)(?:\s*%\s*| )"
_OF_LINKS = ("key classes", "response classes", "common", "key links", "recall", "common", "response links")


class CoreferenceReport(Layout):
    """Coreference in version 3.3: classes, links, recall, precision and F of each document."""

    name = "muc-coreference"
    recognised = rb"^Document\s+No\.\s+Cls\s+Cls\s+Recall\s+Precision"
    table = COREFERENCE

    @Form(
        rf"\s*(?P<_name>\S(?:.*?\S)??) (\d+) (\d+) {_LINKS * 2}([\d.]+)\s*(?:%\s*)?",
        columns=(*_OF_LINKS, "precision", "f"),
        numbered=True,
    )
    def _document(self, found: re.Match[str]) -> str:
        return found["_name"].rstrip(":")

    _headings = Form(r"\s*(?:Key Rsp|Document No\. Cls Cls Recall Precision f)")


class PartitionFile(Layout):
    """The mentions of each class. A row is called after its document, side, first mention of the class, and mention."""

    name = "muc-partitions"
    repeats = True
    recognised = rb"^[^\S\n]*(?:\*{30,}|={30,})\s+[CMS]\s+-?\d+\s+-?\d+\s"
    table = PARTITIONS
    listings = (PARTITIONS,)
    document, side, first, is_open = "", "key", "", False

    @Form(
        r"\s*(?P<code>C|M|S) (?P<begin>-?\d+) (?P<end>-?\d+) (?P<_id>\S+) (?P<ref>\S+) "
        r'(?:(?P<partner>\S+) )??"(?P<words>.*)"'
    )
    def _mention(self, found: re.Match[str]) -> str | None:
        if not self.is_open:
            return None
        self.first = self.first or found["_id"]
        return f"{self.document} {self.side} {self.first} {found['_id']}"

    @Form(r"\s*(?:(?P<_key>\*{10,})|={10,})")
    def _rule(self, found: re.Match[str]) -> str:
        self.is_open, self.first, self.side = not self.is_open, "", "key" if found["_key"] else "response"
        return ""

    @Form(r"\s*Document (?P<document>\S.*)")
    def _title(self, found: re.Match[str]) -> str:
        self.document, self.is_open = found["document"], False
        return self.document


class MapHistory(Layout):
    """The map history: in 1997 a line for each pair, by class or document above it, in version 3.3 one Tcl list."""

    name = "muc-history"
    recognised = rb"^[^\S\n]*(?:Mapping\s+history\s+for\s+configuration|\{-(?:document|class|result|slot)\s)"
    table = HISTORY
    listings = (HISTORY,)
    above = ""

    _pair = Form(
        r"\s*(?P<_key>\S.*?)\s*<-->\s*(?P<response>\S.*?)\s*\(\s*(?P<f_score>-?[\d.]+)\s*\)",
        "{reader.above} {found[_key]}",
    )

    @Form(r"\s+(?P<name>\S.*?):")
    def _name(self, found: re.Match[str]) -> str:
        self.above = str(found["name"])
        return self.above

    _headings = Form(r"\s*(?:Mapping history for configuration.*|key response \(f_score\))")

    def read(self, text: str) -> Iterator[ReportLine]:
        """Yield the records of a history; of a list one for each element, before those of the elements in it."""
        if not text.lstrip().startswith("{"):
            yield from super().read(text)
            return
        outermost = enumerate(TclList(text).elements(), 1)
        rows = chain.from_iterable(_rows_of(element, "", number) for number, element in outermost)
        begin, line = 0, 1
        record = ReportLine(line, "")  # the white space before the first element
        for element, row in chain(rows, [(TclElement(len(text)), "")]):
            record.text = text[begin : element.begin]
            if record.text:
                yield record
                line += record.text.count("\n")
                begin = element.begin
            record = self.row_record(line, "", row, element.printed.values())


def _rows_of(element: TclElement, above: str, number: int) -> Iterator[tuple[TclElement, str]]:
    """Yield an element with its row, and then those in it, given the row around it and its number in its list."""
    row = _row_of_element(element.texts, above, number)
    yield element, row
    for elements in element.lists:
        for inner, part in enumerate(elements, 1):
            yield from _rows_of(part, row, inner)


def _row_of_element(texts: Mapping[str, str], above: str, number: int) -> str:
    """Return the name of an element: the name of the element around it, then its own."""
    for kind in ("document", "class", "slot"):
        if kind in texts:
            return f"{above} {texts[kind]}".strip()
    for kind in WITHOUT_VALUE:
        if kind in texts:
            return f"{above} {kind} {number}"
    for kind in WITHOUT_VALUE:
        if f" {kind} " in above:
            return f"{above} {number}"
    side = "key" if "key" in texts else "response"
    return f"{above} {side} {texts.get(side, '')}"
