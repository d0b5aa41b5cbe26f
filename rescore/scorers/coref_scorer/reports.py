"""Reports of scorer.pl: for each document its chains, counts and scores, and for each metric the totals."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from legacy_scorers.common.result import unique
from legacy_scorers.common.tally import Row, complete
from legacy_scorers.coref_scorer.evidence import CONLL, OF_CONLL
from legacy_scorers.coref_scorer.tally import BLANC, CHAINS, F1, JOINED, MENTIONS, OF_ROW
from legacy_scorers.rescore.reports.model import Cell, Form, Layout
from legacy_scorers.rescore.reports.words import squeezed

_ENTITIES = "entities"  # the table of chains
_PER_CENT = 100.0
_BLANC = re.compile(rb"^BLANC:\s+Recall:", re.MULTILINE)
_NUMBER = r"[-+\d.e]+"
_MEASURES = r"Recall: {} (?P<recall>[\d.]+)% Precision: {} (?P<precision>[\d.]+)% F1: (?P<F1>[\d.]+)%"
_SHARES = _MEASURES.format(rf"(?P<recalls>\({_NUMBER} / {_NUMBER}\))", rf"(?P<precisions>\({_NUMBER} / {_NUMBER}\))")
_SCORES = _MEASURES.format(
    rf"\((?P<recalled>{_NUMBER}) / (?P<key>{_NUMBER})\)", rf"\((?P<correct>{_NUMBER}) / (?P<response>{_NUMBER})\)"
)
_ROWS = {"Identification of Mentions": MENTIONS, "Coreference": CHAINS}
_COUNTS = {
    "Total key mentions": "key mentions",
    "Total response mentions": "response mentions",
    "Strictly correct identified mentions": "identified",
    "Partially correct identified mentions": "partially identified",
    "No identified": "not identified",
    "Invented": "invented",
}


def _mean(rows: Sequence[Row]) -> float:
    return sum([float(row[F1]) for row in rows]) / len(rows)


class CorefReport(Layout):
    """The report; a document that was asked for by name has its title above its lists, any other below them."""

    name = "coref"
    listings = (_ENTITIES,)
    repeats = True
    recognised = (
        rb"^(?:======\s+TOTALS\s+=======|(?:Identification\s+of\s+Mentions|Coreference|BLANC):\s+Recall:"
        rb"|====>\s[^\n]*:\s*(?:File\s|\Z)|Repeated\s+mention\s+in\s+the\s+(?:key|response):)"
    )
    max_line = sys.maxsize
    asked: str | None = None  # the document that was asked for
    document = ""
    lists = 0  # which list of the document is read: 1 for the key, 2 for the response

    @classmethod
    def table_of(cls, content: bytes) -> str:
        """Return the table before the first title: only a report of BLANC shows its metric."""
        return BLANC if _BLANC.search(content) else CHAINS

    @classmethod
    def with_means(cls, cells: Iterable[Cell]) -> Iterator[Cell]:
        """Yield the cells, and then the mean that CoNLL ranked systems by if the report has its metrics.

        It is the mean of the printed F; others take it of the exact ones, which the printed fractions give.
        """
        parts: dict[str, Row] = {}  # by metric
        for cell in cells:
            if (cell.table, cell.row, F1) in OF_CONLL:
                parts.setdefault(cell.table, Row())[cell.column] = float(cell.value)
            yield cell
        rows = [row for row in parts.values() if F1 in row]
        if len(rows) == len(OF_CONLL):
            mean, exact = _mean(rows), _PER_CENT * _mean([complete(row, OF_ROW) for row in rows])
            yield Cell(CONLL, CHAINS, F1, f"{mean:.2f}", mean, others=((exact, exact),))

    @Form(r"METRIC (?P<_metric>\w+):|====== TOTALS =======")
    def _metric(self, found: re.Match[str]) -> str:
        self.lists = 0
        if found["_metric"]:
            self.table, self.names = found["_metric"], {}
        return ""

    @Form(r"(?P<words>====> (?P<_name>.*):)", table=_ENTITIES)
    def _title_of_lists(self, found: re.Match[str]) -> str:
        self.lists = self.lists % 2 + 1
        if self.lists == 1:
            self.document = squeezed(found["_name"]) if self.asked is None else self.asked
        return self._list("document")

    _headings = Form("-{3,}|Coreference:|version: .*")
    _links = Form(rf"{JOINED}: {_SHARES}", JOINED)

    @Form(rf"(?:(?P<_name>[\w -]+): )?{_SCORES}")
    def _scores(self, found: re.Match[str]) -> str:
        name = squeezed(found["_name"] or "")
        return _ROWS.get(name, name.lower()) if name else self.document

    _count = Form("|".join([rf"{words}: (\d+)" for words in _COUNTS]), "{reader.document}", [*_COUNTS.values()])

    @Form(r"(?P<_name>Discarded|Entity \d+:|Repeated mention in the (?:key|response):)(?P<words>.*)", table=_ENTITIES)
    def _chain(self, found: re.Match[str]) -> str:
        return self._list(squeezed(found["_name"]).rstrip(":"))

    @Form("(?P<words>.*:)", table=_ENTITIES)
    def _title(self, found: re.Match[str]) -> str:
        if not self.lists:
            self.asked = squeezed(found["words"][:-1])
        return self._list("title")

    def _list(self, name: str) -> str:
        return unique(self.names, squeezed(f"{self.document} {('', 'key', 'response')[self.lists]} {name}"))
