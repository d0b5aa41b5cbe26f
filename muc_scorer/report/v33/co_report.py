"""The coreference score report: a line of classes, recall, precision and F for each document, and one of totals."""

from __future__ import annotations

from common.tally import complete
from muc_scorer.tally.v33.coreference import (
    COMMON,
    KEY_CLASSES,
    KEY_LINKS,
    MEASURES,
    PRECISION,
    RECALL,
    RESPONSE_CLASSES,
    RESPONSE_LINKS,
    F,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from common.tally import Row

_HEADINGS = b"%-13s%5s%5s\n%-13s%5s%5s%20s %19s %6s\n" % (
    b"", b"Key", b"Rsp",
    b"Document No.", b"Cls", b"Cls", b"Recall", b"Precision", b"f",
)  # fmt: skip
_COLUMNS = (
    KEY_CLASSES, RESPONSE_CLASSES, COMMON, KEY_LINKS, RECALL, COMMON, RESPONSE_LINKS, PRECISION, F,
)  # fmt: skip
_DOCUMENT = b"%-13s %4d %4d %5d / %4d %6.1f %5d / %4d %6.1f %6.1f\n"
_TOTALS = b"%-13s %4d %4d %5d / %4d %6.1f%% %4d / %4d %6.1f%% %5.1f%%\n"


def coreference_table(documents: Iterable[tuple[bytes, Row]], totals: Row) -> bytes:
    """Return the score report of documents, each a number and its counts, in that order."""
    lines = [_HEADINGS, *[_line(_DOCUMENT, docnum, counts) for docnum, counts in documents]]
    lines.append(_line(_TOTALS, b"TOTALS:", totals))
    return b"".join(lines)


def _line(layout: bytes, label: bytes, counts: Row) -> bytes:
    row = complete(counts, MEASURES)
    return layout % (label, *[row[column] for column in _COLUMNS])
