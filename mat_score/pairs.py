"""Which hypothesis is compared with which reference, and reading them one pair at a time."""

from __future__ import annotations

from mat_score.documents import DocumentPair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class PairReader:
    """Reads pairs of documents. Iteration yields :class:`DocumentPair` one at a time and keeps none of them."""

    def __iter__(self) -> Iterator[DocumentPair]:
        raise NotImplementedError
