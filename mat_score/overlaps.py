"""MAT 1.3: content annotations of one document must not overlap.

MATScore documentation, 'Description': otherwise the results of the scoring engine are undefined.
"""

from __future__ import annotations

from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.items import Item


def check_overlaps(items: Sequence[Item], path: str) -> None:
    """Raise :class:`InputError` if annotations of the document ``path`` overlap by at least one character.

    Duplicates, of the same label and span, are no contradiction and may be there.
    """
    last: Item | None = None
    for item in sorted([item for item in items if item.start < item.end], key=_text_order):
        if last is not None and item.start < last.end and _text_order(item) != _text_order(last):
            raise InputError(
                f"content annotations {_description(last)} and {_description(item)} overlap, for which MAT 1.3 "
                "defines no score; set MATSCORE_VERSION=2.0 to score them",
                path,
            )
        last = item


def _text_order(item: Item) -> tuple[int, int, str]:
    return item.start, item.end, item.label


def _description(item: Item) -> str:
    return f"{item.label} ({item.start}-{item.end})"
