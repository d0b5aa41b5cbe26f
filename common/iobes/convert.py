"""From one encoding to another (the paper's section 4.2, 'Conversion').

Malformed tags are not guessed at: a converter refuses them and names every error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from common.iobes import parse, write


class Converter(Protocol):
    """What every ``X_to_Y`` is."""

    def __call__(self, tags: Sequence[str]) -> list[str]:
        """Return the tags in the other encoding; a tag of no letter of its encoding becomes ``O``.

        Raises ``ValueError`` naming all errors if the tags break the rules, ``TypeError`` for a tag that is no string.
        """


def convert_tags(
    tags: Sequence[str], parse_function: parse.ParserWithErrors, write_function: write.TagWriter
) -> list[str]:
    """Return the tags as ``write_function`` writes the spans that ``parse_function`` finds in them.

    Raises ``ValueError`` naming all errors if there are any.
    """
    spans, errors = parse_function(tags)
    if errors:
        listed = "\n".join(map(str, errors))
        raise ValueError(f"Found errors in the tag sequence, cannot be converted. Errors: {listed}")
    return write_function(spans, length=len(tags))


def _converter(name: str, parse_function: parse.ParserWithErrors, write_function: write.TagWriter) -> Converter:
    def convert(tags: Sequence[str]) -> list[str]:
        return convert_tags(tags, parse_function, write_function)

    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = Converter.__call__.__doc__
    return convert


iob_to_bio = _converter("iob_to_bio", parse.parse_spans_iob_with_errors, write.write_bio_tags)
iob_to_iobes = _converter("iob_to_iobes", parse.parse_spans_iob_with_errors, write.write_iobes_tags)
iob_to_bilou = _converter("iob_to_bilou", parse.parse_spans_iob_with_errors, write.write_bilou_tags)
iob_to_bmeow = _converter("iob_to_bmeow", parse.parse_spans_iob_with_errors, write.write_bmeow_tags)
iob_to_bmewo = _converter("iob_to_bmewo", parse.parse_spans_iob_with_errors, write.write_bmewo_tags)
bio_to_iob = _converter("bio_to_iob", parse.parse_spans_bio_with_errors, write.write_iob_tags)
bio_to_iobes = _converter("bio_to_iobes", parse.parse_spans_bio_with_errors, write.write_iobes_tags)
bio_to_bilou = _converter("bio_to_bilou", parse.parse_spans_bio_with_errors, write.write_bilou_tags)
bio_to_bmeow = _converter("bio_to_bmeow", parse.parse_spans_bio_with_errors, write.write_bmeow_tags)
bio_to_bmewo = _converter("bio_to_bmewo", parse.parse_spans_bio_with_errors, write.write_bmewo_tags)
iobes_to_iob = _converter("iobes_to_iob", parse.parse_spans_iobes_with_errors, write.write_iob_tags)
iobes_to_bio = _converter("iobes_to_bio", parse.parse_spans_iobes_with_errors, write.write_bio_tags)
iobes_to_bilou = _converter("iobes_to_bilou", parse.parse_spans_iobes_with_errors, write.write_bilou_tags)
iobes_to_bmeow = _converter("iobes_to_bmeow", parse.parse_spans_iobes_with_errors, write.write_bmeow_tags)
iobes_to_bmewo = _converter("iobes_to_bmewo", parse.parse_spans_iobes_with_errors, write.write_bmewo_tags)
bilou_to_iob = _converter("bilou_to_iob", parse.parse_spans_bilou_with_errors, write.write_iob_tags)
bilou_to_bio = _converter("bilou_to_bio", parse.parse_spans_bilou_with_errors, write.write_bio_tags)
bilou_to_iobes = _converter("bilou_to_iobes", parse.parse_spans_bilou_with_errors, write.write_iobes_tags)
bilou_to_bmeow = _converter("bilou_to_bmeow", parse.parse_spans_bilou_with_errors, write.write_bmeow_tags)
bilou_to_bmewo = _converter("bilou_to_bmewo", parse.parse_spans_bilou_with_errors, write.write_bmewo_tags)
bmeow_to_iob = _converter("bmeow_to_iob", parse.parse_spans_bmeow_with_errors, write.write_iob_tags)
bmeow_to_bio = _converter("bmeow_to_bio", parse.parse_spans_bmeow_with_errors, write.write_bio_tags)
bmeow_to_iobes = _converter("bmeow_to_iobes", parse.parse_spans_bmeow_with_errors, write.write_iobes_tags)
bmeow_to_bilou = _converter("bmeow_to_bilou", parse.parse_spans_bmeow_with_errors, write.write_bilou_tags)
bmewo_to_iob = _converter("bmewo_to_iob", parse.parse_spans_bmewo_with_errors, write.write_iob_tags)
bmewo_to_bio = _converter("bmewo_to_bio", parse.parse_spans_bmewo_with_errors, write.write_bio_tags)
bmewo_to_iobes = _converter("bmewo_to_iobes", parse.parse_spans_bmewo_with_errors, write.write_iobes_tags)
bmewo_to_bilou = _converter("bmewo_to_bilou", parse.parse_spans_bmewo_with_errors, write.write_bilou_tags)
