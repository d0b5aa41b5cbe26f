"""From one encoding to another (the paper's section 4.2, 'Conversion').

A converter refuses malformed tags and names every error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from legacy_scorers.common.iobes import parse, write
from legacy_scorers.common.iobes.parse import *  # noqa: F403 - users of the library import these from here, too
from legacy_scorers.common.iobes.utils import presented
from legacy_scorers.common.iobes.write import *  # noqa: F403

__all__ = [
    "bilou_to_bio", "bilou_to_bmeow", "bilou_to_bmewo", "bilou_to_iob", "bilou_to_iobes", "bio_to_bilou",
    "bio_to_bmeow", "bio_to_bmewo", "bio_to_iob", "bio_to_iobes", "bmeow_to_bilou", "bmeow_to_bio", "bmeow_to_iob",
    "bmeow_to_iobes", "bmewo_to_bilou", "bmewo_to_bio", "bmewo_to_iob", "bmewo_to_iobes", "iob_to_bilou", "iob_to_bio",
    "iob_to_bmeow", "iob_to_bmewo", "iob_to_iobes", "iobes_to_bilou", "iobes_to_bio", "iobes_to_bmeow",
    "iobes_to_bmewo", "iobes_to_iob",
]  # fmt: skip


class Converter(Protocol):
    """What every ``X_to_Y`` is."""

    def __call__(self, tags: Sequence[str]) -> list[str]:
        """Return the tags in the other encoding; a tag whose letter is not in its encoding becomes ``O``.

        Raises ``ValueError`` naming all errors if tags break the rules, ``TypeError`` for a tag that is no string.
        """


def convert_tags(
    tags: Sequence[str], parse_function: parse.ParseWithErrorsCallable, write_function: write.WriteCallable
) -> list[str]:
    """Return the tags that ``write_function`` writes for the spans that ``parse_function`` finds.

    Raises ``ValueError`` naming all errors if there are any.
    """
    spans, errors = parse_function(tags)
    if errors:
        listed = "\n".join(map(str, errors))
        raise ValueError(f"Found errors in the tag sequence, cannot be converted. Errors: {listed}")
    return write_function(spans, length=len(tags))


def _converters(source: str, targets: str) -> list[Converter]:
    return [_converter(source, target) for target in targets.split()]


def _converter(source: str, target: str) -> Converter:
    parser, writer = getattr(parse, f"parse_spans_{source}_with_errors"), getattr(write, f"write_{target}_tags")

    def convert(tags: Sequence[str]) -> list[str]:
        return convert_tags(tags, parser, writer)

    return presented(convert, f"{source}_to_{target}", Converter)


iob_to_bio, iob_to_iobes, iob_to_bilou, iob_to_bmeow, iob_to_bmewo = _converters("iob", "bio iobes bilou bmeow bmewo")
bio_to_iob, bio_to_iobes, bio_to_bilou, bio_to_bmeow, bio_to_bmewo = _converters("bio", "iob iobes bilou bmeow bmewo")
iobes_to_iob, iobes_to_bio, iobes_to_bilou, iobes_to_bmeow, iobes_to_bmewo = _converters(
    "iobes", "iob bio bilou bmeow bmewo"
)
bilou_to_iob, bilou_to_bio, bilou_to_iobes, bilou_to_bmeow, bilou_to_bmewo = _converters(
    "bilou", "iob bio iobes bmeow bmewo"
)
bmeow_to_iob, bmeow_to_bio, bmeow_to_iobes, bmeow_to_bilou = _converters("bmeow", "iob bio iobes bilou")
bmewo_to_iob, bmewo_to_bio, bmewo_to_iobes, bmewo_to_bilou = _converters("bmewo", "iob bio iobes bilou")
