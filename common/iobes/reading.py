"""Reading a sentence of a file: by the rules of its encoding, or as conlleval reads it.

The library takes a tag of unknown letters as outside of spans, and a letter without a type as its own type. In a file
that is to be converted both would be lost or made up without a word, so here they are malformed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from common.iobes.conll import Cell
from common.iobes.formats import BIO, IOBES, Span, SpanEncoding, TokenFunction
from common.iobes.parse import parse_spans_with_end, parse_spans_with_errors

# conlleval knows no encodings, only letters; those of BILOU and BMEOW are read as their like.
CONLLEVAL = {"B": "B", "I": "I", "M": "I", "E": "E", "L": "E", "S": "S", "U": "S", "W": "S"}


class BadTag(NamedTuple):
    """A malformed tag: its line from 1, what is wrong, and the tag."""

    line: int
    kind: str
    tag: str


def read_strictly(cells: list[Cell], encoding: SpanEncoding) -> tuple[list[Span], list[BadTag]]:
    """Return the spans of a sentence, and its malformed tags by line.

    A tag that is not of the encoding at all is reported as that, whatever else it breaks.
    """
    span_format = BIO if encoding is SpanEncoding.IOB else encoding.value
    letters = {span_format.BEGIN, span_format.INSIDE, span_format.END, span_format.SINGLE}
    foreign = _foreign(cells, letters)
    spans, errors = parse_spans_with_errors(_tags(cells), encoding)
    illegal = [BadTag(cells[error.location].line, error.type, error.current) for error in errors]
    reported = {bad.line for bad in foreign}
    return spans, sorted(foreign + [bad for bad in illegal if bad.line not in reported])


def read_as_conlleval(cells: list[Cell]) -> tuple[list[Span], list[BadTag]]:
    """Return the spans that conlleval finds in a sentence of whatever encoding, and the malformed tags by line.

    ``B`` and ``S`` start a span. ``I`` and ``E`` go on with the span of the token before if that is of the same type
    and has not ended, and otherwise start one. ``E`` and ``S`` end the span that they are in, and so do ``O`` and the
    start of another before them. Only tags that conlleval's rules say nothing of are malformed.
    """
    read = [_with_letter_of_iobes(tag) for tag in _tags(cells)]
    return parse_spans_with_end(read, IOBES), _foreign(cells, CONLLEVAL)


def _with_letter_of_iobes(tag: str) -> str:
    function, hyphen, label = tag.partition("-")
    return CONLLEVAL.get(function, function) + hyphen + label


def _tags(cells: list[Cell]) -> list[str]:
    return [TokenFunction.OUTSIDE if cell.tag is None else cell.tag for cell in cells]


def _foreign(cells: list[Cell], letters: Collection[str | None]) -> list[BadTag]:
    """Return every tag that is neither ``O`` nor one of the letters with a type."""
    found = []
    for cell in cells:
        if cell.tag == TokenFunction.OUTSIDE:
            continue
        function, _, label = (cell.tag or "").partition("-")
        if cell.tag is None:
            found.append(BadTag(cell.line, "Missing Column", "the line has too few"))
        elif function not in letters:
            found.append(BadTag(cell.line, "Unknown Prefix", cell.tag))
        elif not label:
            found.append(BadTag(cell.line, "Missing Type", cell.tag))
    return found
