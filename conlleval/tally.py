"""What a line adds to the figures of the report, and the measures computed from them (page, 'Reading the report')."""

from __future__ import annotations

from legacy_scorers.common.tally import Measure, Signatures, Tally, f1, percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from legacy_scorers.conlleval.align import Aligned, Signature

OVERALL, TYPES = "overall", "types"  # tables
ALL = b"all"  # the row of OVERALL
TOKENS, CORRECT_TAGS = "tokens", "correct tags"
PHRASES, FOUND, CORRECT = "phrases", "found", "correct"
ACCURACY, PRECISION, RECALL, FB1 = "accuracy", "precision", "recall", "FB1"

OF_PHRASES = (
    Measure(PRECISION, (CORRECT, FOUND), percent, 0.0),
    Measure(RECALL, (CORRECT, PHRASES), percent, 0.0),
    Measure(FB1, (PRECISION, RECALL), f1, 0.0),
)
MEASURES = {OVERALL: (Measure(ACCURACY, (CORRECT_TAGS, TOKENS), percent, 0.0), *OF_PHRASES), TYPES: OF_PHRASES}
QUOTED = [(OVERALL, ALL.decode(), measure.name) for measure in OF_PHRASES]


def cells(signature: Signature) -> Iterator[tuple[str, bytes, str, int]]:
    """Yield the cells that a line adds to, each with the amount 1."""
    *types, same = signature
    if same is not None:
        yield OVERALL, ALL, TOKENS, 1
    if same:
        yield OVERALL, ALL, CORRECT_TAGS, 1
    for column, type_ in zip((PHRASES, FOUND, CORRECT), types):
        if type_ is not None:
            yield OVERALL, ALL, column, 1
            yield TYPES, type_, column, 1


def tally(lines: Iterable[Aligned]) -> Tally:
    """Return the figures of aligned lines."""
    signatures = Signatures()
    for _, step in lines:
        signatures[step.signature] += 1
    return Tally.of(signatures, cells)
