"""The coreference score report: a line of classes, recall, precision and F for each document, and one of totals."""

from __future__ import annotations

from common.tally import f_measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from muc_scorer.v33.coreference import LinkTally

_HEADINGS = b"%-13s%5s%5s\n%-13s%5s%5s%20s %19s %6s\n" % (
    b"", b"Key", b"Rsp",
    b"Document No.", b"Cls", b"Cls", b"Recall", b"Precision", b"f",
)  # fmt: skip
_DOCUMENT = b"%-13s %4d %4d %5d / %4d %6.1f %5d / %4d %6.1f %6.1f\n"
_TOTALS = b"%-13s %4d %4d %5d / %4d %6.1f%% %4d / %4d %6.1f%% %5.1f%%\n"


def coreference_table(documents: Iterable[tuple[bytes, LinkTally]], totals: LinkTally) -> bytes:
    """Return the score report of documents, each a number and its tally, in that order."""
    lines = [_HEADINGS, *[_line(_DOCUMENT, docnum, tally) for docnum, tally in documents]]
    lines.append(_line(_TOTALS, b"TOTALS:", totals))
    return b"".join(lines)


def _line(layout: bytes, label: bytes, tally: LinkTally) -> bytes:
    recall, precision = tally.recall(), tally.precision()
    return layout % (
        label,
        tally.key_classes,
        tally.response_classes,
        tally.common,
        tally.key_links,
        recall,
        tally.common,
        tally.response_links,
        precision,
        f_measure(precision, recall),
    )
