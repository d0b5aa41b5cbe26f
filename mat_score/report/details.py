"""The details table of either version, which quotes from texts (MATScore documentation, 'Details').

Quotations are cut out when the rows are asked for: annotations may be nested, so that the quotations from a text may be
many times as long as the text.
"""

from __future__ import annotations

from common.errors import InputError
from mat_score.align.matches import CLASH
from mat_score.descriptions import describe, slot_text
from mat_score.report.output import DETAILS, PlainTable
from mat_score.tasks.profiles import LABEL, SPAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mat_score.align.matches import Pair, ScoredAnnotation
    from mat_score.annotations import DocumentPair
    from mat_score.tasks.profiles import SimilarityProfile

    Quote = tuple[str, int, int]  # a text, and where in it the quotation starts and ends

HEADER_13 = ("file", "type", "reflabel", "refstart", "refend", "hyplabel", "hypstart", "hypend")
HEADER_20 = (
    "file", "type", "refid", "hypid", "refdescription", "hypdescription", "reflabel", "hyplabel",
    "refstart", "refend", "hypstart", "hypend",
)  # fmt: skip
CONTENTS = ("refcontent", "hypcontent")
MAX_DESCRIBED = 50_000_000  # characters in a document; a chain of annotations is described again for each of its links


class DetailsTable(PlainTable):
    """A table whose last two columns quote the annotations."""

    __slots__ = ("_rows",)

    def __init__(self, columns: Sequence[str]) -> None:
        super().__init__("Details:", DETAILS, [*columns, *CONTENTS], quoted=len(CONTENTS))
        self._rows: list[list[str | Quote]] = []

    def rows(self) -> Iterator[list[str]]:
        """Yield the rows with the quotations."""
        for row in self._rows:
            yield [cell if isinstance(cell, str) else cell[0][cell[1] : cell[2]] for cell in row]


class Details13(DetailsTable):
    """MAT 1.3: a row for each pair. The type of a clash is that of the hypothesis' view."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(HEADER_13)

    def add(self, documents: DocumentPair, pairs: Iterable[Pair]) -> None:
        """Add the pairs of a document; each content is that of its own document."""
        for pair in pairs:
            reference, hypothesis = pair.reference, pair.hypothesis
            kind = pair.words[1][0] if pair.kind == CLASH else pair.kind
            contents = [
                _content(reference, documents.reference.signal),
                _content(hypothesis, documents.hypothesis.signal),
            ]
            self._rows.append([documents.name, kind, *_place(reference), *_place(hypothesis), *contents])


def _place(item: ScoredAnnotation | None) -> list[str]:
    return ["", "", ""] if item is None else [item.label, str(item.start), str(item.end)]


def _content(item: ScoredAnnotation | None, text: str) -> str | Quote:
    return "" if item is None else (text, max(item.start, 0), max(item.end, 0))


class Details20(DetailsTable):
    """MAT 2.0: a row for each pair.

    Each dimension of the similarity profile but label and span adds two columns, newest first.
    """

    __slots__ = ("_dimensions",)

    def __init__(self, profile: SimilarityProfile | None) -> None:
        tag_profiles = profile.tag_profiles if profile is not None else ()
        names = [dimension.name for found in tag_profiles for dimension in found.dimensions]
        self._dimensions = list(dict.fromkeys([name for name in names if name not in (LABEL, SPAN)]))[::-1]
        compared = [f"{side} {name}" for name in self._dimensions for side in ("ref", "hyp")]
        super().__init__([*HEADER_20, *compared])

    def add(self, documents: DocumentPair, pairs: Iterable[Pair]) -> None:
        """Add the pairs of a document; contents of both sides are those of the reference.

        Raises :class:`InputError` for descriptions of more than :data:`MAX_DESCRIBED` characters.
        """
        room = MAX_DESCRIBED
        signal = documents.reference.signal
        for pair in pairs:
            sides = (pair.reference, pair.hypothesis)
            kind = ",".join(pair.words[0]) if pair.kind == CLASH else pair.kind
            (ref_id, reference, ref_label, *ref_span), (hyp_id, hypothesis, hyp_label, *hyp_span) = map(_cells, sides)
            room -= len(reference) + len(hypothesis)
            if room < 0:
                raise InputError(
                    "annotations hold each other in so many ways that there is no room for their descriptions; "
                    "leave --details out"
                )
            row: list[str | Quote] = [documents.name, kind, ref_id, hyp_id, reference, hypothesis, ref_label, hyp_label]
            row += ref_span
            row += hyp_span
            row += [_compared(item, name) for name in self._dimensions for item in sides]
            row += [(signal, item.start, item.end) if item and item.spanned else "" for item in sides]
            self._rows.append(row)


def _cells(item: ScoredAnnotation | None) -> tuple[str, str, str, str, str]:
    if item is None:
        return "", "", "", "", ""
    annotation = item.annotation
    start, end = (str(annotation.start), str(annotation.end)) if item.spanned else ("", "")
    return annotation.id or "", describe(annotation), item.label, start, end


def _compared(item: ScoredAnnotation | None, name: str) -> str:
    """Return the value of the attribute that is called as a dimension is, in whatever label."""
    if item is None or item.annotation.values.get(name) is None:
        return ""
    return slot_text(item.annotation, name)
