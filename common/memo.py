"""A cache of results, because the same items are compared again and again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import TypeVar

    Question = TypeVar("Question", bound=Hashable)
    Answer = TypeVar("Answer")

_LARGEST = 2**14  # results: limits memory; a vocabulary of labels or senses is rarely as large


class Memo(dict["Question", "Answer"]):
    """A dictionary that computes missing values with ``compute``, and is emptied when it is full."""

    __slots__ = ("_compute",)

    def __init__(self, compute: Callable[[Question], Answer]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, question: Question) -> Answer:
        if len(self) >= _LARGEST:
            self.clear()
        answer = self[question] = self._compute(question)
        return answer
