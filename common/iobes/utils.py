"""Cut tags into function and type, sort spans and errors, and name the functions that other modules generate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from legacy_scorers.common.iobes.formats import Error, Span

__all__ = ["extract_function", "extract_type"]

Item = TypeVar("Item")
Function = TypeVar("Function", bound=Callable[..., Any])


def extract_function(tag: str, sep: str = "-") -> str:
    """Return what precedes the first ``sep``: ``B`` of ``B-PER``; the whole tag if it has none: ``O`` of ``O``.

    Raises ``TypeError`` for a tag that is not a string, ``ValueError`` for an empty ``sep``.
    """
    return tag.split(sep, 1)[0] if sep in tag else tag


def extract_type(tag: str, sep: str = "-") -> str:
    """Return what follows the first ``sep``: ``PER`` of ``B-PER``; the whole tag if it has none: ``O`` of ``O``.

    Raises ``TypeError`` for a tag that is not a string, ``ValueError`` for an empty ``sep``.
    """
    return tag.split(sep, 1)[1] if sep in tag else tag


def safe_get(xs: Sequence[Item], idx: int) -> Item | None:
    """Return the item at index ``idx``, or None if there is none; a negative index is outside."""
    return xs[idx] if 0 <= idx < len(xs) else None


def sort_spans(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in the order of the text: by start, then by end."""
    return sorted(spans, key=attrgetter("start", "end"))


def sort_errors(errors: Iterable[Error]) -> list[Error]:
    """Return the errors in the order of their tags, then of the names of their types."""
    return sorted(errors, key=attrgetter("location", "type"))


def presented(function: Function, name: str, kind: type) -> Function:
    """Give a function its name and the docstring of its kind, and return it."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = kind.__call__.__doc__
    return function
