r"""Tables of conlleval for LaTeX (``-l``): a heading, the types, and all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.reports.conlleval import figures, records
from rescore.reports.model import Columns, Field, Record

RECOGNISED = re.compile(rb"^[^\S\n]*&\s+Precision\s+&\s+Recall\s+&\s+F\$", re.MULTILINE)
_SCORES = r"& (?P<precision>[\d.]+)\\% & (?P<recall>[\d.]+)\\% & (?P<FB1>[\d.]+)"
_LAYOUT = tuple(
    re.compile(rf"\s*{pattern} \\\\(?:\\hline)*\s*".replace(" ", r"\s+"), re.DOTALL)
    for pattern in (r"& Precision & Recall & F\$_\{\\beta=1\}", rf"Overall {_SCORES}", rf"(?P<type>.*?)\s*{_SCORES}")
)


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a table."""
    return records(text, first, _LAYOUT, _figures)


def _figures(text: str, columns: Columns) -> Sequence[Field]:
    return figures(text, _LAYOUT)
